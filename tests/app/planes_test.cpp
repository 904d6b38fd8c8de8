// SPDX-License-Identifier: Apache-2.0
// Planes of a candidate on the command line: -c CANDIDATE/PLANE.
#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "app/place.hpp"

using namespace cutline::test;

namespace {

constexpr const char* kTwoPlanes = R"(cutline: 1
technology: nangate45
node: {width: 0.5 mm, height: 0.5 mm}
channel: {width: 16 bits}
router: {delay: 3 cycles}
candidates:
  - name: two
    planes:
      - {name: request, topology: {family: mesh, radix: 4, dimensions: 2}, routing: dimension_order}
      - {name: response, topology: {family: ring, nodes: 16}, width: 2}
  - {name: mesh, topology: {family: mesh, radix: 4, dimensions: 2}}
)";

nlohmann::json planes_records(const Run& ran) { return nlohmann::json::parse(ran.out).at("candidates"); }

}  // namespace

TEST_CASE("a plane is measured, explained, drawn and exported by the name of its candidate and its own") {
  const Place place;
  place.write("planes.yaml", kTwoPlanes);
  const auto whole = planes_records(place.run("measure planes.yaml -c two --format json"));
  const auto plane = planes_records(place.run("measure planes.yaml -c two/response --format json"));
  REQUIRE(whole.size() == 1);
  CHECK(plane[0]["name"] == "two/response");
  CHECK(plane[0]["channel"]["width_bits"] == 32);
  CHECK(whole[0]["planes"][1]["performance"]["latency_ns"] == plane[0]["performance"]["latency_ns"]);
  CHECK(whole[0]["planes"][1]["length"]["total_pitches"] == plane[0]["length"]["total_pitches"]);
  CHECK(nlohmann::json::parse(place.run("measure planes.yaml -c two/response --format jsonl").out)["links"] == 16);
  CHECK(contains(place.run("explain planes.yaml -c two latency").out, "(response)"));
  CHECK(contains(place.run("explain planes.yaml -c two/request latency --route 0,5").out, "2 hops"));
  CHECK(place.run("draw planes.yaml -c two/request -o request.svg").code == 0);
  CHECK(place.run("export planes.yaml -c two/response --to booksim -o ring.txt").code == 0);
  CHECK(contains(place.run("export planes.yaml -c two --to csv -o -").out, "response: "));
  CHECK(place.run("check planes.yaml").code == 0);
}

TEST_CASE("what a plane has of its own is refused of all planes, and the other way round, with a hint") {
  const Place place;
  place.write("planes.yaml", kTwoPlanes);
  for (const char* line :
       {"export planes.yaml -c two --to booksim -o x.txt", "explain planes.yaml -c two latency --route 0,5",
        "export planes.yaml -c two --to routes -o -", "profile planes.yaml -c two --loads",
        "draw planes.yaml -c two --colour load -o x.svg"}) {
    const Run ran = place.run(line);
    CAPTURE(line);
    CHECK(ran.code == 2);
    CHECK(contains(ran.err, "-c 'two/request'"));
  }
  CHECK(contains(place.run("check planes.yaml -c two/request").err,
                 "is a part of 'two', and a layout is proved as a whole"));
  CHECK(contains(place.run("measure planes.yaml -c two/requst").err, "did you mean 'two/request'?"));
}

TEST_CASE("planes carry the absolute rates of their traffic, or together those of the spec") {
  const Place place;
  const auto offered = [&](const std::string& traffic, const std::string& a, const std::string& b) {
    place.write("rates.csv", "0,1,6 bits/cycle\n1,0,6 bits/cycle\n");
    place.write("more.csv", "0,1,2 bits/cycle\n1,0,2 bits/cycle\n");
    place.write("rates.yaml", "cutline: 1\nload: as_given\nchannel: {width: 64 bits}\n" + traffic +
                                  "candidates:\n  - name: two\n    planes:\n"
                                  "      - {name: a, topology: {family: ring, nodes: 4}" +
                                  a +
                                  "}\n"
                                  "      - {name: b, topology: {family: ring, nodes: 4}" +
                                  b + "}\n");
    const Run run = place.run("measure rates.yaml --format json");
    REQUIRE_MESSAGE(run.code == 0, run.err);
    return planes_records(run)[0]["performance"]["load_points"][0]["offered_bits_per_cycle_per_terminal"].get<double>();
  };
  CHECK(offered("traffic: {pattern: matrix, file: rates.csv}\n", "", "") == doctest::Approx(3));
  CHECK(offered("", ", traffic: {pattern: matrix, file: rates.csv}", ", traffic: {pattern: matrix, file: more.csv}") ==
        doctest::Approx(4));
  CHECK(offered("traffic: {pattern: matrix, file: rates.csv}\n", "", ", traffic: {pattern: matrix, file: more.csv}") ==
        doctest::Approx(4));
}

TEST_CASE("figures of links are refused in planes, which have wires of their own layout") {
  const Place place;
  place.write("g.dot", "graph { a -- b [t=\"15 ns\"]; b -- c [t=\"20 ns\"] }");
  place.write("given.yaml",
              "cutline: 1\ncandidates:\n  - name: two\n    planes:\n"
              "      - {name: p, topology: {family: graph, file: g.dot, delay_from: t}}\n");
  const Run run = place.run("measure given.yaml");
  CHECK(run.code == 2);
  CHECK(contains(run.err, "links of the plane 'p' have lengths, delays or cycles of their own"));
}

TEST_CASE("traffic of a plane names the tiles that its nodes stand on") {
  const Place place;
  place.write("flows.csv", "cpu,dram,3\ndram,gpu,2\n");
  place.write("tiles.yaml", R"(cutline: 1
technology: nangate45
candidates:
  - name: two
    planes:
      - {name: a, topology: {family: ring, nodes: 4}, traffic: {pattern: matrix, file: flows.csv}}
      - name: b
        topology: {family: mesh, radix: 2, dimensions: 2}
        traffic: {pattern: hot_spot, node: dram, share: 0.5}
    placement:
      positions:
        - {node: cpu, x: 0 mm, y: 0 mm, width: 1 mm, height: 1 mm}
        - {node: gpu, x: 2 mm, y: 0 mm, width: 1 mm, height: 1 mm}
        - {node: npu, x: 0 mm, y: 2 mm, width: 1 mm, height: 1 mm}
        - {node: dram, x: 2 mm, y: 2 mm, width: 1 mm, height: 1 mm}
)");
  const Run run = place.run("measure tiles.yaml -c two/a --format jsonl");
  CHECK_MESSAGE(run.code == 0, run.err);
  // The ring joins cpu and dram, and dram is two links from gpu: (3 x 1 + 2 x 2) / 5 hops.
  CHECK(nlohmann::json::parse(run.out)["performance"]["mean_hops"].get<double>() == doctest::Approx(1.4));
}
