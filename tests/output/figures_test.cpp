// SPDX-License-Identifier: Apache-2.0
#include "output/figures.hpp"

#include <filesystem>
#include <numeric>

#include "cutline/study/laid_out.hpp"
#include "output/svg_reader.hpp"
#include "output/tables/estimate.hpp"

namespace {

using namespace cutline;
using namespace cutline::test;

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
    if (few && !sizes.empty())
      names.push_back(std::filesystem::relative(entry.path(), folder).replace_extension().string());
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
    const StudiedFigures all(gallery(name));
    for (const FigureKind& kind : figure_kinds()) {
      CAPTURE(std::string(kind.name));
      const std::vector<Figure> figures = kind.make({all.study, all.candidates});
      CHECK(!figures.empty());
      std::set<std::string> ids;
      for (const Figure& figure : figures) {
        check_figure(figure);
        CHECK(ids.insert(figure.id).second);
        shown[kind.name] += figure.series.empty() ? 0 : 1;
      }
      const std::string svg = figures_svg(figures, {.width_mm = 88});
      CHECK(svg == figures_svg(kind.make({all.study, all.candidates}), {.width_mm = 88}));
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
    const StudiedFigures all(gallery(name));
    for (const Figure& figure : all.figures("profile")) {
      const auto axis = static_cast<std::size_t>(figure.id.back() - 'x');
      CAPTURE(figure.id);
      for (const Candidate& candidate : all.candidates) {
        const std::uint32_t slots = candidate.laid_out()->layout.lines(kAxes[axis]).slots;
        CHECK(has(figure, candidate.design->name, SeriesStyle::steps) == (slots > 1));
        if (slots < 2) continue;
        const FigureSeries& steps = series_of(figure, candidate.design->name, SeriesStyle::steps);
        CHECK(steps.xs.size() == slots);
        const Density& density = candidate.laid_out()->measures.density[axis];
        const Profile profile = machine_profile(candidate.laid_out()->layout, kAxes[axis]);
        const bool wires = all.study.hold.resource == Resource::bisection;  // then the wires are compared
        CHECK((figure.y.label.find("wires") == 0) == wires);
        CHECK(most(steps.ys) == (wires ? density.peak_wires : density.peak_links));
        const std::vector<std::int64_t>& counts = wires ? profile.wires : profile.links;
        CHECK(std::equal(counts.begin(), counts.end(), steps.ys.begin()));
      }
    }
  }
}

TEST_CASE("cut c of a profile lies in the middle of its step, or at its fraction of machines of several sizes") {
  const StudiedFigures same(study_of("candidates:\n  - {name: ring, topology: {family: ring, nodes: 8}}\n"));
  const Figure figure = same.figures("profile").at(0);
  CHECK(series_of(figure, "ring", SeriesStyle::steps).xs ==
        std::vector<double>{0.5, 1.5, 2.5, 3.5, 4.5, 5.5, 6.5, 7.5});
  const StudiedFigures two(
      study_of("population: any\ncandidates:\n  - {name: a, topology: {family: ring, nodes: 8}}\n"
               "  - {name: b, topology: {family: ring, nodes: 4}}\n"));
  const Figure both = two.figures("profile").at(0);
  CHECK(both.x.label.find("fraction") != std::string::npos);
  CHECK(series_of(both, "b", SeriesStyle::steps).xs == std::vector<double>{0.125, 0.375, 0.625, 0.875});
}

TEST_CASE("a long profile is thinned without losing its peak, and says so") {
  const StudiedFigures all(study_of(
      "candidates:\n  - {name: cube, topology: {family: hypercube, dimensions: 14}, placement: {axes: [x, x, x, x, "
      "x, x, x, x, x, x, x, x, x, x]}}\n"));
  const Figure figure = all.figures("profile").at(0);
  const FigureSeries& steps = series_of(figure, "cube", SeriesStyle::steps);
  CHECK(steps.xs.size() > 2000);
  CHECK(steps.xs.size() <= 4001);
  CHECK(steps.xs.front() == 0.5);
  CHECK(steps.xs.back() == 16383.5);
  CHECK(most(steps.ys) == all.candidates[0].laid_out()->measures.density[0].peak_links);
  CHECK(mentions(figure.notes, "neighbouring cuts"));
}

TEST_CASE("a histogram of lengths counts every link once, in bins that grow, from the shortest to the longest") {
  for (const char* name : {"first", "noc-256", "stack", "tiles-over", "chiplets"}) {
    CAPTURE(name);
    const StudiedFigures all(gallery(name));
    const Figure figure = all.figures("lengths").at(0);
    for (const Candidate& candidate : all.candidates) {
      const FigureSeries& bars = series_of(figure, candidate.design->name, SeriesStyle::bars);
      CHECK(std::accumulate(bars.ys.begin(), bars.ys.end(), 0.0) == candidate.facts.links);
      CHECK(std::adjacent_find(bars.xs.begin(), bars.xs.end(), std::greater_equal<>()) == bars.xs.end());
      CHECK(bars.ys.front() > 0);
      const Lengths& length = candidate.laid_out()->measures.length;
      const double longest = length.mm ? length.mm->longest : static_cast<double>(length.longest_pitches);
      CHECK(bars.xs[bars.xs.size() - 2] <= longest);
      CHECK(longest < bars.xs.back());
    }
  }
}

TEST_CASE("the bins of candidates are the same, so that their bars compare") {
  Study first = gallery("first");
  for (Design& design : first.designs)
    design.neighbours_face = FacingNeighbours::no;  // otherwise one wire is a hundred times as long as the shortest
  const StudiedFigures all(std::move(first));
  const Figure figure = all.figures("lengths").at(0);
  std::set<double> edges;
  for (const FigureSeries& series : figure.series) edges.insert(series.xs.begin(), series.xs.end());
  double width = INFINITY;
  for (auto edge = std::next(edges.begin()); edge != edges.end(); ++edge)
    width = std::min(width, *edge - *std::prev(edge));
  CHECK(width > 0);
  for (const double edge : edges) CHECK(std::fmod(edge, width) == 0);
  for (const FigureSeries& series : figure.series) {
    for (std::size_t i = 1; i < series.xs.size(); ++i) CHECK(series.xs[i] - series.xs[i - 1] == width);
  }
}

TEST_CASE("ideal candidates have no layout to show, and the figure says so with a hint") {
  const StudiedFigures all(study_of(
      "candidates:\n  - {name: real, ideal: true, topology: {family: torus, nodes: 16, dimensions: 2, channels: "
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

TEST_CASE("what passes the effort is told as the reason") {
  const Study study = study_of(
      "curve: {x: load, at: [0.1], of: capacity}\ncandidates:\n"
      "  - {name: a, topology: {family: graph, nodes: 4, links: [[0, 1], [1, 2], [2, 3], [0, 2]]}}\n");
  Effort none;
  none.link_visits = 0;
  const std::vector<Candidate> candidates = evaluate(study, none, Layouts::kept);
  REQUIRE(candidates[0].latency.timings.empty());
  for (const FigureKind& kind : figure_kinds()) {
    for (const Figure& figure : kind.make({study, candidates})) {
      check_figure(figure);
      CHECK(figure.series.empty() == (kind.name == "latency" || kind.name == "load" || kind.name == "pareto"));
      if (kind.name == "latency" || kind.name == "load") CHECK(figure.hint == "a higher --effort");
    }
  }
}

TEST_CASE("of many candidates the first are shown, and a note counts them") {
  std::string candidates = "candidates:\n";
  for (int i = 0; i < 20; ++i)
    candidates += "  - {name: c" + std::to_string(i) + ", topology: {family: ring, nodes: 8}}\n";
  const StudiedFigures all(study_of(candidates));
  const Figure figure = all.figures("profile").at(0);
  CHECK(figure.series.size() == 12);
  CHECK(mentions(figure.notes, "the first 12 of 20 candidates"));
}
