// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include <cmath>

#include "evaluate/candidate_routes.hpp"
#include "evaluate/site_costs.hpp"
#include "evaluate/stages.hpp"
#include "evaluate/timing.hpp"
#include "evaluate/traffic.hpp"
#include "performance/credit_waits.hpp"
#include "performance/traffic.hpp"
#include "routing/ways_to.hpp"
#include "study/corners.hpp"
#include "study/work_estimate.hpp"
#include "topology/graph_searches.hpp"

namespace cutline {

namespace {

/// The cycles of each kind of link under one delay model, at least 1.
std::vector<double> cycles_of_kinds(const DelaysAsked& asked, const BuiltCandidate& candidate, const LinkKinds& kinds,
                                    const ChosenDelay& delay, const ChannelClock& clock) {
  std::vector<double> cycles;
  const LinkCosts costs(asked, candidate, kinds, delay);
  for (const Time own : costs.delays()) cycles.push_back(cycles_of_link(asked, clock, own));
  return cycles;
}

/// For each channel of the candidate's channel graph, the cycles of its link.
std::vector<double> cycles_of_channels(const BuiltCandidate& candidate, const LinkKinds& kinds,
                                       const std::vector<double>& of_kind) {
  const PlacedNetwork& network = *candidate.network();
  const auto ways =
      channel_costs({network.topology, network.placement, candidate.laid_out()->layout}, ~std::uint64_t{0},
                    [&](const LinkPlace& place) { return of_kind[kinds.kind(place)]; });
  return each_of<double>(ways.value(), [&](const WayCost& way) { return std::max(1.0, way.links); });
}

SharedConst<LinkKinds> kinds_of(const CandidateUnderLoad& asked) {
  return asked.kinds ? asked.kinds : SharedConst<LinkKinds>(LinkKinds(asked.candidate));
}

/// The lines with the cycles of their links. Lines whose links differ in cycles are of different kinds.
std::vector<LoadedLine> loaded_lines(const BuiltCandidate& candidate, const std::vector<LineFlows>& lines,
                                     FunctionRef<double(const LinkPlace&)> cycles) {
  const PlacedNetwork& network = *candidate.network();
  std::vector<const ChannelGraph*> graphs(network.topology.digits.size());
  for (const LineFlows& line : lines) graphs[line.digit] = line.flows->graph.get();
  const auto kinds = line_costs({network.topology, network.placement, candidate.laid_out()->layout}, graphs, cycles);
  std::vector<LoadedLine> loaded;
  for (const LineFlows& line : lines) {
    for (const LineCosts& kind : kinds[line.digit])
      loaded.push_back({{line.digit, line.share * kind.share, line.flows}, kind.of_channel});
  }
  return loaded;
}

/// Whether a message could wait for credits under one of the delay models: on the slowest link, if on any.
bool may_wait(const CandidateUnderLoad& asked, const std::vector<Timing>& timings) {
  return std::any_of(timings.begin(), timings.end(), [&](const Timing& timing) {
    const LoadedRouters routers = loaded_routers(asked.study, asked.candidate, timing);
    return std::any_of(routers.sizes.begin(), routers.sizes.end(), [&](const MessageSize& size) {
      return CreditWaits(routers, size.flits).of_link(timing.clock.link_cycles) > 0;
    });
  });
}

/// The same wait for every message, as the model of channels has it under load too.
void add_wait(double cycles, Timing& timing) {
  timing.input.credit_cycles = cycles;
  timing.latency = zero_load_latency(timing.input);
  const Time wait = timing.clock.cycle * cycles;
  for (LatencyAtDistance& at : timing.spread.by_distance) at.latency = at.latency + wait;
  if (timing.spread.empty()) return;
  for (Time& quantile : timing.spread.quantiles) quantile = quantile + wait;
}

/// Routes of which all pairs are walked one by one, which no other stage of a ranking has to do.
constexpr double kMostWalked = 2e6;

/// The mean cycles that tails wait under each delay model, or why they are not known.
std::variant<std::vector<double>, std::string> mean_waits(const CandidateUnderLoad& asked,
                                                          const std::vector<Timing>& timings, double wire_delay) {
  std::vector<double> waits;
  const bool walks = why_no_waits(asked.candidate).empty() && visits_of_all_routes(asked.candidate) <= kMostWalked;
  const RoutesOrWhy found = walks ? routes_of(asked.study, asked.candidate, asked.effort) : RoutesOrWhy(std::string());
  const Routes* routes = std::get_if<Routes>(&found);
  if (routes != nullptr && !routes->leg) {
    const SiteDemand demand = demand_of(asked.study, asked.candidate);
    for (std::size_t d = 0; d < timings.size(); ++d) {
      const ChosenDelay delay = slowed(asked.study.delays[d], wire_delay);
      waits.push_back(mean_credit_wait(*routes, demand, channel_cycles(asked.study, asked.candidate, delay, timings[d]),
                                       loaded_routers(asked.study, asked.candidate, timings[d])));
    }
    return waits;
  }
  const ModelsOrWhy models = channel_models(asked, timings, wire_delay);
  if (const auto* why = std::get_if<std::string>(&models)) return *why;
  for (const ChannelModel& model : std::get<0>(models)) waits.push_back(model.credit_cycles());
  return waits;
}

void add_waits(const CandidateUnderLoad& asked, double wire_delay, std::vector<Timing>& timings,
               std::vector<Note>& notes) {
  if (!may_wait(asked, timings)) return;
  const auto waits = mean_waits(asked, timings, wire_delay);
  if (const auto* why = std::get_if<std::string>(&waits)) {
    return add_once(notes, make_note(NoteKind::sentence,
                                     std::string("latency leaves out what messages wait for credits: " + *why)));
  }
  for (std::size_t d = 0; d < timings.size(); ++d) add_wait(std::get<0>(waits)[d], timings[d]);
}

}  // namespace

std::vector<double> channel_cycles(const DelaysAsked& asked, const BuiltCandidate& candidate, const ChosenDelay& delay,
                                   const Timing& timing) {
  const LinkKinds kinds(candidate);
  return cycles_of_channels(candidate, kinds, cycles_of_kinds(asked, candidate, kinds, delay, timing.clock));
}

LoadedRouters loaded_routers(const RoutersAsked& asked, const CostedCandidate& candidate, const Timing& timing) {
  const Design& design = *candidate.design;
  LoadedRouters routers;
  routers.virtual_channels = asked.virtual_channels;
  routers.depth_flits = candidate.sites.router.depth_flits;
  routers.router_cycles = cycles_of(design.router.delay, timing.clock.cycle);
  routers.head_cycles = head_cycles_of(routers.router_cycles);
  routers.terminals = candidate.facts.terminals / candidate.facts.nodes;
  routers.period_cycles = timing.clock.period_cycles;
  routers.message_flits = routers.square_flits = 0;
  for (const LatencyInput::Part& part : timing.input.messages) {
    const double flits = std::max(1.0, std::ceil(part.size_bits / timing.input.width_bits));
    routers.message_flits += part.share * flits;
    routers.square_flits += part.share * flits * flits;
    routers.sizes.push_back({flits, part.share});
  }
  routers.packets = timing.input.messages.front().packets;
  return routers;
}

/// One model a delay model, made from the cycles of each kind of link and the routers.
ModelsOrWhy models_by(const CandidateUnderLoad& asked, const std::vector<Timing>& timings, double wire_delay,
                      FunctionRef<ChannelModel(const LinkKinds&, const std::vector<double>&, LoadedRouters)> make) {
  const StudySettings& study = asked.study;
  const SharedConst<LinkKinds> kinds = kinds_of(asked);
  std::vector<ChannelModel> models;
  for (std::size_t d = 0; d < timings.size(); ++d) {
    const ChosenDelay delay = slowed(study.delays[d], wire_delay);
    models.push_back(make(*kinds, cycles_of_kinds(study, asked.candidate, *kinds, delay, timings[d].clock),
                          loaded_routers(study, asked.candidate, timings[d])));
  }
  return models;
}

ModelsOrWhy line_models(const CandidateUnderLoad& asked, const std::vector<Timing>& timings, double wire_delay) {
  const CostedCandidate& candidate = asked.candidate;
  const Topology& topology = candidate.network()->topology;
  if (std::string why = why_no_routes(candidate); !why.empty()) return why;
  if (std::string why = why_past_effort(line_visits(topology), asked.effort); !why.empty()) return why;
  const std::vector<LineFlows> lines = uniform_line_flows(topology);
  const auto make = [&](const LinkKinds& kinds, const std::vector<double>& of_kind, const LoadedRouters& routers) {
    const auto cycles = [&](const LinkPlace& place) { return of_kind[kinds.kind(place)]; };
    return ChannelModel(queues_of(topology, loaded_lines(candidate, lines, cycles),
                                  uniform_demand(asked.study, candidate), routers.terminals),
                        routers);
  };
  return models_by(asked, timings, wire_delay, make);
}

ModelsOrWhy walked_models(const CandidateUnderLoad& asked, const std::vector<Timing>& timings, double wire_delay) {
  RoutedOrWhy found = routed_traffic(asked.study, asked.candidate, asked.effort);
  if (auto* why = std::get_if<std::string>(&found)) return std::move(*why);
  const Flows& flows = std::get<0>(found)->flows;
  const auto make = [&](const LinkKinds& kinds, const std::vector<double>& of_kind, const LoadedRouters& routers) {
    return ChannelModel(flows, cycles_of_channels(asked.candidate, kinds, of_kind), routers);
  };
  return models_by(asked, timings, wire_delay, make);
}

ModelsOrWhy channel_models(const CandidateUnderLoad& asked, const std::vector<Timing>& timings, double wire_delay) {
  const StudySettings& study = asked.study;
  const CostedCandidate& candidate = asked.candidate;
  const Effort& effort = asked.effort;
  if (std::string why = why_no_waits(candidate); !why.empty()) return why;
  if (study.clock.rule == ClockRule::per_link) return "without a clock there is no cycle that messages could wait";
  const bool walks =
      !is_loaded_by_lines(study, candidate) ||
      (effort.detail == Detail::full && why_past_effort(visits_of_all_routes(candidate), effort).empty());
  ModelsOrWhy models = (walks ? walked_models : line_models)(asked, timings, wire_delay);
  if (std::holds_alternative<std::string>(models)) return models;
  const std::uint32_t classes =
      std::get<0>(models).front().classes() * static_cast<std::uint32_t>(study.message_classes);
  if (classes <= static_cast<std::uint32_t>(study.virtual_channels)) return models;
  return fmt::format("its routes need {} virtual channels, and `virtual_channels` gives {}", classes,
                     study.virtual_channels);
}

double Scale::load(const OfferedLoad& offered) const {
  const double in_cycles = offered.amount * share * cycles * group;
  switch (offered.unit) {
    case OfferedLoad::Unit::bits_per_cycle:
      return in_cycles;
    case OfferedLoad::Unit::bits_per_ns:
      return in_cycles * in_ns(timing.clock.cycle);
    case OfferedLoad::Unit::of_capacity:
      return whole ? in_cycles * whole->full : offered.amount * full;
    case OfferedLoad::Unit::of_saturation:
      return whole ? in_cycles * whole->steady : offered.amount * steady;
    case OfferedLoad::Unit::as_given:
      return given;
  }
  return 0;
}

std::optional<Scale::Found> Scale::latency_at(double load) const {
  if (load >= steady) return std::nullopt;
  if (model == nullptr) return Found{timing.latency.total(), {}};
  const auto loaded = model->latency(network, load);
  if (!loaded) return std::nullopt;
  return Found{timing.latency.total() + timing.clock.cycle * (loaded->blocking_cycles * cycles), loaded->waits};
}

LoadPoint Scale::saturated_at(double load) const {
  const double per_terminal = load / cycles / group;
  return {per_terminal, std::min(per_terminal, steady / cycles / group), Saturated{}};
}

LoadPoint Scale::point(double load) const {
  LoadPoint made = saturated_at(load);
  const auto found = latency_at(load);
  if (found && found->waits) {
    made.result = messages(*found);
  } else if (found) {
    made.result = found->latency;
  }
  return made;
}

std::vector<LoadPoint> Scale::points(const std::vector<OfferedLoad>& loads) const {
  return each_of(loads, [&](const OfferedLoad& offered) { return point(load(offered)); });
}

std::vector<MeasuredLoad> Scale::measured(const LoadAsked& asked) const {
  std::vector<MeasuredLoad> all = measured_loads(asked, candidate.design->name, timing.delay_label);
  for (MeasuredLoad& each : all) {
    if (!each.besides || (model == nullptr && each.offered > 0)) continue;
    const double offered = each.offered * cycles * group;  // of a plane: its own load
    const auto found = each.offered > 0 ? latency_at(offered) : Found{timing.latency.total(), {}};
    if (found) each.predicted = found->latency / timing.clock.cycle + *each.besides;
  }
  return all;
}

UpToSaturation Scale::up_to_saturation() const {
  constexpr int kSteps = 24;
  UpToSaturation all{{}, saturation()};
  const double top = whole ? whole->steady * share * cycles * group : steady;  // of a plane: of the whole candidate
  for (int i = 0; i < kSteps; ++i) {
    const double load = top * i / kSteps;
    LoadPoint& made = all.points.emplace_back(saturated_at(load));
    if (const auto found = latency_at(load)) made.result = found->latency;
  }
  return all;
}

decltype(Timing::saturation) Scale::saturates() const {
  constexpr double kBelow = 0.99;
  const auto found = latency_at(steady * kBelow);
  if (found && found->waits) return ChannelSaturation{saturation(), found->waits->nearest};
  return ModelSaturation{saturation()};
}

LoadedMessages Scale::messages(const Found& found) const {
  const Time cycle = timing.clock.cycle;
  const ChannelWaits& waits = *found.waits;
  return {found.latency,
          cycle * waits.source,
          cycle * waits.channels,
          cycle * waits.virtual_channels,
          cycle * timing.input.credit_cycles,
          waits.nearest,
          waits.used,
          loaded_spread(timing.spread, waits, cycle)};
}

Loaded with_credit_waits(const CandidateUnderLoad& asked, LatencyResult latency) {
  Loaded result{std::move(latency), {}};
  const StudySettings& study = asked.study;
  const bool clocked = study.clock.rule != ClockRule::per_link;
  const bool given = asked.candidate.design->router.depth_flits > 0;
  if (!given || !clocked || study.switching == Switching::store_and_forward) return result;
  // A ranking and a full measurement must give the same latency, so both take the model that costs less.
  Effort effort = asked.effort;
  effort.detail = Detail::plain_ranking;
  const CandidateUnderLoad cheap{study, asked.candidate, effort, asked.kinds};
  add_waits(cheap, 1, result.latency.timings, result.notes);
  add_waits(cheap, 1, result.latency.unrounded, result.notes);
  const std::vector<Corner> all = corners(study.uncertainty);
  for (std::size_t c = 0; c < result.latency.corners.size(); ++c)
    add_waits(cheap, all[c].wire_delay, result.latency.corners[c], result.notes);
  return result;
}

}  // namespace cutline
