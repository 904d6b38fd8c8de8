// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

#include "cutline/detail/performance/emulation.hpp"
#include "cutline/detail/study/note.hpp"

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

struct LoadAsked;

/// How a run at a load ended: in a steady state, without reaching one, or because its time was up.
enum class RunState : std::uint8_t { stable, unstable, timed_out };
inline constexpr std::array<std::string_view, 3> kRunStateNames = {"stable", "unstable", "timed_out"};

/// The result of one run of a candidate at one load, from a simulator or any other source.
struct MeasuredPoint {
  std::string candidate;
  std::string delay;   ///< label of the delay model whose cycles the run used; empty: the point belongs to every model
  std::string source;  ///< who measured: "booksim"
  double offered = 0;  ///< bits per cycle and terminal; 0: messages one by one
  double latency = 0;  ///< mean, cycles; of stable runs
  RunState state = RunState::stable;
  std::uint64_t seed = 0;
  /// Cycles of the latency that Cutline's latency does not count, such as those in a simulator's terminals. Absent: not
  /// known, so that the two latencies cannot be compared.
  std::optional<double> besides = 0;
  bool operator==(const MeasuredPoint&) const = default;
};

/// All runs of one source at one load, and the latency that Cutline's model predicts.
struct MeasuredLoad {
  std::string source;
  double offered = 0;
  std::array<std::uint32_t, kRunStateNames.size()> runs{};  ///< by state
  double latency = 0;                                       ///< cycles, the mean of the stable runs
  double least = 0, most = 0;                               ///< of the stable runs
  std::optional<double> besides = 0;
  std::optional<double> predicted;  ///< cycles, `besides` included; absent: saturated, not known, or no model applies

  std::uint32_t stable_runs() const { return runs[static_cast<std::size_t>(RunState::stable)]; }
  std::uint32_t all_runs() const { return runs[0] + runs[1] + runs[2]; }
  /// The state that all runs share, else the worst of their states.
  RunState state() const;
  /// Predicted over measured latency, minus 1. Absent if a run was not stable, or if one of the two latencies is
  /// missing.
  std::optional<double> error() const;
};

/// Between which loads a source met saturation, in bits per cycle and terminal.
struct MeasuredSaturation {
  std::string source;
  double stable = 0;    ///< the highest load below `unstable` at which all runs were stable; 0: none
  double unstable = 0;  ///< the lowest load at which some run was not
};
/// For each source that has a load at which some run was not stable; `loads` by source and load.
std::vector<MeasuredSaturation> measured_saturations(const std::vector<MeasuredLoad>& loads);

/// The measurements of a candidate in the study, by source and load, without predictions.
std::vector<MeasuredLoad> measured_loads(const LoadAsked& asked, std::string_view candidate, std::string_view delay);

/// Reads points from CSV. The first line names the columns: `candidate`, `offered` and `latency` must be there, in any
/// order; `state`, `seed`, `source`, `besides` and `delay` may be. Fields may stand in quotes, # begins a comment line.
/// A point without a state is stable if it has a latency. Throws input errors with file and line. Cost: O(bytes).
std::vector<MeasuredPoint> read_measured_file(const std::string& path);

}  // namespace cutline
