// SPDX-License-Identifier: Apache-2.0
#include "evaluate/rankable.hpp"
#include "output/figure/figures.hpp"
#include "rank/scoring.hpp"

namespace cutline::figure {

namespace {

/// Every ranked candidate that has both measures, in the order of the spec.
std::vector<Placed> placed_by(const Scoring& scoring, const RankTerm& x, const RankTerm& y,
                              std::vector<std::string>& notes) {
  const std::vector<std::optional<bool>> front = pareto_front(scoring);
  std::vector<bool> ranked(scoring.candidates.size(), false);
  for (const std::size_t i : rankable(scoring.candidates)) ranked[i] = true;
  std::vector<Placed> all;
  std::vector<std::string> incomplete, below;
  for (std::size_t i = 0; i < scoring.candidates.size(); ++i) {
    const Candidate& candidate = scoring.candidates[i];
    if (!ranked[i]) {
      below.push_back(candidate.design->name);
      continue;
    }
    const auto at_x = measured(scoring, x, candidate), at_y = measured(scoring, y, candidate);
    if (at_x && at_y && front[i]) {
      all.push_back({*at_x, *at_y, candidate.design->name, candidate.design->family.printed(), *front[i]});
    } else {
      incomplete.push_back(candidate.design->name);
    }
  }
  if (!below.empty()) notes.push_back("cannot be built, or over a limit: " + some_of(below));
  if (!incomplete.empty()) notes.push_back("without one of the measures: " + some_of(incomplete));
  return all;
}

Figure pareto_figure_of(const Scoring& scoring) {
  const std::vector<RankTerm> terms = pareto_measures(scoring.study);
  Figure figure = {.id = fmt::format("pareto-{}", scoring.delay + 1)};
  std::vector<Placed> all = placed_by(scoring, terms[0], terms[1], figure.notes);
  fill_front(figure, "Candidates", std::move(all), terms, scoring.study, scoring.per_terminal);
  if (!figure.series.empty()) return figure;
  const std::vector<std::string> names = terms_text(terms, scoring.study.counts_tau());
  figure.notes = {fmt::format("no candidate to be ranked has both {} and {}", names[0], names[1])};
  figure.hint = "name two measures that they have: `pareto: [longest, area]`, or of ideal ones `[latency, pins]`";
  return figure;
}

bool same_points(const Figure& a, const Figure& b) {
  return std::equal(a.series.begin(), a.series.end(), b.series.begin(), b.series.end(),
                    [](const FigureSeries& one, const FigureSeries& other) {
                      return one.xs == other.xs && one.ys == other.ys && one.labels == other.labels;
                    });
}

std::vector<Figure> make_pareto(const FigureInput& input) {
  if (const std::vector<std::string> names = terms_text(pareto_measures(input.study), input.study.counts_tau());
      names.size() < 2) {
    return {Figure{.id = "pareto",
                   .title = "Pareto front",
                   .notes = {fmt::format("the front is that of a single measure, {}", names[0])},
                   .hint = "name two measures: `pareto: [longest, area]`"}};
  }
  try {
    expect_same_population(input.study.population, input.candidates);
  } catch (const Error& error) {
    const Diagnostic& first = error.diagnostics().front();
    return {Figure{.id = "pareto", .title = "Pareto front", .notes = {first.message}, .hint = first.hint}};
  }
  const bool per_terminal = mixed_population(input.study.population, input.candidates);
  std::vector<Figure> figures;
  for (const std::size_t delay : delays_of(input))
    figures.push_back(pareto_figure_of({input.study, input.candidates, delay, per_terminal, {}}));
  // If neither measure depends on the delay model, all figures are equal and one is kept.
  const auto same = [&](const Figure& figure) { return same_points(figure, figures.front()); };
  if (figures.size() > 1 && std::ranges::all_of(figures, same)) {
    figures.resize(1);
  } else {
    const std::vector<std::size_t> delays = delays_of(input);
    for (std::size_t i = 0; i < figures.size(); ++i) figures[i].title = under(figures[i].title, input.study, delays[i]);
  }
  return figures;
}

}  // namespace

FigureKind pareto_figure() {
  return {.name = "pareto",
          .summary = "candidates by two measures, and the Pareto front",
          .make = make_pareto,
          .of_search = true};
}

}  // namespace cutline::figure
