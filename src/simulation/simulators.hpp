// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>

#include "cutline/detail/study/measured.hpp"

namespace cutline {

/// A candidate's exported files, and the figures of a run on them.
struct SimulatedNetwork {
  std::string program;       ///< the simulator's program, with its path
  std::string stem;          ///< of the files, in the working folder
  bool own_routes = true;    ///< the simulator takes the candidate's routes from a file
  bool own_traffic = false;  ///< it takes the spec's traffic from a file
  double width_bits = 1;     ///< of a channel
  double message_bits = 1;
  std::uint64_t nodes = 0;  ///< number of nodes that send
  double cycle_ns = 1;
  double unloaded_cycles = 1;          ///< about; a run is given up at a latency many times as long
  std::uint64_t sample_cycles = 1000;  ///< over which a latency is averaged

  /// Whole bytes of a mean message.
  std::uint64_t message_bytes() const { return static_cast<std::uint64_t>(std::max(1.0, std::ceil(message_bits / 8))); }
};

/// One run at one load.
struct SimulatorRun {
  double offered = 0;  ///< bits per cycle and terminal; 0: messages one by one
  std::uint64_t seed = 1;
};

/// The result that a run's output gives: how the run ended and the mean latency, or why the output cannot be
/// understood.
struct SimulatorAnswer {
  RunState state = RunState::stable;
  double latency = 0;   ///< cycles, of a stable run
  std::string trouble;  ///< empty: it was understood
};

/// One row of the catalogue of simulators: a file src/simulation/simulators/<name>.cpp, and a line.
struct Simulator {
  std::string_view name;        ///< also the name of its export
  std::string_view summary;     ///< what is run, and the result
  std::string_view program;     ///< looked for in PATH
  std::string_view how_to_get;  ///< the hint where the program is missing
  bool under_load = false;      ///< runs at a load; else messages go one by one
  /// The command, word by word, that builds the program from the exported files in their folder; null: the program
  /// exists already.
  std::vector<std::string> (*build)(const std::string& compiler, const std::string& stem) = nullptr;
  /// The command of one run, word by word.
  std::vector<std::string> (*command)(const SimulatedNetwork&, const SimulatorRun&) = nullptr;
  /// Reads the result from the output of a run.
  SimulatorAnswer (*read)(const SimulatedNetwork&, const std::string& output) = nullptr;
  /// Whether an output says that the program cannot take the candidate's routes or traffic; null: it always can.
  bool (*refuses_additions)(const std::string& output) = nullptr;
};

/// The catalogue of all simulators.
const std::vector<Simulator>& simulators();
/// The row with this name. Throws an input error with a "did you mean" where there is none.
const Simulator& find_simulator(std::string_view name);

/// The number that follows the last place of `words` in a text; absent where there is none, or where it is negative and
/// so no latency.
std::optional<double> last_number(std::string_view text, std::string_view words);

/// The answer of a program that prints a mean after `words`; `cycles` is the number of cycles in the mean's unit.
SimulatorAnswer mean_answer(const std::string& output, std::string_view words, double cycles);

}  // namespace cutline
