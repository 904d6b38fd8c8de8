// SPDX-License-Identifier: Apache-2.0
#include "topology/families.hpp"

namespace cutline {

namespace {

constexpr std::uint32_t kMaxTiles = 1u << 16;  // along a dimension
constexpr std::size_t kMaxSkips = 256;

/// A path, and for each skip s a link from every tile to the tile s further on, if there is one.
LinkClass skipping_path(std::uint8_t digit, std::uint32_t tiles, IntegerList skips, const char* parameter) {
  LinkClass path = path_class(digit, tiles);
  if (skips.size() > kMaxSkips)
    throw_limit_error(fmt::format("`{}` lists {} skips, past the limit of {}", parameter, skips.size(), kMaxSkips), {},
                      parameter);
  std::ranges::sort(skips);
  if (const auto twice = std::ranges::adjacent_find(skips); twice != skips.end())
    throw_input_error(fmt::format("`{}` lists {} twice", parameter, *twice), "list each skip once", parameter);
  for (const std::int64_t skip : skips) {
    if (skip >= tiles) {
      throw_input_error(fmt::format("a skip of {} leads past all {} tiles", skip, tiles),
                        fmt::format("2 to {}", tiles - 1), parameter);
    }
    for (std::uint32_t a = 0; a + skip < tiles; ++a) path.links.push_back({a, static_cast<std::uint32_t>(a + skip)});
  }
  return path;
}

Topology build_sparse_hamming(const Parameters& parameters) {
  expect_bidirectional(parameters, "the paths of a sparse Hamming graph lead both ways");
  const auto skips = [&](const char* name) { return parameters.has(name) ? parameters.list(name) : IntegerList{}; };
  const std::uint32_t columns = whole_of(parameters, "columns"), rows = whole_of(parameters, "rows");
  if (columns == 1 && rows == 1) throw_input_error("a network has at least two tiles", {}, "columns");
  Topology graph{.digits = {columns, rows}};
  graph.classes.push_back(skipping_path(0, columns, skips("row_skips"), "row_skips"));
  graph.classes.push_back(skipping_path(1, rows, skips("column_skips"), "column_skips"));
  return graph;
}

/// Rectangles of tiles, at most twice as long as wide, with longer links of at most one length for each dimension.
std::vector<Parameters> skipping_meshes(const SizeRange& range) {
  std::vector<Parameters> all;
  for (const IntegerList& sides : products_in(range, 2)) {
    if (sides.size() > 2 || sides[0] > 2 * sides[1]) continue;
    for (std::int64_t along = 1; along < sides[0]; ++along) {
      for (std::int64_t across = 1; across < sides[1]; ++across) {
        if (along + across < 3) continue;  // a mesh
        Parameters tiles = {{"columns", sides[0]}, {"rows", sides[1]}};
        if (along > 1) tiles.set("row_skips", IntegerList{along});
        if (across > 1) tiles.set("column_skips", IntegerList{across});
        all.push_back(std::move(tiles));
      }
    }
  }
  return all;
}

}  // namespace

Family sparse_hamming_family() {
  return {
      .name = "sparse_hamming",
      .summary = "sparse Hamming graph: a mesh of tiles with chosen longer links along every row and every column",
      .source = "[Iff 2022]",
      .fields = {needed_number("columns", "tiles of a row", 1, kMaxTiles),
                 needed_number("rows", "tiles of a column", 1, kMaxTiles),
                 listed_numbers("row_skips", "lengths of the longer links along rows, in tiles; none: rows of a mesh",
                                2, kMaxTiles),
                 listed_numbers("column_skips", "the same along columns", 2, kMaxTiles)},
      .build = build_sparse_hamming,
      .sizes = {.networks = skipping_meshes,
                .leaves_out = "several lengths of longer links along a row or a column; rectangles longer than 2 to 1"},
      .examples = {{{"columns", 6}, {"rows", 4}, {"row_skips", IntegerList{2, 5}}, {"column_skips", IntegerList{3}}}}};
}

}  // namespace cutline
