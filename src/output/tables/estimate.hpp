// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cutline/output/text/table.hpp"
#include "cutline/study/study.hpp"
#include "study/work_estimate.hpp"

namespace cutline {

/// The estimated cost of evaluating one design.
struct DesignEstimate {
  std::string name;
  std::string network;    ///< "torus: dimensions=2, radix=16"; begins with "ideal" if the candidate is ideal
  std::string placement;  ///< "folded, 16 x 16", empty for ideal candidates
  double nodes = 0;
  double links = 0;
  WorkEstimate work;
  std::string problem;  ///< why a swept design has no such network
};

/// One estimate per design. Throws the input errors of all designs together.
std::vector<DesignEstimate> estimate(const Study& study);

Table estimate_table(const std::vector<DesignEstimate>& estimates);
/// "12 MB of memory and 0.3 s on one core". Designs are evaluated side by side, so their memory adds up.
std::string estimate_sentence(const std::vector<DesignEstimate>& estimates);

}  // namespace cutline
