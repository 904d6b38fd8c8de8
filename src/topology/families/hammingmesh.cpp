// SPDX-License-Identifier: Apache-2.0
#include "topology/families.hpp"

namespace cutline {

namespace {

constexpr std::uint64_t kMaxSide = std::uint64_t{1} << 20;

/// One dimension. Its values are the coordinates of the accelerators, board by board, and one value amid the boards for
/// the switch of the line.
struct BoardRow {
  std::uint32_t board = 0, boards = 0;
  std::uint32_t switch_value() const { return boards / 2 * board; }
  std::uint32_t radix() const { return boards * board + 1; }
  std::uint32_t value(std::uint32_t accelerator) const {
    return accelerator < switch_value() ? accelerator : accelerator + 1;
  }

  Digit digit() const {
    Digit digit = radix();
    digit.levels.assign(radix(), 0);
    digit.levels[switch_value()] = 1;
    return digit;
  }

  /// A path within every board, and a link to the switch from the first and from the last accelerator of the board. A
  /// board of one accelerator has both links.
  LinkClass links(std::uint8_t dimension) const {
    LinkClass links{.name = fmt::format("dimension {}", dimension), .digits = {dimension}};
    for (std::uint32_t first = 0; first < boards * board; first += board) {
      const std::uint32_t last = first + board - 1;
      for (std::uint32_t a = first; a < last; ++a) links.links.push_back({value(a), value(a + 1)});
      for (const std::uint32_t end : {first, last}) links.links.push_back({value(end), switch_value()});
    }
    return links;
  }
};

/// In [Hoefler 2022] a fat tree joins a line if its boards have more ends than a switch has ports. Here one switch
/// serves each line, however many ports that takes.
Topology build_hammingmesh(const Parameters& parameters) {
  expect_bidirectional(parameters, "the links of a HammingMesh lead both ways");
  const std::uint32_t board = whole_of(parameters, "board_columns"), boards = whole_of(parameters, "columns");
  const std::array<BoardRow, 2> lines = {
      {{board, boards}, {whole_of(parameters, "board_rows", board), whole_of(parameters, "rows", boards)}}};
  Topology network;
  for (const BoardRow& line : lines) {
    if (std::uint64_t{line.board} * line.boards > kMaxSide)
      throw_limit_error("this HammingMesh has more than 2^20 accelerators in a line, the limit", {}, "columns");
    network.digits.push_back(line.digit());
  }
  network.classes = {lines[0].links(0), lines[1].links(1)};
  network.classes[0].only = {{1, network.node_values(1)}};
  network.classes[1].only = {{0, network.node_values(0)}};
  network.inner = InnerSites::switches;
  return network;
}

/// Networks of square boards, at least two boards along each dimension.
std::vector<Parameters> boards_of(const SizeRange& range) {
  std::vector<Parameters> all;
  for (std::int64_t side = 1; side * side * 4 <= static_cast<std::int64_t>(range.most) && side <= 64; ++side) {
    for (Parameters& boards : sized_by(range, {"columns", "rows"}, {2, 2}, [&](double columns, double rows) {
           return columns * rows * static_cast<double>(side * side);
         })) {
      if (boards.integer("columns") < boards.integer("rows")) continue;
      boards.set("board_columns", side);
      all.push_back(std::move(boards));
    }
  }
  return all;
}

}  // namespace

Family hammingmesh_family() {
  return {.name = "hammingmesh",
          .summary = "HammingMesh: boards that are meshes of accelerators; one switch joins their ends along each line",
          .source = "[Hoefler 2022]",
          .fields = {needed_number("board_columns", "accelerators of a board's row, a", 1, 64),
                     whole_number("board_rows", "of a board's column, b; a if not given", 1, 64),
                     needed_number("columns", "boards of a row, x", 2, 1u << 16),
                     whole_number("rows", "boards of a column, y; x if not given", 2, 1u << 16)},
          .build = build_hammingmesh,
          .sizes = {.networks = boards_of, .leaves_out = "boards that are not square, fewer columns than rows"},
          .examples = {{{"board_columns", 2}, {"columns", 2}},
                       {{"board_columns", 3}, {"board_rows", 1}, {"columns", 2}, {"rows", 3}}}};
}

}  // namespace cutline
