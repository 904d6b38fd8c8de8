// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "cutline/output/text/table.hpp"
#include "cutline/study/quantities.hpp"

namespace cutline {

// Where tables hold several records, each is asked by its candidate and delay model.

/// Every measure of one candidate for people: what it is, its network and layout, densities by axis, lengths by class,
/// one row a delay model, in the order that they are asked in.
std::vector<TableSection> measure_sections(const std::string& title, const std::vector<Asked>& asked);

/// What the records' notes say, each once.
std::vector<std::string> notes_of(const std::vector<Asked>& asked);

/// Latency curves over distance, one row a candidate, delay model and distance; no rows where none has one.
Table curve_table(const std::vector<Asked>& asked);

/// Latency against load, operating points and curves; no rows where none has any.
Table load_table(const std::vector<Asked>& asked);

}  // namespace cutline
