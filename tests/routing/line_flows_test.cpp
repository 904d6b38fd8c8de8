// SPDX-License-Identifier: Apache-2.0
#include "routing/line_flows.hpp"

#include <doctest/doctest.h>

#include <algorithm>

#include "cutline/topology/family.hpp"
#include "cutline/topology/topology.hpp"

using namespace cutline;

namespace {

Topology of_radices(const std::string& family, const IntegerList& radices, const std::string& channels) {
  Parameters parameters{{"radices", radices}};
  if (channels != "bidirectional") parameters.set("channels", channels);
  return build_topology(family, parameters);
}

/// Turns of a queue in the order of their queues.
std::vector<Turn> sorted(std::vector<Turn> turns) {
  std::sort(turns.begin(), turns.end(), [](const Turn& a, const Turn& b) { return a.next < b.next; });
  return turns;
}

void check_same(const Flows& found, const Flows& walked) {
  REQUIRE(found.classes == walked.classes);
  REQUIRE(found.queues() == walked.queues());
  CHECK(found.mean_hops == doctest::Approx(walked.mean_hops));
  for (std::uint64_t q = 0; q < walked.queues(); ++q) {
    CAPTURE(q);
    CHECK(found.messages[q] == doctest::Approx(walked.messages[q]));
    CHECK(found.begins[q] == doctest::Approx(walked.begins[q]));
    CHECK(found.ends[q] == doctest::Approx(walked.ends[q]));
    const std::vector<Turn> a = sorted(found.turns[q]), b = sorted(walked.turns[q]);
    REQUIRE(a.size() == b.size());
    for (std::size_t i = 0; i < a.size(); ++i) {
      CHECK(a[i].next == b[i].next);
      CHECK(a[i].messages == doctest::Approx(b[i].messages));
    }
  }
}

double all_pairs_but_own(std::uint32_t source, std::uint32_t destination) { return source == destination ? 0 : 1; }

}  // namespace

TEST_CASE("what paths and rings carry is what a walk over all pairs finds, also where ties go by the other digits") {
  for (const std::string family : {"torus", "mesh"}) {
    for (const std::string channels : {"bidirectional", "unidirectional"}) {
      if (family == "mesh" && channels == "unidirectional") continue;
      for (std::int64_t radix = 2; radix <= 13; ++radix) {
        CAPTURE(family);
        CAPTURE(channels);
        CAPTURE(radix);
        // The other digit has an even radix, so half of the lines stand beside an odd one.
        const Topology line = of_radices(family, {radix}, channels);
        const std::vector<LineFlows> found = uniform_line_flows(of_radices(family, {radix, 4}, channels));
        std::uint32_t others = 0;
        double share = 0;
        for (const LineFlows& each : found) {
          if (each.digit != 0) continue;
          check_same(*each.flows, flows_of(dimension_order_routes(line, others++), all_pairs_but_own));
          share += each.share;
        }
        CHECK(others == (family == "torus" && channels == "bidirectional" && radix % 4 == 0 ? 2 : 1));
        CHECK(share == doctest::Approx(1));
      }
    }
  }
}

TEST_CASE("lines of every digit carry together what a walk over all routes of the network finds") {
  for (const IntegerList& radices : {IntegerList{4, 6}, IntegerList{8, 3, 2}, IntegerList{5, 4}, IntegerList{12}}) {
    const Topology torus = of_radices("torus", radices, "bidirectional");
    const double nodes = static_cast<double>(torus.node_count());
    double hops = 0;
    for (const LineFlows& line : uniform_line_flows(torus)) {
      const Flows& flows = *line.flows;
      // Of all pairs of nodes, N / k go from one value to another along each line.
      const double radix = torus.digits[line.digit].radix;
      for (const double messages : flows.messages) hops += messages * line.share * (nodes / radix) * (nodes / radix);
    }
    CHECK(hops == doctest::Approx(uniform_flows(dimension_order_routes(torus)).mean_hops * nodes * nodes));
  }
}
