// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include "simulation/simulators.hpp"

namespace cutline {

namespace {

// A run is given up at this multiple of the latency without load, since the latency would only grow.
constexpr double kGivenUp = 5;

std::vector<std::string> booksim_command(const SimulatedNetwork& network, const SimulatorRun& run) {
  std::vector<std::string> words = {network.program,
                                    network.stem + ".cfg",
                                    fmt::format("injection_rate={}", run.offered / network.width_bits),
                                    fmt::format("latency_thres={:.1f}", kGivenUp * network.unloaded_cycles),
                                    fmt::format("sample_period={}", network.sample_cycles),
                                    fmt::format("seed={}", run.seed)};
  if (network.own_routes) {
    words.emplace_back("routing_function=cutline");
    words.push_back(fmt::format("routes_file={}.routes", network.stem));
  }
  if (network.own_traffic) {
    words.insert(words.end(), {"traffic=cutline", "injection_process=cutline"});
    words.push_back(fmt::format("traffic_file={}.traffic", network.stem));
  }
  return words;
}

/// BookSim's exit code tells nothing. A run that reached a steady state ends with overall statistics.
SimulatorAnswer read_booksim(const SimulatedNetwork&, const std::string& output) {
  const auto has = [&](const char* words) { return output.find(words) != std::string::npos; };
  if (has("Simulation unstable")) return {RunState::unstable, {}, {}};
  const std::size_t overall = output.rfind("Overall Traffic Statistics");
  const auto latency = overall == std::string::npos
                           ? std::nullopt
                           : last_number(std::string_view(output).substr(overall), "Packet latency average = ");
  if (latency) return {RunState::stable, *latency, {}};
  return {RunState::stable, {}, "it printed no overall statistics with a packet latency"};
}

/// The parser of a BookSim without additions names a key that it does not know.
bool lacks_additions(const std::string& output) {
  return output.find("field: routes_file") != std::string::npos ||
         output.find("field: traffic_file") != std::string::npos;
}

}  // namespace

Simulator booksim_simulator() {
  return {
      .name = "booksim",
      .summary = "BookSim 2: every flit, at every load, on the candidate's routes where examples/booksim is built in",
      .program = "booksim",
      .how_to_get = "build BookSim 2 as examples/booksim/README.md says, and put it in PATH or name it with --program",
      .under_load = true,
      .command = booksim_command,
      .read = read_booksim,
      .refuses_additions = lacks_additions};
}

}  // namespace cutline
