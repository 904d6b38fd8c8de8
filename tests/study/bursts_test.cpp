// SPDX-License-Identifier: Apache-2.0
// Messages of several packets, which a terminal sends one after another.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "cutline/spec/spec.hpp"
#include "performance/burst_waits.hpp"
#include "study/studies.hpp"
#include "support/csv.hpp"
#include "support/places.hpp"

using namespace cutline;
using namespace cutline::test;

namespace {

/// Latencies of one network by offered load, in cycles: simulated, and by the model; and the model's saturation.
struct BurstCurve {
  std::map<double, double> simulated, modelled;
  double saturation = 0;
};

std::map<std::string, BurstCurve> burst_curves(const std::string& setting) {
  Study study = read_study(source_folder() + "/tests/golden/booksim/bursts-" + setting + ".yaml");
  std::map<std::string, BurstCurve> curves;
  for (const Row& row : golden("booksim/bursts.csv")) {
    if (row.text("setting") != setting) continue;
    curves[row.text("candidate")].simulated[row.number("offered_bits")] = row.number("latency_cycles");
    const OfferedLoad load{row.number("offered_bits"), OfferedLoad::Unit::bits_per_cycle};
    if (std::find(study.loads.begin(), study.loads.end(), load) == study.loads.end()) study.loads.push_back(load);
  }
  for (const Candidate& candidate : evaluated(study)) {
    const Timing& timing = candidate.latency.timings.at(0);
    BurstCurve& curve = curves[candidate.design->name];
    curve.saturation = *timing.model_saturation();
    for (std::size_t i = 0; i < study.loads.size(); ++i) {
      const auto latency = timing.load_points[i].latency();
      if (latency) curve.modelled[study.loads[i].amount] = *latency / timing.clock.cycle;
    }
  }
  return curves;
}

}  // namespace

TEST_CASE("latencies of messages of 16 packets under load are those of BookSim, and networks stand in its order") {
  std::map<std::string, std::vector<double>> errors;  // by the part of saturation
  for (const std::string setting : {"chip", "interposer", "wafer"}) {
    const std::map<std::string, BurstCurve> curves = burst_curves(setting);
    for (const auto& [name, curve] : curves) {
      for (const auto& [load, simulated] : curve.simulated) {
        const double part = load / curve.saturation;
        if (part > 0.82) continue;
        REQUIRE(curve.modelled.count(load) == 1);
        const double error = curve.modelled.at(load) / simulated - 1;
        MESSAGE(setting << ", " << name << " at " << part << " of saturation: " << 100 * error << " %");
        errors[part < 0.6 ? "low" : "high"].push_back(std::abs(error));
      }
      for (const auto& [other, its] : curves) {
        for (const auto& [load, simulated] : curve.simulated) {
          if (its.simulated.count(load) == 0 || simulated > 0.95 * its.simulated.at(load)) continue;
          if (its.modelled.count(load) == 1) CHECK(curve.modelled.at(load) < its.modelled.at(load));
        }
      }
    }
  }
  const auto mean = [&](const std::string& part) {
    double sum = 0;
    for (const double each : errors[part]) sum += each / static_cast<double>(errors[part].size());
    return sum;
  };
  MESSAGE("mean errors " << mean("low") << " below 0.6 of saturation, " << mean("high") << " up to 0.82");
  CHECK(mean("low") < 0.02);
  CHECK(mean("high") < 0.07);
}

TEST_CASE("packets of a message follow each other as virtual channels are left, as BookSim prints") {
  struct Row {
    int channels, flits;
    double latency;  // of 16 packets on two routers of four cycles and a link of five, at 1 % of load, one made a cycle
  };
  const std::vector<Row> rows = {{1, 1, 26.83}, {2, 1, 15.20}, {4, 1, 11.56}, {1, 2, 35.72}, {2, 2, 20.29},
                                 {4, 2, 20.32}, {1, 8, 87.98}, {2, 8, 73.09}, {4, 8, 73.33}};
  for (const Row& row : rows) {
    CAPTURE(row.channels);
    CAPTURE(row.flits);
    const std::string text =
        "cutline: 1\ntechnology: unit\nchannel: {width: 16 bits}\nmessage: {packets: 16, size: " +
        std::to_string(16 * row.flits) + " bits}\nvirtual_channels: " + std::to_string(row.channels) +
        "\nrouter: {delay: 4 cycles, depth: 32, injection: 1 cycle, ejection: 1 cycle, passed: routers}\n"
        "clock: {rule: fixed, frequency: 1 GHz}\nwires: pipelined\ndelay: {model: linear, coefficient: 5}\n"
        "candidates:\n  - topology: {family: mesh, radix: 2, dimensions: 1}\n";
    const Timing timing = evaluated(parse_study(text, "bursts.yaml", ".")).at(0).latency.timings.at(0);
    const double cycles = timing.latency.total() / timing.clock.cycle - 7.5;
    CHECK(cycles < row.latency + 0.5);
    CHECK(cycles > row.latency - 0.5 - 0.02 * row.flits * 16);  // what waits for other messages
  }
  CHECK(packet_gap(4, 2, 1) == 2);
  CHECK(packet_gap(4, 2, 2) == 0);
  CHECK(packet_gap(1, 2, 2) == 0.5);
}

TEST_CASE("a terminal that sends messages of several packets is a queue with batches") {
  // Packets of d cycles in messages of n, in a network that never makes them wait: by the queue with batches, a message
  // waits rho (n d - 1) / (2 (1 - rho)) cycles for those before it, as it comes in whole cycles.
  for (const double n : {1.0, 4.0, 16.0}) {
    for (const double rho : {0.1, 0.5, 0.9}) {
      const double d = 4;
      const LoadedRouters routers{.message_flits = d, .square_flits = d * d, .packets = n};
      CHECK(wait_in_terminal(routers, rho / d, d, d * d) ==
            doctest::Approx(rho * (n * d - 1) / (2 * (1 - rho))).epsilon(1e-12));
    }
  }
}

TEST_CASE("without load a packet waits for half of the others of its message, and quantiles for its place in it") {
  const std::string text =
      "cutline: 1\ntechnology: unit\nchannel: {width: 16 bits}\nclock: {rule: fixed, frequency: 1 GHz}\n"
      "wires: pipelined\ndelay: {model: linear, coefficient: 1}\nrank: latency\nmessage: ";
  const std::string network = "\ncandidates:\n  - {name: one, topology: {family: mesh, radix: 4, dimensions: 2}}\n";
  const auto timing = [&](const std::string& message) {
    return evaluated(parse_study(text + message + network, "bursts.yaml", ".")).at(0).latency.timings.at(0);
  };
  const Timing alone = timing("64 bits"), burst = timing("{size: 64 bits, packets: 5}");
  CHECK(burst.latency_cycles() == doctest::Approx(alone.latency_cycles() + 2 * 4));
  // The last packet over the longest way comes 16 cycles after the first.
  CHECK(burst.spread.quantiles.back() / burst.clock.cycle ==
        doctest::Approx(alone.spread.quantiles.back() / alone.clock.cycle + 4 * 4));
  const Timing same = timing("{size: 64 bits, packets: 1}");
  CHECK(same.latency_cycles() == alone.latency_cycles());
}
