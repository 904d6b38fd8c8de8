// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "evaluate/stages.hpp"
#include "evaluate/timing.hpp"
#include "placement/order.hpp"

namespace cutline {

namespace {

/// p for a machine of 2^(2p) processors; absent for other numbers.
std::optional<int> half_bits(double nodes) {
  const double p = std::log2(nodes) / 2;
  const double whole = std::round(p);
  return std::abs(p - whole) < 1e-9 && whole >= 1 ? std::optional<int>(static_cast<int>(whole)) : std::nullopt;
}

bool in_gray_order(const GuestChoice& guest, const TimedCandidate& candidate) {
  using Mapping = GuestChoice::Mapping;
  if (guest.mapping != Mapping::as_placed) return guest.mapping == Mapping::gray;
  const std::vector<std::string>& orders = candidate.design->placement.orders;
  return !orders.empty() && std::all_of(orders.begin(), orders.end(), [](const std::string& name) {
    const Order* order = find_order(name);
    return order != nullptr && order->is_gray;
  });
}

std::optional<WaferHost> host_of(const GuestChoice& guest, const TimedCandidate& candidate) {
  const bool gray = in_gray_order(guest, candidate);
  const NetworkShape shape = shape_of(candidate);
  if (shape.kind == NetworkKind::paths && shape.radices.size() == 2) return WaferHost::mesh;
  if (shape.is_binary()) return gray ? WaferHost::hypercube_gray : WaferHost::hypercube;
  if (shape.kind == NetworkKind::cycles_of_cube) return gray ? WaferHost::ccc_gray : WaferHost::ccc;
  return std::nullopt;
}

Wafer wafer_of(const GuestChoice& guest, int p) {
  return {.p = p, .mesh_width = guest.mesh_width, .processor_side = guest.processor_side};
}

/// Guest nodes along a processor's side.
double processors_side(const GuestChoice& guest, const Wafer& wafer) {
  return guest.of == GuestChoice::Side::whole ? guest.side / wafer.processors_a_side() : guest.side;
}

Time delay_of_span(const ChosenDelay& delay, double pitches) {
  WireLength wire;
  wire.span = pitches;
  return delay(wire);
}

/// The delay model in the terms of the paper's tables; absent if they do not cover it.
std::optional<WaferDelays> table_delays(const ChosenDelay& delay) {
  const double one = in_ns(delay_of_span(delay, 1));
  WaferDelays delays;
  delays.t1 = delays.t2 = delays.t3 = one;
  if (delay.model->law == LengthLaw::constant) {
    delays.kind = WaferDelays::Kind::constant;
  } else if (delay.model->law == LengthLaw::logarithmic) {
    delays.kind = WaferDelays::Kind::capacitive;
    delays.c2 = in_ns(delay_of_span(delay, 2)) - one;
  } else if (delay.model->law == LengthLaw::linear && std::abs(in_ns(delay_of_span(delay, 2)) - 2 * one) < 1e-9 * one) {
    delays.kind = WaferDelays::Kind::resistive;
  } else {
    return std::nullopt;
  }
  return delays;
}

PrintedTimes printed_times(const Wafer& wafer, WaferHost host, const GuestTask& task, const WaferDelays& delays) {
  PrintedTimes out;
  out.time_ns = printed_time(wafer, host, task, delays);
  out.mesh_ns = printed_time(wafer, WaferHost::mesh, task, delays);
  out.longest_ns = printed_longest_delay(wafer, host, delays);
  if (task.guest == Guest::spanning_tree)
    out.also = CorrectedTime{printed_time(wafer, host, task, delays, WidthErratum::mended)};
  if (task.guest == Guest::butterfly) out.also = FlooredTime{floored_time(wafer, host, task, delays)};
  return out;
}

Emulation emulation(const Wafer& wafer, WaferHost host, const GuestTask& task, const HostMeasures& exact,
                    const ChosenDelay& delay) {
  Emulation out{.wafer = wafer, .host = host, .task = task, .exact = exact};
  for (const std::string& note : emulation_notes(wafer, host, task))
    out.assumed.push_back(make_note(NoteKind::sentence, note));
  if (const auto delays = table_delays(delay)) {
    out.printed = printed_times(wafer, host, task, *delays);
  } else {
    out.printed = make_note(NoteKind::delay_not_in_tables, delay.label);
  }
  const auto of_span = [&](double pitches) { return in_ns(delay_of_span(delay, pitches)); };
  out.exact_longest_ns = of_span(exact.longest);
  if (const auto legs = exact_legs(wafer, host, task, exact)) {
    out.exact_ns = time_of(*legs, of_span);
  } else {
    out.exact_ns = make_note(NoteKind::broadcast_needs_cycles);
  }
  return out;
}

/// The reason why a candidate cannot host the study's guest; absent if it can.
std::optional<Note> why_no_host(const GuestChoice& guest, const TimedCandidate& candidate,
                                const std::optional<WaferHost>& host, const std::optional<int>& p) {
  if (!host || !p) return make_note(NoteKind::not_a_host);
  if (!candidate.facts.tiles.terminals.empty()) return make_note(NoteKind::host_lacks_processors);
  if (*host == WaferHost::mesh && candidate.network() && candidate.network()->topology.digits[0].radix != 1U << *p)
    return make_note(NoteKind::mesh_not_square);
  if (processors_side(guest, wafer_of(guest, *p)) < 1) return make_note(NoteKind::guest_too_small);
  return std::nullopt;
}

}  // namespace

Emulations emulations(const GuestChoice& guest, const std::vector<ChosenDelay>& delays,
                      const TimedCandidate& candidate) {
  Emulations result;
  result.of_delay.resize(delays.size());
  const auto refuse = [&](const Note& why) { result.notes.push_back(make_note(NoteKind::no_emulation, why)); };
  const auto host = host_of(guest, candidate);
  const auto p = half_bits(candidate.facts.nodes);
  if (const auto why = why_no_host(guest, candidate, host, p)) {
    refuse(*why);
    return result;
  }
  const Wafer wafer = wafer_of(guest, *p);
  const GuestTask task{guest.guest, processors_side(guest, wafer), guest.message_bits};
  const HostMeasures exact = exact_measures(wafer, *host);
  for (std::size_t d = 0; d < delays.size(); ++d) {
    if (wants_layout(delays[d])) {
      refuse(make_note(NoteKind::hosts_have_spans, delays[d].label));
    } else {
      result.of_delay[d] = emulation(wafer, *host, task, exact, delays[d]);
    }
  }
  return result;
}

}  // namespace cutline
