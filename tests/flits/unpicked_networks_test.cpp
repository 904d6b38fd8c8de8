// SPDX-License-Identifier: Apache-2.0
// Compares latency and saturation under load with the simulator of flits, on networks that were drawn at random.
#include "flits/unpicked_networks.hpp"

#include <doctest/doctest.h>
#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>

#include "cutline/topology/topology.hpp"

using namespace cutline;
using namespace cutline::test;

namespace {

/// CUTLINE_SLOW=1: longer runs, narrower brackets, and the networks of three more seeds.
bool is_slow() {
  static const bool slow = std::getenv("CUTLINE_SLOW") != nullptr;
  return slow;
}

/// Errors as fractions, without their signs.
class Errors {
 public:
  void add(double error) { all_.push_back(std::abs(error)); }
  std::size_t count() const { return all_.size(); }
  double mean() const {
    double sum = 0;
    for (const double each : all_) sum += each;
    return sum / static_cast<double>(all_.size());
  }
  double quantile(double part) const {
    std::vector<double> sorted = all_;
    std::sort(sorted.begin(), sorted.end());
    return sorted[static_cast<std::size_t>(part * static_cast<double>(sorted.size() - 1))];
  }
  std::string text() const {
    return fmt::format("{:4}: mean {:.1f} %, median {:.1f} %, 90 % below {:.1f} %, worst {:.1f} %", count(),
                       100 * mean(), 100 * quantile(0.5), 100 * quantile(0.9), 100 * quantile(1));
  }

 private:
  std::vector<double> all_;
};

struct Comparison {
  Errors low, high, saturation;  ///< below 0.6 of the simulated saturation; from there to 0.82; of saturation itself
};

FlitResult simulated(const UnpickedNetwork& network, double load) {
  FlitRun run = network.run;
  run.load = load;
  run.warm_up = is_slow() ? 4000 : 2000;
  run.measured = is_slow() ? 16000 : 6000;
  return simulate(network.network, network.routes, network.design, run);
}

struct Bracket {
  double stable = 0, unstable = 0;
  double error(double saturation) const {
    if (saturation < stable) return saturation / stable - 1;
    return saturation > unstable ? saturation / unstable - 1 : 0;
  }
};

/// The simulated saturation, searched from the bound of the busiest channel downwards. It does not use the model.
Bracket simulated_saturation(const UnpickedNetwork& network) {
  const double narrow = is_slow() ? 1.03 : 1.06, least = 0.02 * network.bound;
  Bracket bracket{0, network.bound};
  while (bracket.unstable > narrow * bracket.stable && bracket.unstable > least) {
    const double load = bracket.stable == 0 ? 0.6 * bracket.unstable : (bracket.stable + bracket.unstable) / 2;
    (simulated(network, load).stable ? bracket.stable : bracket.unstable) = load;
  }
  return bracket;
}

std::string_view word(UnpickedKind kind) {
  if (kind == UnpickedKind::regular) return "random graphs of one degree";
  if (kind == UnpickedKind::irregular) return "random graphs";
  return kind == UnpickedKind::one_way ? "random one-way graphs" : "families";
}

/// The rows of a table that a network belongs to.
std::vector<std::string> groups_of(const UnpickedNetwork& network) {
  const double flits = network.routers.message_flits, depth = network.routers.depth_flits;
  const double lanes = network.routers.virtual_channels / network.flows.classes;
  return {"all",
          fmt::format("kind: {}", word(network.kind)),
          fmt::format("packets of {} flits", flits <= 1   ? "1"
                                             : flits <= 4 ? "2 to 4"
                                             : flits <= 8 ? "5 to 8"
                                                          : "9 to 16"),
          fmt::format("packets of {}", network.run.sizes.size() > 1 ? "two sizes" : "one size"),
          fmt::format("buffers of {} flits", depth <= 4   ? "2 to 4"
                                             : depth <= 8 ? "6 to 8"
                                                          : "12 to 32"),
          fmt::format("virtual channels of a class: {}", lanes < 2   ? "1"
                                                         : lanes < 4 ? "2 to 3"
                                                                     : "4 to 8"),
          fmt::format("traffic: {}", network.uniform ? "uniform" : "other")};
}

void compare(const UnpickedNetwork& network, std::map<std::string, Comparison>& groups) {
  const ChannelModel model = network.model();
  const Bracket bracket = simulated_saturation(network);
  const double middle = (bracket.stable + bracket.unstable) / 2, saturation = model.saturation(4 * network.law);
  std::string line;
  for (const std::string& group : groups_of(network)) groups[group].saturation.add(bracket.error(saturation));
  for (const double part : {0.3, 0.55, 0.7, 0.8}) {
    const FlitResult result = simulated(network, part * middle);
    if (!result.stable) continue;
    // The simulated latency contains the paths of its own packets, the model's that of the mean message.
    const double latency = result.mean + network.law - result.without_load;
    const auto waits = model.waits(part * middle);
    const double error = waits ? (network.law + waits->total()) / latency - 1 : 1;
    line += fmt::format(" {}: {:.1f} %", part, 100 * error);
    for (const std::string& group : groups_of(network))
      (part < 0.6 ? groups[group].low : groups[group].high).add(error);
  }
  MESSAGE(network.name << ": saturates at " << saturation << " (" << bracket.stable << " to " << bracket.unstable
                       << ");" << line);
}

}  // namespace

TEST_CASE("a simulated terminal waits as long as the queue of one server says, and so does the modelled one") {
  // Two routers with a terminal each, which send to each other. In each cycle a packet comes with some probability, and
  // takes F cycles. So it waits for rho (F - 1) / (2 (1 - rho)), as in the queue Geo/D/1.
  const FlitNetwork network{.routers = 2, .channels = {{0, 1}, {1, 0}}, .terminals = {0, 1}};
  const FlitRoutes routes = [](std::uint32_t source, std::uint32_t, FlitRandom&, FlitPath& path) {
    path.hops = {{source}};
  };
  const Topology line = build_topology("mesh", {{"radix", std::int64_t{2}}, {"dimensions", std::int64_t{1}}});
  const Flows flows = flows_of(dimension_order_routes(line),
                               [](std::uint32_t from, std::uint32_t to) { return from == to ? 0.0 : 1.0; });
  for (const std::uint32_t flits : {1u, 4u, 16u}) {
    CAPTURE(flits);
    const ChannelModel model(flows, {1, 1},
                             {.depth_flits = 32, .message_flits = 1.0 * flits, .square_flits = 1.0 * flits * flits});
    for (const double load : {0.3, 0.6, 0.8}) {
      CAPTURE(load);
      const FlitRun run{.packet_flits = flits, .load = load, .traffic = {0, 1, 1, 0}, .measured = 600000};
      const FlitResult result = simulate(network, routes, {.buffer_flits = 32}, run);
      const double wait = load * (flits - 1) / (2 * (1 - load));
      CHECK(result.mean - result.without_load == doctest::Approx(wait).epsilon(0.05).scale(1));
      CHECK(model.waits(load)->total() == doctest::Approx(wait).epsilon(0.05).scale(1));
    }
  }
}

TEST_CASE("a packet alone that is longer than the buffers waits for credits as modelled") {
  const Topology line = build_topology("mesh", {{"radix", std::int64_t{2}}, {"dimensions", std::int64_t{1}}});
  const Flows flows = flows_of(dimension_order_routes(line),
                               [](std::uint32_t from, std::uint32_t to) { return from == to ? 0.0 : 1.0; });
  const FlitRoutes routes = [](std::uint32_t source, std::uint32_t, FlitRandom&, FlitPath& path) {
    path.hops = {{source}};
  };
  for (const std::uint32_t cycles : {1u, 6u, 16u}) {
    for (const std::uint32_t buffer : {2u, 4u, 8u, 16u}) {
      CAPTURE(cycles);
      CAPTURE(buffer);
      const FlitNetwork network{.routers = 2, .channels = {{0, 1, cycles}, {1, 0, cycles}}, .terminals = {0, 1}};
      const FlitRun run{.packet_flits = 16, .load = 0.001, .traffic = {0, 1, 1, 0}, .measured = 200000};
      const FlitResult result = simulate(network, routes, {.buffer_flits = buffer}, run);
      const ChannelModel model(flows, {1.0 * cycles, 1.0 * cycles},
                               {.depth_flits = 1.0 * buffer, .message_flits = 16, .square_flits = 256});
      CHECK(model.waits(0)->credits == doctest::Approx(result.mean - result.without_load).epsilon(0.05).scale(20));
    }
  }
}

TEST_CASE("the model knows the latency and the saturation of networks that nobody picked") {
  std::map<std::string, Comparison> groups;
  for (std::uint64_t seed = 1; seed <= (is_slow() ? 4 : 1); ++seed) {
    for (std::uint32_t index = 0; index < 50; ++index) compare(unpicked_network(seed, index), groups);
  }
  for (const auto& [group, errors] : groups) {
    MESSAGE(group << ": below 0.6 of saturation " << errors.low.text() << "; to 0.82 " << errors.high.text()
                  << "; saturation " << errors.saturation.text());
  }
  const Comparison& all = groups["all"];
  CHECK(all.saturation.count() >= 50);
  CHECK(all.low.mean() <= 0.02);
  CHECK(all.low.quantile(0.9) <= 0.05);
  // In these means too, a load that the model cannot carry counts as an error of 1.
  CHECK(all.high.mean() <= 0.07);
  CHECK(all.high.quantile(0.5) <= 0.035);
  CHECK(all.high.quantile(0.9) <= 0.15);
  CHECK(all.saturation.mean() <= 0.05);
  CHECK(all.saturation.quantile(0.5) <= 0.034);
  CHECK(all.saturation.quantile(0.9) <= 0.14);
}
