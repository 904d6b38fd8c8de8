// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include <cmath>

#include "applies.hpp"
#include "base/choice.hpp"

namespace cutline {

namespace {

constexpr std::string_view kAgarwalName = "agarwal-1991";

/// The wait per hop if a dimension takes 1 hop or less.
enum class ShortDimensions { md1, none };
constexpr Choice<ShortDimensions, 2> kShortDimensions = {"short_dimensions", {"md1", "none"}};

/// One dimension of the network: the mean hops k_d in it, and the number of channels over which a node sends.
struct Dimension {
  double hops = 0;
  double channels = 1;  ///< per node
};

/// k_d is (k - 1)/2 for rings one way round, k/4 for rings both ways round with even k, (k - 1/k)/4 for those with odd
/// k (derived), and (k - 1/k)/3 for paths.
Dimension dimension(const LoadedNetwork& network) {
  const double k = network.shape.radices[0];
  if (network.shape.kind == NetworkKind::paths) return {(k - 1 / k) / 3, 2};
  if (network.shape.one_way || network.shape.is_binary()) return {(k - 1) / 2, 1};
  const bool odd = std::fmod(k, 2) == 1;
  return {odd ? (k - 1 / k) / 4 : k / 4, 2};
}

/// The share of its time for which a channel is busy.
double utilisation_of_agarwal_1991(const LoadedNetwork& network, double load) {
  const Dimension one = dimension(network);
  return load / network.message_bits * network.message_cycles() * one.hops / one.channels;
}

std::string refusal_of_agarwal_1991(const Parameters&, const LoadedNetwork& network) {
  LoadedNetwork cube = network;
  if (cube.shape.kind == NetworkKind::paths)
    cube.shape.kind = NetworkKind::rings;  // the same requirements hold for radices and traffic
  return cube_refusal(kAgarwalName, cube);
}

/// w, the cycles that a message waits at each hop, for k_d > 1: rho B / (1 - rho) (k_d - 1)/k_d^2 (1 + 1/n).
double wait_per_hop(const Parameters& parameters, const LoadedNetwork& network, double load) {
  const double rho = utilisation_of_agarwal_1991(network, load);
  const double hops = dimension(network).hops;
  const double queue = rho * network.message_cycles() / (1 - rho);
  if (hops > 1) return queue * (hops - 1) / (hops * hops) * (1 + 1 / static_cast<double>(network.shape.radices.size()));
  return kShortDimensions.of(parameters) == ShortDimensions::md1 ? queue / 2 : 0;
}

double saturation_of_agarwal_1991(const Parameters&, const LoadedNetwork& network) {
  return 1 / utilisation_of_agarwal_1991(network, 1);
}

std::optional<LoadedLatency> latency_of_agarwal_1991(const Parameters& parameters, const LoadedNetwork& network,
                                                     double load) {
  if (load >= saturation_of_agarwal_1991(parameters, network)) return std::nullopt;
  const double hops = static_cast<double>(network.shape.radices.size()) * dimension(network).hops;
  const double blocking = wait_per_hop(parameters, network, load) * hops;
  return LoadedLatency{blocking + hops + network.message_cycles(), blocking};
}

std::vector<std::string> notes_of_agarwal_1991(const Parameters& parameters, const LoadedNetwork& network) {
  std::vector<std::string> all;
  const double hops = dimension(network).hops;
  if (hops <= 1) {
    all.push_back(fmt::format("agarwal-1991 does not hold for {:g} mean hops per dimension, 1 or less: {}", hops,
                              kShortDimensions.of(parameters) == ShortDimensions::md1
                                  ? "each hop waits as in an M/D/1 queue instead"
                                  : "no wait is counted at all"));
  }
  if (network.shape.kind == NetworkKind::paths)
    all.emplace_back("agarwal-1991 takes all channels of a mesh for equally busy, those at its border too");
  return all;
}

}  // namespace

ContentionModel agarwal_1991_contention() {
  return {
      .name = kAgarwalName,
      .summary = "k-ary n-cubes one or both ways round, and meshes: an open queue at every hop",
      .source = "[Agarwal 1991, sec. 4]",
      .fields = {kShortDimensions.field(
          "the wait per hop where a dimension takes 1 hop or less: an M/D/1 queue's, or none", ShortDimensions::md1)},
      .refusal = refusal_of_agarwal_1991,
      .latency = latency_of_agarwal_1991,
      .saturation = saturation_of_agarwal_1991,
      .notes = notes_of_agarwal_1991};
}

}  // namespace cutline
