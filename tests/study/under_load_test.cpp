// SPDX-License-Identifier: Apache-2.0
// Compares latency and saturation under load with BookSim2's measurements on the same networks and routes.
#include "evaluate/under_load.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "cutline/spec/spec.hpp"
#include "cutline/study/placed_network.hpp"
#include "evaluate/candidate_routes.hpp"
#include "routing/ways_to.hpp"
#include "study/studies.hpp"
#include "support/accuracy.hpp"
#include "support/csv.hpp"
#include "support/places.hpp"

using namespace cutline;
using namespace cutline::test;

namespace {

/// A simulated network: its latency without load in cycles, its model, and the bits of a channel.
struct Simulated {
  std::string name;
  double law = 0, bits = 1;
  ChannelModel model;
  double latency(double offered_bits) const {
    const auto waits = model.waits(offered_bits / bits);
    return waits ? law + waits->total() : INFINITY;
  }
  /// BookSim ended runs whose latency exceeded five times that without load.
  double saturation() const { return model.saturation(4 * law) * bits; }
};

/// The routes of dimension order, or those of the table that was simulated.
Routes simulated_routes(const Study& study, const Candidate& candidate, const Row& row) {
  if (row.text("routing") == "dimension order") return std::get<Routes>(routes_of(study, candidate, {}));
  const Topology& topology = candidate.network()->topology;
  return table_routes(topology, std::make_shared<const ChannelGraph>(channel_graph(topology)),
                      source_folder() + "/tests/golden/booksim/routes-A-" + candidate.design->name + ".csv");
}

std::vector<Simulated> simulated_networks(const std::string& comparison) {
  std::map<std::string, Row> row_of;
  for (const Row& row : golden("booksim/load-" + comparison + ".csv")) row_of.emplace(row.text("candidate"), row);
  const Study study = read_study(source_folder() + "/tests/golden/booksim/load-" + comparison + ".yaml");
  std::vector<Simulated> all;
  for (const Candidate& candidate : evaluated(study)) {
    const Row& row = row_of.at(candidate.design->name);
    const Timing& timing = candidate.latency.timings.at(0);
    const Routes routes = simulated_routes(study, candidate, row);
    LoadedRouters routers = loaded_routers(study, candidate, timing);
    CHECK(routers.message_flits == row.integer("flits"));
    CHECK(candidate.channel.width_bits == row.integer("width_bits"));
    CHECK(routes.classes() == row.integer("classes"));
    CHECK(waiting_circle(uniform_flows(routes)).empty());
    routers.virtual_channels = row.number("virtual_channels");
    routers.depth_flits = row.number("buffer_flits");
    all.push_back({candidate.design->name, row.number("law_without_load"), row.number("width_bits"),
                   ChannelModel(flows_of(study, candidate, routes)->flows,
                                channel_cycles(study, candidate, study.delays[0], timing), routers)});
  }
  return all;
}

/// The mean over the seeds, for every load at which all seeds were stable.
std::map<double, double> simulated_latency(const std::string& comparison, const std::string& name) {
  std::map<double, std::vector<double>> of_load;
  std::map<double, bool> unstable;
  for (const Row& row : golden("booksim/load-seeds.csv")) {
    if (row.text("comparison") != comparison || row.text("candidate") != name) continue;
    if (row.text("state") == "stable") {
      of_load[row.number("offered_bits")].push_back(row.number("latency_cycles"));
    } else {
      unstable[row.number("offered_bits")] = true;
    }
  }
  std::map<double, double> means;
  for (const auto& [load, latencies] : of_load) {
    if (unstable[load]) continue;
    double sum = 0;
    for (const double latency : latencies) sum += latency;
    means[load] = sum / static_cast<double>(latencies.size());
  }
  return means;
}

struct Bracket {
  double stable = 0, unstable = 0;
  double middle() const { return (stable + unstable) / 2; }
  /// How far a saturation lies outside of the bracket, as a fraction.
  double error(double saturation) const {
    if (saturation < stable) return saturation / stable - 1;
    return saturation > unstable ? saturation / unstable - 1 : 0;
  }
};

Bracket bracket_of(const std::string& comparison, const std::string& name) {
  for (const Row& row : golden("booksim/load-saturation.csv")) {
    if (row.text("comparison") == comparison && row.text("candidate") == name)
      return {row.number("stable_bits"), row.number("unstable_bits")};
  }
  FAIL("no bracket of " << name);
  return {};
}

struct Errors {
  std::vector<double> all;
  void add(double error) { all.push_back(std::abs(error)); }
  double mean() const {
    double sum = 0;
    for (const double each : all) sum += each;
    return sum / static_cast<double>(all.size());
  }
  double worst() const { return *std::max_element(all.begin(), all.end()); }
  double median() const {
    std::vector<double> sorted = all;
    std::sort(sorted.begin(), sorted.end());
    return sorted[sorted.size() / 2];
  }
};

}  // namespace

TEST_CASE("latency and saturation under load are BookSim's on 13 networks") {
  Errors low, high, saturation;
  for (const std::string comparison : {"A", "B"}) {
    for (const Simulated& network : simulated_networks(comparison)) {
      const Bracket bracket = bracket_of(comparison, network.name);
      saturation.add(bracket.error(network.saturation()));
      // Within the bracket the simulation does not distinguish values, so the error is zero.
      tell_case("saturation", "BookSim 2, 13 networks", network.saturation(),
                std::clamp(network.saturation(), bracket.stable, bracket.unstable));
      std::string line;
      for (const auto& [load, latency] : simulated_latency(comparison, network.name)) {
        const double part = load / bracket.middle();
        const double error = network.latency(load) / latency - 1;
        if (part <= 0.82)
          tell_case(part < 0.6 ? "latency below 0.6 of saturation" : "latency from 0.6 to 0.82 of saturation",
                    "BookSim 2, 13 networks", network.latency(load), latency);
        line += " " + std::to_string(part).substr(0, 4) + ": " + std::to_string(100 * error).substr(0, 5) + " %";
        if (part < 0.6) low.add(error);
        if (part >= 0.6 && part <= 0.82) high.add(error);
      }
      MESSAGE(comparison << " " << network.name << " saturates at " << network.saturation() << " (" << bracket.stable
                         << " to " << bracket.unstable << ");" << line);
    }
  }
  MESSAGE("below 0.6 of saturation: mean error " << low.mean() << ", worst " << low.worst() << "; to 0.82: mean "
                                                 << high.mean() << ", worst " << high.worst() << "; saturation: median "
                                                 << saturation.median() << ", worst " << saturation.worst());
  CHECK(saturation.all.size() == 13);
  CHECK(low.mean() <= 0.01);
  CHECK(high.mean() <= 0.015);
  CHECK(std::max(low.worst(), high.worst()) <= 0.05);
  CHECK(saturation.median() <= 0.01);
  CHECK(saturation.worst() <= 0.05);
}

TEST_CASE("pairs of networks that differ by more than 5 % stand in BookSim's order where neither is near saturation") {
  for (const std::string comparison : {"A", "B"}) {
    const std::vector<Simulated> all = simulated_networks(comparison);
    std::map<std::string, std::map<double, double>> measured;
    double best = 0;
    for (const Simulated& network : all) {
      measured[network.name] = simulated_latency(comparison, network.name);
      best = std::max(best, bracket_of(comparison, network.name).middle());
    }
    // The simulator's latency, interpolated between two of its loads; 0 outside of them.
    const auto between = [&](const std::string& name, double load) {
      const auto& points = measured[name];
      const auto above = points.lower_bound(load);
      if (above == points.end() || above == points.begin()) return 0.0;
      const auto below = std::prev(above);
      const double part = (load - below->first) / (above->first - below->first);
      return below->second + part * (above->second - below->second);
    };
    int compared = 0;
    for (const double share : {0.3, 0.6, 0.8}) {
      const double load = share * best;
      for (const Simulated& one : all) {
        for (const Simulated& other : all) {
          const bool near = std::abs(load / bracket_of(comparison, one.name).middle() - 1) < 0.1 ||
                            std::abs(load / bracket_of(comparison, other.name).middle() - 1) < 0.1;
          const double a = between(one.name, load), b = between(other.name, load);
          if (near || a == 0 || b == 0 || a * 1.05 >= b) continue;
          CAPTURE(one.name);
          CAPTURE(other.name);
          CAPTURE(load);
          CHECK(one.latency(load) < other.latency(load));
          ++compared;
        }
      }
    }
    MESSAGE(comparison << ": " << compared << " pairs");
    CHECK(compared >= 6);
  }
}
