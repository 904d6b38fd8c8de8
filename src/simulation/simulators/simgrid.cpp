// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include "simulation/simulators.hpp"

namespace cutline {

namespace {

std::vector<std::string> build_simgrid(const std::string& compiler, const std::string& stem) {
  return {compiler, "-std=c++17", stem + ".cpp", "-lsimgrid", "-o", "send"};
}

std::vector<std::string> simgrid_command(const SimulatedNetwork& network, const SimulatorRun&) {
  return {"./send", network.stem + ".xml", "all", "all", fmt::format("{}", network.message_bytes())};
}

SimulatorAnswer read_simgrid(const SimulatedNetwork& network, const std::string& output) {
  return mean_answer(output, " bytes: ", 1 / network.cycle_ns);
}

}  // namespace

Simulator simgrid_simulator() {
  return {.name = "simgrid",
          .summary = "SimGrid: a message from every node to every other, one after the other, as a fluid",
          .program = "c++",
          .how_to_get = "it takes a C++ compiler and SimGrid: apt install g++ libsimgrid-dev",
          .build = build_simgrid,
          .command = simgrid_command,
          .read = read_simgrid};
}

}  // namespace cutline
