// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cutline/study/candidate.hpp"
#include "simulation/run_program.hpp"
#include "simulation/simulators.hpp"

namespace cutline {

/// The choice of a simulator, and of how much to simulate.
struct SimulationChoice {
  const Simulator* simulator = nullptr;
  std::string program;      ///< its path; empty: the one found in PATH
  std::size_t delay = 0;    ///< delay model of the study
  std::uint64_t seeds = 1;  ///< runs a load, with the seeds 1, 2 ...
  std::uint64_t sample_cycles = 3000;
  bool saturation = false;  ///< runs at more loads, until saturation is known to 2 %
  ProgramLimits limits;     ///< of each run
  /// Keeps exports and outputs, and takes the outputs that are there already; empty: a temporary one, removed at the
  /// end.
  std::string folder;
};

/// The measured points and, where runs are missing, the reason.
struct Simulated {
  std::vector<MeasuredPoint> points;  ///< of all runs that ended, by candidate, load and seed
  std::vector<std::string> notes;     ///< sentences on what the simulator does in another way
  std::string trouble;  ///< a sentence on the first run that failed, at which the others were stopped; empty: none
                        ///< failed
  std::string hint;
  bool stopped = false;  ///< by the user
};

/// Exports candidates with a layout, runs the simulator on each at the loads of its timing and reads what it prints,
/// several runs at a time. Loads are those of the study's operating points and curve, in its order; a simulator without
/// load runs once. Throws an input error where the program is missing, or a candidate cannot be exported.
Simulated simulate(const Study& study, const std::vector<Candidate>& candidates, const SimulationChoice& choice,
                   const Effort& effort);

}  // namespace cutline
