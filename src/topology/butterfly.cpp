// SPDX-License-Identifier: Apache-2.0
#include "butterfly.hpp"

#include <fmt/core.h>

#include "topology/cube.hpp"

namespace cutline {

Topology butterfly(std::uint32_t dimensions, bool wrapped) {
  const std::uint32_t levels = wrapped ? dimensions : dimensions + 1;
  Topology network{.digits = std::vector<Digit>(dimensions + 1, 2)};
  network.digits[0].radix = levels;
  network.digits[0].boxed = true;
  network.classes.push_back(wrapped ? ring_class(0, levels, 2) : path_class(0, levels));
  network.classes.back().name = "straight";
  for (std::uint32_t level = 0; level < dimensions; ++level) {
    const std::uint32_t next = (level + 1) % levels;
    network.classes.push_back({.name = fmt::format("cross {}", level),
                               .digits = {0, static_cast<std::uint8_t>(level + 1)},
                               .links = {{level, levels + next}, {next, levels + level}}});
  }
  return network;
}

}  // namespace cutline
