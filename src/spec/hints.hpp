// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "spec/reader.hpp"

namespace cutline {

// Hints for values that cannot be read. Those for unknown keys are declared in reader.hpp.

/// Whether quantities of this kind may have the unit; no unit is not allowed.
bool allows(const std::vector<Measured>& allowed, const UnitText* unit);
/// A hint for a word where a number is expected: `four` is 4.
std::string word_hint(std::string_view text);
/// The quantity that a number without a unit may be: "1.2 m" of `aisles`. It has the unit of the key's default, or else
/// one that is usual below its keys.
std::string example_of(const Reader& reader, YamlId id, const std::vector<Measured>& allowed, std::string_view number);
/// What a unit that is not allowed may be meant as, the same in other letters or else the nearest, and all allowed
/// ones.
std::string unit_hint(std::string_view given, const std::vector<Measured>& allowed);

}  // namespace cutline
