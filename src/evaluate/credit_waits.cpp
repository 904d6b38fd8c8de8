// SPDX-License-Identifier: Apache-2.0
#include "performance/credit_waits.hpp"

#include "evaluate/candidate_routes.hpp"
#include "evaluate/stages.hpp"
#include "evaluate/traffic.hpp"
#include "study/corners.hpp"

namespace cutline {

namespace {

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
