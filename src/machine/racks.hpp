// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cutline/detail/base/values.hpp"
#include "machine/hall.hpp"

// Racks: which switch and which terminal stands where, by rules of thumb.

namespace cutline::machine {

/// What stands in a rack and has cables: a switch, or a host that is a terminal of the network itself.
struct Device {
  std::uint32_t group = 0;      ///< of a hierarchical network
  std::uint32_t terminals = 0;  ///< with a cable to it
  bool host = false;
  std::uint32_t size = 1;          ///< of a host: terminals that it is; a board is several
  std::uint32_t board = kNoBoard;  ///< that it is on, with its terminals
  std::uint32_t x = 0, y = 0;      ///< its place there

  static constexpr std::uint32_t kNoBoard = ~0U;
  bool on_board() const { return board != kNoBoard; }
  std::uint32_t switches() const { return host ? 0 : 1; }
  /// Places of terminals that it takes.
  std::uint32_t places() const { return terminals + (host ? size : 0); }
};

/// A link between two devices.
struct Link {
  std::uint32_t a = 0, b = 0;
  std::uint32_t cables = 1;          ///< parallel ones
  std::optional<Nanometres> length;  ///< that the user gives, in place of the way in the hall
};

/// What stands in a hall: devices, and links in the network's order.
struct Equipment {
  std::vector<Device> devices;
  std::vector<Link> links;
};

/// How racks are filled.
/// - in_order: device after device, each with its terminals, until a rack is full; then switches without
///   terminals, and hosts, each from the first rack on.
/// - group: the same, and each group begins a rack; its switches without terminals stand from that rack on.
/// - one_of_each: the first device of each group, then the second of each, and so on.
/// - end_of_row, middle_of_row: switches stand in racks of their own at this place of each row, terminals in the
/// others.
/// - shortest, cheapest: searched, for the least total length of cables, or their least price.
enum class RackRule : std::uint8_t { in_order, group, one_of_each, end_of_row, middle_of_row, shortest, cheapest };

/// A device that must stand in a rack.
struct FixedDevice {
  std::uint32_t device = 0, rack = 0;
};

/// The number of the first terminal of each device, and of all behind the last.
std::vector<std::uint64_t> first_terminals(const std::vector<Device>& devices);

/// Where everything stands.
struct RackPlan {
  std::vector<Port> devices;
  std::vector<Port> terminals;  ///< of the first device, of the second, and so on

  std::uint32_t racks_used() const;
};

/// The racks of each device and of its terminals, without heights.
struct RackChoice {
  std::vector<std::uint32_t> devices;
  std::vector<std::uint32_t> terminals;
  std::vector<char> of_switches;  ///< by rack: whether it is kept for them; no entries: none is
};

/// Fills the racks by a rule that does not search. Says why if the hall is too small: "36 racks are needed, and the
/// hall has 32". Cost: O(devices + terminals + racks).
std::variant<RackChoice, std::string> fill_racks(const Hall& hall, const std::vector<Device>& devices, RackRule rule,
                                                 const std::vector<FixedDevice>& fixed);

/// Whether a rule keeps racks for switches alone.
constexpr bool keeps_racks(RackRule rule) { return rule == RackRule::end_of_row || rule == RackRule::middle_of_row; }

/// Whether the units of a rack hold as many switches and hosts as it is said to hold, in their places.
bool holds_all(const Rack& rack);
/// That they do not: "1 switch of 2 U and 32 hosts of 1 U do not fit into 24 U".
std::string why_too_low(const Rack& rack);

/// Gives switches and hosts their units: in each rack in the order of their numbers. The hall knows its racks of
/// switches.
RackPlan with_units(const Hall& hall, const std::vector<Device>& devices, const RackChoice& choice);

}  // namespace cutline::machine
