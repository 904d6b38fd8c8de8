// SPDX-License-Identifier: Apache-2.0
#include "cutline/cutline.hpp"

namespace cutline {

std::string draw(const Study& study, const Candidate& candidate, const DrawOptions& options) {
  expect_layout(study, candidate, "draw");
  return floorplan_svg(study, candidate, options);
}

Exported export_as(std::string_view format, const Study& study, const Candidate& candidate, const ExportChoice& choice,
                   const Effort& effort) {
  const Export& target = find_export(format);
  expect_layout(study, candidate, "export");
  return export_candidate(target, study, candidate, choice, effort);
}

}  // namespace cutline
