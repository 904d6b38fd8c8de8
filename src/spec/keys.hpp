// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "spec/reader.hpp"

namespace cutline {

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
/// A value, or a list of such values, which the words call `several`.
ValueShape one_or_more_shape(const ValueShape& one, std::string several = "a list of these");
/// A text as JSON.
std::string json_text(std::string_view text);

/// One key of a map. The reader, the reference and the JSON Schema are all made from lists of such keys.
template <class T>
struct Key {
  std::string_view name;
  ValueShape shape;
  std::string default_text;
  std::string help;
  std::function<void(Reader&, YamlId, T&)> read;
  bool required = false;
};

template <class T>
using Keys = std::vector<Key<T>>;

/// The hint where a required key is missing: "add `rows`, a whole number: rows of racks".
std::string required_hint(std::string_view name, const ValueShape& shape, const std::string& help);

/// Several lists of keys as one, in their order.
template <class T>
Keys<T> joined(std::initializer_list<Keys<T>> lists) {
  Keys<T> all;
  for (const Keys<T>& list : lists) all.insert(all.end(), list.begin(), list.end());
  return all;
}

template <class T>
Key<T> required(Key<T> key) {
  key.required = true;
  return key;
}

/// Reads a map by its keys, in the order of `keys`. Reports unknown keys and missing required ones. Returns false if
/// the node is not a map.
template <class T>
bool read_map(Reader& reader, YamlId id, std::string_view what, const Keys<T>& keys, T& target) {
  if (!expect_map(reader, id, what)) return false;
  for (const YamlEntry& entry : reader[id].entries) {
    const bool known = std::any_of(keys.begin(), keys.end(), [&](const Key<T>& key) { return key.name == entry.key; });
    if (!known && !reader.is_full()) {
      reader.report(entry.mark, "unknown key '" + entry.key.substr(0, 60) + "' in " + std::string(what),
                    unknown_key_hint(entry.key, names_of(keys)));
    }
  }
  for (const Key<T>& key : keys) {
    const std::optional<YamlId> value = find_value(reader.document, id, key.name);
    if (value) {
      key.read(reader, *value, target);
    } else if (key.required) {
      reader.report(id, std::string(what) + " needs the key '" + std::string(key.name) + "'",
                    required_hint(key.name, key.shape, key.help));
    }
  }
  return true;
}

/// The same; returns false too if a mistake was reported in the map.
template <class T>
bool read_map_well(Reader& reader, YamlId id, std::string_view what, const Keys<T>& keys, T& target) {
  const std::size_t mistakes = reader.mistakes();
  return read_map(reader, id, what, keys, target) && reader.mistakes() == mistakes;
}

template <class T>
ValueShape map_shape(const Keys<T>& keys) {
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

/// The form of a value, and how one is read. `what` is its name in the mistake that is reported where there is none.
template <class V>
struct Form {
  ValueShape shape;
  std::function<std::optional<V>(Reader&, YamlId, std::string_view what)> read;
};

// Each of these reads as the function of its name in reader.hpp does.
Form<std::string> text_form(std::string words = "text");
Form<std::string> prose_form();
Form<std::string> path_form();
Form<bool> flag_form();
/// `shown`: the least that the schema takes, where it is not `min`.
Form<double> real_form(double min, double max, std::optional<double> shown = {});
Form<std::int64_t> whole_form(std::int64_t min, std::int64_t max);
/// The number of the word among the choices, or the word itself.
Form<std::size_t> choice_form(const std::vector<std::string_view>& choices);
Form<std::string> word_form(const std::vector<std::string_view>& choices);
/// In the base unit.
Form<double> quantity_form(Measured measured);
/// Reports a number that is not above 0.
Form<double> above_0(Form<double> form);

/// The same form, for values that are `good`; of others it reports that "'what' `must`".
template <class V>
Form<V> checked(Form<V> form, std::type_identity_t<std::function<bool(const V&)>> good, std::string must,
                std::string hint = {}) {
  form.read = [=, read = form.read](Reader& reader, YamlId id, std::string_view what) -> std::optional<V> {
    auto value = read(reader, id, what);
    if (!value || good(*value)) return value;
    reader.report(id, "'" + std::string(what) + "' " + must, hint);
    return std::nullopt;
  };
  return form;
}

/// The same form under another name in messages.
template <class V>
Form<V> called(std::string_view what, Form<V> form) {
  form.read = [what, read = form.read](Reader& reader, YamlId id, std::string_view) { return read(reader, id, what); };
  return form;
}

/// The same form, of whose value `make` makes another.
template <class V, class Make>
auto made(Form<V> form, Make make) -> Form<std::invoke_result_t<Make, V>> {
  return {form.shape, [make, read = form.read](Reader& reader, YamlId id, std::string_view what) {
            auto value = read(reader, id, what);
            return value ? std::optional(make(*std::move(value))) : std::nullopt;
          }};
}

/// A map with these keys. `what` begins its messages: "a layer".
template <class T>
Form<T> map_form(std::string_view what, Keys<T> keys) {
  ValueShape shape = map_shape(keys);
  return {std::move(shape),
          [what, held = std::make_shared<const Keys<T>>(std::move(keys))](Reader& reader, YamlId id,
                                                                          std::string_view) -> std::optional<T> {
            T value;
            return read_map(reader, id, what, *held, value) ? std::optional(std::move(value)) : std::nullopt;
          }};
}

/// One value, or a list of such values, of which the schema takes what `shape` says.
template <class V>
Form<std::vector<V>> several_form(Form<V> one, ValueShape shape) {
  return {std::move(shape),
          [read = one.read](Reader& reader, YamlId id, std::string_view what) -> std::optional<std::vector<V>> {
            std::vector<V> values;
            for (const YamlId item : read_one_or_list(reader, id)) {
              if (auto value = read(reader, item, what)) values.push_back(*std::move(value));
            }
            return values;
          }};
}

/// Stores a value in a member: converts numbers to its type and unit, and the number of a choice to it.
template <class Member, class V>
void store(Member& member, V value) {
  if constexpr (requires {
                  member.emplace();
                  member.has_value();
                }) {
    store(member.emplace(), std::move(value));
  } else if constexpr (requires { member.base; }) {
    member = {value};
  } else if constexpr (std::is_arithmetic_v<Member> || std::is_enum_v<Member>) {
    member = static_cast<Member>(value);
  } else {
    member = std::move(value);
  }
}

/// A key that is bound to a member of its map's T, which it leaves as it is where there is no such value.
template <class Held = void, class T, class Member, class V>
auto field(std::string_view name, Member T::*at, const Form<V>& form, std::string default_text, std::string help)
    -> Key<std::conditional_t<std::is_void_v<Held>, T, Held>> {
  return {name, form.shape, std::move(default_text), std::move(help),
          [name, at, read = form.read](Reader& reader, YamlId id, T& target) {
            if (auto value = read(reader, id, name)) store(target.*at, *std::move(value));
          }};
}

/// A key whose value is read only when the whole map is known.
template <class T>
Key<T> kept(std::string_view name, std::optional<YamlId> T::*at, ValueShape shape, std::string default_text,
            std::string help) {
  return {name, std::move(shape), std::move(default_text), std::move(help),
          [at](Reader&, YamlId id, T& target) { target.*at = id; }};
}

/// A key whose map sets further members of T.
template <class T>
Key<T> submap(std::string_view name, Keys<T> keys, std::string default_text, std::string help) {
  ValueShape shape = map_shape(keys);
  return {name, std::move(shape), std::move(default_text), std::move(help),
          [name, held = std::make_shared<const Keys<T>>(std::move(keys))](Reader& reader, YamlId id, T& target) {
            read_map(reader, id, name, *held, target);
          }};
}

/// The same key, after which `set` is called where the key is given.
template <class T>
Key<T> then(Key<T> key, std::type_identity_t<std::function<void(T&)>> set) {
  key.read = [set, read = std::move(key.read)](Reader& reader, YamlId id, T& target) {
    read(reader, id, target);
    set(target);
  };
  return key;
}

/// A key of a part, as a key of the whole.
template <class Held = void, class T, class Part>
auto within(Part T::*part, Key<Part> key) -> Key<std::conditional_t<std::is_void_v<Held>, T, Held>> {
  return {key.name,
          std::move(key.shape),
          std::move(key.default_text),
          std::move(key.help),
          [part, read = std::move(key.read)](Reader& reader, YamlId id, T& whole) { read(reader, id, whole.*part); },
          key.required};
}

ValueShape field_shape(const Field& field);
std::string default_text(const Field& field);

/// One row of a catalogue with parameters.
struct RowShape {
  std::string_view name, summary;
  const std::vector<Field>* fields = nullptr;
};
template <class Row>
RowShape row_shape(const Row& row) {
  return {row.name, row.summary, &row.fields};
}
/// Reads the keys of a map, except the key `name_key`, as the parameters of a row of a catalogue, and fills in their
/// defaults. Reports mistakes; returns true if there were none.
bool read_parameters(Reader& reader, YamlId map, std::string_view name_key, const RowShape& row,
                     Parameters& parameters);
/// The shape of a map {name_key: row, fields of the row}; the row's name decides which fields it has.
ValueShape rows_shape(std::string_view name_key, std::string_view help, const std::vector<RowShape>& rows);
/// The same for the rows of a catalogue.
template <class Rows>
ValueShape rows_shape(std::string_view name_key, std::string_view help, const Rows& rows) {
  std::vector<RowShape> shapes = each_of(rows, [&](const auto& row) { return row_shape(row); });
  return rows_shape(name_key, help, shapes);
}

}  // namespace cutline
