// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "cutline/base/parallel.hpp"
#include "evaluate/network.hpp"
#include "evaluate/traffic.hpp"
#include "families/family_search.hpp"
#include "families/floors.hpp"
#include "rank/scoring.hpp"
#include "topology/balanced_cuts.hpp"
#include "topology/graph_searches.hpp"

namespace cutline {

namespace {

/// The most link visits that a network's distances may cost before its layout. Products, and networks whose nodes are
/// all alike, need few. Where a cut is searched, or an optimiser finds the places, a higher floor spares far more.
std::uint64_t most_visits(bool spares_searches) { return spares_searches ? 16'000'000 : 100'000; }

bool is_over(std::uint64_t most, double number) { return number > static_cast<double>(most); }

bool is_over(const Study& study, Limited what, const std::optional<double>& least) {
  const auto limit = study.limits.find(what);
  return limit != study.limits.end() && least && *least > limit->second;
}

/// Whether the bisection is certainly below `least`. It is at most the cut between the first and the second half of the
/// nodes in their order, and at most the mean cut over all halvings. derived: a link is cut in N / (2 (N - 1)) of all
/// halvings for even N, and in (N + 1) / (2 N) for odd N.
bool is_too_narrow(const Topology& topology, std::uint64_t least) {
  if (const BisectionTheorem& theorem = topology.theorems.bisection; theorem.told()) return theorem.links < least;
  const std::uint64_t nodes = topology.node_count();
  const bool all_nodes = topology.site_count() == nodes;
  const std::uint64_t odd = nodes % 2;
  const Int128 cuts = static_cast<Int128>(topology.link_count()) * (nodes + odd);
  if (all_nodes && nodes > 1 && cuts < static_cast<Int128>(least) * 2 * (nodes - 1 + odd)) return true;
  const auto halves = halving_cut(topology);
  return halves && halves->links < least;
}

/// Whether all nodes send over one channel, which is fast only while nobody else sends. Where the user names no
/// families and nothing of the question counts load, it is no answer.
bool is_for_no_load(const Unlaid& network) {
  return has_shared_links(network.topology) && network.study.search->among->families.empty() &&
         effort_of_networks(network.study, {}).detail == Detail::plain_ranking;
}

/// The columns of the grid on which an optimiser may put every node anywhere; 0 if nodes stand by dimensions or where
/// the user says, or are too many.
std::uint32_t free_columns(const Unlaid& network) {
  constexpr std::uint64_t kMostSites = 4096;
  const Topology& topology = network.topology;
  const Family* family = find_family(network.design.family);
  const bool placed = family == nullptr || family->sizes.dimensions != nullptr ||
                      (topology.is_product() && topology.has_dimensions) ||
                      network.study.search->network.placement != PlacementChoice{};
  const bool listable = !topology.has_interchanges() || topology.has_switches();
  if (placed || !listable || !stands_in_equal_tiles(network) || topology.site_count() > kMostSites) return 0;
  return static_cast<std::uint32_t>(std::ceil(std::sqrt(static_cast<double>(topology.site_count()))));
}

/// A limit that no layout of the network can meet; empty if none is known.
std::string limit_missed(const Unlaid& network) {
  const Study& study = network.study;
  const SearchChoice& choice = *study.search;
  const auto links = static_cast<double>(network.topology.link_count());
  if (is_for_no_load(network)) return "shared channel";
  if (choice.degree_given && network.graph.one_way_max > choice.limits.degree) return "links_of_router";
  if (is_over(choice.limits.links, links)) return "links";
  if (is_over(choice.limits.wire, links / 2)) return "wire";
  if (choice.limits.span != kNoLimit && is_over(choice.limits.span, floor_of_term({"span"}, network).value_or(0)))
    return "span";
  if (choice.limits.bisection > 0 && is_too_narrow(network.topology, choice.limits.bisection))
    return "at_least.bisection";
  if (is_over(study, Limited::pins_per_node, floor_of_term({"pins"}, network))) return "pins_per_node";
  if (is_over(study, Limited::ports_per_node, static_cast<double>(network.graph.ports_max))) return "ports_per_node";
  if (is_over(study, Limited::area_mm2, floor_of_term({"area"}, network))) return "area_mm2";
  if (is_over(study, Limited::longest_wire_mm, floor_of_term({"longest"}, network))) return "longest_wire_mm";
  return {};
}

/// A lower bound of the bisection in wires. Where nodes have no rule, the spectral bound comes to some times that by
/// flows. It takes a second at most, and the search of a cut that it spares takes several.
std::uint64_t least_bisection(const Topology& topology) {
  constexpr std::uint64_t kMostNodes = 2048;
  const std::uint64_t cheap = cheap_bisection_bound(topology, CutIn::wires);
  const bool of_digits = topology.is_product() && topology.digits.size() > 1;
  if (topology.theorems.bisection.told() || of_digits || topology.node_count() > kMostNodes) return cheap;
  return std::max(cheap, spectral_bound(topology, cheap, CutIn::wires).value_or(0));
}

/// If the study holds the bisection of the graph: a width that no channel exceeds, from the budget over the least
/// number of wires that the bisection can have. Absent if no such number is known.
std::optional<double> widest_channel(const Study& study, const Design& design, const Topology& topology) {
  if (!holds_graph_cut(study.hold) || study.hold.amount <= 0) return std::nullopt;
  const std::uint64_t widths = least_bisection(topology);
  if (widths == 0) return std::nullopt;
  const double width =
      study.hold.amount / (static_cast<double>(widths) * wires_of_bit(technology_of(study, design), design));
  return std::max(1.0, width + design.channel.multiple);  // for widths that are rounded up
}

/// By term: a lower bound of its measure, or kNoFloor. If populations differ, measures that grow with the machine are
/// ranked per terminal, and so are their floors.
std::vector<double> floors_of(const std::vector<RankTerm>& terms, const Unlaid& network) {
  std::vector<double> floors;
  const bool known = is_uniform(network.study) && !network.study.guest;
  for (const RankTerm& term : terms) {
    const std::optional<double> floor = known ? floor_of_term(term, network) : std::nullopt;
    const bool shared = searched_population(network.study).any && measure_named(term.measure).per_terminal();
    const double terminals = shared ? static_cast<double>(network.topology.terminal_count()) : 1;
    floors.push_back(floor ? *floor / terminals : kNoFloor);
  }
  return floors;
}

EarlyFacts early_facts_of(const Study& study, const std::vector<RankTerm>& terms, Design design) {
  EarlyFacts facts;
  try {
    const Topology topology = build_topology(design.family, design.parameters);
    facts.tile = room_for(design, topology.concentration);
    design.node_width = facts.tile.width;
    design.node_height = facts.tile.height;
    facts.widest_bits = widest_channel(study, design, topology);
    if (facts.widest_bits) design.channel.width_bits = *facts.widest_bits;
    facts.cut_is_searched =
        (holds_graph_cut(study.hold) || study.search->limits.bisection > 0) && !topology.theorems.bisection.told();
    const GraphMeasures graph = graph_measures(topology, most_visits(facts.cut_is_searched), CutSearch::none);
    const Unlaid network{study, design, topology, graph};
    facts.columns = free_columns(network);
    facts.over = limit_missed(network);
    facts.floors = floors_of(terms, network);
  } catch (const Error& error) {
    facts.why_none = error.diagnostics().front().message;
  }
  return facts;
}

bool same_network(const Design& a, const Design& b) { return a.family == b.family && a.parameters == b.parameters; }

}  // namespace

std::vector<EarlyFacts> early_facts(const Study& study, const std::vector<RankTerm>& terms,
                                    const std::vector<Design>& designs) {
  const std::vector<std::size_t> first_of_network =
      those_with(designs.size(), [&](std::size_t i) { return i == 0 || !same_network(designs[i], designs[i - 1]); });
  std::vector<EarlyFacts> all(designs.size());
  parallel_for(first_of_network.size(), [&](std::size_t network) {
    const std::size_t first = first_of_network[network];
    const std::size_t end = network + 1 < first_of_network.size() ? first_of_network[network + 1] : designs.size();
    std::fill(all.begin() + static_cast<std::ptrdiff_t>(first), all.begin() + static_cast<std::ptrdiff_t>(end),
              early_facts_of(study, terms, designs[first]));
  });
  return all;
}

std::vector<double> floors_in_places(const Study& study, const std::vector<RankTerm>& terms, Design design,
                                     const EarlyFacts& facts, Watch* watch) {
  PlacedOrIdeal found;
  try {
    found = place_network(study, design, build_network(design), watch);
  } catch (const Error&) {
    return facts.floors;  // its evaluation tells the error
  }
  const auto* placed = std::get_if<PlacedDesign>(&found);
  if (placed == nullptr) return facts.floors;
  const Topology& topology = placed->network->topology;
  if (facts.widest_bits) design.channel.width_bits = *facts.widest_bits;
  const GraphMeasures graph = graph_measures(topology, most_visits(true), CutSearch::none);
  return floors_of(terms, {study, design, topology, graph, &*placed->network});
}

}  // namespace cutline
