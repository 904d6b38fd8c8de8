// SPDX-License-Identifier: Apache-2.0
#include "cutline/study/pareto.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "cutline/base/error.hpp"
#include "cutline/base/format.hpp"
#include "cutline/output/words/words.hpp"
#include "cutline/study/population.hpp"
#include "output/figure/parts.hpp"
#include "output/text/number.hpp"

namespace cutline {

namespace {

constexpr double kWideMeasure = 12;
constexpr std::size_t kMostLabels = 30;
constexpr const char* kFront = "Pareto front";

/// A candidate by two measures.
struct Placed {
  double x = 0, y = 0;
  std::string name, family;
  bool on_front = false;
};

std::string axis_label(const RankTerm& term, const Scoring& scoring) {
  const RankMeasure& measure = measure_named(term.measure);
  std::string label = term.at ? term_text(term, scoring.study.technology.unit) : std::string(measure.summary());
  if (scoring.per_terminal && measure.per_terminal()) label += " per terminal";
  std::string unit(measure.unit(scoring.study.technology.unit));
  if (const std::size_t square = unit.find("^2"); square != std::string::npos) unit.replace(square, 2, "²");
  return unit.empty() ? label : fmt::format("{}, {}", label, unit);
}

/// Every ranked candidate that has both measures, by x, then y, then in the order of the spec.
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
  std::stable_sort(all.begin(), all.end(),
                   [](const Placed& a, const Placed& b) { return std::pair(a.x, a.y) < std::pair(b.x, b.y); });
  return all;
}

std::vector<std::string> families_of(const std::vector<Placed>& all) {
  std::vector<std::string> families;
  for (const Placed& each : all) {
    if (std::find(families.begin(), families.end(), each.family) == families.end()) families.push_back(each.family);
  }
  return families;
}

/// The points of a family on the front, or the others, which are faint.
FigureSeries points_of(const std::vector<Placed>& all, const std::string& family, bool on_front, bool labelled) {
  FigureSeries series{family, SeriesStyle::points, {}, {}, {}};
  series.faint = !on_front;
  for (const Placed& each : all) {
    if (each.on_front != on_front || each.family != family) continue;
    series.xs.push_back(each.x);
    series.ys.push_back(each.y);
    series.labels.push_back(labelled ? each.name : "");
  }
  return series;
}

/// The points of every family: all that are beaten, then those on the front, on top of them.
void add_points(const std::vector<Placed>& all, Figure& figure) {
  for (const bool on_front : {false, true}) {
    const auto count = static_cast<std::size_t>(
        std::count_if(all.begin(), all.end(), [&](const Placed& each) { return each.on_front == on_front; }));
    const bool labelled = count <= kMostLabels && (on_front || all.size() <= kMostLabels);
    if (!labelled)
      figure.notes.push_back(fmt::format("too many to name: {} {}", counted(count, "point"),
                                         on_front ? "on the front" : "not on the front"));
    for (const std::string& family : families_of(all)) {
      FigureSeries points = points_of(all, family, on_front, labelled);
      if (!points.xs.empty()) figure.series.push_back(std::move(points));
    }
  }
}

/// The front from point to point, with equal points once: as steps, which bound what the front beats, or as a straight
/// line where more is better in a measure.
FigureSeries front_of(const std::vector<Placed>& all, const std::vector<RankTerm>& terms) {
  const bool more =
      measure_named(terms[0].measure).more_is_better() || measure_named(terms[1].measure).more_is_better();
  FigureSeries front{kFront, more ? SeriesStyle::line : SeriesStyle::steps, {}, {}, {}};
  for (const Placed& each : all) {
    if (!each.on_front || (!front.xs.empty() && front.xs.back() == each.x)) continue;
    front.xs.push_back(each.x);
    front.ys.push_back(each.y);
  }
  return front;
}

Figure pareto_figure_of(const Scoring& scoring) {
  const std::vector<RankTerm> terms = pareto_measures(scoring.study);
  const std::vector<std::string> names = terms_text(terms, scoring.study.technology.unit);
  Figure figure = no_figure(fmt::format("pareto-{}", scoring.delay + 1),
                            fmt::format("Candidates by {} and {}", names[0], names[1]), {}, {});
  figure.x.label = axis_label(terms[0], scoring);
  figure.y.label = axis_label(terms[1], scoring);
  const std::vector<Placed> all = placed_by(scoring, terms[0], terms[1], figure.notes);
  if (all.empty()) {
    figure.notes = {fmt::format("no candidate to be ranked has both {} and {}", names[0], names[1])};
    figure.hint = "name two measures that they have: `pareto: [longest, area]`, or of ideal ones `[latency, pins]`";
    return figure;
  }
  FigureSeries front = front_of(all, terms);
  if (names.size() > 2) {
    figure.notes.push_back(fmt::format("the front is that of {}: here it may look beaten", join(names, ", ")));
  } else if (front.xs.size() > 1) {
    figure.series.push_back(std::move(front));
  }
  add_points(all, figure);
  choose_scales(figure, kWideMeasure, kWideMeasure);
  thin_out(figure);
  return figure;
}

bool same_points(const Figure& a, const Figure& b) {
  return std::equal(a.series.begin(), a.series.end(), b.series.begin(), b.series.end(),
                    [](const FigureSeries& one, const FigureSeries& other) {
                      return one.xs == other.xs && one.ys == other.ys && one.labels == other.labels;
                    });
}

std::vector<Figure> make_pareto(const FigureInput& input) {
  if (const std::vector<std::string> names = terms_text(pareto_measures(input.study), input.study.technology.unit);
      names.size() < 2) {
    return {no_figure("pareto", "Pareto front", {fmt::format("the front is that of a single measure, {}", names[0])},
                      "name two measures: `pareto: [longest, area]`")};
  }
  try {
    expect_same_population(input.study, input.candidates);
  } catch (const Error& error) {
    const Diagnostic& first = error.diagnostics().front();
    return {no_figure("pareto", "Pareto front", {first.message}, first.hint)};
  }
  const bool per_terminal = mixed_population(input.study, input.candidates);
  std::vector<Figure> figures;
  for (const std::size_t delay : delays_of(input))
    figures.push_back(pareto_figure_of({input.study, input.candidates, delay, per_terminal, {}}));
  // Where neither measure knows of delays all figures are one.
  const auto same = [&](const Figure& figure) { return same_points(figure, figures.front()); };
  if (figures.size() > 1 && std::all_of(figures.begin(), figures.end(), same)) {
    figures.resize(1);
  } else {
    const std::vector<std::size_t> delays = delays_of(input);
    for (std::size_t i = 0; i < figures.size(); ++i) figures[i].title = under(figures[i].title, input.study, delays[i]);
  }
  return figures;
}

}  // namespace

FigureKind pareto_figure() { return {"pareto", "candidates by two measures, and the Pareto front", make_pareto}; }

}  // namespace cutline
