// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <type_traits>

#include "cutline/study/laid_out.hpp"
#include "cutline/study/quantities.hpp"
#include "rank/measure_losses.hpp"

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

/// A member of one part of a candidate, such as the measures of its layout or its graph; null if it lacks the part.
template <auto part, auto member>
Data member_of(const Asked& asked) {
  const auto* found = part(asked);
  return found != nullptr ? to_data(found->*member) : Data();
}

inline const LaidOut* layout_of(const Asked& asked) { return asked.candidate.laid_out(); }
inline const Measures* measures_of(const Asked& asked) {
  return asked.candidate.laid_out() ? &asked.candidate.laid_out()->measures : nullptr;
}
inline const GraphMeasures* graph_of(const Asked& asked) { return asked.candidate.graph(); }
inline const Latency* latency_of(const Asked& asked) {
  return asked.timing != nullptr ? &asked.timing->latency : nullptr;
}
/// The names of a row: for `explain`, as a heading, as a column of rankings, and in `rank`.
constexpr QuantityNames called(std::string_view name, std::string_view title = {}, std::string_view column = {},
                               std::string_view rank = {}) {
  return {name, title, column, rank};
}
/// The row with the parts by which verdicts explain a loss.
inline Quantity with_parts(Quantity row, MeasureParts (*parts)(const Asked&)) {
  row.parts = parts;
  return row;
}
/// The row of a number without parts, with the function that finds the cause of a loss.
inline Quantity with_loss(Quantity row, Loss (*loss)(const Asked&, const Asked&)) {
  row.loss = loss;
  return row;
}
/// For Quantity::wanted of quantities that only rankings use.
bool never_in_records(const Study&);
/// A row that gives the unit and the summary of a number inside another quantity, which holds a list or a map.
inline Quantity named_part(std::string path, Unit unit, std::string_view summary, std::string_view name) {
  return {std::move(path), unit, summary, nullptr, {.name = name}};
}
/// A row whose value is notes; output/words has their sentences.
inline Quantity in_words(std::string key, std::string_view summary, std::vector<Note> (*notes)(const Asked&),
                         NoteForm form) {
  Quantity row{std::move(key), Unit::none, summary};
  row.notes = notes;
  row.note_form = form;
  return row;
}
bool has_planes(const Candidate& candidate);

#define CUTLINE_QUANTITIES(name, delay) Quantities name##_quantities();
#include "quantities.inc"
#undef CUTLINE_QUANTITIES

}  // namespace cutline
