// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "applies.hpp"
#include "base/choice.hpp"

namespace cutline {

namespace {

constexpr std::string_view kDallyName = "dally-1990";

/// Whether nodes have queues for blocked messages.
enum class Queueing { none, sufficient };
constexpr Choice<Queueing, 2> kQueueing = {"queueing", {"none", "sufficient"}};

/// The model of e-cube routing on a k-ary n-cube. It finds the time for which a message holds a channel, dimension by
/// dimension, from the sink back to the source.
///
/// A part gamma = 1/k of all messages skips a dimension. load_e messages per cycle enter each node, and load_r of them
/// are routed in a dimension. (k - 2)/2 channels after the entering one carry load_c of them.
struct Cube {
  double gamma = 0;
  double load_e = 0;
  double load_c = 0;
  double sink = 0;  ///< T_0, message cycles
  std::size_t dimensions = 0;

  Cube(const LoadedNetwork& network, double bits)
      : gamma(1 / network.shape.radices[0]),
        load_e(bits / network.message_bits),
        load_c((network.shape.radices[0] - 2) / 2 * (1 - gamma) * load_e),
        sink(network.message_cycles()),
        dimensions(network.shape.radices.size()) {}

  /// KN-eq20: the time that a routed message waits in a dimension that ends in the service time `service`; absent if
  /// there is no steady state.
  ///
  /// KN-eq19 gives the service times of the continuing channels, from the last one back: T_{j-1} = T_j + load_r T^2
  /// / 2. So T of the first of them is the smaller root of load_c T^2 / 2 - T + service = 0. It is written here in a
  /// form that does not cancel at light load.
  std::optional<double> routed_wait(double service) const {
    const double root = 1 - 2 * load_c * service;
    if (root < 0) return std::nullopt;
    const double continuing = 2 * service / (1 + std::sqrt(root));
    return continuing * (1 + load_c * continuing / 2) - service;
  }
  /// KN-eq18: the service time one dimension nearer the source.
  double next(double service, double wait, double straight, double turning) const {
    const double routed = gamma * std::pow(1 - gamma, 3);
    const double skipping = std::pow(gamma, 3) * (1 - gamma);
    return service + (1 - gamma) * wait + load_e * (routed * turning * turning + skipping * straight * straight);
  }
  /// T_n at the source; absent if a channel has no steady state.
  std::optional<double> blocking() const {
    double service = sink;
    for (std::size_t i = 0; i < dimensions; ++i) {
      const auto wait = routed_wait(service);
      if (!wait) return std::nullopt;
      service = next(service, *wait, service, service + *wait);
    }
    // A source that would need more than all of its time cannot send the offered load.
    if (service * load_e > 1) return std::nullopt;
    return service;
  }
  /// KN-eq21: with sufficient queues in every node, a message holds a channel for T_0 only.
  std::optional<double> queueing() const {
    if (sink * load_e >= 1) return std::nullopt;
    double service = sink;
    for (std::size_t i = 0; i < dimensions; ++i) service = next(service, load_c * sink * sink, sink, sink);
    return service;
  }
};

bool has_queues(const Parameters& parameters) { return kQueueing.of(parameters) == Queueing::sufficient; }

std::optional<LoadedLatency> latency_of_dally_1990(const Parameters& parameters, const LoadedNetwork& network,
                                                   double load) {
  const Cube cube(network, load);
  const std::optional<double> service = has_queues(parameters) ? cube.queueing() : cube.blocking();
  if (!service) return std::nullopt;
  return LoadedLatency{*service + network.one_way_mean_hops(), *service - cube.sink};
}

double saturation_of_dally_1990(const Parameters& parameters, const LoadedNetwork& network) {
  // A source sends at most one message in the time of its phits.
  const double most = network.message_bits / network.message_cycles();
  if (has_queues(parameters)) return most;
  return steady_limit(most, [&](double load) { return Cube(network, load).blocking().has_value(); });
}

std::vector<std::string> notes_of_dally_1990(const Parameters& parameters, const LoadedNetwork&) {
  std::vector<std::string> all = {
      "dally-1990 is reconstructed from the paper's prose and first principles (KN-eq17 to 20, fairly sure); its "
      "numbers are not the paper's, its maximum throughput least of all"};
  if (has_queues(parameters))
    all.emplace_back(
        "queueing: sufficient is our own derivation in place of a lost equation (KN-eq21), of low confidence");
  return all;
}

}  // namespace

ContentionModel dally_1990_contention() {
  return {.name = kDallyName,
          .summary = "k-ary n-cubes one way round, e-cube routing: service times from the sink back (reconstructed)",
          .source = "reconstructed after [Dally 1990, sec. 3]",
          .fields = {kQueueing.field(
              "where a blocked message waits: in the channels it holds, or in queues of every node", Queueing::none)},
          .refusal = [](const Parameters&,
                        const LoadedNetwork& network) { return one_way_cube_refusal(kDallyName, network); },
          .latency = latency_of_dally_1990,
          .saturation = saturation_of_dally_1990,
          .notes = notes_of_dally_1990};
}

}  // namespace cutline
