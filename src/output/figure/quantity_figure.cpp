// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cctype>
#include <cmath>
#include <cstdlib>
#include <iterator>
#include <map>
#include <set>

#include "cutline/study/quantities.hpp"
#include "cutline/study/ranking.hpp"
#include "output/figure/figures.hpp"

namespace cutline {

namespace {

constexpr const char* kPrinted = "expected: values and winners";

/// "mean distance" for "mean_distance".
std::string spaced(std::string name) {
  std::ranges::replace(name, '_', ' ');
  return name;
}

Data data_of(const Value& value) {
  if (const auto* whole = std::get_if<std::int64_t>(&value)) return *whole;
  if (const auto* real = std::get_if<double>(&value)) return *real;
  if (const auto* text = std::get_if<std::string>(&value)) return *text;
  if (const auto* list = std::get_if<IntegerList>(&value)) return fmt::format("{}", fmt::join(*list, " x "));
  return {};
}

/// A quantity of the catalogue, or a parameter of families.
class Plotted {
 public:
  /// A name that no quantity has is looked up among the parameters.
  Plotted(const FigureInput& input, const std::string& name) : name_(name) {
    const auto has = [&](const Candidate& candidate) { return candidate.design->parameters.has(name); };
    if (find_quantity(name) == nullptr && std::ranges::any_of(input.candidates, has)) return;
    quantity_ =
        &quantity_by_name(name, under_delay(input.study, example(input), input.delay == kEveryDelay ? 0 : input.delay));
  }

  Data of(const UnderDelay& asked) const {
    if (quantity_ != nullptr) return quantity_value(asked, *quantity_);
    const auto& values = asked.candidate.design->parameters.values();
    const auto found = values.find(name_);
    return found == values.end() ? Data() : data_of(found->second);
  }

  bool is(std::string_view key) const { return quantity_ != nullptr && quantity_->key == key; }

  std::string name() const {
    if (quantity_ == nullptr) return spaced(name_);
    return spaced(quantity_->names.name.empty() ? quantity_->key : std::string(quantity_->names.name));
  }

  /// The axis of the quantity or parameter: "latency", in "ns".
  FigureAxis axis(bool unit_technology, bool logarithmic) const {
    FigureAxis axis{name(), logarithmic};
    if (quantity_ != nullptr) axis.unit = unit_text(quantity_->unit, unit_technology).words;
    std::erase(axis.unit, '^');
    if (axis.unit == name()) axis.unit.clear();
    return axis;
  }

 private:
  static const Candidate& example(const FigureInput& input) {
    const auto built =
        std::ranges::find_if(input.candidates, [](const Candidate& candidate) { return candidate.can_be_built(); });
    return built == input.candidates.end() ? input.candidates.front() : *built;
  }

  std::string name_;
  const Quantity* quantity_ = nullptr;
};

using Point = std::pair<double, double>;

struct Axes {
  std::optional<Plotted> x;  ///< absent: the key of a crossover
  Plotted y;
  std::optional<Plotted> group;  ///< absent: by family, or for a crossover by candidate
};

/// The name of a candidate's group: "nodes 256", "torus".
std::string group_of(const Axes& axes, const std::string& name, const UnderDelay& asked) {
  if (!axes.group) return axes.x ? asked.candidate.design->family.printed() : asked.candidate.design->name;
  const Data value = axes.group->of(asked);
  if (value.is_null()) return "no " + spaced(name);
  return value.is_number() ? fmt::format("{} {}", spaced(name), text::figure_text(value.number())) : value.text();
}

void add_series(Figure& figure, const std::string& name, std::vector<Point> points, SeriesStyle style) {
  std::ranges::stable_sort(points, [](const Point& a, const Point& b) { return a.first < b.first; });
  FigureSeries series{name, style, {}, {}, {}};
  for (const auto& [x, y] : points) series.add(x, y);
  if (style == SeriesStyle::points) series.labels.resize(points.size());
  figure.series.push_back(std::move(series));
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

/// The points of one figure, gathered from one study or from several that differ in one value.
class Points {
 public:
  Points(const Axes& axes, const QuantityAxes& asked) : axes_(axes), asked_(asked) {}

  /// Adds the candidates of a study; `x` is their value on the x axis of a crossover.
  void add(const FigureInput& input, std::size_t delay, double x) {
    for (const Candidate& candidate : input.candidates) {
      const UnderDelay asked = under_delay(input.study, candidate, delay);
      const Data at_x = axes_.x ? axes_.x->of(asked) : Data(x), at_y = axes_.y.of(asked);
      if (!at_x.is_number() || !at_y.is_number()) {
        without_.add(candidate, fmt::format("no number for {}", at_x.is_number() ? asked_.y : asked_.x));
        continue;
      }
      const std::string group = group_of(axes_, asked_.group, asked);
      if (!groups_.contains(group)) names_.push_back(group);
      groups_[group].emplace_back(at_x.number(), at_y.number());
      if (!axes_.x) continue;
      for (const double value : expected_of(asked, axes_, at_y.number())) printed_.emplace_back(at_x.number(), value);
    }
  }

  void move_to(Figure& figure, std::size_t candidates) {
    if (names_.size() > figure::kMostSeries) {
      figure.notes.push_back(fmt::format("left out, past {} series: {}", figure::kMostSeries,
                                         figure::some_of({names_.begin() + figure::kMostSeries, names_.end()})));
      names_.resize(figure::kMostSeries);
    }
    for (const std::string& name : names_) add_series(figure, name, std::move(groups_[name]), SeriesStyle::line);
    if (!printed_.empty()) add_series(figure, kPrinted, std::move(printed_), SeriesStyle::points);
    without_.move_to(figure.notes, candidates);
  }

 private:
  const Axes& axes_;
  const QuantityAxes& asked_;
  std::map<std::string, std::vector<Point>> groups_;
  std::vector<std::string> names_;  // in the order of the spec
  std::vector<Point> printed_;
  figure::CandidateNotes without_;
};

std::optional<Plotted> grouping(const FigureInput& input, const QuantityAxes& asked) {
  return asked.group.empty() ? std::nullopt : std::optional(Plotted(input, asked.group));
}

/// The figures of studies that differ in one value, the x of a crossover; of a single study x may be any quantity.
std::vector<Figure> figures_of(const std::vector<std::pair<double, FigureInput>>& inputs, const Axes& axes,
                               const QuantityAxes& asked, const FigureAxis& x) {
  const FigureInput& first = inputs.front().second;
  std::string title = fmt::format("{} by {}", axes.y.name(), x.label);
  title.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(title.front())));
  std::vector<Figure> figures;
  for (const std::size_t delay : figure::delays_of(first)) {
    Figure& figure = figures.emplace_back(
        Figure{fmt::format("quantities-{}", delay + 1), figure::under(title, first.study, delay), x});
    figure.hint = "'cutline measure' shows the numbers of a candidate";
    Points points(axes, asked);
    for (const auto& [place, input] : inputs) points.add(input, delay, place);
    points.move_to(figure, first.candidates.size());
    figure.y = axes.y.axis(first.study.counts_tau(), asked.log_y);
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
  return figures_of({{0, input}}, axes, asked, axes.x->axis(input.study.counts_tau(), asked.log_x));
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
  const std::string name = spaced(choice.over.substr(choice.over.rfind('.') + 1));
  return figures_of(inputs, axes, asked, {name, asked.log_x, false, false, choice.unit});
}

}  // namespace cutline
