// SPDX-License-Identifier: Apache-2.0
#include "simulation/simulate.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <atomic>
#include <cctype>
#include <cmath>
#include <cstring>
#include <filesystem>

#include "base/utf8.hpp"
#include "cutline/base/error.hpp"
#include "cutline/base/format.hpp"
#include "cutline/base/parallel.hpp"
#include "cutline/detail/base/callbacks.hpp"
#include "cutline/output/export/exports.hpp"
#include "cutline/study/study.hpp"
#include "simulation/run_program.hpp"

namespace cutline {

namespace {

constexpr const char* kStem = "network";

/// A candidate whose files are written.
struct Prepared {
  const Candidate* candidate = nullptr;
  std::string folder;
  SimulatedNetwork network;
  ExpectedLatency expected;
  /// The cycles that the simulator counts without load beyond the candidate's own latency; absent: not known.
  std::optional<double> besides() const {
    const bool routed = expected.on_these_routes > 0 && (network.own_routes || expected.on_own_routes == 0);
    const double told = routed ? expected.on_these_routes : expected.on_own_routes;
    if (told == 0) return std::nullopt;
    constexpr double kRounding = 1e9;  // both are sums of many terms
    return std::round((told - network.unloaded_cycles) * kRounding) / kRounding;
  }
};

/// One run and its result.
struct Job {
  const Prepared* prepared = nullptr;
  SimulatorRun run;
  std::optional<MeasuredPoint> point;  ///< absent: it failed, or did not begin
  std::string trouble;
};

/// Runs jobs, and stops them all at the first that fails.
class Runner {
 public:
  Runner(const SimulationChoice& choice, const std::string& delay, Watch* watch, std::size_t jobs)
      : choice_(choice), delay_(delay), work_(watch, "runs", jobs) {}

  void run(Job& job) {
    if (go_on()) finish(job, program_run(job));
  }
  /// Like run(), but if the program cannot take the candidate's routes, all networks change to the simulator's own.
  /// Returns true then.
  bool run_first(Job& job, std::vector<Prepared>& all) {
    const Simulator& simulator = *choice_.simulator;
    if (!go_on()) return false;
    ProgramRun done = program_run(job);
    const bool refused = job.prepared->network.own_routes && simulator.refuses_routes != nullptr &&
                         done.end == ProgramEnd::exited && simulator.refuses_routes(done.output);
    if (refused) {
      for (Prepared& each : all) each.network.own_routes = false;
      done = program_run(job);
    }
    if (done.end == ProgramEnd::timed_out) {
      fail(job, fmt::format("did not end within {} s at its lowest load", seconds()));
      ++done_;
    } else {
      finish(job, done);
    }
    return refused;
  }
  bool stopped() const { return stopped_; }

 private:
  bool go_on() {
    if (!work_.go_on(done_)) stopped_ = true;
    return !stopped_ && !failed_;
  }
  double seconds() const { return std::chrono::duration<double>(choice_.limits.time).count(); }

  ProgramRun program_run(const Job& job) {
    const Prepared& prepared = *job.prepared;
    const std::vector<std::string> words = choice_.simulator->command(prepared.network, job.run);
    ProgramRun run = run_program(words, prepared.folder, choice_.limits, [&] { return go_on(); });
    if (!choice_.folder.empty())
      write_file(fmt::format("{}/load-{:.4g}-seed-{}.txt", prepared.folder, job.run.offered, job.run.seed),
                 join(words, " ") + "\n" + run.output);
    return run;
  }

  void finish(Job& job, const ProgramRun& run) {
    switch (run.end) {
      case ProgramEnd::exited:
        read(job, run);
        break;
      case ProgramEnd::timed_out:
        add_point(job, {RunState::timed_out, {}, {}});
        break;
      case ProgramEnd::crashed:
        fail(job, fmt::format("was ended by signal {} ({})", run.code, strsignal(run.code)));
        break;
      case ProgramEnd::printed_too_much:
        fail(job, fmt::format("printed more than {} MiB", choice_.limits.output_bytes >> 20));
        break;
      case ProgramEnd::filled_folder:
        fail(job, fmt::format("wrote files of more than {} MiB", choice_.limits.folder_bytes >> 20));
        break;
      case ProgramEnd::stopped:
        return;
    }
    ++done_;
  }

  void fail(Job& job, const std::string& what) {
    job.trouble = fmt::format("'{}' for '{}' at {:.4g} bits/cycle, seed {}, {}", job.prepared->network.program,
                              job.prepared->candidate->design->name, job.run.offered, job.run.seed, what);
    failed_ = true;
  }

  void read(Job& job, const ProgramRun& run) {
    const SimulatorAnswer answer = choice_.simulator->read(job.prepared->network, run.output);
    if (answer.trouble.empty()) return add_point(job, answer);
    fail(job,
         fmt::format("did not run as {} does: {}{}", choice_.simulator->name, answer.trouble, last_line(run.output)));
  }

  static std::string last_line(const std::string& output) {
    constexpr std::size_t kMostShown = 200;
    const std::size_t end = output.find_last_not_of(" \t\r\n");
    if (end == std::string::npos) return "; it printed nothing";
    const std::size_t begin = output.find_last_of('\n', end) + 1;
    return fmt::format("; its last line: {}", on_one_line(output.substr(begin, std::min(end + 1 - begin, kMostShown))));
  }

  void add_point(Job& job, const SimulatorAnswer& answer) const {
    MeasuredPoint point;
    point.candidate = job.prepared->candidate->design->name;
    point.delay = delay_;
    point.source = choice_.simulator->name;
    point.offered = job.run.offered;
    point.latency = answer.latency;
    point.state = answer.state;
    point.seed = job.run.seed;
    point.besides = job.prepared->besides();
    job.point = std::move(point);
  }

  const SimulationChoice& choice_;
  const std::string& delay_;
  WatchedWork work_;
  std::atomic<std::uint64_t> done_ = 0;
  std::atomic<bool> failed_ = false, stopped_ = false;
};

std::string program_of(const SimulationChoice& choice) {
  const Simulator& simulator = *choice.simulator;
  const std::string named = choice.program.empty() ? std::string(simulator.program) : choice.program;
  const std::string found = find_program(named);
  if (!found.empty()) return std::filesystem::absolute(found).string();
  throw_input_error(choice.program.empty() ? fmt::format("no program '{}' is in PATH", named)
                                           : fmt::format("'{}' is no program that can be run", named),
                    std::string(simulator.how_to_get));
}

/// A name without characters that have a meaning in a path or a shell.
std::string folder_name(std::size_t number, const std::string& name) {
  std::string safe = fmt::format("{}-", number);
  for (const char c : name.substr(0, 40)) safe += std::isalnum(static_cast<unsigned char>(c)) != 0 ? c : '_';
  return safe;
}

void build(const SimulationChoice& choice, const Prepared& prepared, FunctionRef<bool()> go_on) {
  const std::vector<std::string> words = choice.simulator->build(prepared.network.program, kStem);
  const ProgramRun run = run_program(words, prepared.folder, choice.limits, go_on);
  if (run.end == ProgramEnd::stopped || (run.end == ProgramEnd::exited && run.code == 0)) return;
  throw_file_error(fmt::format("'{}' did not build the program for {}{}", words[0], choice.simulator->name,
                               run.output.empty() ? "; it printed nothing" : ":\n" + run.output.substr(0, 1000)),
                   std::string(choice.simulator->how_to_get));
}

/// Exports a candidate to a folder. The program is not set.
Prepared prepare(const Study& study, const Candidate& candidate, const SimulationChoice& choice,
                 const std::string& folder, const Effort& effort) {
  const Export& target = find_export(choice.simulator->name);
  ExportChoice wanted;
  wanted.delay = choice.delay;
  wanted.file = fmt::format("{}/{}{}", folder, kStem, target.extension);
  expect_layout(study, candidate, "simulate");
  if (candidate.latency.timings.empty())
    throw_input_error(fmt::format("'{}' has no latency to simulate", candidate.design->name), "`measure` says why");
  const Exported made = export_candidate(target, study, candidate, wanted, effort);
  for (const ExportFile& file : made.files) {
    write_file(file.extension.empty() ? wanted.file : fmt::format("{}/{}{}", folder, kStem, file.extension),
               file.content);
  }
  const Timing& timing = candidate.latency.timings.at(choice.delay);
  Prepared prepared{&candidate, folder, {}, {}};
  const auto holds_routes = [](const ExportFile& file) { return file.extension == ".routes"; };
  prepared.network = {{}, kStem, std::any_of(made.files.begin(), made.files.end(), holds_routes)};
  prepared.network.nodes = static_cast<std::uint64_t>(candidate.facts.nodes);
  prepared.network.width_bits = candidate.channel.has_width() ? candidate.channel.width_bits : 1;
  prepared.network.message_bits = study.mean_message_bits();
  prepared.network.cycle_ns = in_ns(timing.clock.cycle);
  prepared.network.unloaded_cycles = timing.latency_cycles();
  prepared.network.sample_cycles = choice.sample_cycles;
  prepared.expected = made.expected;
  return prepared;
}

/// The loads of a candidate, in bits per cycle and terminal.
std::vector<double> offered_loads(const Candidate& candidate, const SimulationChoice& choice) {
  if (!choice.simulator->under_load) return {0};
  std::vector<double> loads;
  const Timing& timing = candidate.latency.timings.at(choice.delay);
  for (const auto* points : {&timing.load_points, &timing.load_curve}) {
    for (const LoadPoint& point : *points) {
      if (point.offered > 0) loads.push_back(point.offered);
    }
  }
  std::sort(loads.begin(), loads.end());
  loads.erase(std::unique(loads.begin(), loads.end()), loads.end());
  return loads;
}

std::vector<Job> jobs_of(const std::vector<Prepared>& all, const SimulationChoice& choice) {
  std::vector<Job> jobs;
  for (const Prepared& each : all) {
    for (const double load : offered_loads(*each.candidate, choice)) {
      const std::uint64_t seeds = choice.simulator->under_load ? choice.seeds : 1;
      for (std::uint64_t seed = 1; seed <= seeds; ++seed) jobs.push_back({&each, {load, seed}, {}, {}});
    }
  }
  return jobs;
}

Simulated gathered(const std::vector<Job>& jobs, const SimulationChoice& choice) {
  Simulated made;
  for (const Job& job : jobs) {
    if (job.point) made.points.push_back(*job.point);
    if (job.trouble.empty() || !made.trouble.empty()) continue;
    made.trouble = job.trouble;
    made.hint = choice.folder.empty()
                    ? "--keep FOLDER keeps what it got and what it printed; --time-limit sets its time"
                    : fmt::format("what it got and what it printed is in '{}'", choice.folder);
  }
  return made;
}

}  // namespace

Simulated simulate(const Study& study, const std::vector<Candidate>& candidates, const SimulationChoice& choice,
                   const Effort& effort) {
  if (choice.simulator->under_load && (study.traffic || !study.traffic_self))
    throw_input_error(fmt::format("{} is run only under uniform traffic in which terminals send to themselves too",
                                  choice.simulator->name),
                      "leave out `traffic`, as with --set traffic=uniform");
  if (choice.simulator->under_load && study.packets() > 1)
    throw_input_error(fmt::format("{} sends packets one by one, each by itself, and the spec has messages of {}",
                                  choice.simulator->name, study.packets()),
                      "leave out `packets`, as with --set message='64 bits'");
  const std::string program = program_of(choice);
  const WorkFolder folder(choice.folder);
  WatchedWork preparing(effort.watch, "exports", candidates.size());
  std::vector<Prepared> all;
  for (const Candidate& candidate : candidates) {
    const auto go_on = [&] { return preparing.go_on(all.size()); };
    const std::string own = folder.below(folder_name(all.size() + 1, candidate.design->name));
    Prepared& prepared = all.emplace_back(prepare(study, candidate, choice, own, effort));
    prepared.network.program = program;
    if (choice.simulator->build != nullptr) build(choice, prepared, go_on);
    if (!go_on()) return {.stopped = true};
  }
  std::vector<Job> jobs = jobs_of(all, choice);
  if (jobs.empty()) throw_input_error("no load is known at which to simulate", "name loads with `load`, in bits/cycle");
  Runner runner(choice, study.delays.at(choice.delay).label, effort.watch, jobs.size());
  const bool refused = runner.run_first(jobs.front(), all);
  parallel_for(jobs.size() - 1, [&](std::size_t i) { runner.run(jobs[i + 1]); });
  Simulated made = gathered(jobs, choice);
  made.stopped = runner.stopped();
  if (refused)
    made.notes.push_back(fmt::format("'{}' cannot take the candidates' routes and takes its own: {}", program,
                                     choice.simulator->how_to_get));
  return made;
}

}  // namespace cutline
