// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "cutline/study/ranking.hpp"

namespace cutline::words {

/// The units in which people read one ranking: one a dimension, in the table and in the sentences alike, so that a
/// value reads the same in both. The usual columns of rankings decide, with all ranked candidates, however many are
/// shown. A number that ranks has a unit of its own where no usual column shows it: a total length, an area per
/// terminal.
class RankedUnits {
 public:
  RankedUnits(const Study& study, const std::vector<Candidate>& candidates, const Ranking& ranking);

  /// The unit shown for one of the catalogue, as "ns". A unit that no column has fits `figures`, or stays without any.
  std::string of(std::string_view unit, const std::vector<double>& figures = {}) const;
  /// The unit shown for Verdict::unit, that of the scores; empty where several terms rank.
  const std::string& of_scores() const { return of_scores_; }

 private:
  std::map<std::string, std::string, std::less<>> shown_;
  std::string of_scores_;
};

}  // namespace cutline::words
