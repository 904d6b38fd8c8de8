// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "app/place.hpp"
#include "support/tools.hpp"

namespace {

using namespace cutline::test;
using Json = nlohmann::ordered_json;

std::string question(const std::string& search, const std::string& more = {}) {
  return "cutline: 1\ntechnology: nangate45\n" + more + "search: {" + search + "}\n";
}

const std::string kTwenty = question("grid: [5, 4], limits: {links: 37, reach: [1, 1], bisection: 8}, moves: 400000");

}  // namespace

TEST_CASE("a search writes a spec that compare, check, draw, measure and export take") {
  const Place place(kTwenty);
  CHECK(place.run("search spec.yaml -o winners.yaml").code == 0);
  CHECK(contains(place.run("compare winners.yaml").out, "found"));
  CHECK(contains(place.run("check winners.yaml").out, "found: passed"));
  CHECK(place.run("draw winners.yaml -c found -o found.svg").code == 0);
  CHECK(place.run("export winners.yaml -c found --to booksim -o found").code == 0);
  const Json answer = Json::parse(place.run("search spec.yaml --format json").out);
  const Json& asked = answer.at("irregular").at(0);
  const Json measured = Json::parse(place.run("measure winners.yaml -c found --format json").out);
  const Json& graph = measured.at("candidates").at(0).at("graph");
  CHECK(graph.at("mean_distance_hops").get<double>() == doctest::Approx(asked.at("mean_hops").get<double>()));
  CHECK(graph.at("bisection_links").at("lower") == asked.at("least_halving_links"));
  CHECK(asked.at("bound_mean_hops") <= asked.at("mean_hops"));
}

TEST_CASE("a search among families writes a spec that other commands take") {
  const Place place(question("terminals: [15, 16], concentration: [1, 2], moves: 20000", "node: {width: 1 mm}\n"));
  CHECK(place.run("search spec.yaml -o winners.yaml").code == 0);
  CHECK(contains(slurp(place / "winners.yaml"), "population: any"));
  CHECK(place.run("compare winners.yaml").code == 0);
  const std::string checked = place.run("check winners.yaml").out;
  CHECK(contains(checked, "irregular: passed"));
  CHECK_FALSE(contains(checked, "failed"));
  CHECK(place.run("export winners.yaml -c irregular --to booksim -o found").code == 0);
}

TEST_CASE("a search of some seconds names the moves that repeat it") {
  const Place place(question("grid: [6, 6], seconds: 0.4"));
  const Json first = Json::parse(place.run("search spec.yaml --format json").out).at("irregular").at(0);
  const std::string moves = first.at("moves").dump();
  place.write("again.yaml", question("grid: [6, 6], moves: " + moves));
  CHECK(Json::parse(place.run("search again.yaml --format json").out).at("irregular").at(0).at("links") ==
        first.at("links"));
  place.write("both.yaml", question("grid: [6, 6], seconds: 1, moves: 5"));
  CHECK(contains(place.run("search both.yaml").err, "`moves` or `seconds`, not both"));
}

TEST_CASE("a search on one thread and on three finds the same links") {
  const Place place(kTwenty);
  const std::string one = place.run("search spec.yaml --format csv --threads 1").out;
  CHECK(one.starts_with("a,b,span"));
  CHECK(one == place.run("search spec.yaml --format csv --threads 3").out);
}

TEST_CASE("limits that contradict are told with the nearest that do not, and exit 1") {
  const Run run = Place(question("grid: [4, 4], limits: {links: 14}")).run("search spec.yaml");
  CHECK(run.code == 1);
  CHECK(contains(run.out, "`links` is 14, and must be at least 15"));
}

TEST_CASE("an interrupted search shows the best links so far") {
  const Place place(question("grid: [8, 8], moves: 100000000000"));
  const std::string said = place.output_of("timeout --foreground --preserve-status -s INT 1 '" + program_file() +
                                           "' search spec.yaml -o answer.txt; echo exit $?");
  CHECK(contains(said, "exit 130"));
  CHECK(contains(slurp(place / "answer.txt"), "of these moves, so that they may find better links"));
}

TEST_CASE("what a search cannot take is refused before it begins") {
  const auto refused = [](const std::string& spec, const std::string& arguments, const std::string& why) {
    const Run run = Place(spec).run(arguments);
    CHECK(run.code == 2);
    CHECK_MESSAGE(contains(run.err, why), run.err);
  };
  refused(kTwenty, "compare spec.yaml", "asks for a search, and lists no candidates yet");
  refused("cutline: 1\ncandidates: [{name: ring, topology: {family: ring, nodes: 8}}]\n", "search spec.yaml",
          "has no `search`");
  refused(kTwenty + "candidates: [{name: ring, topology: {family: ring, nodes: 8}}]\n", "search spec.yaml",
          "lists candidates beside its `search`");
  refused("cutline: 1\n", "compare spec.yaml", "needs the key 'candidates'");
  refused(question("grid: [8, 8], limits: {bisection: 8}"), "search spec.yaml", "too many to count");
  refused(question("grid: [40, 40]"), "search spec.yaml", "a grid of 1600 routers cannot be searched");
  refused(question("grid: [8, 8]", "channel: {width: 64}\n"), "search spec.yaml", "'width' has no unit");
  refused(kTwenty, "search spec.yaml --set search.moves=5 -o w.yaml", "--set is not part of the spec");
}
