// SPDX-License-Identifier: Apache-2.0
#include "simulation/simulate.hpp"

#include <cctype>
#include <charconv>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "base/named.hpp"
#include "base/utf8.hpp"
#include "cutline/base/parallel.hpp"
#include "cutline/study/study.hpp"

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

constexpr double kCloseEnough = 1.02;  // highest stable load to lowest unstable one
constexpr double kStep = 1.15;         // from load to load until both are known

std::string last_line(const std::string& output) {
  constexpr std::size_t kMostShown = 200;
  const std::size_t end = output.find_last_not_of(" \t\r\n");
  if (end == std::string::npos) return "; it printed nothing";
  const std::size_t begin = output.find_last_of('\n', end) + 1;
  return fmt::format("; its last line: {}", on_one_line(output.substr(begin, std::min(end + 1 - begin, kMostShown))));
}

/// The output of the same command on the same files, run before by a program that has not changed since; absent: none.
std::optional<std::string> kept_output(const Prepared& prepared, const std::string& file, const std::string& command) {
  std::error_code none;
  if (!prepared.as_before || !std::filesystem::exists(file, none)) return std::nullopt;
  if (std::filesystem::last_write_time(file, none) < std::filesystem::last_write_time(prepared.network.program, none))
    return std::nullopt;
  std::ifstream in(file, std::ios::binary);
  std::string first;
  if (!std::getline(in, first) || first != command) return std::nullopt;
  std::ostringstream rest;
  rest << in.rdbuf();
  return rest.str();
}

/// What all seeds of one load say: whether they all ended stable. Absent: a run failed, or the user stopped it.
std::optional<bool> is_carried(Runner& runner, std::uint64_t seeds, double load, std::vector<Job>& jobs) {
  const Prepared* const prepared = jobs.front().prepared;
  for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
    jobs.push_back({prepared, {load, seed}});
    runner.run(jobs.back());
    if (!jobs.back().point) return std::nullopt;
    if (jobs.back().point->state != RunState::stable) return false;
  }
  return true;
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

std::optional<double> Prepared::besides() const {
  const bool routed = expected.on_these_routes > 0 && (network.own_routes || expected.on_own_routes == 0);
  const double told = routed ? expected.on_these_routes : expected.on_own_routes;
  if (told == 0) return std::nullopt;
  constexpr double kRounding = 1e9;  // both are sums of many terms
  return std::round((told - network.unloaded_cycles) * kRounding) / kRounding;
}

bool Runner::go_on() {
  if (!work_.go_on(done_)) stopped_ = true;
  return !stopped_ && !failed_;
}

bool Runner::run_first(Job& job, std::vector<Prepared>& all) {
  const Simulator& simulator = *choice_.simulator;
  if (!go_on()) return false;
  ProgramRun done = program_run(job);
  const SimulatedNetwork& network = job.prepared->network;
  const bool refused = (network.own_routes || network.own_traffic) && simulator.refuses_additions != nullptr &&
                       done.end == ProgramEnd::exited && simulator.refuses_additions(done.output);
  if (refused && std::ranges::any_of(all, [](const Prepared& each) { return each.network.own_traffic; })) {
    fail(job, fmt::format("cannot send the spec's traffic as it is: {}", simulator.how_to_get));
    return false;
  }
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

ProgramRun Runner::program_run(const Job& job) {
  const Prepared& prepared = *job.prepared;
  const std::vector<std::string> words = choice_.simulator->command(prepared.network, job.run);
  const std::string command = join(words, " ");
  const std::string stem = fmt::format("{}/load-{:.6g}-seed-{}", prepared.folder, job.run.offered, job.run.seed);
  if (auto before = kept_output(prepared, stem + ".txt", command)) return {.output = std::move(*before)};
  ProgramRun run = run_program(words, prepared.folder, choice_.limits, [&] { return go_on(); });
  if (!choice_.folder.empty())
    write_file(stem + (run.end == ProgramEnd::exited ? ".txt" : ".unfinished.txt"), command + "\n" + run.output);
  return run;
}

void Runner::finish(Job& job, const ProgramRun& run) {
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

void Runner::fail(Job& job, const std::string& what) {
  job.trouble = fmt::format("'{}' for '{}' at {:.4g} bits/cycle, seed {}, {}", job.prepared->network.program,
                            job.prepared->candidate->design->name, job.run.offered, job.run.seed, what);
  failed_ = true;
}

void Runner::read(Job& job, const ProgramRun& run) {
  const SimulatorAnswer answer = choice_.simulator->read(job.prepared->network, run.output);
  if (answer.trouble.empty()) return add_point(job, answer);
  fail(job,
       fmt::format("did not run as {} does: {}{}", choice_.simulator->name, answer.trouble, last_line(run.output)));
}

void Runner::add_point(Job& job, const SimulatorAnswer& answer) const {
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

void bisect_saturation(Runner& runner, std::uint64_t seeds, double expected, std::vector<Job>& jobs) {
  const double most = jobs.front().prepared->network.width_bits;
  double low = 0, high = most * kStep;
  for (const Job& job : jobs) {
    if (job.point && job.point->state != RunState::stable) high = std::min(high, job.run.offered);
  }
  for (const Job& job : jobs) {
    if (job.point && job.run.offered < high) low = std::max(low, job.run.offered);
  }
  double load = expected;
  while (high > low * kCloseEnough && low < most) {
    if (load <= low || load >= high) load = (low + high) / 2;
    load = std::min(load, most);
    const auto carried = is_carried(runner, seeds, load, jobs);
    if (!carried) return;
    (*carried ? low : high) = load;
    load = high > most ? load * kStep : low == 0 ? load / kStep : (low + high) / 2;
  }
}

#define CUTLINE_SIMULATOR(name) Simulator name##_simulator();
#include "simulators.inc"
#undef CUTLINE_SIMULATOR

const std::vector<Simulator>& simulators() {
  static const std::vector<Simulator> all = {
#define CUTLINE_SIMULATOR(name) name##_simulator(),
#include "simulators.inc"
#undef CUTLINE_SIMULATOR
  };
  return all;
}

const Simulator& find_simulator(std::string_view name) {
  if (const Simulator* found = find_named(simulators(), name)) return *found;
  const std::vector<std::string_view> names = names_of(simulators());
  throw_input_error(fmt::format("'{}' is no simulator that cutline runs", name),
                    did_you_mean(name, names, fmt::format("it runs {}", join(names, ", "))));
}

std::optional<double> last_number(std::string_view text, std::string_view words) {
  const std::size_t at = text.rfind(words);
  if (at == std::string_view::npos) return std::nullopt;
  const char* const begin = text.data() + at + words.size();
  double value = 0;
  const auto [stop, trouble] = std::from_chars(begin, text.data() + text.size(), value);
  return trouble == std::errc() && value >= 0 ? std::optional(value) : std::nullopt;
}

SimulatorAnswer mean_answer(const std::string& output, std::string_view words, double cycles) {
  const std::optional<double> mean = last_number(output, words);
  if (!mean) return {RunState::stable, {}, "it printed no mean"};
  return {RunState::stable, *mean * cycles, {}};
}

}  // namespace cutline
