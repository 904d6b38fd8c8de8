// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cutline/output/text/table.hpp"
#include "cutline/study/quantities.hpp"
#include "evaluate/under_load.hpp"

namespace cutline {

/// The density profiles of one axis: one of its densest line (the first with the most links over a cut), one of the
/// whole machine. The layout must still hold its patterns.
struct AxisProfile {
  Axis axis = Axis::x;
  Profile line;
  Profile machine;
  std::uint64_t lines = 0;          ///< number of lines of the axis
  std::uint64_t lines_like_it = 0;  ///< number of lines with the densest line's pattern
};
AxisProfile axis_profile(const Layout& layout, Axis axis);
/// Memory that the profiles of an axis take, with their table and its text, in bytes.
double profile_memory(const Layout& layout, Axis axis);

/// One row per cut: links and wires of the line, links and wires of the machine. Cut c lies between positions c - 1 and
/// c.
Table profile_table(const AxisProfile& profile);
/// A heading and a small table for both profiles: the peak, its place, the number of cuts with it, and the middle.
std::string profile_summary(const AxisProfile& profile, const std::string& candidate, const ReportStyle& style);
/// {"candidate", "axis", "lines", "cuts", "line": {links, wires}, "machine": {links, wires}}, entry c - 1 is cut c.
Data profile_data(const AxisProfile& profile, const std::string& candidate);

/// The nodes of a candidate with a layout, then its switches or interchanges: number, name in the user's file or
/// address, kind, terminals and cell. Cost: O(nodes).
Table node_list(const Candidate& candidate);

/// One row per channel of a candidate, including the channels of terminals, the fullest first.
Table load_list(const Study& study, const Candidate& candidate, const Effort& effort);

/// One row per layer of a candidate with a layout, by the technology's name: its wires, their length, the area of their
/// tracks at the layer's own pitch, their share of all its tracks, and the row or column that uses most tracks of it.
/// Cost: as LinkKinds.
Table layer_table(const UnderDelay& asked);

// Tables of a machine, for `measure --table`. Each throws an input error if the candidate has no machine.

/// What is bought: cables by use, medium and length, switches by ports, racks, labour, and the sum.
Table bill_table(const UnderDelay& asked);
/// Every cable with both ends, length, medium and price.
Table cable_table(const UnderDelay& asked);
/// The same cables as NetBox imports them; ports are interfaces "1", "2" ... Source: [NetBox].
Table netbox_table(const UnderDelay& asked);
/// Every rack in use: what stands in it, and its cables.
Table rack_table(const UnderDelay& asked);
/// Every place of the trays with cables.
Table tray_table(const UnderDelay& asked);

}  // namespace cutline
