// SPDX-License-Identifier: Apache-2.0
#include "performance/channel_costs.hpp"

#include <algorithm>
#include <tuple>

#include "cutline/base/error.hpp"
#include "cutline/base/function_ref.hpp"
#include "cutline/topology/digit_graphs.hpp"

namespace cutline {

namespace {

/// The costs of links by where they begin, their class, and where they end.
class CostsByEnds {
 public:
  using Ends = std::tuple<std::uint64_t, std::uint32_t, std::uint64_t>;

  void add(const Ends& ends, double cost, double copies) { costs_.push_back({ends, cost, copies}); }
  void sort() { std::sort(costs_.begin(), costs_.end()); }
  /// The mean over the links with these ends, of which there must be some.
  double mean(const Ends& ends) const {
    double sum = 0, links = 0;
    auto entry = std::lower_bound(costs_.begin(), costs_.end(), ends,
                                  [](const Entry& one, const Ends& wanted) { return std::get<0>(one) < wanted; });
    for (; entry != costs_.end() && std::get<0>(*entry) == ends; ++entry) {
      sum += std::get<1>(*entry) * std::get<2>(*entry);
      links += std::get<2>(*entry);
    }
    CUTLINE_EXPECT(links > 0);
    return sum / links;
  }

 private:
  using Entry = std::tuple<Ends, double, double>;
  std::vector<Entry> costs_;
};

/// The costs of links, found by the channels that the links consist of.
class CostsOfLinks {
 public:
  explicit CostsOfLinks(const Topology& topology) : topology_(topology), weights_(digit_weights(topology)) {}

  void add(const PlacedLink& link, double cost) {
    const LinkClass& link_class = topology_.classes[link.link_class];
    const auto number = static_cast<std::uint32_t>(link.link_class);
    if (link_class.shared) return costs_.add({line(number, link.a), number, 0}, cost, 1);
    costs_.add({link.a, number, link.b}, cost, 1);
    costs_.add({link.b, number, link.a}, cost, 1);
  }
  void sort() { costs_.sort(); }
  /// The mean over the links that join the two in the class.
  double mean(std::uint64_t from, std::uint32_t link_class, std::uint64_t to) const {
    const bool shared = topology_.classes[link_class].shared;
    return costs_.mean(shared ? CostsByEnds::Ends(line(link_class, from), link_class, 0)
                              : CostsByEnds::Ends(from, link_class, to));
  }

 private:
  /// The first of the sites that a shared link joins.
  std::uint64_t line(std::uint32_t link_class, std::uint64_t site) const {
    const std::uint8_t digit = topology_.classes[link_class].digits[0];
    return site - site / weights_[digit] % topology_.digits[digit].radix * weights_[digit];
  }

  const Topology& topology_;
  std::vector<std::uint64_t> weights_;
  CostsByEnds costs_;
};

/// The number of each class among those of its digit.
std::vector<std::uint32_t> numbers_within_digits(const Topology& topology) {
  std::vector<std::uint32_t> next(topology.digits.size()), numbers;
  for (const LinkClass& link_class : topology.classes) numbers.push_back(next[link_class.digits[0]]++);
  return numbers;
}

}  // namespace

std::vector<std::vector<double>> line_costs(const Topology& topology, const Placement& placement, const Layout& layout,
                                            const std::vector<const ChannelGraph*>& graphs,
                                            FunctionRef<double(const LinkPlace&)> cost) {
  const std::vector<std::uint64_t> weights = digit_weights(topology);
  const std::vector<std::uint32_t> numbers = numbers_within_digits(topology);
  std::vector<CostsByEnds> of_digit(topology.digits.size());
  for_each_placed_link(topology, placement, layout, [&](const PlacedLink& link) {
    const std::size_t digit = topology.classes[link.link_class].digits[0];
    const auto value = [&](std::uint64_t site) { return site / weights[digit] % topology.digits[digit].radix; };
    const std::uint32_t number = numbers[link.link_class];
    const double one = cost(link.place), copies = static_cast<double>(link.copies);
    of_digit[digit].add({value(link.a), number, value(link.b)}, one, copies);
    of_digit[digit].add({value(link.b), number, value(link.a)}, one, copies);
  });
  std::vector<std::vector<double>> costs(topology.digits.size());
  for (std::size_t digit = 0; digit < costs.size(); ++digit) {
    of_digit[digit].sort();
    const ChannelGraph& graph = *graphs[digit];
    for (std::uint32_t value = 0; value < graph.node_count(); ++value) {
      for (std::uint64_t c = graph.first[value]; c < graph.first[value + 1]; ++c)
        costs[digit].push_back(of_digit[digit].mean({value, graph.link_class[c], graph.head[c]}));
    }
  }
  return costs;
}

std::vector<WayCost> channel_costs(const NetworkWithLinks& network, FunctionRef<double(const LinkPlace&)> cost) {
  const Topology& topology = network.topology;
  CostsOfLinks of_links(topology);
  for (const PlacedLink& link : network.links) of_links.add(link, cost(link.place));
  of_links.sort();
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

std::optional<std::vector<WayCost>> channel_costs(const Topology& topology, const Placement& placement,
                                                  const Layout& layout, std::uint64_t effort,
                                                  FunctionRef<double(const LinkPlace&)> cost) {
  if (!fits_channel_graph(topology) || 2 * topology.link_count() > effort) return std::nullopt;
  return channel_costs(whole_network(topology, placement, layout), cost);
}

}  // namespace cutline
