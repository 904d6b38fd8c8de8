// SPDX-License-Identifier: Apache-2.0
#include "board/short_slots.hpp"

#include <algorithm>
#include <map>

namespace cutline::board {

std::vector<bool> wires_without_pins(std::span<const Wire> wires, const std::vector<std::uint32_t>& pins) {
  std::vector<bool> without(wires.size());
  std::vector<std::int64_t> lack(pins.size());
  for (std::size_t s = 0; s < pins.size(); ++s) lack[s] = -std::int64_t{pins[s]};
  for (const Wire& wire : wires) {
    for (const std::uint32_t slot : wire.slots) ++lack[slot];
  }
  if (std::ranges::all_of(lack, [](std::int64_t each) { return each <= 0; })) return without;
  std::map<std::uint32_t, std::vector<std::uint32_t>> of_link;
  for (std::uint32_t w = 0; w < wires.size(); ++w) of_link[wires[w].link].push_back(w);
  std::vector<std::vector<std::vector<std::uint32_t>*>> links(pins.size());
  for (auto& each : of_link) {
    for (const std::uint32_t slot : wires[each.second.front()].slots) links[slot].push_back(&each.second);
  }
  while (true) {
    const auto worst = std::ranges::max_element(lack);
    if (*worst <= 0) return without;
    std::vector<std::uint32_t>* best = nullptr;
    std::int64_t most = 0;
    for (std::vector<std::uint32_t>* link : links[static_cast<std::size_t>(worst - lack.begin())]) {
      if (link->empty()) continue;
      std::int64_t saved = 0;
      for (const std::uint32_t slot : wires[link->front()].slots) saved += std::max<std::int64_t>(0, lack[slot]);
      if (saved > most) {
        most = saved;
        best = link;
      }
    }
    without[best->back()] = true;
    for (const std::uint32_t slot : wires[best->back()].slots) --lack[slot];
    best->pop_back();
  }
}

}  // namespace cutline::board
