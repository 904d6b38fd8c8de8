// SPDX-License-Identifier: Apache-2.0
#include "spec/keys.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "cutline/base/format.hpp"

namespace cutline {

namespace {

std::string minimum_keyword(const std::optional<double>& min) {
  return min ? fmt::format(", \"minimum\": {}", *min) : std::string();
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
  std::vector<std::string> names;
  for (const UnitText& unit : units()) {
    if (std::find(allowed.begin(), allowed.end(), unit.measured) != allowed.end()) names.emplace_back(unit.name);
  }
  const std::string pattern = fmt::format("^[-+]?[0-9.]+([eE][-+]?[0-9]+)? *({})$", join(names, "|"));
  return {"quantity in " + units_in_words(allowed),
          fmt::format(R"({{"type": "string", "pattern": {}}})", json_text(pattern))};
}

ValueShape choice_shape(const std::vector<std::string_view>& choices) {
  std::vector<std::string> names;
  for (const std::string_view choice : choices) names.push_back(json_text(choice));
  return {join(choices, " | "), fmt::format(R"({{"enum": [{}]}})", join(names, ", "))};
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

}  // namespace cutline
