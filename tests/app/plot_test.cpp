// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "app/place.hpp"
#include "cutline/output/figure/figure.hpp"

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
                           Case{"", "--what is required", "it takes: profile, lengths"}}) {
    CAPTURE(std::string(each.arguments));
    const Run run = place.run("plot spec.yaml " + std::string(each.arguments) + " -o a.svg");
    CHECK(run.code == 2);
    CHECK(run.out.empty());
    CHECK(contains(run.err, each.message));
    CHECK(contains(run.err, each.hint));
    CHECK(place.entries() == 1);
  }
  CHECK(contains(place.run("plot spec.yaml --what profile -o a.jpg").err, "plot writes .svg, .pdf and .png, not .jpg"));
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
