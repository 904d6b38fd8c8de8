// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cutline {

struct Study;

/// How a run at a load ended: in a steady state, without one, or not within its time.
enum class RunState : std::uint8_t { stable, unstable, timed_out };
inline constexpr std::array<std::string_view, 3> kRunStateNames = {"stable", "unstable", "timed_out"};

/// One run at one load of a candidate, by a simulator or anybody else.
struct MeasuredPoint {
  std::string candidate;
  std::string delay;   ///< label of the delay model whose cycles it used; empty: of every one
  std::string source;  ///< who measured: "booksim"
  double offered = 0;  ///< bits per cycle and terminal; 0: messages one by one
  double latency = 0;  ///< mean, cycles; of stable runs
  RunState state = RunState::stable;
  std::uint64_t seed = 0;
  /// Cycles of it that the candidate's own latency does not count, as of a simulator's terminals. Absent: not known, so
  /// that the two cannot be compared.
  std::optional<double> besides = 0;
  bool operator==(const MeasuredPoint&) const = default;
};

/// All runs of one source at one load, beside what the candidate's model says.
struct MeasuredLoad {
  std::string source;
  double offered = 0;
  std::array<std::uint32_t, kRunStateNames.size()> runs{};  ///< by state
  double latency = 0;                                       ///< cycles, the mean of the stable runs
  std::optional<double> besides = 0;
  std::optional<double> predicted;  ///< cycles, `besides` included; absent: saturated, not known, or no model applies

  std::uint32_t stable_runs() const { return runs[static_cast<std::size_t>(RunState::stable)]; }
  std::uint32_t all_runs() const { return runs[0] + runs[1] + runs[2]; }
  /// Of a run or several: what all of them are, else the worst.
  RunState state() const;
  /// Predicted over measured, minus 1; absent where a run was not stable, or one of the two latencies is missing.
  std::optional<double> error() const;
};

/// What was measured of a candidate in the study, by source and load, without predictions.
std::vector<MeasuredLoad> measured_loads(const Study& study, std::string_view candidate, std::string_view delay);

/// Reads points from CSV. The first line names the columns: `candidate`, `offered` and `latency` must be there, in any
/// order; `state`, `seed`, `source`, `besides` and `delay` may be. Fields may stand in quotes, # begins a comment line.
/// A point without a state is stable if it has a latency. Input errors with file and line. Cost: O(bytes).
std::vector<MeasuredPoint> read_measured_file(const std::string& path);

}  // namespace cutline
