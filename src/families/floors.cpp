// SPDX-License-Identifier: Apache-2.0
#include "families/floors.hpp"

#include <cmath>

#include "evaluate/link_costs.hpp"
#include "evaluate/timing.hpp"
#include "evaluate/traffic.hpp"

namespace cutline {

namespace {

/// Whether the wires of a plane of equal tiles carry the links, not boards or cables.
bool has_plain_wires(const Unlaid& network) {
  return stands_in_equal_tiles(network) && !network.design.board && !network.design.machine;
}

using Floor = std::optional<double>;

/// The least span in node pitches that the longest link has in any layout in one plane. With shorter links, `nodes`
/// nodes could not all be within `diameter` links of each other. derived: nodes with pairwise distances |dx| + |dy| of
/// at most d are no more than the nodes of a ball of diameter d.
std::uint64_t least_longest_span(std::uint64_t nodes, std::uint64_t diameter) {
  if (diameter == 0) return 0;
  const auto in_ball = [](std::uint64_t across) {
    const std::uint64_t r = across / 2;
    return across % 2 == 0 ? 2 * r * r + 2 * r + 1 : 2 * (r + 1) * (r + 1);
  };
  std::uint64_t across = 0;
  while (in_ball(across) < nodes) ++across;
  return (across + diameter - 1) / diameter;
}

/// Moore's count: at most d (d - 1)^(k - 1) nodes are k links from a node. Source: [Hoffman 1960].
double moore_mean(double nodes, double degree) {
  double left = nodes - 1, at_distance = degree, sum = 0;
  for (double hops = 1; left > 0; ++hops, at_distance *= std::max(1.0, degree - 1)) {
    const double here = std::min(left, at_distance);
    sum += hops * here;
    left -= here;
  }
  return nodes > 1 ? sum / (nodes - 1) : 0;
}

/// A lower bound of the mean hops of uniform traffic between terminals.
double fewest_hops(const Unlaid& network) {
  const auto nodes = static_cast<double>(network.topology.node_count());
  if (!network.graph.parts.all_have_ways()) return 0;
  const double others = (nodes - 1) / nodes;  // a terminal also sends to the terminals of its own node
  if (network.graph.distances) return network.graph.distances->mean_hops * others;
  const bool few_sites = network.topology.site_count() == network.topology.node_count();
  if (!few_sites || network.graph.degree_max < 1) return others;
  return moore_mean(nodes, static_cast<double>(network.graph.degree_max)) * others;
}

LayoutRules rules_of(const Unlaid& network) {
  const Design& design = network.design;
  return layout_rules(technology_of(network.study, design), design.node_width, design.node_height);
}

double narrow_side_nm(const LayoutRules& rules) {
  return std::min(rules.node_width * rules.cell_width_nm, rules.node_height * rules.cell_height_nm);
}

/// The largest |dx| + |dy| of a link, in node pitches.
std::uint64_t longest_link(const PlacedNetwork& placed) {
  std::uint64_t longest = 0;
  for_each_link(placed.topology, [&](std::size_t, std::size_t, std::uint64_t a, std::uint64_t b) {
    longest = std::max(longest, span_between(placed, a, b));
  });
  return longest;
}

/// A lower bound of the longest span, or that span itself.
std::uint64_t longest_span(const Unlaid& network) {
  if (network.placed != nullptr && has_plain_wires(network)) return longest_link(*network.placed);
  if (!network.graph.distances || !network.graph.parts.all_have_ways() || !has_plain_wires(network)) return 1;
  return least_longest_span(network.topology.node_count(), network.graph.distances->diameter_hops);
}

/// The least length of a wire of a link that spans `span` pitches. It may begin and end anywhere in its two boxes,
/// which takes up to two pitches away.
Length shortest_wire(const Unlaid& network, std::uint64_t span) {
  const double pitches = span > 2 ? static_cast<double>(span - 2) : 0;
  return Length{pitches * narrow_side_nm(rules_of(network))};
}

/// A lower bound of the delay of the slowest wire.
Time fastest_longest_wire(const Unlaid& network) {
  const ChosenDelay& delay = network.study.delays.front();
  const std::uint64_t span = longest_span(network);
  WireLength wire;
  wire.span = static_cast<double>(span);
  if (network.design.board || network.design.machine) return {};
  if (technology_of(network.study, network.design).unit) return wants_layout(delay) ? Time{} : delay(wire);
  if (!delay.model->counts_metres() || span <= 2 || network.design.technology) return {};
  wire.routed = shortest_wire(network, span);
  return delay(wire);
}

/// A lower bound of the mean distance |dx| + |dy| between N points of a grid, over all ordered pairs, including each
/// point with itself. In a region of area N the mean distance is at least 0.6502 sqrt(N) [Bender 2004], and replacing
/// the points by unit squares around them raises it by at most 2/3. Source: [Bender 2004].
double nearest_mean_distance(double points) { return std::max(0.0, 0.6502 * std::sqrt(points) - 2.0 / 3); }

/// The least number of cycles that a link of this span takes.
double least_cycles(const Unlaid& network, std::uint64_t span) {
  if (span <= 2) return 1;
  WireLength wire;
  wire.routed = shortest_wire(network, span);
  return whole_cycles(network.study.delays.front()(wire), network.study.fixed_cycle());
}

/// A lower bound of the mean cycles of a link, as a function of the mean span of links: the lower convex hull of the
/// cycles over the span. By convexity (Jensen's inequality), no mixture of spans lies below it.
class CyclesBySpan {
 public:
  CyclesBySpan(const Unlaid& network, double farthest) {
    for (std::uint64_t span = 0; span <= static_cast<std::uint64_t>(farthest) + 1; ++span) {
      const double cycles = least_cycles(network, span);
      // Whether the last corner lies on or above the line from the one before it to the new point.
      const auto bends_up = [&] {
        const auto [x0, y0] = corners_[corners_.size() - 2];
        const auto [x1, y1] = corners_.back();
        return (y1 - y0) * (static_cast<double>(span) - x0) >= (cycles - y0) * (x1 - x0);
      };
      while (corners_.size() > 1 && bends_up()) corners_.pop_back();
      corners_.emplace_back(static_cast<double>(span), cycles);
    }
  }

  double at(double span) const {
    for (std::size_t i = 1; i < corners_.size(); ++i) {
      const auto [x0, y0] = corners_[i - 1];
      const auto [x1, y1] = corners_[i];
      if (span <= x1) return y0 + (y1 - y0) * (span - x0) / (x1 - x0);
    }
    return corners_.back().second;
  }

 private:
  std::vector<std::pair<double, double>> corners_;
};

/// A lower bound of the mean cycles on the links of a way, where the nodes have places.
std::optional<double> cycles_in_places(const Unlaid& network) {
  constexpr double kMostCycles = 4096;  // no more are counted, for each takes memory
  if (network.placed == nullptr) return std::nullopt;
  const std::vector<std::uint32_t> cycles = each_of<std::uint32_t>(
      longest_link(*network.placed) + 1,
      [&](std::size_t span) { return static_cast<std::uint32_t>(std::min(kMostCycles, least_cycles(network, span))); });
  return least_mean_cycles(*network.placed, cycles);
}

/// A floor of the latency if every link takes its own whole cycles. If the mean hops are only a lower bound, more hops
/// with shorter links might take less time, so every larger number of hops is tried.
Floor latency_of_cycles(const Unlaid& network) {
  const double hops = fewest_hops(network);
  const auto floor_at = [&](double h, const std::optional<double>& cycles) {
    return in_ns(latency_floor(network.study, network.design, h, {}, cycles));
  };
  const bool by_length = network.study.delays.front().model->counts_metres() && has_plain_wires(network) &&
                         !technology_of(network.study, network.design).unit && !network.design.technology && hops > 0;
  if (!by_length) return floor_at(hops, {});
  const auto in_places = cycles_in_places(network);
  const double distance = nearest_mean_distance(static_cast<double>(network.topology.node_count()));
  const CyclesBySpan cycles(network, distance / hops);
  const auto with_wires = [&](double h) { return floor_at(h, h * cycles.at(distance / h)); };
  double least = with_wires(hops);
  for (double h = hops; !network.graph.distances && h < distance; h += 0.125) {
    // Between h and the next number tried, there are at least h hops, and each takes at least as many cycles as at the
    // next number.
    least = std::min(least, floor_at(h, h * cycles.at(distance / (h + 0.125))));
  }
  return in_places ? std::max(least, floor_at(hops, in_places)) : least;
}

Floor latency(const Unlaid& network) {
  if (network.study.takes_own_cycles()) return latency_of_cycles(network);
  const bool by_longest = network.study.clock.rule != ClockRule::per_link;
  const Time wire = by_longest ? fastest_longest_wire(network) : Time{};
  return in_ns(latency_floor(network.study, network.design, fewest_hops(network), wire));
}

Floor hops(const Unlaid& network) { return fewest_hops(network); }

double least_width(const Unlaid& network) {
  const bool given = network.study.hold.resource == Resource::none;
  return given ? network.design.own_width_bits() : 1;
}

Floor pins(const Unlaid& network) {
  return static_cast<double>(network.graph.ports_max) *
         wires_of_channel(technology_of(network.study, network.design), network.design, least_width(network));
}

/// In mm2, or in square wire pitches in the unit technology, as rankings use it.
Floor area(const Unlaid& network) {
  if (!has_plain_wires(network)) return std::nullopt;
  constexpr double kRounding = 0.999;  // of the sides of boxes to whole cells
  const LayoutRules rules = rules_of(network);
  const double nodes = static_cast<double>(network.topology.node_count());
  if (rules.unit) return nodes;
  constexpr double kNmPerMm = 1e6;
  return kRounding * nodes * (rules.node_width * rules.cell_width_nm / kNmPerMm) *
         (rules.node_height * rules.cell_height_nm / kNmPerMm);
}

Floor span(const Unlaid& network) { return static_cast<double>(longest_span(network)); }

/// In mm; no floor is known in wire pitches.
Floor longest(const Unlaid& network) {
  if (technology_of(network.study, network.design).unit || !has_plain_wires(network)) return std::nullopt;
  return in_mm(shortest_wire(network, longest_span(network)));
}

/// A channel to a site, and the cycles that it takes at least.
struct Road {
  std::uint32_t to = 0, cycles = 0;
};
using Roads = std::vector<std::vector<Road>>;  ///< by site

constexpr std::uint32_t kNotReached = std::numeric_limits<std::uint32_t>::max();

/// Quickest ways from one site to all, with cycles of at most `most_cycles` a road. Sites wait in buckets by their
/// cycles, which are small whole numbers. Source: [Dial 1969].
class QuickestWays {
 public:
  QuickestWays(const Roads& roads, std::uint32_t most_cycles) : roads_(roads), buckets_(most_cycles + 1) {}

  /// The cycles to each site; kNotReached: there is no way.
  const std::vector<std::uint32_t>& from(std::uint32_t source) {
    cycles_.assign(roads_.size(), kNotReached);
    reach(source, 0);
    for (std::uint32_t now = 0; waiting_ > 0; ++now) {
      std::vector<std::uint32_t>& bucket = buckets_[now % buckets_.size()];
      for (std::size_t i = 0; i < bucket.size(); ++i) {
        if (cycles_[bucket[i]] != now) continue;  // a quicker way came later
        for (const Road& road : roads_[bucket[i]]) reach(road.to, now + road.cycles);
      }
      waiting_ -= bucket.size();
      bucket.clear();
    }
    return cycles_;
  }

 private:
  /// No road takes 0 cycles, so that the bucket that is being emptied takes no more sites.
  void reach(std::uint32_t site, std::uint32_t cycles) {
    if (cycles >= cycles_[site]) return;
    cycles_[site] = cycles;
    buckets_[cycles % buckets_.size()].push_back(site);
    ++waiting_;
  }

  const Roads& roads_;
  std::vector<std::vector<std::uint32_t>> buckets_;
  std::vector<std::uint32_t> cycles_;
  std::size_t waiting_ = 0;
};

/// The mean of the quickest ways between two of the nodes, over all ordered pairs; absent if some pair has none.
std::optional<double> mean_of_quickest(const Roads& roads, const std::vector<std::uint32_t>& nodes) {
  const auto slowest = [](const std::vector<Road>& here) { return most_over<std::uint32_t>(here, &Road::cycles); };
  QuickestWays ways(roads, most_over<std::uint32_t>(roads, slowest));
  double sum = 0;
  for (const std::uint32_t source : nodes) {
    const std::vector<std::uint32_t>& cycles = ways.from(source);
    for (const std::uint32_t node : nodes) {
      if (cycles[node] == kNotReached) return std::nullopt;
      sum += cycles[node];
    }
  }
  return sum / static_cast<double>(nodes.size()) / static_cast<double>(nodes.size());
}

void add_link(const LinkClass& links, std::uint64_t a, std::uint64_t b, std::uint32_t cycles, Roads& roads) {
  roads[a].push_back({static_cast<std::uint32_t>(b), cycles});
  if (links.channels == 2) roads[b].push_back({static_cast<std::uint32_t>(a), cycles});
}

/// In a product the quickest way is made of those along the digits. Copies of a link may differ in length; the
/// shortest counts for all.
std::optional<double> mean_of_product(const PlacedNetwork& placed, const std::vector<std::uint32_t>& cycles) {
  const Topology& topology = placed.topology;
  std::vector<std::vector<std::uint64_t>> shortest;  // by class and link
  for (const LinkClass& links : topology.classes)
    shortest.emplace_back(links.links.size(), std::numeric_limits<std::uint64_t>::max());
  for_each_link(topology, [&](std::size_t number, std::size_t link, std::uint64_t a, std::uint64_t b) {
    std::uint64_t& span = shortest[number][link];
    span = std::min(span, span_between(placed, a, b));
  });
  double sum = 0;
  for (std::size_t digit = 0; digit < topology.digits.size(); ++digit) {
    Roads roads(topology.digits[digit].radix);
    for (std::size_t number = 0; number < topology.classes.size(); ++number) {
      const LinkClass& links = topology.classes[number];
      if (links.digits.front() != digit) continue;
      for (std::size_t link = 0; link < links.links.size(); ++link)
        add_link(links, links.links[link].a, links.links[link].b, cycles[shortest[number][link]], roads);
    }
    const auto mean = mean_of_quickest(roads, numbers_below<std::uint32_t>(roads.size()));
    if (!mean) return std::nullopt;
    sum += *mean;
  }
  return sum;
}

}  // namespace

bool stands_in_equal_tiles(const Unlaid& network) {
  const Design& design = network.design;
  const auto& axes = design.placement.axes;
  return design.packages.empty() && design.tiles.empty() && design.line_length.base == 0 &&
         design.placement.cells.empty() && !design.placement.plan && std::ranges::find(axes, Axis::z) == axes.end();
}

std::optional<double> floor_of_term(const RankTerm& term, const Unlaid& network) {
  using OfNetwork = Floor (*)(const Unlaid&);
  static const std::map<std::string, OfNetwork, std::less<>> all = {
      {"latency", latency}, {"hops", hops}, {"pins", pins}, {"area", area}, {"span", span}, {"longest", longest}};
  const auto found = all.find(term.measure);
  return found == all.end() ? std::nullopt : found->second(network);
}

std::uint64_t span_between(const PlacedNetwork& placed, std::uint64_t a, std::uint64_t b) {
  const Cell from = cell_of(placed.topology, placed.placement, a), to = cell_of(placed.topology, placed.placement, b);
  const auto apart = [&](Axis axis) {
    return static_cast<std::uint64_t>(
        std::abs(static_cast<std::int64_t>(from[axis]) - static_cast<std::int64_t>(to[axis])));
  };
  return apart(Axis::x) + apart(Axis::y);
}

std::optional<double> least_mean_cycles(const PlacedNetwork& placed, const std::vector<std::uint32_t>& cycles) {
  constexpr std::uint64_t kMostRoads = 16'000'000;
  const Topology& topology = placed.topology;
  if (std::ranges::any_of(topology.classes, &LinkClass::shared)) return std::nullopt;
  if (topology.is_product() && !topology.has_interchanges()) return mean_of_product(placed, cycles);
  const std::uint64_t sites = topology.site_count(), nodes = topology.node_count();
  if (sites > kMostRoads || nodes * 2 * topology.link_count() > kMostRoads) return std::nullopt;
  Roads roads(sites);
  for_each_link(topology, [&](std::size_t number, std::size_t, std::uint64_t a, std::uint64_t b) {
    add_link(topology.classes[number], a, b, cycles[span_between(placed, a, b)], roads);
  });
  const std::vector<std::uint32_t> sources = those_with(
      numbers_below<std::uint32_t>(sites), [&](std::uint32_t site) { return topology.kind(site) == SiteKind::node; });
  return mean_of_quickest(roads, sources);
}

}  // namespace cutline
