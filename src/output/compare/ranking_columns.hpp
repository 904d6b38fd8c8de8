// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "cutline/output/compare/comparison.hpp"
#include "cutline/study/quantities.hpp"

namespace cutline::compare {

/// One column of a ranking: a quantity, or what a term of `rank` counts where no quantity is just that: a latency at a
/// load, an area per terminal.
struct RankingColumn {
  TableColumn head;
  const Quantity* quantity = nullptr;
  const RankTerm* term = nullptr;  ///< where `quantity` is null
};

/// The columns for people: what is ranked by, with its parts; what makes those behind the winner lose, under any delay
/// model; in what the networks differ, which may be left out where there is no room; the rest. With
/// ComparisonView::columns those alone.
std::vector<RankingColumn> ranking_columns(const Comparison& comparison, std::size_t delay);

/// The columns of CSV: every quantity that has one, whatever the study, or those of the view.
std::vector<RankingColumn> record_columns(const Comparison& comparison);

TableCell ranking_cell(const RankingColumn& column, const Comparison& comparison, std::size_t delay,
                       std::size_t candidate);

}  // namespace cutline::compare
