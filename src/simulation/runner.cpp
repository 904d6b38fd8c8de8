// SPDX-License-Identifier: Apache-2.0
#include "simulation/runner.hpp"

#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "base/utf8.hpp"
#include "cutline/base/format.hpp"

namespace cutline {

namespace {

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

}  // namespace cutline
