// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "cutline/output/compare/comparison.hpp"
#include "cutline/study/quantities.hpp"

namespace cutline::compare {

/// One column of a ranking: a quantity, or the measure of a term of `rank` that is no quantity, such as a latency at a
/// load or an area per terminal.
struct RankingColumn {
  TableColumn head;
  const Quantity* quantity = nullptr;
  const RankTerm* term = nullptr;  ///< given if `quantity` is null
};

/// The columns for people: the measures ranked by, with their parts; the quantities that make candidates behind the
/// winner lose, under any delay model; the properties in which the networks differ, which may be left out if there is
/// no room; the rest. If ComparisonView::columns names columns, those alone.
std::vector<RankingColumn> ranking_columns(const Comparison& comparison, std::size_t delay);

/// The columns of CSV: those of the view, or for every study the same: all quantities that have a column.
std::vector<RankingColumn> record_columns(const Comparison& comparison);

TableCell ranking_cell(const RankingColumn& column, const Comparison& comparison, std::size_t delay,
                       std::size_t candidate);

}  // namespace cutline::compare
