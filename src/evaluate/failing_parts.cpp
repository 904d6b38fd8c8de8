// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include "evaluate/machine_of.hpp"
#include "evaluate/stages.hpp"
#include "study/machine_choice.hpp"

namespace cutline {

namespace {

using machine::Device;
using machine::Installed;

constexpr std::uint32_t kNoPart = ~0U;

/// The parts of a machine, and in which of them everything stands.
struct Parts {
  std::vector<std::string> names;
  std::vector<std::uint32_t> of_device, of_terminal;  ///< kNoPart: in none
  std::vector<std::vector<std::uint64_t>> sites;      ///< by part
};

Parts parts_of(const Topology& topology, const machine::Equipment& equipment, const Installed& machine,
               FailingPart kind) {
  const machine::Hall& hall = machine.hall;
  const NodeNumbers numbers(topology);
  const auto number_of = [&](const machine::Port& port) {
    return kind == FailingPart::row ? hall.row(port.rack) : port.rack;
  };
  std::map<std::uint32_t, std::uint32_t> parts;  // by rack, row or device
  if (kind == FailingPart::a_switch) {
    for (std::uint32_t i = 0; i < equipment.devices.size(); ++i) {
      if (!equipment.devices[i].host) parts.emplace(i, 0);
    }
  } else {
    for (const machine::Port& port : machine.plan.devices) parts.emplace(number_of(port), 0);
    for (const machine::Port& port : machine.plan.terminals) parts.emplace(number_of(port), 0);
  }
  Parts all;
  for (auto& [number, part] : parts) {
    part = static_cast<std::uint32_t>(all.names.size());
    const std::uint32_t row = hall.row(number);
    all.names.push_back(kind == FailingPart::a_switch ? site_name(topology, numbers.site(number))
                        : kind == FailingPart::row    ? fmt::format("row {}", number + 1)
                                                   : fmt::format("row {}, rack {}", row + 1, hall.column(number) + 1));
  }
  all.sites.resize(all.names.size());
  for (std::uint32_t i = 0; i < equipment.devices.size(); ++i) {
    const auto own = parts.find(kind == FailingPart::a_switch ? i : number_of(machine.plan.devices[i]));
    all.of_device.push_back(own != parts.end() ? own->second : kNoPart);
    if (own != parts.end()) all.sites[own->second].push_back(numbers.site(i));
  }
  for (const machine::Port& port : machine.plan.terminals)
    all.of_terminal.push_back(kind == FailingPart::a_switch ? kNoPart : parts.at(number_of(port)));
  return all;
}

/// Counts the terminals that are lost with a part.
class LostTerminals {
 public:
  LostTerminals(const machine::Equipment& equipment, const Parts& parts)
      : equipment_(equipment), parts_(parts), next_(equipment.devices.size()) {
    for (const machine::Link& link : equipment.links) {
      next_[link.a].push_back(link.b);
      next_[link.b].push_back(link.a);
    }
  }

  /// All but those of the set of devices that still reach each other and have the most.
  std::uint64_t with(std::uint32_t part) const {
    std::vector<std::uint64_t> left;
    std::uint64_t all = 0, most = 0;
    std::size_t terminal = 0;
    for (const Device& device : equipment_.devices) {
      all += device.places();
      std::uint64_t own = device.host ? 1U : 0U;
      for (std::uint32_t t = 0; t < device.terminals; ++t) own += parts_.of_terminal[terminal++] != part ? 1U : 0U;
      left.push_back(own);
    }
    std::vector<char> seen(left.size());
    for (std::uint32_t i = 0; i < left.size(); ++i) seen[i] = parts_.of_device[i] == part ? 1 : 0;
    for (std::uint32_t i = 0; i < left.size(); ++i) most = std::max(most, reached_from(i, left, seen));
    return all - most;
  }

 private:
  std::uint64_t reached_from(std::uint32_t start, const std::vector<std::uint64_t>& left,
                             std::vector<char>& seen) const {
    if (seen[start]) return 0;
    std::vector<std::uint32_t> waiting = {start};
    seen[start] = 1;
    std::uint64_t sum = 0;
    while (!waiting.empty()) {
      const std::uint32_t device = waiting.back();
      waiting.pop_back();
      sum += left[device];
      for (const std::uint32_t other : next_[device]) {
        if (seen[other]) continue;
        seen[other] = 1;
        waiting.push_back(other);
      }
    }
    return sum;
  }

  const machine::Equipment& equipment_;
  const Parts& parts_;
  std::vector<std::vector<std::uint32_t>> next_;
};

/// By part: its switches; of racks and rows also the racks, and the cables that end in them.
std::vector<double> prices_of(const MachineChoice& choice, const machine::Equipment& equipment,
                              const Installed& machine, const Parts& parts, FailingPart kind) {
  std::vector<double> prices(parts.names.size());
  const std::vector<std::uint32_t> ports = ports_in_use(equipment);
  for (std::size_t i = 0; i < ports.size(); ++i) {
    if (equipment.devices[i].host) continue;
    const auto line = std::ranges::find(machine.switches, ports[i], &machine::SwitchLine::ports);
    prices[parts.of_device[i]] += line->price->value;
  }
  if (kind == FailingPart::a_switch) return prices;
  const auto cable = [&](std::uint32_t a, std::uint32_t b, std::uint16_t line, double cables) {
    const double price = cables * machine.lines[line].cable.price->value;
    prices[a] += price;
    if (b != a) prices[b] += price;
  };
  std::size_t terminal = 0;
  for (std::size_t i = 0; i < equipment.devices.size(); ++i) {
    for (std::uint32_t t = 0; t < equipment.devices[i].terminals; ++t, ++terminal)
      cable(parts.of_device[i], parts.of_terminal[terminal], machine.of_terminal[terminal], 1);
  }
  for (std::size_t i = 0; i < equipment.links.size(); ++i) {
    const machine::Link& link = equipment.links[i];
    cable(parts.of_device[link.a], parts.of_device[link.b], machine.of_link[i], link.cables);
  }
  if (!choice.market.prices->rack) return prices;
  const double rack = choice.market.priced(machine::PriceKind::hall, *choice.market.prices->rack).value;
  std::map<std::uint32_t, std::uint32_t> part_of_rack;
  for (std::size_t i = 0; i < parts.of_device.size(); ++i)
    part_of_rack.emplace(machine.plan.devices[i].rack, parts.of_device[i]);
  for (std::size_t i = 0; i < parts.of_terminal.size(); ++i)
    part_of_rack.emplace(machine.plan.terminals[i].rack, parts.of_terminal[i]);
  for (const auto& [number, part] : part_of_rack) prices[part] += rack;
  return prices;
}

FaultSpread spread_of(const std::vector<double>& values) {
  FaultSpread spread;
  for (const double value : values) {
    spread.mean += value / static_cast<double>(values.size());
    spread.worst = std::max(spread.worst, value);
  }
  return spread;
}

}  // namespace

FaultMeasures fail_machine_parts(const Design& design, const PlacedNetwork& placed, const Installed* machine,
                                 FailingPart part, std::uint64_t effort) {
  constexpr const char* kNames[] = {"", "switch", "rack", "row"};
  FaultMeasures out;
  const auto name = kNames[static_cast<std::size_t>(part)];
  if (machine == nullptr) {
    out.method = "not computed: it stands in no hall";
  } else {
    const machine::Equipment equipment = equipment_of(design, placed);
    const Parts parts = parts_of(placed.topology, equipment, *machine, part);
    out = fail_parts(placed.topology, parts.sites, effort);
    if (out.connected_fraction) {
      const LostTerminals lost(equipment, parts);
      std::vector<double> terminals;
      for (std::uint32_t i = 0; i < parts.names.size(); ++i) terminals.push_back(static_cast<double>(lost.with(i)));
      out.lost.terminals = spread_of(terminals);
      const auto worst = std::ranges::max_element(terminals) - terminals.begin();
      out.lost.worst = parts.names[static_cast<std::size_t>(worst)];
      if (machine->totals.spent)
        out.lost.price = spread_of(prices_of(*design.machine, equipment, *machine, parts, part));
    }
  }
  out.lost.part = name;
  return out;
}

}  // namespace cutline
