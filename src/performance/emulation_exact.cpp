// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "cutline/base/error.hpp"
#include "emulation_parts.hpp"

namespace cutline {

namespace {

/// The longest wire of dimension i of a row, in pitches: 2^i, in Gray order 2^(i+1) - 1. Here i begins with 0. Sec. 4.1
/// counts from 1 and prints 2^(i mod p) instead of 2^((i-1) mod p).
double reach(WaferHost host, int dimension) {
  return is_gray(host) ? std::exp2(dimension + 1) - 1 : std::exp2(dimension);
}

/// Sec. 3: on cycles, the messages of a mesh go along the cycle, between cycles, and along the cycle again. In each of
/// the two outer phases, twice 2p' rows of messages share a channel of a cycle; in the middle phase, sqrt(2p') rows
/// share a channel between cycles.
std::vector<Leg> exact_mesh_exchange(const Wafer& wafer, WaferHost host, const GuestTask& task,
                                     const HostMeasures& measures) {
  const double bits = task.side * task.message_bits;
  if (!is_cycles(host)) {
    const double pitches = host == WaferHost::hypercube ? measures.longest : 1;
    return {{whole_phits(bits, measures.width), pitches}};
  }
  const double cycle = 2 * wafer.ccc_half_dimensions();
  const double between = host == WaferHost::ccc ? measures.longest : std::sqrt(cycle);
  return {{2 * whole_phits(2 * cycle * bits, measures.width), 1},
          {whole_phits(std::sqrt(cycle) * bits, measures.width), between}};
}

std::vector<Leg> exact_butterfly_exchange(const Wafer& wafer, WaferHost host, const GuestTask& task,
                                          const HostMeasures& measures) {
  const double phits = whole_phits(task.side * task.side * task.message_bits, measures.width);
  if (host == WaferHost::mesh) return {{2 * (wafer.processors_a_side() - 1) * phits, 1}};
  if (is_cycles(host)) {
    const double dimensions = 2 * wafer.ccc_half_dimensions();
    return {{dimensions * phits, 1}, {2 * dimensions * phits, measures.longest}};
  }
  std::vector<Leg> legs;
  for (int i = 0; i < wafer.p; ++i) legs.push_back({2 * phits, reach(host, i)});
  return legs;
}

std::optional<std::vector<Leg>> exact_spanning_tree(const Wafer& wafer, WaferHost host, const GuestTask& task,
                                                    const HostMeasures& measures) {
  std::vector<Leg> legs = {{whole_phits(task.message_bits, measures.width) - 1, measures.longest}};
  if (host == WaferHost::mesh) {
    legs.push_back({2 * (wafer.processors_a_side() - 1), 1});
    return legs;
  }
  int dimensions = wafer.p;  // of an axis
  double pitches = 1;        // from one processor, or cycle, of a row to the next
  if (is_cycles(host)) {
    if (!wafer.has_ccc()) return std::nullopt;
    const double half = wafer.ccc_half_dimensions();
    dimensions = static_cast<int>(half);
    pitches = std::sqrt(2 * half);
    legs.push_back({2 * half, 1});
  }
  for (int i = 0; i < dimensions; ++i) legs.push_back({2, pitches * reach(host, i)});
  return legs;
}

}  // namespace

std::optional<std::vector<Leg>> exact_legs(const Wafer& wafer, WaferHost host, const GuestTask& task,
                                           const HostMeasures& measures) {
  CUTLINE_EXPECT(wafer.p >= 1 && task.side >= 1 && task.message_bits > 0);
  switch (task.guest) {
    case Guest::mesh_exchange:
      return exact_mesh_exchange(wafer, host, task, measures);
    case Guest::butterfly:
      return exact_butterfly_exchange(wafer, host, task, measures);
    case Guest::spanning_tree:
      return exact_spanning_tree(wafer, host, task, measures);
  }
  return std::nullopt;
}

}  // namespace cutline
