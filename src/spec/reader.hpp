// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/document.hpp"
#include "base/named.hpp"
#include "base/number.hpp"
#include "cutline/spec/spec.hpp"

namespace cutline {

/// The state of reading a spec: the document, which also collects the mistakes, and settings for reading values.
struct Reader {
  Document& document;
  std::string folder;           ///< paths resolve against it
  bool unit_technology = true;  ///< true: times may be numbers without a unit, which count tau
  /// False if reading the technology failed; then lengths in metres and in wire pitches are accepted.
  bool technology_known = true;
  /// Technologies of the library by name, each read once even if many candidates name it.
  std::map<std::string, SharedConst<Technology>> technologies = {};

  void report(Mark mark, std::string message, std::string hint = {});
  void report(YamlId id, std::string message, std::string hint = {}) {
    report(document[id].mark, std::move(message), std::move(hint));
  }
  /// How many mistakes were reported.
  std::size_t mistakes() const { return document.diagnostics.size(); }
  /// Whether the limit of mistakes is reached; further ones are dropped.
  bool is_full() const { return mistakes() >= kMostMistakes; }
  static constexpr std::size_t kMostMistakes = 1000;
  /// Adds the mistakes of an error to those of the document. Mistakes without a place get the place of `id`.
  void take(const Error& error, YamlId id);
  /// Calls `work` and takes the error that it throws, if any. Returns whether there was none.
  bool tries(YamlId id, FunctionRef<void()> work);
  Place place(YamlId id) const { return place_of(document, document[id].mark); }
  const YamlNode& operator[](YamlId id) const { return document[id]; }
};

/// The value of a node in a few words, for messages: `'8 mm'`, `a list`.
std::string in_words(const YamlNode& node);

/// Each of these functions reads one value. It reports a mistake and then returns nothing.
/// A name or another text on one line.
std::optional<std::string> read_text(Reader& reader, YamlId id, std::string_view what);
/// A sentence or more, for readers; its line breaks become blanks.
std::optional<std::string> read_prose(Reader& reader, YamlId id, std::string_view what);
std::optional<bool> read_flag(Reader& reader, YamlId id, std::string_view what);
std::optional<Number> read_number(Reader& reader, YamlId id, std::string_view what);
std::optional<double> read_real(Reader& reader, YamlId id, std::string_view what, double min, double max);
std::optional<std::int64_t> read_whole(Reader& reader, YamlId id, std::string_view what, std::int64_t min,
                                       std::int64_t max);
/// The index of the word among the choices.
std::optional<std::size_t> read_choice(Reader& reader, YamlId id, std::string_view what,
                                       const std::vector<std::string_view>& choices);
/// A number with a unit of one of the allowed kinds. The number as written must be at least `min`; the result is in the
/// base unit.
std::optional<QuantityText> read_quantity(Reader& reader, YamlId id, std::string_view what,
                                          const std::vector<Measured>& allowed, double min = 0);
/// The path of an existing, readable file, resolved against the folder of the spec.
std::optional<std::string> read_path(Reader& reader, YamlId id, std::string_view what);
std::string resolve_path(const Reader& reader, const std::string& path);
/// The items of a list.
std::optional<std::vector<YamlId>> read_list(Reader& reader, YamlId id, std::string_view what);
/// The same, for loops: none where there is no list.
std::vector<YamlId> items_of(Reader& reader, YamlId id, std::string_view what);
/// How many items a list may have, and what is reported of another one: `message` has the places {0} for its name and
/// {1} for the number of its items.
struct ListSize {
  std::size_t least, most;
  const char *message, *hint;
};
std::optional<std::vector<YamlId>> read_list(Reader& reader, YamlId id, std::string_view what, const ListSize& size);
/// The items of a list; any other value stands for a list of itself. Where there is a name, it reports an empty list.
std::vector<YamlId> read_one_or_list(const Reader& reader, YamlId id);
std::vector<YamlId> read_one_or_list(Reader& reader, YamlId id, std::string_view what, std::string hint = {});

/// A hint for an unknown key: the most similar known key, or else all known keys.
std::string keys_hint(std::string_view word, const std::vector<std::string_view>& known);
/// The same for an unknown key of a map. If no key of the map is similar, names a key of that name elsewhere in the
/// spec.
std::string unknown_key_hint(std::string_view word, const std::vector<std::string_view>& known);
/// Whether the node is a map; reports a mistake if not.
bool expect_map(Reader& reader, YamlId id, std::string_view what);

/// These functions read quantities of the command line, in the units of the spec. They throw input errors that name
/// `option` and the place in its text.

/// A range of lengths, such as "0.5mm..10mm"; one length, such as "5mm", is both ends. Lengths must be above 0, and the
/// second must not be less than the first.
std::pair<Length, Length> length_range_text(const std::string& option, const std::string& text);
/// The period of a frequency: 0.5 ns for "2 GHz".
Time period_text(const std::string& option, const std::string& text);

/// One step of a dotted name: `candidates[mesh]` is the key `candidates`, then the item `mesh`.
struct PathStep {
  std::string name;
  bool item = false;         ///< an item of a list, given by its number or by the `name` of the map there
  std::uint32_t offset = 0;  ///< first byte of the step in the dotted name
};

/// Splits a dotted name into steps; empty if the text is not a dotted name.
std::vector<PathStep> parse_path(std::string_view text);

/// A copy of the tree `root` in which the dotted name has another value. Maps that are missing on the way are created.
/// `mark` is the place of the dotted name. Reports a mistake and then returns `root`.
YamlId with_value(Reader& reader, YamlId root, const std::vector<PathStep>& path, YamlId value, Mark mark);

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
