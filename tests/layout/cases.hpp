// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "base/random.hpp"
#include "cutline/layout/layout.hpp"
#include "cutline/detail/placement/placement.hpp"
#include "cutline/topology/family.hpp"
#include "cutline/topology/topology.hpp"
#include "placement/order.hpp"

/// Routed networks for tests of properties: every row of the catalogues, and random ones with given seeds.
namespace cases {

using namespace cutline;

struct Case {
  std::string name;
  Topology topology;
  Placement placement;
  ChannelWires channel;
  Layout layout;
};

inline Case routed(std::string name, Topology topology, Placement placement, const LayoutRules& rules,
                   ChannelWires channel) {
  Layout layout = route(wire_up(topology, placement, rules.corners()), rules, channel);
  return {std::move(name), std::move(topology), std::move(placement), channel, std::move(layout)};
}

/// The same network with wires over its nodes, whose boxes keep their size.
inline Case over_nodes(const Case& c) {
  LayoutRules rules = c.layout.rules;
  rules.over_nodes = true;
  return routed("over nodes: " + c.name, c.topology, c.placement, rules, c.channel);
}

/// The same network with facing neighbours.
inline Case facing(const Case& c) {
  LayoutRules rules = c.layout.rules;
  rules.neighbours_face = true;
  return routed("facing: " + c.name, c.topology, c.placement, rules, c.channel);
}

/// Makes a visitor that sees each network with facing neighbours, and with wires over its nodes if its name has an odd
/// number of letters.
template <class Visitor>
auto faced(const Visitor& visit) {
  return [&visit](const Case& c) { visit(facing(c.name.size() % 2 == 0 ? c : over_nodes(c))); };
}

/// Makes a visitor that sees each network three times: with wires beside its nodes, with wires over them, and with
/// facing neighbours.
template <class Visitor>
auto in_all_ways(const Visitor& visit) {
  return [&visit](const Case& c) {
    visit(c);
    visit(over_nodes(c));
    faced(visit)(c);
  };
}

/// Makes a visitor that sees each network with wires over its nodes, whose boxes vary in size.
template <class Visitor>
auto over_some_nodes(const Visitor& visit) {
  return [&visit](const Case& c) {
    LayoutRules rules = c.layout.rules;
    rules.over_nodes = true;
    rules.node_width = static_cast<std::uint32_t>(1 + c.name.size() % 5 * 6);
    rules.node_height = static_cast<std::uint32_t>(1 + c.name.size() % 7 * 4);
    visit(routed("over nodes: " + c.name, c.topology, c.placement, rules, c.channel));
  };
}

inline LayoutRules unit_rules(std::uint32_t pairs) {
  LayoutRules rules;
  rules.layer_pairs = pairs;
  rules.plane_cells = 2 * pairs;
  return rules;
}

/// A family's network in the unit technology.
inline Case family_case(std::string_view family, const Parameters& parameters, const PlacementChoice& choice = {},
                        std::uint32_t pairs = 1, ChannelWires channel = {}) {
  Topology topology = build_topology(family, parameters);
  Placement placement = place(topology, choice);
  return routed(fmt::format("{} {}, {} pairs", family, to_string(parameters), pairs), std::move(topology),
                std::move(placement), unit_rules(pairs), channel);
}

/// Every way to distribute up to 4 digits over x and y, for more digits a few ways. Also half a dozen ways to
/// distribute them over x, y and z, one of them in equal blocks.
inline std::vector<std::vector<Axis>> axis_splits(std::size_t digits) {
  std::vector<std::vector<Axis>> splits;
  const std::uint32_t all = 1U << digits;
  for (std::uint32_t mask = 0; mask < all; mask += digits <= 4 ? 1 : 5) {
    std::vector<Axis> axes;
    for (std::size_t digit = 0; digit < digits; ++digit) axes.push_back((mask >> digit & 1) != 0 ? Axis::y : Axis::x);
    splits.push_back(axes);
  }
  std::uint32_t ways = 1;
  for (std::size_t digit = 0; digit < digits; ++digit) ways *= 3;
  std::uint32_t step = std::max(1U, ways / 6);
  while (step > 1 && step % 3 == 0) ++step;
  const auto has_z = [](const std::vector<Axis>& axes) {
    return std::find(axes.begin(), axes.end(), Axis::z) != axes.end();
  };
  for (std::uint32_t way = 0; way < ways; way += step) {
    std::vector<Axis> axes;
    for (std::uint32_t rest = way, digit = 0; digit < digits; ++digit, rest /= 3) axes.push_back(kAxes[rest % 3]);
    if (has_z(axes)) splits.push_back(axes);
  }
  std::vector<Axis> in_turn;
  for (std::size_t digit = 0; digit < digits; ++digit) in_turn.push_back(kAxes[digit * 3 / digits]);
  if (has_z(in_turn)) splits.push_back(in_turn);
  return splits;
}

/// Everything that a user can choose by name: every order that suits the network and, if the order is one for lines,
/// every split of the dimensions.
inline std::vector<std::pair<std::string, PlacementChoice>> placement_choices(const Topology& topology) {
  std::vector<std::pair<std::string, PlacementChoice>> choices;
  const bool lines_only =
      topology.has_interchanges() || std::any_of(topology.classes.begin(), topology.classes.end(),
                                                 [](const LinkClass& link_class) { return link_class.shared; });
  for (const Order& order : orders()) {
    PlacementChoice choice;
    choice.orders = {std::string(order.name)};
    if (order.network != nullptr) {
      if (network_shape(topology).kind == order.kind) choices.emplace_back(order.name, choice);
      continue;
    }
    if (order.arrange != nullptr) {
      // Exact orders of long lines and tabu search of large grids take long; other tests cover them.
      constexpr std::uint64_t kMostExact = 12, kMostTabu = 64;
      const std::uint64_t most = order.name == "tabu" ? kMostTabu : order.most_nodes;
      if (topology.site_count() > (order.name == "exact" ? kMostExact : most)) continue;
      choice.arrange.emplace();
      if (order.moves_nodes) choice.arrange->moves = 300;
    }
    if ((order.grid != nullptr || order.arranges_grids) && !lines_only) {
      choice.columns = static_cast<std::uint32_t>((topology.node_count() + 2) / 3);
      choices.emplace_back(fmt::format("{} over a grid", order.name), choice);
      choice.columns = 0;
    }
    if (order.line == nullptr && order.arrange == nullptr) continue;
    std::vector<std::vector<Axis>> splits = axis_splits(topology.digits.size() - (topology.boxed_digit() ? 1 : 0));
    // The result of an order that optimises depends on the lines, not on their places.
    if (order.arrange != nullptr) splits.resize(std::min<std::size_t>(splits.size(), 2));
    for (const std::vector<Axis>& axes : splits) {
      std::string split;
      for (const Axis axis : axes) split += letter(axis);
      choice.axes = axes;
      choices.emplace_back(fmt::format("{} {}", order.name, split), choice);
    }
  }
  return choices;
}

/// Every family's examples, in every order, with every split of the dimensions, on 1 to `most_pairs` layer pairs.
template <class Visitor>
void for_each_catalogue_case(const Visitor& visit, std::uint32_t most_pairs = 4) {
  for (const Family& family : families()) {
    for (const Parameters& parameters : family.examples) {
      const Topology topology = build_topology(family.name, parameters);
      for (const auto& [words, choice] : placement_choices(topology)) {
        const Placement placement = place(topology, choice);
        for (std::uint32_t pairs = 1; pairs <= most_pairs; ++pairs) {
          visit(routed(fmt::format("{} {}: {}, {} pairs", family.name, to_string(parameters), words, pairs), topology,
                       placement, unit_rules(pairs), {.width_bits = pairs % 2 + 1}));
        }
      }
    }
  }
}

inline LayoutRules random_rules(Random& random) {
  LayoutRules rules = unit_rules(1 + static_cast<std::uint32_t>(random.below(4)));
  if (random.below(2) == 0) rules.node_width = 1 + static_cast<std::uint32_t>(random.below(20));
  if (random.below(2) == 0) rules.node_height = 1 + static_cast<std::uint32_t>(random.below(20));
  if (random.below(2) == 0) {
    rules.unit = false;
    rules.cell_width_nm = 80 + 20 * static_cast<double>(random.below(5));
    rules.cell_height_nm = 80 + 20 * static_cast<double>(random.below(5));
    rules.plane_cells = 37;
    rules.cell_depth_nm = 130;
  }
  return rules;
}

inline ChannelWires random_channel(Random& random) {
  return {.width_bits = 1 + static_cast<std::uint32_t>(random.below(3)),
          .wires_per_bit = 1 + static_cast<std::uint32_t>(random.below(2)),
          .control = static_cast<std::uint32_t>(random.below(3))};
}

/// A class of random links over some digits, with parallel links, several widths, and one-way or two-way links.
inline LinkClass random_class(Random& random, const Topology& topology, std::vector<std::uint8_t> digits,
                              std::size_t links) {
  std::uint32_t addresses = 1;
  for (const std::uint8_t digit : digits) addresses *= topology.digits[digit].radix;
  LinkClass result;
  result.name = "random";
  result.digits = std::move(digits);
  result.channels = 1 + static_cast<int>(random.below(2));
  const bool wide = random.below(2) == 0;
  for (std::size_t i = 0; i < links; ++i) {
    const auto a = static_cast<std::uint32_t>(random.below(addresses));
    const auto b = static_cast<std::uint32_t>((a + 1 + random.below(addresses - 1)) % addresses);
    result.links.push_back({a, b});
    if (wide) result.widths.push_back(1 + static_cast<std::uint32_t>(random.below(4)));
  }
  return result;
}

/// A graph without structure whose nodes stand in random cells of a grid with some empty cells, in one plane or more.
inline Case random_graph(std::uint64_t seed, std::uint32_t planes = 1) {
  Random random(seed);
  const auto nodes = static_cast<std::uint32_t>(2 + random.below(40));
  Topology topology;
  topology.digits = {nodes};
  topology.classes.push_back(random_class(random, topology, {0}, 1 + random.below(3 * nodes)));
  if (random.below(3) == 0) topology.classes.push_back(random_class(random, topology, {0}, 1 + random.below(nodes)));
  const auto columns = static_cast<std::uint32_t>(1 + random.below(9));
  const std::uint32_t rows = (nodes + columns - 1) / columns + static_cast<std::uint32_t>(random.below(3));
  const std::uint32_t plane = columns * ((rows + planes - 1) / planes);
  std::vector<std::uint32_t> cells(planes == 1 ? columns * rows : plane * planes);
  for (std::uint32_t i = 0; i < cells.size(); ++i) cells[i] = i;
  for (std::size_t i = cells.size() - 1; i > 0; --i) std::swap(cells[i], cells[random.below(i + 1)]);
  PlacementChoice choice;
  for (std::uint32_t node = 0; node < nodes; ++node)
    choice.cells.push_back({cells[node] % columns, cells[node] % plane / columns, cells[node] / plane});
  Placement placement = place(topology, choice);
  const LayoutRules rules = random_rules(random);
  const ChannelWires channel = random_channel(random);
  return routed(fmt::format("random graph {} on {} planes", seed, planes), std::move(topology), std::move(placement),
                rules, channel);
}

/// A network of several digits with random classes over random digits; some classes are present only at some places.
inline Case random_digits(std::uint64_t seed, std::uint32_t axes = 2) {
  Random random(seed);
  Topology topology;
  const std::size_t digits = 2 + random.below(3);
  for (std::size_t i = 0; i < digits; ++i) topology.digits.push_back(2 + static_cast<std::uint32_t>(random.below(3)));
  for (std::size_t c = 0; c < 1 + random.below(4); ++c) {
    const std::uint64_t mask = 1 + random.below((1U << digits) - 1);
    std::vector<std::uint8_t> own;
    for (std::uint8_t digit = 0; digit < digits; ++digit) {
      if ((mask >> digit & 1) != 0) own.push_back(digit);
    }
    LinkClass link_class = random_class(random, topology, own, 1 + random.below(6));
    for (std::uint8_t digit = 0; digit < digits; ++digit) {
      if ((mask >> digit & 1) != 0 || random.below(3) != 0) continue;
      link_class.only.push_back({digit, {static_cast<std::uint32_t>(random.below(topology.digits[digit].radix))}});
    }
    topology.classes.push_back(std::move(link_class));
  }
  PlacementChoice choice;
  for (std::size_t i = 0; i < digits; ++i) choice.axes.push_back(kAxes[random.below(axes)]);
  std::vector<std::string> line_orders;
  for (const Order& order : orders()) {
    if (order.line != nullptr) line_orders.emplace_back(order.name);
  }
  choice.orders = {line_orders[random.below(line_orders.size())]};
  Placement placement = place(topology, choice);
  const LayoutRules rules = random_rules(random);
  const ChannelWires channel = random_channel(random);
  return routed(fmt::format("random digits {} on {} axes", seed, axes), std::move(topology), std::move(placement),
                rules, channel);
}

template <class Visitor>
void for_each_random_case(std::uint64_t graphs, const Visitor& visit) {
  for (std::uint64_t seed = 1; seed <= graphs; ++seed) {
    visit(random_graph(seed));
    if (seed % 2 == 0) visit(random_digits(seed));
    if (seed % 2 == 1) visit(random_graph(seed, 2 + static_cast<std::uint32_t>(seed / 2 % 4)));
    if (seed % 4 == 0) visit(random_digits(seed, 3));
  }
}

}  // namespace cases
