// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "app/place.hpp"
#include "cutline/base/error.hpp"
#include "cutline/output/figure/figure.hpp"
#include "support/occurrences.hpp"

namespace {

using namespace cutline::test;
using Json = nlohmann::ordered_json;

constexpr const char* kPlotSpec = R"(cutline: 1
title: two networks
delay: [constant, linear]
message: 32 bits
candidates:
  - {name: mesh, topology: {family: mesh, radix: 4, dimensions: 2}}
  - {name: cube, topology: {family: hypercube, dimensions: 4}}
)";

}  // namespace

TEST_CASE("plot writes every kind of figure that the spec has numbers for, and nothing else") {
  const Place place(kPlotSpec);
  for (const char* kind : {"profile", "lengths", "latency", "pareto", "delay"}) {
    CAPTURE(kind);
    const Run run = place.run("plot spec.yaml --what " + std::string(kind) + " -o a.svg");
    CHECK(run.code == 0);
    CHECK(run.out.empty());
    CHECK(run.err.empty());
    const std::string svg = slurp(place / "a.svg");
    CHECK(svg.rfind("<svg", 0) == 0);
    CHECK(contains(svg, "width=\"180mm\""));
    CHECK(contains(svg, "cube"));
    CHECK(place.run("plot spec.yaml --what " + std::string(kind) + " --threads 1").out == svg);
    CHECK(place.run("plot spec.yaml --what " + std::string(kind) + " --threads 2").out == svg);
  }
}

TEST_CASE("plot draws one candidate with -c, one delay model with --delay, and in the size asked for") {
  const Place place(kPlotSpec);
  const std::string one = place.run("plot spec.yaml --what profile -c cube --size 88x90").out;
  CHECK(contains(one, "cube"));
  CHECK(!contains(one, "mesh"));
  CHECK(contains(one, "width=\"88mm\" height=\"90mm\""));
  const std::string both = place.run("plot spec.yaml --what latency").out;
  CHECK(contains(both, "Latency by distance, wire delay constant; Latency by distance, wire delay linear"));
  const std::string linear = place.run("plot spec.yaml --what latency --delay linear").out;
  CHECK(!contains(linear, "constant"));
  CHECK(contains(linear, "wire delay linear"));
}

TEST_CASE("what plot cannot draw exits 2, says why and what would help, and leaves no file") {
  struct Case {
    const char* arguments;
    const char* message;
    const char* hint;
  };
  const Place place(kPlotSpec);
  for (const Case& each : {Case{"--what profle", "no figure 'profle'", "did you mean 'profile'?"},
                           Case{"--what load", "nothing for the figure 'load'", "curve: {x: load"},
                           Case{"--what profile -c cubb", "no candidate 'cubb'", "did you mean 'cube'?"},
                           Case{"--what latency --delay cubic", "no delay model 'cubic'", "constant; linear"},
                           Case{"--what profile --size 30", "no room", "at least 50 mm"},
                           Case{"--what profile --size 88x30", "no room", "at least"},
                           Case{"", "plot needs a figure", "KIND is profile, lengths"},
                           Case{"--x nodes", "plot needs a figure", "cutline list quantities"},
                           Case{"--x nodes --y laency", "no quantity 'laency'", "did you mean 'latency'?"},
                           Case{"--x nodes --y family", "no number for family", "cutline measure"},
                           Case{"--x nodes --y pins --what load", "one of their own", "the one or the other"},
                           Case{"--x nodes --y pins --log z", "--log takes x, y or xy", ""}}) {
    CAPTURE(std::string(each.arguments));
    const Run run = place.run("plot spec.yaml " + std::string(each.arguments) + " -o a.svg");
    CHECK(run.code == 2);
    CHECK(run.out.empty());
    CHECK(contains(run.err, each.message));
    CHECK(contains(run.err, each.hint));
    CHECK(place.entries() == 1);
  }
  CHECK(contains(place.run("plot spec.yaml --what profile -o a.jpg").err, "plot writes .svg, .pdf and .png, not .jpg"));
  CHECK(contains(place.run("draw spec.yaml -c mesh -o a.csv").err, "draw writes .svg, .pdf and .png, not .csv"));
}

TEST_CASE("a dry run of plot estimates the candidates and draws nothing") {
  const Place place(kPlotSpec);
  const Run run = place.run("plot spec.yaml --what profile --dry-run -o a.svg");
  CHECK(run.code == 0);
  CHECK(contains(run.out, "cube"));
  CHECK(contains(run.out, "one core"));
  CHECK(place.entries() == 1);
  CHECK(place.run("plot spec.yaml --what profle --dry-run").code == 2);
}

TEST_CASE("every kind of figure is listed") {
  const Place place(kPlotSpec);
  const Json list = Json::parse(place.run("list figures --format json").out);
  REQUIRE(list.size() == cutline::figure_kinds().size());
  for (std::size_t i = 0; i < list.size(); ++i) CHECK(list[i]["name"] == cutline::figure_kinds()[i].name);
  CHECK(contains(place.run("plot --help").out, "pareto"));
}

TEST_CASE("any quantity is drawn against any other, of several specs together, with what they expect as marks") {
  const auto spec = [](int nodes, int best) {
    return fmt::format(
        "cutline: 1\nhold: {{bisection: {0} wires}}\nmessage: 150 bits\ncandidates:\n  - name: torus\n"
        "    topology: {{family: torus, nodes: {0}, dimensions: 2, channels: unidirectional}}\n    ideal: true\n"
        "    sweep: {{topology.dimensions: {{from: 2, to: 4}}}}\nexpect: [{{winner: torus dimensions={1}}}]\n",
        nodes, best);
  };
  const Place place(spec(256, 2));
  place.write("large.yaml", spec(16384, 4));
  const Run run = place.run("plot spec.yaml large.yaml --x dimensions --y latency --log y -o a.csv");
  CHECK_MESSAGE(run.code == 0, run.err);
  // Dally 1990, eq. 12: T = n (k - 1) / 2 + 150 / (k / 2) cycles: 15 + 18.75 of 16 x 16 nodes, with W = 8 bits.
  const std::string data = slurp(place / "a.csv");
  CHECK(contains(data, ",spec,line,2,33.75,"));
  CHECK(contains(data, ",large,line,2,129.34375,"));
  CHECK(contains(data, ",expected: values and winners,points,2,33.75,"));
  CHECK(place.run("plot spec.yaml large.yaml --x dimensions --y latency -o a.svg").code == 0);
}

TEST_CASE("a missing rsvg-convert is told before the work") {
  const Place place(kPlotSpec);
  const Run without = place.run("draw spec.yaml -c mesh -o a.png", "PATH=/nowhere");
  CHECK(without.code == 3);
  CHECK(contains(without.err, "install librsvg2-bin"));
  CHECK(place.entries() == 1);
}

TEST_CASE("pictures have the look that --style names, larger or on a dark page, and no title with --no-title") {
  const Place place(kPlotSpec);
  for (const char* picture : {"draw spec.yaml -c mesh", "plot spec.yaml --what profile",
                              "delay --technology nangate45 --length 1mm..2mm -o a.svg"}) {
    CAPTURE(std::string(picture));
    const bool own_file = contains(picture, "-o ");
    const auto drawn = [&](const std::string& options) {
      const Run run = place.run(picture + options);
      CHECK_MESSAGE(run.code == 0, run.err);
      return own_file ? slurp(place / "a.svg") : run.out;
    };
    const std::string paper = drawn("");
    CHECK(drawn(" --style paper") == paper);
    CHECK(contains(paper, "width=\"180mm\""));
    CHECK(contains(paper, "viewBox=\"0 0 180 "));
    CHECK(contains(paper, "#0072b2"));
    CHECK(contains(drawn(" --style slides"), "width=\"180mm\""));
    CHECK(contains(drawn(" --style slides"), "viewBox=\"0 0 100 "));
    CHECK(!contains(drawn(" --style dark"), "#0072b2"));
    CHECK(contains(drawn(" --style dark"), ".page{fill:#12161b}"));
    CHECK(contains(paper, "class=\"title\""));
    CHECK(!contains(drawn(" --no-title"), "class=\"title\""));
    const Run wrong = place.run(std::string(picture) + " --style drak");
    CHECK(wrong.code == 2);
    CHECK(contains(wrong.err, "did you mean 'dark'?"));
  }
  CHECK(contains(place.run("plot spec.yaml --what profile --style slides --size 80").err, "at least 90 mm"));
  CHECK(contains(place.run("draw spec.yaml -c mesh --style slides --size 80").err, "a width from 108 to 5000 mm"));
}

TEST_CASE("the key of a crossover is an axis: each candidate is a line over its values") {
  const Place place(
      "cutline: 1\nhold: {bisection: 64 wires}\nmessage: 32 bits\n"
      "crossover: {over: message, from: 8 bits, to: 512 bits}\ncandidates:\n"
      "  - {name: mesh, topology: {family: mesh, radix: 4, dimensions: 2}}\n"
      "  - {name: cube, topology: {family: hypercube, dimensions: 4}}\n");
  const Run run = place.run("plot spec.yaml --x message --y latency --log x -o a.csv");
  CHECK_MESSAGE(run.code == 0, run.err);
  const std::string data = slurp(place / "a.csv");
  CHECK(contains(data, "Latency by message,mesh,line,8,"));
  CHECK(contains(data, "Latency by message,cube,line,512,"));
  CHECK(occurrences(data, ",mesh,") == 33);
  const Run drawn = place.run("plot spec.yaml --x message --y latency --log x -o a.svg");
  CHECK_MESSAGE(drawn.code == 0, drawn.err);
  CHECK(contains(slurp(place / "a.svg"), "message, bits"));
}

TEST_CASE("the networks of a search are points by any two measures of rankings, and its front by its own") {
  const Place place(
      "cutline: 1\ntechnology: unit\nsearch: {terminals: 16, families: [mesh, torus, ring], irregular: no}\n");
  const Run run = place.run("plot spec.yaml --x graph.diameter_hops --y area -o a.csv");
  CHECK_MESSAGE(run.code == 0, run.err);
  const std::string data = slurp(place / "a.csv");
  CHECK(contains(data, "mesh,points,"));
  CHECK(contains(data, "Pareto front,steps,"));
  CHECK(place.run("plot spec.yaml --what pareto -o a.csv").code == 0);
  CHECK(contains(place.run("plot spec.yaml --x pins --y longst -o a.svg").err, "did you mean 'longest'?"));
  CHECK(contains(place.run("plot spec.yaml --what profile -o a.svg").err, "no figure 'profile'"));
}

TEST_CASE("an axis of a single value is refused across, and told upwards") {
  const Place place(kPlotSpec);
  const Run across = place.run("plot spec.yaml --x nodes --y pins -o a.svg");
  CHECK(across.code == 2);
  CHECK(contains(across.err, "'nodes' has one value in the whole figure: 16"));
  const Run up = place.run("plot spec.yaml --x graph.diameter_hops --y nodes -o a.svg");
  CHECK_MESSAGE(up.code == 0, up.err);
  CHECK(contains(slurp(place / "a.svg"), "all points have the same nodes: 16"));
}

TEST_CASE("profiles count wires where wires are held, else links") {
  const Place place(kPlotSpec);
  REQUIRE(place.run("plot spec.yaml --what profile -c mesh -o a.svg").code == 0);
  CHECK(contains(slurp(place / "a.svg"), "Links over each cut between columns"));
  const Run held = place.run("plot spec.yaml --what profile --set 'hold={bisection: 64 wires}' -o a.csv");
  CHECK_MESSAGE(held.code == 0, held.err);
  // 4 links of 16 wires each cross the middle of the mesh.
  CHECK(contains(slurp(place / "a.csv"), "Wires over each cut between columns,mesh,steps,2.5,64,"));
}
