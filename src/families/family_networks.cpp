// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "cutline/base/error.hpp"
#include "families/family_search.hpp"

namespace cutline {

namespace {

/// The range of nodes of networks whose terminals are in a range, with `concentration` terminals at each node.
SizeRange nodes_within(const SizeRange& terminals, std::uint32_t concentration) {
  return {(terminals.least + concentration - 1) / concentration, terminals.most / concentration};
}

std::uint64_t product(const IntegerList& radices, std::uint32_t on_x, bool of_x) {
  std::uint64_t side = 1;
  for (std::size_t i = 0; i < radices.size(); ++i) {
    if (((on_x >> i & 1U) != 0) == of_x) side *= static_cast<std::uint64_t>(radices[i]);
  }
  return side;
}

/// The ways to distribute dimensions to x and y, one for each multiset of radices along x. A grid more than 16 times as
/// long as wide is left out, if there are others.
std::vector<std::vector<Axis>> splits_of(const IntegerList& radices) {
  constexpr std::uint64_t kLongest = 16;
  std::set<std::multiset<std::int64_t>> seen;
  std::vector<std::vector<Axis>> all;
  for (std::uint32_t on_x = 0; on_x < 1U << radices.size(); ++on_x) {
    const std::uint64_t width = product(radices, on_x, true), height = product(radices, on_x, false);
    if (width > kLongest * height || height > kLongest * width) continue;
    std::multiset<std::int64_t> of_x;
    std::vector<Axis> axes;
    for (std::size_t i = 0; i < radices.size(); ++i) {
      axes.push_back((on_x >> i & 1U) != 0 ? Axis::x : Axis::y);
      if (axes.back() == Axis::x) of_x.insert(radices[i]);
    }
    if (seen.insert(of_x).second) all.push_back(axes);
  }
  return all.empty() ? std::vector<std::vector<Axis>>(1) : all;
}

/// Adds the network once for every order and every split of its dimensions; only once if the spec gives a placement.
void add_placements(const SearchChoice& choice, const Family& family, Design design, std::vector<Design>& all) {
  const PlacementChoice& given = choice.network.placement;
  std::vector<std::vector<Axis>> splits = {given.axes};
  if (given == PlacementChoice{} && family.sizes.dimensions != nullptr)
    splits = splits_of(family.sizes.dimensions(design.parameters));
  std::vector<std::vector<std::string>> orders = {given.orders};
  if (given == PlacementChoice{} && family.sizes.rings) orders.push_back({"folded"});
  for (const auto& axes : splits) {
    for (const auto& order : orders) {
      design.placement.axes = axes;
      design.placement.orders = order;
      all.push_back(design);
      if (all.size() <= kMostConsidered) continue;
      throw_limit_error(fmt::format("the families have more than {} networks of so many terminals", kMostConsidered),
                        "name fewer `families`, or a narrower range of `terminals`", "search");
    }
  }
}

/// A name such as "hyperx 8x8, 4 a node" or "xgft height=2, ...", without the names of the usual parameters.
std::string short_name(const Design& design) {
  const Parameters& all = design.parameters;
  std::string name = design.family.printed();
  if (all.has("radices")) name += fmt::format(" {}", fmt::join(all.list("radices"), "x"));
  if (all.has("nodes")) name += fmt::format(" {}", all.integer("nodes"));
  Parameters others;
  for (const auto& [parameter, value] : all.values()) {
    if (parameter != "radices" && parameter != "nodes" && parameter != "concentration") others.set(parameter, value);
  }
  if (const std::string rest = to_string(others); !rest.empty()) name += " " + rest;
  return all.has("concentration") ? fmt::format("{}, {} a node", name, all.integer("concentration")) : name;
}

void add_networks(const SearchChoice& choice, const Family& family, std::uint32_t concentration,
                  std::vector<Design>& all) {
  const bool own = family.sizes.of_terminals;
  const SizeRange& terminals = choice.among->terminals;
  const SizeRange range = own ? terminals : nodes_within(terminals, concentration);
  if (range.most < 2 || range.least > range.most) return;
  for (const Parameters& parameters : family.sizes.networks(range)) {
    Design design = choice.network;
    design.family = family.name;
    for (const auto& [name, value] : parameters.values()) design.parameters.set(name, value);
    if (!own && concentration > 1) design.parameters.set("concentration", std::int64_t{concentration});
    design.name = short_name(design);
    design.swept = true;
    add_placements(choice, family, std::move(design), all);
  }
}

/// Adds the placement to the names of networks that differ only in it.
void settle_names(std::vector<Design>& designs) {
  for (Design& design : designs) {
    if (!design.placement.orders.empty()) design.name += ", " + design.placement.orders.front();
    if (design.placement.axes.empty()) continue;
    design.name += ", ";
    for (const Axis axis : design.placement.axes) design.name += letter(axis);
  }
}

}  // namespace

bool FamilyChoice::asks(const FamilyName& family) const {
  return families.empty() || std::find(families.begin(), families.end(), family) != families.end();
}

TileSides room_for(const Design& network, std::uint32_t concentration) {
  const double times = std::sqrt(concentration);
  return {{std::ceil(network.node_width.base * times)}, {std::ceil(network.node_height.base * times)}};
}

std::vector<Design> networks_of(const SearchChoice& choice) {
  std::vector<Design> all;
  for (const Family& family : families()) {
    if (!choice.among->asks(FamilyName(family.name)) || family.sizes.networks == nullptr) continue;
    for (const std::uint32_t concentration : choice.among->concentrations) {
      add_networks(choice, family, concentration, all);
      if (family.sizes.of_terminals) break;
    }
  }
  settle_names(all);
  return all;
}

}  // namespace cutline
