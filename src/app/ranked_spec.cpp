// SPDX-License-Identifier: Apache-2.0
#include "app/ranked_spec.hpp"

#include <algorithm>

#include "app/session.hpp"
#include "cutline/base/error.hpp"
#include "cutline/output/tables/crossovers.hpp"
#include "cutline/study/ranking.hpp"

namespace cutline::app {

namespace {

void search_crossovers(const Options& options, const std::string& spec, RankedSpec& out) {
  if (!out.study.crossover) return;
  const CrossoverChoice& choice = *out.study.crossover;
  const auto at = [&](const std::string& value) { return study_at(options, spec, choice, value); };
  out.crossovers = find_crossovers(choice, at, options.effort);
  out.document.map().emplace_back("crossovers", crossovers_data(choice, out.crossovers));
}

}  // namespace

Study study_at(const Options& options, const std::string& spec, const CrossoverChoice& choice,
               const std::string& value) {
  if (spec == "-") throw_input_error("a crossover reads its spec again and again: give it as a file");
  Overrides overrides = options.overrides;
  overrides.emplace_back(choice.over, value, std::string(kCrossover));
  return read_study(spec, overrides);
}

void evaluate_spec(const Options& options, const std::string& spec, Layouts layouts, RankedSpec& out) {
  out.study = load_study(options, spec, &out.text);
  evaluate_loaded(options, spec, layouts, out);
}

void evaluate_loaded(const Options& options, const std::string& spec, Layouts layouts, RankedSpec& out) {
  Effort effort = options.effort;
  effort.to_rank = true;
  out.candidates = evaluate(out.study, effort, layouts);
  out.rankings = rank(out.study, out.candidates);
  out.document = result_document(out.study, out.candidates, out.rankings);
  search_crossovers(options, spec, out);
  out.expectations = check_expectations(out.study, out.document, out.candidates, out.rankings);
}

bool answer_is_no(const RankedSpec& ranked) {
  const bool none_built = std::none_of(ranked.candidates.begin(), ranked.candidates.end(),
                                       [](const Candidate& candidate) { return candidate.can_be_built(); });
  const bool none_ranked = std::all_of(ranked.rankings.begin(), ranked.rankings.end(),
                                       [](const Ranking& ranking) { return ranking.order.empty(); });
  return none_built || (!ranked.rankings.empty() && none_ranked) || !all_hold(ranked.expectations);
}

}  // namespace cutline::app
