// SPDX-License-Identifier: Apache-2.0
#include "simulation/simulate.hpp"

#include <cctype>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "cutline/base/format.hpp"
#include "cutline/base/parallel.hpp"
#include "cutline/study/study.hpp"
#include "simulation/runner.hpp"

namespace cutline {

namespace {

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
  const std::vector<std::string> words = choice.simulator->build(prepared.network.program, kSimulatedStem);
  const ProgramRun run = run_program(words, prepared.folder, choice.limits, go_on);
  if (run.end == ProgramEnd::stopped || (run.end == ProgramEnd::exited && run.code == 0)) return;
  throw_file_error(fmt::format("'{}' did not build the program for {}{}", words[0], choice.simulator->name,
                               run.output.empty() ? "; it printed nothing" : ":\n" + run.output.substr(0, 1000)),
                   std::string(choice.simulator->how_to_get));
}

bool holds(const std::string& file, const std::string& content) {
  std::ifstream in(file, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return in && text.str() == content;
}

/// Exports a candidate to a folder. The program is not set.
Prepared prepare(const Study& whole, const Candidate& candidate, const SimulationChoice& choice,
                 const std::string& folder, const Effort& effort) {
  const Study& study = study_of(whole, *candidate.design);
  const Export& target = find_export(choice.simulator->name);
  ExportChoice wanted;
  wanted.delay = choice.delay;
  wanted.file = fmt::format("{}/{}{}", folder, kSimulatedStem, target.extension);
  expect_layout(study, candidate, "simulate");
  if (candidate.latency.timings.empty())
    throw_input_error(fmt::format("'{}' has no latency to simulate", candidate.design->name), "`measure` says why");
  const Exported made = export_candidate(target, study, candidate, wanted, effort);
  bool as_before = true;
  for (const ExportFile& file : made.files) {
    const std::string name =
        file.extension.empty() ? wanted.file : fmt::format("{}/{}{}", folder, kSimulatedStem, file.extension);
    if (holds(name, file.content)) continue;
    as_before = false;
    write_file(name, file.content);
  }
  const Timing& timing = candidate.latency.timings.at(choice.delay);
  Prepared prepared{&candidate, folder, {}, {}, as_before};
  const auto has = [&](std::string_view extension) {
    return std::ranges::find(made.files, extension, &ExportFile::extension) != made.files.end();
  };
  prepared.network = {{}, kSimulatedStem, has(".routes"), has(".traffic")};
  if (choice.simulator->under_load && study.packets() > 1 && !has(".traffic"))
    throw_input_error(fmt::format("'{}' has too many pairs of nodes for a file of its messages of {} packets",
                                  candidate.design->name, study.packets()),
                      "leave out `packets`, as with --set message='64 bits'");
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

/// Bisects the saturation of every network, several side by side, and adds the jobs.
void find_saturations(const std::vector<Prepared>& all, const SimulationChoice& choice, Runner& runner,
                      std::vector<Job>& jobs) {
  std::vector<std::vector<Job>> own(all.size());
  for (const Job& job : jobs) own[static_cast<std::size_t>(job.prepared - all.data())].push_back(job);
  parallel_for(all.size(), [&](std::size_t i) {
    const double* expected = all[i].candidate->latency.timings.at(choice.delay).model_saturation();
    bisect_saturation(runner, choice.seeds, expected == nullptr ? all[i].network.width_bits : *expected, own[i]);
  });
  jobs.clear();
  for (std::vector<Job>& each : own) jobs.insert(jobs.end(), each.begin(), each.end());
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
  // A bisection takes about as many loads as a curve; what it does not take was cheap.
  constexpr std::size_t kLoadsOfBisection = 8;
  const std::size_t more = choice.saturation ? all.size() * kLoadsOfBisection * choice.seeds : 0;
  Runner runner(choice, study.delays.at(choice.delay).label, effort.watch, jobs.size() + more);
  const bool refused = runner.run_first(jobs.front(), all);
  parallel_for(jobs.size() - 1, [&](std::size_t i) { runner.run(jobs[i + 1]); });
  if (choice.saturation) find_saturations(all, choice, runner, jobs);
  Simulated made = gathered(jobs, choice);
  made.stopped = runner.stopped();
  if (refused)
    made.notes.push_back(fmt::format("'{}' cannot take the candidates' routes and takes its own: {}", program,
                                     choice.simulator->how_to_get));
  return made;
}

}  // namespace cutline
