// SPDX-License-Identifier: Apache-2.0
#include "spec/keys.hpp"

#include <set>

namespace cutline {

namespace {

std::string minimum_keyword(const std::optional<double>& min) {
  return min ? fmt::format(", \"minimum\": {}", *min) : std::string();
}

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

std::string json_text(std::string_view text) {
  std::string json = "\"";
  for (const char letter : text) {
    if (letter == '"' || letter == '\\') json += '\\';
    if (static_cast<unsigned char>(letter) < 0x20) {
      json += fmt::format("\\u{:04x}", static_cast<unsigned>(letter));
    } else {
      json += letter;
    }
  }
  return json + '"';
}

std::string required_hint(std::string_view name, const ValueShape& shape, const std::string& help) {
  const std::string& words = shape.words;
  const std::string meaning = help.starts_with("of ") ? fmt::format("{} {}", name, help) : help;
  if (words.find_first_not_of("0123456789") == std::string::npos)
    return fmt::format("add `{}: {}`: {}", name, words, meaning);
  const std::string_view article = words.starts_with("any") || words.starts_with("amount") ? "an" : "a";
  const std::string value = words.find(" | ") == std::string::npos
                                ? fmt::format("{} {}", words.starts_with("path ") ? "the" : article, words)
                                : fmt::format("one of {}", words);
  return fmt::format("add `{}`, {}: {}", name, value, meaning);
}

ValueShape text_shape(std::string words) { return {std::move(words), R"({"type": ["string", "number", "boolean"]})"}; }

ValueShape path_shape() { return text_shape("path of a file"); }

ValueShape path_beside_names_shape() { return {path_shape().words, R"({"type": "string", "pattern": "[/.]"})"}; }

ValueShape flag_shape() { return {"true or false", R"({"type": "boolean"})"}; }

ValueShape number_shape(std::string words, std::optional<double> min) {
  return {std::move(words), fmt::format(R"({{"type": "number"{}}})", minimum_keyword(min))};
}

ValueShape integer_shape(std::string words, std::optional<double> min) {
  return {std::move(words), fmt::format(R"({{"type": "integer"{}}})", minimum_keyword(min))};
}

ValueShape quantity_shape(const std::vector<Measured>& allowed) {
  const auto is_allowed = [&](const UnitText& unit) { return std::ranges::count(allowed, unit.measured) > 0; };
  const auto names = each_with(units(), is_allowed, &UnitText::name);
  const std::string pattern = fmt::format("^[-+]?[0-9.]+([eE][-+]?[0-9]+)? *({})$", join(names, "|"));
  return {"quantity in " + units_in_words(allowed),
          fmt::format(R"({{"type": "string", "pattern": {}}})", json_text(pattern))};
}

ValueShape choice_shape(const std::vector<std::string_view>& choices) {
  return {join(choices, " | "), fmt::format(R"({{"enum": [{}]}})", join(each_of(choices, json_text), ", "))};
}

ValueShape list_shape(const ValueShape& item) {
  ValueShape shape{"list of " + item.words, fmt::format(R"({{"type": "array", "items": {}}})", item.schema)};
  for (const SpecKey& key : item.below) {
    shape.below.push_back(
        {(key.path.rfind('[', 0) == 0 ? "[]" : "[].") + key.path, key.type, key.default_text, key.help});
  }
  return shape;
}

ValueShape any_shape(const std::vector<ValueShape>& shapes) {
  ValueShape any;
  std::vector<std::string> schemas;
  for (const ValueShape& shape : shapes) {
    any.words += (any.words.empty() ? "" : ", or ") + shape.words;
    schemas.push_back(shape.schema);
    any.below.insert(any.below.end(), shape.below.begin(), shape.below.end());
  }
  any.schema = fmt::format(R"({{"anyOf": [{}]}})", join(schemas, ", "));
  return any;
}

ValueShape one_or_more_shape(const ValueShape& one, std::string several) {
  return any_shape({one, {std::move(several), list_shape(one).schema}});
}

Form<std::string> text_form(std::string words) { return {text_shape(std::move(words)), read_text}; }
Form<std::string> prose_form() { return {text_shape(), read_prose}; }
Form<std::string> path_form() { return {path_shape(), read_path}; }
Form<bool> flag_form() { return {flag_shape(), read_flag}; }

Form<double> real_form(double min, double max, std::optional<double> shown) {
  return {number_shape("number", shown.value_or(min)), [min, max](Reader& reader, YamlId id, std::string_view what) {
            return read_real(reader, id, what, min, max);
          }};
}

Form<std::int64_t> whole_form(std::int64_t min, std::int64_t max) {
  return {
      integer_shape("whole number", static_cast<double>(min)),
      [min, max](Reader& reader, YamlId id, std::string_view what) { return read_whole(reader, id, what, min, max); }};
}

Form<std::size_t> choice_form(const std::vector<std::string_view>& choices) {
  return {choice_shape(choices), [choices](Reader& reader, YamlId id, std::string_view what) {
            return read_choice(reader, id, what, choices);
          }};
}

Form<std::string> word_form(const std::vector<std::string_view>& choices) {
  return made(choice_form(choices), [choices](std::size_t index) { return std::string(choices[index]); });
}

Form<double> quantity_form(Measured measured) {
  return {quantity_shape({measured}), [measured](Reader& reader, YamlId id, std::string_view what) {
            const auto quantity = read_quantity(reader, id, what, {measured});
            return quantity ? std::optional(quantity->value) : std::nullopt;
          }};
}

Form<double> above_0(Form<double> form) {
  return checked(
      std::move(form), [](double value) { return value > 0; }, "must be more than 0");
}

bool read_parameters(Reader& reader, YamlId map, std::string_view name_key, const RowShape& row,
                     Parameters& parameters) {
  const std::vector<Field>& fields = *row.fields;
  std::set<std::string, std::less<>> failed;
  for (std::size_t i = 0; i < reader[map].entries.size(); ++i) {
    const YamlEntry entry = reader[map].entries[i];
    if (entry.key == name_key) continue;
    const Field* field = find_named(fields, entry.key);
    // complete() reports unknown names, because it knows the existing ones.
    std::optional<Value> value = field != nullptr ? read_field(reader, entry.value, *field) : Value();
    if (value) {
      parameters.set(entry.key, *std::move(value));
    } else {
      failed.insert(entry.key);
    }
  }
  try {
    complete(parameters, fields, row.name);
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
      const auto known = std::ranges::find_if(shape.below, [&](const SpecKey& other) {
        return other.path == key.path && other.type == key.type && other.default_text == key.default_text &&
               other.help.size() > key.help.size() + 2 &&
               other.help.compare(other.help.size() - key.help.size() - 2, std::string::npos, ": " + key.help) == 0;
      });
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
