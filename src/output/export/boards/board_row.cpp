// SPDX-License-Identifier: Apache-2.0
#include <array>

#include "board/check_board.hpp"
#include "board/measures.hpp"
#include "evaluate/board_of.hpp"
#include "output/export/boards/board_files.hpp"
#include "output/export/file_text.hpp"

namespace cutline::exporting {

DrawnBoard drawn_board(ExportLayout& from) {
  std::optional<board::Board> made = board_of(from.candidate);
  if (!made) {
    throw_input_error(fmt::format("candidate '{}' has no board", from.candidate.design->name),
                      "give the spec a `board:` with its connectors");
  }
  DrawnBoard out = {std::move(*made), {}};
  out.routed = board::route_board(out.board);
  constexpr std::array<std::string_view, 4> kWhy = {
      "slots have too few pins free", "no channel has a track free from end to end",
      "their slots have no pins beside one channel",
      "pairs of more than two slots, or slots above each other, need vias"};
  std::array<std::uint64_t, kWhy.size()> left = {};
  for (const board::LeftOver& each : out.routed.left_over) ++left[static_cast<std::size_t>(each.why)];
  for (std::size_t w = 0; w < left.size(); ++w) {
    if (left[w] > 0) from.notes.push_back(fmt::format("{} wires of the board have no tracks: {}", left[w], kWhy[w]));
  }
  const std::optional<std::uint64_t> least = from.candidate.board->signal_layers();
  if (least && out.routed.signal_layers > *least)
    from.notes.push_back(fmt::format("the board is drawn on {} signal layers; cuts and escapes alone ask for {}",
                                     out.routed.signal_layers, *least));
  if (const std::string why = least ? why_other_copper(out.named(), *least) : std::string(); !why.empty())
    from.notes.push_back(why);
  const std::vector<board::FoundFault> faults = board::check_board(out.board, out.routed);
  if (!faults.empty()) {
    from.notes.push_back(fmt::format("the board breaks its own rules in {} places, the first at x {} mm, y {} mm",
                                     faults.size(), mm_text(faults.front().x), mm_text(faults.front().y)));
  }
  return out;
}

Export board_row(std::string_view name, std::string_view summary, std::string_view source, std::string_view extension,
                 decltype(Export::write_layout) write, bool several_files) {
  return {.name = name,
          .summary = summary,
          .source = source,
          .extension = extension,
          .ignores = "a board holds tracks, no delays",
          .route_cost = RouteCostUse::none,
          .several_files = several_files,
          .limits = {1 << 16, 1 << 20},
          .write_layout = write};
}

}  // namespace cutline::exporting
