// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <variant>
#include <vector>

#include "cutline/performance/emulation.hpp"
#include "cutline/study/note.hpp"

namespace cutline {

/// The time of a spanning tree by the corrected formula.
struct CorrectedTime {
  double ns = 0;
};
/// The time of a butterfly by Table 3 of the paper, with the floor brackets that it prints.
struct FlooredTime {
  double ns = 0;
};
/// The times of a guest's communication on a host by the formulas that the paper prints.
struct PrintedTimes {
  double time_ns = 0;
  double mesh_ns = 0;     ///< the mesh's time for the same task
  double longest_ns = 0;  ///< delay of the longest wire
  std::variant<std::monostate, CorrectedTime, FlooredTime> also;
};

/// The time of a guest's communication on a host: by the printed formulas and by the exact layout.
struct Emulation {
  Wafer wafer;
  WaferHost host = WaferHost::mesh;
  GuestTask task;
  HostMeasures exact;
  std::variant<Note, PrintedTimes> printed;  ///< or the reason why the paper's tables do not cover the delay model
  std::variant<Note, double> exact_ns;       ///< or the reason why there is none
  double exact_longest_ns = 0;               ///< delay of the longest wire
  std::vector<Note> assumed;                 ///< what the formulas assume
  std::vector<Note> notes() const;           ///< `assumed`, and the reasons for missing times
};

}  // namespace cutline
