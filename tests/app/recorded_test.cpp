// SPDX-License-Identifier: Apache-2.0
// Records that were measured before, as the input of compare, plot and report.
#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "app/place.hpp"
#include "support/occurrences.hpp"

using namespace cutline::test;
using Json = nlohmann::ordered_json;

namespace {

constexpr const char* kRecorded = R"(cutline: 1
technology: nangate45
delay: [repeated, d2m]
population: any
clock: {rule: fixed, frequency: 1 GHz}
wires: pipelined
candidates:
  - name: t
    topology: {family: torus, radix: 4, dimensions: 2}
    sweep: {topology.radix: [3, 4, 5], channel.width: [8 bits, 32 bits], message: [64 bits, 256 bits]}
)";

/// The names of a CSV file, in its order.
std::vector<std::string> names_of_csv(const std::string& text, const std::string& delay) {
  std::vector<std::string> names;
  for (std::size_t at = 0; (at = text.find('\n', at)) != std::string::npos && ++at < text.size();) {
    const std::string line = text.substr(at, text.find('\n', at) - at);
    if (contains(line, delay + ","))
      names.push_back(line.substr(line.find("t radix"), line.find(" bits,") - line.find("t radix")));
  }
  return names;
}

}  // namespace

TEST_CASE("records are ranked as their spec is, as lines, as parts of a sweep and as a document") {
  const Place place(kRecorded);
  REQUIRE(place.run("measure spec.yaml -o all.jsonl").code == 0);
  REQUIRE(place.run("measure spec.yaml --format json -o all.json").code == 0);
  REQUIRE(place.run("measure spec.yaml --shard 1/2 -o a.jsonl").code == 0);
  REQUIRE(place.run("measure spec.yaml --shard 2/2 -o b.jsonl").code == 0);
  const std::string spec = place.run("compare spec.yaml --format csv").out;
  const Run lines = place.run("compare all.jsonl --format csv");
  CHECK_MESSAGE(lines.code == 0, lines.err);
  CHECK(lines.out == place.run("compare --from all.json --format csv").out);
  for (const char* delay : {"repeated", "d2m"}) {
    CHECK(names_of_csv(lines.out, delay).size() == 12);
    CHECK(names_of_csv(lines.out, delay) == names_of_csv(spec, delay));
  }
  CHECK(names_of_csv(place.run("compare a.jsonl b.jsonl --format csv").out, "d2m").size() == 12);
  const std::string told = place.run("compare all.jsonl --by area --top 2").out;
  CHECK(contains(told, "share the first place: area"));
  CHECK(contains(told, "12 candidates are ranked."));
  CHECK(occurrences(told, "t radix=3 width=8 bits") == 2 * 3);
}

TEST_CASE("figures of records are those of their spec, and swept keys are axes") {
  const Place place(kRecorded);
  REQUIRE(place.run("measure spec.yaml -o all.jsonl").code == 0);
  for (const char* axes : {"--x message --y latency --group width", "--x radix --y area", "--x latency --y energy"}) {
    CAPTURE(axes);
    const std::string options = std::string(axes) + " --delay repeated -o f.csv";
    const Run drawn = place.run("plot spec.yaml " + options);
    CHECK_MESSAGE(drawn.code == 0, drawn.err);
    const std::string of_spec = slurp(place / "f.csv");
    CHECK(place.run("plot all.jsonl " + options).code == 0);
    CHECK(slurp(place / "f.csv") == of_spec);
  }
  CHECK(contains(place.run("plot all.jsonl --what profile -o f.svg").err, "--what needs the candidates"));
  CHECK(place.run("report all.jsonl -o page.html").code == 0);
  CHECK(contains(slurp(place / "page.html"), "Latency by area, wire delay repeated"));
}

TEST_CASE("what is no record, or needs the spec, is refused") {
  const Place place(kRecorded);
  place.write("bad.jsonl", "{\"name\": 1}\n");
  CHECK(contains(place.run("compare bad.jsonl").err, "bad.jsonl:1: this is no whole record"));
  CHECK(place.run("compare absent.jsonl").code == 3);
  CHECK(place.run("compare spec.yaml bad.jsonl").code == 2);
  CHECK(contains(place.run("compare").err, "SPEC is required"));
  CHECK(contains(place.run("compare bad.jsonl --set message=8bits").err, "--set needs the spec"));
}

TEST_CASE("in a hall all times are real ones: rates by the second are taken, and nothing is told in tau") {
  const Place place(R"(cutline: 1
channel: {width: 4 bits}
clock: {rule: fixed, frequency: 25 GHz}
router: {delay: 250 ns, passed: routers}
message: 4096 bits
traffic: {pattern: matrix, rows: [[0, 2, 0, 1], [1, 0, 0, 0], [0, 0, 0, 3], [0, 1, 0, 0]], unit: GB/s}
load: [as_given, 0.5 bits/ns]
rank: {latency: {at: 0.5 bits/ns}}
machine: {rows: 1, columns: 2, rack: {switches: 2}, prices: ethernet-100g-2018}
candidates:
  - {name: ring, topology: {family: ring, nodes: 4}}
  - {name: mesh, topology: {family: complete, nodes: 4}}
)");
  const Run compared = place.run("compare spec.yaml");
  CHECK_MESSAGE(compared.code == 0, compared.err);
  CHECK(contains(compared.out, "Ranked by latency at 0.5 bits/ns"));
  CHECK_FALSE(contains(compared.out, "tau"));
  REQUIRE(place.run("plot spec.yaml --what load -o load.svg").code == 0);
  CHECK_FALSE(contains(slurp(place / "load.svg"), "tau"));
  REQUIRE(place.run("measure spec.yaml -o all.jsonl").code == 0);
  const std::string recorded = place.run("compare all.jsonl --by latency").out;
  CHECK(contains(recorded, " ns"));
  CHECK_FALSE(contains(recorded, "tau"));
  REQUIRE(place.run("plot all.jsonl --x cost --y latency -o p.svg").code == 0);
  CHECK(contains(slurp(place / "p.svg"), "latency, ns"));
}

TEST_CASE("a search in a hall tells times as its networks are told") {
  const Place place(R"(cutline: 1
channel: {width: 4 bits}
clock: {rule: fixed, frequency: 25 GHz}
router: {delay: 250 ns, passed: routers}
machine: {rows: 1, columns: 4, rack: {switches: 4}, prices: ethernet-100g-2018}
search: {terminals: 16, families: [torus, hypercube], irregular: no, objective: [cost, latency]}
)");
  const Run found = place.run("search spec.yaml");
  CHECK_MESSAGE(found.code == 0, found.err);
  CHECK(contains(found.out, "ns"));
  CHECK_FALSE(contains(found.out, "tau"));
}

TEST_CASE("a ranking says where the winner's uncertain prices pass the limit of its cost") {
  const Place place(R"(cutline: 1
channel: {width: 4 bits}
clock: {rule: fixed, frequency: 25 GHz}
rank: cost
uncertainty: {switch_price: 20 %}
limits: {cost: 500}
machine:
  rows: 1
  columns: 1
  rack: {switches: 4}
  prices: {name: own, switches: [{price: {fixed: 100}}], cables: [{kind: copper, each_cable: {fixed: 10}}]}
candidates: [{name: ring, topology: {family: ring, nodes: 4}}]
)");
  CHECK(contains(place.run("compare spec.yaml --width 200").out, "at a cost from 400 to 560, past its limit of 500."));
  CHECK(contains(place.run("compare spec.yaml --width 200 --set limits.cost=560").out, "at a cost from 400 to 560."));
}

TEST_CASE("what is expected may be called by its name, with a unit") {
  const Place place(R"(cutline: 1
technology: nangate45
node: {width: 1 mm, height: 1 mm}
channel: {width: 32 bits}
candidates: [{name: mesh, topology: {family: mesh, radix: 4, dimensions: 2}}]
expect:
  - {key: area, at_most: 17 mm2}
  - {key: longest, at_most: 1000 um}
  - {key: energy, at_most: 5 pJ/bit}
  - {candidate: mesh, key: hops, value: 2.5, origin: counted}
  - {key: latency, at_least: 1 us}
)");
  const Run run = place.run("compare spec.yaml");
  CHECK(run.code == 1);
  CHECK(contains(run.out, "expect: 4 of 5 hold"));
  CHECK(contains(run.out, "performance.latency_ns: expected at least 1000"));
}
