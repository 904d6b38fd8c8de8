// SPDX-License-Identifier: Apache-2.0
#include "output/svg/canvas.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "base/utf8.hpp"
#include "output/text/number.hpp"
#include "output/text/xml.hpp"

namespace cutline::svg {

namespace {

/// The number with this many decimals, without trailing zeros.
std::string without_zeros(double value, int decimals) {
  std::string text = fmt::format("{:.{}f}", value, decimals);
  if (text.find('.') == std::string::npos) return text;
  text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.') text.pop_back();
  return text;
}

}  // namespace

std::string number(double value, int digits) {
  const std::string text = without_zeros(value, digits);
  return text == "-0" ? "0" : text;
}

void add_corner(std::string& path, double x, double y, int digits) {
  append(path, "{}{} {}", path.empty() ? 'M' : 'L', number(x, digits), number(y, digits));
}

double shared_area(const Rect& a, const Rect& b) {
  const double width = std::min(a.right(), b.right()) - std::max(a.x, b.x);
  const double height = std::min(a.bottom(), b.bottom()) - std::max(a.y, b.y);
  return width > 0 && height > 0 ? width * height : 0;
}

double hidden_area(const Rect& rect, const std::vector<Rect>& others) {
  double sum = 0;
  for (const Rect& other : others) sum += shared_area(rect, other);
  return sum;
}

Rect moved_into(const Rect& room, const Rect& rect) {
  return {std::clamp(rect.x, room.x, std::max(room.x, room.right() - rect.width)),
          std::clamp(rect.y, room.y, std::max(room.y, room.bottom() - rect.height)), rect.width, rect.height};
}

std::string scoped_rules(std::string_view root, std::string_view rules) {
  std::string out;
  while (!rules.empty()) {
    const std::size_t end = rules.find('\n');
    const std::string_view rule = rules.substr(0, end);
    rules.remove_prefix(end == std::string_view::npos ? rules.size() : end + 1);
    const std::size_t brace = rule.find('{');
    std::string_view selectors = rule.substr(0, brace);
    while (!selectors.empty()) {
      const std::size_t comma = selectors.find(',');
      const bool last = comma == std::string_view::npos;
      out += fmt::format(".{} {}{}", root, selectors.substr(0, comma), last ? "" : ",");
      selectors.remove_prefix(last ? selectors.size() : comma + 1);
    }
    out += fmt::format("{}\n", rule.substr(brace));
  }
  return out;
}

void Canvas::open(std::string_view css_class, std::string_view attributes) {
  put("<g class=\"{}\"{}{}>\n", css_class, attributes.empty() ? "" : " ", attributes);
}

void Canvas::finish(std::string_view element, std::string_view css_class, std::string_view title,
                    std::string_view attributes) {
  put(" class=\"{}\"{}{}>", css_class, attributes.empty() ? "" : " ", attributes);
  if (!title.empty()) put("<title>{}</title>", text::xml_escape(title));
  put("</{}>\n", element);
}

void Canvas::rect(const Rect& rect, std::string_view css_class, std::string_view title, std::string_view attributes) {
  put("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"", number(rect.x), number(rect.y), number(rect.width),
      number(rect.height));
  finish("rect", css_class, title, attributes);
}

void Canvas::line(double x0, double y0, double x1, double y1, std::string_view css_class, std::string_view title,
                  std::string_view attributes) {
  put("<line x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\"", number(x0), number(y0), number(x1), number(y1));
  finish("line", css_class, title, attributes);
}

void Canvas::path(std::string_view data, std::string_view css_class, std::string_view title,
                  std::string_view attributes) {
  put("<path d=\"{}\"", data);
  finish("path", css_class, title, attributes);
}

void Canvas::text(double x, double y, std::string_view text, const TextStyle& style) {
  put("<text x=\"{0}\" y=\"{1}\" class=\"{2}\" font-size=\"{3}\"", number(x), number(y), style.css_class,
      number(style.size_pt * kPointMm));
  if (style.anchor != Anchor::start) put(" text-anchor=\"{}\"", style.anchor == Anchor::middle ? "middle" : "end");
  if (style.turn_degrees != 0) {
    put(" transform=\"rotate({} {} {})\"", number(style.turn_degrees), number(x), number(y));
  }
  put(">{}</text>\n", text::xml_escape(text));
}

namespace {

constexpr double kEllipsisEm = 1.05;

/// The width of a character in ems, in the widest of the fonts that the pictures name.
double em_width(unsigned char c) {
  constexpr std::string_view kNarrow = "ijl.,:;'|!()[]- ftr";
  if (kNarrow.find(static_cast<char>(c)) != std::string_view::npos) return 0.37;
  if (c == 'm' || c == 'w' || c == 'M' || c == 'W' || c == '@' || c == '%') return 0.97;
  if (c >= 'A' && c <= 'Z') return 0.72;
  return c >= 'a' && c <= 'z' ? 0.61 : 0.64;
}

}  // namespace

double text_width_mm(std::string_view text, double size_pt) {
  double ems = 0;
  for (const char character : text) {
    if (!continues_character(character)) ems += em_width(static_cast<unsigned char>(character));
  }
  return ems * size_pt * kPointMm;
}

std::vector<std::string> wrap_text(std::string_view text, double width_mm, double size_pt) {
  std::vector<std::string> lines;
  std::string line;
  while (!text.empty()) {
    const std::size_t space = text.find(' ');
    const std::string_view word = text.substr(0, space);
    text.remove_prefix(space == std::string_view::npos ? text.size() : space + 1);
    if (word.empty()) continue;
    const std::string longer = line.empty() ? std::string(word) : fmt::format("{} {}", line, word);
    if (!line.empty() && text_width_mm(longer, size_pt) > width_mm) {
      lines.push_back(line);
      line = word;
    } else {
      line = longer;
    }
  }
  if (!line.empty()) lines.push_back(line);
  return lines;
}

std::string fitted_text(std::string_view text, double width_mm, double size_pt) {
  if (text_width_mm(text, size_pt) <= width_mm) return std::string(text);
  constexpr std::string_view kEllipsis = "\u2026";
  const double room = width_mm - kEllipsisEm * size_pt * kPointMm;
  std::size_t end = 0;
  for (std::size_t next = 0; next < text.size();) {
    next += first_character(text.substr(next)).bytes.size();
    if (text_width_mm(text.substr(0, next), size_pt) > room) break;
    end = next;
  }
  if (end == 0) return {};
  return std::string(text.substr(0, end)) + std::string(kEllipsis);
}

std::string compact(std::uint64_t number) {
  if (number < 10'000'000) return text::grouped(number);
  double value = static_cast<double>(number);
  std::size_t prefix = 0;
  for (; value >= 999.5; ++prefix) value /= 1000;
  return fmt::format("{} {}", short_number(value), std::string_view(" kMGTPE")[prefix]);
}

std::string short_number(double value) {
  if (value == 0) return "0";
  if (value >= 1000) return text::grouped(static_cast<std::uint64_t>(std::llround(value)));
  const int exponent = static_cast<int>(std::floor(std::log10(std::abs(value))));
  return without_zeros(value, std::clamp(2 - exponent, 0, 12));
}

double nice_below(double value) {
  const double power = std::pow(10.0, std::floor(std::log10(value)));
  const double mantissa = value / power;
  return power * (mantissa >= 5 ? 5 : mantissa >= 2 ? 2 : 1);
}

double nice_above(double value) {
  constexpr double kSame = 1 - 1e-12;
  const double power = std::pow(10.0, std::floor(std::log10(value)));
  for (const double step : {1.0, 2.0, 5.0}) {
    if (step * power >= value * kSame) return step * power;
  }
  return 10 * power;
}

std::vector<std::int64_t> nice_ticks(std::int64_t peak, std::int64_t at_most) {
  std::int64_t step = 1, last = 1, power = 1;
  for (int next = 0; peak / step + 1 > at_most; ++next) {
    constexpr std::array<std::int64_t, 3> kSteps = {2, 5, 10};
    last = step;
    step = power * kSteps[static_cast<std::size_t>(next % 3)];
    if (next % 3 == 2) power *= 10;
  }
  if (step > peak && peak > 0) return {0, last};
  std::vector<std::int64_t> ticks;
  for (std::int64_t tick = 0; tick <= peak; tick += step) ticks.push_back(tick);
  return ticks;
}

}  // namespace cutline::svg
