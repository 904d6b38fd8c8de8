// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <limits>
#include <map>
#include <tuple>
#include <utility>

#include "cutline/base/error.hpp"
#include "performance/pair_costs.hpp"
#include "topology/digit_graphs.hpp"

namespace cutline {

namespace {

/// The network of some digits of a product network, given in ascending order, and for each class of the whole network
/// the number of this class in it.
std::pair<Topology, std::vector<std::size_t>> network_of(const Topology& whole,
                                                         const std::vector<std::uint8_t>& digits) {
  Topology own;
  own.inner = whole.inner;
  own.express = whole.express;
  for (const std::uint8_t digit : digits) own.digits.push_back(whole.digits[digit]);
  const auto own_digit = [&](std::uint8_t digit) { return std::find(digits.begin(), digits.end(), digit); };
  std::vector<std::size_t> own_class(whole.classes.size());
  for (std::size_t i = 0; i < whole.classes.size(); ++i) {
    LinkClass each = whole.classes[i];
    if (own_digit(each.digits[0]) == digits.end()) continue;
    std::erase_if(each.only, [&](const LinkClass::Only& only) { return own_digit(only.digit) == digits.end(); });
    for (LinkClass::Only& only : each.only)
      only.digit = static_cast<std::uint8_t>(own_digit(only.digit) - digits.begin());
    each.digits[0] = static_cast<std::uint8_t>(own_digit(each.digits[0]) - digits.begin());
    own_class[i] = own.classes.size();
    own.classes.push_back(std::move(each));
  }
  return {std::move(own), std::move(own_class)};
}

/// The only pattern of an axis that holds links; absent if several do, or if it holds more than `most_links`.
std::optional<std::uint32_t> only_pattern(const std::vector<Pattern>& patterns, std::uint64_t most_links) {
  std::optional<std::uint32_t> only;
  for (std::uint32_t p = 0; p < patterns.size(); ++p) {
    if (patterns[p].size() == 0) continue;
    if (only || patterns[p].size() > most_links) return std::nullopt;
    only = p;
  }
  return only;
}

/// The network on the lines of one axis, all of which have this pattern.
NetworkWithLinks network_on(Axis axis, std::uint32_t only, const LaidOutNetwork& network) {
  const auto& [whole, placement, layout] = network;
  const Pattern& pattern = layout.lines(axis).patterns[only];
  std::vector<std::uint8_t> digits = placement[axis].digits;
  std::sort(digits.begin(), digits.end());
  auto [topology, own_class] = network_of(whole, digits);
  const std::vector<std::uint64_t> weights = digit_weights(whole), sites = sites_by_slot(whole, placement[axis]);
  std::vector<std::uint64_t> own;  // numbers in the axis's own network, by slot
  own.reserve(sites.size());
  for (const std::uint64_t site : sites) own.push_back(number_of_digits(whole, weights, digits, site));
  std::vector<PlacedLink> links = links_of_axis(whole, sites, layout, axis);
  for (PlacedLink& link : links) {
    const std::uint32_t low = slot_of(pattern.lo[link.place.part]), high = slot_of(pattern.hi[link.place.part]);
    const bool leads_up = link.a == sites[low];
    link.link_class = own_class[link.link_class];
    link.a = own[leads_up ? low : high];
    link.b = own[leads_up ? high : low];
  }
  return {std::move(topology), std::move(links)};
}

}  // namespace

NetworkWithLinks whole_network(const LaidOutNetwork& network) {
  NetworkWithLinks all{network.topology, {}};
  for_each_link_by_itself(network.topology, network.placement, network.layout,
                          [&](const PlacedLink& link) { all.links.push_back(link); });
  return all;
}

std::optional<std::vector<NetworkWithLinks>> networks_by_axis(const LaidOutNetwork& network, std::uint64_t most_links) {
  if (!lines_are_alike(network.topology, network.placement, network.layout)) return std::nullopt;
  std::vector<NetworkWithLinks> networks;
  for (const Axis axis : kAxes) {
    if (network.placement[axis].digits.empty()) continue;
    const std::optional<std::uint32_t> only = only_pattern(network.layout.lines(axis).patterns, most_links);
    if (!only) return std::nullopt;
    networks.push_back(network_on(axis, *only, network));
  }
  return networks;
}

namespace {

/// The costs of links, which can be looked up by channel.
class CostsOfLinks {
 public:
  explicit CostsOfLinks(const Topology& topology) : topology_(topology), weights_(digit_weights(topology)) {}

  void add(const PlacedLink& link, double cost) {
    const LinkClass& link_class = topology_.classes[link.link_class];
    const auto number = static_cast<std::uint32_t>(link.link_class);
    if (link_class.shared) return costs_.push_back({{line(number, link.a), number, 0}, cost});
    costs_.push_back({{link.a, number, link.b}, cost});
    if (!link.one_way) costs_.push_back({{link.b, number, link.a}, cost});
  }
  void sort() {
    std::sort(costs_.begin(), costs_.end());
    taken_.resize(costs_.size());
  }
  /// The mean cost of the links of the class between the two sites.
  double mean(std::uint64_t from, std::uint32_t link_class, std::uint64_t to) const {
    double sum = 0, links = 0;
    const Key key = key_of(from, link_class, to);
    for (auto entry = first(key); entry != costs_.end() && entry->first == key; ++entry, ++links) sum += entry->second;
    CUTLINE_EXPECT(links > 0);
    return sum / links;
  }
  /// The cost of one of these links, another one at each call.
  double next(std::uint64_t from, std::uint32_t link_class, std::uint64_t to) {
    if (topology_.classes[link_class].shared) return mean(from, link_class, to);
    const auto of_first = static_cast<std::size_t>(first(key_of(from, link_class, to)) - costs_.begin());
    const std::size_t entry = of_first + (of_first < taken_.size() ? taken_[of_first]++ : 0);
    CUTLINE_EXPECT(entry < costs_.size() && costs_[entry].first == key_of(from, link_class, to));
    return costs_[entry].second;
  }

 private:
  using Key = std::tuple<std::uint64_t, std::uint32_t, std::uint64_t>;
  using Entry = std::pair<Key, double>;

  Key key_of(std::uint64_t from, std::uint32_t link_class, std::uint64_t to) const {
    const bool shared = topology_.classes[link_class].shared;
    return shared ? Key(line(link_class, from), link_class, 0) : Key(from, link_class, to);
  }
  std::vector<Entry>::const_iterator first(const Key& key) const {
    constexpr double kLeast = -std::numeric_limits<double>::infinity();
    return std::lower_bound(costs_.begin(), costs_.end(), Entry{key, kLeast});
  }
  /// The first of the sites that share a link.
  std::uint64_t line(std::uint32_t link_class, std::uint64_t site) const {
    const std::uint8_t digit = topology_.classes[link_class].digits[0];
    return site - site / weights_[digit] % topology_.digits[digit].radix * weights_[digit];
  }

  const Topology& topology_;
  std::vector<std::uint64_t> weights_;
  std::vector<Entry> costs_;
  std::vector<std::uint32_t> taken_;  ///< by the first of parallel links: how many of them next() has told
};

CostsOfLinks costs_of_links(const NetworkWithLinks& network, FunctionRef<double(const LinkPlace&)> cost) {
  CostsOfLinks of_links(network.topology);
  for (const PlacedLink& link : network.links) of_links.add(link, cost(link.place));
  of_links.sort();
  return of_links;
}

}  // namespace

std::vector<double> channel_delays(const NetworkWithLinks& network, FunctionRef<double(const LinkPlace&)> of_link,
                                   FunctionRef<double(std::uint64_t)> of_site) {
  CostsOfLinks of_links = costs_of_links(network, of_link);
  const ChannelGraph graph = channel_graph(network.topology);
  std::vector<double> delays(graph.head.size());
  graph.for_each_channel([&](std::uint32_t from, std::uint64_t c) {
    delays[c] = of_links.next(from, graph.link_class[c], graph.head[c]) + of_site(graph.head[c]);
  });
  return delays;
}

std::vector<WayCost> channel_costs(const NetworkWithLinks& network, FunctionRef<double(const LinkPlace&)> cost) {
  const Topology& topology = network.topology;
  const CostsOfLinks of_links = costs_of_links(network, cost);
  const ChannelGraph graph = channel_graph(topology);
  std::vector<WayCost> costs;
  costs.reserve(graph.head.size());
  for (std::uint64_t node = 0; node < graph.node_count(); ++node) {
    for (std::uint64_t c = graph.first[node]; c < graph.first[node + 1]; ++c) {
      const bool interchange = is_inner(topology.kind(graph.head[c]));
      costs.push_back({of_links.mean(node, graph.link_class[c], graph.head[c]), interchange ? 1.0 : 0.0});
    }
  }
  return costs;
}

std::optional<std::vector<WayCost>> channel_costs(const LaidOutNetwork& network, std::uint64_t effort,
                                                  FunctionRef<double(const LinkPlace&)> cost) {
  if (!fits_channel_graph(network.topology) || 2 * network.topology.link_count() > effort) return std::nullopt;
  return channel_costs(whole_network(network), cost);
}

namespace {

/// The most entries that a digit keeps, two a link, and the most kinds of lines that it tells apart.
constexpr std::size_t kMostKept = 1 << 21;
constexpr std::size_t kMostKinds = 16;

/// Where a channel of a digit's graph begins, its class within the digit, and where it ends.
using Ends = std::tuple<std::uint64_t, std::uint32_t, std::uint64_t>;

/// The costs of the links of a digit on all of its lines.
class LinksOfDigit {
 public:
  explicit LinksOfDigit(const ChannelGraph& graph) {
    std::vector<Ends> all;
    for (std::uint64_t value = 0; value < graph.node_count(); ++value) {
      for (std::uint64_t c = graph.first[value]; c < graph.first[value + 1]; ++c)
        all.emplace_back(value, graph.link_class[c], graph.head[c]);
    }
    ends_ = all;
    std::sort(ends_.begin(), ends_.end());
    ends_.erase(std::unique(ends_.begin(), ends_.end()), ends_.end());
    for (const Ends& ends : all) of_channel_.push_back(number(ends));
    sums_.resize(ends_.size());
  }

  void add(std::uint64_t line, const Ends& ends, double cost, double copies) {
    const std::size_t n = number(ends);
    CUTLINE_EXPECT(n < ends_.size() && ends_[n] == ends);
    sums_[n].add(cost, copies);
    complete_ = complete_ && kept_.size() < kMostKept;
    if (complete_) kept_.push_back({line, n, cost, copies});
  }

  std::vector<LineCosts> kinds() {
    std::map<std::vector<double>, double> copies_of;
    if (complete_) {
      std::sort(kept_.begin(), kept_.end());
      for (auto first = kept_.begin(); first != kept_.end() && copies_of.size() <= kMostKinds;) {
        const auto last = std::find_if(first, kept_.end(), [&](const Kept& k) { return k.line != first->line; });
        std::vector<Sum> sums(ends_.size());
        for (auto link = first; link != last; ++link) sums[link->number].add(link->cost, link->copies);
        copies_of[means(sums)] += first->copies;
        first = last;
      }
    }
    if (copies_of.empty() || copies_of.size() > kMostKinds) return {{1, means(sums_)}};
    double copies = 0;
    for (const auto& [costs, own] : copies_of) copies += own;
    std::vector<LineCosts> kinds;
    for (const auto& [costs, own] : copies_of) kinds.push_back({own / copies, costs});
    return kinds;
  }

 private:
  struct Sum {
    double costs = 0, links = 0;
    void add(double cost, double copies) {
      costs += cost * copies;
      links += copies;
    }
  };
  struct Kept {
    std::uint64_t line = 0;
    std::size_t number = 0;
    double cost = 0, copies = 0;
    auto operator<=>(const Kept&) const = default;
  };

  std::size_t number(const Ends& ends) const {
    return static_cast<std::size_t>(std::lower_bound(ends_.begin(), ends_.end(), ends) - ends_.begin());
  }
  std::vector<double> means(const std::vector<Sum>& sums) const {
    std::vector<double> all;
    for (const std::size_t n : of_channel_) {
      CUTLINE_EXPECT(sums[n].links > 0);
      all.push_back(sums[n].costs / sums[n].links);
    }
    return all;
  }

  std::vector<Ends> ends_;               ///< of all channels, sorted
  std::vector<std::size_t> of_channel_;  ///< by channel: the index of its ends in ends_
  std::vector<Sum> sums_;                ///< over all lines
  std::vector<Kept> kept_;
  bool complete_ = true;  ///< every link is kept
};

/// The number of each class among those of its digit.
std::vector<std::uint32_t> numbers_within_digits(const Topology& topology) {
  std::vector<std::uint32_t> next(topology.digits.size()), numbers;
  for (const LinkClass& link_class : topology.classes) numbers.push_back(next[link_class.digits[0]]++);
  return numbers;
}

}  // namespace

std::vector<std::vector<LineCosts>> line_costs(const LaidOutNetwork& network,
                                               const std::vector<const ChannelGraph*>& graphs,
                                               FunctionRef<double(const LinkPlace&)> cost) {
  const Topology& topology = network.topology;
  const std::vector<std::uint64_t> weights = digit_weights(topology);
  const std::vector<std::uint32_t> numbers = numbers_within_digits(topology);
  std::vector<LinksOfDigit> of_digit;
  for (const ChannelGraph* graph : graphs) of_digit.emplace_back(*graph);
  for_each_placed_link(topology, network.placement, network.layout, [&](const PlacedLink& link) {
    const std::size_t digit = topology.classes[link.link_class].digits[0];
    const auto value = [&](std::uint64_t site) { return site / weights[digit] % topology.digits[digit].radix; };
    const std::uint64_t a = value(link.a), b = value(link.b), line = link.a - a * weights[digit];
    const double one = cost(link.place), copies = static_cast<double>(link.copies);
    of_digit[digit].add(line, {a, numbers[link.link_class], b}, one, copies);
    if (!link.one_way) of_digit[digit].add(line, {b, numbers[link.link_class], a}, one, copies);
  });
  std::vector<std::vector<LineCosts>> all;
  for (LinksOfDigit& links : of_digit) all.push_back(links.kinds());
  return all;
}

}  // namespace cutline
