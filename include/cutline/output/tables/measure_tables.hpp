// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cutline/output/text/table.hpp"
#include "cutline/study/quantities.hpp"

namespace cutline {

// `asked` has one entry for each record of a table: its candidate under its delay model.

/// Tables of every measure of one candidate, for people: its design, network and layout, densities by axis, lengths by
/// class, and one row for each delay model, in the order of `asked`.
std::vector<TableSection> measure_sections(const std::string& title, const std::vector<UnderDelay>& asked);

/// The notes of all records, each once.
std::vector<std::string> notes_of(const std::vector<UnderDelay>& asked);

/// Latency curves over distance, one row per candidate, delay model and distance; no rows if no record has a curve.
Table curve_table(const std::vector<UnderDelay>& asked);

/// Latency against load: operating points and curves; no rows if no record has any.
Table load_table(const std::vector<UnderDelay>& asked);

}  // namespace cutline
