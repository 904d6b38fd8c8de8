// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "cutline/output/export/exports.hpp"
#include "output/export/parts.hpp"

namespace cutline::exporting {

/// The module that Verilog exports define.
inline constexpr std::string_view kNetworkModule = "cutline_network";

/// A channel's name in netlists: its number and its ends, "c12_3_4".
std::string channel_name(std::size_t number, const ExportChannel& channel);
/// Where a channel goes, for a comment: "0 (0,0) to 1 (1,0), dimension 0, 97.5 ps".
std::string channel_text(const ExportNetwork& network, const ExportChannel& channel);

/// The head of a Liberty library. Units are ps, fF and kohm; delays run from half of the swing to half of the swing,
/// slews from 20 to 80 % of it.
std::string liberty_opening(std::string_view name);

/// Commands of OpenSTA that read library and netlist.
std::string sta_reading(std::string_view stem);

/// The period of a timing tool's clock: the network's, else the slowest wire's delay, with a note.
Time clock_for_timing(ExportNetwork& network);

/// Adds a note if one of the written wires has a post between planes.
void note_posts(ExportNetwork& network, bool posts);

/// Throws an input error if there is no link: a netlist without wires has nothing to time.
void expect_links(const Export& target, const ExportNetwork& network);

}  // namespace cutline::exporting
