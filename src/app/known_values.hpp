// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cutline::app {

/// A value that an option takes, and its meaning, which may be empty.
struct KnownValue {
  std::string value;
  std::string meaning = {};
};

/// The words of a command line that is being typed, except the one to complete.
struct TypedLine {
  /// The values, by the name of the option, "--technology", or of the argument, "SPEC".
  std::map<std::string, std::vector<std::string>, std::less<>> values;
  /// The last value of an option; empty if the option is not on the line.
  std::string value_of(std::string_view name) const;
};

/// How to find the values that an option can take, for completion.
struct KnownValues {
  /// Gives the values; throws the errors of reading a spec. Null if the values are files, or are not known, as numbers.
  std::vector<KnownValue> (*values)(const TypedLine&) = nullptr;
  bool by_commas = false;
  /// The value may be a file with one of these endings, "yaml yml"; with any ending if the text is empty.
  std::optional<std::string_view> files = {};
};

std::vector<KnownValue> named_values(const std::vector<std::string_view>& names);
/// Values from a fixed set of names.
template <std::vector<std::string_view> (*names)()>
std::vector<KnownValue> all_of(const TypedLine&) {
  return named_values(names());
}
/// The entries that `cutline list KIND` shows.
std::vector<KnownValue> listed_values(std::string_view kind);

}  // namespace cutline::app
