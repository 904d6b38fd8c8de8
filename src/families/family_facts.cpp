// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "cutline/base/error.hpp"
#include "cutline/base/integers.hpp"
#include "cutline/base/parallel.hpp"
#include "cutline/study/scoring.hpp"
#include "cutline/study/traffic.hpp"
#include "cutline/topology/bisection_parts.hpp"
#include "cutline/topology/topology.hpp"
#include "evaluate/network.hpp"
#include "families/family_search.hpp"
#include "families/floors.hpp"

namespace cutline {

namespace {

/// The most link visits that a network's distances may cost before its layout. Products, and networks whose nodes are
/// all alike, need few.
constexpr std::uint64_t kFewVisits = 100'000;

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

/// A limit that no layout of the network can meet; empty if none is known.
std::string limit_missed(const Unlaid& network) {
  const Study& study = network.study;
  const SearchChoice& choice = *study.search;
  const auto links = static_cast<double>(network.topology.link_count());
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

/// If the study holds the bisection of the graph: a width that no channel exceeds, from the budget over the least
/// number of wires that the bisection can have. Absent if no such number is known.
std::optional<double> widest_channel(const Study& study, const Design& design, const Topology& topology) {
  const std::uint64_t widths =
      holds_graph_cut(study.hold) && study.hold.amount > 0 ? cheap_bisection_bound(topology, CutIn::wires) : 0;
  if (widths == 0) return std::nullopt;
  const double width = study.hold.amount / (static_cast<double>(widths) * wires_of_bit(study, design));
  return std::max(1.0, width + design.channel.multiple);  // for widths that are rounded up
}

/// By term: a lower bound of its measure, or kNoFloor. If populations differ, measures that grow with the machine are
/// ranked per terminal, and so are their floors.
std::vector<double> floors_of(const std::vector<RankTerm>& terms, const Unlaid& network) {
  std::vector<double> floors;
  const bool known = is_uniform(network.study) && !network.study.guest;
  for (const RankTerm& term : terms) {
    const std::optional<double> floor = known ? floor_of_term(term, network) : std::nullopt;
    const bool shared = network.study.population.any && measure_named(term.measure).per_terminal();
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
    if (const auto width = widest_channel(study, design, topology)) design.channel.width_bits = *width;
    const GraphMeasures graph = graph_measures(topology, kFewVisits, CutSearch::none);
    const Unlaid network{study, design, topology, graph};
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
  std::vector<std::size_t> first_of_network;
  for (std::size_t i = 0; i < designs.size(); ++i) {
    if (i == 0 || !same_network(designs[i], designs[i - 1])) first_of_network.push_back(i);
  }
  std::vector<EarlyFacts> all(designs.size());
  parallel_for(first_of_network.size(), [&](std::size_t network) {
    const std::size_t first = first_of_network[network];
    const std::size_t end = network + 1 < first_of_network.size() ? first_of_network[network + 1] : designs.size();
    std::fill(all.begin() + static_cast<std::ptrdiff_t>(first), all.begin() + static_cast<std::ptrdiff_t>(end),
              early_facts_of(study, terms, designs[first]));
  });
  return all;
}

}  // namespace cutline
