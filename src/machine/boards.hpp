// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

#include "machine/racks.hpp"

// Boards: devices that share one are joined by its traces, and stand in a rack as one host.

namespace cutline::machine {

/// What racks hold: a box for every board, with all that is on it, and for every other device.
struct Boxes {
  Equipment all;                         ///< boxes, and the links between them
  std::vector<std::uint32_t> of_device;  ///< its box
  std::uint32_t terminals_of_board = 1;  ///< of each board; 1 where there is none
};

/// The boxes of a hall's equipment. Says why if boards differ: "its boards hold 2 to 4 terminals". Cost: O(devices +
/// links).
std::variant<Boxes, std::string> boxes_of(const Equipment& equipment);

/// Why a rack does not hold a board; absent if it does.
std::optional<std::string> why_no_room(const Rack& rack, const Boxes& boxes);

/// The boxes that must stand in a rack. Says why if the devices of one board must stand in two.
std::variant<std::vector<FixedDevice>, std::string> fixed_boxes(const Boxes& boxes,
                                                                const std::vector<FixedDevice>& fixed);

/// Where the devices of boxes and their terminals stand; on a board all in its lowest unit.
RackPlan plan_of_devices(const Equipment& equipment, const Boxes& boxes, RackPlan plan);

/// Whether a link is a trace.
bool on_one_board(const Equipment& equipment, const Link& link);

/// A trace from place to place of a board, along both its sides.
Nanometres trace_length(const std::array<Nanometres, 2>& pitch, const Device& a, const Device& b);

}  // namespace cutline::machine
