// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cutline/output/export/exports.hpp"
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

/// The stem of a candidate's files.
inline constexpr const char* kSimulatedStem = "network";

/// A candidate whose files are written.
struct Prepared {
  const Candidate* candidate = nullptr;
  std::string folder;
  SimulatedNetwork network;
  ExpectedLatency expected;
  bool as_before = false;  ///< the folder held the same files already, so that runs in it count

  /// The cycles that the simulator counts without load beyond the candidate's own latency; absent: not known.
  std::optional<double> besides() const;
};

/// One run and its result.
struct Job {
  const Prepared* prepared = nullptr;
  SimulatorRun run;
  std::optional<MeasuredPoint> point = {};  ///< absent: it failed, or did not begin
  std::string trouble = {};
};

/// Runs jobs, and stops them all at the first that fails. A run whose output is kept from before, by the same command
/// on the same files and a program that is not younger, is read and not repeated.
class Runner {
 public:
  Runner(const SimulationChoice& choice, const std::string& delay, Watch* watch, std::size_t jobs)
      : choice_(choice), delay_(delay), work_(watch, "runs", jobs) {}

  /// Any thread may call it.
  void run(Job& job) {
    if (go_on()) finish(job, program_run(job));
  }
  /// Like run(), but if the program cannot take the candidate's routes, all networks change to the simulator's own.
  /// Returns true then.
  bool run_first(Job& job, std::vector<Prepared>& all);
  bool stopped() const { return stopped_; }
  bool go_on();

 private:
  double seconds() const { return std::chrono::duration<double>(choice_.limits.time).count(); }
  ProgramRun program_run(const Job& job);
  void finish(Job& job, const ProgramRun& run);
  void fail(Job& job, const std::string& what);
  void read(Job& job, const ProgramRun& run);
  void add_point(Job& job, const SimulatorAnswer& answer) const;

  const SimulationChoice& choice_;
  const std::string& delay_;
  WatchedWork work_;
  std::atomic<std::uint64_t> done_ = 0;
  std::atomic<bool> failed_ = false, stopped_ = false;
};

/// Runs a network at more loads, until its highest stable load and its lowest load that is not stable differ by at most
/// 2 %; `jobs` are those that were run, and get the new ones. The first load is the model's expected saturation, in
/// bits per cycle and terminal. A load at which some seed does not end stable is not carried. No load is above a flit a
/// cycle and terminal.
void bisect_saturation(Runner& runner, std::uint64_t seeds, double expected, std::vector<Job>& jobs);

}  // namespace cutline
