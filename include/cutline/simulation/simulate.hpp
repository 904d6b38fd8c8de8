// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cutline/simulation/run_program.hpp"
#include "cutline/simulation/simulators.hpp"
#include "cutline/study/candidate.hpp"

namespace cutline {

/// What to simulate, and how long.
struct SimulationChoice {
  const Simulator* simulator = nullptr;
  std::string program;      ///< its path; empty: as PATH has it
  std::size_t delay = 0;    ///< delay model of the study
  std::uint64_t seeds = 1;  ///< runs a load, with the seeds 1, 2 ...
  std::uint64_t sample_cycles = 3000;
  ProgramLimits limits;  ///< of each run
  std::string folder;    ///< keeps exports and outputs; empty: a temporary one, removed at the end
};

/// What was measured, and why no more was.
struct Simulated {
  std::vector<MeasuredPoint> points;  ///< of all runs that ended, by candidate, load and seed
  std::vector<std::string> notes;     ///< sentences: what the simulator does otherwise
  std::string trouble;  ///< the first run that failed, in a sentence; then the others were stopped. Empty: none
  std::string hint;
  bool stopped = false;  ///< by the user
};

/// Exports candidates with a layout, runs the simulator on each at the loads of its timing and reads what it prints,
/// several runs at a time. Loads are those of the study's operating points and curve, in its order; a simulator without
/// load runs once. Throws an input error where the program is missing, or a candidate cannot be exported.
Simulated simulate(const Study& study, const std::vector<Candidate>& candidates, const SimulationChoice& choice,
                   const Effort& effort);

}  // namespace cutline
