// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "output/tables/cells.hpp"

namespace cutline {

/// What carries the links between modules, one row a level and medium, and one for the links that none reaches; empty
/// where no level says anything of media. `modules` as in the record. With `candidate`, a first column names it.
void add_media(Table& table, const Data& modules, const std::string& candidate = {});

}  // namespace cutline
