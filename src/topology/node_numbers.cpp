// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "cutline/base/error.hpp"
#include "cutline/topology/topology.hpp"

namespace cutline {

namespace {

/// Counts the combinations of values of all digits below a certain one.
struct SitesBelow {
  std::uint64_t nodes = 1;
  std::uint64_t one_interchange = 0;  ///< combinations with exactly one value of an interchange
  std::uint64_t all = 1;              ///< combinations without a value at which nothing stands
  /// How many combinations make the site an interchange if `above` of the higher digits have an interchange's value.
  std::uint64_t interchanges(const Topology& topology, std::size_t above) const {
    if (topology.inner == InnerSites::interchanges) return above == 0 ? all - nodes : all;
    return above == 0 ? one_interchange : above == 1 ? nodes : 0;
  }
};

SitesBelow sites_below(const Topology& topology, std::size_t digits) {
  SitesBelow below;
  for (std::size_t digit = 0; digit < digits; ++digit) {
    std::uint64_t nodes = topology.node_value_count(digit);
    const std::vector<std::uint8_t>& levels = topology.digits[digit].levels;
    const auto nothing = static_cast<std::uint64_t>(std::count(levels.begin(), levels.end(), kNothing));
    const std::uint64_t interchanges = topology.digits[digit].radix - nodes - nothing;
    below.one_interchange = below.one_interchange * nodes + below.nodes * interchanges;
    below.nodes *= nodes;
    below.all *= nodes + interchanges;
  }
  return below;
}

}  // namespace

std::uint64_t Topology::interchange_count() const { return sites_below(*this, digits.size()).interchanges(*this, 0); }

std::uint64_t NodeNumbers::CountedDigit::interchanges_below(const Lower& value, std::size_t above) const {
  return value.nodes * interchanges[above] + value.interchanges * interchanges[std::min<std::size_t>(above + 1, 2)];
}

NodeNumbers::NodeNumbers(const Topology& topology) {
  if (!topology.has_interchanges()) return;
  node_count_ = topology.node_count();
  for (std::size_t d = 0; d < topology.digits.size(); ++d) {
    const SitesBelow below = sites_below(topology, d);
    CountedDigit digit{.radix = topology.digits[d].radix, .nodes = below.nodes};
    for (std::size_t above = 0; above < 3; ++above) digit.interchanges[above] = below.interchanges(topology, above);
    std::uint32_t interchanges = 0;
    for (std::uint32_t value = 0; value < digit.radix; ++value) {
      const std::uint8_t level = topology.level(d, value);
      digit.lower.push_back({static_cast<std::uint32_t>(digit.node_values.size()), interchanges, level > 0});
      if (level == 0) digit.node_values.push_back(value);
      if (level > 0 && level != kNothing) ++interchanges;
    }
    digits_.push_back(std::move(digit));
  }
}

std::uint64_t NodeNumbers::number(std::uint64_t site) const {
  if (digits_.empty()) return site;
  // Counts the nodes and interchanges among the sites before this one, by the highest digit in which they differ from
  // it.
  std::uint64_t weight = 1;
  for (const CountedDigit& digit : digits_) weight *= digit.radix;
  std::uint64_t rest = site, nodes = 0, interchanges = 0;
  std::size_t above = 0;  // number of higher digits with an interchange's value; 2 stands for two or more
  for (std::size_t d = digits_.size(); d-- > 0;) {
    const CountedDigit& digit = digits_[d];
    weight /= digit.radix;
    const Lower& lower = digit.lower[rest / weight];
    rest %= weight;
    if (above == 0) nodes += lower.nodes * digit.nodes;
    interchanges += digit.interchanges_below(lower, above);
    above = std::min<std::size_t>(above + (lower.is_interchange ? 1 : 0), 2);
  }
  return above == 0 ? nodes : node_count_ + interchanges;
}

std::uint64_t NodeNumbers::site(std::uint64_t number) const {
  if (digits_.empty()) return number;
  return number < node_count_ ? site_of_node(number) : site_of_interchange(number - node_count_);
}

std::uint64_t NodeNumbers::site_of_interchange(std::uint64_t rank) const {
  // The inverse of number(): finds each digit's value, the highest first, by the count of interchanges with lower ones.
  std::uint64_t weight = 1;
  for (const CountedDigit& digit : digits_) weight *= digit.radix;
  std::uint64_t site = 0;
  std::size_t above = 0;  // as in number()
  for (std::size_t d = digits_.size(); d-- > 0;) {
    const CountedDigit& digit = digits_[d];
    weight /= digit.radix;
    const auto next = std::partition_point(digit.lower.begin(), digit.lower.end(), [&](const Lower& lower) {
      return digit.interchanges_below(lower, above) <= rank;
    });
    const Lower& found = *std::prev(next);
    rank -= digit.interchanges_below(found, above);
    site += weight * static_cast<std::uint64_t>(&found - digit.lower.data());
    above = std::min<std::size_t>(above + (found.is_interchange ? 1 : 0), 2);
  }
  return site;
}

std::uint64_t NodeNumbers::site_of_node(std::uint64_t number) const {
  std::uint64_t site = 0;
  std::uint64_t weight = 1;
  for (const CountedDigit& digit : digits_) {
    site += weight * digit.node_values[number % digit.node_values.size()];
    number /= digit.node_values.size();
    weight *= digit.radix;
  }
  return site;
}

std::uint64_t node_number(const Topology& topology, std::uint64_t site) {
  CUTLINE_EXPECT(topology.kind(site) != SiteKind::nothing);
  return NodeNumbers(topology).number(site);
}

std::uint64_t node_site(const Topology& topology, std::uint64_t number) { return NodeNumbers(topology).site(number); }

}  // namespace cutline
