// SPDX-License-Identifier: Apache-2.0
#include "output/figure/figures.hpp"

#include "base/named.hpp"

namespace cutline::figure {

#define CUTLINE_FIGURE(name) FigureKind name##_figure();
#include "kinds/figures.inc"
#undef CUTLINE_FIGURE

}  // namespace cutline::figure

namespace cutline {

const std::vector<FigureKind>& figure_kinds() {
  static const std::vector<FigureKind> all = {
#define CUTLINE_FIGURE(name) figure::name##_figure(),
#include "kinds/figures.inc"
#undef CUTLINE_FIGURE
  };
  return all;
}

const FigureKind& figure_kind(std::string_view name) {
  return expect_named(figure_kinds(), name, "there is no figure", "the figures are");
}

Table figure_points(const std::vector<Figure>& figures) {
  Table table;
  table.columns = {{"figure", "figure", "", true},     {"series", "series", "", true},
                   {"style", "style", "", true},       {"x", "x", "", false, false, true},
                   {"y", "y", "", false, false, true}, {"label", "label", "", true}};
  for (const Figure& figure : figures) {
    for (const FigureSeries& series : figure.series) {
      for (std::size_t i = 0; i < series.xs.size(); ++i) {
        const bool labelled = i < series.labels.size() && !series.labels[i].empty();
        table.rows.push_back({figure.title, series.name, std::string(figure::style_word(series.style)), series.xs[i],
                              series.ys[i], labelled ? TableCell(series.labels[i]) : TableCell()});
      }
    }
  }
  return table;
}

}  // namespace cutline

namespace cutline::figure {

namespace {

using Values = std::vector<double> FigureSeries::*;

std::vector<double> all_values(const Figure& figure, Values values) {
  std::vector<double> all;
  for (const FigureSeries& series : figure.series)
    all.insert(all.end(), (series.*values).begin(), (series.*values).end());
  return all;
}

/// "mm²" of "mm2", "µm" of "um".
std::string printed_unit(std::string unit) {
  if (unit.starts_with("um") || unit.starts_with("us")) unit.replace(0, 1, "µ");
  const std::size_t power = unit.find_first_of("23");
  if (power != std::string::npos) unit.replace(power, 1, unit[power] == '2' ? "²" : "³");
  return unit;
}

/// `also`: further values in the unit of the axis.
void make_readable(Figure& figure, FigureAxis& axis, Values values, std::initializer_list<Values> also) {
  if (axis.unit.empty()) return;
  const std::string unit = text::readable_unit(axis.unit, all_values(figure, values));
  if (unit != axis.unit) {
    axis.whole = false;
    const auto rescale = [&](Values of) {
      for (FigureSeries& series : figure.series) {
        for (double& value : series.*of) value = text::rescaled(value, axis.unit, unit);
      }
    };
    rescale(values);
    for (const Values of : also) rescale(of);
  }
  axis.label += ", " + printed_unit(unit);
  axis.unit.clear();
}

void note_single_value(Figure& figure, const FigureAxis& axis, Values values) {
  const std::vector<double> all = all_values(figure, values);
  const auto differs = [&](double value) { return value != all.front(); };
  if (all.size() < 2 || std::ranges::any_of(all, differs)) return;
  const std::string unit = axis.unit.empty() ? "" : " " + printed_unit(axis.unit);
  add_note(figure.notes, fmt::format("all points have the same {}: {}{}", axis.label.substr(0, axis.label.find(", ")),
                                     text::short_text(all.front()), unit));
}

}  // namespace

std::string_view style_word(SeriesStyle style) {
  constexpr std::array<std::string_view, 4> kWords = {"line", "steps", "points", "bars"};
  return kWords[static_cast<std::size_t>(style)];
}

void add_note(std::vector<std::string>& notes, std::string note) {
  if (std::ranges::find(notes, note) == notes.end()) notes.push_back(std::move(note));
}

std::string some_of(const std::vector<std::string>& names) {
  constexpr std::size_t kMostNames = 3;
  if (names.empty()) return {};
  if (names.size() > kMostNames) {
    return fmt::format("{} and {}", join({names.begin(), names.begin() + kMostNames}, ", "),
                       text::counted(names.size() - kMostNames, "other"));
  }
  if (names.size() == 1) return names.front();
  return fmt::format("{} and {}", join({names.begin(), names.end() - 1}, ", "), names.back());
}

void CandidateNotes::add(const Candidate& candidate, std::string note) { add(candidate.design->name, std::move(note)); }

void CandidateNotes::add(const std::string& candidate, std::string note) {
  const auto same = std::ranges::find_if(said_, [&](const auto& said) { return said.first == note; });
  if (same == said_.end()) {
    said_.emplace_back(std::move(note), std::vector{candidate});
  } else if (same->second.back() != candidate) {
    same->second.push_back(candidate);
  }
}

bool CandidateNotes::take(const Candidate& candidate, std::initializer_list<NoteKind> kinds) {
  bool any = false;
  for (const Note& note : candidate.notes) {
    if (std::ranges::find(kinds, note.kind) == kinds.end()) continue;
    add(candidate, note_text(note));
    any = true;
  }
  return any;
}

void CandidateNotes::move_to(std::vector<std::string>& notes, std::size_t candidates) {
  for (auto& [note, names] : said_) {
    const bool all = candidates > 1 && names.size() == candidates;
    notes.push_back(all ? std::move(note) : fmt::format("{}: {}", some_of(names), note));
  }
  said_.clear();
}

std::vector<const Candidate*> few_enough(std::vector<const Candidate*> candidates, std::vector<std::string>& notes) {
  if (candidates.size() <= kMostSeries) return candidates;
  notes.push_back(
      fmt::format("the first {} of {} candidates are shown", kMostSeries, text::grouped(candidates.size())));
  candidates.resize(kMostSeries);
  return candidates;
}

std::string needs_layout(const std::vector<Candidate>& candidates) {
  const bool any_ideal =
      std::ranges::any_of(candidates, [](const Candidate& candidate) { return candidate.design->ideal; });
  return any_ideal ? std::string(kNeedsLayout) : std::string();
}

std::vector<const Candidate*> with_layouts(const FigureInput& input, std::vector<std::string>& notes) {
  std::vector<const Candidate*> shown;
  std::vector<std::string> ideal, unbuilt;
  for (const Candidate& candidate : input.candidates) {
    if (candidate.laid_out()) {
      shown.push_back(&candidate);
    } else {
      (candidate.design->ideal ? ideal : unbuilt).push_back(candidate.design->name);
    }
  }
  if (!ideal.empty()) notes.push_back("ideal, so without a layout: " + some_of(ideal));
  if (!unbuilt.empty()) notes.push_back("cannot be built: " + some_of(unbuilt));
  return few_enough(std::move(shown), notes);
}

std::vector<std::size_t> delays_of(const FigureInput& input) {
  if (input.delay != kEveryDelay) return {input.delay};
  return numbers_below<std::size_t>(input.study.delays.size());
}

const Timing* timing_of(const Candidate& candidate, std::size_t delay) {
  return delay < candidate.latency.timings.size() ? &candidate.latency.timings[delay] : nullptr;
}

std::string under(std::string title, const Study& study, std::size_t delay) {
  if (study.delays.size() > 1) title += fmt::format(", wire delay {}", study.delays[delay].label);
  return title;
}

bool spread(const std::vector<double>& values, double ratio) {
  if (values.empty()) return false;
  const auto [least, most] = std::ranges::minmax_element(values);
  return *least > 0 && *most > ratio * *least;
}

void choose_scales(Figure& figure, double ratio_x, double ratio_y) {
  figure.x.logarithmic = spread(all_values(figure, &FigureSeries::xs), ratio_x);
  figure.y.logarithmic = spread(all_values(figure, &FigureSeries::ys), ratio_y);
}

void thin_out(Figure& figure) {
  for (FigureSeries& series : figure.series) {
    const std::size_t count = series.xs.size();
    if (count <= kMostPoints) continue;
    const std::size_t step = (count + kMostPoints - 1) / kMostPoints;
    FigureSeries kept{series.name, series.style, {}, {}, {}, series.outside, series.faint};
    for (std::size_t i = 0; i + 1 < count; i += step) kept.add_of(series, i);
    kept.add_of(series, count - 1);
    add_note(figure.notes, fmt::format("{}: one point of every {} is drawn", series.name, step));
    series = std::move(kept);
  }
}

Figure in_readable_units(Figure figure) {
  make_readable(figure, figure.x, &FigureSeries::xs, {});
  make_readable(figure, figure.y, &FigureSeries::ys, {&FigureSeries::lows, &FigureSeries::highs});
  return figure;
}

void note_single_values(Figure& figure) {
  note_single_value(figure, figure.x, &FigureSeries::xs);
  note_single_value(figure, figure.y, &FigureSeries::ys);
}

std::vector<Figure> figures_by_delay(const FigureInput& input, Figure (*make)(const FigureInput&, std::size_t delay)) {
  return each_of(delays_of(input), [&](const std::size_t delay) { return make(input, delay); });
}

}  // namespace cutline::figure
