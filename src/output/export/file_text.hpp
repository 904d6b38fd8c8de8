// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cutline/output/export/exports.hpp"

/// Helpers that several exports share.

namespace cutline::exporting {

/// A line of a comment, from `sign` to the end of the line. Whatever the text holds, the comment ends there: a line
/// break becomes a blank, and a backslash is not the last letter, for in C and Tcl it would continue the comment.
std::string comment_line(std::string_view sign, std::string_view text);
/// The header of an export: every line begins with `sign` and a blank.
std::string commented_header(const Export& target, const ExportNetwork& network, std::string_view sign);

/// Why a link has no circuit: its file gives its delay, or it leaves its module over a medium that is none.
std::string why_no_circuit(const ExportNetwork& network, const ExportLink& link);

/// How a graph file names a node: by its name in the user's file, or by its number.
std::string node_id(const ExportNetwork& network, std::uint64_t number);
/// The names of all nodes as tools of electronic design take them: a backslash before what is no letter, digit or _;
/// for blanks, control characters and bytes past ASCII, which they do not take at all, a _, and then also the number.
std::vector<std::string> design_names(const ExportNetwork& network);

/// "32 bits", "1 bit".
std::string bits_text(double bits);

/// The name, without folders, of a file that other files of the target refer to. It begins with a letter and has only
/// letters, digits, - . and _, which every reader takes. Throws an input error for other names.
std::string plain_file_name(std::string_view target, const std::string& path);
/// The same without its extension, for files beside it.
std::string plain_file_stem(std::string_view target, const std::string& path);

/// Flits that the buffer of a virtual channel holds: the number in the spec; without one, the larger of kDepthFlits and
/// `loop`, the cycles after which a credit is back. Adds a note if the number in the spec is too small.
std::uint64_t buffer_flits(ExportNetwork& network, std::uint64_t loop);

/// The network's routes, which must be known. Each line begins with a word; a line that begins with # is a comment.
///   routers N destinations D layers L datelines C
///   layer SOURCE   then for each destination the layer of messages from this source; left out if there is one layer
///   to DESTINATION LAYER   then for each node its next hops for these messages: `next`, `next/dateline` if the
///   dateline
///                  is not 0, `next*share`; several are separated by commas; - if none of the messages passes. Parallel
///                  channels count as one.
std::string routes_file(const Export& target, const ExportNetwork& network);
/// The note that no routes are written; `why` ends the sentence.
std::string routes_not_written(const std::string& why);

/// For a target whose nodes all send and take messages. Throws an input error if a node other than an interchange or a
/// switch has no terminals.
void expect_terminals_everywhere(const Export& target, const ExportNetwork& network);

/// For a target whose lines are links: adds a note if some nodes have no links, and so no line.
void note_nodes_without_links(ExportNetwork& network);

/// For a target that gives a link one cost: adds a note if the costs of the two directions of a link differ.
void note_mean_costs(ExportNetwork& network);

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
