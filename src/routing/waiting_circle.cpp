// SPDX-License-Identifier: Apache-2.0
#include "cutline/routing/flows.hpp"
#include "routing/first_circle.hpp"

namespace cutline {

std::vector<std::uint32_t> waiting_circle(const Flows& flows) {
  const auto step = [&](std::uint32_t queue, std::size_t i) {
    return i < flows.turns[queue].size() ? flows.turns[queue][i].next : kNoStep;
  };
  return first_circle(flows.queues(), step, [](std::uint32_t) {});
}

}  // namespace cutline
