// SPDX-License-Identifier: Apache-2.0
// What wires and the clock take does not depend on messages: it is told where the traffic has no result.
#include <doctest/doctest.h>

#include <string>

#include "cutline/output/record/record.hpp"
#include "cutline/spec/spec.hpp"
#include "cutline/study/quantities.hpp"
#include "study/studies.hpp"

using namespace cutline;
using namespace cutline::test;

namespace {

/// Transposed traffic begins in the corners too, where no terminal stands.
std::string spec_of_mesh(const std::string& pattern, const std::string& more) {
  return "cutline: 1\ntechnology: nangate45\nnode: {width: 1 mm, height: 1 mm}\nchannel: {width: 8 bits}\n"
         "router: {delay: 2 cycles}\ntraffic: " +
         pattern + "\n" + more +
         "candidates:\n  - name: mesh\n    topology: {family: mesh, radices: [4, 4]}\n"
         "    tiles: [{name: memory, at: corner, terminals: 0, router: {delay: 1 cycles}}]\n";
}

}  // namespace

TEST_CASE("delays of wires, clock, modules, tiles and buffers are the same under traffic that has no result") {
  const std::string packages =
      "packages:\n  - {name: chip, cells: [2, 2], spacing: 0.4 mm, edge: {phy_delay: 1.3 ns}}\n  - {name: board}\n";
  std::size_t told = 0;
  for (const std::string clock : {"", "clock: {frequency: 3 GHz}\nwires: pipelined\n", "clock: {rule: per_link}\n",
                                  "clock: {frequency: 20 GHz}\n"}) {
    CAPTURE(clock);
    const Study uniform = parse_study(spec_of_mesh("uniform", clock + packages), "spec.yaml", ".");
    const Study none = parse_study(spec_of_mesh("transpose", clock + packages), "spec.yaml", ".");
    const std::vector<Candidate> with = evaluated(uniform), without = evaluated(none);
    REQUIRE(with[0].latency.timings.size() == 1);
    REQUIRE(without[0].latency.timings.empty());
    const UnderDelay asked = under_delay(uniform, with[0], 0), of_none = under_delay(none, without[0], 0);
    for (const Quantity& quantity : quantities()) {
      const std::string part = quantity.key.substr(0, quantity.key.find('.'));
      if (quantity.value == nullptr || (part != "delay" && part != "modules" && part != "tiles" && part != "routers"))
        continue;
      if (quantity.key.find("energy") != std::string::npos) continue;  // of a mean message
      CAPTURE(quantity.key);
      CHECK(quantity_value(asked, quantity) == quantity_value(of_none, quantity));
      told += quantity_value(of_none, quantity).is_null() ? 0 : 1;
    }
  }
  CHECK(told > 40);
}

TEST_CASE("without a latency, a ranking by the cycle still has its range over uncertain figures") {
  const std::string more = "uncertainty: {wire_delay: 20 %}\nrank: cycle\n";
  const Study study = parse_study(spec_of_mesh("transpose", more), "spec.yaml", ".");
  const std::vector<Candidate> candidates = evaluated(study);
  REQUIRE(candidates[0].latency.timings.empty());
  const double cycle = in_ns(candidates[0].latency.wires_under(0)->clock.cycle);
  CHECK(cycle > 0);
  double least = cycle, most = cycle;
  for (const std::vector<WireTiming>& corner : candidates[0].latency.corner_wires) {
    least = std::min(least, in_ns(corner.at(0).clock.cycle));
    most = std::max(most, in_ns(corner.at(0).clock.cycle));
  }
  CHECK(least == doctest::Approx(0.8 * cycle));
  CHECK(most == doctest::Approx(1.2 * cycle));
  CHECK(winner(rank(study, candidates).at(0), candidates) == "mesh");
}
