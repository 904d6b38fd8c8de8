// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "cutline/detail/study/note.hpp"

namespace cutline::test {

inline bool alike(const NoteArgument& a, const NoteArgument& b) {
  const auto number = [](const NoteArgument& each) -> std::optional<double> {
    if (const auto* count = std::get_if<std::uint64_t>(&each)) return static_cast<double>(*count);
    if (const auto* real = std::get_if<double>(&each)) return *real;
    return std::nullopt;
  };
  if (!number(a) || !number(b)) return a == b;
  return std::abs(*number(a) - *number(b)) <= 1e-3 * std::abs(*number(b));
}

/// Whether a note of this kind is told, by itself or within another; with arguments, one whose first ones these are,
/// numbers within a thousandth.
template <class... Values>
bool noted(const std::vector<Note>& notes, NoteKind kind, const Values&... values) {
  const std::vector<NoteArgument> wanted = {note_argument(values)...};
  return std::any_of(notes.begin(), notes.end(), [&](const Note& note) {
    if (note.kind == kind && note.arguments.size() >= wanted.size() &&
        std::equal(wanted.begin(), wanted.end(), note.arguments.begin(), alike))
      return true;
    return std::any_of(note.arguments.begin(), note.arguments.end(), [&](const NoteArgument& argument) {
      const auto* within = std::get_if<std::vector<Note>>(&argument);
      return within != nullptr && noted(*within, kind, values...);
    });
  });
}

}  // namespace cutline::test
