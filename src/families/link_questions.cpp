// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "cutline/study/laid_out.hpp"
#include "evaluate/site_costs.hpp"
#include "evaluate/timing.hpp"
#include "families/family_search.hpp"
#include "placement/named_sites.hpp"
#include "routing/destinations.hpp"
#include "topology/joint_network.hpp"

namespace cutline {

std::optional<LinksOfNetwork> model_of_links(const SearchChoice& choice, const Candidate& candidate) {
  const PlacedNetwork* network = candidate.network();
  const LaidOut* laid = candidate.laid_out();
  if (network == nullptr || laid == nullptr) return std::nullopt;
  const Topology& topology = network->topology;
  const GridSize grid = network->placement.grid();
  const std::uint32_t narrow = std::min(grid[Axis::x], grid[Axis::y]), wide = std::max(grid[Axis::x], grid[Axis::y]);
  const std::uint64_t nodes = topology.node_count();
  if (grid.count() != nodes || grid[Axis::z] > 1 || wide > 4 * narrow || nodes > kMostSearchedNodes)
    return std::nullopt;
  if (candidate.facts.bidirectional == choice.limits.directed) return std::nullopt;
  if (laid->measures.wires_per_link_min != laid->measures.wires_per_link_max) return std::nullopt;
  LinksOfNetwork model{candidate.design->name, choice.limits, topology.concentration, {}, {}};
  model.tile = {candidate.design->node_width, candidate.design->node_height};
  model.limits.columns = grid[Axis::x];
  model.limits.rows = grid[Axis::y];
  if (!choice.degree_given) model.limits.degree = static_cast<std::uint32_t>(candidate.graph()->one_way_max);
  if (choice.limits.wire == kNoLimit)
    model.limits.wire = static_cast<std::uint64_t>(laid->measures.length.total_span_halves / 2);
  const auto cell = [&](std::uint64_t node) {
    const Cell at = cell_of(topology, network->placement, node);
    return at[Axis::x] + at[Axis::y] * grid[Axis::x];
  };
  for_each_link(topology, [&](std::size_t, std::size_t, std::uint64_t a, std::uint64_t b) {
    const GridLink link{cell(a), cell(b)};
    model.links.push_back(link.a < link.b || choice.limits.directed ? link : GridLink{link.b, link.a});
  });
  return model;
}

namespace {

const Technology& technology_of_search(const Study& study) { return technology_of(study, study.search->network); }

/// The unit of spans: the mean side of a tile, or that of places in metres.
double pitch_nm(const Study& study, const LinksOfNetwork& model) {
  if (model.limits.unit_mm > 0) return model.limits.unit_mm * 1e6;
  const TileSides& tile = model.tile;
  const LayoutRules rules = layout_rules(technology_of_search(study), tile.width, tile.height);
  return (rules.node_width * rules.cell_width_nm + rules.node_height * rules.cell_height_nm) / 2;
}

/// Lowers the limits of a link search so that they imply the study's limits on pins, ports and the longest wire. Other
/// limits of the study can only be checked in a layout.
void keep_limits_of(const Study& study, LinksOfNetwork& model) {
  const auto limit = [&](Limited what) {
    const auto found = study.limits.find(what);
    return found == study.limits.end() ? std::nullopt : std::optional(found->second);
  };
  const auto lower_degree = [&](double links) {
    model.limits.degree = std::min(model.limits.degree, static_cast<std::uint32_t>(std::clamp(links, 1.0, 1e6)));
  };
  if (const auto ports = limit(Limited::ports_per_node)) lower_degree(*ports / 2);
  const Design& design = study.search->network;
  if (const auto pins = limit(Limited::pins_per_node); pins && study.hold.resource == Resource::none)
    lower_degree(*pins / 2 / wires_of_channel(technology_of_search(study), design, design.own_width_bits()));
  const auto longest_mm = limit(Limited::longest_wire_mm);
  if (!longest_mm || technology_of_search(study).unit) return;
  const double span = std::floor(*longest_mm * 1e6 / pitch_nm(study, model));
  const auto most = static_cast<std::uint32_t>(std::clamp(span, 1.0, 1e9));
  model.limits.span = std::min<std::uint64_t>(model.limits.span, most);
}

/// By span: the cycles that a link costs a message, including the router that it leads to. Empty if every link takes
/// the same time, so that only hops count.
std::vector<double> cycles_by_span(const Study& study, const LinksOfNetwork& model) {
  if (!study.takes_own_cycles() || (technology_of_search(study).unit && wants_layout(study.delays.front()))) return {};
  const Time cycle = std::max(study.clock.cycle, study.clock.floor);
  const double of_router = cycles_of(study.search->network.router.delay, cycle);
  const double pitch = pitch_nm(study, model);
  const std::uint32_t farthest = most_span(model.limits);
  std::vector<double> cycles;
  for (std::uint32_t span = 0; span <= std::min<std::uint64_t>(farthest, model.limits.span); ++span) {
    WireLength wire;
    wire.span = span;
    wire.routed = Length{span * pitch};
    cycles.push_back(of_router + (span > 0 ? whole_cycles(study.delays.front()(wire), cycle) : 1));
  }
  if (cycles.back() == cycles.front()) return {};
  return cycles;
}

/// The weights of pairs as the study's traffic between the routers of the grid has them; empty if it is uniform, or if
/// the pattern cannot run on them.
std::vector<std::uint32_t> weights_of(const Study& study, const LinkLimits& limits) {
  if (!study.traffic) return {};
  const NamedNetwork network = network_of_links(limits.nodes(), {{0, 1}}, limits.directed, 1);
  Topology topology = build_topology(network.family, network.parameters);
  if (const auto& plan = study.search->network.placement.plan) take_tile_names(topology, *plan);
  if (!study.traffic->refusal(topology).empty()) return {};
  const Traffic traffic = study.traffic->traffic(topology);
  std::vector<double> sent(std::size_t{limits.nodes()} * limits.nodes());
  double all = 0;
  for (std::uint64_t from = 0; from < limits.nodes(); ++from) {
    const Destinations destinations = traffic.from(from);
    for (const Destinations::To& to : destinations.to) {
      if (to.node == from) continue;
      sent[from * limits.nodes() + to.node] = to.weight / destinations.divisor;
      all += to.weight / destinations.divisor;
    }
  }
  if (all == 0) return {};
  constexpr double kMeanWeight = 4096;  // so that rounding changes a mean pair by little
  const double unit = kMeanWeight * static_cast<double>(limits.nodes()) * (limits.nodes() - 1) / all;
  return each_of(sent,
                 [&](const double each) { return static_cast<std::uint32_t>(std::min(std::round(each * unit), 4e9)); });
}

/// The same question, but for the fewest cycles. No link may cost more than kMostLinkSteps steps. So a step may have to
/// be several cycles, and costs are then rounded.
LinksOfNetwork question_of_cycles(LinksOfNetwork question, const std::vector<double>& cycles) {
  const double dearest = *std::ranges::max_element(cycles);
  question.step.cycles = std::max(1.0, std::ceil(dearest / kMostLinkSteps));
  for (const double each : cycles) {
    const double steps = each / question.step.cycles;
    question.limits.steps.push_back(static_cast<std::uint32_t>(std::max(1.0, std::round(steps))));
    question.step.exact &= steps == question.limits.steps.back();
  }
  return question;
}

/// The user's limits, on the user's grid or, if none is given, on the grid that is nearest to a square.
std::optional<LinksOfNetwork> user_limits(const SearchChoice& choice) {
  LinksOfNetwork model;
  model.limits = choice.limits;
  if (choice.among) model.concentration = choice.among->concentrations.front();
  model.tile = room_for(choice.network, model.concentration);
  if (choice.grid_given()) return model;
  const std::uint64_t routers = (choice.among->terminals.least + model.concentration - 1) / model.concentration;
  if (routers < 2 || routers > kMostSearchedNodes) return std::nullopt;
  for (std::uint32_t rows = 1; std::uint64_t{rows} * rows <= routers; ++rows) {
    if (routers % rows > 0) continue;
    model.limits.rows = rows;
    model.limits.columns = static_cast<std::uint32_t>(routers) / rows;
  }
  return model;
}

/// Whether the study ranks by the saturation bound: first, or for a front.
bool asks_saturation(const Study& study) {
  if (!study.search->front) return study.rank.front().measure == "saturation";
  const std::vector<RankTerm> measures = pareto_measures(study);
  return std::ranges::any_of(measures, [](const RankTerm& term) { return term.measure == "saturation"; });
}

std::uint32_t span_of_longest(const LinksOfNetwork& model) {
  return most_over<std::uint32_t>(
      model.links, [&](const GridLink& link) { return span_of_link(model.limits, link); }, 1);
}

/// The questions for the fewest hops within the wiring of the best regular network: one with links up to as long as its
/// longest link, and one with links up to half as long. Where wires are slow, shorter links save more wire delay than
/// their additional hops cost.
std::vector<LinksOfNetwork> questions_of_hops(const SearchChoice& choice, const std::optional<LinksOfNetwork>& model) {
  std::vector<LinksOfNetwork> all;
  if (!model || choice.grid_given()) {
    if (auto own = user_limits(choice)) all.push_back(std::move(*own));
    return all;
  }
  all.push_back(*model);
  if (choice.limits.span != kNoLimit || choice.limits.reach != kAnyReach) return all;
  const std::uint32_t longest = span_of_longest(*model);
  all.back().limits.span = longest;
  if (longest < 3) return all;
  all.push_back(all.back());
  all.back().limits.span = (longest + 1) / 2;
  all.back().links.clear();
  return all;
}

}  // namespace

std::vector<LinksOfNetwork> link_questions(const Study& study, const std::optional<LinksOfNetwork>& model) {
  std::vector<LinksOfNetwork> all = questions_of_hops(*study.search, model);
  for (LinksOfNetwork& each : all) keep_limits_of(study, each);
  if (all.empty()) return all;
  for (LinksOfNetwork& each : all) each.limits.weights = weights_of(study, each.limits);
  if (asks_saturation(study)) {
    all.resize(1);
    if (study.search->front) all.push_back(all.front());
    all.back().limits.objective = LinkObjective::load;
    return all;
  }
  const std::vector<double> cycles = cycles_by_span(study, all.front());
  if (cycles.empty()) return all;
  all.resize(1);  // instead of halving the links, a search by cycles weighs their length
  all.push_back(question_of_cycles(all.front(), cycles));
  return all;
}

}  // namespace cutline
