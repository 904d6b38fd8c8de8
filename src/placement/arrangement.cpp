// SPDX-License-Identifier: Apache-2.0
#include "placement/arrangement.hpp"

#include <fmt/core.h>

#include <cmath>

#include "cutline/base/error.hpp"
#include "routing/destinations.hpp"

namespace cutline {

namespace {

/// Links over every cut, of every line or of all lines together.
class Profiles {
 public:
  Profiles(const GridGraph& grid, bool by_line) : grid_(grid), by_line_(by_line) {
    for (std::size_t axis = 0; axis < axes_of(grid); ++axis) {
      const GridSides sides = sides_along(grid, axis);
      steps_[axis].assign(std::size_t{by_line ? sides.lines : 1} * (sides.slots + 1), 0);
    }
  }

  void add(const GridPart& part, std::uint64_t weight) {
    const std::size_t line = by_line_ ? part.line : 0;
    const std::size_t base = line * (sides_along(grid_, part.axis).slots + 1);
    steps_[part.axis][base + part.from] += static_cast<std::int64_t>(weight);
    steps_[part.axis][base + part.to] -= static_cast<std::int64_t>(weight);
  }

  /// The densest cut of each line along an axis.
  std::vector<std::uint64_t> peaks(std::size_t axis) const {
    const std::size_t slots = sides_along(grid_, axis).slots + 1;
    std::vector<std::uint64_t> result(steps_[axis].size() / slots, 0);
    std::int64_t open = 0;
    for (std::size_t i = 0; i < steps_[axis].size(); ++i) {
      open += steps_[axis][i];
      result[i / slots] = std::max(result[i / slots], static_cast<std::uint64_t>(open));
    }
    return result;
  }

 private:
  const GridGraph& grid_;
  bool by_line_;
  std::array<std::vector<std::int64_t>, 3> steps_;
};

std::uint64_t busiest_node(const ChannelGraph& graph) {
  std::uint64_t most = 1;
  for (std::size_t node = 0; node < graph.node_count(); ++node) {
    std::uint64_t links = 0;
    for (std::uint64_t c = graph.first[node]; c < graph.first[node + 1]; ++c) links += graph.weight(c);
    most = std::max(most, links);
  }
  return most;
}

/// Rows have one height in all planes, and columns one width.
std::uint64_t area_of(const Profiles& profiles, const GridGraph& grid) {
  const std::uint64_t box = busiest_node(grid.graph);
  std::array<std::uint64_t, 2> sides{};
  for (const std::size_t axis : {0u, 1u}) {
    const std::vector<std::uint64_t> peaks = profiles.peaks(axis);
    const std::size_t lines = peaks.size() / grid.planes;
    for (std::size_t line = 0; line < lines; ++line) {
      std::uint64_t most = 0;
      for (std::size_t other = line; other < peaks.size(); other += lines) most = std::max(most, peaks[other]);
      sides[axis] += box + most;
    }
  }
  return checked_product(sides[0], sides[1]).value_or(std::numeric_limits<std::uint64_t>::max());
}

constexpr std::uint64_t kMostLinks = std::uint64_t{1} << 24;

[[noreturn]] void throw_too_many() {
  throw_limit_error("orders that optimise write out up to 2^24 links, and this network has more", "name another order",
                    "order");
}

bool holds(const std::vector<std::uint8_t>& digits, std::uint8_t digit) {
  return std::ranges::find(digits, digit) != digits.end();
}

/// A class of links, projected onto the coordinates of some digits.
class Projection {
 public:
  Projection(const Topology& topology, const std::vector<std::uint8_t>& digits, const LinkClass& link_class)
      : topology_(topology), class_(link_class) {
    std::uint64_t weight = 1;
    for (const std::uint8_t digit : digits) {
      weight_of_digit_.resize(std::max<std::size_t>(weight_of_digit_.size(), digit + std::size_t{1}), 0);
      weight_of_digit_[digit] = weight;
      weight *= topology.digits[digit].radix;
    }
    others_ = {0};
    const auto digit_count = static_cast<std::uint8_t>(topology.digits.size());
    for (std::uint8_t digit = 0; digit < digit_count; ++digit) {
      if (holds(link_class.digits, digit)) continue;
      const std::vector<std::uint32_t> values = values_of(digit);
      if (holds(digits, digit)) {
        add_values(digit, values);
      } else {
        copies_ *= values.size();
      }
    }
  }

  /// The number of links of the network that one projected link stands for.
  std::uint64_t copies() const { return copies_; }
  std::uint64_t link_count() const { return class_.shared ? 0 : others_.size() * class_.links.size(); }

  void add_links(std::uint64_t weight, bool by_width, std::vector<WeightedLink>& links) const {
    if (class_.shared) return;
    for (std::size_t i = 0; i < class_.links.size(); ++i) {
      const std::uint64_t a = seen(class_.links[i].a), b = seen(class_.links[i].b);
      if (a == b) continue;
      for (const std::uint64_t other : others_) {
        links.push_back({static_cast<std::uint32_t>(a + other), static_cast<std::uint32_t>(b + other),
                         weight * (by_width ? class_.width(i) : 1)});
      }
    }
  }

 private:
  std::vector<std::uint32_t> values_of(std::uint8_t digit) const {
    for (const LinkClass::Only& only : class_.only) {
      if (only.digit == digit) return only.values;
    }
    return numbers_below<std::uint32_t>(topology_.digits[digit].radix);
  }

  void add_values(std::uint8_t digit, const std::vector<std::uint32_t>& values) {
    if (others_.size() * values.size() > kMostLinks) throw_too_many();
    std::vector<std::uint64_t> longer;
    for (const std::uint32_t value : values) {
      for (const std::uint64_t other : others_) longer.push_back(other + value * weight_of_digit_[digit]);
    }
    others_ = std::move(longer);
  }

  /// The part of a local address that the coordinate holds.
  std::uint64_t seen(std::uint32_t local) const {
    std::uint64_t coordinate = 0;
    for (const std::uint8_t digit : class_.digits) {
      if (digit < weight_of_digit_.size())
        coordinate += local % topology_.digits[digit].radix * weight_of_digit_[digit];
      local /= topology_.digits[digit].radix;
    }
    return coordinate;
  }

  const Topology& topology_;
  const LinkClass& class_;
  std::vector<std::uint64_t> weight_of_digit_;  ///< 0: not one of the given digits
  std::vector<std::uint64_t> others_;           ///< all that the digits outside the class can add to a coordinate
  std::uint64_t copies_ = 1;
};

}  // namespace

Cells natural_cells(const GridGraph& grid) {
  Cells cells;
  for (std::uint32_t node = 0; node < grid.node_count(); ++node) cells.push_back(grid.seat(node));
  return cells;
}

Cost cost(const GridGraph& grid, const Cells& cells) {
  const bool by_line = grid.minimised == Minimised::area;
  const bool counts_cuts = by_line || grid.minimised == Minimised::peak_density;
  Cost result;
  std::uint64_t longest = 0;
  Profiles profiles(grid, by_line);
  for (std::uint32_t node = 0; node < grid.node_count(); ++node) {
    for (std::uint64_t c = grid.graph.first[node]; c < grid.graph.first[node + 1]; ++c) {
      const std::uint32_t other = grid.graph.head[c];
      if (other < node) continue;
      const std::uint64_t span = span_of(grid, cells[node], cells[other]);
      longest = std::max(longest, grid.weighs_longest ? span * grid.graph.weight(c) : span);
      result.total += span * grid.graph.weight(c);
      if (!counts_cuts) continue;
      for_each_part(grid, cells[node], cells[other],
                    [&](const GridPart& part) { profiles.add(part, grid.graph.weight(c)); });
    }
  }
  switch (grid.minimised) {
    case Minimised::total:
      result.value = result.total;
      break;
    case Minimised::longest:
      result.value = longest;
      break;
    case Minimised::peak_density:
      for (std::size_t axis = 0; axis < axes_of(grid); ++axis)
        result.value = std::max(result.value, profiles.peaks(axis)[0]);
      break;
    case Minimised::area:
      result.value = area_of(profiles, grid);
      break;
  }
  return result;
}

ChannelGraph weighted_graph(std::uint32_t nodes, std::vector<WeightedLink> links, MergedWeight merged) {
  const std::size_t count = links.size();
  for (std::size_t i = 0; i < count; ++i) links.push_back({links[i].b, links[i].a, links[i].weight});
  std::ranges::sort(links, {}, [](const WeightedLink& link) { return std::pair(link.a, link.b); });
  ChannelGraph graph;
  graph.first.assign(std::size_t{nodes} + 1, 0);
  for (std::size_t i = 0; i < links.size();) {
    std::uint64_t weight = 0;
    const WeightedLink& link = links[i];
    for (; i < links.size() && links[i].a == link.a && links[i].b == link.b; ++i)
      weight = merged == MergedWeight::sum ? weight + links[i].weight : std::max(weight, links[i].weight);
    if (weight > std::numeric_limits<std::uint32_t>::max())
      throw_limit_error(
          "more than 2^32 links or channel widths join one pair of places, the limit of optimising orders");
    graph.head.push_back(link.b);
    graph.weights.push_back(static_cast<std::uint32_t>(weight));
    ++graph.first[link.a + 1];
  }
  for (std::uint32_t node = 0; node < nodes; ++node) graph.first[node + 1] += graph.first[node];
  return graph;
}

std::string to_string(const Arranged& arranged) {
  const std::string_view what = kMinimised[static_cast<std::size_t>(arranged.minimised)];
  std::string text =
      fmt::format("order {}{}: {} {}; natural order {}", arranged.order,
                  arranged.axis.empty() ? "" : " along " + arranged.axis, what, arranged.value, arranged.natural);
  if (arranged.chose_start) text += fmt::format(", its start {}", arranged.start);
  if (arranged.optimum) text += fmt::format(", exact optimum {}", *arranged.optimum);
  if (arranged.bound && !arranged.optimum) text += fmt::format(", none below {}", *arranged.bound);
  if (!arranged.found_by.empty()) text += "; found by " + arranged.found_by;
  if (arranged.interrupted) {
    const std::string moves = fmt::format(" after {} of {} moves", arranged.moves, arranged.all_moves);
    return text + "; interrupted" + (arranged.all_moves > 0 ? moves : "") + ": the best so far";
  }
  const bool in_vain =
      arranged.chose_start && arranged.value == arranged.start && arranged.value > arranged.optimum.value_or(0);
  return in_vain ? text + "; no better than its start: more `moves` or another `seed` may find more" : text;
}

ChannelGraph line_graph(const Topology& topology, const std::vector<std::uint8_t>& digits, bool by_width,
                        MergedWeight merged) {
  std::uint64_t nodes = 1;
  for (const std::uint8_t digit : digits) nodes *= topology.digits[digit].radix;
  std::vector<Projection> classes;
  std::uint64_t divisor = 0;
  std::uint64_t count = 0;
  for (const LinkClass& link_class : topology.classes) {
    const bool concerned =
        std::ranges::any_of(link_class.digits, [&](std::uint8_t digit) { return holds(digits, digit); });
    if (!concerned) continue;
    const Projection& projection = classes.emplace_back(topology, digits, link_class);
    divisor = std::gcd(divisor, projection.copies());
    count += projection.link_count();
    if (count > kMostLinks) throw_too_many();
  }
  std::vector<WeightedLink> links;
  links.reserve(count);
  for (const Projection& projection : classes) projection.add_links(projection.copies() / divisor, by_width, links);
  return weighted_graph(static_cast<std::uint32_t>(nodes), std::move(links), merged);
}

ChannelGraph node_graph(const Topology& topology, bool by_width, MergedWeight merged) {
  return line_graph(topology, numbers_below<std::uint8_t>(topology.digits.size()), by_width, merged);
}

ChannelGraph flow_graph(const Traffic& traffic, const Topology& topology) {
  struct Flow {
    std::uint32_t from = 0, to = 0;
    double weight = 0;
  };
  std::vector<Flow> flows;
  bool whole = true;
  double divisor = 0, largest = 0;
  for (std::uint64_t source = 0; source < traffic.nodes; ++source) {
    const Destinations sent = traffic.from(source);
    if (flows.size() + sent.to.size() > kMostLinks) throw_too_many();
    for (const Destinations::To& to : sent.to) {
      if (to.node == source) continue;
      if (divisor == 0) divisor = sent.divisor;
      whole = whole && sent.divisor == divisor && to.weight == std::floor(to.weight) && to.weight < 0x1p31;
      flows.push_back({static_cast<std::uint32_t>(source), static_cast<std::uint32_t>(to.node), to.weight});
      if (sent.divisor != divisor) flows.back().weight *= divisor / sent.divisor;
      largest = std::max(largest, flows.back().weight);
    }
  }
  if (flows.empty()) throw_input_error("no node sends to another under this traffic", "leave out `weight`", "weight");
  std::vector<WeightedLink> links;
  links.reserve(flows.size());
  const NodeNumbers numbers(topology);
  const auto site = [&](std::uint32_t node) { return static_cast<std::uint32_t>(numbers.site(node)); };
  for (const Flow& flow : flows) {
    const double weight = whole ? flow.weight : std::round(flow.weight / largest * 0x1p20);
    links.push_back({site(flow.from), site(flow.to), static_cast<std::uint64_t>(weight)});
  }
  return weighted_graph(static_cast<std::uint32_t>(topology.site_count()), std::move(links));
}

}  // namespace cutline
