// SPDX-License-Identifier: Apache-2.0
#include "cutline/study/link_values.hpp"

#include <fmt/core.h>

#include <tuple>

#include "cutline/study/laid_out.hpp"
#include "cutline/study/placed_network.hpp"
#include "evaluate/candidate_routes.hpp"
#include "evaluate/link_costs.hpp"

namespace cutline {

namespace {

constexpr std::uint64_t kMostListedLinks = std::uint64_t{1} << 28;

/// What the network and the layout both know of a link. Links that share it are parallel and take the layout's in
/// order.
struct ListedLink {
  std::size_t link_class = 0;
  std::uint64_t from = 0, to = 0;  ///< sites; the lower one first unless the link goes one way
  std::uint32_t width = 1;
  std::uint16_t given = 0;
  auto operator<=>(const ListedLink&) const = default;
};

ListedLink listed(std::size_t link_class, std::uint64_t a, std::uint64_t b, bool one_way) {
  if (!one_way && a > b) std::swap(a, b);
  return {link_class, a, b};
}

/// The keys of all links in order, each with its number.
std::vector<std::pair<ListedLink, std::uint64_t>> links_of_network(const Topology& topology) {
  std::vector<std::pair<ListedLink, std::uint64_t>> keys;
  keys.reserve(topology.link_count());
  for_each_link(topology, [&](std::size_t link_class, std::size_t link, std::uint64_t a, std::uint64_t b) {
    const LinkClass& in = topology.classes[link_class];
    ListedLink key = listed(link_class, a, b, in.channels == 1);
    key.width = in.width(link);
    if (topology.given) key.given = topology.given->of(link_class, link, keys.size());
    keys.emplace_back(key, keys.size());
  });
  std::sort(keys.begin(), keys.end());
  return keys;
}

std::vector<std::pair<ListedLink, LinkPlace>> links_of_layout(const PlacedNetwork& network, const Layout& layout) {
  std::vector<std::pair<ListedLink, LinkPlace>> keys;
  for_each_link_by_itself(network.topology, network.placement, layout, [&](const PlacedLink& link) {
    const LinkKind& kind = link_kind(layout, link.place);
    ListedLink key = listed(link.link_class, link.a, link.b, link.one_way);
    key.width = kind.width;
    key.given = kind.given;
    keys.emplace_back(key, link.place);
  });
  std::stable_sort(keys.begin(), keys.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  return keys;
}

Length length_of(const LayoutRules& rules, const LinkGeometry& way) {
  return nanometres(static_cast<double>(way.cells_x) * rules.cell_width_nm +
                    static_cast<double>(way.cells_y) * rules.cell_height_nm +
                    static_cast<double>(way.cells_z) * rules.cell_depth_nm);
}

void expect_links_of_two_ends(const BuiltCandidate& candidate) {
  for (const LinkClass& each : candidate.network()->topology.classes) {
    if (!each.shared) continue;
    throw_input_error(fmt::format("'{}' has a bus, whose wires join several nodes: they have no length of a link",
                                  candidate.design->name),
                      "take a network of links, or measure this one");
  }
}

}  // namespace

LinkValues link_values(const Study& whole, const Candidate& candidate, std::size_t delay) {
  const Study& study = study_of(whole, *candidate.design);
  expect_not_ideal(*candidate.design, "list the links of");
  expect_layout(study, candidate, "list the links of");
  expect_links_of_two_ends(candidate);
  const PlacedNetwork& network = *candidate.network();
  if (network.topology.link_count() > kMostListedLinks)
    throw_limit_error("links are listed one by one up to 2^28 links, the limit");
  const Layout& layout = candidate.laid_out()->layout;
  const LinkKinds kinds(candidate);
  const LinkCosts costs(study, candidate, kinds, study.delays.at(delay));
  const auto keys = links_of_network(network.topology);
  const auto places = links_of_layout(network, layout);
  CUTLINE_EXPECT(keys.size() == places.size());
  LinkValues values;
  values.length_pitches.resize(keys.size());
  values.delay_ns.resize(keys.size());
  if (!layout.rules.unit) values.length_mm.resize(keys.size());
  for (std::size_t i = 0; i < keys.size(); ++i) {
    CUTLINE_EXPECT(keys[i].first == places[i].first);
    const std::uint64_t link = keys[i].second;
    const std::uint32_t kind = kinds.kind(places[i].second);
    const LinkGeometry& way = kinds.geometry(kind);
    values.length_pitches[link] = static_cast<double>(way.cells_x + way.cells_y + way.cells_z);
    values.delay_ns[link] = in_ns(costs.delay(kind));
    if (!layout.rules.unit) values.length_mm[link] = in_mm(length_of(layout.rules, way));
  }
  return values;
}

std::vector<double> loads_of_channels(const Study& whole, const Candidate& candidate, const Effort& effort) {
  const Study& study = study_of(whole, *candidate.design);
  expect_not_ideal(*candidate.design, "list the links of");
  expect_layout(study, candidate, "list the links of");
  const RoutedOrWhy found = routed_traffic(study, candidate, effort);
  if (const auto* why = std::get_if<std::string>(&found))
    throw_input_error("channels have no loads: " + *why, "a smaller network");
  const Flows& flows = std::get<0>(found)->flows;
  const ChannelGraph& graph = *flows.graph;
  const Topology& topology = candidate.network()->topology;
  std::vector<std::uint64_t> next(graph.first.begin(), graph.first.end() - 1);
  std::vector<double> loads;
  loads.reserve(graph.head.size());
  const auto add = [&](std::uint64_t from, std::uint64_t to) {
    const std::uint64_t channel = next[from]++;
    CUTLINE_EXPECT(graph.head[channel] == to);
    loads.push_back(flows.load(channel));
  };
  for_each_link(topology, [&](std::size_t link_class, std::size_t, std::uint64_t a, std::uint64_t b) {
    add(a, b);
    if (topology.classes[link_class].channels == 2) add(b, a);
  });
  return loads;
}

}  // namespace cutline
