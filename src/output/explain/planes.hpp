// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "cutline/study/quantities.hpp"

namespace cutline::explanation {

inline constexpr const char* kSourceOfPlanes = "derived: a message keeps to its plane; means are linear";

/// How the figure of a candidate with planes follows from those of its planes.
struct PlanesTold {
  std::string_view symbol, meaning;  ///< of the figure
  std::string formula;
  std::string figures;       ///< of all planes with their weights: "0.5 x 5.2 (request), 0.5 x 6 (response)"
  std::string_view of_each;  ///< what the figure of a plane counts for
};
/// Absent if the candidate has no planes, or if the quantity does not follow from theirs.
std::optional<PlanesTold> planes_told(const Quantity& quantity, const Asked& asked);

}  // namespace cutline::explanation
