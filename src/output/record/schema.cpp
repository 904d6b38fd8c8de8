// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "cutline/output/record/json.hpp"
#include "cutline/output/record/record.hpp"
#include "cutline/study/quantities.hpp"

namespace cutline {

namespace {

Data::Map& map_at(Data::Map& map, std::string_view key, const Data& fresh) {
  const auto found = std::find_if(map.begin(), map.end(), [&](const Data::Entry& entry) { return entry.first == key; });
  if (found != map.end()) return found->second.map();
  map.emplace_back(key, fresh);
  return map.back().second.map();
}

/// The schema of a quantity: its summary and, if it has a unit, this unit and the type, a number or null.
Data::Map leaf(const Quantity& quantity) {
  const std::string_view unit = unit_text(quantity.unit, false).words;
  if (unit.empty()) return {{"description", quantity.summary}};
  return {{"description", fmt::format("{}; {}", quantity.summary, unit)}, {"type", Data::List{"number", "null"}}};
}

/// Puts a quantity at its path below a map with `properties`; maps may be null as a whole.
void schema_put(Data::Map& object, std::string_view path, const Quantity& quantity) {
  const std::size_t dot = path.find('.');
  Data::Map& properties = map_at(object, "properties", Data::Map{});
  if (dot == std::string_view::npos) {
    properties.emplace_back(path, leaf(quantity));
    return;
  }
  Data::Map& child = map_at(properties, path.substr(0, dot), Data::Map{{"type", Data::List{"object", "null"}}});
  schema_put(child, path.substr(dot + 1), quantity);
}

/// The schema of a record. It requires the keys that every record has, whatever the spec.
Data record_schema() {
  Data::Map record = {{"type", "object"}};
  Data::List required;
  for (const Quantity& quantity : quantities()) {
    if (quantity.value == nullptr && quantity.notes == nullptr) continue;
    if (quantity.ranks_alone()) continue;
    schema_put(record, quantity.key, quantity);
    const std::string top = quantity.key.substr(0, quantity.key.find('.'));
    const bool known = std::find(required.begin(), required.end(), Data(top)) != required.end();
    if (quantity.wanted == nullptr && !known) required.emplace_back(top);
  }
  Data::Map& properties = map_at(record, "properties", Data::Map{});
  properties.emplace_back("notes", Data::Map{{"description", "why keys are null, and what was counted how"},
                                             {"type", "array"},
                                             {"items", Data::Map{{"type", "string"}}}});
  required.emplace_back("notes");
  record.emplace_back("required", std::move(required));
  record.emplace_back("additionalProperties", false);
  return record;
}

}  // namespace

std::string result_schema() {
  const auto text = [](const char* what) { return Data::Map{{"type", "string"}, {"description", what}}; };
  const Data::Map run = {{"type", "object"}, {"description", "what was run: the spec's digest, technology and seed"}};
  const Data::Map records = {
      {"type", "array"}, {"description", "a record a candidate and delay model"}, {"items", record_schema()}};
  const Data::Map schema = {{"$schema", "http://json-schema.org/draft-07/schema#"},
                            {"title", "Results of Cutline"},
                            {"type", "object"},
                            {"properties", Data::Map{{"cutline", text("version")},
                                                     {"title", text("of the spec")},
                                                     {"run", run},
                                                     {"candidates", records},
                                                     {"crossovers", Data::Map{{"type", "object"}}}}},
                            {"required", Data::List{"cutline", "title", "run", "candidates"}}};
  return to_json(schema, 2) + '\n';
}

}  // namespace cutline
