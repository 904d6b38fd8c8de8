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
/// The time of Table 3, butterflies, with the floor brackets that it prints.
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
  std::variant<Note, PrintedTimes> printed;  ///< or why the paper's tables do not have the delay
  std::variant<Note, double> exact_ns;       ///< or why there is none
  double exact_longest_ns = 0;               ///< delay of the longest wire
  std::vector<Note> assumed;                 ///< what the formulas take for granted
  std::vector<Note> notes() const;           ///< what a reader must know, reasons included
};

}  // namespace cutline
