// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <filesystem>

#include "board/check_board.hpp"
#include "board/measures.hpp"
#include "board/signals.hpp"
#include "evaluate/board_of.hpp"
#include "output/export/boards/board_files.hpp"
#include "output/export/file_text.hpp"

namespace cutline::exporting {

namespace {

/// "" where there is one board, else "board 2: ".
using NoteStart = std::string;

void note_left_over(const board::RoutedBoard& routed, const NoteStart& start, std::vector<std::string>& notes) {
  constexpr std::array<std::string_view, 4> kWhy = {
      "slots have too few pins free", "no channel has a track free from end to end, and no vias lead to another",
      "their slots have no pins beside one channel",
      "pairs of more than two slots, or slots above each other, need vias"};
  std::array<std::uint64_t, kWhy.size()> left = {};
  for (const board::LeftOver& each : routed.left_over) ++left[static_cast<std::size_t>(each.why)];
  for (std::size_t w = 0; w < left.size(); ++w) {
    if (left[w] > 0)
      notes.push_back(fmt::format("{}{} wires of the board have no tracks: {}", start, left[w], kWhy[w]));
  }
}

DrawnBoard drawn_board(board::Board made, const NoteStart& start, std::vector<std::string>& notes) {
  DrawnBoard out = {std::move(made), {}};
  out.routed = board::route_board(out.board);
  note_left_over(out.routed, start, notes);
  const std::optional<std::uint64_t> least = board::measure_board(out.board).signal_layers();
  const std::uint32_t along_x = out.routed.signal_layers - out.routed.layers_along_y;
  if (least && along_x > *least)
    notes.push_back(fmt::format("{}the board is drawn on {} signal layers along x; cuts and escapes alone ask for {}",
                                start, along_x, *least));
  if (out.routed.layers_along_y > 0)
    notes.push_back(fmt::format("{}signal layers along y besides: {}, joined by {} vias", start,
                                out.routed.layers_along_y, out.routed.vias.size()));
  const board::DrawnMeasures measures = measure_drawn(out.board, out.routed);
  const board::TrackRules& rules = out.board.rules;
  const auto note_unmatched = [&](const std::optional<board::Nanometres>& most, const board::Skew& left,
                                  const char* of) {
    if (most && left.most > *most)
      notes.push_back(
          fmt::format("{}lengths of {} differ by up to {} mm, most of link {}, where {} mm are asked: "
                      "serpentines find no more room",
                      start, of, mm_text(left.most), left.link, mm_text(*most)));
  };
  note_unmatched(rules.match, measures.skew, "links");
  note_unmatched(rules.match_in_pairs, measures.pair_skew, "pairs");
  if (const std::string why = why_other_copper(out.named()); !why.empty()) notes.push_back(start + why);
  if (!out.named().has_ground)
    notes.push_back(start + "no pin of its connectors is ground: the planes of ground are empty layers");
  if (!plane_box(out.named()))
    notes.push_back(start + "its pins stand too near to its outline for planes, which are empty layers");
  const std::vector<board::FoundFault> faults = board::check_board(out.board, out.routed);
  if (!faults.empty()) {
    notes.push_back(fmt::format("{}the board breaks its own rules in {} places, the first at x {} mm, y {} mm", start,
                                faults.size(), mm_text(faults.front().x), mm_text(faults.front().y)));
  }
  return out;
}

/// "board 2 stands for boards 2, 4 and 5".
std::string kinds_told(const BoardsOfRows& all, std::uint32_t kind) {
  std::string list;
  for (std::size_t row = 0; row < all.kind.size(); ++row) {
    if (all.kind[row] == kind) list += fmt::format("{}{}", list.empty() ? "" : ", ", row + 1);
  }
  return fmt::format("board {} stands for these of {} boards: {}", kind + 1, all.kind.size(), list);
}

}  // namespace

std::vector<ExportFile> files_of_boards(const Export& row, ExportLayout& from, const ExportChoice& choice,
                                        std::vector<ExportFile> (*write)(const NamedBoard&)) {
  std::optional<BoardsOfRows> made = boards_of_candidate(from.candidate);
  if (!made) {
    throw_input_error(fmt::format("candidate '{}' has no board", from.candidate.design->name),
                      "give the spec a `board:` with its connectors");
  }
  const bool several = made->boards.size() > 1;
  if (several && choice.file == "-") {
    throw_input_error(fmt::format("'{}' has {} boards that differ, which take a file each", from.candidate.design->name,
                                  made->boards.size()),
                      fmt::format("name the first with -o, as -o shelf{}", row.extension));
  }
  std::vector<ExportFile> files;
  for (std::uint32_t kind = 0; kind < made->boards.size(); ++kind) {
    if (made->kind.size() > 1) from.notes.push_back(kinds_told(*made, kind));
    const NoteStart start = several ? fmt::format("board {}: ", kind + 1) : "";
    const DrawnBoard drawn = drawn_board(std::move(made->boards[kind]), start, from.notes);
    for (ExportFile& file : write(drawn.named())) {
      if (kind > 0) {
        if (file.extension.empty()) file.extension = std::filesystem::path(choice.file).extension().string();
        if (file.extension.empty()) file.extension = row.extension;
        file.extension.insert(0, fmt::format(".board{}", kind + 1));
      }
      files.push_back(std::move(file));
    }
  }
  return files;
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
