// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cutline/study/candidate.hpp"
#include "cutline/study/laid_out.hpp"
#include "cutline/study/quantities.hpp"

// Helpers for the rows of quantities. Every file of this folder defines the rows of one part of the record.

namespace cutline {

using Quantities = std::vector<Quantity>;

template <class T>
Data to_data(const T& value) {
  if constexpr (std::is_same_v<T, Int128>) {
    return whole_data(value);
  } else if constexpr (std::is_same_v<T, Time>) {
    return in_ns(value);
  } else {
    return Data(value);
  }
}
template <class T>
Data to_data(const std::optional<T>& value) {
  return value ? to_data(*value) : Data();
}

template <class T>
Data to_data(const T* value) {
  return value != nullptr ? to_data(*value) : Data();
}

/// What the steps lead to from a value: members and functions, each of what the one before gives.
template <auto step, auto... more, class T>
Data value_along(const T& from) {
  const auto& next = std::invoke(step, from);
  if constexpr (sizeof...(more) == 0) {
    return to_data(next);
  } else {
    return value_along<more...>(next);
  }
}
/// What the steps lead to from one part of a candidate, such as the measures of its layout or its graph; null if it
/// lacks the part.
template <auto part, auto... steps>
Data member_of(const UnderDelay& asked) {
  const auto* found = part(asked);
  return found != nullptr ? value_along<steps...>(*found) : Data();
}
/// The part of a part: a member, which may be optional; null if the candidate lacks either.
template <auto part, auto member>
const auto* part_within(const UnderDelay& asked) {
  const auto* found = part(asked);
  if constexpr (requires { (found->*member).has_value(); }) {
    return found != nullptr && found->*member ? &*(found->*member) : nullptr;
  } else {
    return found != nullptr ? &(found->*member) : nullptr;
  }
}
/// Nanometres of boards in mm.
constexpr double mm_of_nm(std::int64_t nm) { return static_cast<double>(nm) * 1e-6; }

inline const LaidOut* layout_of(const UnderDelay& asked) { return asked.candidate.laid_out(); }
inline const Measures* measures_of(const UnderDelay& asked) {
  return asked.candidate.laid_out() ? &asked.candidate.laid_out()->measures : nullptr;
}
inline const GraphMeasures* graph_of(const UnderDelay& asked) { return asked.candidate.graph(); }
inline const Latency* latency_of(const UnderDelay& asked) {
  return asked.timing != nullptr ? &asked.timing->latency : nullptr;
}
inline std::string time_unit_of(const UnderDelay& a) {
  return std::string(unit_text(Unit::time, a.study.counts_tau()).sign);
}

/// The value of a function of the routed layout; null without one.
template <auto of>
Data of_layout(const UnderDelay& a) {
  return layout_of(a) != nullptr ? Data(of(layout_of(a)->layout)) : Data();
}
/// The value of a function of the wires and the clock; null if the candidate cannot be built.
template <auto of>
Data of_wires(const UnderDelay& a) {
  return a.wires != nullptr ? Data(of(*a.wires)) : Data();
}
/// The value of a function of the timing; null if there is no latency.
template <auto of>
Data of_timing(const UnderDelay& a) {
  return a.timing != nullptr ? Data(of(*a.timing)) : Data();
}

/// The names of a row: for `explain`, as a heading, as a column of rankings, and in `rank`.
constexpr QuantityNames called(std::string_view name, std::string_view title = {}, std::string_view column = {},
                               std::string_view rank = {}) {
  return {name, title, column, rank};
}
/// The row with the parts by which verdicts explain a loss.
inline Quantity with_parts(Quantity row, MeasureParts (*parts)(const UnderDelay&)) {
  row.parts = parts;
  return row;
}
/// The row of a quantity that is better where it is more.
inline Quantity best_high(Quantity row) {
  row.more_is_better = true;
  return row;
}
/// The row of a quantity that depends on the graph's bisection.
inline Quantity of_bisection(Quantity row) {
  row.of_bisection = true;
  return row;
}
/// The row of a number without parts, with the function that finds the cause of a loss.
inline Quantity with_loss(Quantity row, Loss (*loss)(const UnderDelay&, const UnderDelay&)) {
  row.loss = loss;
  return row;
}
/// For Quantity::wanted of quantities that only rankings use.
bool never_in_records(const Study&);
/// The same for what only studies of failing links measure.
bool links_fail(const Study& study);
/// A row that gives the unit and the summary of a number inside another quantity, which holds a list or a map.
inline Quantity named_part(std::string path, Unit unit, std::string_view summary, std::string_view name) {
  return {std::move(path), unit, summary, nullptr, {.name = name}};
}
/// A row whose value is notes; output/words has their sentences.
inline Quantity in_words(std::string key, std::string_view summary, std::vector<Note> (*notes)(const UnderDelay&),
                         NoteForm form) {
  Quantity row{std::move(key), Unit::none, summary};
  row.notes = notes;
  row.note_form = form;
  return row;
}
/// The row with its derivations.
inline Quantity derived(Quantity row, std::vector<Derivation> derivations) {
  row.derivations = std::move(derivations);
  return row;
}
/// A derivation that holds in one case.
inline Derivation when(bool (*applies)(const UnderDelay&), Derivation derivation) {
  derivation.applies = applies;
  return derivation;
}
/// An erratum on a formula of a family.
inline Erratum of_family(std::string_view text, bool (*applies)(const UnderDelay&) = nullptr) {
  return {text, applies, true};
}

/// Puts the rows of several functions one after another.
Quantities joined(std::initializer_list<Quantities> lists);

bool is_ideal(const UnderDelay& asked);
/// Whether the candidate stands on a board of its own.
bool has_board(const UnderDelay& asked);
/// Whether the candidate stands in a hall.
bool has_machine(const UnderDelay& asked);
/// What a channel over a cut counts for: half a cable's Gb/s, since each direction counts; absent without a machine.
std::optional<double> gbps_of_channel(const UnderDelay& asked);
/// Whether the nodes stand in several planes.
bool has_planes(const UnderDelay& asked);
/// Whether some axis has this order of its nodes.
bool has_order(const UnderDelay& asked, std::string_view name);
/// Whether messages end hops at interchanges; whether their first router counts.
inline bool passes_interchanges(const UnderDelay& a) {
  return a.timing != nullptr && a.timing->input.mean_interchanges > 0;
}
inline bool counts_first(const UnderDelay& a) { return a.timing != nullptr && a.timing->input.first_routers > 0; }
inline bool without_express(const UnderDelay& a) { return a.candidate.facts.express.empty(); }
bool by_express_rule(const UnderDelay& asked);
/// Of the hops by the express rule.
std::vector<Erratum> express_errata();

/// Numbers that formulas of several parts have, and the record does not.
namespace facts {
Data message_bits(const UnderDelay& a);  ///< with the header
Data router_ns(const UnderDelay& a);     ///< of a hop
Data interchanges(const UnderDelay& a);  ///< of the hops of a mean message, those that end at an interchange
Data period_cycles(const UnderDelay& a);
Data cut_channels(const UnderDelay& a);   ///< over the best balanced cut, each counted by its width
Data port_channels(const UnderDelay& a);  ///< virtual ones of a port of a router
Data depth_flits(const UnderDelay& a);    ///< of the buffer of each
Data wires_per_channel(const UnderDelay& a);
Data wires_per_bit(const UnderDelay& a);
Data control_wires(const UnderDelay& a);
Data layer_pairs(const UnderDelay& a);
}  // namespace facts

/// Symbols that formulas of several parts share.
namespace symbols {
inline constexpr Symbol nodes = {"N", "nodes", "nodes"};
inline constexpr Symbol hops = {"H", "performance.mean_hops", "mean hops of a message"};
inline constexpr Symbol width = {"W", "channel.width_bits", "channel width in bits"};
inline constexpr Symbol wires_per_bit = {"b", facts::wires_per_bit, "wires per bit"};
inline constexpr Symbol control = {"control", facts::control_wires, "control wires of a channel"};
inline constexpr Symbol message = {"L", facts::message_bits, "bits of a message with its header"};
inline constexpr Symbol period = {"p", facts::period_cycles, "cycles from one phit of a channel to the next"};
inline constexpr Symbol cycle = {"T_c", "delay.cycle_ns", "cycle"};
inline constexpr Symbol spacings = {"s", "express.lines.0.spacing",
                                    "nodes that a channel passes, local first, in the first kind of dimension"};
inline constexpr Symbol dimension_nodes = {"k", "express.lines.0.nodes", "nodes along it"};
}  // namespace symbols

inline constexpr std::string_view kCounted = "counted on the routed layout";

#define CUTLINE_QUANTITIES(name, delay) Quantities name##_quantities();
#include "quantities.inc"
#undef CUTLINE_QUANTITIES

/// The first `count` quantiles of a spread: "half", "most_90" ...; null if the spread is empty.
Data quantiles_data(const LatencySpread& spread, std::size_t count);
/// Latency by distance; null if the spread is empty or has more distances than a record lists.
Data distances_data(const LatencySpread& spread);

/// Latency at loads: a list with a map for each load.
Data load_points_data(const std::vector<LoadPoint>& points, const Timing& timing);

}  // namespace cutline
