// SPDX-License-Identifier: Apache-2.0
// Compares networks modelled line by line with the same networks modelled queue by queue.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "cutline/spec/spec.hpp"
#include "cutline/study/placed_network.hpp"
#include "evaluate/candidate_routes.hpp"
#include "evaluate/traffic.hpp"
#include "evaluate/under_load.hpp"
#include "performance/loaded_queues.hpp"
#include "study/studies.hpp"

using namespace cutline;
using namespace cutline::test;

namespace {

const char* const kUnit = "technology: unit\n";
const char* const kPipelinedChip =
    "technology: nangate45\nclock: {rule: fixed, frequency: 2 GHz}\nwires: pipelined\ndelay: repeated\n"
    "node: {width: 1 mm, height: 1 mm}\n";

const std::vector<std::string> kTopologies = {
    "family: torus, radix: 8, dimensions: 2",
    "family: torus, radix: 8, dimensions: 3",
    "family: torus, radices: [4, 6, 8]",
    "family: torus, radices: [8, 3, 5]",
    "family: torus, radix: 16, dimensions: 2, concentration: 4",
    "family: torus, radix: 8, dimensions: 2, channels: unidirectional",
    "family: torus, radix: 4, dimensions: 3, channels: unidirectional",
    "family: ring, nodes: 64",
    "family: mesh, radix: 8, dimensions: 2",
    "family: mesh, radix: 32, dimensions: 2",
    "family: mesh, radices: [4, 8, 2]",
    "family: hypercube, dimensions: 6",
    "family: hypercube, dimensions: 9",
    "family: hyperx, radices: [4, 16]",
    "family: sparse_hamming, columns: 8, rows: 8, row_skips: [4], column_skips: [4]"};

/// The largest difference between the two methods, as a fraction of the latency and of the saturation.
struct Difference {
  double latency = 0, saturation = 0;
};

Difference difference_of(const std::string& before, const std::string& topology) {
  const Study study = parse_study("cutline: 1\n" + before +
                                      "channel: {width: 16 bits}\nrouter: {delay: 3 cycles}\nmessage: 128 bits\n"
                                      "candidates:\n  - {name: a, topology: {" +
                                      topology + "}}\n",
                                  "spec.yaml", ".");
  const Candidate candidate = evaluated(study).at(0);
  const std::vector<Timing>& timings = candidate.latency.timings;
  const Effort effort;
  const ModelsOrWhy by_lines = line_models({study, candidate, effort}, timings);
  const ModelsOrWhy walked = walked_models({study, candidate, effort}, timings);
  const ChannelModel& lines = std::get<0>(by_lines).at(0);
  const ChannelModel& queues = std::get<0>(walked).at(0);
  CHECK(lines.classes() == queues.classes());
  const double law = timings.at(0).latency_cycles();
  const double full = queues.saturation(4 * law);
  Difference found{.saturation = std::abs(lines.saturation(4 * law) / full - 1)};
  for (const double share : {0.3, 0.6, 0.8}) {
    const double a = law + lines.waits(share * full)->total(), b = law + queues.waits(share * full)->total();
    found.latency = std::max(found.latency, std::abs(a / b - 1));
  }
  return found;
}

Difference worst_of(const std::string& before) {
  Difference worst;
  for (const std::string& topology : kTopologies) {
    const Difference one = difference_of(before, topology);
    MESSAGE(topology << ": latency " << one.latency << ", saturation " << one.saturation);
    worst.latency = std::max(worst.latency, one.latency);
    worst.saturation = std::max(worst.saturation, one.saturation);
  }
  return worst;
}

}  // namespace

TEST_CASE("line by line, latency up to 0.8 of saturation is that of all queues") {
  const Difference worst = worst_of(kUnit);
  CHECK(worst.latency < 0.008);
  CHECK(worst.saturation < 0.016);
}

TEST_CASE("messages to oneself count line by line as they do in the walk") {
  for (const std::string& topology : {kTopologies[0], kTopologies[4], kTopologies[8]}) {
    CAPTURE(topology);
    std::string spec(kUnit);
    spec.append("traffic: {pattern: uniform, self: true}\n");
    const Difference found = difference_of(spec, topology);
    CHECK(found.latency < 0.008);
    CHECK(found.saturation < 0.016);
  }
}

TEST_CASE("networks of 2^20 nodes wait under load, and saturate below their bound") {
  for (const std::string topology : {"family: hypercube, dimensions: 20", "family: mesh, radix: 1024, dimensions: 2",
                                     "family: torus, radix: 32, dimensions: 4"}) {
    CAPTURE(topology);
    const Study study = parse_study(
        "cutline: 1\nload: [0.2 of saturation, 0.5 of saturation, 0.8 of saturation]\nchannel: {width: 16 bits}\n"
        "message: 128 bits\nrouter: {delay: 3 cycles}\ncandidates:\n  - {name: a, topology: {" +
            topology + "}}\n",
        "spec.yaml", ".");
    const Candidate candidate = evaluated(study).at(0);
    const Timing& timing = candidate.latency.timings.at(0);
    REQUIRE(timing.model_saturation());
    CHECK(*timing.model_saturation() < saturation_per_cycle(candidate, timing));
    CHECK(*timing.model_saturation() > 0.7 * saturation_per_cycle(candidate, timing));
    Time before = timing.latency.total();
    for (const LoadPoint& point : timing.load_points) {
      REQUIRE(point.latency());
      CHECK(*point.latency() > before);
      before = *point.latency();
    }
  }
}

TEST_CASE("lines whose links differ in cycles are told apart, and agree as well") {
  const Difference worst = worst_of(kPipelinedChip);
  CHECK(worst.latency < 0.008);
  CHECK(worst.saturation < 0.016);
}

TEST_CASE("queues of lines are visited as often as those of the walk, by messages of as many hops") {
  for (const std::string& topology : kTopologies) {
    CAPTURE(topology);
    const Study study = parse_study("cutline: 1\ncandidates:\n  - {name: a, topology: {" + topology + "}}\n", "s", ".");
    const Candidate candidate = evaluated(study).at(0);
    const Topology& network = candidate.network()->topology;
    std::vector<LoadedLine> lines;
    for (const LineFlows& line : uniform_line_flows(network))
      lines.push_back({line, std::vector<double>(line.flows->graph->head.size(), 1)});
    const double terminals = network.concentration;
    const LoadedQueues all = queues_of(network, lines, uniform_demand(study, candidate), terminals);
    double hops = 0, busiest = 0;
    for (const LoadedQueues::Queue& queue : all.queues) {
      if (!queue.ejects) hops += queue.visits;
      if (!queue.ejects) busiest = std::max(busiest, queue.busy / terminals);
      CHECK(queue.elsewhere > -1e-12);
      CHECK(queue.elsewhere <= std::max(1.0, terminals * *candidate.traffic.peak_channel_load()));
    }
    CHECK(hops == doctest::Approx(*candidate.traffic.mean_hops()));
    CHECK(busiest == doctest::Approx(*candidate.traffic.peak_channel_load()));
    for (std::size_t row = 0; row + 1 < all.first.size(); ++row) {
      double sum = 0;
      for (std::uint64_t k = all.first[row]; k < all.first[row + 1]; ++k) sum += all.next[k].share;
      CHECK((all.first[row] == all.first[row + 1] || sum == doctest::Approx(1)));
    }
  }
}
