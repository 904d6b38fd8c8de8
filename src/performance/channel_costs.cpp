// SPDX-License-Identifier: Apache-2.0
#include "performance/channel_costs.hpp"

#include <algorithm>
#include <tuple>

#include "cutline/base/error.hpp"
#include "cutline/base/function_ref.hpp"
#include "topology/digit_graphs.hpp"

namespace cutline {

namespace {

/// The costs of links, which can be looked up by channel.
class CostsOfLinks {
 public:
  explicit CostsOfLinks(const Topology& topology) : topology_(topology), weights_(digit_weights(topology)) {}

  void add(const PlacedLink& link, double cost) {
    const LinkClass& link_class = topology_.classes[link.link_class];
    const auto number = static_cast<std::uint32_t>(link.link_class);
    if (link_class.shared) return costs_.push_back({line(number, link.a), number, 0, cost});
    costs_.push_back({link.a, number, link.b, cost});
    if (!link.one_way) costs_.push_back({link.b, number, link.a, cost});
  }
  void sort() { std::sort(costs_.begin(), costs_.end()); }
  /// The mean cost of the links of the class between the two sites.
  double mean(std::uint64_t from, std::uint32_t link_class, std::uint64_t to) const {
    const bool shared = topology_.classes[link_class].shared;
    const Key key = shared ? Key(line(link_class, from), link_class, 0) : Key(from, link_class, to);
    double sum = 0, links = 0;
    const auto key_of = [](const Entry& entry) {
      return Key(std::get<0>(entry), std::get<1>(entry), std::get<2>(entry));
    };
    auto entry = std::lower_bound(costs_.begin(), costs_.end(), key,
                                  [&](const Entry& one, const Key& wanted) { return key_of(one) < wanted; });
    for (; entry != costs_.end() && key_of(*entry) == key; ++entry, ++links) sum += std::get<3>(*entry);
    CUTLINE_EXPECT(links > 0);
    return sum / links;
  }

 private:
  using Key = std::tuple<std::uint64_t, std::uint32_t, std::uint64_t>;
  using Entry = std::tuple<std::uint64_t, std::uint32_t, std::uint64_t, double>;

  /// The first of the sites that share a link.
  std::uint64_t line(std::uint32_t link_class, std::uint64_t site) const {
    const std::uint8_t digit = topology_.classes[link_class].digits[0];
    return site - site / weights_[digit] % topology_.digits[digit].radix * weights_[digit];
  }

  const Topology& topology_;
  std::vector<std::uint64_t> weights_;
  std::vector<Entry> costs_;
};

}  // namespace

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
