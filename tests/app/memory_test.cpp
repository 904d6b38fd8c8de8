// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include "app/place.hpp"

/// Commands that take much more memory than the layout itself are refused before they take it.

namespace {

using namespace cutline::test;

// A line has as many cuts as nodes. The wires of links whose numbers have no large divisor are drawn one or two at a
// time. A route needs the channels of the whole cube, and its layout only those of three lines.
constexpr const char* kLargeSpec = R"(cutline: 1
technology: unit
message: 32 bits
candidates:
  - {name: line, topology: {family: mesh, radices: [50000]}}
  - {name: cube, topology: {family: hypercube, dimensions: 18}}
  - name: odd
    topology: {family: graph, nodes: 3, links: [[0, 1, 1], [1, 2, 2]]}
    channel: {width: 100000 bits, control: 1 wires}
population: any
)";

}  // namespace

TEST_CASE("draw, profile and report keep to --max-memory, and measure fits within the same") {
  const Place place(kLargeSpec);
  for (const char* arguments :
       {"profile spec.yaml -c line --max-memory 30MB -o out.json",
        "profile spec.yaml -c line --max-memory 30MB -o out.txt", "draw spec.yaml -c odd --max-memory 100MB -o out.svg",
        "draw spec.yaml -c cube --route 0,262143 --max-memory 100MB -o out.svg",
        "report spec.yaml --max-memory 100MB -o out.html"}) {
    CAPTURE(arguments);
    const Run refused = place.run(arguments);
    CHECK_MESSAGE(refused.code == 4, refused.err);
    CHECK(refused.err.find("error: this would take up to ") == 0);
    CHECK(refused.err.find("--max-memory") != std::string::npos);
    CHECK(place.entries() == 1);
  }
  CHECK(place.run("measure spec.yaml -c line --max-memory 30MB").code == 0);
  CHECK(place.run("measure spec.yaml -c odd --max-memory 40MB").code == 0);
  CHECK(place.run("draw spec.yaml -c cube --max-memory 100MB -o out.svg").code == 0);
}
