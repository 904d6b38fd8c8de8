// SPDX-License-Identifier: Apache-2.0
#include "study/guest.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "study/network.hpp"
#include "study/timing.hpp"

namespace cutline {

namespace {

/// p of 2^(2p) processors; nothing for other numbers.
std::optional<int> half_bits(double nodes) {
  const double p = std::log2(nodes) / 2;
  const double whole = std::round(p);
  return std::abs(p - whole) < 1e-9 && whole >= 1 ? std::optional<int>(static_cast<int>(whole)) : std::nullopt;
}

bool in_gray_order(const Study& study, const Candidate& candidate) {
  if (study.guest->gray) return *study.guest->gray;
  const std::vector<std::string>& orders = candidate.design->placement.orders;
  return !orders.empty() &&
         std::all_of(orders.begin(), orders.end(), [](const auto& order) { return order == "gray"; });
}

std::optional<WaferHost> host_of(const Study& study, const Candidate& candidate) {
  const bool gray = in_gray_order(study, candidate);
  const NetworkShape shape = shape_of(candidate);
  if (shape.kind == NetworkKind::paths && shape.radices.size() == 2) return WaferHost::mesh;
  if (shape.is_binary()) return gray ? WaferHost::hypercube_gray : WaferHost::hypercube;
  if (shape.kind == NetworkKind::cycles_of_cube) return gray ? WaferHost::ccc_gray : WaferHost::ccc;
  return std::nullopt;
}

Time delay_of_span(const ChosenDelay& delay, double pitches) {
  WireLength wire;
  wire.span = pitches;
  return delay(wire);
}

/// The delay as the tables' cells have it; nothing where they know no such delay.
std::optional<WaferDelays> table_delays(const ChosenDelay& delay) {
  const double one = in_ns(delay_of_span(delay, 1));
  WaferDelays delays;
  delays.t1 = delays.t2 = delays.t3 = one;
  if (delay.model->name == "constant") {
    delays.kind = WaferDelays::Kind::constant;
  } else if (delay.model->name == "logarithmic_rj") {
    delays.kind = WaferDelays::Kind::capacitive;
    delays.c2 = in_ns(delay_of_span(delay, 2)) - one;
  } else if (delay.model->name == "linear" && std::abs(in_ns(delay_of_span(delay, 2)) - 2 * one) < 1e-9 * one) {
    delays.kind = WaferDelays::Kind::resistive;
  } else {
    return std::nullopt;
  }
  return delays;
}

Emulation emulated(const Wafer& wafer, WaferHost host, const GuestTask& task, const HostMeasures& exact,
                   const ChosenDelay& delay) {
  Emulation out{
      .wafer = wafer, .host = host, .task = task, .exact = exact, .notes = emulation_notes(wafer, host, task)};
  if (const auto delays = table_delays(delay)) {
    out.printed_ns = printed_time(wafer, host, task, *delays);
    if (task.guest == Guest::spanning_tree) out.corrected_ns = printed_time(wafer, host, task, *delays, true);
    if (task.guest == Guest::butterfly) out.floored_ns = floored_time(wafer, host, task, *delays);
    out.printed_mesh_ns = printed_time(wafer, WaferHost::mesh, task, *delays);
    out.printed_longest_ns = printed_longest_delay(wafer, host, *delays);
  } else {
    out.notes.push_back(
        fmt::format("the paper's tables have no delay {}: the exact layout alone is timed", delay.label));
  }
  const auto of_span = [&](double pitches) { return in_ns(delay_of_span(delay, pitches)); };
  out.exact_longest_ns = of_span(exact.longest);
  if (const auto legs = exact_legs(wafer, host, task, exact)) {
    out.exact_ns = time_of(*legs, of_span);
  } else {
    out.notes.emplace_back("no exact time: a broadcast needs cycles that exist");
  }
  return out;
}

}  // namespace

void add_emulation(const Study& study, Candidate& candidate) {
  if (!study.guest) return;
  candidate.emulations.resize(study.delays.size());
  const auto refuse = [&](const std::string& why) { candidate.notes.push_back("no emulation: " + why); };
  const auto host = host_of(study, candidate);
  const auto p = half_bits(candidate.facts.nodes);
  if (!host || !p)
    return refuse("hosts are meshes in the plane, hypercubes and cube-connected cycles of 4, 16, 64 ... nodes");
  if (*host == WaferHost::mesh && candidate.network() && candidate.network()->topology.radices[0] != 1U << *p)
    return refuse("a mesh is a host where it is square");
  const GuestChoice& guest = *study.guest;
  const Wafer wafer{.p = *p, .mesh_width = guest.mesh_width, .processor_side = guest.processor_side};
  const double side = guest.per_processor ? *guest.per_processor : *guest.side / wafer.processors_a_side();
  if (side < 1) return refuse("it has more processors than the guest has nodes");
  const HostMeasures exact = exact_measures(wafer, *host);
  for (std::size_t d = 0; d < study.delays.size(); ++d) {
    if (wants_layout(study.delays[d])) {
      refuse(fmt::format("the delay {} takes routed lengths, and hosts of one area have spans", study.delays[d].label));
    } else {
      candidate.emulations[d] = emulated(wafer, *host, {guest.guest, side, guest.message_bits}, exact, study.delays[d]);
    }
  }
}

}  // namespace cutline
