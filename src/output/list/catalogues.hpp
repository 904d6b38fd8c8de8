// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cutline/output/text/table.hpp"

namespace cutline::list {

// The tables of catalogues whose entries take no parameters, with everything that is known of each entry.

Table exports_table();
Table figures_table();
Table formats_table();
/// All keys of a spec with their types, defaults and meanings.
Table keys_table();
Table measures_table();
Table orders_table();
Table quantities_table();
/// Every technology with its main figures; for people with three digits each, and without sources.
Table technologies_table(bool people);

// The tables for people who name no entry.

/// One line each; limits are powers of two, rounded down.
TableSection exports_index();
TableSection families_index();
/// The top-level keys of a spec, with the number of keys below each.
TableSection keys_index();
/// The quantities, grouped by part of the record; each is named by the rest of its key.
std::vector<TableSection> quantities_by_part();

}  // namespace cutline::list
