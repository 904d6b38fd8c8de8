// SPDX-License-Identifier: Apache-2.0

#include "cutline/output/record/record.hpp"
#include "cutline/study/laid_out.hpp"
#include "json.hpp"
#include "output/figure/figures.hpp"
#include "output/figures.hpp"

namespace {

using namespace cutline;
using namespace cutline::test;
using Json = nlohmann::ordered_json;

}  // namespace

TEST_CASE("latency by distance is that of the record, and the mean message lies on the line") {
  const StudiedFigures all(gallery("first"));
  const Json records =
      json_of(result_document(all.study, all.candidates, rank(all.study, all.candidates))).at("candidates");
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
  const StudiedFigures all(read_study(source_folder() + "/layouts/papers/dally-1991/fig-4.yaml", {}));
  const Figure figure = all.figures("latency").at(0);
  CHECK(figure.x.label == "distance, nodes");
  for (const Candidate& candidate : all.candidates) {
    const FigureSeries& line = series_of(figure, candidate.design->name, SeriesStyle::line);
    const std::vector<CurvePoint>& curve = candidate.latency.timings[0].curve;
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
  const StudiedFigures all(std::move(study));
  const Figure figure = all.figures("load").at(0);
  for (const Candidate& candidate : all.candidates) {
    const Timing& timing = candidate.latency.timings[0];
    const FigureSeries& line = series_of(figure, candidate.design->name, SeriesStyle::line);
    CHECK(line.xs.back() < *timing.model_saturation());
    CHECK(line.xs.size() < timing.load_curve.size());
    CHECK(std::is_sorted(line.ys.begin(), line.ys.end()));
    for (std::size_t i = 0; i < line.xs.size(); ++i) {
      CHECK(line.xs[i] == timing.load_curve[i].offered);
      CHECK(line.ys[i] == in_ns(*timing.load_curve[i].latency()));
    }
    const FigureSeries& points = series_of(figure, candidate.design->name, SeriesStyle::points);
    CHECK(points.labels == std::vector<std::string>{"0.1 of saturation"});
    CHECK(points.xs[0] == doctest::Approx(0.1 * *timing.model_saturation()));
  }
  CHECK(mentions(figure.notes, "saturated at 2 of saturation"));
}

TEST_CASE("loads of candidates with cycles of their own are counted in time") {
  const char* kCandidates =
      "traffic: uniform\nload: [0.1 of capacity]\ndelay: linear\ncandidates:\n"
      "  - {name: near, topology: {family: mesh, radix: 4, dimensions: 2}}\n"
      "  - {name: far, topology: {family: torus, radix: 4, dimensions: 2}}\n";
  const StudiedFigures all(study_of(kCandidates));
  const Figure figure = all.figures("load").at(0);
  CHECK(figure.x.label == "offered load, bits per tau and terminal");
  const Timing& timing = all.named("far").latency.timings[0];
  CHECK(in_ns(timing.clock.cycle) == 3);
  CHECK(series_of(figure, "far", SeriesStyle::points).xs[0] == doctest::Approx(timing.load_points[0].offered / 3));
}

TEST_CASE("the Pareto front is that of the record: none of it is beaten, and the rest are") {
  for (const char* name : {"first", "noc-256", "how-sure", "hypercube-five-technologies"}) {
    CAPTURE(name);
    const StudiedFigures all(gallery(name));
    const std::vector<Ranking> rankings = rank(all.study, all.candidates);
    const std::vector<Figure> figures = all.figures("pareto");
    for (std::size_t d = 0; d < figures.size(); ++d) {
      std::map<std::string, std::pair<double, double>> front, rest;
      for (const FigureSeries& series : figures[d].series) {
        for (std::size_t i = 0; i < series.labels.size(); ++i)
          (series.faint ? rest : front)[series.labels[i]] = {series.xs[i], series.ys[i]};
      }
      const auto beats = [](std::pair<double, double> a, std::pair<double, double> b) {
        return a != b && a.first <= b.first && a.second <= b.second;
      };
      for (const auto& [one, place] : front) {
        for (const auto& [other, better] : front) CHECK(!beats(better, place));
      }
      for (const auto& beaten : rest)
        CHECK(std::any_of(front.begin(), front.end(),
                          [&](const auto& better) { return beats(better.second, beaten.second); }));
      for (std::size_t i = 0; i < all.candidates.size(); ++i) {
        const auto expected = rankings[d].pareto[i];
        CHECK((front.count(all.candidates[i].design->name) == 1) == expected.value_or(false));
        CHECK((rest.count(all.candidates[i].design->name) == 1) == !expected.value_or(true));
      }
    }
  }
}

TEST_CASE("the delay of the longest wire is that of the record, on the model's line") {
  const StudiedFigures all(gallery("first"));
  for (std::size_t d = 0; d < all.study.delays.size(); ++d) {
    const Figure figure = all.figures("delay", d).at(0);
    CHECK(figure.x.label == "length of the wire, node pitches");
    const FigureSeries& line = series_of(figure, all.study.delays[d].label, SeriesStyle::line);
    for (const Candidate& candidate : all.candidates) {
      const FigureSeries& mark = series_of(figure, candidate.design->name + ", longest wire", SeriesStyle::points);
      CHECK(mark.xs.at(0) == candidate.laid_out()->measures.length.longest_span.pitches());
      CHECK(mark.ys.at(0) == in_ns(candidate.latency.timings[d].longest_wire));
      CHECK(line.xs.front() <= mark.xs[0]);
      CHECK(line.xs.back() > mark.xs[0]);
    }
  }
}

TEST_CASE("delays in millimetres and in node pitches have figures of their own") {
  const StudiedFigures all(
      study_of("technology: nangate45\nnode: {width: 1 mm, height: 1 mm}\nrouter: {delay: 1 ns}\n"
               "delay: [linear, d2m, repeated, {model: linear, per: inch, length: routed, coefficient: 1 ns}]\n"
               "candidates:\n  - {name: mesh, topology: {family: mesh, radix: 4, dimensions: 2}}\n"));
  const std::vector<Figure> figures = all.figures("delay");
  REQUIRE(figures.size() == 2);
  CHECK(figures[0].id == "delay-mm");
  CHECK(figures[1].id == "delay-node-pitches");
  const FigureSeries& marks = series_of(figures[0], "mesh, longest wire", SeriesStyle::points);
  REQUIRE(marks.xs.size() == 3);
  const double longest = all.candidates[0].laid_out()->measures.length.mm->longest;
  CHECK(most(marks.xs) == doctest::Approx(longest).epsilon(1e-3));
  CHECK(most(marks.ys) >= in_ns(all.candidates[0].latency.timings[1].longest_wire));
  CHECK(std::find(marks.ys.begin(), marks.ys.end(), in_ns(all.candidates[0].latency.timings[3].longest_wire)) !=
        marks.ys.end());
  CHECK(in_ns(all.candidates[0].latency.timings[3].longest_wire) == doctest::Approx(longest / 25.4));
}

TEST_CASE("a contention model that does not apply is told as the reason") {
  const StudiedFigures all(
      study_of("contention: dally-1990\ncurve: {x: load, from: 0, to: 0.5, step: 0.1, of: capacity}\ncandidates:\n"
               "  - {name: mesh, topology: {family: mesh, radix: 4, dimensions: 2}}\n"));
  const Figure figure = all.figures("load").at(0);
  CHECK(figure.series.empty());
  CHECK(mentions(figure.notes, "no contention"));
  CHECK(figure.hint.find("contention") != std::string::npos);
}

TEST_CASE("over a quantity a family with one candidate has that one's name, a family with several its own") {
  const StudiedFigures all(
      study_of("population: any\ncandidates:\n"
               "  - {name: fat tree, topology: {family: xgft, children: [4, 4], parents: [1, 2]}}\n"
               "  - {name: small, topology: {family: torus, radix: 3, dimensions: 2}}\n"
               "  - {name: large, topology: {family: torus, radix: 5, dimensions: 2}}\n"));
  const auto names = [&](const QuantityAxes& axes) {
    std::vector<std::string> found;
    const std::vector<Figure> figures = quantity_figures({all.study, all.candidates}, axes);
    for (const FigureSeries& series : figures.at(0).series) found.push_back(series.name);
    return found;
  };
  CHECK(names({.x = "nodes", .y = "links"}) == std::vector<std::string>{"fat tree", "torus"});
  CHECK(names({.x = "nodes", .y = "links", .group = "dimensions"}) ==
        std::vector<std::string>{"no dimensions", "dimensions 2"});
  const Data document = result_document(all.study, all.candidates, rank(all.study, all.candidates));
  RecordFigures records({.x = "nodes", .y = "links"});
  for (const Data& record : document.at("candidates").list()) records.add(record);
  const std::vector<Figure> taken = records.taken();
  const Figure& figure = taken.at(0);
  CHECK(has(figure, "fat tree", SeriesStyle::line));
  CHECK(has(figure, "torus", SeriesStyle::line));
}

TEST_CASE("a candidate with a delay model of its own lies on the line of that model") {
  const StudiedFigures all(study_of(
      "technology: nangate45\nnode: {width: 2 mm, height: 2 mm}\nchannel: {width: 8 bits}\ndelay: repeated\n"
      "candidates:\n  - {name: a, topology: {family: mesh, radix: 3, dimensions: 2}}\n"
      "  - {name: b, topology: {family: mesh, radix: 3, dimensions: 2}, delay: elmore}\n"));
  const Figure figure = all.figures("delay").at(0);
  for (const auto& [name, model] : {std::pair{"a, longest wire", "repeated"}, {"b, longest wire", "elmore"}}) {
    CAPTURE(name);
    const FigureSeries& mark = series_of(figure, name, SeriesStyle::points);
    const FigureSeries& line = series_of(figure, model, SeriesStyle::line);
    const auto above = std::ranges::lower_bound(line.xs, mark.xs.at(0)) - line.xs.begin();
    CHECK(line.ys.at(above - 1) <= mark.ys.at(0));
    CHECK(mark.ys.at(0) <= line.ys.at(above));
  }
}
