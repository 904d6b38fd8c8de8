// SPDX-License-Identifier: Apache-2.0
#include "evaluate/stages.hpp"
#include "evaluate/timing.hpp"
#include "rank/scoring.hpp"

namespace cutline {

namespace {

bool has_closed_forms(const Candidate& candidate) {
  const Family* family = find_family(candidate.design->family);
  return !candidate.design->ideal && !candidate.design->asked && family != nullptr && family->ideal != nullptr;
}

/// Whether closed forms can evaluate the study: it ranks by latency under uniform traffic and holds no area.
bool can_tell(const Study& study, const std::vector<Candidate>& candidates) {
  const bool by_latency = ranks_by_latency_alone(study);
  return candidates.size() >= 2 && by_latency && !study.traffic && study.hold.resource != Resource::area &&
         std::all_of(candidates.begin(), candidates.end(), has_closed_forms);
}

std::optional<double> budget_of(const std::vector<Candidate>& candidates) {
  std::optional<double> budget;
  for (const Candidate& candidate : candidates) {
    if (const BudgetShare* held = candidate.channel.budget()) budget = held->budget;
  }
  return budget;
}

/// A candidate with a real radix and a real width.
struct IdealForm {
  double longest_span = 0;
  std::optional<Time> latency;
};

/// The candidates by closed forms, which know no layout, so that their bisection replaces a held middle cut. Absent if
/// the forms lack something.
std::optional<std::vector<IdealForm>> by_closed_forms(const Study& study, const std::vector<Candidate>& candidates,
                                                      std::size_t delay) {
  LatencyAsked asked(static_cast<const LatencyAsked&>(study));
  asked.delays = {study.delays[delay]};
  Hold hold = study.hold;
  if (hold.resource == Resource::bisection && hold.count == BisectionCount::middle_cut)
    hold.count = BisectionCount::graph;
  const Effort effort;
  const Evaluation evaluation{study, effort, budget_of(candidates)};
  std::vector<Design> designs;
  for (const Candidate& candidate : candidates) {
    Design& design = designs.emplace_back(*candidate.design);
    design.ideal = true;
    design.channel.round = Rounding::usual;
  }
  std::vector<IdealForm> forms;
  try {
    for (const Design& design : designs) expect_timing_possible(asked, technology_of(study, design), design);
    for (const Design& design : designs) {
      const auto network = std::get<IdealNetwork>(build_network(design));
      if (!network.mean_hops) return std::nullopt;  // without hops there is no latency
      forms.push_back({network.longest_span, ideal_latency(evaluation, asked, hold, design, network)});
    }
  } catch (const Error&) {
    return std::nullopt;
  }
  return forms;
}

}  // namespace

std::optional<FormalWinner> winner_by_closed_forms(const Study& study, const std::vector<Candidate>& candidates,
                                                   const Ranking& ranking, std::size_t delay) {
  if (!can_tell(study, candidates)) return std::nullopt;
  const auto forms = by_closed_forms(study, candidates, delay);
  if (!forms) return std::nullopt;
  std::optional<FormalWinner> winner;
  double stretch = 1;
  for (std::size_t i = 0; i < forms->size(); ++i) {
    const auto& [longest_span, latency] = (*forms)[i];
    if (const LaidOut* laid = candidates[i].laid_out())
      stretch = std::max(stretch, laid->measures.length.longest_span.pitches() / longest_span);
    if (latency && (!winner || *latency < winner->latency)) winner = FormalWinner{i, *latency};
  }
  if (!winner || ranking.rank[winner->candidate] == 1) return std::nullopt;
  winner->stretch = stretch;
  return winner;
}

}  // namespace cutline
