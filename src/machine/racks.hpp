// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cutline/detail/base/callbacks.hpp"
#include "cutline/detail/base/values.hpp"

// Halls: rows of racks, and the ways of cables between their ports.
//
// Racks are numbered row by row. Along a row each stands beside the last, but for doors; rows are a rack's depth and an
// aisle apart. Racks of switches may be of a kind of their own. A cable leaves a port in the middle of its rack, goes
// to the tray over or under the racks, along the trays, and down or up to the other port. Knows nothing of networks,
// media or money.

// Racks: which switch and which terminal stands where, by rules of thumb.

namespace cutline::machine {

using Nanometres = std::int64_t;

constexpr Nanometres kCentimetre = 10'000'000;

inline double metres(Nanometres length) { return static_cast<double>(length) / 1e9; }

/// How cables get from rack to rack.
enum class Tray : std::uint8_t { overhead, floor, straight };

/// Where the switches of a rack stand; its hosts fill the other units from the bottom.
enum class SwitchesAt : std::uint8_t { top, middle, bottom };

struct Rack {
  Nanometres width = 600'000'000, depth = 1'200'000'000;
  Nanometres unit = 44'450'000;  ///< height of a unit. Source: EIA-310
  std::uint32_t units = 42;
  std::uint32_t switches = 1;        ///< that it holds at most
  std::uint32_t terminals = 32;      ///< that it holds at most
  std::uint32_t switch_units = 1;    ///< height of a switch
  std::uint32_t host_terminals = 1;  ///< terminals of a host; 0: as many as a board has
  std::uint32_t host_units = 1;      ///< height of a host
  std::uint32_t empty_below = 0;     ///< units that stay empty at the bottom
  std::uint32_t empty_above = 0;     ///< and at the top
  SwitchesAt at = SwitchesAt::top;

  std::uint32_t hosts() const { return (terminals + host_terminals - 1) / host_terminals; }
  std::uint32_t units_filled() const { return units - empty_below - empty_above; }
  Nanometres height() const { return units * unit; }
  std::uint64_t units_needed() const {
    return std::uint64_t{switches} * switch_units + std::uint64_t{hosts()} * host_units;
  }
};

/// A gap in every row, behind a column.
struct Door {
  std::uint32_t after = 0;  ///< how many racks of a row stand before it
  Nanometres width = 0;
};

/// One hall, or several alike one behind another, whose rows count on.
struct Hall {
  std::uint32_t rows = 1, columns = 1;  ///< rows of all halls
  std::uint32_t halls = 1;              ///< a divisor of `rows`
  Nanometres between_halls = 0;         ///< in place of an aisle
  Rack rack;
  std::optional<Rack> switch_rack;  ///< of switches alone; absent: as `rack`
  std::vector<char> of_switches;    ///< by rack: whether it is such a one; no entries: none is
  std::vector<Nanometres> edges;    ///< of columns along a row, doors left out; no entries: all are as wide as `rack`
  std::vector<Nanometres> aisles = {1'200'000'000};  ///< between rows, in turn
  std::vector<Door> doors;
  std::vector<char> empty;  ///< by rack: whether nothing stands there; no entries: no place is left empty
  Tray tray = Tray::overhead;
  Nanometres tray_gap = 127'000'000;  ///< from the racks to the tray. Source: 5 in, as fabcalc has it
  Nanometres slack = 0;               ///< on every cable
  Nanometres service_loop = 0;        ///< at each end of a cable between racks
  std::optional<Nanometres> inside;   ///< the length of a cable inside a rack, in place of the distance of its ports
  std::optional<Nanometres> to_tray;  ///< from a port to the tray, in place of its height

  /// Places of racks, empty ones too.
  std::uint32_t racks() const { return rows * columns; }
  bool is_empty(std::uint32_t rack_number) const { return !empty.empty() && empty[rack_number] != 0; }
  std::uint32_t racks_to_fill() const { return racks() - static_cast<std::uint32_t>(std::ranges::count(empty, 1)); }
  const Rack& rack_of_switches() const { return switch_rack ? *switch_rack : rack; }
  /// The rack that stands at a place.
  const Rack& rack_at(std::uint32_t rack_number) const {
    return !of_switches.empty() && of_switches[rack_number] ? rack_of_switches() : rack;
  }
  /// Of the deeper and of the higher kind of rack: rows and trays keep clear of both.
  Nanometres depth() const { return std::max(rack.depth, rack_of_switches().depth); }
  Nanometres height() const { return std::max(rack.height(), rack_of_switches().height()); }
  Nanometres width(std::uint32_t column_number) const {
    return edges.empty() ? rack.width : edges[column_number + 1] - edges[column_number];
  }
  /// Between a row and the next one.
  Nanometres behind(std::uint32_t row_number) const {
    const std::uint32_t own = row_number % (rows / halls);
    return own + 1 == rows / halls ? between_halls : aisles[own % aisles.size()];
  }
  std::uint32_t row(std::uint32_t rack_number) const { return rack_number / columns; }
  std::uint32_t column(std::uint32_t rack_number) const { return rack_number % columns; }
};

/// A place in a rack: the unit, from 0 at the bottom.
struct Port {
  std::uint32_t rack = 0;
  std::uint32_t unit = 0;
};

/// Sets which racks are of switches; a column is as wide as its widest rack.
void set_racks_of_switches(Hall& hall, std::vector<char> of_switches);

/// From middle to middle of two racks, along rows and across them.
Nanometres way_along(const Hall& hall, std::uint32_t a, std::uint32_t b);
Nanometres way_across(const Hall& hall, std::uint32_t a, std::uint32_t b);

/// The length of a cable between two ports, with slack and service loops, rounded up to a whole centimetre: cables are
/// ordered by these. Cost: O(doors + aisles between).
Nanometres cable_length(const Hall& hall, const Port& a, const Port& b);

/// "row 2, rack 5, unit 17", all counted from 1.
std::string port_text(const Hall& hall, const Port& port);
/// "02-05": row and rack of the row, counted from 1.
std::string rack_text(const Hall& hall, std::uint32_t rack);

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

/// What a cable between two ports costs a search: its length or its price.
using CableCost = FunctionRef<double(const Port& a, const Port& b)>;

/// Moves devices, with all their terminals, and whole racks, so that the sum of `cost` over the links falls: annealing
/// from the best of the rules of thumb, `seed` for seed the same. Moves weigh racks alone, at the mean height of the
/// devices; the result is never above that start with every device at its own height. Fixed devices stay. Cost:
/// O(moves x links of a device).
std::variant<RackChoice, std::string> search_racks(const Hall& hall, const Equipment& equipment, CableCost cost,
                                                   const std::vector<FixedDevice>& fixed);

/// The sum of a cost over the links between the units of their devices, without links of a length of their own.
double cost_of_links(const Hall& hall, const Equipment& equipment, const RackChoice& choice, CableCost cost);

}  // namespace cutline::machine
