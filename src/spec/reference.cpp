// SPDX-License-Identifier: Apache-2.0
#include <nlohmann/json.hpp>

#include "spec/library_files.hpp"
#include "spec/study_keys.hpp"

namespace cutline {

std::vector<SpecKey> spec_reference() { return map_shape(study_keys()).below; }

namespace {

using Json = nlohmann::ordered_json;

/// Moves maps that occur in several places of a schema, such as that of a technology, to `definitions`. This cuts the
/// schema to a third of its size.
class Shared {
 public:
  explicit Shared(const Json& schema) { count(schema); }

  /// The part with its repeated maps replaced by references. `key` is the nearest key above the part.
  Json replaced(const Json& part, const std::string& key) {
    if (!is_map(part) || count_.at(part.dump()) < 2) return within(part, key);
    const auto [known, is_new] = names_.emplace(part.dump(), "");
    if (is_new) {
      const std::string name = free_name(part, key);
      known->second = name;
      definitions_[name] = nullptr;  // reserves the name, so that no inner map takes it
      definitions_[name] = within(part, key);
    }
    return {{"$ref", "#/definitions/" + known->second}};
  }
  const Json& definitions() const { return definitions_; }

 private:
  /// Whether the part is a map that may be replaced. Draft-07 ignores the keys beside a $ref, so maps with a
  /// description of their own are not replaced.
  static bool is_map(const Json& part) {
    return part.is_object() && part.contains("properties") && part.contains("type") && !part.contains("description");
  }

  /// A new name for a definition, such as "technology", or "topology-torus" for one row of a catalogue.
  std::string free_name(const Json& part, const std::string& key) const {
    std::string base = key;
    for (const Json& property : part.at("properties")) {
      if (property.contains("const")) base += '-' + property.at("const").get<std::string>();
    }
    std::string name = base;
    for (int number = 2; definitions_.contains(name); ++number) name = fmt::format("{}-{}", base, number);
    return name;
  }

  void count(const Json& part) {
    if (!part.is_structured()) return;
    if (is_map(part)) ++count_[part.dump()];
    for (const Json& each : part) count(each);
  }

  Json within(const Json& part, const std::string& key) {
    if (!part.is_structured()) return part;
    Json out = part;
    for (auto each = out.begin(); each != out.end(); ++each) {
      if (part.is_array()) {
        *each = replaced(*each, key);
      } else if (each.key() == "properties") {
        for (auto property = each->begin(); property != each->end(); ++property)
          *property = within(*property, property.key());
      } else {
        *each = replaced(*each, key);
      }
    }
    return out;
  }

  std::map<std::string, int> count_;
  std::map<std::string, std::string> names_;  ///< by the text of the part
  Json definitions_ = Json::object();
};

}  // namespace

std::string schema_of(std::string_view title, const ValueShape& shape) {
  Json schema;
  schema["$schema"] = "http://json-schema.org/draft-07/schema#";
  schema["title"] = title;
  const Json root = Json::parse(shape.schema);
  Shared shared(root);
  const Json body = shared.replaced(root, "spec");
  for (const auto& [key, value] : body.items()) schema[key] = value;
  if (!shared.definitions().empty()) schema["definitions"] = shared.definitions();
  return schema.dump(2) + "\n";
}

std::string spec_schema() {
  ValueShape shape = map_shape(study_keys());
  shape.schema.pop_back();
  shape.schema += R"(, "anyOf": [{"required": ["candidates"]}, {"required": ["search"]}]})";
  return schema_of("A spec of Cutline", shape);
}

std::string technology_schema() { return schema_of("A technology of Cutline", map_shape(technology_keys())); }

}  // namespace cutline
