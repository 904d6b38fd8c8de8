// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "cutline/base/data.hpp"
#include "cutline/delay/delay_curves.hpp"
#include "cutline/output/tables/measure_tables.hpp"
#include "cutline/output/text/table.hpp"

namespace cutline {

/// Delays for people: by length and model, energies, cycles where there is a clock, where one model overtakes another,
/// the lengths for which each holds. A delay outside its model's range carries a star.
std::vector<TableSection> delay_sections(const DelayCurves& curves);
/// What to type into a simulator, in a sentence.
std::string delay_advice(const DelayCurves& curves);

/// One row a length and model, for CSV.
Table delay_rows(const DelayCurves& curves);
/// {"medium", "cycle_ns", "models": [{"model", "label", "source", "from_mm", "to_mm", "points": [...]}],
/// "overtakings": [...]}; what does not apply is null.
Data delay_data(const DelayCurves& curves);

}  // namespace cutline
