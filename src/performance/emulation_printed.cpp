// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "cutline/base/error.hpp"
#include "emulation_parts.hpp"

namespace cutline {

namespace {

/// The cell of the given delay model, out of the cells for all models that a table prints.
double cell(const WaferDelays& delays, double constant, double capacitive, double resistive) {
  switch (delays.kind) {
    case WaferDelays::Kind::constant:
      return constant;
    case WaferDelays::Kind::capacitive:
      return capacitive;
    case WaferDelays::Kind::resistive:
      return resistive;
  }
  return 0;
}

/// Table 2.
double printed_mesh_exchange(const Wafer& wafer, WaferHost host, const GuestTask& task, const WaferDelays& t) {
  const double P = wafer.processors_a_side();
  const double p = wafer.p;
  const double on_mesh = task.side * task.message_bits / wafer.mesh_width;
  switch (host) {
    case WaferHost::mesh:
      return on_mesh * t(1);
    case WaferHost::hypercube:
      return P * on_mesh * printed_longest_delay(wafer, host, t);
    case WaferHost::hypercube_gray:
      return P * on_mesh * t(1);
    case WaferHost::ccc:
      return P * on_mesh * cell(t, 4 * t.t1, 4 * t.t2 + t.c2 * std::sqrt(p / 2), (P / std::sqrt(8 * p) + 8) * t.t3);
    case WaferHost::ccc_gray:
      return P * on_mesh * cell(t, 4 * t.t1, 4 * t.t2, 10 * t.t3);
  }
  return 0;
}

/// The time of one pass through all levels with one phit of each message: the cells of Table 3 without their bracket.
double butterfly_pass(const Wafer& wafer, WaferHost host, const WaferDelays& t) {
  const double P = wafer.processors_a_side();
  const double p = wafer.p;
  switch (host) {
    case WaferHost::mesh:
      return 2 * P * t(1);
    case WaferHost::hypercube:
      return cell(t, 2 * p * t.t1, p * (2 * t.t2 + t.c2 * (p - 1)), 2 * P * t.t3);
    case WaferHost::hypercube_gray:
      return cell(t, 2 * p * t.t1, p * (2 * t.t2 + t.c2 * (p + 1)), 4 * P * t.t3);
    case WaferHost::ccc:
      return cell(t, 6 * p * t.t1, 2 * p * (3 * t.t2 + t.c2 * (2 * p - 1)), 2 * p * (P + 2) * t.t3);
    case WaferHost::ccc_gray:
      return cell(t, 6 * p * t.t1, 2 * p * (3 * t.t2 + t.c2 * (2 * p + 1)), 4 * p * (P + 1) * t.t3);
  }
  return 0;
}

double butterfly_bits(const GuestTask& task) { return task.side * task.side * task.message_bits; }

double printed_butterfly_exchange(const Wafer& wafer, WaferHost host, const GuestTask& task, const WaferDelays& t) {
  return butterfly_pass(wafer, host, t) * whole_phits(butterfly_bits(task), printed_measures(wafer, host).width);
}

/// The time of the first phit down the tree in Table 4.
double first_phit(const Wafer& wafer, WaferHost host, const WaferDelays& t) {
  const double P = wafer.processors_a_side();
  const double p = wafer.p;
  if (!is_cycles(host)) return butterfly_pass(wafer, host, t);
  const double logarithms = p * (is_gray(host) ? p + 3 : p + 1);
  return cell(t, 4 * p * t.t1, 4 * p * t.t2 + t.c2 * logarithms, (is_gray(host) ? 4 : 2) * P * t.t3);
}

/// Table 4: the time of the first phit; every other phit arrives the delay of a longest wire after the one before.
double spanning_tree(const Wafer& wafer, WaferHost host, const GuestTask& task, const WaferDelays& t,
                     WidthErratum erratum) {
  const HostMeasures measures = printed_measures(wafer, host);
  const double width = is_cycles(host) && erratum == WidthErratum::as_printed ? measures.width / 2 : measures.width;
  return first_phit(wafer, host, t) + (whole_phits(task.message_bits, width) - 1) * t(measures.longest);
}

}  // namespace

double printed_time(const Wafer& wafer, WaferHost host, const GuestTask& task, const WaferDelays& delays,
                    WidthErratum width) {
  CUTLINE_EXPECT(wafer.p >= 1 && task.side >= 1 && task.message_bits > 0);
  switch (task.guest) {
    case Guest::mesh_exchange:
      return printed_mesh_exchange(wafer, host, task, delays);
    case Guest::butterfly:
      return printed_butterfly_exchange(wafer, host, task, delays);
    case Guest::spanning_tree:
      return spanning_tree(wafer, host, task, delays, width);
  }
  return 0;
}

double floored_time(const Wafer& wafer, WaferHost host, const GuestTask& task, const WaferDelays& delays) {
  CUTLINE_EXPECT(task.guest == Guest::butterfly);
  // If widths are fractions, rounding errors put quotients just below whole numbers.
  const double phits = std::floor(butterfly_bits(task) / printed_measures(wafer, host).width * (1 + 1e-12));
  return butterfly_pass(wafer, host, delays) * phits;
}

double printed_side(const Wafer& wafer, WaferHost host) {
  const double P = wafer.processors_a_side();
  const double width = printed_measures(wafer, host).width;
  const double nodes = P * wafer.processor_side;
  if (host == WaferHost::mesh) return nodes + P * 2 * width;
  if (is_cycles(host)) return nodes + 2 * P * width + P * P * width / wafer.ccc_half_dimensions();
  return nodes + P * 2 * P * width;
}

double printed_tracks(const Wafer& wafer, WaferHost host) {
  if (host == WaferHost::mesh) return 2;
  return is_cycles(host) ? 2 * std::exp2(wafer.ccc_half_dimensions()) : 2 * (wafer.processors_a_side() - 1);
}

double printed_evaluations(const Wafer& wafer, WaferHost host, const GuestTask& task) {
  return task.message_bits * butterfly_evaluations(wafer, host, task);
}

ButterflyGains butterfly_gains(const Wafer& wafer, const GuestTask& task) {
  return {2.0 * wafer.p, 2 * std::log2(task.side)};
}

}  // namespace cutline
