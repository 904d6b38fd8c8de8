// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "output/svg/canvas.hpp"
#include "output/text/number.hpp"
#include "output/text/xml.hpp"
#include "study/studies.hpp"

using namespace cutline;
using cutline::test::complaint;

namespace {

using Triple = std::array<double, 3>;
using Matrix = std::array<Triple, 3>;

Triple times(const Matrix& matrix, const Triple& v) {
  Triple result{};
  for (std::size_t i = 0; i < 3; ++i) result[i] = matrix[i][0] * v[0] + matrix[i][1] * v[1] + matrix[i][2] * v[2];
  return result;
}

Triple linear(std::string_view hex) {
  Triple result{};
  const bool brief = hex.size() == 4;  // #fff
  for (std::size_t i = 0; i < 3; ++i) {
    const std::string digits = brief ? std::string(2, hex[1 + i]) : std::string(hex.substr(1 + 2 * i, 2));
    const double c = std::stoi(digits, nullptr, 16) / 255.0;
    result[i] = c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
  }
  return result;
}

constexpr Matrix kXyz = {{{0.4124, 0.3576, 0.1805}, {0.2126, 0.7152, 0.0722}, {0.0193, 0.1192, 0.9505}}};

double luminance(std::string_view hex) { return times(kXyz, linear(hex))[1]; }

double contrast(std::string_view one, std::string_view other) {
  const double a = luminance(one), b = luminance(other);
  return (std::max(a, b) + 0.05) / (std::min(a, b) + 0.05);
}

Triple lab(const Triple& rgb) {
  Triple clipped{};
  std::transform(rgb.begin(), rgb.end(), clipped.begin(), [](double c) { return std::clamp(c, 0.0, 1.0); });
  Triple f = times(kXyz, clipped);
  const Triple white = {0.9505, 1, 1.089};
  for (std::size_t i = 0; i < 3; ++i) {
    const double t = f[i] / white[i];
    f[i] = t > 0.008856 ? std::cbrt(t) : 7.787 * t + 16.0 / 116;
  }
  return {116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])};
}

double distance(const Triple& a, const Triple& b) { return std::hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]); }

/// Normal vision, protanopia, deuteranopia, tritanopia, on linear light (the matrices of Machado and others, full
/// severity).
constexpr std::array<Matrix, 4> kVisions = {
    Matrix{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}},
    Matrix{{{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}}},
    Matrix{{{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}}},
    Matrix{{{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}}}};

}  // namespace

TEST_CASE("the colours of dimensions differ for every colour vision and stand out from the page of every style") {
  for (const std::string_view name : picture_styles()) {
    const svg::PictureStyle& style = svg::picture_style(name);
    for (std::size_t a = 0; a < style.classes.size(); ++a) {
      CAPTURE(name);
      CAPTURE(style.classes[a]);
      CHECK(contrast(style.classes[a], svg::colour_for(style, "page")) > (style.dark ? 4 : 2.2));
      for (std::size_t b = a + 1; b < style.classes.size(); ++b) {
        CAPTURE(style.classes[b]);
        for (const Matrix& vision : kVisions)
          CHECK(distance(lab(times(vision, linear(style.classes[a]))), lab(times(vision, linear(style.classes[b])))) >=
                15);
      }
    }
  }
}

TEST_CASE("words of every style can be read on its page, its boxes and its tiles") {
  for (const std::string_view name : picture_styles()) {
    const svg::PictureStyle& style = svg::picture_style(name);
    CAPTURE(name);
    CHECK(contrast(svg::colour_for(style, "quiet"), svg::colour_for(style, "page")) > 7);
    CHECK(contrast(svg::colour_for(style, "ink"), svg::colour_for(style, "box")) > 7);
    for (const std::string_view surface : style.surfaces) CHECK(contrast(svg::colour_for(style, "ink"), surface) > 7);
  }
}

TEST_CASE("a scale of every style leads away from its page, and its thin lines can be seen there") {
  for (const std::string_view name : picture_styles()) {
    const svg::PictureStyle& style = svg::picture_style(name);
    const auto seen = [&](double t) {
      return contrast(to_string(svg::scale_colour(style, t)), svg::colour_for(style, "page"));
    };
    CAPTURE(name);
    for (int step = 1; step <= 100; ++step) CHECK(seen(step / 100.0) > seen((step - 1) / 100.0));
    CHECK(seen(svg::kThinLineFrom) > 1.5);
  }
}

TEST_CASE("rules of CSS get the colours of a style, and a style that does not exist is refused with the nearest") {
  CHECK(svg::in_colours(svg::picture_style("paper"), "a{fill:$page;stroke:$hub-edge}") ==
        "a{fill:#fff;stroke:#8a5a00}");
  CHECK(complaint([] { svg::picture_style("drak"); }).find("did you mean 'dark'?") != std::string::npos);
}

TEST_CASE("the sequential scale darkens all the way") {
  for (int step = 1; step <= 100; ++step) {
    CHECK(luminance(to_string(svg::sequential_colour(step / 100.0))) <
          luminance(to_string(svg::sequential_colour((step - 1) / 100.0))));
  }
  CHECK(to_string(svg::sequential_colour(-1)) == to_string(svg::sequential_colour(0)));
  CHECK(to_string(svg::sequential_colour(2)) == to_string(svg::sequential_colour(1)));
}

TEST_CASE("classes beyond eight are told apart by dashes") {
  CHECK(svg::dash_pattern(0, 1).empty());
  CHECK(svg::dash_pattern(7, 1).empty());
  CHECK(!svg::dash_pattern(8, 1).empty());
  CHECK(svg::dash_pattern(8, 1) == svg::dash_pattern(15, 1));
  CHECK(svg::dash_pattern(8, 1) != svg::dash_pattern(16, 1));
  CHECK(svg::dash_pattern(16, 1) != svg::dash_pattern(24, 1));
}

TEST_CASE("numbers are short, never in exponents and never minus zero") {
  const std::vector<std::pair<double, std::string>> cases = {
      {0, "0"},    {-0.0001, "0"}, {1, "1"}, {1.5, "1.5"}, {-2.25, "-2.25"}, {0.1234567, "0.123"}, {1e9, "1000000000"},
      {100, "100"}};
  for (const auto& [value, text] : cases) CHECK(svg::number(value) == text);
  CHECK(svg::number(0.123456, 5) == "0.12346");
}

TEST_CASE("text is escaped, and what XML forbids is replaced") {
  const std::string bad = "\xEF\xBF\xBD";
  const std::vector<std::pair<std::string, std::string>> cases = {{"a<b>&\"c\"", "a&lt;b&gt;&amp;&quot;c&quot;"},
                                                                  {"\x01", bad},
                                                                  {"\xC3\xA9", "\xC3\xA9"},
                                                                  {"\xC3", bad},
                                                                  {"\xC0\xAF", bad + bad},
                                                                  {"\xED\xA0\x80", bad + bad + bad},
                                                                  {"\xEF\xBF\xBE", bad},
                                                                  {"\xF0\x9F\x98\x80", "\xF0\x9F\x98\x80"},
                                                                  {"</svg><script>", "&lt;/svg&gt;&lt;script&gt;"}};
  for (const auto& [raw, escaped] : cases) CHECK(text::xml_escape(raw) == escaped);
}

TEST_CASE("lines are broken at spaces and are no wider than asked") {
  const std::string text = "every wire is drawn on its track and a word-that-is-far-too-wide-for-a-line stands alone";
  std::string joined;
  for (const std::string& line : svg::wrap_text(text, 30, 7)) {
    CHECK((svg::text_width_mm(line, 7) <= 30 || line.find(' ') == std::string::npos));
    joined += joined.empty() ? line : " " + line;
  }
  CHECK(joined == text);
  CHECK(svg::wrap_text("", 30, 7).empty());
}

TEST_CASE("numbers for people") {
  CHECK(text::grouped(0) == "0");
  CHECK(text::grouped(999) == "999");
  CHECK(text::grouped(1000) == "1,000");
  CHECK(text::grouped(1048576) == "1,048,576");
  CHECK(svg::compact(9'999'999) == "9,999,999");
  CHECK(svg::compact(10'000'000) == "10 M");
  CHECK(svg::compact(999'999'999) == "1 G");
  CHECK(svg::compact(733'007'052'800) == "733 G");
  CHECK(text::counted(1, "link") == "1 link");
  CHECK(text::counted(2, "link") == "2 links");
  CHECK(svg::short_number(0.01254) == "0.0125");
  CHECK(svg::short_number(1.5) == "1.5");
  CHECK(svg::short_number(133) == "133");
  CHECK(svg::short_number(12345) == "12,345");
}

TEST_CASE("ticks begin at zero, are evenly spaced, and no more than asked") {
  for (std::int64_t peak = 0; peak < 3000; ++peak) {
    for (const std::int64_t at_most : {2, 3, 5}) {
      const std::vector<std::int64_t> ticks = svg::nice_ticks(peak, at_most);
      REQUIRE(!ticks.empty());
      CHECK(ticks.front() == 0);
      CHECK(ticks.back() <= peak);
      CHECK(static_cast<std::int64_t>(ticks.size()) <= at_most);
      if (peak > 0) CHECK(ticks.size() >= 2);
      for (std::size_t i = 2; i < ticks.size(); ++i) CHECK(ticks[i] - ticks[i - 1] == ticks[1]);
    }
  }
}

TEST_CASE("a round length below another is 1, 2 or 5 times a power of ten and more than two fifths of it") {
  for (double value = 0.013; value < 1e6; value *= 1.07) {
    const double nice = svg::nice_below(value);
    CHECK(nice <= value * (1 + 1e-12));
    CHECK(nice > value * 0.4 * (1 - 1e-12));
    const double mantissa = nice / std::pow(10.0, std::floor(std::log10(nice) + 1e-9));
    CHECK((std::abs(mantissa - 1) < 1e-9 || std::abs(mantissa - 2) < 1e-9 || std::abs(mantissa - 5) < 1e-9));
  }
}
