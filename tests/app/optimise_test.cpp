// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "app/place.hpp"
#include "support/tools.hpp"

namespace {

using namespace cutline::test;
using Json = nlohmann::ordered_json;

/// Two networks; annealing the second one takes minutes.
std::string spec_with(const std::string& placement) {
  return "cutline: 1\ncandidates:\n"
         "  - {name: torus, topology: {family: torus, radix: 16, dimensions: 2}, placement: {order: folded}}\n"
         "  - {name: flat, topology: {family: de_bruijn, dimensions: 8}, placement: {columns: 16, " +
         placement + "}}\n";
}

const std::string kLong = spec_with("order: annealed, moves: 20000000000");

/// Interrupts the program after a second and, if `times` is 2, once more a second later.
std::string interrupted(const std::string& arguments, int times) {
  const std::string once = "timeout --foreground --preserve-status -s INT ";
  return (times > 1 ? once + "2 " : "") + once + "1 '" + program_file() + "' " + arguments + "; echo exit $?";
}

}  // namespace

TEST_CASE("an interrupted annealing goes on with the best so far, writes the result whole and exits 130") {
  const Place place(kLong);
  const std::string said = place.output_of(interrupted("measure spec.yaml --format json -o out.json", 1));
  CHECK(contains(said, "exit 130"));
  CHECK(place.entries() == 3);  // the spec, the result and the printed messages
  const Json result = Json::parse(slurp(place / "out.json"));
  const Json& arranged = result.at("candidates").at(1).at("grid").at("arranged").at(0);
  CHECK(arranged.at("interrupted") == true);
  CHECK(arranged.at("moves").get<std::uint64_t>() > 0);
  CHECK(arranged.at("moves").get<std::uint64_t>() < 20000000000);
  CHECK(arranged.at("value").get<std::uint64_t>() <= arranged.at("start").get<std::uint64_t>());
  const std::string notes = result.at("candidates").at(1).at("notes").dump();
  CHECK(contains(notes, "interrupted after"));
  CHECK(contains(notes, "of 20000000000 moves: the best so far"));
}

TEST_CASE("long work says at a terminal how far it is and how long the rest takes, elsewhere nothing" *
          doctest::skip(!has_tool("script"))) {
  const Place place(kLong);
  const std::string shown = place.at_terminal("measure spec.yaml -o out", "timeout --foreground -s INT 3");
  CHECK(contains(shown, " of 20,000,000,000 moves, "));
  CHECK(contains(shown, " left"));
  CHECK(contains(shown, "interrupt again to end at once"));
  const std::string elsewhere = place.output_of(interrupted("measure spec.yaml -o out", 1));
  CHECK(!contains(elsewhere, "moves"));
  CHECK(!contains(elsewhere, "again"));
}

TEST_CASE("compare, draw and export go on after an interrupt too") {
  const Place place(kLong);
  for (const char* arguments :
       {"compare spec.yaml -o out", "draw spec.yaml -c flat -o out", "export spec.yaml -c flat --to csv -o out"}) {
    CAPTURE(std::string(arguments));
    CHECK(contains(place.output_of(interrupted(arguments, 1)), "exit 130"));
    CHECK(fs::file_size(place / "out") > 100);
    fs::remove(place / "out");
    CHECK(place.entries() == 2);
  }
}

TEST_CASE("the second interrupt ends at once and writes nothing") {
  const Place place(spec_with("order: annealed, moves: 20000000000, start: natural") +
                    "  - {name: slow, topology: {family: de_bruijn, dimensions: 20}}\n");
  CHECK(contains(place.output_of(interrupted("measure spec.yaml -o out.txt --effort 1000000000000", 2)), "exit 130"));
  CHECK(place.entries() == 2);
}

TEST_CASE("the same seed gives the same bytes with one thread and with two") {
  for (const char* order : {"order: bisection", "order: spectral", "order: annealed, minimise: peak_density"}) {
    CAPTURE(std::string(order));
    const Place place(spec_with(order));
    const std::string one = place.run("measure spec.yaml --format json --threads 1 --seed 7").out;
    CHECK(one.size() > 1000);
    CHECK(place.run("measure spec.yaml --format json --threads 2 --seed 7").out == one);
  }
  const Place place(spec_with("order: annealed"));
  const std::string one = place.run("measure spec.yaml --format json --threads 1 --seed 7").out;
  CHECK(place.run("measure spec.yaml --format json --threads 1 --seed 8").out != one);
}

TEST_CASE("a dry run does not optimise") {
  const Place place(kLong);
  const Run run = place.run("compare spec.yaml --dry-run");
  CHECK(run.code == 0);
  CHECK(contains(run.out, "annealed"));
}
