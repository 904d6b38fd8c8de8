// SPDX-License-Identifier: Apache-2.0
#include <nlohmann/json.hpp>

#include "cutline/spec/spec.hpp"
#include "spec/study_keys.hpp"

namespace cutline {

std::vector<SpecKey> spec_reference() { return map_shape(study_keys()).below; }

std::string spec_schema() {
  using Json = nlohmann::ordered_json;
  Json schema;
  schema["$schema"] = "http://json-schema.org/draft-07/schema#";
  schema["title"] = "A spec of Cutline";
  const Json root = Json::parse(map_shape(study_keys()).schema);
  for (const auto& [key, value] : root.items()) schema[key] = value;
  return schema.dump(2) + "\n";
}

}  // namespace cutline
