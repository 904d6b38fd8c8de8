// SPDX-License-Identifier: Apache-2.0
// The stages of one candidate, from its network to its notes.
#include <fmt/core.h>

#include <cmath>

#include "evaluate/board_of.hpp"
#include "evaluate/budget.hpp"
#include "evaluate/rankable.hpp"
#include "evaluate/stages.hpp"
#include "evaluate/traffic.hpp"
#include "study/board_choice.hpp"
#include "study/work_estimate.hpp"

namespace cutline {

namespace {

NetworkFacts facts_of_ideal(const Design& design, const IdealNetwork& network) {
  NetworkFacts facts;
  facts.routing = choose_routing(design, nullptr);
  facts.nodes = network.nodes;
  facts.links = network.links;
  facts.bidirectional = network.channels_per_link == 2;
  facts.digits = static_cast<std::uint32_t>(std::lround(network.dimensions));
  facts.terminals = network.terminals();
  return facts;
}

/// Measures of the network, first with all links, then with the failing links of each choice of the study.
std::vector<FaultMeasures> measure_faults(const Evaluation& evaluation, const Design& design,
                                          const PlacedNetwork& network, const machine::Installed* machine) {
  const StudySettings& study = evaluation.study;
  const Effort& effort = evaluation.effort;
  const Topology& topology = network.topology;
  std::vector<FaultMeasures> all = {fail_links(topology, {.links = 0}, study.seed, effort.link_visits)};
  for (const LinkFaults& faults : study.fail) {
    if (faults.part != FailingPart::none) {
      all.push_back(fail_machine_parts(design, network, machine, faults.part, effort.link_visits));
    } else if (faults.links > 0 || faults.named()) {
      all.push_back(fail_links(topology, faults, study.seed, effort.link_visits));
    }
  }
  return all;
}

}  // namespace

NetworkFacts facts_of_network(const Evaluation& evaluation, const Design& design, const PlacedNetwork& network,
                              const GraphMeasures& graph, const machine::Installed* machine) {
  const std::vector<LinkFaults>& fail = evaluation.study.fail;
  const Effort& effort = evaluation.effort;
  const Topology& topology = network.topology;
  NetworkFacts facts;
  facts.routing = design.planes ? Routing::minimal : choose_routing(design, &topology);
  facts.graph = graph;
  facts.express = express_dimensions(topology, effort.link_visits);
  facts.nodes = static_cast<double>(topology.node_count());
  facts.tiles = in_section(design, "tiles", [&] { return tiles_of_sites(design, network); });
  facts.terminals = terminals_of_network(topology, facts.tiles);
  facts.links = static_cast<double>(topology.link_count());
  facts.bidirectional = std::all_of(topology.classes.begin(), topology.classes.end(),
                                    [](const LinkClass& link_class) { return link_class.channels == 2; });
  facts.digits = static_cast<std::uint32_t>(topology.digits.size());
  if (fail.empty()) return facts;
  facts.resilience = resilience(topology, effort.link_visits);
  facts.faults = measure_faults(evaluation, design, network, machine);
  return facts;
}

namespace {

/// The widest channel within the budget or, if nothing is held, the channel of the design. `use`: of the held resource.
Channel choose_channel(const Hold& hold, const Technology& technology, const Design& design, const UseOfWidth& use,
                       const std::optional<double>& budget) {
  Channel channel;
  channel.width_before_rounding = design.own_width_bits();
  if (budget) {
    const std::optional<BudgetWidth> held = width_for(use, *budget);
    if (!held) {
      throw_design_error(design, fmt::format("'{}' meets what is held at no width up to 2^30 bits", design.name),
                         "hold less, or something that grows with the width");
    }
    channel.width_before_rounding = held->bits;
    if (hold.resource == Resource::area) {
      channel.share = AreaBudget{{.budget = *budget}, held->between};
    } else {
      channel.share = BudgetShare{.budget = *budget};
    }
  }
  channel.width_bits = rounded_width(design, channel.width_before_rounding).value_or(0);
  if (!channel.has_width()) return channel;
  channel.wires = wires_of_channel(technology, design, channel.width_bits);
  if (auto* area = std::get_if<AreaBudget>(&channel.share)) area->used = use(channel.width_bits).amount();
  if (auto* share = std::get_if<BudgetShare>(&channel.share)) share->used = use(channel.width_bits).amount();
  return channel;
}

std::string too_narrow(const Design& design, double width) {
  const int multiple = design.channel.multiple;
  return fmt::format("the channel would have {:.4g} bits, less than {}", width,
                     multiple > 1 && width >= 1 ? fmt::format("one multiple of {}", multiple) : "one");
}

}  // namespace

SharedConst<LaidOut> measured_layout(const Design& design, SharedConst<PlacedNetwork> network, Layout layout) {
  Measures measures = measure(layout, network->topology, network->placement);
  PackageMeasures packages;
  if (!design.packages.empty()) {
    packages = in_section(design, "packages", [&] {
      const Topology& topology = network->topology;
      const Placement& placement = network->placement;
      const bool gaps = topology.node_count() + topology.interchange_count() < placement.grid().count();
      return measure_packages(layout, design.packages,
                              gaps ? nodes_by_cell(topology, placement) : std::vector<std::uint64_t>{});
    });
  }
  auto given = given_lengths(network->topology, network->placement, layout);
  return LaidOut{std::move(network), std::move(layout), std::move(measures), std::move(packages), given};
}

namespace {

BuiltCandidate with_channel(const Evaluation& evaluation, const Hold& hold, const Design& design,
                            IdealNetwork network) {
  BuiltCandidate candidate{SharedConst<Design>(design), facts_of_ideal(design, network), {}, {}, evaluation.technology};
  const Technology& technology = candidate.technology();
  const UseOfWidth use = evaluation.budget ? resource_use(hold, technology, design, network) : UseOfWidth();
  candidate.channel = choose_channel(hold, technology, design, use, evaluation.budget);
  SharedConst<IdealNetwork> shared(std::move(network));
  if (candidate.channel.has_width()) {
    candidate.built = std::move(shared);
  } else {
    candidate.built = CannotBeBuilt{too_narrow(design, candidate.channel.width_before_rounding), std::move(shared)};
  }
  return candidate;
}

}  // namespace

Layout routed_with_slots(const Design& design, WiredDesign& network, const ChannelWires& wires) {
  const bool keeps_pitch = keeps_slots(design) && !network.rules.unit && network.rules.given == nullptr;
  Wiring again = keeps_pitch ? network.wiring : Wiring();
  Layout layout = in_section(design, "channel", [&] { return route(std::move(network.wiring), network.rules, wires); });
  if (!keeps_pitch) return layout;
  LayoutRules& rules = network.rules;
  const AxisPositions& columns = layout.columns();
  const std::uint32_t widest =
      most_over<std::uint32_t>(columns.box.size(), [&](std::uint32_t column) { return columns.pitch(column); });
  if (widest <= rules.node_width) return layout;
  rules.cell_width_nm = static_cast<double>(mean_slot_pitch(*design.board)) / widest;
  for (const std::uint32_t channel : columns.channel)
    rules.least_side[0].push_back(rules.over_nodes ? widest : widest - channel);
  set_gaps(design.packages, network.network->placement.grid(), rules);
  return in_section(design, "channel", [&] { return route(std::move(again), rules, wires); });
}

namespace {

BuiltCandidate with_channel(const Evaluation& evaluation, const Design& design, WiredDesign network) {
  const Hold& hold = evaluation.study.hold;
  const Effort& effort = evaluation.effort;
  BuiltCandidate candidate{SharedConst<Design>(design), {}, {}, {}, evaluation.technology};
  const Technology& technology = candidate.technology();
  const UseOfWidth use = evaluation.budget ? resource_use(hold, technology, design, network, effort) : UseOfWidth();
  if (evaluation.budget && network.graph.parts.count > 1) expect_held_use(hold, design, network, use(1).amount());
  candidate.facts = facts_of_network(evaluation, design, *network.network, network.graph,
                                     network.machine ? &*network.machine : nullptr);
  candidate.channel = choose_channel(hold, technology, design, use, evaluation.budget);
  const Channel& channel = candidate.channel;
  if (!network.why_no_machine.empty()) {
    candidate.built = CannotBeBuilt{network.why_no_machine, std::move(network.network)};
    return candidate;
  }
  candidate.machine = network.machine;
  if (!channel.has_width()) {
    candidate.built = CannotBeBuilt{too_narrow(design, channel.width_before_rounding), std::move(network.network)};
    return candidate;
  }
  const PlacedNetwork& placed = *network.network;
  const ChannelWires wires = channel_wires(technology, design, channel.width_bits);
  const double bytes = wiring_memory(placed) + routing_memory(placed, network.rules, wires);
  expect_memory(layouts_of(design) * bytes, effort);
  const auto laid_out = [&] {
    const SharedConst<PlacedNetwork> of = network.network;
    Layout layout = routed_with_slots(design, network, wires);
    return measured_layout(design, of, std::move(layout));
  };
  if (bytes > kMostSharedBytes || !design.packages.empty() || design.board) {
    candidate.built = laid_out();
  } else {
    candidate.built = evaluation.shared->layouts.of({network.network, network.rules, wires}, laid_out);
  }
  if (auto board = measure_boards(candidate, effort.board_tracks)) candidate.board = *std::move(board);
  return candidate;
}

/// The candidate with its latencies, also under the study's loads if there are any, and the notes on these.
std::pair<TimedCandidate, std::vector<Note>> timed(const Evaluation& evaluation, RoutedCandidate routed) {
  if (!routed.can_be_built()) return {TimedCandidate{{std::move(routed), {}}, {}}, {}};
  Unloaded unloaded = without_load(evaluation.study, routed, evaluation.effort, nullptr, &*evaluation.shared);
  CostedCandidate costed{std::move(routed), std::move(unloaded.sites)};
  const CandidateUnderLoad asked{.study = evaluation.study,
                                 .candidate = costed,
                                 .effort = evaluation.effort,
                                 .kinds = std::move(unloaded.kinds),
                                 .up_to_saturation = evaluation.up_to_saturation};
  Loaded alone = with_credit_waits(asked, std::move(unloaded.latency));
  Loaded loaded = at_loads(asked, std::move(alone.latency));
  loaded.notes.insert(loaded.notes.begin(), alone.notes.begin(), alone.notes.end());
  return {TimedCandidate{std::move(costed), std::move(loaded.latency)}, std::move(loaded.notes)};
}

}  // namespace

Candidate without_network(const Design& design, const std::string& why) {
  Candidate candidate;
  candidate.design = SharedConst<Design>(design);
  candidate.facts.routing = design.routing.value_or(Routing::dimension_order);
  candidate.built = CannotBeBuilt{why, {}};
  candidate.notes = {make_note(NoteKind::cannot_be_built, why)};
  return candidate;
}

Candidate finished(const Study& study, TimedCandidate timed_candidate, std::vector<Note> noted, const Effort& effort) {
  Candidate candidate(std::move(timed_candidate));
  if (study.guest && candidate.can_be_built()) {
    Emulations emulated = emulations(*study.guest, study.delays, candidate);
    candidate.emulations = std::move(emulated.of_delay);
    noted.insert(noted.end(), emulated.notes.begin(), emulated.notes.end());
  }
  candidate.sources = sources_of(study, candidate);
  candidate.notes = notes_of(study, candidate, effort, std::move(noted));
  return candidate;
}

Candidate finish(const Evaluation& evaluation, const Design& design, WiredOrIdeal network) {
  const Study& study = evaluation.study;
  const Effort& effort = evaluation.effort;
  auto* wired = std::get_if<WiredDesign>(&network);
  BuiltCandidate built = wired != nullptr
                             ? with_channel(evaluation, design, std::move(*wired))
                             : with_channel(evaluation, study.hold, design, std::get<IdealNetwork>(std::move(network)));
  if (design.planes) return finish_planes(evaluation, std::move(built));
  if (built.laid_out() && study.traffic && !study.traffic->applications.empty())
    return finish_applications(evaluation, std::move(built));
  TrafficResult traffic = traffic_result(study, effort, built);
  auto [with_latency, noted] = timed(evaluation, {std::move(built), std::move(traffic)});
  Candidate candidate = finished(study, std::move(with_latency), std::move(noted), effort);
  if (candidate.can_be_built()) candidate.infeasible = over_limits(study.limits, candidate);
  return candidate;
}

std::optional<Time> ideal_latency(const Evaluation& evaluation, const LatencyAsked& asked, const Hold& hold,
                                  const Design& design, const IdealNetwork& network) {
  RoutedCandidate routed{with_channel(evaluation, hold, design, network), {}};
  routed.traffic = traffic_result(evaluation.study, evaluation.effort, routed);
  if (!routed.can_be_built()) return std::nullopt;
  const std::vector<Timing> timings = without_load(asked, routed, evaluation.effort).latency.timings;
  return timings.empty() ? std::nullopt : std::optional(timings.front().latency.total());
}

}  // namespace cutline
