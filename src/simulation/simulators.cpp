// SPDX-License-Identifier: Apache-2.0
#include "simulation/simulators.hpp"

#include <fmt/core.h>

#include "base/named.hpp"
#include "cutline/base/error.hpp"
#include "cutline/base/format.hpp"
#include "cutline/base/parameters.hpp"

namespace cutline {

#define CUTLINE_SIMULATOR(name) Simulator name##_simulator();
#include "simulators.inc"
#undef CUTLINE_SIMULATOR

const std::vector<Simulator>& simulators() {
  static const std::vector<Simulator> all = {
#define CUTLINE_SIMULATOR(name) name##_simulator(),
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

}  // namespace cutline
