// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "cutline/output/tables/measure_tables.hpp"
#include "cutline/output/text/table.hpp"
#include "cutline/study/quantities.hpp"

namespace cutline::tables {

// Tables of what only some candidates have. A table or a list of sections is empty if there is nothing to show.

/// Two tables for each kind of dimension in the record's `express`: the levels with their shares and allocations, and
/// the ways to build the highest interchange.
std::vector<TableSection> express_sections(const Data& lines);

/// One row for each plane of a candidate under one delay model.
Table plane_table(const UnderDelay& asked);
/// The applications of a candidate, if there are several.
Table application_table(const UnderDelay& asked);

/// The entry `modules` of the record, level by level: what crosses the edges of modules, what stays within them, and
/// the media of links between them.
std::vector<TableSection> module_sections(const Data& modules);
/// Adds the media of links between modules: one row per level and medium, and one for links that no medium reaches.
/// Adds no rows if no level has media. With `candidate`, a first column names it.
void add_media(Table& table, const Data& modules, const std::string& candidate = {});

/// Measures with failing links: one row per candidate and number of failing links; the first row of a candidate is with
/// all links. Of records that differ only in the delay model, the first is taken.
Table fault_table(const std::vector<UnderDelay>& asked);

/// Tables of one candidate under the study's traffic: the load at which it saturates and what limits it, latency by
/// distance, latency against load, and the times of the guest.
std::vector<TableSection> traffic_sections(const std::vector<UnderDelay>& asked);

}  // namespace cutline::tables

namespace cutline {

/// Values that others measured, beside those of the model, one row per source and load.
Table measured_table(const std::vector<UnderDelay>& asked);
/// Between which loads others met saturation; no rows where no run was unstable.
Table measured_saturation_table(const std::vector<UnderDelay>& asked);

/// Points in the columns of the file that `measured` reads.
Table measured_points(const std::vector<MeasuredPoint>& points);

}  // namespace cutline
