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
  /// By the name of the option, "--technology", or of the argument, "SPEC".
  std::map<std::string, std::vector<std::string>, std::less<>> values;
  /// The last value of an option; empty where it is not there.
  std::string value_of(std::string_view name) const;
};

/// Where the values of an option come from, as far as they are known.
struct KnownValues {
  /// Throws what reading a spec throws; absent: only files, or what nobody can know, as a number.
  std::vector<KnownValue> (*values)(const TypedLine&) = nullptr;
  bool by_commas = false;
  /// Files may stand there: those with one of these endings, "yaml yml", or with any where there is none.
  std::optional<std::string_view> files = {};
};

std::vector<KnownValue> named_values(const std::vector<std::string_view>& names);
/// A closed set.
template <std::vector<std::string_view> (*names)()>
std::vector<KnownValue> all_of(const TypedLine&) {
  return named_values(names());
}
/// What `cutline list KIND` lists.
std::vector<KnownValue> listed_values(std::string_view kind);

}  // namespace cutline
