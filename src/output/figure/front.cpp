// SPDX-License-Identifier: Apache-2.0
#include "output/figure/front.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "cutline/output/words/words.hpp"
#include "cutline/study/scoring.hpp"
#include "output/figure/parts.hpp"
#include "output/text/number.hpp"

namespace cutline::figure {

namespace {

constexpr double kWideMeasure = 12;
constexpr std::size_t kMostLabels = 30;
constexpr const char* kFront = "Pareto front";
constexpr const char* kOtherFamilies = "other families";

/// The families in the order of x, those with networks on the front first.
std::vector<std::string> families_of(const std::vector<Placed>& all) {
  std::vector<std::string> families;
  for (const bool on_front : {true, false}) {
    for (const Placed& each : all) {
      if (each.on_front == on_front && std::find(families.begin(), families.end(), each.family) == families.end())
        families.push_back(each.family);
    }
  }
  return families;
}

/// Joins the families into one that are beyond the number that can be told apart; returns the families left.
std::vector<std::string> join_other_families(std::vector<Placed>& all, std::vector<std::string>& notes) {
  std::vector<std::string> families = families_of(all);
  if (families.size() <= kMostSeries) return families;
  const auto first = families.begin() + kMostSeries - 1;
  notes.push_back(fmt::format("{}: {}", kOtherFamilies, some_of({first, families.end()})));
  for (Placed& each : all) {
    if (std::find(first, families.end(), each.family) != families.end()) each.family = kOtherFamilies;
  }
  families.erase(first, families.end());
  families.emplace_back(kOtherFamilies);
  return families;
}

/// The points of a family on the front, or its other points, which are faint.
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

void add_points(const std::vector<Placed>& all, const std::vector<std::string>& families, Figure& figure) {
  for (const bool on_front : {false, true}) {
    const auto count = static_cast<std::size_t>(
        std::count_if(all.begin(), all.end(), [&](const Placed& each) { return each.on_front == on_front; }));
    const bool labelled = count <= kMostLabels && (on_front || all.size() <= kMostLabels);
    if (!labelled)
      figure.notes.push_back(fmt::format("too many to name: {} {}", text::counted(count, "point"),
                                         on_front ? "on the front" : "not on the front"));
    for (const std::string& family : families) {
      FigureSeries points = points_of(all, family, on_front, labelled);
      if (!points.xs.empty()) figure.series.push_back(std::move(points));
    }
  }
}

/// The front from point to point; equal points count once. It is drawn as steps, which bound the region that the front
/// beats, or as straight lines if more is better in one of the measures.
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

}  // namespace

FigureAxis measure_axis(const RankTerm& term, bool unit_technology, bool per_terminal) {
  const RankMeasure& measure = measure_named(term.measure);
  FigureAxis axis{term.at ? term_text(term, unit_technology) : std::string(measure.summary())};
  if (per_terminal && measure.per_terminal()) axis.label += " per terminal";
  axis.unit = measure.unit(unit_technology);
  std::erase(axis.unit, '^');
  return axis;
}

void add_front(std::vector<Placed> all, const std::vector<RankTerm>& terms, bool line, Figure& figure) {
  std::stable_sort(all.begin(), all.end(),
                   [](const Placed& a, const Placed& b) { return std::pair(a.x, a.y) < std::pair(b.x, b.y); });
  const std::vector<std::string> families = join_other_families(all, figure.notes);
  if (FigureSeries front = front_of(all, terms); line && front.xs.size() > 1) figure.series.push_back(std::move(front));
  add_points(all, families, figure);
  choose_scales(figure, kWideMeasure, kWideMeasure);
  thin_out(figure);
  note_single_values(figure);
}

}  // namespace cutline::figure
