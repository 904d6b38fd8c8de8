// SPDX-License-Identifier: Apache-2.0
#include "topology/graph_builder.hpp"

namespace cutline {

namespace {

constexpr std::string_view kGridPairsHint =
    "a line is `x,y x,y`, the cells of the two nodes of a link; # begins a comment";

using CellText = std::array<std::uint32_t, 2>;

/// Reads `x,y`; nothing for any other word.
std::optional<CellText> grid_cell(std::string_view word) {
  CellText cell{};
  const char* const end = word.data() + word.size();
  const auto x = std::from_chars(word.data(), end, cell[0]);
  if (x.ec != std::errc() || x.ptr == end || *x.ptr != ',') return std::nullopt;
  const auto y = std::from_chars(x.ptr + 1, end, cell[1]);
  const bool whole = y.ec == std::errc() && y.ptr == end;
  if (!whole || cell[0] >= kMaxGraphNodes || cell[1] >= kMaxGraphNodes) return std::nullopt;
  return cell;
}

std::uint32_t read_cell(LineWords& words, GraphBuilder& builder) {
  const std::size_t at = words.next_at();
  const LineWords before = words;
  const auto cell = grid_cell(words.word());
  if (!cell) before.fail("here the cell of a node is due: two whole numbers from 0 to 2^26 - 1");
  const std::string x = std::to_string((*cell)[0]), y = std::to_string((*cell)[1]);
  const auto [node, is_new] = builder.add_node(x + "," + y);
  if (is_new) {
    builder.set(node, GraphAttribute::x, at, x);
    builder.set(node, GraphAttribute::y, at, y);
  }
  return node;
}

GraphFile read_grid_pairs(const GraphText& file, const GraphReading& reading) {
  GraphBuilder builder(file, reading);
  LineWords words(file, '#', kGridPairsHint);
  while (words.next_line()) {
    if (words.at_line_end()) continue;
    const std::size_t at = words.at();
    const std::uint32_t a = read_cell(words, builder);
    const std::uint32_t b = read_cell(words, builder);
    if (!words.at_line_end()) words.fail("this line goes on after its second node");
    builder.add_link(at, a, b);
  }
  return builder.finish();
}

bool begins_with_grid_pair(std::string_view text) {
  const std::string_view line = first_line(text);
  const std::size_t gap = std::min(line.find_first_of(" \t"), line.size());
  const std::size_t second = std::min(line.find_first_not_of(" \t", gap), line.size());
  const std::size_t end = std::min(line.find_first_of(" \t\r#", second), line.size());
  return grid_cell(line.substr(0, gap)) && grid_cell(line.substr(second, end - second));
}

}  // namespace

GraphFormat grid_pairs_graph_format() {
  return {.name = "grid_pairs",
          .summary = "Graph Golf's graphs on a grid: a link `x,y x,y` a line, by the cells of its nodes",
          .source = "Graph Golf, National Institute of Informatics, grid graphs",
          .endings = {".edges"},
          .begins = begins_with_grid_pair,
          .read = read_grid_pairs};
}

}  // namespace cutline
