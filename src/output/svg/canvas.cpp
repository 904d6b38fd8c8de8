// SPDX-License-Identifier: Apache-2.0
#include "output/svg/canvas.hpp"

#include <cmath>

#include "base/named.hpp"
#include "base/utf8.hpp"
#include "output/text/number.hpp"
#include "output/text/xml.hpp"

namespace cutline::svg {

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

constexpr std::array<Rgb, 6> kAnchors = {Rgb{0xfd, 0xf3, 0xd8}, {0xf9, 0xc7, 0x74}, {0xf0, 0x8a, 0x4b},
                                         {0xcc, 0x4a, 0x5c},    {0x80, 0x2a, 0x77}, {0x2b, 0x0f, 0x4d}};

/// The colours of one use, on a white and on a dark page.
struct Use {
  std::string_view name, on_white, on_dark;
};
constexpr Use kUses[] = {{"page", "#fff", "#12161b"},        {"ink", "#1c2126", "#eef1f4"},
                         {"strong", "#000", "#fff"},  // the longest link
                         {"quiet", "#4d565f", "#aeb8c2"},    {"line", "#3d4650", "#9aa5b0"},
                         {"edge", "#5b6670", "#8793a0"},     {"grid", "#dde2e7", "#2b333b"},
                         {"border", "#c4cad0", "#3d4650"},   {"box", "#e9edf1", "#2a323a"},
                         {"bar", "#c3ccd5", "#39434d"},      {"peak", "#566675", "#74828f"},
                         {"hub", "#f2d6a2", "#6b4a0c"},  // an interchange
                         {"hub-edge", "#8a5a00", "#e3b45c"}, {"wrong", "#d0312d", "#ff6a5e"}};

/// Colours that people who see no red or no green can tell apart. Even the dark ones are at least 4 times as bright as
/// the page.
constexpr ClassColours kOnDark = {"#6a7ae8", "#f46225", "#0dae80", "#faaf7a",
                                  "#ffe264", "#6bd0f6", "#c1548f", "#a292e8"};
constexpr ClassColours kLightSurfaces = {"#dbe7f5", "#fbe3c8", "#dcefdc", "#f4dbe6",
                                         "#f7f1c3", "#e2dcf2", "#d5eef0", "#e8e0d5"};
constexpr ClassColours kDarkSurfaces = {"#1d3350", "#4a3213", "#1c3f24", "#4a2036",
                                        "#45420f", "#33285a", "#12444a", "#3d3529"};

constexpr PictureStyle kStyles[] = {{"paper", 1, false, kClassColours, kLightSurfaces},
                                    {"slides", 1.8, false, kClassColours, kLightSurfaces},
                                    {"dark", 1, true, kOnDark, kDarkSurfaces}};

bool names_use(char c) { return (c >= 'a' && c <= 'z') || c == '-'; }

}  // namespace

std::string number(double value, int digits) {
  const std::string text = text::without_trailing_zeros(fmt::format("{:.{}f}", value, digits));
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
  return sum_over<double>(others, [&](const Rect& other) { return shared_area(rect, other); });
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
  if (style.turn_degrees != 0) put(" transform=\"rotate({} {} {})\"", number(style.turn_degrees), number(x), number(y));
  put(">{}</text>\n", text::xml_escape(text));
}

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
  value = text::twelve_digits(value);  // as files tell it, so that both round one way
  if (value == 0) return "0";
  if (value >= 1000) return text::grouped(static_cast<std::uint64_t>(std::llround(value)));
  const int exponent = static_cast<int>(std::floor(std::log10(std::abs(value))));
  return text::without_trailing_zeros(fmt::format("{:.{}f}", value, std::clamp(2 - exponent, 0, 12)));
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

std::string to_string(Rgb colour) { return fmt::format("#{:02x}{:02x}{:02x}", colour.red, colour.green, colour.blue); }

Rgb mixed(Rgb a, Rgb b, double share) {
  const auto between = [&](std::uint8_t from, std::uint8_t to) {
    return static_cast<std::uint8_t>(std::lround(from + (to - from) * share));
  };
  return {between(a.red, b.red), between(a.green, b.green), between(a.blue, b.blue)};
}

Rgb sequential_colour(double t) {
  const double at = std::clamp(t, 0.0, 1.0) * static_cast<double>(kAnchors.size() - 1);
  const std::size_t low = std::min(static_cast<std::size_t>(at), kAnchors.size() - 2);
  return mixed(kAnchors[low], kAnchors[low + 1], at - static_cast<double>(low));
}

std::string dash_pattern(std::size_t class_index, double units_per_mm) {
  constexpr std::array<std::array<double, 4>, 3> kDashes = {
      {{2.4, 0.6, 2.4, 0.6}, {0.9, 0.5, 0.9, 0.5}, {2.4, 0.5, 0.6, 0.5}}};
  const std::size_t group = class_index / kClassColours.size();
  if (group == 0) return {};
  return join(each_of(kDashes[(group - 1) % kDashes.size()], [&](double mm) { return number(mm * units_per_mm); }),
              " ");
}

const PictureStyle& picture_style(std::string_view name) {
  return expect_named(kStyles, name, "there is no style", "the styles are");
}

std::string series_properties() {
  const auto properties = [](std::string_view name, const auto& values) {
    std::string text;
    for (std::size_t i = 0; i < values.size(); ++i) append(text, "--{}-{}:{};", name, i + 1, values[i]);
    return text;
  };
  return fmt::format(":root{{{}{}}}\n@media screen and (prefers-color-scheme:dark){{:root{{{}}}}}\n",
                     properties("series", kClassColours), properties("dash", kSeriesDashes),
                     properties("series", kOnDark));
}

std::string_view colour_for(const PictureStyle& style, std::string_view use) {
  const Use* found = find_named(kUses, use);
  CUTLINE_EXPECT(found != nullptr);
  return style.dark ? found->on_dark : found->on_white;
}

std::string in_colours(const PictureStyle& style, std::string_view rules) {
  std::string out;
  for (std::size_t at = 0; at < rules.size();) {
    if (rules[at] != '$') {
      out += rules[at++];
      continue;
    }
    std::size_t end = at + 1;
    while (end < rules.size() && names_use(rules[end])) ++end;
    out += colour_for(style, rules.substr(at + 1, end - at - 1));
    at = end;
  }
  return out;
}

Rgb scale_colour(const PictureStyle& style, double t) { return sequential_colour(style.dark ? 1 - t : t); }

}  // namespace cutline::svg

namespace cutline {

std::vector<std::string_view> picture_styles() { return names_of(svg::kStyles); }

}  // namespace cutline
