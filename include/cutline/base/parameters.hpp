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
  number,         ///< std::int64_t if it is whole, else double
  text,           ///< std::string
  node,           ///< std::string, the name, number or address of a node
  file,           ///< std::string, a path already resolved against the spec
  choice,         ///< std::string, one of Field::choices
  integer_list,   ///< IntegerList
  integer_table,  ///< IntegerTable: a list of lists
  /// Double in nanoseconds. A number without a unit counts tau, which is 1 ns; only the technology `unit` allows it.
  time
};

/// One parameter that a user can set. The reader checks values against its field; the reference and the schema are
/// generated from it.
struct Field {
  std::string_view name;
  FieldKind kind = FieldKind::integer;
  std::string_view help;  ///< one line, with the unit if there is one
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
  // Defined in a source file, so that they are not compiled in every file that uses a study.
  Parameters();
  Parameters(const Parameters&);
  Parameters(Parameters&&) noexcept;
  Parameters& operator=(const Parameters&);
  Parameters& operator=(Parameters&&) noexcept;
  ~Parameters();
  Parameters(std::initializer_list<std::pair<const std::string, Value>> values);

  bool has(std::string_view name) const;
  void set(std::string_view name, Value value);
  /// The value as an integer, a real, a text and so on. It must be present and of that kind; number() also takes an
  /// integer.
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

/// The parameters as text, for names and tables: `radix=8, dimensions=2`. Lists are in brackets; a table is shown as
/// its number of rows.
std::string to_string(const Parameters& parameters);

/// Fills in the defaults of absent parameters and checks all values. Throws one input error that lists every value out
/// of range or of a wrong kind, every unknown name (with a "did you mean") and every missing required parameter.
/// `owner` is named in the messages ("torus").
void complete(Parameters& parameters, const std::vector<Field>& fields, std::string_view owner);

/// The candidate that is nearest to `word` by edit distance, where a swap of neighbouring letters counts 1. If none is
/// near, the first that begins with `word`; otherwise empty.
std::string_view nearest(std::string_view word, const std::vector<std::string_view>& candidates);
/// The hint for an unknown word: "did you mean 'torus'?" if nearest() finds a word, else `otherwise`.
std::string did_you_mean(std::string_view word, const std::vector<std::string_view>& known, std::string otherwise);

}  // namespace cutline
