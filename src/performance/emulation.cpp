// SPDX-License-Identifier: Apache-2.0
#include "cutline/detail/performance/emulation.hpp"

#include <fmt/core.h>

#include <cmath>
#include <numbers>
#include <numeric>

#include "base/roots.hpp"
#include "cutline/layout/layout.hpp"
#include "cutline/placement/place.hpp"
#include "cutline/technology/technology.hpp"
#include "cutline/topology/family.hpp"
#include "cutline/topology/topology.hpp"

namespace cutline {

namespace {

bool is_cycles(WaferHost host) { return host == WaferHost::ccc || host == WaferHost::ccc_gray; }

bool is_gray(WaferHost host) { return host == WaferHost::hypercube_gray || host == WaferHost::ccc_gray; }

bool is_cube(WaferHost host) { return host == WaferHost::hypercube || host == WaferHost::hypercube_gray; }

/// ceil(bits / width). A quotient that exceeds a whole number only by a rounding error counts as that number.
double whole_phits(double bits, double width) {
  // If widths are fractions, rounding errors put quotients just above whole numbers.
  return std::ceil(bits / width * (1 - 1e-12));
}

/// Cells that a table prints for one host, by delay model: constant, capacitive, resistive.
using TableCells = std::array<double, 3>;

double cell(const WaferDelays& delays, const TableCells& cells) {
  return cells.at(static_cast<std::size_t>(delays.kind));
}

/// The cell of a host in a table with a row for each.
double cell(WaferHost host, const WaferDelays& delays, const std::array<TableCells, 5>& rows) {
  return cell(delays, rows.at(static_cast<std::size_t>(host)));
}

constexpr int kMostRouted = 12;  // p of 2^2p processors

/// Both directions of a link side by side make a track.
double tracks_across(const AxisPositions& lines) {
  return std::accumulate(lines.channel.begin(), lines.channel.end(), 0.0) / 2;
}

/// routed_tracks() of cube-connected cycles.
std::optional<HostTracks> routed_cycle_tracks(const Wafer& wafer, WaferHost host) {
  if (!wafer.has_ccc() || wafer.p > kMostRouted) return std::nullopt;
  const auto dimensions = static_cast<std::int64_t>(2 * wafer.ccc_half_dimensions());
  const Topology cycles = build_topology("ccc", {{"dimensions", dimensions}});
  PlacementChoice choice;
  choice.orders = {is_gray(host) ? "gray" : "natural"};
  const LayoutRules rules = layout_rules(unit_technology(), {}, {});
  const Layout layout = route(wire_up(cycles, place(cycles, choice)), rules, ChannelWires{1, 1, 0});
  return HostTracks{tracks_across(layout.rows()), tracks_across(layout.columns())};
}

}  // namespace

double WaferDelays::operator()(double pitches) const {
  return cell(*this, {t1, t2 + c2 * std::log2(pitches), t3 * pitches});
}

double Wafer::processors_a_side() const { return std::exp2(p); }

double Wafer::ccc_half_dimensions() const {
  // d 2^d = 4^p processors in cycles of d = 2p'.
  const double half = lambert_w(std::exp2(2 * p) * std::numbers::ln2) / std::numbers::ln2 / 2;
  const double whole = std::round(half);
  return 2 * whole + std::log2(2 * whole) == 2.0 * p ? whole : half;
}

bool Wafer::has_ccc() const { return ccc_half_dimensions() == std::round(ccc_half_dimensions()); }

HostMeasures printed_measures(const Wafer& wafer, WaferHost host) {
  const double P = wafer.processors_a_side(), w = wafer.mesh_width;
  if (host == WaferHost::mesh) return {w, 1};
  if (is_cycles(host)) return {2 * w * wafer.p / P, is_gray(host) ? P : P / 2};
  return {w / P, is_gray(host) ? P : P / 2};
}

HostMeasures bound_measures(const Wafer& wafer, WaferHost host) {
  const double P = wafer.processors_a_side(), w = wafer.mesh_width;
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
  const double P = wafer.processors_a_side(), s = wafer.processor_side;
  const double x = tracks->columns / P, y = tracks->rows / P;
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

namespace {

/// Table 2.
double printed_mesh_exchange(const Wafer& wafer, WaferHost host, const GuestTask& task, const WaferDelays& t) {
  const double P = wafer.processors_a_side(), p = wafer.p;
  const double longest = printed_longest_delay(wafer, host, t);
  const double on_mesh = task.side * task.message_bits / wafer.mesh_width;
  return (host == WaferHost::mesh ? on_mesh : P * on_mesh) *
         cell(host, t,
              {{{t.t1, t.t2, t.t3},
                {longest, longest, longest},
                {t.t1, t.t2, t.t3},
                {4 * t.t1, 4 * t.t2 + t.c2 * std::sqrt(p / 2), (P / std::sqrt(8 * p) + 8) * t.t3},
                {4 * t.t1, 4 * t.t2, 10 * t.t3}}});
}

/// The time of one pass through all levels with one phit of each message: the cells of Table 3 without their bracket.
double butterfly_pass(const Wafer& wafer, WaferHost host, const WaferDelays& t) {
  const double P = wafer.processors_a_side(), p = wafer.p;
  return cell(host, t,
              {{{2 * P * t.t1, 2 * P * t.t2, 2 * P * t.t3},
                {2 * p * t.t1, p * (2 * t.t2 + t.c2 * (p - 1)), 2 * P * t.t3},
                {2 * p * t.t1, p * (2 * t.t2 + t.c2 * (p + 1)), 4 * P * t.t3},
                {6 * p * t.t1, 2 * p * (3 * t.t2 + t.c2 * (2 * p - 1)), 2 * p * (P + 2) * t.t3},
                {6 * p * t.t1, 2 * p * (3 * t.t2 + t.c2 * (2 * p + 1)), 4 * p * (P + 1) * t.t3}}});
}

double butterfly_bits(const GuestTask& task) { return task.side * task.side * task.message_bits; }

/// The time of the first phit down the tree in Table 4.
double first_phit(const Wafer& wafer, WaferHost host, const WaferDelays& t) {
  const double P = wafer.processors_a_side(), p = wafer.p;
  if (!is_cycles(host)) return butterfly_pass(wafer, host, t);
  const double logarithms = p * (is_gray(host) ? p + 3 : p + 1);
  return cell(t, {4 * p * t.t1, 4 * p * t.t2 + t.c2 * logarithms, (is_gray(host) ? 4 : 2) * P * t.t3});
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
  if (task.guest == Guest::mesh_exchange) return printed_mesh_exchange(wafer, host, task, delays);
  if (task.guest == Guest::spanning_tree) return spanning_tree(wafer, host, task, delays, width);
  return butterfly_pass(wafer, host, delays) * whole_phits(butterfly_bits(task), printed_measures(wafer, host).width);
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
  if (task.guest == Guest::mesh_exchange) return exact_mesh_exchange(wafer, host, task, measures);
  if (task.guest == Guest::butterfly) return exact_butterfly_exchange(wafer, host, task, measures);
  return exact_spanning_tree(wafer, host, task, measures);
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
  constexpr std::array<std::string_view, 5> kNames = {"mesh", "hypercube", "hypercube_gray", "ccc", "ccc_gray"};
  return kNames.at(static_cast<std::size_t>(host));
}

std::vector<std::string> emulation_notes(const Wafer& wafer, WaferHost host, const GuestTask& task) {
  const bool butterfly = task.guest == Guest::butterfly;
  const std::pair<bool, const char*> errata[] = {
      {is_cube(host), "RJ-track: 2 (P - 1) wires printed for a row of P nodes; 2 floor(2 P / 3) suffice, by left-edge"},
      {host == WaferHost::hypercube,
       "RJ-tab1: t2 + c2 p printed for a longest wire of P / 2 pitches; it takes t2 + c2 (p - 1)"},
      {host == WaferHost::hypercube_gray,
       "RJ-gray: a longest wire of P pitches printed; it is P - 1, of t2 + c2 log2(P - 1)"},
      {is_cycles(host), "RJ 2.2: the number of a processor lacks |j in print, and the part c of it has 2p' - j digits"},
      {is_cycles(host),
       "RJ-dil: printed that a cycle's links are two pitches long where sqrt(2p') is odd; the root of an even square "
       "is "
       "even"},
      {host == WaferHost::ccc_gray,
       "RJ 2.3: lengths between cycles printed in S / P; in S / P' they are at most P - sqrt(2p') pitches"},
      {is_cycles(host) && task.guest == Guest::mesh_exchange, "RJ 3: 2^p' printed, 2p' meant"},
      {is_cube(host) && butterfly,
       "RJ 4.1: 2^(i mod p) printed for the length of dimension i; counted from 1 it is 2^((i-1) mod p)"},
      {butterfly,
       "RJ-tab3: floor brackets printed, ceilings meant; computation prints m for k and a factor L too many"},
      {is_cycles(host) && task.guest == Guest::spanning_tree,
       "RJ-tab4: ceil(PL/wp) printed, ceil(PL/2wp) by the width of Table 1; a height of 4p' is less than the diameter "
       "5p' - 2 for p' > 2"}};
  std::vector<std::string> notes;
  if (is_cycles(host) && !wafer.has_ccc()) {
    notes.push_back(
        fmt::format("hypothetical: {:g} processors a side hold no cube-connected cycles, p' would be {:.4g}; without a "
                    "layout to route, widths are by the paper's bound on tracks",
                    wafer.processors_a_side(), wafer.ccc_half_dimensions()));
  }
  for (const auto& [applies, erratum] : errata) {
    if (applies) notes.emplace_back(erratum);
  }
  return notes;
}

}  // namespace cutline
