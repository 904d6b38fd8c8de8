// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "output/tables/cells.hpp"

namespace cutline::tables {

/// Adds the media of links between modules: one row per level and medium, and one for links that no medium reaches.
/// Adds no rows if no level has media. `modules` is the entry of the record. With `candidate`, a first column names it.
void add_media(Table& table, const Data& modules, const std::string& candidate = {});

}  // namespace cutline::tables
