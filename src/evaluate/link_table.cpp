// SPDX-License-Identifier: Apache-2.0
#include "evaluate/link_table.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <bit>
#include <tuple>
#include <unordered_set>
#include <utility>

#include "cutline/base/error.hpp"
#include "cutline/performance/latency.hpp"
#include "cutline/study/laid_out.hpp"
#include "cutline/study/link_values.hpp"
#include "cutline/study/placed_network.hpp"
#include "cutline/study/study.hpp"
#include "cutline/topology/given_links.hpp"
#include "evaluate/link_meter.hpp"
#include "evaluate/under_load.hpp"
#include "measure/placed_links.hpp"

namespace cutline {

namespace {

/// Compares and hashes links by the number of their geometry. Links with equal wires are equal, wherever their ends
/// are.
struct EqualWires {
  const std::vector<LinkGeometry>& all;
  bool operator()(std::uint32_t a, std::uint32_t b) const {
    LinkGeometry there = all[b];
    there.from = all[a].from;
    there.to = all[a].to;
    return all[a] == there;
  }
};

struct WiresHash {
  const std::vector<LinkGeometry>& all;
  std::size_t operator()(std::uint32_t number) const {
    const LinkGeometry& link = all[number];
    std::uint64_t sum = link.span.halves;
    const auto add = [&sum](std::uint64_t part) {
      sum = (sum ^ part) * 0x9E3779B97F4A7C15;  // 2^64 over the golden ratio: Fibonacci hashing
      sum ^= sum >> 32;
    };
    add(static_cast<std::uint64_t>(link.cells_z));
    add((link.along_x ? 2 : 0) + (link.along_y ? 1 : 0));
    for (const Strand& strand : link.strands) {
      add(static_cast<std::uint64_t>(strand.cells_x));
      add(static_cast<std::uint64_t>(strand.cells_y));
      add(std::bit_cast<std::uint64_t>(strand.mean_x));
      add(std::bit_cast<std::uint64_t>(strand.mean_y));
      add(std::uint64_t{strand.wires} << 8 | strand.pair);
    }
    return sum;
  }
};

}  // namespace

LinkTable::LinkTable(const BuiltCandidate& candidate) {
  CUTLINE_EXPECT(candidate.laid_out() != nullptr);
  const Layout& layout = candidate.laid_out()->layout;
  const bool by_ends = candidate.packages() != nullptr;
  std::unordered_set<std::uint32_t, WiresHash, EqualWires> known(16, WiresHash{geometry_}, EqualWires{geometry_});
  const auto kind_of = [&](LinkGeometry link, std::uint64_t count) {
    const auto number = static_cast<std::uint32_t>(geometry_.size());
    geometry_.push_back(std::move(link));
    const std::uint32_t kind = by_ends ? number : *known.insert(number).first;
    if (kind == number) {
      links_.push_back(0);
    } else {
      geometry_.pop_back();
    }
    links_[kind] += count;
    return kind;
  };
  for (const Axis axis : kAxes) {
    for (const Pattern& pattern : layout.lines(axis).patterns)
      straight_[index(axis)].emplace_back(pattern.size(), LinkPlace::kBent);
  }
  bent_.resize(layout.wiring.joints.size());
  for_each_link_place(layout, [&](const LinkPlace& place, std::uint64_t count) {
    std::uint32_t& kind = place.is_bent() ? bent_[place.part] : straight_[index(place.axis)][place.pattern][place.part];
    kind = kind_of(link_geometry(layout, place), count);
  });
}

std::vector<LinkCost> link_costs(const Study& study, const BuiltCandidate& candidate, const LinkTable& table,
                                 const ChosenDelay& delay, const std::optional<Time>& cycle) {
  LinkMeter meter(study, candidate, delay);
  const bool energy = has_wire_energy(study, candidate);
  std::vector<LinkCost> costs;
  costs.reserve(table.kinds());
  for (const LinkGeometry& link : table.geometries()) {
    LinkCost cost{.delay = meter.delay(link)};
    if (cycle) cost.cycles = whole_cycles(cost.delay, *cycle);
    if (energy) cost.energy_pj_per_bit = meter.energy_pj(link);
    costs.push_back(cost);
  }
  return costs;
}

std::vector<std::optional<LayeredCircuit>> link_circuits(const Study& study, const BuiltCandidate& candidate,
                                                         const LinkTable& table, const ChosenDelay& delay) {
  LinkMeter meter(study, candidate, delay);
  std::vector<std::optional<LayeredCircuit>> circuits;
  circuits.reserve(table.kinds());
  for (const LinkGeometry& link : table.geometries()) circuits.push_back(meter.circuit(link));
  return circuits;
}

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
    if (topology.given) key.given = topology.given->of(link_class, link);
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

LinkValues link_values(const Study& study, const Candidate& candidate, std::size_t delay) {
  expect_not_ideal(*candidate.design, "list the links of");
  expect_layout(study, candidate, "list the links of");
  expect_links_of_two_ends(candidate);
  const PlacedNetwork& network = *candidate.network();
  if (network.topology.link_count() > kMostListedLinks)
    throw_limit_error("links are listed one by one up to 2^28 links, the limit");
  const Layout& layout = candidate.laid_out()->layout;
  const LinkTable table(candidate);
  const std::vector<LinkCost> costs = link_costs(study, candidate, table, study.delays.at(delay));
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
    const std::uint32_t kind = table.kind(places[i].second);
    const LinkGeometry& way = table.geometry(kind);
    values.length_pitches[link] = static_cast<double>(way.cells_x + way.cells_y + way.cells_z);
    values.delay_ns[link] = in_ns(costs[kind].delay);
    if (!layout.rules.unit) values.length_mm[link] = in_mm(length_of(layout.rules, way));
  }
  return values;
}

std::vector<double> loads_of_channels(const Study& study, const Candidate& candidate, const Effort& effort) {
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
