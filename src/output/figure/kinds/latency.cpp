// SPDX-License-Identifier: Apache-2.0
#include "evaluate/traffic.hpp"
#include "output/figure/figures.hpp"

namespace cutline::figure {

namespace {

constexpr double kWideDistances = 40, kWideLatencies = 40;
constexpr std::string_view kCurve =
    "`curve: {x: distance, to: 16}` gives it of meshes and express cubes where the delay follows from the span";

/// Why a candidate with a latency has no latency by distance. The conditions are those of Timing::spread.
std::string why_no_distances(const Study& study, const Candidate& candidate) {
  if (candidate.design->ideal) return "ideal, so only the mean distance is known";
  if (!is_uniform(study)) return "distances are counted for uniform traffic only";
  return candidate.facts.nodes < 2 ? "a single node" : "distances of all nodes pass the effort";
}

/// The latency without load by hops, and the mean message as a point on that line.
void add_by_distance(const Candidate& candidate, const Timing& timing, Figure& figure) {
  FigureSeries line{candidate.design->name, SeriesStyle::line, {}, {}, {}};
  for (const LatencyAtDistance& at : timing.spread.by_distance) {
    if (at.hops == 0) continue;  // a message to oneself goes no distance
    line.add(static_cast<double>(at.hops), in_ns(at.latency));
  }
  if (line.xs.empty()) return;
  figure.series.push_back(std::move(line));
  FigureSeries mean{candidate.design->name, SeriesStyle::points, {}, {}, {}};
  mean.add(*candidate.traffic.mean_hops(), in_ns(timing.latency.total()), {});
  figure.series.push_back(std::move(mean));
}

void add_curve(const Candidate& candidate, const Timing& timing, Figure& figure) {
  FigureSeries line{candidate.design->name, SeriesStyle::line, {}, {}, {}};
  for (const CurvePoint& point : timing.curve)
    line.add(static_cast<double>(point.distance), in_ns(point.latency.total()));
  figure.series.push_back(std::move(line));
}

/// A hint that says what to change so that the figure is not empty.
std::string_view hint_of(const FigureInput& input, bool passes_effort) {
  const bool ideal =
      std::ranges::all_of(input.candidates, [](const Candidate& candidate) { return candidate.design->ideal; });
  return ideal ? kNeedsLayout : passes_effort ? kNeedsEffort : kCurve;
}

Figure latency_figure_of(const FigureInput& input, std::size_t delay) {
  const Study& study = input.study;
  Figure figure = {fmt::format("latency-{}", delay + 1), under("Latency by distance", study, delay)};
  const bool curve = study.curve.has_value();
  std::vector<const Candidate*> shown;
  CandidateNotes left_out;
  bool passes_effort = false;
  for (const Candidate& candidate : input.candidates) {
    const Timing* timing = timing_of(candidate, delay);
    if (timing == nullptr || (curve && timing->curve.empty())) {
      if (left_out.take(candidate, {NoteKind::cannot_be_built, NoteKind::no_curve, NoteKind::no_latency_of_cycles,
                                    NoteKind::no_latency_of_routes, NoteKind::no_hops}))
        continue;
      left_out.add(candidate, std::string(kPassesEffort));
      passes_effort = true;
    } else if (!curve && timing->spread.by_distance.empty()) {
      left_out.add(candidate, why_no_distances(study, candidate));
    } else {
      shown.push_back(&candidate);
    }
  }
  left_out.move_to(figure.notes, input.candidates.size());
  for (const Candidate* candidate : few_enough(std::move(shown), figure.notes)) {
    const Timing& timing = *timing_of(*candidate, delay);
    curve ? add_curve(*candidate, timing, figure) : add_by_distance(*candidate, timing, figure);
  }
  figure.x = {curve ? "distance, nodes" : "distance, hops", false, true, true};
  figure.y = {"latency without load", false, true, false, time_unit(study)};
  choose_scales(figure, kWideDistances, kWideLatencies);
  thin_out(figure);
  if (!curve && !figure.series.empty()) figure.notes.insert(figure.notes.begin(), "the large marks are mean messages");
  if (figure.series.empty()) figure.hint = hint_of(input, passes_effort);
  return figure;
}

}  // namespace

FigureKind latency_figure() {
  return {"latency", "latency without load by distance, once a delay model",
          [](const FigureInput& input) { return figures_by_delay(input, latency_figure_of); }};
}

}  // namespace cutline::figure
