// SPDX-License-Identifier: Apache-2.0
#include "machine/racks.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <array>
#include <cmath>
#include <set>

namespace cutline::machine {

namespace {

/// Room that is left in each rack.
struct Room {
  Room(const Hall& hall, const Rack& of_switches)
      : hall_(hall), switches(hall.racks(), of_switches.switches), terminals(hall.racks(), hall.rack.terminals) {
    for (std::uint32_t rack = 0; rack < hall.racks(); ++rack) {
      if (hall.is_empty(rack)) switches[rack] = terminals[rack] = 0;
    }
  }

  const Hall& hall_;
  std::vector<std::uint32_t> switches, terminals;
};

std::uint64_t terminals_of(const std::vector<Device>& devices) {
  return std::accumulate(devices.begin(), devices.end(), std::uint64_t{0},
                         [](std::uint64_t sum, const Device& each) { return sum + each.places(); });
}

std::string counted(std::uint64_t count, std::string_view one, std::string_view more) {
  return fmt::format("{} {}", count, count == 1 ? one : more);
}

/// So many racks hold these things.
std::uint64_t racks_for(std::uint64_t things, std::uint64_t in_rack) { return (things + in_rack - 1) / in_rack; }

std::string hall_is_full(const Hall& hall, const std::vector<Device>& devices) {
  const auto switches = std::count_if(devices.begin(), devices.end(), [](const Device& each) { return !each.host; });
  const std::uint64_t terminals = terminals_of(devices), racks = hall.racks_to_fill();
  const std::uint32_t in_rack = hall.rack_of_switches().switches;
  const auto held = static_cast<std::uint64_t>(switches);
  const std::uint64_t kept = hall.switch_rack ? std::min(racks, racks_for(held, in_rack)) : 0;
  const bool room = held <= racks * in_rack && terminals <= (racks - kept) * hall.rack.terminals;
  return fmt::format(
      "{} and {} do not fit into the hall's {}, {} room for {} {} {}{}", counted(held, "switch", "switches"),
      counted(terminals, "terminal", "terminals"), counted(racks, "rack", "racks"),
      racks == 1 ? "which has" : "each with", counted(in_rack, "switch", "switches"), hall.switch_rack ? "or" : "and",
      counted(hall.rack.terminals, "terminal", "terminals"),
      room ? ", as `fill` and `places` fill them" : ": give more `rows` or `columns`, or let a `rack` hold more");
}

/// The devices in the order in which a rule takes them.
std::vector<std::uint32_t> order_of(const std::vector<Device>& devices, RackRule rule) {
  auto order = numbers_below<std::uint32_t>(devices.size());
  if (rule == RackRule::in_order) return order;
  std::vector<std::uint32_t> in_group(devices.size());
  std::vector<std::uint32_t> size;
  for (std::uint32_t i = 0; i < devices.size(); ++i) {
    if (devices[i].group >= size.size()) size.resize(devices[i].group + 1);
    in_group[i] = size[devices[i].group]++;
  }
  const auto key = [&](std::uint32_t i) {
    const std::uint32_t group = devices[i].group;
    return rule == RackRule::one_of_each ? std::pair(in_group[i], group) : std::pair(group, in_group[i]);
  };
  std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) { return key(a) < key(b); });
  return order;
}

/// Fills racks one after another, each device with its terminals.
class InTurn {
 public:
  InTurn(const Hall& hall, const std::vector<Device>& devices)
      : devices_(devices), first_(first_terminals(devices)), room_(hall, hall.rack), hall_(hall) {
    choice_.devices.assign(devices.size(), kNone);
    choice_.terminals.resize(first_.back());
  }

  /// Whether all stand. A fixed device stands where it must, the others fill the room that is left.
  bool place(const std::vector<std::uint32_t>& order, bool groups_apart, const std::vector<FixedDevice>& fixed) {
    for (const FixedDevice& each : fixed) {
      if (!put(each.device, each.rack)) return false;
    }
    struct Cursor {
      std::uint32_t rack = 0;
      std::optional<std::uint32_t> group;  // of the last one
    };
    std::array<Cursor, 3> cursors;                 // of switches with terminals, of others, of hosts
    std::map<std::uint32_t, std::uint32_t> begun;  // the first rack of each group
    for (const std::uint32_t device : order) {
      if (choice_.devices[device] != kNone) continue;
      auto& [rack, group] = cursors[sort_of(devices_[device])];
      const std::uint32_t own = devices_[device].group;
      if (groups_apart && group != own) {
        if (group) ++rack;
        if (begun.contains(own)) rack = std::max(rack, begun[own]);
      }
      group = own;
      while (rack < hall_.racks() && !fits(device, rack)) ++rack;
      if (rack >= hall_.racks() || !put(device, rack)) return false;
      begun.emplace(own, rack);
    }
    return true;
  }

  RackChoice taken() && { return std::move(choice_); }

 private:
  static constexpr std::uint32_t kNone = ~0U;

  static std::size_t sort_of(const Device& device) { return device.host ? 2 : device.terminals == 0 ? 1 : 0; }

  /// A device with more terminals than any rack holds begins an empty one.
  bool fits(std::uint32_t device, std::uint32_t rack) const {
    const Device& each = devices_[device];
    const std::uint32_t needed = each.host ? each.size : std::min(each.terminals, hall_.rack.terminals);
    return room_.switches[rack] >= each.switches() && room_.terminals[rack] >= needed;
  }

  /// What a rack lacks for the terminals stands in the next ones with room.
  bool put(std::uint32_t device, std::uint32_t rack) {
    if (devices_[device].host) {
      if (room_.terminals[rack] < devices_[device].size) return false;
      room_.terminals[rack] -= devices_[device].size;
    } else {
      if (room_.switches[rack] == 0) return false;
      --room_.switches[rack];
    }
    choice_.devices[device] = rack;
    for (std::uint64_t terminal = first_[device]; terminal < first_[device + 1]; ++terminal) {
      while (rack < hall_.racks() && room_.terminals[rack] == 0) ++rack;
      if (rack == hall_.racks()) return false;
      --room_.terminals[rack];
      choice_.terminals[terminal] = rack;
    }
    return true;
  }

  const std::vector<Device>& devices_;
  std::vector<std::uint64_t> first_;
  Room room_;
  const Hall& hall_;
  RackChoice choice_;
};

/// The racks that hold switches: `count` of each row, at its end or in its middle. `rows`: those with any racks.
std::vector<char> racks_of_switches(const Hall& hall, RackRule rule, std::uint32_t count,
                                    std::vector<std::uint32_t>& rows) {
  std::vector<char> holds(hall.racks());
  for (std::uint32_t row = 0; row < hall.rows; ++row) {
    std::vector<std::uint32_t> racks;
    for (std::uint32_t rack = row * hall.columns; rack < (row + 1) * hall.columns; ++rack) {
      if (!hall.is_empty(rack)) racks.push_back(rack);
    }
    if (!racks.empty()) rows.push_back(row);
    const std::size_t own = std::min<std::size_t>(count, racks.size());
    const std::size_t begin = rule == RackRule::end_of_row ? racks.size() - own : (racks.size() - own) / 2;
    for (std::size_t i = begin; i < begin + own; ++i) holds[racks[i]] = 1;
  }
  return holds;
}

/// Fills the racks of terminals row by row, and gives every switch a rack of its own kind in the row of its first
/// terminal; switches without terminals are dealt over the rows in equal shares.
std::optional<RackChoice> in_rows(const Hall& hall, const std::vector<Device>& devices, RackRule rule,
                                  std::uint32_t switch_racks) {
  std::vector<std::uint32_t> rows;
  const std::vector<char> holds = racks_of_switches(hall, rule, switch_racks, rows);
  Room room(hall, hall.rack_of_switches());
  RackChoice choice;
  std::uint32_t rack = 0;
  std::vector<std::uint32_t> row(devices.size()), rack_of_host(devices.size());
  std::uint64_t inner = 0;
  for (std::size_t device = 0; device < devices.size(); ++device) {
    if (devices[device].places() == 0) ++inner;
    const std::uint32_t at_once = devices[device].host ? devices[device].size : 1;
    for (std::uint32_t terminal = 0; terminal < devices[device].places(); terminal += at_once) {
      while (rack < hall.racks() && (holds[rack] || room.terminals[rack] < at_once)) ++rack;
      if (rack == hall.racks()) return std::nullopt;
      room.terminals[rack] -= at_once;
      if (devices[device].host) {
        rack_of_host[device] = rack;
      } else {
        choice.terminals.push_back(rack);
      }
      if (terminal == 0) row[device] = hall.row(rack);
    }
  }
  if (terminals_of(devices) > 0) std::erase_if(rows, [&](std::uint32_t each) { return each > hall.row(rack); });
  std::uint64_t number = 0;
  choice.of_switches = holds;
  for (std::size_t device = 0; device < devices.size(); ++device) {
    if (devices[device].host) {
      choice.devices.push_back(rack_of_host[device]);
      continue;
    }
    if (devices[device].places() == 0) row[device] = rows[number++ * rows.size() / inner];
    const auto at = [&](std::uint32_t column) { return row[device] * hall.columns + column; };
    std::uint32_t column = 0;
    while (column < hall.columns && (!holds[at(column)] || room.switches[at(column)] == 0)) ++column;
    if (column == hall.columns) return std::nullopt;
    --room.switches[at(column)];
    choice.devices.push_back(at(column));
  }
  return choice;
}

/// The unit of the i-th switch of a rack that holds `count`, counted from the lowest that is filled.
std::uint32_t switch_unit(const Rack& rack, std::uint32_t i, std::uint32_t count) {
  switch (rack.at) {
    case SwitchesAt::top:
      return rack.units_filled() - (i + 1) * rack.switch_units;
    case SwitchesAt::middle:
      return (rack.units_filled() - count * rack.switch_units) / 2 + i * rack.switch_units;
    case SwitchesAt::bottom:
      break;
  }
  return i * rack.switch_units;
}

/// The same of a host, counted past the switches that stand there.
std::uint32_t host_unit(const Rack& rack, std::uint32_t host, std::uint32_t switches) {
  const std::uint32_t below = host * rack.host_units, taken = switches * rack.switch_units;
  const std::uint32_t first = rack.at == SwitchesAt::bottom ? 0 : (rack.units_filled() - taken) / 2 / rack.host_units;
  const bool passes = rack.at == SwitchesAt::bottom || (rack.at == SwitchesAt::middle && host >= first);
  if (!passes) return below;
  const std::uint32_t start = rack.at == SwitchesAt::bottom ? taken : (rack.units_filled() - taken) / 2 + taken;
  return start + (host - (rack.at == SwitchesAt::bottom ? 0 : first)) * rack.host_units;
}

Nanometres height_of(const Hall& hall, const Port& port) {
  const Nanometres unit = hall.rack_at(port.rack).unit;
  return port.unit * unit + unit / 2;
}

/// From a port to the tray.
Nanometres rise(const Hall& hall, const Port& port) {
  if (hall.to_tray) return *hall.to_tray;
  const Nanometres height = height_of(hall, port);
  return hall.tray_gap + (hall.tray == Tray::floor ? height : hall.height() - height);
}

Nanometres between_racks(const Hall& hall, const Port& a, const Port& b) {
  const Nanometres x = way_along(hall, a.rack, b.rack), y = way_across(hall, a.rack, b.rack);
  if (hall.tray != Tray::straight) return x + y + rise(hall, a) + rise(hall, b);
  const auto z = static_cast<double>(height_of(hall, a) - height_of(hall, b));
  const double straight = std::hypot(static_cast<double>(x), static_cast<double>(y), z);
  return static_cast<Nanometres>(std::ceil(straight)) + 2 * hall.to_tray.value_or(0);
}

}  // namespace

std::vector<std::uint64_t> first_terminals(const std::vector<Device>& devices) {
  std::vector<std::uint64_t> first = {0};
  for (const Device& device : devices) first.push_back(first.back() + device.terminals);
  return first;
}

std::uint32_t RackPlan::racks_used() const {
  std::set<std::uint32_t> used;
  for (const Port& port : devices) used.insert(port.rack);
  for (const Port& port : terminals) used.insert(port.rack);
  return static_cast<std::uint32_t>(used.size());
}

std::variant<RackChoice, std::string> fill_racks(const Hall& hall, const std::vector<Device>& devices, RackRule rule,
                                                 const std::vector<FixedDevice>& fixed) {
  if (keeps_racks(rule)) {
    const auto switches = static_cast<std::uint64_t>(std::ranges::count(devices, false, &Device::host));
    const std::uint64_t least = racks_for(racks_for(switches, hall.rack_of_switches().switches), hall.rows);
    const std::uint64_t others = racks_for(terminals_of(devices), std::max(1U, hall.rack.terminals));
    for (std::uint64_t count = std::max<std::uint64_t>(1, least); count <= hall.columns; ++count) {
      if (others > (hall.columns - count) * hall.rows) break;
      if (auto choice = in_rows(hall, devices, rule, static_cast<std::uint32_t>(count))) return *std::move(choice);
    }
  } else {
    InTurn racks(hall, devices);
    if (racks.place(order_of(devices, rule), rule == RackRule::group, fixed)) return std::move(racks).taken();
  }
  return hall_is_full(hall, devices);
}

bool holds_all(const Rack& rack) {
  if (rack.units_needed() > rack.units_filled()) return false;
  for (std::uint32_t switches = 0; switches <= rack.switches; ++switches) {
    const std::uint32_t last = rack.hosts() - 1;
    if (rack.hosts() > 0 && host_unit(rack, last, switches) + rack.host_units > rack.units_filled()) return false;
  }
  return true;
}

std::string why_too_low(const Rack& rack) {
  const auto of = [](std::uint64_t count, std::string_view one, std::string_view more, std::uint32_t units) {
    return fmt::format("{} of {} U", counted(count, one, more), units);
  };
  std::vector<std::string> things;
  if (rack.switches > 0) things.push_back(of(rack.switches, "switch", "switches", rack.switch_units));
  if (rack.hosts() > 0) things.push_back(of(rack.hosts(), "host", "hosts", rack.host_units));
  const bool one = things.size() == 1 && std::max(rack.switches, rack.hosts()) == 1;
  return fmt::format("{} {} not fit into {} U", fmt::join(things, " and "), one ? "does" : "do", rack.units_filled());
}

RackPlan with_units(const Hall& hall, const std::vector<Device>& devices, const RackChoice& choice) {
  std::vector<std::uint32_t> switches(hall.racks()), so_far(hall.racks()), hosted(hall.racks());
  for (std::size_t i = 0; i < devices.size(); ++i) switches[choice.devices[i]] += devices[i].switches();
  RackPlan plan;
  plan.devices.reserve(choice.devices.size());
  plan.terminals.reserve(choice.terminals.size());
  const auto next_host = [&](std::uint32_t at, std::uint32_t size) {
    const Rack& rack = hall.rack_at(at);
    const std::uint32_t host = hosted[at] / rack.host_terminals;
    hosted[at] += size;
    return Port{at, rack.empty_below + host_unit(rack, host, switches[at])};
  };
  for (std::size_t i = 0; i < devices.size(); ++i) {
    const std::uint32_t at = choice.devices[i];
    const auto next_switch = [&] {
      const Rack& rack = hall.rack_at(at);
      return Port{at, rack.empty_below + switch_unit(rack, so_far[at]++, switches[at])};
    };
    plan.devices.push_back(devices[i].host ? next_host(at, devices[i].size) : next_switch());
  }
  for (const std::uint32_t at : choice.terminals) plan.terminals.push_back(next_host(at, 1));
  return plan;
}

void set_racks_of_switches(Hall& hall, std::vector<char> of_switches) {
  hall.of_switches = std::move(of_switches);
  std::vector<Nanometres> widths(hall.columns);
  for (std::uint32_t rack = 0; rack < hall.racks(); ++rack) {
    Nanometres& width = widths[hall.column(rack)];
    width = std::max(width, hall.rack_at(rack).width);
  }
  hall.edges = {0};
  for (const Nanometres width : widths) hall.edges.push_back(hall.edges.back() + width);
}

Nanometres way_along(const Hall& hall, std::uint32_t a, std::uint32_t b) {
  const auto [low, high] = std::minmax({hall.column(a), hall.column(b)});
  const std::vector<Nanometres>& edges = hall.edges;
  Nanometres way = edges.empty() ? (high - low) * hall.rack.width
                                 : (edges[high] + edges[high + 1] - edges[low] - edges[low + 1]) / 2;
  for (const Door& door : hall.doors) {
    if (low < door.after && door.after <= high) way += door.width;
  }
  return way;
}

Nanometres way_across(const Hall& hall, std::uint32_t a, std::uint32_t b) {
  const auto [low, high] = std::minmax({hall.row(a), hall.row(b)});
  Nanometres way = (high - low) * hall.depth();
  for (std::uint32_t row = low; row < high; ++row) way += hall.behind(row);
  return way;
}

Nanometres cable_length(const Hall& hall, const Port& a, const Port& b) {
  Nanometres way = hall.slack;
  if (a.rack == b.rack) {
    way += hall.inside.value_or(std::abs(height_of(hall, a) - height_of(hall, b)));
  } else {
    way += between_racks(hall, a, b) + 2 * hall.service_loop;
  }
  return (way + kCentimetre - 1) / kCentimetre * kCentimetre;
}

std::string port_text(const Hall& hall, const Port& port) {
  return fmt::format("row {}, rack {}, unit {}", hall.row(port.rack) + 1, hall.column(port.rack) + 1, port.unit + 1);
}

std::string rack_text(const Hall& hall, std::uint32_t rack) {
  return fmt::format("{:02}-{:02}", hall.row(rack) + 1, hall.column(rack) + 1);
}

}  // namespace cutline::machine
