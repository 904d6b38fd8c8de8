// SPDX-License-Identifier: Apache-2.0
#include "output/figure/figures.hpp"

namespace cutline::figure {

namespace {

constexpr double kRoom = 0.05;    ///< share of the axis beside values at its end
constexpr double kSame = 1e-9;    ///< values that differ by at most this share count as equal
constexpr double kLargest = 1e6;  ///< numbers from this one on, and very small ones, are written with powers of ten
constexpr double kSmallest = 1e-3;

struct Range {
  double low = INFINITY, high = -INFINITY;
  void add(double value) {
    low = std::min(low, value);
    high = std::max(high, value);
  }
  bool empty() const { return low > high; }
};

bool has_style(const Figure& figure, SeriesStyle style) {
  return std::ranges::any_of(figure.series, [&](const FigureSeries& series) { return series.style == style; });
}

Range range_of(const Figure& figure, std::vector<double> FigureSeries::*values, bool positive) {
  Range range;
  for (const FigureSeries& series : figure.series) {
    for (const double value : series.*values) {
      if (!positive || value > 0) range.add(value);
    }
  }
  return range;
}

/// Adds room at the ends if `low_room` and `high_room` ask for it, and separates the ends if all values are equal.
PlotAxis spanned(Range range, const FigureAxis& axis, bool low_room, bool high_room) {
  PlotAxis result{0, 1, axis.logarithmic, axis.whole, 0, 1};
  if (range.empty()) return axis.logarithmic ? PlotAxis{1, 10, true, axis.whole, 0, 1} : result;
  const bool from_zero = axis.from_zero && !axis.logarithmic && range.low >= 0;
  if (from_zero) range.low = 0;
  const bool one = range.high - range.low <= kSame * std::max(std::abs(range.low), std::abs(range.high));
  if (axis.logarithmic) {
    const double room = std::pow(range.high / range.low, kRoom);
    const double alone = one ? 2 : 1;
    result.low = range.low / alone / (low_room ? room : 1);
    result.high = range.high * alone * (high_room ? room : 1);
    return result;
  }
  if (one) {
    const double half = range.high == 0 ? 1 : std::abs(range.high) / 4;
    range = {range.low - (from_zero ? 0 : half), range.high + half};
  }
  const double room = kRoom * (range.high - range.low);
  result.low = range.low - (low_room && !from_zero ? room : 0);
  result.high = range.high + (high_room ? room : 0);
  return result;
}

std::string power_text(int exponent) {
  static constexpr const char* kDigits[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
  std::string text = "10";
  if (exponent < 0) text += "⁻";
  for (const char digit : std::to_string(std::abs(exponent))) text += kDigits[digit - '0'];
  return text;
}

/// "2.5·10⁶".
std::string in_powers(double value, int exponent, int decimals) {
  const std::string mantissa = fmt::format("{:.{}f}", value / std::pow(10.0, exponent), decimals);
  return mantissa == "1" ? power_text(exponent) : fmt::format("{}·{}", mantissa, power_text(exponent));
}

bool in_full(double largest) { return largest < kLargest * (1 - kSame) && largest >= kSmallest * (1 - kSame); }

int exponent_of(double value) { return static_cast<int>(std::floor(std::log10(value) + kSame)); }

/// About `most` ticks at equal distances, and at least two if whole numbers allow it.
std::vector<Tick> equal_steps(const PlotAxis& axis, std::size_t most) {
  constexpr double kNext = 0.6;  // nice_below() of this share of a step is the next smaller step
  const double range = axis.high - axis.low;
  double step = svg::nice_above(range / static_cast<double>(most));
  for (;; step = svg::nice_below(kNext * step)) {
    if (axis.whole) step = std::max(1.0, step);
    const double first = std::ceil(axis.low / step - kSame), last = std::floor(axis.high / step + kSame);
    if (last < first + 1 && !(axis.whole && step == 1)) continue;
    std::vector<Tick> ticks;
    for (double number = first; number <= last; ++number)
      ticks.push_back(
          {number * step, tick_text(number * step, step, std::max(std::abs(first), std::abs(last)) * step)});
    return ticks;
  }
}

/// Ticks at the given multiples of powers of ten; the powers are `apart` decades from each other.
std::vector<Tick> decades(const PlotAxis& axis, const std::vector<int>& multiples, int apart) {
  std::vector<Tick> ticks;
  bool full = true;
  for (int exponent = exponent_of(axis.low); exponent <= exponent_of(axis.high); ++exponent) {
    if (exponent % apart != 0) continue;
    for (const int multiple : multiples) {
      const double value = multiple * std::pow(10.0, exponent);
      if (value < axis.low * (1 - kSame) || value > axis.high * (1 + kSame)) continue;
      ticks.push_back({value, {}});
      full = full && in_full(value);
    }
  }
  for (Tick& tick : ticks) {
    const int exponent = exponent_of(tick.value);
    // Powers of ten are written as powers, except 1 and 10.
    const bool small = full || exponent == 0 || exponent == 1;
    tick.text = small ? tick_text(tick.value, std::pow(10.0, exponent), 1) : in_powers(tick.value, exponent, 0);
  }
  return ticks;
}

std::vector<Tick> logarithmic_ticks(const PlotAxis& axis, std::size_t most) {
  static const std::vector<int> kNine = {1, 2, 3, 4, 5, 6, 7, 8, 9};
  constexpr double kFewDecades = 6;
  std::vector<Tick> ticks;
  for (const std::vector<int>& multiples : {kNine, {1, 2, 5}, {1, 3}, {1}}) {
    ticks = decades(axis, multiples, 1);
    if (ticks.size() <= most) break;
  }
  for (int apart = 2; ticks.size() > most; ++apart) ticks = decades(axis, {1}, apart);
  if (ticks.size() < 2) ticks = equal_steps(axis, most);
  if (std::log10(axis.high / axis.low) > kFewDecades) return ticks;
  const std::vector<Tick> numbered = ticks;
  for (const Tick& tick : decades(axis, kNine, 1)) {
    const auto same = [&](const Tick& known) { return std::abs(known.value - tick.value) <= kSame * tick.value; };
    if (std::ranges::none_of(numbered, same)) ticks.push_back({tick.value, {}});
  }
  return ticks;
}

constexpr double kTicksApartX = 12, kTicksApartY = 7, kNumbersApartMm = 2;

double width_of(const Tick& tick) { return svg::text_width_mm(tick.text, kSmallPt); }

std::vector<Tick> y_ticks(const PlotAxis& axis, double height_mm) {
  return axis_ticks(axis, static_cast<std::size_t>(std::max(2.0, height_mm / kTicksApartY)));
}

/// Whether the numbers along an axis have room beside each other.
bool stand_apart(const PlotAxis& axis, const std::vector<Tick>& ticks) {
  const Tick* last = nullptr;
  for (const Tick& tick : ticks) {
    if (tick.text.empty()) continue;
    const double words = last == nullptr ? 0 : (width_of(tick) + width_of(*last)) / 2 + kNumbersApartMm;
    if (last != nullptr && axis.at(tick.value) - axis.at(last->value) < words) return false;
    last = &tick;
  }
  return true;
}

std::vector<Tick> x_ticks(const PlotAxis& axis) {
  auto most = static_cast<std::size_t>(std::max(2.0, (axis.high_mm - axis.low_mm) / kTicksApartX));
  std::vector<Tick> ticks = axis_ticks(axis, most);
  while (most > 2 && !stand_apart(axis, ticks)) ticks = axis_ticks(axis, --most);
  return ticks;
}

}  // namespace

double PlotAxis::at(double value) const {
  double share = (value - low) / (high - low);
  if (logarithmic) share = value <= low ? 0 : std::log(value / low) / std::log(high / low);
  return low_mm + share * (high_mm - low_mm);
}

PlotAxis x_axis(const Figure& figure) {
  const bool flush = has_style(figure, SeriesStyle::steps) && !has_style(figure, SeriesStyle::points);
  return spanned(range_of(figure, &FigureSeries::xs, figure.x.logarithmic), figure.x, !flush, !flush);
}

PlotAxis y_axis(const Figure& figure) {
  Range range = range_of(figure, &FigureSeries::ys, figure.y.logarithmic);
  for (const auto of : {&FigureSeries::lows, &FigureSeries::highs}) {
    const Range ends = range_of(figure, of, figure.y.logarithmic);
    if (!ends.empty()) range = {std::min(range.low, ends.low), std::max(range.high, ends.high)};
  }
  // On a logarithmic axis a bar of one link would have no height.
  if (figure.y.logarithmic && has_style(figure, SeriesStyle::bars)) range.low /= 2;
  return spanned(range, figure.y, !has_style(figure, SeriesStyle::bars), true);
}

std::vector<Tick> axis_ticks(const PlotAxis& axis, std::size_t most) {
  return axis.logarithmic ? logarithmic_ticks(axis, most) : equal_steps(axis, most);
}

std::string tick_text(double value, double step, double largest) {
  if (value == 0) return "0";
  const auto decimals_of = [](double unit) { return std::max(0, -exponent_of(unit)); };
  if (in_full(largest)) return text::with_thousands(value, decimals_of(step));
  const int exponent = exponent_of(largest);
  return in_powers(value, exponent, decimals_of(step / std::pow(10.0, exponent)));
}

Plot plot_of(const Figure& figure, const std::vector<NamedLook>& looks, const svg::Rect& outer) {
  Plot plot{figure, looks, {}, x_axis(figure), y_axis(figure)};
  const auto widest = most_over<double>(y_ticks(plot.y, outer.height), width_of);
  const double left = outer.x + widest + kTickMm + kTextGapMm;
  plot.x.low_mm = left;
  plot.x.high_mm = outer.right();
  // Half of the last number would stand beyond the right edge.
  double beyond = 0;
  for (const Tick& tick : x_ticks(plot.x))
    beyond = std::max(beyond, plot.x.at(tick.value) + width_of(tick) / 2 - outer.right());
  plot.x.high_mm -= beyond;
  plot.area = {left, outer.y, plot.x.high_mm - left, outer.height};
  plot.y.low_mm = plot.area.bottom();
  plot.y.high_mm = plot.area.y;
  return plot;
}

void draw_axes(svg::Canvas& canvas, const Plot& plot) {
  const svg::Rect& area = plot.area;
  const double digit = svg::kDigitEm * kSmallPt * svg::kPointMm;
  canvas.open("axes");
  for (const Tick& tick : x_ticks(plot.x)) {
    const double x = plot.x.at(tick.value), y = area.bottom();
    canvas.line(x, y, x, y + (tick.text.empty() ? kTickMm / 2 : kTickMm), "axis", {});
    if (tick.text.empty()) continue;
    canvas.line(x, area.y, x, y, "grid", {});
    canvas.text(x, y + kTickMm + kTextGapMm + digit, tick.text, {"tick", kSmallPt, svg::Anchor::middle});
  }
  for (const Tick& tick : y_ticks(plot.y, area.height)) {
    const double x = area.x, y = plot.y.at(tick.value);
    canvas.line(x - (tick.text.empty() ? kTickMm / 2 : kTickMm), y, x, y, "axis", {});
    if (tick.text.empty()) continue;
    canvas.line(x, y, area.right(), y, "grid", {});
    canvas.text(x - kTickMm - kTextGapMm, y + digit / 2, tick.text, {"tick", kSmallPt, svg::Anchor::end});
  }
  canvas.path(fmt::format("M{} {}V{}H{}", svg::number(area.x), svg::number(area.y), svg::number(area.bottom()),
                          svg::number(area.right())),
              "axis", {});
  canvas.close();
}

}  // namespace cutline::figure
