// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <limits>
#include <map>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace cutline {

using IntegerList = std::vector<std::int64_t>;
using IntegerTable = std::vector<IntegerList>;

/// The value that a user gave to one parameter. A time is kept in tau of the unit technology or in nanoseconds; see
/// FieldKind::time.
using Value = std::variant<std::monostate, std::int64_t, double, std::string, IntegerList, IntegerTable>;

enum class FieldKind {
  integer,        ///< std::int64_t
  number,         ///< std::int64_t where it is whole, else double
  text,           ///< std::string
  file,           ///< std::string, a path already resolved against the spec
  choice,         ///< std::string, one of Field::choices
  integer_list,   ///< IntegerList
  integer_table,  ///< IntegerTable: a list of lists
  time  ///< double in nanoseconds; a bare number counts tau, which is 1 ns, and is allowed in technology unit only
};

/// One parameter that a user can set. The reader checks values against it; the reference and the schema are generated
/// from it.
struct Field {
  std::string_view name;
  FieldKind kind = FieldKind::integer;
  std::string_view help;  ///< one line, with the unit where there is one
  Value default_value;    ///< monostate: none
  bool required = false;
  double min = -std::numeric_limits<double>::infinity();
  double max = std::numeric_limits<double>::infinity();
  std::vector<std::string_view> choices = {};  ///< the values that a FieldKind::choice allows
  bool single = false;                         ///< an integer_list may also be a single number
};

/// Parameter values by name, in the order of their names.
class Parameters {
 public:
  // Compiled once, not in every file that holds a study.
  Parameters();
  Parameters(const Parameters&);
  Parameters(Parameters&&) noexcept;
  Parameters& operator=(const Parameters&);
  Parameters& operator=(Parameters&&) noexcept;
  ~Parameters();
  Parameters(std::initializer_list<std::pair<const std::string, Value>> values);

  bool has(std::string_view name) const;
  void set(std::string_view name, Value value);
  /// The value as an integer, a real, a text ...; a broken contract if it is absent or of another kind.
  std::int64_t integer(std::string_view name) const;
  double number(std::string_view name) const;
  const std::string& text(std::string_view name) const;
  const IntegerList& list(std::string_view name) const;
  const IntegerTable& table(std::string_view name) const;
  const std::map<std::string, Value, std::less<>>& values() const { return values_; }
  bool operator==(const Parameters&) const;

 private:
  std::map<std::string, Value, std::less<>> values_;
};

/// `radix=8, dimensions=2`, for names and tables; lists in brackets, a table as its number of rows.
std::string to_string(const Parameters& parameters);

/// Sets every default that is missing; throws an input error for a value out of its field's range, a wrong kind, an
/// unknown name (with a "did you mean") or a missing required parameter. `owner` is named in the messages ("torus").
void complete(Parameters& parameters, const std::vector<Field>& fields, std::string_view owner);

/// The candidate nearest to `word` by edit distance (swaps count 1), else one that begins with it, or empty if
/// none is near.
std::string_view nearest(std::string_view word, const std::vector<std::string_view>& candidates);
/// The hint at a word that is not known: "did you mean 'torus'?", by nearest(), else `otherwise`.
std::string did_you_mean(std::string_view word, const std::vector<std::string_view>& known, std::string otherwise);

}  // namespace cutline
