// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <numeric>

#include "cutline/base/parallel.hpp"
#include "cutline/measure/link_geometry.hpp"
#include "cutline/output/estimate.hpp"
#include "cutline/output/figure.hpp"
#include "cutline/output/record.hpp"
#include "cutline/spec/spec.hpp"
#include "output/svg_reader.hpp"
#include "study/studies.hpp"
#include "support/places.hpp"

namespace {

using namespace cutline;
using namespace cutline::test;
using Json = nlohmann::ordered_json;

/// A study with its candidates, which point into it.
struct Evaluated {
  explicit Evaluated(Study all) : study(std::move(all)), candidates(evaluated(study)) {}
  Evaluated(const Evaluated&) = delete;
  std::vector<Figure> figures(const char* kind, std::optional<std::size_t> delay = {}) const {
    return figure_kind(kind).make({study, candidates, delay});
  }
  const Candidate& named(const std::string& name) const {
    const auto found = std::find_if(candidates.begin(), candidates.end(),
                                    [&](const Candidate& each) { return each.design->name == name; });
    REQUIRE(found != candidates.end());
    return *found;
  }
  Study study;
  std::vector<Candidate> candidates;
};

Study gallery(const std::string& name) {
  return read_study(source_folder() + "/layouts/gallery/" + name + ".yaml", {});
}

Study text(const std::string& keys) { return parse_study("cutline: 1\n" + keys, "a.yaml", "", {}); }

/// The series of one name and style; there must be exactly one.
const FigureSeries& series_of(const Figure& figure, const std::string& name, SeriesStyle style) {
  const FigureSeries* found = nullptr;
  for (const FigureSeries& series : figure.series) {
    if (series.name != name || series.style != style) continue;
    CHECK(found == nullptr);
    found = &series;
  }
  REQUIRE(found != nullptr);
  return *found;
}

bool has(const Figure& figure, const std::string& name, SeriesStyle style) {
  return std::any_of(figure.series.begin(), figure.series.end(),
                     [&](const FigureSeries& series) { return series.name == name && series.style == style; });
}

double most(const std::vector<double>& values) { return *std::max_element(values.begin(), values.end()); }

/// What every figure promises.
void check_figure(const Figure& figure) {
  CAPTURE(figure.id);
  CHECK(!figure.id.empty());
  CHECK(figure.id.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-") ==
        std::string::npos);
  CHECK(!figure.title.empty());
  if (figure.series.empty()) CHECK(!figure.notes.empty());
  for (const std::string& note : figure.notes) CHECK(!note.empty());
  for (const FigureSeries& series : figure.series) {
    CAPTURE(series.name);
    CHECK(!figure.x.label.empty());
    CHECK(!figure.y.label.empty());
    REQUIRE(series.xs.size() == series.ys.size());
    CHECK(!series.xs.empty());
    CHECK(series.xs.size() <= 4002);
    CHECK(std::is_sorted(series.xs.begin(), series.xs.end()));
    for (const std::vector<double>* values : {&series.xs, &series.ys})
      CHECK(std::all_of(values->begin(), values->end(), [](double value) { return std::isfinite(value); }));
    CHECK(series.labels.size() == (series.style == SeriesStyle::points ? series.xs.size() : 0));
    if (series.style == SeriesStyle::bars) CHECK(series.ys.back() == 0);
    if (figure.x.logarithmic) CHECK(series.xs.front() > 0);
    if (figure.y.logarithmic && series.style != SeriesStyle::bars)
      CHECK(*std::min_element(series.ys.begin(), series.ys.end()) > 0);
  }
}

/// The specs of the gallery with few nodes.
std::vector<std::string> small_specs() {
  constexpr double kMostNodes = 300;
  std::vector<std::string> names;
  const std::filesystem::path folder = source_folder() + "/layouts/gallery";
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    if (entry.path().extension() != ".yaml") continue;
    const std::vector<DesignEstimate> sizes = estimate(read_study(entry.path().string(), {}));
    const bool few =
        std::all_of(sizes.begin(), sizes.end(), [](const DesignEstimate& each) { return each.nodes <= kMostNodes; });
    if (few) names.push_back(std::filesystem::relative(entry.path(), folder).replace_extension().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

}  // namespace

TEST_CASE("every kind of figure of every small spec of the gallery has finite numbers, or says why it has none") {
  const std::vector<std::string> names = small_specs();
  CHECK(names.size() > 20);
  std::map<std::string_view, int> shown;
  for (const std::string& name : names) {
    CAPTURE(name);
    const Evaluated all(gallery(name));
    for (const FigureKind& kind : figure_kinds()) {
      CAPTURE(std::string(kind.name));
      const std::vector<Figure> figures = kind.make({all.study, all.candidates, {}});
      CHECK(!figures.empty());
      std::set<std::string> ids;
      for (const Figure& figure : figures) {
        check_figure(figure);
        CHECK(ids.insert(figure.id).second);
        shown[kind.name] += figure.series.empty() ? 0 : 1;
      }
      const std::string svg = figures_svg(figures, 88, {});
      CHECK(svg == figures_svg(kind.make({all.study, all.candidates, {}}), 88, {}));
      CHECK(of_class(parsed(svg), "figure").size() == figures.size());
    }
  }
  for (const FigureKind& kind : figure_kinds()) {
    CAPTURE(std::string(kind.name));
    // No spec of the gallery asks for latency against load.
    CHECK((shown[kind.name] > 0) == (kind.name != "load"));
  }
}

TEST_CASE("an unknown figure is met with the nearest one") {
  CHECK(complaint([] { figure_kind("profle"); }).find("did you mean 'profile'?") != std::string::npos);
  CHECK(complaint([] { figure_kind("frobnicate"); }).find("profile, lengths, latency, load") != std::string::npos);
}

TEST_CASE("a profile has a step a cut, and its peak and its sum are those of the measures") {
  for (const char* name : {"first", "stack", "noc-64"}) {
    const Evaluated all(gallery(name));
    for (const Figure& figure : all.figures("profile")) {
      const auto axis = static_cast<std::size_t>(figure.id.back() - 'x');
      CAPTURE(figure.id);
      for (const Candidate& candidate : all.candidates) {
        const std::uint32_t slots = candidate.layout->lines(kAxes[axis]).slots;
        CHECK(has(figure, candidate.design->name, SeriesStyle::steps) == (slots > 1));
        if (slots < 2) continue;
        const FigureSeries& steps = series_of(figure, candidate.design->name, SeriesStyle::steps);
        CHECK(steps.xs.size() == slots);
        CHECK(most(steps.ys) == candidate.measures->density[axis].peak_links);
        const std::vector<std::int64_t> links = machine_profile(*candidate.layout, kAxes[axis]).links;
        CHECK(std::equal(links.begin(), links.end(), steps.ys.begin()));
      }
    }
  }
}

TEST_CASE("cut c of a profile lies in the middle of its step, or at its fraction of machines of several sizes") {
  const Evaluated same(text("candidates:\n  - {name: ring, topology: {family: ring, nodes: 8}}\n"));
  const Figure figure = same.figures("profile").at(0);
  CHECK(series_of(figure, "ring", SeriesStyle::steps).xs ==
        std::vector<double>{0.5, 1.5, 2.5, 3.5, 4.5, 5.5, 6.5, 7.5});
  const Evaluated two(
      text("population: any\ncandidates:\n  - {name: a, topology: {family: ring, nodes: 8}}\n"
           "  - {name: b, topology: {family: ring, nodes: 4}}\n"));
  const Figure both = two.figures("profile").at(0);
  CHECK(both.x.label.find("fraction") != std::string::npos);
  CHECK(series_of(both, "b", SeriesStyle::steps).xs == std::vector<double>{0.125, 0.375, 0.625, 0.875});
}

TEST_CASE("a long profile is thinned without losing its peak, and says so") {
  const Evaluated all(text(
      "candidates:\n  - {name: cube, topology: {family: hypercube, dimensions: 14}, placement: {axes: [x, x, x, x, "
      "x, x, x, x, x, x, x, x, x, x]}}\n"));
  const Figure figure = all.figures("profile").at(0);
  const FigureSeries& steps = series_of(figure, "cube", SeriesStyle::steps);
  CHECK(steps.xs.size() > 2000);
  CHECK(steps.xs.size() <= 4001);
  CHECK(steps.xs.front() == 0.5);
  CHECK(steps.xs.back() == 16383.5);
  CHECK(most(steps.ys) == all.candidates[0].measures->density[0].peak_links);
  CHECK(mentions(figure.notes, "neighbouring cuts"));
}

TEST_CASE("a histogram of lengths counts every link once, in bins that grow, from the shortest to the longest") {
  for (const char* name : {"first", "noc-256", "stack", "tiles-over", "chiplets"}) {
    CAPTURE(name);
    const Evaluated all(gallery(name));
    const Figure figure = all.figures("lengths").at(0);
    for (const Candidate& candidate : all.candidates) {
      const FigureSeries& bars = series_of(figure, candidate.design->name, SeriesStyle::bars);
      CHECK(std::accumulate(bars.ys.begin(), bars.ys.end(), 0.0) == candidate.links);
      CHECK(std::adjacent_find(bars.xs.begin(), bars.xs.end(), std::greater_equal<>()) == bars.xs.end());
      CHECK(bars.ys.front() > 0);
      const Lengths& length = candidate.measures->length;
      const double longest = length.longest_mm.value_or(static_cast<double>(length.longest_pitches));
      CHECK(bars.xs[bars.xs.size() - 2] <= longest);
      CHECK(longest < bars.xs.back());
    }
  }
}

TEST_CASE("the bins of candidates are the same, so that their bars compare") {
  const Evaluated all(gallery("first"));
  std::set<double> edges;
  for (const FigureSeries& series : all.figures("lengths").at(0).series)
    edges.insert(series.xs.begin(), series.xs.end());
  double least = INFINITY;
  for (auto edge = std::next(edges.begin()); edge != edges.end(); ++edge)
    least = std::min(least, *edge - *std::prev(edge));
  for (const FigureSeries& series : all.figures("lengths").at(0).series) {
    for (std::size_t i = 1; i < series.xs.size(); ++i)
      CHECK(series.xs[i] - series.xs[i - 1] == doctest::Approx(least).epsilon(1e-6));
  }
}

TEST_CASE("latency by distance is that of the record, and the mean message lies on the line") {
  const Evaluated all(gallery("first"));
  const Json records = result_document(all.study, all.candidates, rank(all.study, all.candidates)).at("candidates");
  std::size_t compared = 0;
  for (std::size_t d = 0; d < all.study.delays.size(); ++d) {
    const Figure figure = all.figures("latency", d).at(0);
    for (const Json& record : records) {
      if (record["delay"]["model"] != all.study.delays[d].label) continue;
      const FigureSeries& line = series_of(figure, record["name"], SeriesStyle::line);
      std::size_t i = 0;
      for (const Json& at : record["performance"]["latency_by_distance"]) {
        if (at["hops"] == 0) continue;
        CHECK(line.xs.at(i) == at["hops"].get<double>());
        CHECK(line.ys.at(i) == doctest::Approx(at["latency_ns"].get<double>()));
        ++i;
      }
      CHECK(line.xs.size() == i);
      const FigureSeries& mean = series_of(figure, record["name"], SeriesStyle::points);
      CHECK(mean.ys.at(0) == doctest::Approx(record["performance"]["latency_ns"].get<double>()));
      const auto next =
          static_cast<std::size_t>(std::upper_bound(line.xs.begin(), line.xs.end() - 1, mean.xs[0]) - line.xs.begin());
      const double share = (mean.xs[0] - line.xs[next - 1]) / (line.xs[next] - line.xs[next - 1]);
      CHECK(mean.ys[0] == doctest::Approx(line.ys[next - 1] + share * (line.ys[next] - line.ys[next - 1])));
      ++compared;
    }
  }
  CHECK(compared == 6);
}

TEST_CASE("a curve over the distance is drawn as the spec asks for it") {
  const Evaluated all(read_study(source_folder() + "/layouts/papers/dally-1991/fig-4.yaml", {}));
  const Figure figure = all.figures("latency").at(0);
  CHECK(figure.x.label == "distance, nodes");
  for (const Candidate& candidate : all.candidates) {
    const FigureSeries& line = series_of(figure, candidate.design->name, SeriesStyle::line);
    const std::vector<CurvePoint>& curve = candidate.timings[0].curve;
    REQUIRE(line.xs.size() == curve.size());
    for (std::size_t i = 0; i < curve.size(); ++i) {
      CHECK(line.xs[i] == static_cast<double>(curve[i].distance));
      CHECK(line.ys[i] == in_ns(curve[i].latency.total()));
    }
  }
}

TEST_CASE("latency against load ends at saturation, and operating points lie where the record has them") {
  Study study = read_study(source_folder() + "/layouts/papers/dally-1990/contention/256.yaml",
                           {{"load", "[0.1 of saturation, 2 of saturation]"}});
  const Evaluated all(std::move(study));
  const Figure figure = all.figures("load").at(0);
  for (const Candidate& candidate : all.candidates) {
    const Timing& timing = candidate.timings[0];
    const FigureSeries& line = series_of(figure, candidate.design->name, SeriesStyle::line);
    CHECK(line.xs.back() < *timing.model_saturation);
    CHECK(line.xs.size() < timing.load_curve.size());
    CHECK(std::is_sorted(line.ys.begin(), line.ys.end()));
    for (std::size_t i = 0; i < line.xs.size(); ++i) {
      CHECK(line.xs[i] == timing.load_curve[i].offered);
      CHECK(line.ys[i] == in_ns(*timing.load_curve[i].latency));
    }
    const FigureSeries& points = series_of(figure, candidate.design->name, SeriesStyle::points);
    CHECK(points.labels == std::vector<std::string>{"0.1 of saturation"});
    CHECK(points.xs[0] == doctest::Approx(0.1 * *timing.model_saturation));
  }
  CHECK(mentions(figure.notes, "saturated at 2 of saturation"));
}

TEST_CASE("loads of candidates with cycles of their own are counted in time") {
  const char* kCandidates =
      "traffic: uniform\nload: [0.1 of capacity]\ndelay: linear\ncandidates:\n"
      "  - {name: near, topology: {family: mesh, radix: 4, dimensions: 2}}\n"
      "  - {name: far, topology: {family: torus, radix: 4, dimensions: 2}}\n";
  const Evaluated all(text(kCandidates));
  const Figure figure = all.figures("load").at(0);
  CHECK(figure.x.label == "offered load, bits per tau and terminal");
  const Timing& timing = all.named("far").timings[0];
  CHECK(in_ns(timing.latency.cycle) == 3);
  CHECK(series_of(figure, "far", SeriesStyle::points).xs[0] == doctest::Approx(timing.load_points[0].offered / 3));
}

TEST_CASE("the Pareto front is that of the record: none of it is beaten, and the rest are") {
  for (const char* name : {"first", "noc-256", "how-sure", "hypercube-five-technologies"}) {
    CAPTURE(name);
    const Evaluated all(gallery(name));
    const std::vector<Ranking> rankings = rank(all.study, all.candidates);
    const std::vector<Figure> figures = all.figures("pareto");
    for (std::size_t d = 0; d < figures.size(); ++d) {
      std::map<std::string, std::pair<double, double>> front, rest;
      for (const FigureSeries& series : figures[d].series) {
        for (std::size_t i = 0; i < series.labels.size(); ++i)
          (series.name == "Pareto front" ? front : rest)[series.labels[i]] = {series.xs[i], series.ys[i]};
      }
      const auto beats = [](std::pair<double, double> a, std::pair<double, double> b) {
        return a != b && a.first <= b.first && a.second <= b.second;
      };
      for (const auto& [one, place] : front) {
        for (const auto& [other, better] : front) CHECK(!beats(better, place));
      }
      for (const auto& [one, place] : rest)
        CHECK(std::any_of(front.begin(), front.end(), [&](const auto& other) { return beats(other.second, place); }));
      for (std::size_t i = 0; i < all.candidates.size(); ++i) {
        const auto expected = rankings[d].pareto[i];
        CHECK((front.count(all.candidates[i].design->name) == 1) == expected.value_or(false));
        CHECK((rest.count(all.candidates[i].design->name) == 1) == !expected.value_or(true));
      }
    }
  }
}

TEST_CASE("the delay of the longest wire is that of the record, on the model's line") {
  const Evaluated all(gallery("first"));
  for (std::size_t d = 0; d < all.study.delays.size(); ++d) {
    const Figure figure = all.figures("delay", d).at(0);
    CHECK(figure.x.label == "length of the wire, node pitches");
    const FigureSeries& line = series_of(figure, all.study.delays[d].label, SeriesStyle::line);
    for (const Candidate& candidate : all.candidates) {
      const FigureSeries& mark = series_of(figure, candidate.design->name + ", longest wire", SeriesStyle::points);
      CHECK(mark.xs.at(0) == candidate.measures->length.longest_span.pitches());
      CHECK(mark.ys.at(0) == in_ns(candidate.timings[d].longest_wire));
      CHECK(line.xs.front() <= mark.xs[0]);
      CHECK(line.xs.back() > mark.xs[0]);
    }
  }
}

TEST_CASE("delays in millimetres and in node pitches have figures of their own") {
  const Evaluated all(
      text("technology: nangate45\nnode: {width: 1 mm, height: 1 mm}\nrouter: {delay: 1 ns}\n"
           "delay: [linear, d2m, repeated, {model: linear, per: inch, length: routed, coefficient: 1 ns}]\n"
           "candidates:\n  - {name: mesh, topology: {family: mesh, radix: 4, dimensions: 2}}\n"));
  const std::vector<Figure> figures = all.figures("delay");
  REQUIRE(figures.size() == 2);
  CHECK(figures[0].id == "delay-mm");
  CHECK(figures[1].id == "delay-node-pitches");
  const FigureSeries& marks = series_of(figures[0], "mesh, longest wire", SeriesStyle::points);
  REQUIRE(marks.xs.size() == 3);
  const double longest = *all.candidates[0].measures->length.longest_mm;
  CHECK(most(marks.xs) == doctest::Approx(longest).epsilon(1e-3));
  CHECK(most(marks.ys) >= in_ns(all.candidates[0].timings[1].longest_wire));
  CHECK(std::find(marks.ys.begin(), marks.ys.end(), in_ns(all.candidates[0].timings[3].longest_wire)) !=
        marks.ys.end());
  CHECK(in_ns(all.candidates[0].timings[3].longest_wire) == doctest::Approx(longest / 25.4));
}

TEST_CASE("ideal candidates have no layout to show, and the figure says so with a hint") {
  const Evaluated all(
      text("candidates:\n  - {name: real, ideal: true, topology: {family: torus, nodes: 16, dimensions: 2, channels: "
           "unidirectional}}\n"));
  for (const char* kind : {"profile", "lengths"}) {
    const Figure figure = all.figures(kind).at(0);
    CHECK(figure.series.empty());
    CHECK(mentions(figure.notes, "real"));
    CHECK(figure.hint.find("ideal: true") != std::string::npos);
  }
  CHECK(mentions(all.figures("latency").at(0).notes, "ideal"));
  CHECK(all.figures("load").at(0).hint.find("curve: {x: load") != std::string::npos);
}

TEST_CASE("a contention model that does not apply is told as the reason") {
  const Evaluated all(
      text("contention: dally-1990\ncurve: {x: load, from: 0, to: 0.5, step: 0.1, of: capacity}\ncandidates:\n"
           "  - {name: mesh, topology: {family: mesh, radix: 4, dimensions: 2}}\n"));
  const Figure figure = all.figures("load").at(0);
  CHECK(figure.series.empty());
  CHECK(mentions(figure.notes, "no contention"));
  CHECK(figure.hint.find("contention") != std::string::npos);
}

TEST_CASE("of many candidates the first are shown, and a note counts them") {
  std::string candidates = "candidates:\n";
  for (int i = 0; i < 20; ++i)
    candidates += "  - {name: c" + std::to_string(i) + ", topology: {family: ring, nodes: 8}}\n";
  const Evaluated all(text(candidates));
  const Figure figure = all.figures("profile").at(0);
  CHECK(figure.series.size() == 12);
  CHECK(mentions(figure.notes, "the first 12 of 20 candidates"));
}
