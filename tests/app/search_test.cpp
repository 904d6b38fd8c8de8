// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "app/place.hpp"
#include "support/places.hpp"
#include "support/tools.hpp"

namespace {

using namespace cutline::test;
using Json = nlohmann::ordered_json;

std::string question(const std::string& search, const std::string& more = {}) {
  return "cutline: 1\ntechnology: nangate45\n" + more + "search: {" + search + "}\n";
}

const std::string kTwenty =
    question("grid: [5, 4], limits: {links: 37, reach: [1, 1], at_least: {bisection: 8}}, effort: {moves: 400000}");

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
  const Place place(
      question("terminals: [15, 16], concentration: [1, 2], effort: {moves: 20000}", "node: {width: 1 mm}\n"));
  CHECK(place.run("search spec.yaml -o winners.yaml").code == 0);
  CHECK(contains(slurp(place / "winners.yaml"), "population: any"));
  CHECK(place.run("compare winners.yaml").code == 0);
  const std::string checked = place.run("check winners.yaml").out;
  CHECK(contains(checked, "irregular: passed"));
  CHECK_FALSE(contains(checked, "failed"));
  CHECK(place.run("export winners.yaml -c irregular --to booksim -o found").code == 0);
}

TEST_CASE("a search writes the networks into a spec of any form, whatever it says of the population") {
  const std::string asked = "search: {terminals: [6, 8], irregular: no, families: [ring, mesh]}";
  for (const std::string& spec :
       {"cutline: 1\npopulation: any\n" + asked + "\n", "cutline: 1\npopulation: {terminals: 7}\n" + asked + "\n",
        "{cutline: 1, " + asked + "}\n", "---\ncutline: 1\n" + asked + "\n...\n", "  cutline: 1\n  " + asked + "\n"}) {
    CAPTURE(spec);
    const Place place(spec);
    CHECK(place.run("search spec.yaml").code == 0);
    CHECK(place.run("search spec.yaml -o winners.yaml").code == 0);
    CHECK(place.run("compare winners.yaml").code == 0);
  }
}

TEST_CASE("a search of some seconds names the moves that repeat it") {
  const Place place(question("grid: [6, 6], effort: {seconds: 0.4}"));
  const Json first = Json::parse(place.run("search spec.yaml --format json").out).at("irregular").at(0);
  const std::string moves = first.at("moves").dump();
  place.write("again.yaml", question("grid: [6, 6], effort: {moves: " + moves + "}"));
  CHECK(Json::parse(place.run("search again.yaml --format json").out).at("irregular").at(0).at("links") ==
        first.at("links"));
  place.write("both.yaml", question("grid: [6, 6], effort: {seconds: 1, moves: 5}"));
  CHECK(contains(place.run("search both.yaml").err, "`moves` or `seconds`, not both"));
}

TEST_CASE("the ranking comes before what was proved of links that follow no rule") {
  const std::string out = Place(kTwenty).run("search spec.yaml").out;
  CHECK(out.find("rank  candidate") < out.find("20 routers on a grid of 5 x 4"));
  CHECK(out.find("why each beats the next") < out.find("20 routers on a grid of 5 x 4"));
  CHECK(contains(out, "none below"));
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

TEST_CASE("a front holds all networks that no other beats in both objectives, and is written as a spec") {
  const Place place(
      question("terminals: 16, families: [mesh, torus, hypercube, hyperx], objective: [latency, total],"
               " effort: {moves: 20000}",
               "node: {width: 1 mm}\n"));
  const Json answer = Json::parse(place.run("search spec.yaml --format json").out);
  CHECK(answer.at("objectives") == Json::array({"latency", "total"}));
  const Json& points = answer.at("points");
  for (const Json& point : points) {
    const auto values = point.at("values").get<std::vector<double>>();
    const bool beaten = std::any_of(points.begin(), points.end(), [&](const Json& other) {
      const auto others = other.at("values").get<std::vector<double>>();
      return others != values && others[0] <= values[0] && others[1] <= values[1];
    });
    CHECK_MESSAGE(point.at("on_front").get<bool>() != beaten, point.dump());
  }
  CHECK(place.run("search spec.yaml -o winners.yaml").code == 0);
  const Json ranked = Json::parse(place.run("compare winners.yaml --format json").out);
  CHECK(ranked.at("candidates").size() == answer.at("winners").size());
  CHECK(contains(place.run("search spec.yaml").out, "networks on the front"));
  CHECK(place.run("compare winners.yaml --by area").code == 0);
}

TEST_CASE("a search whose spec is overridden writes what the command line says") {
  const Place place(question("terminals: 16, families: [mesh, torus], irregular: no", "node: {width: 1 mm}\n"));
  CHECK(place.run("search spec.yaml --set search.terminals=64 --set 'channel={width: 8 bits}' -o w.yaml").code == 0);
  CHECK(contains(slurp(place / "w.yaml"), "width: 8 bits"));
  const Json ranked = Json::parse(place.run("compare w.yaml --format json").out);
  CHECK(ranked.at("candidates").at(0).at("terminals") == 64);
}

TEST_CASE("all winners of the gallery's searches pass the check, have routes without deadlock, and can be exported") {
  for (const char* spec : {"search-64", "search-front-64"}) {
    const Place place(slurp(source_folder() + "/layouts/gallery/" + spec + ".yaml"));
    REQUIRE(place.run("search spec.yaml --set 'search.effort={moves: 20000}' -o winners.yaml").code == 0);
    const Run checked = place.run("check winners.yaml");
    CHECK_MESSAGE(checked.code == 0, checked.out);
    const Json answer =
        Json::parse(place.run("measure winners.yaml --set limits.virtual_channels=64 --format json").out);
    for (const Json& candidate : answer.at("candidates")) {
      const std::string name = candidate.at("name").get<std::string>();
      CAPTURE(name);
      const Json& free = candidate.at("performance").at("free_of_deadlock");
      const Run booksim = place.run("export winners.yaml -c '" + name + "' --to booksim -o network");
      if (free.is_null()) {  // a link that all nodes share has no routes, and these formats cannot hold it
        CHECK_MESSAGE(name.starts_with("bus"), name);
        CHECK_MESSAGE(booksim.code == 2, booksim.err);
        continue;
      }
      CHECK(free == true);
      CHECK_MESSAGE(booksim.code == 0, booksim.err);
      CHECK(place.run("export winners.yaml -c '" + name + "' --to def -o network.def").code == 0);
    }
  }
}

/// The blocks between ``` and ``` on docs/search.md. A block starts with the language of its fence, if there is one.
std::vector<std::string> blocks_of_page() {
  const std::string page = slurp(source_folder() + "/docs/search.md"), fence = "\n```";
  std::vector<std::string> blocks;
  for (std::size_t at = page.find(fence); at != std::string::npos;) {
    const std::size_t begin = at + fence.size(), end = page.find(fence, begin);
    blocks.push_back(page.substr(begin, end - begin + 1));
    at = page.find(fence, end + 1);
  }
  return blocks;
}

TEST_CASE("the page on searches quotes what the program prints, and its first spec has an answer") {
  const Place place("");
  const std::string gallery = "search " + source_folder() + "/layouts/gallery/";
  const std::string printed = place.run(gallery + "search-64.yaml --set 'search.effort={moves: 2000}'").out +
                              place.run(gallery + "search-grid-64.yaml").out;
  std::size_t quoted = 0, specs = 0;
  for (const std::string& block : blocks_of_page()) {
    if (block.starts_with("\n") && contains(block, "were considered") + contains(block, "mean hops") > 0) {
      CHECK_MESSAGE(contains(printed, block.substr(1)), block);
      ++quoted;
    } else if (block.starts_with("yaml\ncutline: 1")) {
      const Run run = Place(block.substr(5)).run("search spec.yaml --set 'search.effort={moves: 2000}'");
      CHECK_MESSAGE(run.code == 0, run.out, run.err);
      ++specs;
    }
  }
  CHECK(quoted == 2);
  CHECK(specs == 1);
}

TEST_CASE("an interrupted search shows the best links so far") {
  const Place place(question("grid: [8, 8], effort: {moves: 100000000000}"));
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
  refused(question("grid: [40, 40]"), "search spec.yaml", "a grid of 1600 routers cannot be searched");
  refused(question("grid: [8, 8]", "channel: {width: 64}\n"), "search spec.yaml", "'width' has no unit");
  refused(question("grid: [4, 4], objective: [latency]"), "search spec.yaml", "a front is of two measures");
  refused(question("grid: [4, 4], objective: [latency, are]"), "search spec.yaml", "did you mean 'area'?");
  refused(question("grid: [4, 4], objective: area", "rank: hops\n"), "search spec.yaml", "say the same");
  refused(question("grid: [4, 4], limits: {area: 5 mm2}", "limits: {area: 5 mm2}\n"), "search spec.yaml",
          "stands in the `limits` of the whole spec too");
  refused(question("terminals: [4, 6], tolerance: 10 %"), "search spec.yaml", "a range of terminals has its tolerance");
}

TEST_CASE("a search of one-way links counts those out of a router and those into it apart") {
  const Place place(question("grid: [4, 4], directed: yes, limits: {links_of_router: 4}, effort: {moves: 20000}"));
  const Run run = place.run("search spec.yaml");
  CHECK_MESSAGE(run.code == 0, run.out);
  CHECK(!contains(run.out, "in place of"));
}

TEST_CASE("a network laid out by the optimiser is written so that it is laid out again in the same way") {
  const Place place(question("terminals: 20, families: [jellyfish], irregular: no, objective: total",
                             "node: {width: 1 mm, height: 1 mm}\n"));
  const Json answer = Json::parse(place.run("search spec.yaml --format json").out);
  CHECK(place.run("search spec.yaml -o winners.yaml").code == 0);
  CHECK(contains(slurp(place / "winners.yaml"), "minimise: total"));
  const Json measured = Json::parse(place.run("measure winners.yaml --format json").out);
  for (const Json& candidate : measured.at("candidates")) {
    for (const Json& point : answer.at("points")) {
      if (point.at("name") != candidate.at("name")) continue;
      CHECK(point.at("values").at(0).get<double>() ==
            doctest::Approx(candidate.at("length").at("total_mm").get<double>()));
    }
  }
}

TEST_CASE("a search whose networks cannot be compared writes no spec of them") {
  const Place place(question("grid: [2, 2], effort: {moves: 1, starts: 1}", "defaults: {placement: {box: [1, 1]}}\n"));
  const Run run = place.run("search spec.yaml -o winners.yaml");
  CHECK(run.code == 2);
  CHECK(contains(run.err, "spec.yaml:3:29: error: this network has nothing to put in boxes"));
  CHECK(slurp(place / "winners.yaml").empty());
  for (const char* form : {"json", "csv"}) {
    CAPTURE(form);
    const Run other = place.run(std::string("search spec.yaml --format ") + form);
    CHECK(other.code == 2);
    CHECK(other.err == run.err);
    CHECK(other.out.empty());
  }
}
