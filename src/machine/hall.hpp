// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

// Halls: rows of racks, and the ways of cables between their ports.
//
// Racks are numbered row by row. Along a row each stands beside the last, but for doors; rows are a rack's depth and an
// aisle apart. Racks of switches may be of a kind of their own. A cable leaves a port in the middle of its rack, goes
// to the tray over or under the racks, along the trays, and down or up to the other port. Knows nothing of networks,
// media or money.

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

}  // namespace cutline::machine
