// SPDX-License-Identifier: Apache-2.0
#include "topology/families.hpp"

namespace cutline {

namespace {

/// A hexagon of nodes with s nodes on each side. It has 2 s - 1 rows of s to 2 s - 1 nodes; each row is shifted by half
/// a node against the next.
class Hexagon {
 public:
  explicit Hexagon(std::uint32_t side) : side_(side), rows_(2 * side - 1) {
    for (std::uint32_t row = 0; row < rows_; ++row) first_.push_back(row == 0 ? 0 : first_.back() + length(row - 1));
  }

  std::uint32_t nodes() const { return first_.back() + length(rows_ - 1); }

  /// Links each node to the next node of its row and to its neighbours in the next row. Down to the middle row the next
  /// row is longer, and every node has two neighbours there; after it the row is shorter, and its end nodes have one.
  std::vector<LocalLink> links() const {
    std::vector<LocalLink> all;
    for (std::uint32_t row = 0; row < rows_; ++row) {
      for (std::uint32_t i = 0; i < length(row); ++i) {
        const std::uint32_t node = first_[row] + i;
        if (i + 1 < length(row)) all.push_back({node, node + 1});
        if (row + 1 == rows_) continue;
        const std::uint32_t below = first_[row + 1] + i;
        if (row + 1 < side_) {
          all.push_back({node, below});
          all.push_back({node, below + 1});
        } else {
          if (i > 0) all.push_back({node, below - 1});
          if (i < length(row + 1)) all.push_back({node, below});
        }
      }
    }
    return all;
  }

  /// A cell for each node. Rows are centred, which would shift successive rows by half a cell; since cells are whole,
  /// half a cell is rounded down.
  std::vector<Cell> cells() const {
    std::vector<Cell> all;
    for (std::uint32_t row = 0; row < rows_; ++row) {
      const std::uint32_t before = (rows_ - length(row)) / 2;
      for (std::uint32_t i = 0; i < length(row); ++i) all.push_back({before + i, row, 0});
    }
    return all;
  }

 private:
  std::uint32_t length(std::uint32_t row) const { return row < side_ ? side_ + row : 3 * side_ - 2 - row; }

  std::uint32_t side_, rows_;
  std::vector<std::uint32_t> first_;  ///< first node of each row
};

Topology build_hexagonal_mesh(const Parameters& parameters) {
  expect_bidirectional(parameters, "the links of a hexagonal mesh lead both ways");
  const Hexagon hexagon(whole_of(parameters, "side"));
  Topology mesh{.digits = {hexagon.nodes()}, .has_dimensions = false};
  mesh.classes.push_back({.name = "links", .digits = {0}, .links = hexagon.links()});
  mesh.positions = hexagon.cells();
  mesh.notes.emplace_back(
      "rows stand on whole cells: of a node's two links to the next row one is straight and one turns a corner, two "
      "pitches long, where bricks half a node aside would touch both");
  return mesh;
}

}  // namespace

Family hexagonal_mesh_family() {
  return {.name = "hexagonal_mesh",
          .summary = "hexagonal mesh (HexaMesh): a hexagon of nodes that lie as bricks do, each linked to up to six",
          .source = "[Chen 1990]; [Iff 2023]",
          .fields = {needed_number("side", "nodes on a side of the hexagon, s; 3 s (s - 1) + 1 nodes", 2, 1024)},
          .build = build_hexagonal_mesh,
          .sizes = {.networks = networks_by("side", 2, [](double s) { return 3 * s * (s - 1) + 1; })},
          .examples = {{{"side", 2}}, {{"side", 3}}}};
}

}  // namespace cutline
