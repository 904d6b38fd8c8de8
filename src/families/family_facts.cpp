// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "cutline/base/error.hpp"
#include "cutline/base/parallel.hpp"
#include "cutline/topology/topology.hpp"
#include "evaluate/link_costs.hpp"
#include "evaluate/timing.hpp"
#include "evaluate/traffic.hpp"
#include "families/family_search.hpp"
#include "rank/scoring.hpp"
#include "topology/balanced_cuts.hpp"
#include "topology/graph_searches.hpp"

namespace cutline {

namespace {

/// A network before its layout. The study's traffic is uniform, and it has no guest.
struct Unlaid {
  const Study& study;
  const Design& design;  ///< with the sides of its tile
  const Topology& topology;
  const GraphMeasures& graph;      ///< without cuts
  std::uint64_t longest_span = 0;  ///< |dx| + |dy| of a link, in node pitches, if the nodes have places; else 0
};

using Floor = std::optional<double>;

/// The least span in node pitches that the longest link has in any layout in one plane. With shorter links, `nodes`
/// nodes could not all be within `diameter` links of each other. derived: nodes with pairwise distances |dx| + |dy| of
/// at most d are no more than the nodes of a ball of diameter d.
std::uint64_t least_longest_span(std::uint64_t nodes, std::uint64_t diameter) {
  if (diameter == 0) return 0;
  const auto in_ball = [](std::uint64_t across) {
    const std::uint64_t r = across / 2;
    return across % 2 == 0 ? 2 * r * r + 2 * r + 1 : 2 * (r + 1) * (r + 1);
  };
  std::uint64_t across = 0;
  while (in_ball(across) < nodes) ++across;
  return (across + diameter - 1) / diameter;
}

/// Moore's count: at most d (d - 1)^(k - 1) nodes are k links from a node. Source: [Hoffman 1960].
double moore_mean(double nodes, double degree) {
  double left = nodes - 1, at_distance = degree, sum = 0;
  for (double hops = 1; left > 0; ++hops, at_distance *= std::max(1.0, degree - 1)) {
    const double here = std::min(left, at_distance);
    sum += hops * here;
    left -= here;
  }
  return nodes > 1 ? sum / (nodes - 1) : 0;
}

/// A lower bound of the mean hops of uniform traffic between terminals.
double fewest_hops(const Unlaid& network) {
  const auto nodes = static_cast<double>(network.topology.node_count());
  if (!network.graph.parts.all_have_ways()) return 0;
  const double others = (nodes - 1) / nodes;  // a terminal also sends to the terminals of its own node
  if (network.graph.distances) return network.graph.distances->mean_hops * others;
  const bool few_sites = network.topology.site_count() == network.topology.node_count();
  if (!few_sites || network.graph.degree_max < 1) return others;
  return moore_mean(nodes, static_cast<double>(network.graph.degree_max)) * others;
}

/// Whether all nodes stand in one plane, in equal tiles whose sides are those of the design or the technology.
bool is_plain(const Unlaid& network) {
  const Design& design = network.design;
  const auto& axes = design.placement.axes;
  return design.packages.empty() && design.tiles.empty() && design.line_length.base == 0 &&
         design.placement.cells.empty() && !design.placement.plan && std::ranges::find(axes, Axis::z) == axes.end();
}

LayoutRules rules_of(const Unlaid& network) {
  const Design& design = network.design;
  return layout_rules(technology_of(network.study, design), design.node_width, design.node_height);
}

double narrow_side_nm(const LayoutRules& rules) {
  return std::min(rules.node_width * rules.cell_width_nm, rules.node_height * rules.cell_height_nm);
}

/// A lower bound of the longest span, or that span itself.
std::uint64_t longest_span(const Unlaid& network) {
  if (network.longest_span > 0 && is_plain(network)) return network.longest_span;
  if (!network.graph.distances || !network.graph.parts.all_have_ways() || !is_plain(network)) return 1;
  return least_longest_span(network.topology.node_count(), network.graph.distances->diameter_hops);
}

/// The least length of a wire of a link that spans `span` pitches. It may begin and end anywhere in its two boxes,
/// which takes up to two pitches away.
Length shortest_wire(const Unlaid& network, std::uint64_t span) {
  const double pitches = span > 2 ? static_cast<double>(span - 2) : 0;
  return Length{pitches * narrow_side_nm(rules_of(network))};
}

/// A lower bound of the delay of the slowest wire.
Time fastest_longest_wire(const Unlaid& network) {
  const ChosenDelay& delay = network.study.delays.front();
  const std::uint64_t span = longest_span(network);
  WireLength wire;
  wire.span = static_cast<double>(span);
  if (technology_of(network.study, network.design).unit) return wants_layout(delay) ? Time{} : delay(wire);
  if (!delay.model->counts_metres() || span <= 2 || network.design.technology) return {};
  wire.routed = shortest_wire(network, span);
  return delay(wire);
}

/// A lower bound of the mean distance |dx| + |dy| between N points of a grid, over all ordered pairs, including each
/// point with itself. In a region of area N the mean distance is at least 0.6502 sqrt(N) [Bender 2004], and replacing
/// the points by unit squares around them raises it by at most 2/3. Source: [Bender 2004].
double nearest_mean_distance(double points) { return std::max(0.0, 0.6502 * std::sqrt(points) - 2.0 / 3); }

/// A lower bound of the mean cycles of a link, as a function of the mean span of links: the lower convex hull of the
/// cycles over the span. By convexity (Jensen's inequality), no mixture of spans lies below it.
class CyclesBySpan {
 public:
  CyclesBySpan(const Unlaid& network, double farthest) {
    const ChosenDelay& delay = network.study.delays.front();
    const Time cycle = std::max(network.study.clock.cycle, network.study.clock.floor);
    for (std::uint64_t span = 0; span <= static_cast<std::uint64_t>(farthest) + 1; ++span) {
      WireLength wire;
      wire.routed = shortest_wire(network, span);
      const double cycles = span > 2 ? std::max(1.0, delay(wire) / cycle) : 1;
      // Whether the last corner lies on or above the line from the one before it to the new point.
      const auto bends_up = [&] {
        const auto [x0, y0] = corners_[corners_.size() - 2];
        const auto [x1, y1] = corners_.back();
        return (y1 - y0) * (static_cast<double>(span) - x0) >= (cycles - y0) * (x1 - x0);
      };
      while (corners_.size() > 1 && bends_up()) corners_.pop_back();
      corners_.emplace_back(static_cast<double>(span), cycles);
    }
  }

  double at(double span) const {
    for (std::size_t i = 1; i < corners_.size(); ++i) {
      const auto [x0, y0] = corners_[i - 1];
      const auto [x1, y1] = corners_[i];
      if (span <= x1) return y0 + (y1 - y0) * (span - x0) / (x1 - x0);
    }
    return corners_.back().second;
  }

 private:
  std::vector<std::pair<double, double>> corners_;
};

/// A floor of the latency if every link takes its own whole cycles. If the mean hops are only a lower bound, more hops
/// with shorter links might take less time, so every larger number of hops is tried.
Floor latency_of_cycles(const Unlaid& network) {
  const double hops = fewest_hops(network);
  const auto floor_at = [&](double h, const std::optional<double>& cycles) {
    return in_ns(latency_floor(network.study, network.design, h, {}, cycles));
  };
  const bool by_length = network.study.delays.front().model->counts_metres() && is_plain(network) &&
                         !technology_of(network.study, network.design).unit && !network.design.technology && hops > 0;
  if (!by_length) return floor_at(hops, {});
  const double distance = nearest_mean_distance(static_cast<double>(network.topology.node_count()));
  const CyclesBySpan cycles(network, distance / hops);
  const auto with_wires = [&](double h) { return floor_at(h, h * cycles.at(distance / h)); };
  double least = with_wires(hops);
  if (network.graph.distances) return least;
  for (double h = hops; h < distance; h += 0.125) {
    // Between h and the next number tried, there are at least h hops, and each takes at least as many cycles as at the
    // next number.
    least = std::min(least, floor_at(h, h * cycles.at(distance / (h + 0.125))));
  }
  return least;
}

Floor latency(const Unlaid& network) {
  if (network.study.takes_own_cycles()) return latency_of_cycles(network);
  const bool by_longest = network.study.clock.rule != ClockRule::per_link;
  const Time wire = by_longest ? fastest_longest_wire(network) : Time{};
  return in_ns(latency_floor(network.study, network.design, fewest_hops(network), wire));
}

Floor hops(const Unlaid& network) { return fewest_hops(network); }

double least_width(const Unlaid& network) {
  const bool given = network.study.hold.resource == Resource::none;
  return given ? network.design.own_width_bits() : 1;
}

Floor pins(const Unlaid& network) {
  return static_cast<double>(network.graph.ports_max) *
         wires_of_channel(technology_of(network.study, network.design), network.design, least_width(network));
}

/// In mm2, or in square wire pitches in the unit technology, as rankings use it.
Floor area(const Unlaid& network) {
  if (!is_plain(network)) return std::nullopt;
  constexpr double kRounding = 0.999;  // of the sides of boxes to whole cells
  const LayoutRules rules = rules_of(network);
  const double nodes = static_cast<double>(network.topology.node_count());
  if (rules.unit) return nodes;
  constexpr double kNmPerMm = 1e6;
  return kRounding * nodes * (rules.node_width * rules.cell_width_nm / kNmPerMm) *
         (rules.node_height * rules.cell_height_nm / kNmPerMm);
}

Floor span(const Unlaid& network) { return static_cast<double>(longest_span(network)); }

/// In mm; no floor is known in wire pitches.
Floor longest(const Unlaid& network) {
  if (technology_of(network.study, network.design).unit || !is_plain(network)) return std::nullopt;
  return in_mm(shortest_wire(network, longest_span(network)));
}

/// A lower bound of a term's measure over all layouts of the network; the measure must be one of which less is better.
/// Absent if no bound is known. Cost: O(1).
std::optional<double> floor_of_term(const RankTerm& term, const Unlaid& network) {
  using OfNetwork = Floor (*)(const Unlaid&);
  static const std::map<std::string, OfNetwork, std::less<>> all = {
      {"latency", latency}, {"hops", hops}, {"pins", pins}, {"area", area}, {"span", span}, {"longest", longest}};
  const auto found = all.find(term.measure);
  return found == all.end() ? std::nullopt : found->second(network);
}

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
  if (placed || !listable || !is_plain(network) || topology.site_count() > kMostSites) return 0;
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
    facts.cut_is_searched = holds_graph_cut(study.hold) && !topology.theorems.bisection.told();
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

/// The largest |dx| + |dy| of a link, in node pitches.
std::uint64_t longest_link(const PlacedNetwork& placed) {
  std::int64_t longest = 0;
  for_each_link(placed.topology, [&](std::size_t, std::size_t, std::uint64_t a, std::uint64_t b) {
    const Cell from = cell_of(placed.topology, placed.placement, a), to = cell_of(placed.topology, placed.placement, b);
    std::int64_t span = 0;
    for (const Axis axis : {Axis::x, Axis::y})
      span += std::abs(static_cast<std::int64_t>(from[axis]) - static_cast<std::int64_t>(to[axis]));
    longest = std::max(longest, span);
  });
  return static_cast<std::uint64_t>(longest);
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
  PlacedOrNot found;
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
  return floors_of(terms, {study, design, topology, graph, longest_link(*placed->network)});
}

}  // namespace cutline
