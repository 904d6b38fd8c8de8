// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cutline {

/// A value that an option takes, and what it means; the meaning may be empty.
struct KnownValue {
  std::string value;
  std::string meaning = {};
};

/// What stands on a command line that is being typed, beside the word at hand.
struct TypedLine {
  std::string command;
  /// By the name of the option, "--technology", or of the argument, "SPEC".
  std::map<std::string, std::vector<std::string>, std::less<>> values;
  /// The last value of an option; empty where it is not there.
  std::string value_of(std::string_view name) const;
};

/// One row of the catalogue of options whose values are known: where they come from.
struct ValueSource {
  std::string_view name;  ///< of the option, "--format", or of the argument, "KIND"
  /// Throws what reading a spec throws; absent: only files.
  std::vector<KnownValue> (*values)(const TypedLine&) = nullptr;
  bool by_commas = false;
  /// Files may stand there: those with one of these endings, "yaml yml", or with any where there is none.
  std::optional<std::string_view> files = {};
};

/// Nothing where an option takes what nobody can know, as a number.
const ValueSource* find_value_source(std::string_view name);

/// "it takes: a, b, c" where an option takes one of a set that is known and not too long to be read; else nothing.
std::string known_values_hint(std::string_view name, const TypedLine& typed);

}  // namespace cutline
