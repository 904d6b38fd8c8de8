// SPDX-License-Identifier: Apache-2.0
#include "engel_kocak_2006.hpp"

#include <cmath>

#include "applies.hpp"
#include "base/choice.hpp"

namespace cutline {

namespace {

constexpr std::string_view kEngelKocakName = "engel-kocak-2006";

enum class SourceRate { mean, all };
constexpr Choice<SourceRate, 2> kSourceRate = {"source_rate", {"mean", "all"}};

/// Mean wait behind messages that come at `rate` and stay for S cycles, M of them for their own length: eq. 11 and 14.
double wait(double rate, double S, double M) { return rate * (S * S + (S - M) * (S - M)) / (2 * (1 - rate * S)); }

double wait_slope(double rate, double S, double M) {
  return (rate * (2 * S - M) + rate * wait(rate, S, M)) / (1 - rate * S);
}

/// The smallest fixed point of eq. 8. Its right side is convex in S, so Newton's steps from the latency without
/// blocking never pass the fixed point. If a step would go back, there is no fixed point.
std::optional<double> network_latency(const EngelKocakCube& cube, double m_c, double without_blocking) {
  const double V = cube.virtual_channels;
  double S = without_blocking;
  for (;;) {
    const double rho = m_c * S;
    if (rho >= 1) return std::nullopt;
    const double W_b = wait(m_c, S, cube.flits);
    const double busy = std::pow(rho, V);
    const double excess = without_blocking + cube.hops * busy * W_b - S;
    if (excess <= 1e-15 * S) return S;
    const double busy_slope = rho > 0 ? V * busy / rho * m_c : 0;
    const double slope = cube.hops * (busy_slope * W_b + busy * wait_slope(m_c, S, cube.flits)) - 1;
    if (slope >= 0) return std::nullopt;
    const double next = S - excess / slope;
    if (next <= S) return S;
    S = next;
  }
}

double multiplexing(double rho, int virtual_channels) {
  double squares = 0;
  double sum = 0;
  for (int v = 1; v <= virtual_channels; ++v) {
    // P_v divided by rho, so that the limit without load exists.
    const double probability = v < virtual_channels ? (1 - rho) * std::pow(rho, v - 1) : std::pow(rho, v - 1);
    squares += v * v * probability;
    sum += v * probability;
  }
  return squares / sum;
}

EngelKocakCube cube_of(const Parameters& parameters, const LoadedNetwork& network) {
  return {.hops = network.one_way_mean_hops(),
          .dimensions = static_cast<double>(network.shape.radices.size()),
          .flits = network.message_cycles(),
          .virtual_channels = network.virtual_channels,
          .shared_source = kSourceRate.of(parameters) == SourceRate::all};
}

std::string refusal_of_engel_kocak_2006(const Parameters&, const LoadedNetwork& network) {
  if (network.virtual_channels < 1) return "engel-kocak-2006 needs at least one virtual channel";
  return one_way_cube_refusal(kEngelKocakName, network);
}

std::optional<LoadedLatency> latency_of_engel_kocak_2006(const Parameters& parameters, const LoadedNetwork& network,
                                                         double load) {
  const EngelKocakCube cube = cube_of(parameters, network);
  const auto state = solve(cube, load / network.message_bits);
  if (!state) return std::nullopt;
  return LoadedLatency{state->L, state->L - (cube.flits + cube.hops)};
}

double saturation_of_engel_kocak_2006(const Parameters& parameters, const LoadedNetwork& network) {
  const EngelKocakCube cube = cube_of(parameters, network);
  const double most = network.message_bits / cube.flits;
  return steady_limit(most, [&](double load) { return solve(cube, load / network.message_bits).has_value(); });
}

std::vector<std::string> notes_of_engel_kocak_2006(const Parameters&, const LoadedNetwork&) {
  return {
      "engel-kocak-2006 counts rings one way round, whatever its text says, and reads P_b as the probability that "
      "all virtual channels are busy; m_g is messages a node and cycle, not flits as its text says"};
}

}  // namespace

std::optional<EngelKocakState> solve(const EngelKocakCube& cube, double m_g) {
  const double M = cube.flits;
  if (m_g * M >= 1) return std::nullopt;
  EngelKocakState state;
  state.m_c = m_g * cube.hops / cube.dimensions;
  state.W_ej = m_g * M * M / (2 * (1 - m_g * M));
  const auto S = network_latency(cube, state.m_c, M + cube.hops + state.W_ej);
  if (!S) return std::nullopt;
  state.S = *S;
  state.rho = state.m_c * state.S;
  state.P_b = std::pow(state.rho, cube.virtual_channels);
  state.W_b = wait(state.m_c, state.S, M);
  state.Vbar = multiplexing(state.rho, cube.virtual_channels);
  const double rate = m_g / (cube.shared_source ? static_cast<double>(cube.virtual_channels) : state.Vbar);
  if (rate * state.S >= 1) return std::nullopt;
  state.W_s = wait(rate, state.S, M);
  state.L = (state.S + state.W_s) * state.Vbar;
  return state;
}

ContentionModel engel_kocak_2006_contention() {
  return {.name = kEngelKocakName,
          .summary = "k-ary n-cubes one way round with virtual channels: a fixed point of the network latency",
          .source = "[Engel 2005, eq. 6 to 15]",
          .fields = {kSourceRate.field(
              "what a source's messages are dealt over: the mean virtual channels at work, as printed, or all of them",
              SourceRate::mean)},
          .refusal = refusal_of_engel_kocak_2006,
          .latency = latency_of_engel_kocak_2006,
          .saturation = saturation_of_engel_kocak_2006,
          .notes = notes_of_engel_kocak_2006};
}

}  // namespace cutline
