// SPDX-License-Identifier: Apache-2.0
#include "output/figure/plotted.hpp"

#include <fmt/format.h>

#include "base/number.hpp"

namespace cutline::figure {

namespace {

constexpr double kSameX = 1e-9;
constexpr std::size_t kMostLabelled = 30;

Data data_of(const Value& value) {
  if (const auto* whole = std::get_if<std::int64_t>(&value)) return *whole;
  if (const auto* real = std::get_if<double>(&value)) return *real;
  if (const auto* text = std::get_if<std::string>(&value)) return *text;
  if (const auto* list = std::get_if<IntegerList>(&value)) return fmt::format("{}", fmt::join(*list, " x "));
  return {};
}

/// Whether a name means a swept key: the whole key, "message", or the end of a longer one, "width".
bool means(const std::string& name, std::string_view key) { return key == name || key.ends_with("." + name); }

const std::string* value_swept(const Design& design, const std::string& name) {
  for (const auto& [key, value] : design.sweep) {
    if (means(name, key)) return &value;
  }
  return nullptr;
}

const std::string* value_swept(const Data& record, const std::string& name) {
  const Data* swept = record.find("swept");
  if (swept == nullptr || !swept->is_map()) return nullptr;
  for (const auto& [key, value] : swept->map()) {
    if (means(name, key) && value.is_text()) return &value.text();
  }
  return nullptr;
}

/// The number of a swept value, or its text.
Data swept_data(const std::string* value) {
  if (value == nullptr) return {};
  Data number = number_of_text(*value);
  return number.is_null() ? Data(*value) : number;
}

std::string unit_of(const std::string* value) {
  return value == nullptr || number_of_text(*value).is_null() ? "" : std::string(cut_quantity(*value).unit);
}

const Candidate& example(const FigureInput& input) {
  const auto built = std::ranges::find_if(input.candidates, &Candidate::can_be_built);
  return built == input.candidates.end() ? input.candidates.front() : *built;
}

}  // namespace

std::string spaced(std::string name) {
  std::ranges::replace(name, '_', ' ');
  return name;
}

Data number_of_text(const std::string& text) {
  const auto number = parse_number(cut_quantity(text).number);
  return number ? Data(number->real) : Data();
}

Plotted::Plotted(const FigureInput& input, const std::string& name) : name_(name) {
  if (find_quantity(name) == nullptr) {
    for (const Candidate& candidate : input.candidates) {
      if (candidate.design->parameters.has(name)) return;
      const std::string* swept = value_swept(*candidate.design, name);
      if (swept == nullptr) continue;
      unit_ = unit_of(swept);
      return;
    }
  }
  quantity_ =
      &quantity_by_name(name, under_delay(input.study, example(input), input.delay == kEveryDelay ? 0 : input.delay));
  unit_ = unit_text(quantity_->unit, input.study).words;
}

Plotted::Plotted(const Data& record, const std::string& name) : name_(name) {
  if (find_quantity(name) == nullptr) {
    const std::string* swept = value_swept(record, name);
    unit_ = unit_of(swept);
    if (swept != nullptr || record.at_path("parameters." + name) != nullptr) return;
  }
  quantity_ = &quantity_by_name(name, [&](const Quantity& row) {
    const Data* value = record.at_path(row.key);
    return value != nullptr && value->is_number();
  });
  unit_ = unit_in_record(record, quantity_->unit).words;
}

Data Plotted::of(const UnderDelay& asked) const {
  if (quantity_ != nullptr) return quantity_value(asked, *quantity_);
  const auto& values = asked.candidate.design->parameters.values();
  const auto found = values.find(name_);
  return found == values.end() ? swept_data(value_swept(*asked.candidate.design, name_)) : data_of(found->second);
}

Data Plotted::of(const Data& record) const {
  if (const Data* value = record.at_path(quantity_ != nullptr ? quantity_->key : "parameters." + name_)) return *value;
  return quantity_ != nullptr ? Data() : swept_data(value_swept(record, name_));
}

bool Plotted::is_given() const {
  return quantity_ == nullptr || quantity_->key.find('.') == std::string::npos ||
         quantity_->key.starts_with("channel.");
}

std::string Plotted::name() const {
  if (quantity_ == nullptr) return spaced(name_);
  return spaced(quantity_->names.name.empty() ? quantity_->key : std::string(quantity_->names.name));
}

FigureAxis Plotted::axis(bool logarithmic) const {
  FigureAxis axis{name(), logarithmic};
  axis.unit = unit_;
  std::erase(axis.unit, '^');
  if (axis.unit == name()) axis.unit.clear();
  return axis;
}

void PlottedPoints::add(const PlottedPoint& point) {
  if (!point.x.is_number() || !point.y.is_number()) {
    without_.add(point.name, fmt::format("no number for {}", point.x.is_number() ? asked_.y : asked_.x));
    return;
  }
  if (!groups_.contains(point.group)) names_.push_back(point.group);
  const bool uncertain = point.low < point.high;
  uncertain_ = uncertain_ || uncertain;
  const double y = point.y.number();
  groups_[point.group].push_back(
      {point.x.number(), y, uncertain ? point.low : y, uncertain ? point.high : y, point.name});
}

/// The means of the points that share an x, with all that they reach over.
FigureSeries PlottedPoints::line_of(const std::string& name, std::vector<Point> points) {
  FigureSeries series{name, SeriesStyle::line, {}, {}, {}};
  bool banded = false;
  for (std::size_t first = 0, end = 0; first < points.size(); first = end) {
    double sum = 0, low = points[first].low, high = points[first].high;
    for (; end < points.size() && points[end].x - points[first].x <= kSameX * std::abs(points[first].x); ++end) {
      sum += points[end].y;
      low = std::min(low, points[end].low);
      high = std::max(high, points[end].high);
    }
    most_together_ = std::max(most_together_, end - first);
    banded = banded || low < high;
    series.add(points[first].x, end - first == 1 ? points[first].y : sum / static_cast<double>(end - first));
    series.lows.push_back(low);
    series.highs.push_back(high);
  }
  if (!banded) series.lows = series.highs = {};
  return series;
}

FigureSeries PlottedPoints::points_of(const std::string& name, const std::vector<Point>& points, bool labelled) const {
  FigureSeries series{name, SeriesStyle::points, {}, {}, {}};
  series.faint = !labelled && points.size() > kMostLabelled;
  for (const Point& point : points) {
    series.add(point.x, point.y, labelled ? point.name : "");
    if (!uncertain_) continue;
    series.lows.push_back(point.low);
    series.highs.push_back(point.high);
  }
  return series;
}

/// A family that has one candidate is called as that, unless another series is.
std::string PlottedPoints::series_name(const std::string& group, const std::vector<Point>& points) const {
  const bool one = std::ranges::all_of(points, [&](const Point& each) { return each.name == points.front().name; });
  const bool taken = std::ranges::find(names_, points.front().name) != names_.end();
  return asked_.group.empty() && one && !taken ? points.front().name : group;
}

void PlottedPoints::move_to(Figure& figure, std::size_t candidates) {
  if (names_.size() > kMostSeries) {
    figure.notes.push_back(fmt::format("left out, past {} series: {}", kMostSeries,
                                       some_of({names_.begin() + kMostSeries, names_.end()})));
    names_.resize(kMostSeries);
  }
  const auto count = sum_over<std::size_t>(names_, [&](const std::string& name) { return groups_[name].size(); });
  for (const std::string& name : names_) {
    std::vector<Point>& points = groups_[name];
    std::ranges::stable_sort(points, [](const Point& a, const Point& b) { return a.x < b.x; });
    const std::string shown = series_name(name, points);
    figure.series.push_back(lines_ ? line_of(shown, std::move(points))
                                   : points_of(shown, points, count <= kMostLabelled));
  }
  if (most_together_ > 1)
    figure.notes.push_back(fmt::format(
        "each point is the mean of up to {} candidates, and the band reaches from the least to the greatest",
        most_together_));
  if (uncertain_)
    figure.notes.push_back(
        fmt::format("{} over all corners of the uncertain figures", lines_ ? "bands reach" : "strokes reach"));
  if (!printed_.empty()) {
    std::ranges::stable_sort(printed_, [](const auto& a, const auto& b) { return a.first < b.first; });
    FigureSeries& marks = figure.series.emplace_back(FigureSeries{kPrinted, SeriesStyle::points, {}, {}, {}});
    for (const auto& [x, y] : printed_) marks.add(x, y, "");
  }
  without_.move_to(figure.notes, candidates);
}

}  // namespace cutline::figure
