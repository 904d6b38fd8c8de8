// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cutline/study/measured.hpp"

namespace cutline {

/// A candidate's exported files, and what runs them.
struct SimulatedNetwork {
  std::string program;     ///< with its path
  std::string stem;        ///< of the files, in the working folder
  bool own_routes = true;  ///< the candidate's are in a file that it takes
  double width_bits = 1;   ///< of a channel
  double message_bits = 1;
  std::uint64_t nodes = 0;  ///< that send
  double cycle_ns = 1;
  double unloaded_cycles = 1;          ///< about: a latency many times as long is given up
  std::uint64_t sample_cycles = 1000;  ///< over which a latency is taken

  /// Whole bytes of a mean message.
  std::uint64_t message_bytes() const { return static_cast<std::uint64_t>(std::max(1.0, std::ceil(message_bits / 8))); }
};

/// One run at one load.
struct SimulatorRun {
  double offered = 0;  ///< bits per cycle and terminal; 0: messages one by one
  std::uint64_t seed = 1;
};

/// What a run's output says: how it ended and the mean latency, or why it cannot be understood.
struct SimulatorAnswer {
  RunState state = RunState::stable;
  double latency = 0;   ///< cycles, of a stable run
  std::string trouble;  ///< empty: it was understood
};

/// One row of the catalogue of simulators: a file src/simulation/simulators/<name>.cpp, and a line.
struct Simulator {
  std::string_view name;        ///< of its export too
  std::string_view summary;     ///< what is run and what comes out
  std::string_view program;     ///< looked for in PATH
  std::string_view how_to_get;  ///< the hint where the program is missing
  bool under_load = false;      ///< else messages go one by one
  /// The words that make the program from the exported files, in their folder; null: the program is there already.
  std::vector<std::string> (*build)(const std::string& compiler, const std::string& stem) = nullptr;
  std::vector<std::string> (*command)(const SimulatedNetwork&, const SimulatorRun&) = nullptr;
  SimulatorAnswer (*read)(const SimulatedNetwork&, const std::string& output) = nullptr;
  /// Whether an output says that the program cannot take the candidate's routes; null: it always can.
  bool (*refuses_routes)(const std::string& output) = nullptr;
};

const std::vector<Simulator>& simulators();
/// The row with this name. Throws an input error with a "did you mean" where there is none.
const Simulator& find_simulator(std::string_view name);

}  // namespace cutline
