// SPDX-License-Identifier: Apache-2.0
#include "cutline/performance/emulation.hpp"

#include <fmt/core.h>

#include <array>
#include <cmath>
#include <numbers>

#include "base/roots.hpp"
#include "emulation_parts.hpp"

namespace cutline {

namespace {

constexpr std::array<std::pair<WaferHost, std::string_view>, 5> kNames = {
    {{WaferHost::mesh, "mesh"},
     {WaferHost::hypercube, "hypercube"},
     {WaferHost::hypercube_gray, "hypercube_gray"},
     {WaferHost::ccc, "ccc"},
     {WaferHost::ccc_gray, "ccc_gray"}}};

}  // namespace

double WaferDelays::operator()(double pitches) const {
  switch (kind) {
    case Kind::constant:
      return t1;
    case Kind::capacitive:
      return t2 + c2 * std::log2(pitches);
    case Kind::resistive:
      return t3 * pitches;
  }
  return 0;
}

double Wafer::processors_a_side() const { return std::exp2(p); }

double Wafer::ccc_half_dimensions() const {
  // d 2^d = 4^p processors in cycles of d = 2p'.
  const double half = lambert_w(std::exp2(2 * p) * std::numbers::ln2) / std::numbers::ln2 / 2;
  const double whole = std::round(half);
  return 2 * whole + std::log2(2 * whole) == 2.0 * p ? whole : half;
}

bool Wafer::has_ccc() const { return ccc_half_dimensions() == std::round(ccc_half_dimensions()); }

bool is_cycles(WaferHost host) { return host == WaferHost::ccc || host == WaferHost::ccc_gray; }

bool is_gray(WaferHost host) { return host == WaferHost::hypercube_gray || host == WaferHost::ccc_gray; }

double whole_phits(double bits, double width) {
  // If widths are fractions, rounding errors put quotients just above whole numbers.
  return std::ceil(bits / width * (1 - 1e-12));
}

HostMeasures printed_measures(const Wafer& wafer, WaferHost host) {
  const double P = wafer.processors_a_side();
  const double w = wafer.mesh_width;
  if (host == WaferHost::mesh) return {w, 1};
  if (is_cycles(host)) return {2 * w * wafer.p / P, is_gray(host) ? P : P / 2};
  return {w / P, is_gray(host) ? P : P / 2};
}

HostMeasures bound_measures(const Wafer& wafer, WaferHost host) {
  const double P = wafer.processors_a_side();
  const double w = wafer.mesh_width;
  if (host == WaferHost::mesh) return {w, 1};
  if (is_cycles(host)) {
    const double cycle = 2 * wafer.ccc_half_dimensions();
    return {cycle * w / (P + cycle), is_gray(host) ? P - std::sqrt(cycle) : P / 2};
  }
  return {w / (P - 1), is_gray(host) ? P - 1 : P / 2};
}

std::optional<HostTracks> routed_tracks(const Wafer& wafer, WaferHost host) {
  const double P = wafer.processors_a_side();
  if (host == WaferHost::mesh) return HostTracks{P, P};
  if (is_cycles(host)) return routed_cycle_tracks(wafer, host);
  const double all = P * std::floor(2 * P / 3);
  return HostTracks{all, all};
}

HostMeasures exact_measures(const Wafer& wafer, WaferHost host) {
  HostMeasures measures = bound_measures(wafer, host);
  const auto tracks = routed_tracks(wafer, host);
  if (!tracks) return measures;
  // (s + 2 W x) (s + 2 W y) = (s + 2 w)^2, of x and y tracks a processor.
  const double P = wafer.processors_a_side();
  const double s = wafer.processor_side;
  const double x = tracks->columns / P;
  const double y = tracks->rows / P;
  const double missing = wafer.pitch() * wafer.pitch() - s * s;
  const double root = std::sqrt(s * s * (x - y) * (x - y) + 4 * x * y * wafer.pitch() * wafer.pitch());
  measures.width = missing / (s * (x + y) + root);
  return measures;
}

double printed_longest_delay(const Wafer& wafer, WaferHost host, const WaferDelays& delays) {
  if (host == WaferHost::mesh) return delays(1);
  const double P = wafer.processors_a_side();
  return delays.kind == WaferDelays::Kind::capacitive ? delays(P) : delays(is_gray(host) ? P : P / 2);
}

double time_of(const std::vector<Leg>& legs, FunctionRef<double(double pitches)> delay) {
  double time = 0;
  for (const Leg& leg : legs) time += leg.transmissions * delay(leg.pitches);
  return time;
}

double butterfly_evaluations(const Wafer& wafer, WaferHost host, const GuestTask& task) {
  const double k = std::log2(task.side);
  return task.side * task.side * (2 * k + (is_cycles(host) ? 4 : 2) * wafer.p);
}

std::string_view name_of(WaferHost host) {
  for (const auto& [known, name] : kNames) {
    if (known == host) return name;
  }
  return {};
}

namespace {

bool is_cube(WaferHost host) { return host == WaferHost::hypercube || host == WaferHost::hypercube_gray; }

/// The errata of Table 1 and of section 2 about a host's layout, with the corrections.
std::vector<std::string_view> layout_errata(WaferHost host) {
  std::vector<std::string_view> errata;
  if (is_cube(host))
    errata.push_back("RJ-track: 2 (P - 1) wires printed for a row of P nodes; 2 floor(2 P / 3) suffice, by left-edge");
  if (host == WaferHost::hypercube)
    errata.push_back("RJ-tab1: t2 + c2 p printed for a longest wire of P / 2 pitches; it takes t2 + c2 (p - 1)");
  if (host == WaferHost::hypercube_gray)
    errata.push_back("RJ-gray: a longest wire of P pitches printed; it is P - 1, of t2 + c2 log2(P - 1)");
  if (is_cycles(host)) {
    errata.push_back("RJ 2.2: the number of a processor lacks |j in print, and the part c of it has 2p' - j digits");
    errata.push_back(
        "RJ-dil: printed that a cycle's links are two pitches long where sqrt(2p') is odd; the root of an even square "
        "is even");
  }
  if (host == WaferHost::ccc_gray)
    errata.push_back(
        "RJ 2.3: lengths between cycles printed in S / P; in S / P' they are at most P - sqrt(2p') pitches");
  return errata;
}

}  // namespace

std::vector<std::string> emulation_notes(const Wafer& wafer, WaferHost host, const GuestTask& task) {
  std::vector<std::string> notes;
  if (is_cycles(host) && !wafer.has_ccc()) {
    notes.push_back(
        fmt::format("hypothetical: {:g} processors a side hold no cube-connected cycles, p' would be {:.4g}; without a "
                    "layout to route, widths are by the paper's bound on tracks",
                    wafer.processors_a_side(), wafer.ccc_half_dimensions()));
  }
  for (const std::string_view layout : layout_errata(host)) notes.emplace_back(layout);
  if (is_cycles(host) && task.guest == Guest::mesh_exchange) notes.emplace_back("RJ 3: 2^p' printed, 2p' meant");
  if (is_cube(host) && task.guest == Guest::butterfly)
    notes.emplace_back(
        "RJ 4.1: 2^(i mod p) printed for the length of dimension i; counted from 1 it is 2^((i-1) mod p)");
  if (task.guest == Guest::butterfly)
    notes.emplace_back(
        "RJ-tab3: floor brackets printed, ceilings meant; computation prints m for k and a factor L too many");
  if (is_cycles(host) && task.guest == Guest::spanning_tree)
    notes.emplace_back(
        "RJ-tab4: ceil(PL/wp) printed, ceil(PL/2wp) by the width of Table 1; a height of 4p' is less "
        "than the diameter 5p' - 2 for p' > 2");
  return notes;
}

}  // namespace cutline
