// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cutline/output/text/table.hpp"

namespace cutline::list {

/// Every connector and every material of boards of the library, with its figures and its source.
Table connectors_table();
Table materials_table();

}  // namespace cutline::list
