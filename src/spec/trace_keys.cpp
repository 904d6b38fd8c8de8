// SPDX-License-Identifier: Apache-2.0
// Keys of the boards of a machine: which nodes share one, and its traces.

#include "spec/library_files.hpp"
#include "study/machine_choice.hpp"

namespace cutline {
namespace {

using machine::CableMedium;
using machine::Nanometres;

constexpr std::int64_t kMostOnBoard = 100'000;
constexpr std::size_t kMostDigits = 64;
constexpr std::string_view kJoined = "joined";

/// One distance for both sides of a board, or one for each.
void read_pitch(Reader& reader, YamlId id, HallBoards& board) {
  const auto items = read_one_or_list(reader, id, "pitch", "a distance, or one along x and one along y");
  if (items.size() > 2) return reader.report(id, "'pitch' has more than two distances", "[60 mm, 100 mm]");
  for (std::size_t i = 0; i < items.size(); ++i) {
    const auto length = hall_length_form().read(reader, items[i], "pitch");
    if (length) board.pitch[i] = *length;
  }
  if (items.size() == 1) board.pitch[1] = board.pitch[0];
}

void read_nodes_of_board(Reader& reader, YamlId id, HallBoards& board) {
  if (reader[id].kind == YamlKind::scalar && reader[id].text == kJoined) return;
  const auto items = read_one_or_list(reader, id, "nodes", "joined, or how many along each digit: [2, 2]");
  if (items.size() > kMostDigits) return reader.report(id, "'nodes' has more numbers than an address has digits");
  std::int64_t all = 1;
  for (const YamlId item : items) {
    const auto number = read_whole(reader, item, "nodes", 1, kMostOnBoard);
    if (!number) return;
    board.nodes.push_back(static_cast<std::uint32_t>(*number));
    all *= *number;
    if (all > kMostOnBoard) return reader.report(id, fmt::format("a board has at most {} nodes", kMostOnBoard));
  }
}

template <class Member>
Key<HallBoards> of_traces(std::string_view name, Member CableMedium::*at, const Form<double>& form, std::string usual,
                          std::string help) {
  return within(&HallBoards::traces, field(name, at, form, std::move(usual), std::move(help)));
}

const Keys<HallBoards>& hall_board_keys() {
  static const Form<double> ns = quantity_form(Measured::time);
  static const Keys<HallBoards> keys = {
      {"nodes", any_shape({choice_shape({kJoined}), one_or_more_shape(whole_form(1, kMostOnBoard).shape)}), "joined",
       "that share one: so many along each digit of an address, from the lowest, or those that links join without a "
       "switch, in networks that have switches",
       read_nodes_of_board},
      required(Key<HallBoards>{"pitch", one_or_more_shape(hall_length_form().shape), "",
                               "from node to node, along and across a board", read_pitch}),
      required(of_traces("delay", &CableMedium::delay_ns_per_m, quantity_form(Measured::time_per_length), "",
                         "of a trace's length")),
      of_traces("end_delay", &CableMedium::end_delay_ns, ns, "0 ns", "at each end of a trace"),
      of_traces("power", &CableMedium::watts, watts_form(), "0 W", "of an end of a trace, typical"),
      of_traces("power_most", &CableMedium::watts_most, watts_form(), "as `power`", "of an end, at most")};
  return keys;
}

}  // namespace

Key<MachineChoice> hall_board_key() {
  return {"board", map_shape(hall_board_keys()), "none",
          "boards whose nodes are joined by traces, not by cables, and stand in a rack as one host",
          [](Reader& reader, YamlId id, MachineChoice& choice) {
            HallBoards board;
            board.traces.name = "trace";
            board.traces.kind = machine::MediumKind::trace;
            board.traces.watts = 0;
            if (read_map(reader, id, "board", hall_board_keys(), board)) choice.board = std::move(board);
          }};
}

}  // namespace cutline
