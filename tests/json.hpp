// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>

#include "cutline/output/record/json.hpp"

namespace cutline::test {

/// A result as a user reads it: parsed from the text that Cutline writes.
inline nlohmann::ordered_json json_of(const Data& value) { return nlohmann::ordered_json::parse(to_json(value)); }

/// The value that Cutline reads from such a text.
inline Data data_of(const nlohmann::ordered_json& json) { return json_of_user(json.dump()).value(); }

}  // namespace cutline::test
