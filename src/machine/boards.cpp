// SPDX-License-Identifier: Apache-2.0
#include "machine/boards.hpp"

#include <fmt/core.h>

namespace cutline::machine {

namespace {

/// The box of every device, with the boxes' devices.
void put_into_boxes(const std::vector<Device>& devices, Boxes& boxes) {
  std::map<std::uint32_t, std::uint32_t> of_board;
  for (const Device& device : devices) {
    const auto next = static_cast<std::uint32_t>(boxes.all.devices.size());
    if (!device.on_board()) {
      boxes.of_device.push_back(next);
      boxes.all.devices.push_back(device);
      continue;
    }
    const auto [board, is_new] = of_board.emplace(device.board, next);
    if (is_new) boxes.all.devices.push_back({.group = device.group, .host = true, .size = 0, .board = device.board});
    boxes.of_device.push_back(board->second);
    boxes.all.devices[board->second].size += device.places();
  }
}

}  // namespace

std::variant<Boxes, std::string> boxes_of(const Equipment& equipment) {
  Boxes boxes;
  put_into_boxes(equipment.devices, boxes);
  for (const Link& link : equipment.links) {
    if (on_one_board(equipment, link)) continue;
    boxes.all.links.push_back(link);
    boxes.all.links.back().a = boxes.of_device[link.a];
    boxes.all.links.back().b = boxes.of_device[link.b];
  }
  if (std::ranges::none_of(boxes.all.devices, &Device::on_board)) return boxes;
  std::uint32_t least = ~0U, most = 0;
  for (const Device& box : boxes.all.devices) {
    if (!box.host) continue;
    least = std::min(least, box.size);
    most = std::max(most, box.size);
  }
  if (least < most) return fmt::format("its boards hold {} to {} terminals, not equally many", least, most);
  if (most == 0) return std::string("its boards hold no terminals");
  boxes.terminals_of_board = most;
  return boxes;
}

std::optional<std::string> why_no_room(const Rack& rack, const Boxes& boxes) {
  const std::uint32_t own = boxes.terminals_of_board;
  if (own > rack.terminals && own > 1)
    return fmt::format("a board has {} terminals, and a rack holds {}: give `rack: {{terminals: {}}}`", own,
                       rack.terminals, own);
  if (rack.host_terminals % own != 0)
    return fmt::format("a board has {} terminals, and a host {}: a host holds whole boards", own, rack.host_terminals);
  return holds_all(rack) ? std::nullopt : std::optional(why_too_low(rack));
}

std::variant<std::vector<FixedDevice>, std::string> fixed_boxes(const Boxes& boxes,
                                                                const std::vector<FixedDevice>& fixed) {
  std::map<std::uint32_t, std::uint32_t> rack_of_box;
  for (const FixedDevice& each : fixed) {
    const auto [box, is_new] = rack_of_box.emplace(boxes.of_device[each.device], each.rack);
    if (box->second != each.rack) return std::string("`places` puts the nodes of one board into two racks");
  }
  return each_of(rack_of_box, [](const auto& each) { return FixedDevice{each.first, each.second}; });
}

RackPlan plan_of_devices(const Equipment& equipment, const Boxes& boxes, RackPlan plan) {
  if (std::ranges::none_of(boxes.all.devices, &Device::on_board)) return plan;
  const std::vector<std::uint64_t> first = first_terminals(boxes.all.devices);
  RackPlan all;
  for (std::size_t i = 0; i < equipment.devices.size(); ++i) {
    const Device& device = equipment.devices[i];
    const std::uint32_t box = boxes.of_device[i];
    all.devices.push_back(plan.devices[box]);
    for (std::uint32_t terminal = 0; terminal < device.terminals; ++terminal)
      all.terminals.push_back(device.on_board() ? plan.devices[box] : plan.terminals[first[box] + terminal]);
  }
  return all;
}

bool on_one_board(const Equipment& equipment, const Link& link) {
  const Device &a = equipment.devices[link.a], &b = equipment.devices[link.b];
  return a.on_board() && a.board == b.board;
}

Nanometres trace_length(const std::array<Nanometres, 2>& pitch, const Device& a, const Device& b) {
  const auto apart = [](std::uint32_t one, std::uint32_t other) { return std::max(one, other) - std::min(one, other); };
  return apart(a.x, b.x) * pitch[0] + apart(a.y, b.y) * pitch[1];
}

}  // namespace cutline::machine
