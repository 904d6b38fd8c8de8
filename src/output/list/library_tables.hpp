// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cutline/output/text/table.hpp"

namespace cutline::list {

/// Every technology with its main figures; for people with three digits each, and without sources.
Table technologies_table(bool people);
/// Every connector and every material of boards of the library, with its figures and its source.
Table connectors_table();
/// Every medium of cables and every price list of the library.
Table media_table();
Table prices_table();
Table materials_table();

}  // namespace cutline::list
