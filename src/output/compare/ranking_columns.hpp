// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "cutline/output/text/table.hpp"
#include "cutline/study/candidate.hpp"

namespace cutline {

/// One candidate under one delay model of the study.
struct RankingRow {
  const Candidate& candidate;
  std::size_t delay = 0;
};

/// A column of the ranking and where its values come from.
struct RankingColumn {
  TableColumn column;
  std::function<TableCell(const RankingRow&)> value;
};

/// Every column; times are titled tau in the unit technology.
std::vector<RankingColumn> ranking_columns(bool unit_technology);

/// Wires that end at the busiest node: measured, or of an ideal candidate by its closed form.
std::optional<double> pins_per_node(const Candidate& candidate);

/// Why a candidate stands below the ranking.
std::vector<std::string> reasons(const Candidate& candidate);

}  // namespace cutline
