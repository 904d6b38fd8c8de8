// SPDX-License-Identifier: Apache-2.0
#include "output/figure/figures.hpp"

namespace cutline::figure {

namespace {

constexpr double kWideLoads = 200, kWideLoadLatencies = 30;

/// The unit of loads: per cycle if all candidates have the same cycle and the user counts in cycles, else per ns.
struct LoadUnit {
  bool per_time = false;
  double of(double bits_per_cycle, const Timing& timing) const {
    return per_time ? bits_per_cycle / in_ns(timing.clock.cycle) : bits_per_cycle;
  }
};

bool counts_time(const OfferedLoad& load) { return load.unit == OfferedLoad::Unit::bits_per_ns; }

LoadUnit load_unit_of(const Study& study, const std::vector<const Candidate*>& candidates, std::size_t delay) {
  constexpr double kSame = 1e-9;
  if (std::ranges::any_of(study.load_curve, counts_time) || std::ranges::any_of(study.loads, counts_time))
    return {true};
  const double first = in_ns(timing_of(*candidates.front(), delay)->clock.cycle);
  return {std::ranges::any_of(candidates, [&](const Candidate* each) {
    return std::abs(in_ns(timing_of(*each, delay)->clock.cycle) - first) > kSame * first;
  })};
}

/// The points below saturation.
FigureSeries load_series_of(const Candidate& candidate, const Timing& timing, LoadUnit unit) {
  FigureSeries series{candidate.design->name, SeriesStyle::line, {}, {}, {}};
  for (const LoadPoint& point : timing.load_curve) {
    if (!point.latency()) continue;
    series.add(unit.of(point.offered, timing), in_ns(*point.latency()));
    if (!point.messages() || !timing.model_saturation()) continue;
    const std::optional<double> error = stated_error(point.offered / *timing.model_saturation(),
                                                     message_fit(timing.input, candidate.sites.router.depth_flits));
    if (!error || series.lows.size() + 1 != series.xs.size()) continue;
    series.lows.push_back(series.ys.back() * (1 - *error));
    series.highs.push_back(series.ys.back() * (1 + *error));
  }
  return series;
}

/// A figure that is being made, its unit of loads, and what it leaves out.
struct LoadFigure {
  Figure& figure;
  CandidateNotes& notes;
  LoadUnit unit;
  bool names_loads = false;  ///< operating points have their loads beside them
};

constexpr std::size_t kMostNamedLoads = 12;

/// Whether the loads of operating points are written beside them: the axis does not tell them, and they are few.
bool names_loads(const Study& study, std::size_t candidates, LoadUnit unit) {
  const auto on_axis = unit.per_time ? OfferedLoad::Unit::bits_per_ns : OfferedLoad::Unit::bits_per_cycle;
  const auto hidden = [&](const OfferedLoad& load) { return load.unit != on_axis; };
  return study.loads.size() * candidates <= kMostNamedLoads && std::ranges::any_of(study.loads, hidden);
}

/// Operating points. Where the candidate has no curve, a line leads through them.
void add_operating_points(const Study& study, const Candidate& candidate, const Timing& timing,
                          const LoadFigure& into) {
  const auto& [figure, notes, unit, with_names] = into;
  std::vector<std::tuple<double, double, std::string>> marked;
  for (std::size_t i = 0; i < timing.load_points.size(); ++i) {
    const LoadPoint& point = timing.load_points[i];
    const std::string label = load_text(study.loads[i], study.counts_tau());
    if (point.latency()) {
      marked.emplace_back(unit.of(point.offered, timing), in_ns(*point.latency()), label);
    } else {
      notes.add(candidate, "saturated at " + label);
    }
  }
  if (marked.empty()) return;
  std::ranges::stable_sort(marked, [](const auto& a, const auto& b) { return std::get<0>(a) < std::get<0>(b); });
  FigureSeries series{candidate.design->name, SeriesStyle::points, {}, {}, {}};
  for (const auto& [x, y, label] : marked) series.add(x, y, with_names ? label : "");
  if (timing.load_curve.empty() && marked.size() > 1)
    figure.series.push_back({series.name, SeriesStyle::line, series.xs, series.ys, {}});
  figure.series.push_back(std::move(series));
}

/// Adds the measured points at stable loads; their latencies are without the extra cycles that the source counts.
void add_measured(const Candidate& candidate, const Timing& timing, const LoadFigure& into) {
  const auto& [figure, notes, unit, with_names] = into;
  FigureSeries line{candidate.design->name, SeriesStyle::line, {}, {}, {}};
  FigureSeries points{candidate.design->name, SeriesStyle::points, {}, {}, {}};
  std::string source, besides;
  std::vector<MeasuredLoad> loads = timing.measured;  // of all sources; loads must not fall along a series
  std::ranges::stable_sort(loads, [](const MeasuredLoad& a, const MeasuredLoad& b) { return a.offered < b.offered; });
  for (const MeasuredLoad& each : loads) {
    const double x = unit.of(each.offered, timing), cycle = in_ns(timing.clock.cycle);
    if (!each.besides) continue;
    if (each.predicted) line.add(x, (*each.predicted - *each.besides) * cycle);
    if (each.state() != RunState::stable || each.stable_runs() == 0) continue;
    points.add(x, (each.latency - *each.besides) * cycle, {});
    source = each.source.empty() ? "" : " by " + each.source;
    if (*each.besides != 0)
      besides = fmt::format(", less {} cycles that the model does not count", text::short_text(*each.besides, 3));
  }
  if (points.xs.empty()) return;
  notes.add(candidate, fmt::format("points were measured{}{}", source, besides));
  if (timing.load_curve.empty() && line.xs.size() > 1) figure.series.push_back(std::move(line));
  figure.series.push_back(std::move(points));
}

void add_candidate(const Study& study, const Candidate& candidate, std::size_t delay, const LoadFigure& into) {
  const auto& [figure, notes, unit, with_names] = into;
  const Timing& timing = *timing_of(candidate, delay);
  FigureSeries line = load_series_of(candidate, timing, unit);
  if (!timing.load_curve.empty() && line.xs.empty()) notes.add(candidate, "saturated at every load of the curve");
  if (!line.xs.empty()) figure.series.push_back(std::move(line));
  if (timing.measured.empty()) {
    add_operating_points(study, candidate, timing, into);
  } else {
    add_measured(candidate, timing, into);
  }
  notes.take(candidate, {NoteKind::load_without_model, NoteKind::load_by_model});
}

std::string saturations(const std::vector<const Candidate*>& candidates, std::size_t delay, LoadUnit unit) {
  std::string text;
  for (const Candidate* candidate : candidates) {
    const Timing& timing = *timing_of(*candidate, delay);
    if (!timing.model_saturation()) continue;
    text += fmt::format("{}{} {}", text.empty() ? "" : "; ", candidate->design->name,
                        text::short_text(unit.of(*timing.model_saturation(), timing), 3));
  }
  return text;
}

constexpr std::string_view kBand =
    "the band holds nine of ten networks that were simulated flit by flit; beyond 0.82 of saturation it is not told";
constexpr std::string_view kNoLoads =
    "set the loads, `curve: {x: load, from: 0, to: 0.9, step: 0.05, of: saturation}`, and `contention`: see 'cutline "
    "list contention'";
constexpr std::string_view kNoBound = "no bound of its load is known";
constexpr std::string_view kNeedsModel = "name a model that applies under `contention`: see 'cutline list contention'";

Figure load_figure_of(const FigureInput& input, std::size_t delay) {
  const Study& study = input.study;
  Figure figure = {fmt::format("load-{}", delay + 1), under("Latency against offered load", study, delay)};
  if (study.load_curve.empty() && study.loads.empty() && study.measured.empty()) {
    figure.notes.emplace_back("the spec names no loads");
    figure.hint = kNoLoads;
    return figure;
  }
  std::vector<const Candidate*> shown;
  CandidateNotes notes;
  for (const Candidate& candidate : input.candidates) {
    const Timing* timing = timing_of(candidate, delay);
    if (timing != nullptr && !(timing->load_curve.empty() && timing->load_points.empty() && timing->measured.empty())) {
      shown.push_back(&candidate);
    } else {
      figure.hint = timing == nullptr ? kNeedsEffort : kNeedsModel;
      if (!notes.take(candidate, {NoteKind::cannot_be_built, NoteKind::no_contention, NoteKind::no_latency_of_cycles,
                                  NoteKind::no_latency_of_routes, NoteKind::no_hops}))
        notes.add(candidate, std::string(timing == nullptr ? kPassesEffort : kNoBound));
    }
  }
  shown = few_enough(std::move(shown), figure.notes);
  if (shown.empty()) {
    notes.move_to(figure.notes, input.candidates.size());
    return figure;
  }
  figure.hint.clear();
  const LoadUnit unit = load_unit_of(study, shown, delay);
  const std::string a_time = unit.per_time ? time_unit(study) : "cycle";
  figure.x = {fmt::format("offered load, bits per {} and terminal", a_time), false, true, false};
  figure.y = {"latency", false, true, false, time_unit(study)};
  for (const Candidate* candidate : shown)
    add_candidate(study, *candidate, delay, {figure, notes, unit, names_loads(study, shown.size(), unit)});
  const auto has_band = [](const FigureSeries& series) { return !series.lows.empty(); };
  if (std::ranges::any_of(figure.series, has_band)) add_note(figure.notes, std::string(kBand));
  if (const std::string loads = saturations(shown, delay, unit); !loads.empty())
    figure.notes.push_back(fmt::format("expected saturation, in bits per {} and terminal: {}", a_time, loads));
  notes.move_to(figure.notes, input.candidates.size());
  choose_scales(figure, kWideLoads, kWideLoadLatencies);
  thin_out(figure);
  return figure;
}

}  // namespace

FigureKind load_figure() {
  return {"load", "latency against offered load up to saturation, once a delay model",
          [](const FigureInput& input) { return figures_by_delay(input, load_figure_of); }};
}

}  // namespace cutline::figure
