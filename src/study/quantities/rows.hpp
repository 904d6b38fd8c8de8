// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <type_traits>

#include "cutline/study/quantities.hpp"

// What the rows of quantities are made of. Every file of this folder defines the rows of one part of the record.

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

/// A member of what a candidate has of a kind: a layout's measures, a graph's measures. Nothing where it has none.
template <auto part, auto member>
Data member_of(const Asked& asked) {
  const auto* found = part(asked);
  return found != nullptr ? to_data(found->*member) : Data();
}

inline const LaidOut* layout_of(const Asked& asked) { return asked.candidate.laid_out(); }
inline const Measures* measures_of(const Asked& asked) {
  return asked.candidate.laid_out() ? &asked.candidate.laid_out()->measures : nullptr;
}
inline const GraphMeasures* graph_of(const Asked& asked) {
  return asked.candidate.facts.graph ? &*asked.candidate.facts.graph : nullptr;
}
inline const Latency* latency_of(const Asked& asked) {
  return asked.timing != nullptr ? &asked.timing->latency : nullptr;
}
/// What a row is called: for `explain`, above its column, as a column of rankings, and in `rank`.
constexpr QuantityNames called(std::string_view name, std::string_view title = {}, std::string_view column = {},
                              std::string_view rank = {}) {
  return {name, title, column, rank};
}
/// Of what only rankings ask.
bool never_in_records(const Study&);
/// The unit and the summary of a number within a quantity that holds a list or a map, which has a name of its own.
inline Quantity named_part(std::string path, Unit unit, std::string_view summary, std::string_view name) {
  return {std::move(path), unit, summary, nullptr, {.name = name}};
}
/// What notes tell, for which output/words has the sentences.
inline Quantity in_words(std::string key, std::string_view summary, std::vector<Note> (*notes)(const Asked&),
                         NoteForm form) {
  Quantity row{std::move(key), Unit::none, summary};
  row.notes = notes;
  row.note_form = form;
  return row;
}
bool has_planes(const Candidate& candidate);

#define CUTLINE_QUANTITIES(name) Quantities name##_quantities();
#include "quantities.inc"
#undef CUTLINE_QUANTITIES

}  // namespace cutline
