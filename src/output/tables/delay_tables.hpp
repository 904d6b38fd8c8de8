// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cutline/output/tables/measure_tables.hpp"
#include "delay/delay_curves.hpp"

namespace cutline {

/// Tables of delays for people: delays by length and model, energies, cycles if there is a clock, lengths at which one
/// model overtakes another, and the range of each model. A star marks a delay outside the range of its model. Last
/// stands a sentence that says which delay to enter into a simulator.
std::vector<TableSection> delay_sections(const DelayCurves& curves);

/// One row per length and model, for CSV.
Table delay_rows(const DelayCurves& curves);
/// {"medium", "cycle_ns", "models": [{"model", "label", "source", "from_mm", "to_mm", "points": [...]}],
/// "overtakings": [...]}; entries that do not apply are null.
Data delay_data(const DelayCurves& curves);

}  // namespace cutline
