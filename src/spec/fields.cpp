// SPDX-License-Identifier: Apache-2.0
#include "spec/fields.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <limits>
#include <set>

namespace cutline {
namespace {

constexpr double kEuler = 2.718281828459045;
constexpr std::int64_t kLeast = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();

std::optional<Value> read_number_field(Reader& reader, YamlId id, std::string_view what) {
  // The base of the natural logarithm has no finite decimal form, so `e` stands for it.
  if (reader[id].kind == YamlKind::scalar && !reader[id].quoted && reader[id].text == "e") return kEuler;
  const std::optional<Number> number = read_number(reader, id, what);
  if (!number) return std::nullopt;
  if (number->whole) return *number->whole;
  return number->real;
}

std::optional<Value> read_time_field(Reader& reader, YamlId id, std::string_view what, double min) {
  const YamlNode& node = reader[id];
  const bool bare = node.kind == YamlKind::scalar && !node.quoted && parse_number(node.text);
  if (bare && reader.unit_technology) return Value(parse_number(node.text)->real);
  const auto quantity = read_quantity(reader, id, what, {Measured::time}, std::max(min, -1e300));
  return quantity ? std::optional<Value>(quantity->value) : std::nullopt;
}

std::optional<IntegerList> read_integers(Reader& reader, YamlId id, std::string_view what, bool single = false) {
  const auto items = single ? read_one_or_list(reader, id) : read_list(reader, id, what);
  if (!items) return std::nullopt;
  IntegerList list;
  for (const YamlId item : *items) {
    const auto number = read_whole(reader, item, what, kLeast, kMost);
    if (!number) return std::nullopt;
    list.push_back(*number);
  }
  return list;
}

std::optional<Value> read_table(Reader& reader, YamlId id, std::string_view what) {
  const auto rows = read_list(reader, id, what);
  if (!rows) return std::nullopt;
  IntegerTable table;
  for (const YamlId row : *rows) {
    auto list = read_integers(reader, row, what);
    if (!list) return std::nullopt;
    table.push_back(*std::move(list));
  }
  return Value(std::move(table));
}

template <class T>
std::optional<Value> as_value(std::optional<T> value) {
  return value ? std::optional<Value>(Value(*std::move(value))) : std::nullopt;
}

/// Whether a field chooses between true and false, which are values of YAML.
bool is_flag(const Field& field) {
  return field.choices.size() == 2 && field.choices[0] == "true" && field.choices[1] == "false";
}

std::optional<Value> read_choice_field(Reader& reader, YamlId id, const Field& field) {
  if (is_flag(field)) {
    const auto flag = read_flag(reader, id, field.name);
    return flag ? std::optional<Value>(std::string(*flag ? "true" : "false")) : std::nullopt;
  }
  const auto index = read_choice(reader, id, field.name, field.choices);
  return index ? std::optional<Value>(std::string(field.choices[*index])) : std::nullopt;
}

std::optional<Value> read_field(Reader& reader, YamlId id, const Field& field) {
  switch (field.kind) {
    case FieldKind::integer:
      return as_value(read_whole(reader, id, field.name, kLeast, kMost));
    case FieldKind::number:
      return read_number_field(reader, id, field.name);
    case FieldKind::text:
    case FieldKind::node:
      return as_value(read_text(reader, id, field.name));
    case FieldKind::file:
      return as_value(read_path(reader, id, field.name));
    case FieldKind::choice:
      return read_choice_field(reader, id, field);
    case FieldKind::integer_list:
      return as_value(read_integers(reader, id, field.name, field.single));
    case FieldKind::integer_table:
      return read_table(reader, id, field.name);
    case FieldKind::time:
      return read_time_field(reader, id, field.name, field.min);
  }
  broken_contract("a kind of field", __FILE__, __LINE__);
}

}  // namespace

bool read_parameters(Reader& reader, YamlId map, std::string_view name_key, std::string_view owner,
                     const std::vector<Field>& fields, Parameters& parameters, std::map<std::string, Place>* places,
                     const std::string& prefix) {
  std::set<std::string, std::less<>> failed;
  for (std::size_t i = 0; i < reader[map].entries.size(); ++i) {
    const YamlEntry entry = reader[map].entries[i];
    if (entry.key == name_key) continue;
    const Field* field = find_named(fields, entry.key);
    if (places != nullptr && field != nullptr) (*places)[prefix + entry.key] = reader.place(entry.value);
    // complete() reports unknown names, because it knows the existing ones.
    std::optional<Value> value = field != nullptr ? read_field(reader, entry.value, *field) : Value();
    if (value) {
      parameters.set(entry.key, *std::move(value));
    } else {
      failed.insert(entry.key);
    }
  }
  try {
    complete(parameters, fields, owner);
    return failed.empty();
  } catch (const Error& error) {
    for (const Diagnostic& diagnostic : error.diagnostics()) {
      if (failed.count(diagnostic.parameter) > 0) continue;
      const YamlEntry* entry = find_entry(reader.document, map, diagnostic.parameter);
      const bool known = find_named(fields, diagnostic.parameter) != nullptr;
      const Mark mark = entry == nullptr ? reader[map].mark : known ? reader[entry->value].mark : entry->mark;
      reader.report(mark, diagnostic.message, diagnostic.hint);
    }
    return false;
  }
}

std::string default_text(const Field& field) {
  if (std::holds_alternative<std::monostate>(field.default_value)) return field.required ? "required" : "";
  const std::string text = to_string(Parameters{{"", field.default_value}});
  return text.substr(text.find('=') + 1);
}

ValueShape field_shape(const Field& field) {
  const std::optional<double> min = field.min > -1e300 ? std::optional<double>(field.min) : std::nullopt;
  switch (field.kind) {
    case FieldKind::integer:
      return integer_shape("whole number", min);
    case FieldKind::number:
      return any_shape({number_shape("number", min), choice_shape({"e"})});
    case FieldKind::text:
      return text_shape();
    case FieldKind::node:
      return text_shape("node");
    case FieldKind::file:
      return text_shape("path of a file");
    case FieldKind::choice:
      return is_flag(field) ? flag_shape() : choice_shape(field.choices);
    case FieldKind::integer_list: {
      const ValueShape list = list_shape(integer_shape("whole numbers", min));
      return field.single ? any_shape({integer_shape("whole number", min), list}) : list;
    }
    case FieldKind::integer_table:
      return list_shape(list_shape(integer_shape("whole numbers", std::nullopt)));
    case FieldKind::time:
      return any_shape({quantity_shape({Measured::time}), number_shape("a number of tau (technology unit)", min)});
  }
  broken_contract("a kind of field", __FILE__, __LINE__);
}

ValueShape rows_shape(std::string_view name_key, std::string_view help, const std::vector<RowShape>& rows) {
  const std::vector<std::string_view> names = names_of(rows);
  ValueShape shape{"map", R"({"anyOf": [)"};
  shape.below.push_back({std::string(name_key), choice_shape(names).words, "", std::string(help)});
  for (const RowShape& row : rows) {
    shape.schema += shape.schema.back() == '[' ? "" : ", ";
    shape.schema +=
        fmt::format(R"({{"type": "object", "additionalProperties": false, "properties": {{{}: {{"description": {}, )"
                    R"("const": {}}})",
                    json_text(name_key), json_text(row.summary), json_text(row.name));
    for (const Field& field : *row.fields) {
      const ValueShape value = field_shape(field);
      shape.schema += fmt::format(R"(, {}: {{"description": {}, {}}})", json_text(field.name), json_text(field.help),
                                  value.schema.substr(1, value.schema.size() - 2));
      const SpecKey key{std::string(field.name), value.words, default_text(field), std::string(field.help)};
      const auto same = [&](const SpecKey& known) {
        return known.path == key.path && known.type == key.type && known.default_text == key.default_text &&
               known.help.size() > key.help.size() + 2 &&
               known.help.compare(known.help.size() - key.help.size() - 2, std::string::npos, ": " + key.help) == 0;
      };
      const auto known = std::find_if(shape.below.begin(), shape.below.end(), same);
      if (known != shape.below.end()) {
        known->help = fmt::format("{}, {}", row.name, known->help);
      } else {
        shape.below.push_back({key.path, key.type, key.default_text, fmt::format("{}: {}", row.name, key.help)});
      }
    }
    shape.schema += "}}";
  }
  shape.schema += "]}";
  return shape;
}

}  // namespace cutline
