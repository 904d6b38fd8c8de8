// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cutline/base/document.hpp"
#include "cutline/base/named.hpp"
#include "cutline/base/number.hpp"
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
  std::map<std::string, Technology> technologies = {};

  void report(Mark mark, std::string message, std::string hint = {});
  void report(YamlId id, std::string message, std::string hint = {}) {
    report(document[id].mark, std::move(message), std::move(hint));
  }
  /// Whether the limit of mistakes is reached; further ones are dropped.
  bool is_full() const { return document.diagnostics.size() >= kMostMistakes; }
  static constexpr std::size_t kMostMistakes = 1000;
  /// Adds the mistakes of an error to those of the document. Mistakes without a place get the place of `id`.
  void take(const Error& error, YamlId id);
  Place place(YamlId id) const { return place_of(document, document[id].mark); }
  const YamlNode& operator[](YamlId id) const { return document[id]; }
};

/// A node as YAML text without comments. Maps and lists are in block style, lists of scalars in brackets.
std::string yaml_text(const Document& document, YamlId id);

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
/// The items of a list; any other value stands for a list of itself.
std::vector<YamlId> read_one_or_list(const Reader& reader, YamlId id);

/// The form of a value: in words, as a part of the JSON Schema, and with the keys below it.
struct ValueShape {
  std::string words;
  std::string schema;
  std::vector<SpecKey> below = {};
};

/// The form of a text. Readers take any scalar for one: YAML needs no quotes for a node that is called 7.
ValueShape text_shape(std::string words = "text");
ValueShape path_shape();
/// The form of a path where a name may stand too: a `/` or a `.` tells them apart.
ValueShape path_beside_names_shape();
ValueShape flag_shape();
ValueShape number_shape(std::string words, std::optional<double> min = {});
ValueShape integer_shape(std::string words, std::optional<double> min);
ValueShape quantity_shape(const std::vector<Measured>& allowed);
ValueShape choice_shape(const std::vector<std::string_view>& choices);
ValueShape list_shape(const ValueShape& item);
ValueShape any_shape(const std::vector<ValueShape>& shapes);
/// A text as JSON.
std::string json_text(std::string_view text);

/// One key of a map. The reader, the reference and the JSON Schema are all made from lists of such keys.
template <class T>
struct Key {
  std::string_view name;
  ValueShape shape;
  std::string default_text;
  std::string help;
  void (*read)(Reader&, YamlId, T&) = nullptr;
  bool required = false;
};

/// Several lists of keys as one, in their order.
template <class T>
std::vector<Key<T>> joined(std::initializer_list<std::vector<Key<T>>> lists) {
  std::vector<Key<T>> all;
  for (const std::vector<Key<T>>& list : lists) all.insert(all.end(), list.begin(), list.end());
  return all;
}

/// A hint for an unknown key: the most similar known key, or else all known keys.
std::string keys_hint(std::string_view word, const std::vector<std::string_view>& known);
/// The same for an unknown key of a map. If no key of the map is similar, names a key of that name elsewhere in the
/// spec.
std::string unknown_key_hint(std::string_view word, const std::vector<std::string_view>& known);
/// Whether the node is a map; reports a mistake if not.
bool expect_map(Reader& reader, YamlId id, std::string_view what);

/// Reads a map by its keys, in the order of `keys`. Reports unknown keys and missing required ones. Returns false if
/// the node is not a map.
template <class T>
bool read_map(Reader& reader, YamlId id, std::string_view what, const std::vector<Key<T>>& keys, T& target) {
  if (!expect_map(reader, id, what)) return false;
  const std::vector<std::string_view> names = names_of(keys);
  for (const YamlEntry& entry : std::vector<YamlEntry>(reader[id].entries)) {
    bool known = false;
    for (const std::string_view name : names) known = known || name == entry.key;
    if (!known && !reader.is_full()) {
      reader.report(entry.mark, "unknown key '" + entry.key.substr(0, 60) + "' in " + std::string(what),
                    unknown_key_hint(entry.key, names));
    }
  }
  for (const Key<T>& key : keys) {
    const std::optional<YamlId> value = find_value(reader.document, id, key.name);
    if (value) {
      key.read(reader, *value, target);
    } else if (key.required) {
      reader.report(id, std::string(what) + " needs the key '" + std::string(key.name) + "'", key.help);
    }
  }
  return true;
}

template <class T>
ValueShape map_shape(const std::vector<Key<T>>& keys) {
  ValueShape shape{"map", R"({"type": "object", "additionalProperties": false, "properties": {)"};
  std::string required;
  for (const Key<T>& key : keys) {
    if (shape.schema.back() != '{') shape.schema += ", ";
    shape.schema += json_text(key.name) + ": {\"description\": " + json_text(key.help);
    if (key.shape.schema.size() > 2) shape.schema += ", " + key.shape.schema.substr(1, key.shape.schema.size() - 2);
    shape.schema += "}";
    if (key.required) required += (required.empty() ? "" : ", ") + json_text(key.name);
    shape.below.push_back({std::string(key.name), key.shape.words, key.default_text, key.help});
    for (const SpecKey& below : key.shape.below) {
      const std::string joint = below.path.rfind('[', 0) == 0 ? "" : ".";
      shape.below.push_back({std::string(key.name) + joint + below.path, below.type, below.default_text, below.help});
    }
  }
  shape.schema += "}";
  if (!required.empty()) shape.schema += ", \"required\": [" + required + "]";
  shape.schema += "}";
  return shape;
}

}  // namespace cutline
