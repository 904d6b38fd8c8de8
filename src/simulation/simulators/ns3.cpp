// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include "simulation/simulators.hpp"

namespace cutline {

namespace {

std::vector<std::string> build_ns3(const std::string& compiler, const std::string& stem) {
  return {compiler,     "-std=c++17", stem + ".cpp", "-lns3-internet", "-lns3-point-to-point", "-lns3-network",
          "-lns3-core", "-o",         "send"};
}

std::vector<std::string> ns3_command(const SimulatedNetwork& network, const SimulatorRun&) {
  std::vector<std::string> words = {"./send", network.stem + ".inet", "all", fmt::format("{}", network.nodes),
                                    fmt::format("{}", network.message_bytes())};
  if (network.own_routes) words.push_back(network.stem + ".routes");
  return words;
}

SimulatorAnswer read_ns3(const SimulatedNetwork& network, const std::string& output) {
  constexpr double kNsInFs = 1e-6;
  return mean_answer(output, " bytes: ", kNsInFs / network.cycle_ns);
}

}  // namespace

Simulator ns3_simulator() {
  return {.name = "ns3",
          .summary = "ns-3: a packet from every node to every other, one after the other, stored at every hop",
          .program = "c++",
          .how_to_get = "it takes a C++ compiler and ns-3: apt install g++ libns3-dev",
          .build = build_ns3,
          .command = ns3_command,
          .read = read_ns3};
}

}  // namespace cutline
