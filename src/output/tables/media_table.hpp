// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "cutline/output/text/table.hpp"

namespace cutline {

/// What carries the links between modules, one row a level and medium, and one for the links that none reaches; empty
/// where no level says anything of media. `modules` as in the record. With `candidate`, a first column names it.
void add_media(Table& table, const nlohmann::ordered_json& modules, const std::string& candidate = {});

}  // namespace cutline
