// SPDX-License-Identifier: Apache-2.0
#include "machine/cable_list.hpp"

#include <fmt/core.h>

namespace cutline::machine {

void for_each_cable(const Equipment& equipment, const Installed& machine, FunctionRef<void(const ListedCable&)> visit) {
  const RackPlan& plan = machine.plan;
  std::vector<std::uint32_t> next_port;
  std::uint64_t terminal = 0;
  for (std::uint32_t device = 0; device < equipment.devices.size(); ++device) {
    const std::uint32_t terminals = equipment.devices[device].terminals;
    const bool traces = equipment.devices[device].on_board();
    for (std::uint32_t i = 0; i < terminals; ++i, ++terminal) {
      if (traces) continue;
      visit({{device, false, i + 1, plan.devices[device]},
             {device, true, i + 1, plan.terminals[terminal]},
             machine.of_terminal[terminal]});
    }
    next_port.push_back(traces ? 1 : terminals + 1);
  }
  for (std::uint64_t link = 0; link < equipment.links.size(); ++link) {
    const Link& joins = equipment.links[link];
    if (machine.lines[machine.of_link[link]].trace) continue;
    for (std::uint32_t i = 0; i < joins.cables; ++i) {
      visit({{joins.a, false, next_port[joins.a]++, plan.devices[joins.a]},
             {joins.b, false, next_port[joins.b]++, plan.devices[joins.b]},
             machine.of_link[link],
             link});
    }
  }
}

std::string end_label(const Hall& hall, const CableEnd& end) {
  return fmt::format("{}U{:02}-{}", rack_text(hall, end.place.rack), end.place.unit + 1, end.terminal ? 1 : end.port);
}

}  // namespace cutline::machine
