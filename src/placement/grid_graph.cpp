// SPDX-License-Identifier: Apache-2.0
#include "placement/grid_graph.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "cutline/base/error.hpp"
#include "cutline/routing/destinations.hpp"

namespace cutline {

namespace {

constexpr std::uint64_t kMostLinks = std::uint64_t{1} << 24;

[[noreturn]] void throw_too_many() {
  throw_limit_error("orders that optimise write out up to 2^24 links, and this network has more", "name another order",
                    "order");
}

bool holds(const std::vector<std::uint8_t>& digits, std::uint8_t digit) {
  return std::find(digits.begin(), digits.end(), digit) != digits.end();
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
    std::vector<std::uint32_t> values(topology_.digits[digit].radix);
    std::iota(values.begin(), values.end(), 0u);
    return values;
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

ChannelGraph line_graph(const Topology& topology, const std::vector<std::uint8_t>& digits, bool by_width,
                        MergedWeight merged) {
  std::uint64_t nodes = 1;
  for (const std::uint8_t digit : digits) nodes *= topology.digits[digit].radix;
  std::vector<Projection> classes;
  std::uint64_t divisor = 0;
  std::uint64_t count = 0;
  for (const LinkClass& link_class : topology.classes) {
    const bool concerned = std::any_of(link_class.digits.begin(), link_class.digits.end(),
                                       [&](std::uint8_t digit) { return holds(digits, digit); });
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
  std::vector<std::uint8_t> digits(topology.digits.size());
  std::iota(digits.begin(), digits.end(), std::uint8_t{0});
  return line_graph(topology, digits, by_width, merged);
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
