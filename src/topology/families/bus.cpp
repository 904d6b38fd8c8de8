// SPDX-License-Identifier: Apache-2.0
#include "topology/families.hpp"

namespace cutline {

namespace {

/// A limit, because each wire of the bus is checked and drawn as a whole, with all its taps.
constexpr std::uint32_t kMaxModules = 4096;

Topology build_bus(const Parameters& parameters) {
  if (is_unidirectional(parameters)) {
    throw_input_error("the modules of a bus send over the same wires that they receive from",
                      "leave out `channels`: a bus has one channel, for either direction in turn", "channels");
  }
  const std::uint32_t modules = whole_of(parameters, "nodes");
  Topology bus{.digits = {modules}, .theorems = {.vertex_transitive = true}};
  bus.classes.push_back({.name = "bus", .digits = {0}, .links = {{0, modules - 1}}, .channels = 1, .shared = true});
  bus.theorems.bisection = {1, 1, "one link, which every cut of a line crosses"};
  bus.theorems.distance = {1, 1.0, "every module hears every other"};
  bus.notes = {"one channel shared by all modules, which send one at a time: in turn, not both ways at once"};
  return bus;
}

}  // namespace

Family bus_family() {
  return {.name = "bus",
          .summary = "shared bus: N modules on one line share the wires of one channel",
          .source = "[Engel 2005, sec. III]",
          .fields = {needed_number("nodes", "number of modules, N", 2, kMaxModules)},
          .build = build_bus,
          .sizes = {.networks = networks_by("nodes", 2, [](double n) { return n; })},
          .examples = {{{"nodes", 2}}, {{"nodes", 7}}}};
}

}  // namespace cutline
