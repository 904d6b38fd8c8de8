// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cutline/output/tables/measure_tables.hpp"

namespace cutline {

/// The entries of a catalogue, in every form that `list` prints.
struct Listing {
  std::vector<TableSection> sections;  ///< for people
  Table table;                         ///< for CSV: one row per parameter, or one per name without parameters
};

/// The kinds of listings: families, formats, orders, technologies, delays, traffic, contention, exports, figures,
/// measures, keys.
std::vector<std::string_view> listing_kinds();
/// All entries of a kind; with a name, everything known about that entry. Throws an input error with a "did you mean"
/// for an unknown kind or name.
Listing listing(std::string_view kind, std::string_view name = {});
/// The listing as a list of maps; families and delays hold the list of their parameters.
Data listing_data(std::string_view kind, std::string_view name = {});

}  // namespace cutline
