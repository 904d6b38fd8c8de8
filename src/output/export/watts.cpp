// SPDX-License-Identifier: Apache-2.0
#include "output/export/watts.hpp"

#include <tuple>

#include "cutline/output/export/network.hpp"
#include "evaluate/machine_of.hpp"
#include "study/machine_choice.hpp"
#include "topology/digit_graphs.hpp"

namespace cutline::exporting {

namespace {

using machine::Equipment;
using machine::Installed;

/// Of both ends of so many cables of a line of the bill.
ExportWatts watts_of(const machine::Market& market, const machine::CableLine& line, std::uint32_t cables) {
  const machine::CableMedium& medium = market.media[line.cable.medium];
  const double ends = 2.0 * cables;
  return {ends * *medium.watts, ends * medium.watts_most.value_or(*medium.watts)};
}

void set_watts_of_switches(const machine::Market& market, const Installed& machine, const Equipment& equipment,
                           ExportNetwork& out) {
  const std::vector<std::uint32_t> ports = ports_in_use(equipment);
  for (std::size_t i = 0; i < ports.size(); ++i) {
    if (equipment.devices[i].host) continue;
    const machine::SwitchPrice* bought = machine::cheapest_switch(*market.prices, ports[i], machine.gbps);
    CUTLINE_EXPECT(bought != nullptr && bought->watts);
    const double typical = bought->watts->at(ports[i]);
    out.nodes[i].watts = ExportWatts{typical, bought->watts_most.value_or(typical)};
  }
}

void set_watts_of_terminals(const machine::Market& market, const Installed& machine, const Equipment& equipment,
                            ExportNetwork& out) {
  std::size_t terminal = 0;
  for (std::size_t i = 0; i < equipment.devices.size(); ++i) {
    ExportWatts& sum = out.nodes[i].terminal_watts;
    for (std::uint32_t t = 0; t < equipment.devices[i].terminals; ++t, ++terminal) {
      const ExportWatts cable = watts_of(market, machine.lines[machine.of_terminal[terminal]], 1);
      sum = {sum.typical + cable.typical, sum.most + cable.most};
    }
  }
}

/// The links of an export are sorted by ends, class and delay, and so are the machine's here.
void set_watts_of_links(const machine::Market& market, const Installed& machine, const Equipment& equipment,
                        ExportNetwork& out) {
  using Sorted = std::tuple<std::uint64_t, std::uint64_t, std::size_t, double, std::size_t>;
  std::vector<Sorted> order;
  const Topology& topology = *out.topology;
  for_each_link(topology, [&](std::size_t link_class, std::size_t, std::uint64_t, std::uint64_t) {
    const std::size_t number = order.size();
    const machine::Link& link = equipment.links[number];
    const machine::CableOffer& cable = machine.lines[machine.of_link[number]].cable;
    std::pair<std::uint64_t, std::uint64_t> ends(link.a, link.b);
    if (topology.classes[link_class].channels == 2) ends = std::minmax<std::uint64_t>(link.a, link.b);
    order.emplace_back(ends.first, ends.second, link_class, cable_delay(market.media[cable.medium], cable.length).base,
                       number);
  });
  CUTLINE_EXPECT(order.size() == out.links.size());
  std::ranges::sort(order);
  for (std::size_t i = 0; i < order.size(); ++i) {
    const std::size_t number = std::get<4>(order[i]);
    CUTLINE_EXPECT(std::get<0>(order[i]) == out.links[i].from && std::get<1>(order[i]) == out.links[i].to);
    out.links[i].watts = watts_of(market, machine.lines[machine.of_link[number]], equipment.links[number].cables);
  }
}

}  // namespace

void set_watts(const Candidate& candidate, ExportNetwork& out) {
  if (!candidate.machine || !candidate.machine->totals.watts) return;
  const machine::Market& market = candidate.design->machine->market;
  const Equipment equipment = equipment_of(*candidate.design, *candidate.network());
  set_watts_of_switches(market, *candidate.machine, equipment, out);
  set_watts_of_terminals(market, *candidate.machine, equipment, out);
  set_watts_of_links(market, *candidate.machine, equipment, out);
}

}  // namespace cutline::exporting
