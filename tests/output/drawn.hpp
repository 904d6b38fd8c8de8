// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "cutline/study/laid_out.hpp"
#include "cutline/study/placed_network.hpp"
#include "layout/cases.hpp"
#include "output/exported.hpp"

namespace cutline::test {

/// A routed case exported to a format of geometry, with the metal of a technology.
inline Exported drawn(const cases::Case& c, const std::string& target, const ExportChoice& choice = to_file("a"),
                      const Effort& effort = {}, const Technology& technology = unit_technology()) {
  Study study;
  study.technology = technology;
  Candidate candidate;
  candidate.design = SharedConst<Design>(Design{.name = "a case", .family = c.topology.family});
  candidate.built = SharedConst<LaidOut>({PlacedNetwork{c.topology, c.placement}, c.layout, {}, {}});
  return export_candidate(find_export(target), study, candidate, choice, effort);
}

}  // namespace cutline::test
