// SPDX-License-Identifier: Apache-2.0
// Exported SPICE decks, run by ngspice.
#include <doctest/doctest.h>
#include <fmt/core.h>

#include "delay/ngspice.hpp"
#include "output/exported.hpp"

namespace {

using namespace cutline;
using namespace cutline::test;

const auto kNgspiceSkip = doctest::skip(!ngspice::is_there());

struct SpiceCase {
  const char *technology, *delay;
  double percent;  ///< the error that the model states
};

}  // namespace

TEST_CASE("without ngspice the tests against it are skipped, and a message says so") {
  if (!ngspice::is_there()) MESSAGE("ngspice is not installed: tests skipped; it is in Debian's package ngspice");
}

TEST_CASE("ngspice measures in the deck of a link the delay that Cutline gives it, within the model's error" *
          kNgspiceSkip) {
  for (const SpiceCase& each :
       {SpiceCase{"nangate45", "d2m", 2}, SpiceCase{"nangate45", "repeated", 2}, SpiceCase{"nangate45", "elmore", 12},
        SpiceCase{"sky130", "sakurai", 10}, SpiceCase{"silicon-interposer", "distributed", 1},
        SpiceCase{"ihp-sg13g2", "transmission_line", 18}, SpiceCase{"fr4-stripline", "time_of_flight", 1}}) {
    CAPTURE(std::string(each.technology));
    CAPTURE(std::string(each.delay));
    std::string spec = spec_of("family: torus, radix: 3, dimensions: 2");
    spec.replace(spec.find("nangate45"), 9, each.technology);
    spec.replace(spec.find("delay: d2m"), 10, std::string("delay: ") + each.delay);
    const Evaluated torus(spec);
    const ExportNetwork network = torus.network();
    for (const ExportLink& link : {network.links.front(), network.links.back()}) {
      ExportChoice choice;
      choice.link = {std::to_string(link.to), std::to_string(link.from)};
      const double ps = in_ns(link.delay) * 1e3;
      const double measured = ngspice::ps(torus.to("spice", choice).files.at(0).content);
      CHECK(measured == doctest::Approx(ps).epsilon(each.percent / 100));
    }
  }
}
