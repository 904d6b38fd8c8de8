// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cutline/base/format.hpp"
#include "cutline/output/export/exports.hpp"
#include "output/text/number.hpp"

/// What the files of several exports share: headers, names, routes, and what they refuse or note.
namespace cutline::exporting {

/// A line of a comment, from `sign` to the end of the line. Whatever the text holds, the comment ends there: a line
/// break becomes a blank, and a backslash is not the last letter, for in C and Tcl it would continue the comment.
std::string comment_line(std::string_view sign, std::string_view text);
/// The header of an export: every line begins with `sign` and a blank.
std::string commented_header(const Export& target, const ExportNetwork& network, std::string_view sign);
/// "64 nodes", or with others of the kind `inner` "64 nodes, 16 switches".
std::string sites_text(std::uint64_t nodes, std::uint64_t others, std::string_view inner);
/// The first two lines of every header: the target, and the network with its sites and `more`.
std::vector<std::string> header_opening(const Export& target, std::string_view name, std::string_view network,
                                        std::string_view sites, std::string_view more);

/// Adds a note on what was repaired, raised or left out.
template <class... Arguments>
void note(ExportNetwork& network, fmt::format_string<Arguments...> text, Arguments&&... arguments) {
  append(network.notes.emplace_back(), text, std::forward<Arguments>(arguments)...);
}

/// Throws a limit error if `count` is more than `most`: `text` says so, and `hint` what to do.
template <class... Arguments>
void expect_at_most(double count, double most, std::string_view hint, fmt::format_string<Arguments...> text,
                    Arguments&&... arguments) {
  if (!(count > most)) return;
  std::string message;
  append(message, text, std::forward<Arguments>(arguments)...);
  throw_limit_error(std::move(message), std::string(hint));
}

/// How a graph file names a node: by its name in the user's file, or by its number.
std::string node_id(const ExportNetwork& network, std::uint64_t number);
/// The same with the name in double quotes; a quote in it is written twice.
std::string quoted_node(const ExportNetwork& network, std::uint64_t number);
/// A text in printable ASCII without blanks: an _ for each byte of what is neither.
std::string printable(std::string text);
/// The names of all nodes in the user's file, printable, and then with the number if they were not; else n and the
/// number. All are distinct.
std::vector<std::string> node_names(const ExportNetwork& network);
/// The same as DEF takes them: a backslash before what is no letter, digit or _.
std::vector<std::string> design_names(const ExportNetwork& network);

/// Whether a character is a letter or a digit of ASCII, or _.
constexpr bool is_plain(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}
/// Whether a name begins with a letter or _ and has but plain characters and those of `others`.
bool is_plain_name(std::string_view name, std::string_view others = {});

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
/// The size of a mean message, in whole bytes.
double message_bytes(const ExportNetwork& network);

/// Adds the file .routes if the network's routes are known. Each line begins with a word; a line that begins with # is
/// a comment.
///   routers N destinations D layers L datelines C
///   layer SOURCE   then for each destination the layer of messages from this source; left out if there is one layer
///   to DESTINATION LAYER   then for each node its next hops for these messages: `next`, `next/dateline` if the
///   dateline
///                  is not 0, `next*share`; several are separated by commas; - if none of the messages passes. Parallel
///                  channels count as one.
void add_routes_file(const Export& target, const ExportNetwork& network, std::vector<ExportFile>& files);
/// The note that no routes are written; `why` ends the sentence.
std::string routes_not_written(const std::string& why);

/// Throws an input error if no path leads from some node to some other, and `with_links` if there is no link; `why`
/// follows the network's name.
void expect_connected(const ExportNetwork& network, std::string_view why, bool with_links = false);
/// Throws an input error if there are one-way links; `but` says what the target has instead.
void expect_two_way(const ExportNetwork& network, std::string_view but);
/// Throws a limit error if a time is longer than `target` counts; `counts` ends the sentence "in ...".
void expect_short(Time time, double most_ns, std::string_view target, std::string_view counts);
/// For a target whose nodes all send and take messages. Throws an input error if a node other than an interchange or a
/// switch has no terminals.
void expect_terminals_everywhere(const Export& target, const ExportNetwork& network);
/// Throws an input error if there is no link: a netlist without wires has nothing to time.
void expect_links(const Export& target, const ExportNetwork& network);

/// For a target whose lines are links: adds a note if some nodes have no links, and so no line.
void note_nodes_without_links(ExportNetwork& network);
/// For a target that gives a link one cost: adds a note if the costs of the two directions of a link differ.
void note_mean_costs(ExportNetwork& network);
/// Adds a note if nodes have several terminals, which are one `thing` of the target.
void note_shared_terminals(ExportNetwork& network, std::string_view thing);
/// Adds a note if some links are wider than the others; `but` says what the target makes of them.
void note_wide_links(ExportNetwork& network, std::string_view but);
/// Adds a note if one of the written wires has a post between planes.
void note_posts(ExportNetwork& network, bool posts);

/// Why a link has no circuit: its file gives its delay, or it leaves its module over a medium that is none.
std::string why_no_circuit(const ExportNetwork& network, const ExportLink& link);

/// The module that Verilog exports define.
inline constexpr std::string_view kNetworkModule = "cutline_network";
/// A channel's name in netlists: its number and its ends, "c12_3_4".
std::string channel_name(std::size_t number, const ExportChannel& channel);
/// Where a channel goes, for a comment: "0 (0,0) to 1 (1,0), dimension 0, 97.5 ps".
std::string channel_text(const ExportNetwork& network, const ExportChannel& channel);
/// The head of a Liberty library. Units are ps, fF and kohm; delays run from half of the swing to half of the swing,
/// slews from 20 to 80 % of it.
extern const std::string_view kLibertyOpening;
/// The head of a script of OpenSTA: how it is run, the header, and commands that read library and netlist.
std::string sta_opening(const Export& target, const ExportNetwork& network, std::string_view stem);

}  // namespace cutline::exporting
