// SPDX-License-Identifier: Apache-2.0
#include "cutline/study/closed_forms.hpp"

#include <algorithm>

#include "cutline/study/laid_out.hpp"
#include "cutline/topology/family.hpp"
#include "evaluate/stages.hpp"
#include "evaluate/timing.hpp"
#include "rank/scoring.hpp"
#include "topology/ideal_network.hpp"

namespace cutline {

namespace {

bool has_closed_forms(const Candidate& candidate) {
  const Family* family = find_family(candidate.design->family);
  return !candidate.design->ideal && family != nullptr && family->ideal != nullptr;
}

/// Whether closed forms can evaluate the study: it ranks by latency under uniform traffic and holds no area.
bool can_tell(const Study& study, const std::vector<Candidate>& candidates) {
  const bool by_latency = ranks_by_latency_alone(study);
  return candidates.size() >= 2 && by_latency && !study.traffic && study.hold.resource != Resource::area &&
         std::all_of(candidates.begin(), candidates.end(), has_closed_forms);
}

/// The study with ideal candidates: real radices and real widths. Closed forms know no layout, so their bisection
/// replaces a held middle cut.
Study formal_study(const Study& study, const std::vector<Candidate>& candidates) {
  Study formal = study;
  formal.designs.clear();
  for (const Candidate& candidate : candidates) {
    Design& design = formal.designs.emplace_back(*candidate.design);
    design.ideal = true;
    design.channel.round = Rounding::usual;
  }
  if (formal.hold.resource == Resource::bisection && formal.hold.count == BisectionCount::middle_cut)
    formal.hold.count = BisectionCount::graph;
  return formal;
}

std::optional<double> budget_of(const std::vector<Candidate>& candidates) {
  std::optional<double> budget;
  for (const Candidate& candidate : candidates) {
    if (const BudgetShare* held = candidate.channel.budget()) budget = held->budget;
  }
  return budget;
}

std::optional<std::vector<Candidate>> by_closed_forms(Study formal, const std::optional<double>& budget,
                                                      std::size_t delay) {
  std::vector<Candidate> result;
  try {
    for (const Design& design : formal.designs) expect_timing_possible(formal, design);
    formal.delays = {formal.delays[delay]};
    for (const Design& design : formal.designs) {
      const auto network = std::get<IdealNetwork>(build_network(design));
      if (!network.mean_hops) return std::nullopt;  // without hops there is no latency
      result.push_back(finish(formal, design, network, budget, {}));
    }
  } catch (const Error&) {
    return std::nullopt;
  }
  return result;
}

}  // namespace

std::optional<FormalWinner> winner_by_closed_forms(const Study& study, const std::vector<Candidate>& candidates,
                                                   const Ranking& ranking, std::size_t delay) {
  if (!can_tell(study, candidates)) return std::nullopt;
  const auto forms = by_closed_forms(formal_study(study, candidates), budget_of(candidates), delay);
  if (!forms) return std::nullopt;
  std::optional<FormalWinner> winner;
  double stretch = 1;
  for (std::size_t i = 0; i < forms->size(); ++i) {
    const Candidate& form = (*forms)[i];
    if (const LaidOut* laid = candidates[i].laid_out())
      stretch = std::max(stretch, laid->measures.length.longest_span.pitches() / form.ideal()->longest_span);
    if (form.latency.timings.empty()) continue;
    const Time latency = form.latency.timings.front().latency.total();
    if (!winner || latency < winner->latency) winner = FormalWinner{i, latency};
  }
  if (!winner || ranking.rank[winner->candidate] == 1) return std::nullopt;
  winner->stretch = stretch;
  return winner;
}

}  // namespace cutline
