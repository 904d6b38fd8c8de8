// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "cutline/study/ranking.hpp"

namespace cutline::words {

/// The units in which people read one ranking. Table and sentences use the same unit for each dimension, so that a
/// value reads the same in both. The unit fits the usual columns of rankings for all ranked candidates, even if the
/// table shows fewer. A score that no usual column shows, such as a total length or an area per terminal, has a unit
/// of its own.
class RankedUnits {
 public:
  RankedUnits(const Study& study, const std::vector<Candidate>& candidates, const Ranking& ranking);

  /// The unit shown instead of `unit`, a unit of the catalogue such as "ns". If no column has `unit`, it fits
  /// `figures`.
  std::string of(std::string_view unit, const std::vector<double>& figures = {}) const;
  /// The unit shown instead of Verdict::unit, the unit of the scores; empty if several terms rank.
  const std::string& of_scores() const { return of_scores_; }

 private:
  std::map<std::string, std::string, std::less<>> shown_;
  std::string of_scores_;
};

}  // namespace cutline::words
