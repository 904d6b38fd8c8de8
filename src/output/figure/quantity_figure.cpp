// SPDX-License-Identifier: Apache-2.0
#include <cstdlib>
#include <iterator>
#include <set>

#include "output/figure/plotted.hpp"
#include "output/words/phrases.hpp"
#include "study/corners.hpp"

namespace cutline {

namespace {

using figure::kPrinted;
using figure::Plotted;
using figure::PlottedPoints;

struct Axes {
  std::optional<Plotted> x;  ///< absent: the key of a crossover
  Plotted y;
  std::optional<Plotted> group;  ///< absent: by family, or for a crossover by candidate
};

/// The name of a group: "nodes 256", "torus".
std::string group_name(const std::string& name, const Data& value) {
  if (value.is_null()) return "no " + figure::spaced(name);
  if (value.is_number()) return fmt::format("{} {}", figure::spaced(name), text::figure_text(value.number()));
  return value.is_text() ? value.text() : "other";
}

std::string group_of(const Axes& axes, const std::string& name, const UnderDelay& asked) {
  if (axes.group) return group_name(name, axes.group->of(asked));
  return axes.x ? asked.candidate.design->family.printed() : asked.candidate.design->name;
}

/// Sets between what y lies over the corners of the uncertain figures.
void set_ends(const Plotted& y, const UnderDelay& asked, figure::PlottedPoint& point) {
  const LatencyResult& latency = asked.candidate.latency;
  if (!y.is_uncertain() || !point.y.is_number()) return;
  point.low = point.high = point.y.number();
  const auto reach = [&](const UnderDelay& in_corner) {
    const Data value = y.of(in_corner);
    if (!value.is_number()) return;
    point.low = std::min(point.low, value.number());
    point.high = std::max(point.high, value.number());
  };
  for (const std::vector<Timing>& corner : latency.corners) {
    const auto* timing = asked.delay < corner.size() ? &corner[asked.delay] : nullptr;
    if (timing == nullptr) continue;
    reach({asked.study, asked.candidate, asked.delay, timing, timing});
  }
  for (const double stand : {-1.0, 1.0}) {  // of all prices together
    Corner prices;
    prices.copper_price = prices.optics_price = prices.switch_price = prices.hall_price = stand;
    UnderDelay in_corner = asked;
    in_corner.corner = &prices;
    reach(in_corner);
  }
}

/// The values that the spec expects of a candidate's y under a delay model, and its own y if it is expected to win.
std::vector<double> expected_of(const UnderDelay& asked, const Axes& axes, double own_y) {
  const Study& study = asked.study;
  std::vector<double> all;
  for (const Expectation& expectation : study.expectations) {
    if (expectation.kind != Expectation::Kind::equal) continue;
    const auto* number = std::get_if<double>(&expectation.value);
    const std::string& name = asked.candidate.design->name;
    const std::string& delay = study.delays[asked.delay].label;
    if (expectation.delay.empty() ? asked.delay > 0 : expectation.delay != delay) continue;
    if (expectation.winner == name) all.push_back(own_y);
    if (number != nullptr && expectation.candidate == name && axes.y.is(expectation.key)) all.push_back(*number);
  }
  return all;
}

/// Adds the candidates of a study; `x` is their value on the x axis of a crossover.
void add_candidates(const FigureInput& input, const Axes& axes, const QuantityAxes& asked_axes, std::size_t delay,
                    double x, PlottedPoints& points) {
  for (const Candidate& candidate : input.candidates) {
    const UnderDelay asked = under_delay(input.study, candidate, delay);
    figure::PlottedPoint point{candidate.design->name, group_of(axes, asked_axes.group, asked),
                               axes.x ? axes.x->of(asked) : Data(x), axes.y.of(asked)};
    set_ends(axes.y, asked, point);
    points.add(point);
    if (!axes.x || !point.x.is_number() || !point.y.is_number()) continue;
    for (const double value : expected_of(asked, axes, point.y.number())) points.add_expected(point.x.number(), value);
  }
}

std::optional<Plotted> grouping(const FigureInput& input, const QuantityAxes& asked) {
  return asked.group.empty() ? std::nullopt : std::optional(Plotted(input, asked.group));
}

std::string title_of(const Plotted& y, const FigureAxis& x) {
  return words::capital(fmt::format("{} by {}", y.name(), x.label));
}

/// The figures of studies that differ in one value, the x of a crossover; of a single study x may be any quantity.
std::vector<Figure> figures_of(const std::vector<std::pair<double, FigureInput>>& inputs, const Axes& axes,
                               const QuantityAxes& asked, const FigureAxis& x) {
  const FigureInput& first = inputs.front().second;
  const std::string title = title_of(axes.y, x);
  std::vector<Figure> figures;
  for (const std::size_t delay : figure::delays_of(first)) {
    Figure& figure = figures.emplace_back(
        Figure{fmt::format("quantities-{}", delay + 1), figure::under(title, first.study, delay), x});
    figure.hint = "'cutline measure' shows the numbers of a candidate";
    PlottedPoints points(asked, !axes.x || axes.x->is_given());
    for (const auto& [place, input] : inputs) add_candidates(input, axes, asked, delay, place, points);
    points.move_to(figure, first.candidates.size());
    figure.y = axes.y.axis(asked.log_y);
  }
  return figures;
}

bool all_whole(const Figure& figure, std::vector<double> FigureSeries::*values) {
  return std::ranges::all_of(figure.series, [&](const FigureSeries& series) {
    return std::all_of((series.*values).begin(), (series.*values).end(), [](double value) { return as_whole(value); });
  });
}

/// Throws an input error if x has one value only: such an axis shows nothing.
void expect_different(const Figure& figure, const std::string& x) {
  std::set<double> values;
  for (const FigureSeries& series : figure.series) values.insert(series.xs.begin(), series.xs.end());
  if (values.size() != 1) return;
  throw_input_error(fmt::format("'{}' has one value in the whole figure: {}", x, text::short_text(*values.begin())),
                    "sweep over it, or name another --x");
}

/// Throws an input error if a logarithmic axis has a value that is not above 0.
void expect_positive(const Figure& figure, const QuantityAxes& axes) {
  for (const FigureSeries& series : figure.series) {
    const auto positive = [](const std::vector<double>& values) {
      return std::ranges::all_of(values, [](double value) { return value > 0; });
    };
    for (const auto& [log, values, name] :
         {std::tuple(axes.log_x, &series.xs, &axes.x), std::tuple(axes.log_y, &series.ys, &axes.y)}) {
      if (log && !positive(*values))
        throw_input_error(fmt::format("'{}' is not above 0 in '{}', so it has no logarithm", *name, series.name),
                          "leave out --log for this axis");
    }
  }
}

/// The name of a series if several specs are joined.
std::string name_in(const std::string& spec, const std::string& series, std::size_t series_of_spec) {
  if (series == kPrinted) return series;
  return series_of_spec == 1 ? spec : fmt::format("{}: {}", spec, series);
}

}  // namespace

std::vector<Figure> joined_figures(std::vector<std::vector<Figure>> figures, const std::vector<std::string>& specs) {
  for (std::size_t spec = 0; spec < specs.size(); ++spec) {
    for (std::size_t i = 0; i < figures[spec].size(); ++i) {
      Figure& figure = figures[spec][i];
      const auto own =
          std::ranges::count_if(figure.series, [](const FigureSeries& series) { return series.name != kPrinted; });
      for (FigureSeries& series : figure.series)
        series.name = name_in(specs[spec], series.name, static_cast<std::size_t>(own));
      for (std::string& note : figure.notes) note = fmt::format("{}: {}", specs[spec], note);
      if (spec == 0) continue;
      if (i >= figures[0].size() || figures[0][i].title != figure.title)
        throw_input_error(
            fmt::format("{} and {} have different delay models, so their figures cannot be one", specs[0], specs[spec]),
            "name one with --delay");
      Figure& all = figures[0][i];
      std::move(figure.series.begin(), figure.series.end(), std::back_inserter(all.series));
      std::move(figure.notes.begin(), figure.notes.end(), std::back_inserter(all.notes));
    }
  }
  for (Figure& figure : figures.front()) {  // marks stand on top of all lines
    std::stable_partition(figure.series.begin(), figure.series.end(),
                          [](const FigureSeries& series) { return series.name != kPrinted; });
  }
  return std::move(figures.front());
}

void settle_axes(std::vector<Figure>& figures, const QuantityAxes& asked) {
  for (Figure& figure : figures) {
    expect_positive(figure, asked);
    expect_different(figure, asked.x);
    figure.x.whole = all_whole(figure, &FigureSeries::xs);
    figure.y.whole = all_whole(figure, &FigureSeries::ys);
    figure::note_single_values(figure);
  }
}

std::vector<Figure> quantity_figures(const FigureInput& input, const QuantityAxes& asked) {
  const Axes axes{Plotted(input, asked.x), Plotted(input, asked.y), grouping(input, asked)};
  return figures_of({{0, input}}, axes, asked, axes.x->axis(asked.log_x));
}

struct FigureOfDelay {
  std::string label;
  Plotted x, y;
  std::optional<Plotted> group;
  PlottedPoints points;
  std::size_t count = 0;
};

RecordFigures::RecordFigures(QuantityAxes axes, std::string delay)
    : asked_(std::move(axes)), delay_(std::move(delay)) {}
RecordFigures::~RecordFigures() = default;

void RecordFigures::add(const Data& record) {
  const Data* model = record.at_path("delay.model");
  const std::string label = model != nullptr && model->is_text() ? model->text() : "";
  if (!delay_.empty() && label != delay_) return;
  auto found = std::ranges::find_if(all_, [&](const auto& one) { return one->label == label; });
  if (found == all_.end()) {
    const Plotted x(record, asked_.x), y(record, asked_.y);
    const auto group = asked_.group.empty() ? std::nullopt : std::optional(Plotted(record, asked_.group));
    all_.push_back(std::make_unique<FigureOfDelay>(FigureOfDelay{label, x, y, group, {asked_, x.is_given()}}));
    found = all_.end() - 1;
  }
  FigureOfDelay& of = **found;
  const Data& group = of.group ? of.group->of(record) : record.at("family");
  of.points.add({record.at("name").text(), of.group ? group_name(asked_.group, group) : group.text(), of.x.of(record),
                 of.y.of(record)});
  ++of.count;
}

std::vector<Figure> RecordFigures::taken() {
  std::vector<Figure> figures;
  for (const auto& of : all_) {
    const FigureAxis x = of->x.axis(asked_.log_x);
    std::string title = title_of(of->y, x);
    if (all_.size() > 1 || !delay_.empty()) title += ", wire delay " + of->label;
    Figure& figure = figures.emplace_back(Figure{fmt::format("quantities-{}", figures.size() + 1), title, x});
    of->points.move_to(figure, of->count);
    figure.y = of->y.axis(asked_.log_y);
  }
  return figures;
}

bool names_crossover(const CrossoverChoice& choice, const std::string& axis) {
  return choice.over == axis || choice.over.ends_with("." + axis);
}

std::vector<double> values_on_axis(const CrossoverChoice& choice) {
  std::vector<double> values = crossover_values(choice);
  if (choice.values.empty()) return values;
  for (std::size_t i = 0; i < values.size(); ++i) {
    char* end = nullptr;
    values[i] = std::strtod(choice.values[i].c_str(), &end);
    if (end == choice.values[i].c_str() || !std::isfinite(values[i])) {
      throw_input_error(
          fmt::format("the values of the crossover over {} are no numbers: '{}'", choice.over, choice.values[i]),
          "'cutline compare' tells who wins at each of them");
    }
  }
  return values;
}

std::vector<Figure> crossover_figures(const CrossoverChoice& choice, const std::vector<StudyAtValue>& studies,
                                      std::size_t delay, const QuantityAxes& asked) {
  std::vector<std::pair<double, FigureInput>> inputs;
  for (const StudyAtValue& at : studies) inputs.push_back({at.value, {at.study, at.candidates, delay}});
  const FigureInput& first = inputs.front().second;
  const Axes axes{{}, Plotted(first, asked.y), grouping(first, asked)};
  const std::string name = figure::spaced(choice.over.substr(choice.over.rfind('.') + 1));
  return figures_of(inputs, axes, asked, {name, asked.log_x, false, false, choice.unit});
}

}  // namespace cutline
