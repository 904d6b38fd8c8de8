// SPDX-License-Identifier: Apache-2.0
#include "families/family_search.hpp"

#include <fmt/format.h>

#include <bit>
#include <cmath>
#include <set>

#include "cutline/study/laid_out.hpp"
#include "evaluate/budget.hpp"
#include "evaluate/rankable.hpp"
#include "evaluate/traffic.hpp"
#include "rank/scoring.hpp"

namespace cutline {

namespace {

/// A limit of the search that also holds for regular networks.
struct SearchLimit {
  const char* name;
  std::optional<double> (*allowed)(const SearchChoice&);
  double (*needed)(const Candidate&);
  bool at_least = false;
};

template <std::uint64_t LinkLimits::*Member, std::uint64_t none = kNoLimit>
std::optional<double> count_of(const SearchChoice& choice) {
  const std::uint64_t limit = choice.limits.*Member;
  return limit != none ? std::optional<double>(static_cast<double>(limit)) : std::nullopt;
}

std::optional<double> degree_limit(const SearchChoice& choice) {
  return choice.degree_given ? std::optional<double>(choice.limits.degree) : std::nullopt;
}

std::optional<double> saturation_limit(const SearchChoice& choice) {
  return choice.saturation > 0 ? std::optional(choice.saturation) : std::nullopt;
}

/// The saturation of a candidate; 0 if it is not known, because then nothing shows that the limit is kept.
double saturation_of(const Candidate& c) {
  const WireTiming* wires = c.latency.wires_under(0);
  return c.traffic.saturation.known() && wires != nullptr ? saturation_per_cycle(c, *wires) : 0;
}

double densest_links(const Candidate& candidate) {
  const std::int64_t most = most_over<std::int64_t>(candidate.laid_out()->measures.density, &Density::peak_links);
  return static_cast<double>(most);
}

const std::vector<SearchLimit>& search_limits() {
  static const std::vector<SearchLimit> limits = {
      {"links_of_router", degree_limit, [](const Candidate& c) { return static_cast<double>(c.graph()->one_way_max); }},
      {"links", count_of<&LinkLimits::links>, [](const Candidate& c) { return c.facts.links; }},
      {"wire", count_of<&LinkLimits::wire>,
       [](const Candidate& c) { return static_cast<double>(c.laid_out()->measures.length.total_span_halves) / 2; }},
      {"span", count_of<&LinkLimits::span>,
       [](const Candidate& c) { return c.laid_out()->measures.length.longest_span.pitches(); }},
      {"middle_links", count_of<&LinkLimits::middle_cut>,
       [](const Candidate& c) { return over_middle(c, &Density::middle_links); }},
      {"cut_links", count_of<&LinkLimits::any_cut>, densest_links},
      {"at_least.bisection", count_of<&LinkLimits::bisection, 0>,
       [](const Candidate& c) { return static_cast<double>(c.graph()->bisection.lower); }, true},
      {"at_least.saturation", saturation_limit, saturation_of, true}};
  return limits;
}

bool has_limits(const Candidate& candidate) { return candidate.can_be_built() && !candidate.infeasible.empty(); }

void count(const std::vector<Candidate>& candidates, RegularAnswer& answer) {
  for (const Candidate& candidate : candidates) {
    if (const auto* refused = std::get_if<CannotBeBuilt>(&candidate.built)) {
      if (answer.not_built++ == 0) answer.why_not_built = candidate.design->name + ": " + refused->why;
    } else if (!candidate.infeasible.empty()) {
      ++answer.over[candidate.infeasible.front().limit];
    }
  }
}

/// Lays out also the networks that limits had ruled out, and finds which limits contradict each other and which network
/// comes nearest to meeting all of them.
void explain_limits(const Study& study, const NetworksToTry& networks, const std::vector<Candidate>& laid_out,
                    const Effort& effort, RegularAnswer& answer) {
  const std::vector<Design>& designs = networks.designs;
  const std::vector<EarlyFacts>& facts = networks.facts;
  constexpr std::size_t kMostExplained = 2048;
  std::vector<Design> others;
  for (std::size_t i = 0; i < designs.size() && others.size() < kMostExplained; ++i) {
    if (facts[i].why_none.empty() && !facts[i].over.empty()) others.push_back(with_room(designs[i], facts[i]));
  }
  std::vector<Candidate> all = evaluated_networks(study, others, effort);
  all.insert(all.end(), laid_out.begin(), laid_out.end());
  answer.nearest = near_misses(all);
  answer.contradicting = contradicting_limits(all);
  if (const Candidate* nearest = nearest_to_limits(all)) {
    answer.nearest_network = nearest->design->name;
    answer.nearest_needs = nearest->infeasible;
  }
}

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

void hold_to_limits(const Study& study, Candidate& candidate) {
  if (!candidate.laid_out()) return;
  for (const SearchLimit& limit : search_limits()) {
    const std::optional<double> allowed = limit.allowed(*study.search);
    if (!allowed) continue;
    const double needed = limit.needed(candidate);
    if (limit.at_least ? needed < *allowed : needed > *allowed)
      candidate.infeasible.push_back({limit.name, needed, *allowed, false});
  }
}

std::vector<NearMiss> near_misses(const std::vector<Candidate>& candidates) {
  std::map<std::string, NearMiss> nearest;
  for (const Candidate& candidate : candidates) {
    if (!candidate.can_be_built() || candidate.infeasible.size() != 1) continue;
    const OverLimit& over = candidate.infeasible.front();
    const auto [at, is_new] = nearest.try_emplace(over.limit, NearMiss{over.limit, over.needed, over.allowed});
    if (std::abs(over.needed - over.allowed) < std::abs(at->second.nearest - over.allowed))
      at->second.nearest = over.needed;
  }
  std::vector<NearMiss> all;
  for (const auto& [limit, miss] : nearest) all.push_back(miss);
  return all;
}

std::vector<std::vector<std::string>> contradicting_limits(const std::vector<Candidate>& candidates) {
  constexpr std::size_t kMostLimits = 16;
  std::set<std::string> names;
  for (const Candidate& candidate : candidates) {
    for (const OverLimit& over : candidate.infeasible) names.insert(over.limit);
  }
  const std::vector<std::string> limits(names.begin(), names.end());
  if (limits.empty()) return {};
  if (limits.size() > kMostLimits) return {limits};
  std::set<std::uint32_t> missed;  // the sets of limits that a network misses, one bit for each limit
  for (const Candidate& candidate : candidates) {
    if (!has_limits(candidate)) continue;
    std::uint32_t set = 0;
    for (const OverLimit& over : candidate.infeasible)
      set |= 1U << (std::find(limits.begin(), limits.end(), over.limit) - limits.begin());
    missed.insert(set);
  }
  std::vector<std::vector<std::string>> smallest;
  for (std::uint32_t some = 1; some < 1U << limits.size(); ++some) {
    const auto size = static_cast<std::size_t>(std::popcount(some));
    if (!smallest.empty() && size > smallest.front().size()) continue;
    if (!std::all_of(missed.begin(), missed.end(), [&](std::uint32_t set) { return (set & some) != 0; })) continue;
    if (!smallest.empty() && size < smallest.front().size()) smallest.clear();
    std::vector<std::string>& set = smallest.emplace_back();
    for (std::size_t i = 0; i < limits.size(); ++i) {
      if ((some >> i & 1U) != 0) set.push_back(limits[i]);
    }
  }
  return smallest;
}

const Candidate* nearest_to_limits(const std::vector<Candidate>& candidates) {
  const auto excess = [](const Candidate& candidate) {
    double sum = 0;
    for (const OverLimit& over : candidate.infeasible)
      sum += std::abs(std::log(std::max(over.needed, 1e-9) / std::max(over.allowed, 1e-9)));
    return sum;
  };
  const Candidate* nearest = nullptr;
  for (const Candidate& candidate : candidates) {
    if (has_limits(candidate) && (nearest == nullptr || excess(candidate) < excess(*nearest))) nearest = &candidate;
  }
  return nearest;
}

FamilySearch search_families(const Study& study, const Effort& effort) {
  FamilySearch found;
  const SearchChoice& choice = *study.search;
  NetworksToTry networks{networks_of(choice), {}, 0};
  networks.facts = early_facts(study, objectives_of(study), networks.designs);
  add_optimised(networks);
  found.answer.considered = networks.designs.size();
  found.answer.sizes_differ = searched_population(study).any;
  found.candidates = laid_out_in_turn(study, networks, effort, found.answer);
  count(found.candidates, found.answer);
  const Scoring scoring{study, found.candidates, 0, mixed_population(searched_population(study), found.candidates), {}};
  const std::vector<std::size_t> order = ordered(study, scores(scoring));
  found.answer.ranked = order.size();
  if (order.empty()) explain_limits(study, networks, found.candidates, effort, found.answer);
  for (const std::size_t i : order) {
    if (found.answer.best.size() < kMostBest) found.answer.best.push_back(*found.candidates[i].design);
    if (!found.model) found.model = model_of_links(choice, found.candidates[i]);
  }
  return found;
}

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
