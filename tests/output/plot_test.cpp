// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <cmath>

#include "base/random.hpp"
#include "cutline/output/figure/figure.hpp"
#include "output/figure/figures.hpp"
#include "output/svg/canvas.hpp"
#include "output/svg_reader.hpp"
#include "study/studies.hpp"

namespace {

using namespace cutline;
using namespace cutline::test;
using cutline::svg::Rect;

Figure line_figure(std::size_t lines, std::size_t points = 5) {
  Figure figure{"lines", "Some lines", {"across, mm"}, {"up, ns"}, {}, {}, {}};
  for (std::size_t i = 0; i < lines; ++i) {
    FigureSeries series{"line " + std::to_string(i), SeriesStyle::line, {}, {}, {}};
    for (std::size_t p = 0; p < points; ++p) {
      series.xs.push_back(static_cast<double>(p));
      series.ys.push_back(static_cast<double>(p * (i + 1)));
    }
    figure.series.push_back(series);
  }
  return figure;
}

Figure point_figure(std::size_t points) {
  Figure figure{"points", "Some points", {"across, mm"}, {"up, ns"}, {}, {}, {}};
  FigureSeries series{"places", SeriesStyle::points, {}, {}, {}};
  for (std::size_t p = 0; p < points; ++p) {
    series.xs.push_back(static_cast<double>(p));
    series.ys.push_back(static_cast<double>((p * 7) % 5));
    series.labels.push_back("candidate " + std::to_string(p));
  }
  figure.series = {series};
  return figure;
}

double attribute(const Element& element, const std::string& name) {
  return std::strtod(element.attributes.at(name).c_str(), nullptr);
}

/// The rectangle between the axes.
Rect area_of(const Element& root) {
  double left = 0, top = 0, bottom = 0, right = 0;
  for (const Element& path : of_class(root, "axis")) {
    if (path.name != "path") continue;
    REQUIRE(std::sscanf(path.attributes.at("d").c_str(), "M%lf %lfV%lfH%lf", &left, &top, &bottom, &right) == 4);
  }
  return {left, top, right - left, bottom - top};
}

/// The area that a text may cover, whatever the font.
Rect reach_of(const Element& text) {
  const double size = attribute(text, "font-size");
  const double bold = text.attributes.at("class") == "title" ? 1.12 : 1;
  const double width = bold * svg::text_width_mm(text.text, size / svg::kPointMm);
  const auto anchor = text.attributes.find("text-anchor");
  const double share = anchor == text.attributes.end() ? 0 : anchor->second == "middle" ? 0.5 : 1;
  return {attribute(text, "x") - share * width, attribute(text, "y") - 0.75 * size, width, 0.95 * size};
}

std::vector<Element> texts_of(const Element& root) {
  std::vector<Element> all;
  visit(root, [&](const Element& element) {
    if (element.name == "text") all.push_back(element);
  });
  return all;
}

bool overlap(const Rect& a, const Rect& b) {
  return a.x < b.right() && b.x < a.right() && a.y < b.bottom() && b.y < a.bottom();
}

}  // namespace

TEST_CASE("a figure is as wide as asked, and as high where the height is given") {
  const Element given = parsed(figure_svg(line_figure(3), {.width_mm = 88, .height_mm = 70}));
  CHECK(given.attributes.at("width") == "88mm");
  CHECK(given.attributes.at("height") == "70mm");
  const Element free = parsed(figure_svg(line_figure(3), {.width_mm = 180}));
  CHECK(free.attributes.at("width") == "180mm");
  CHECK(attribute(free, "height") > 60);
  CHECK(attribute(free, "height") < 130);
}

TEST_CASE("every text has at least 7 pt and stays on the page, clear of the data and of other texts") {
  Figure named = point_figure(6);
  named.notes = {std::string(200, 'x'),
                 "a note that is long enough to be broken into more than one line of this picture, which is narrow"};
  for (const Figure& figure : {line_figure(5), line_figure(12), named}) {
    for (const double width : {88.0, 180.0}) {
      CAPTURE(width);
      const Element root = parsed(figure_svg(figure, {.width_mm = width}));
      const Rect area = area_of(root);
      const std::vector<Element> texts = texts_of(root);
      CHECK(texts.size() > 8);
      for (const Element& text : texts) {
        CAPTURE(text.text);
        CHECK(attribute(text, "font-size") >= 7 * svg::kPointMm - 1e-3);
        const Rect reach = reach_of(text);
        CHECK(reach.x >= 0);
        CHECK(reach.right() <= width + 1e-6);
        CHECK(reach.bottom() <= attribute(root, "height"));
        if (text.attributes.at("class") != "point") CHECK(!overlap(reach, area));
        for (const Element& other : texts) CHECK((&other == &text || !overlap(reach, reach_of(other))));
      }
    }
  }
}

TEST_CASE("the legend names every series once, above the plot") {
  Figure figure = line_figure(4);
  figure.series.push_back(figure.series[0]);
  const Element root = parsed(figure_svg(figure, {.width_mm = 88}));
  const std::vector<Element> names = of_class(root, "name");
  CHECK(names.size() == 4);
  for (const Element& name : names) CHECK(reach_of(name).bottom() <= area_of(root).y);
}

TEST_CASE("series differ in dashes and in marks, not in colour alone") {
  const std::vector<figure::NamedLook> looks = figure::named_looks(line_figure(12), svg::picture_style("paper"));
  std::set<std::pair<std::string_view, std::string_view>> both;
  std::set<std::string_view> dashes;
  for (std::size_t i = 0; i < looks.size(); ++i) {
    both.insert({looks[i].look.colour, looks[i].look.dashes});
    if (i < 6) dashes.insert(looks[i].look.dashes);
    if (i > 0) CHECK(looks[i].look.mark != looks[i - 1].look.mark);
  }
  CHECK(both.size() == 12);
  CHECK(dashes.size() == 6);
}

TEST_CASE("a line has a point for each of its values, within the plot, the least at the bottom") {
  const Element root = parsed(figure_svg(line_figure(1, 100), {.width_mm = 180}));
  const Rect area = area_of(root);
  std::vector<Element> lines = of_class(root, "line");
  std::erase_if(lines, [](const Element& line) { return line.name != "path"; });
  REQUIRE(lines.size() == 1);
  const std::string data = lines[0].attributes.at("d");
  CHECK(occurrences(data, "L") == 99);
  double x = 0, y = 0;
  for (std::size_t at = 0; at < data.size(); at = data.find('L', at + 1)) {
    double next_x = 0, next_y = 0;
    REQUIRE(std::sscanf(data.c_str() + at + 1, "%lf %lf", &next_x, &next_y) == 2);
    CHECK(next_x >= area.x);
    CHECK(next_x <= area.right());
    CHECK(next_y >= area.y);
    CHECK(next_y <= area.bottom());
    if (at > 0) CHECK(next_x > x);
    if (at > 0) CHECK(next_y < y);
    x = next_x;
    y = next_y;
  }
}

TEST_CASE("every point has its name beside it, away from other names and marks, or the picture counts those without") {
  for (const std::size_t points : {1, 5, 12, 40}) {
    CAPTURE(points);
    const Element root = parsed(figure_svg(point_figure(points), {.width_mm = 88}));
    CHECK(of_class(root, "mark").size() == points + 1);  // one in the legend
    const std::vector<Element> names = of_class(root, "point");
    for (std::size_t a = 0; a < names.size(); ++a) {
      const Rect reach = reach_of(names[a]), area = area_of(root);
      CHECK(reach.x >= area.x - 0.01);
      CHECK(reach.right() <= area.right() + 0.01);
      for (std::size_t b = 0; b < a; ++b) CHECK(!overlap(reach, reach_of(names[b])));
    }
    const std::string said = notes(root);
    if (names.size() == points) {
      CHECK(said.empty());
    } else {
      CHECK(said.find("no room for the names of " + std::to_string(points - names.size())) != std::string::npos);
    }
    if (points <= 5) CHECK(names.size() == points);
  }
}

TEST_CASE("names cannot break the picture, long ones lose their middle, and it describes itself") {
  Figure figure = line_figure(2);
  figure.series[0].name = "<script>&\"'\xff\x01 begin" + std::string(300, 'x') + "end";
  figure.title = "a < b & \"c\"";
  figure.notes = {"1 < 2"};
  const std::string svg = figure_svg(figure, {.width_mm = 88});
  CHECK(svg.find("<script") == std::string::npos);
  const Element root = parsed(svg);
  const std::string name = of_class(root, "name").at(0).text;
  CHECK(name.find("…") != std::string::npos);
  CHECK(name.substr(name.size() - 3) == "end");
  CHECK(root.attributes.at("role") == "img");
  CHECK(root.attributes.at("aria-labelledby") == "cutline-figure-lines-title cutline-figure-lines-desc");
  REQUIRE(root.children.size() > 2);
  CHECK(root.children[0].name == "title");
  CHECK(root.children[0].text == "a < b & \"c\"");
  CHECK(root.children[1].name == "desc");
  for (const char* words : {"across, mm", "up, ns", "line 1, line: 5 points from 0 to 4 across", "1 < 2"})
    CHECK_MESSAGE(root.children[1].text.find(words) != std::string::npos, words);
}

TEST_CASE("several figures stand one above the other, and those with nothing to show tell why") {
  Figure empty{"none", "Nothing", {}, {}, {}, {"because"}, {}};
  Figure second = line_figure(2);
  second.id = "second";
  const Element root = parsed(figures_svg({line_figure(1), empty, second}, {.width_mm = 88, .height_mm = 150}));
  CHECK(of_class(root, "figure").size() == 3);
  CHECK(root.attributes.at("height") == "150mm");
  CHECK(notes(root) == "because");
  CHECK(parsed(figure_svg(empty, {.width_mm = 88})).children[1].text == "Nothing. because.");
}

TEST_CASE("sizes that leave no room are refused with one that does") {
  CHECK(complaint([] { figure_svg(line_figure(1), {.width_mm = 30}); }).find("at least 50 mm") != std::string::npos);
  const std::string low = complaint([] { figure_svg(line_figure(1), {.width_mm = 88, .height_mm = 20}); });
  const std::size_t at = low.find("at least ");
  REQUIRE(at != std::string::npos);
  CHECK(complaint([&] {
          figure_svg(line_figure(1), {.width_mm = 88, .height_mm = std::strtod(low.c_str() + at + 9, nullptr)});
        }).empty());
}

TEST_CASE("ticks lie on the axis at 1, 2 or 5 times powers of ten, apart alike, and never too many") {
  Random random(7);
  for (int trial = 0; trial < 2000; ++trial) {
    const double low = std::pow(10, random.unit() * 8 - 4) * (trial % 2 == 0 ? 1 : -1);
    const double high = low + std::pow(10, random.unit() * 8 - 4);
    const figure::PlotAxis axis{low, high, false, false, 0, 100};
    const std::size_t most = 2 + static_cast<std::size_t>(trial % 9);
    const std::vector<figure::Tick> ticks = figure::axis_ticks(axis, most);
    CAPTURE(low);
    CAPTURE(high);
    // If a step leaves only one tick, the next smaller step is taken.
    CHECK(ticks.size() <= std::max<std::size_t>(most + 1, 6));
    CHECK(ticks.size() >= 2);
    for (std::size_t i = 0; i < ticks.size(); ++i) {
      CHECK(axis.at(ticks[i].value) >= -1e-6);
      CHECK(axis.at(ticks[i].value) <= 100 + 1e-6);
      if (i == 0) continue;
      const double step = ticks[i].value - ticks[i - 1].value;
      const double leading = step / std::pow(10, std::floor(std::log10(step * (1 + 1e-6))));
      CHECK(std::min({std::abs(leading - 1), std::abs(leading - 2), std::abs(leading - 5)}) < 1e-3);
    }
  }
}

TEST_CASE("values that are all one, or differ by rounding alone, have an axis around them") {
  for (const double value : {0.0, 1.0, -3.0, 1e20, 1e-20}) {
    for (const bool logarithmic : {false, true}) {
      for (const bool from_zero : {false, true}) {
        if (logarithmic && value <= 0) continue;
        Figure figure{"one", "One", {"x", logarithmic, from_zero}, {"y", logarithmic, from_zero}, {}, {}, {}};
        const double near_by = value * (1 + 2e-16);
        figure.series = {
            {"a", SeriesStyle::line, {std::min(value, near_by), std::max(value, near_by)}, {value, value}, {}}};
        for (const figure::PlotAxis& axis : {figure::x_axis(figure), figure::y_axis(figure)}) {
          CAPTURE(value);
          CHECK(axis.low <= value);
          CHECK(axis.high > value);
          CHECK(axis.high - axis.low > 0.1 * std::abs(value));
          CHECK(figure::axis_ticks(axis, 5).size() >= 2);
        }
        parsed(figure_svg(figure, {.width_mm = 88}));
      }
    }
  }
}

TEST_CASE("a logarithmic axis has equal room for equal ratios, at least two numbers, and numbers tell their values") {
  for (const auto& ends : {std::pair(1.0, 1000.0), {0.02, 0.09}, {3.0, 40.0}, {1e-9, 1e12}, {11.0, 12.0}}) {
    const double low = ends.first, high = ends.second;
    const figure::PlotAxis axis{low, high, true, false, 0, 100};
    CAPTURE(low);
    CHECK(axis.at(low) == 0);
    CHECK(axis.at(high) == doctest::Approx(100));
    CHECK(axis.at(std::sqrt(low * high)) == doctest::Approx(50));
    CHECK(axis.at(0) == 0);
    for (const std::size_t most : {4, 8}) {
      std::size_t numbered = 0;
      for (const figure::Tick& tick : figure::axis_ticks(axis, most)) {
        numbered += tick.text.empty() ? 0 : 1;
        CHECK(tick.value >= low * (1 - 1e-6));
        CHECK(tick.value <= high * (1 + 1e-6));
      }
      CHECK(numbered >= 2);
      CHECK(numbered <= most + 1);
    }
  }
  CHECK(figure::tick_text(0.3, 0.1, 0.9) == "0.3");
  CHECK(figure::tick_text(20000, 10000, 90000) == "20,000");
  CHECK(figure::tick_text(2e6, 1e6, 4e6) == "2·10⁶");
  CHECK(figure::tick_text(2e5, 2e5, 1e6) == "0.2·10⁶");
  CHECK(figure::tick_text(1e-5, 1e-5, 1e-5) == "10⁻⁵");
  CHECK(figure::tick_text(0, 5, 20) == "0");
}

TEST_CASE("bars of several candidates stand about the middle of their bin, each within the one before") {
  Figure figure{"bars", "Bars", {"length, mm"}, {"links", false, true, true}, {}, {}, {}};
  figure.series = {{"mesh", SeriesStyle::bars, {1, 2, 3}, {5, 0, 0}, {}},
                   {"torus", SeriesStyle::bars, {1, 2, 3}, {5, 5, 0}, {}},
                   {"ring", SeriesStyle::bars, {1, 2}, {3, 0}, {}}};
  const Element root = parsed(figure_svg(figure, {.width_mm = 88}));
  std::vector<Element> bars = of_class(root, "bars");
  std::erase_if(bars, [](const Element& bar) { return bar.name != "path"; });
  REQUIRE(bars.size() == 3);
  std::vector<std::vector<std::pair<double, double>>> sides(bars.size());
  for (std::size_t series = 0; series < bars.size(); ++series) {
    for (const std::string& piece : pieces(bars[series].attributes.at("d"))) {
      double left = 0, base = 0, top = 0, right = 0;
      REQUIRE(std::sscanf(piece.c_str(), "M%lf %lfV%lfH%lf", &left, &base, &top, &right) == 4);
      CHECK(base - top > 10);
      sides[series].emplace_back(left, right);
    }
  }
  REQUIRE(sides[0].size() == 1);
  REQUIRE(sides[1].size() == 2);
  REQUIRE(sides[2].size() == 1);
  const auto middle = [](const std::pair<double, double>& side) { return (side.first + side.second) / 2; };
  for (const std::size_t series : {1, 2}) {
    CHECK(middle(sides[series][0]) == doctest::Approx(middle(sides[0][0])).epsilon(0.001));
    CHECK(sides[series][0].first > sides[series - 1][0].first);
    CHECK(sides[series][0].second > sides[series][0].first + 1);
  }
  CHECK(middle(sides[1][1]) - middle(sides[1][0]) ==
        doctest::Approx(sides[0][0].second - sides[0][0].first).epsilon(0.001));
}

TEST_CASE("bars stand on the axis, and one link shows on a logarithmic one") {
  Figure figure{"bars", "Bars", {"length, mm", true}, {"links", true, true, true}, {}, {}, {}};
  figure.series = {{"mesh", SeriesStyle::bars, {1, 10, 100, 1000}, {1, 0, 1000, 0}, {}}};
  const Element root = parsed(figure_svg(figure, {.width_mm = 88}));
  const Rect area = area_of(root);
  std::vector<Element> bars = of_class(root, "bars");
  std::erase_if(bars, [](const Element& bar) { return bar.name != "path"; });
  REQUIRE(bars.size() == 1);
  const std::string data = bars[0].attributes.at("d");
  std::array<double, 10> at{};
  REQUIRE(std::sscanf(data.c_str(), "M%lf %lfV%lfH%lfV%lfM%lf %lfV%lfH%lfV%lf", &at[0], &at[1], &at[2], &at[3], &at[4],
                      &at[5], &at[6], &at[7], &at[8], &at[9]) == 10);
  for (const std::size_t base : {1, 4, 6, 9}) CHECK(at[base] == doctest::Approx(area.bottom()).epsilon(0.001));
  const double one = at[1] - at[2], thousand = at[6] - at[7];
  CHECK(one > 1);
  CHECK(thousand > one);
  CHECK(at[3] - at[0] == doctest::Approx(at[8] - at[5]).epsilon(0.01));
}

TEST_CASE("an axis is in the unit that suits its values, and numbers of points stay what they are") {
  Figure figure = line_figure(2);
  figure.x = {"length", false, false, true, "mm"};
  figure.y = {"area", false, false, false, "mm2"};
  for (FigureSeries& series : figure.series) {
    for (double& x : series.xs) x = 10'000 * (x + 1);
    for (double& y : series.ys) y = 1e-5 * (y + 1);
  }
  const Figure shown = figure::in_readable_units(figure);
  CHECK(shown.x.label == "length, m");
  CHECK(shown.y.label == "area, µm²");
  CHECK(shown.series[0].xs == std::vector<double>{10, 20, 30, 40, 50});
  CHECK(shown.series[0].ys[0] == doctest::Approx(10));
  CHECK(figure_points({figure}).rows.size() == 10);
  const std::string svg = figure_svg(figure, {});
  CHECK(svg.find(">length, m<") != std::string::npos);
  // An axis whose unit has no other sizes, or that has no unit, stays as it is.
  figure.x.unit = "wire pitches";
  figure.y.unit = "";
  CHECK(figure::in_readable_units(figure).x.label == "length, wire pitches");
  CHECK(figure::in_readable_units(figure).series[0].xs == figure.series[0].xs);
  CHECK(figure::in_readable_units(figure).y.label == "area");
}

TEST_CASE("families past those that can be told apart are one, and those on the front keep their names") {
  std::vector<figure::Placed> all;
  for (int i = 0; i < 20; ++i)
    all.push_back({1.0 + i, 100.0 + i, "n" + std::to_string(i), "family " + std::to_string(i)});
  all.back().on_front = true;
  all.back().y = 1;
  all.front().on_front = true;
  Figure figure{"front", "Front", {"latency"}, {"area"}, {}, {}, {}};
  figure::add_front(all, {{"latency"}, {"area"}}, true, figure);
  CHECK(figure::named_looks(figure, svg::picture_style("paper")).size() ==
        figure::kMostSeries + 1);  // and the front's line
  const auto named = [&](const std::string& name) {
    return std::any_of(figure.series.begin(), figure.series.end(), [&](const auto& each) { return each.name == name; });
  };
  CHECK(named("family 0"));
  CHECK(named("family 19"));
  CHECK(named("other families"));
  CHECK(figure.series.front().style == SeriesStyle::steps);
  CHECK(!figure.series.back().faint);
}
