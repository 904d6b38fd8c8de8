// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "cutline/study/ranking.hpp"

namespace cutline {

/// The units in which people read one ranking: one a dimension, in the table and in the sentences alike, so that a
/// value reads the same in both. The columns of the ranking decide, with all ranked candidates, however many are shown.
class RankedUnits {
 public:
  RankedUnits(const Study& study, const std::vector<Candidate>& candidates, const Ranking& ranking);

  /// The unit shown for one of the catalogue, as "ns". A unit that no column has fits `figures`, or stays without any.
  std::string of(std::string_view unit, const std::vector<double>& figures = {}) const;

 private:
  std::map<std::string_view, std::string> shown_;
};

}  // namespace cutline
