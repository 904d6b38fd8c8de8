// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "topology/families.hpp"

namespace cutline {

namespace {

constexpr std::uint32_t kMaxWidth = 1u << 20;

/// The drawing of an H-tree. Two subtrees lie side by side, along x and along y on alternate levels; their parent lies
/// between them, in line with both of their roots.
class Drawing {
 public:
  explicit Drawing(std::uint32_t levels) : cells_((std::size_t{2} << levels) - 1) { place(levels, 0, 0, 0); }
  std::vector<Cell> cells() && { return std::move(cells_); }

 private:
  /// Places a subtree. Its box begins at cell (x, y), and its root has this number within its level. Sites are numbered
  /// level by level, the leaves first.
  void place(std::uint32_t level, std::uint32_t x, std::uint32_t y, std::uint32_t number) {
    const std::uint32_t width = side((level + 1) / 2), height = side(level / 2);
    const std::size_t first = cells_.size() + 1 - ((cells_.size() + 1) >> level);
    cells_[first + number].at = {x + width / 2, y + height / 2, 0};
    if (level == 0) return;
    const bool along_x = level % 2 == 1;
    place(level - 1, x, y, 2 * number);
    place(level - 1, x + (along_x ? width / 2 + 1 : 0), y + (along_x ? 0 : height / 2 + 1), 2 * number + 1);
  }
  static std::uint32_t side(std::uint32_t halvings) { return (2u << halvings) - 1; }

  std::vector<Cell> cells_;
};

Topology build_h_tree(const Parameters& parameters) {
  expect_bidirectional(parameters, "messages climb a tree and come down on the same links");
  const std::uint32_t levels = whole_of(parameters, "levels"), widening = whole_of(parameters, "widening");
  const std::uint32_t leaves = 1u << levels;
  Topology tree{.digits = {2 * leaves - 1}, .has_dimensions = false};
  LinkClass links{.name = "links", .digits = {0}};
  std::uint64_t width = 1;
  std::uint32_t first = 0;  // first site of the level
  for (std::uint32_t level = 0; level <= levels; ++level) {
    const std::uint32_t count = leaves >> level;
    tree.digits[0].levels.insert(tree.digits[0].levels.end(), count, static_cast<std::uint8_t>(level));
    if (level == levels) break;
    if (width > kMaxWidth)
      throw_limit_error("the topmost links would be wider than 2^20 channels, the limit", {}, "widening");
    for (std::uint32_t i = 0; i < count; ++i) {
      links.links.push_back({first + i, first + count + i / 2});
      if (widening > 1) links.widths.push_back(static_cast<std::uint32_t>(width));
    }
    first += count;
    width *= widening;
  }
  tree.classes = {std::move(links)};
  tree.inner = InnerSites::switches;
  tree.positions = Drawing(levels).cells();
  double sum = 0;
  for (std::uint32_t level = 1; level <= levels; ++level) sum += 2.0 * level * (1u << (level - 1));
  tree.theorems.distance = {2 * std::uint64_t{levels}, sum / (leaves - 1), "up to the common root and down"};
  // derived: links that widen at least twofold a level. Let k of the leaves of a subtree be on the side that its root
  // is not on. By induction over the levels, the cut within the subtree has at least the wires of k links of leaves.
  const std::uint64_t of_root = width / widening;
  const Cut fewest_wires = of_root <= leaves / 2 ? Cut{1, 2, 2 * of_root} : Cut{leaves / 2, leaves, leaves};
  tree.theorems.bisection = {1, 2, "one link of the root, or one leaf of each pair where that has fewer wires",
                             fewest_wires};
  return tree;
}

/// Absent unless the number of leaves is a square and all links have the same width.
std::optional<PublishedArea> tree_area(const Topology& tree) {
  const double root = std::sqrt(static_cast<double>(tree.node_count()));
  if (root != std::floor(root) || !tree.classes[0].widths.empty()) return std::nullopt;
  return PublishedArea{(2 * root - 1) * (2 * root - 1), "(2 sqrt(N) - 1)^2 of N leaves: [Leiserson 1980]"};
}

}  // namespace

Family h_tree_family() {
  return {
      .name = "h_tree",
      .summary = "H-tree: a complete binary tree of switches over 2^l leaves, drawn in the shape of an H",
      .source = "[Leiserson 1980]",
      .fields = {needed_number("levels", "levels above the leaves, l", 1, 20),
                 whole_number("widening",
                              "how many times as wide as those below the links of each level are: 2 makes a fat tree",
                              1, 4, 1)},
      .build = build_h_tree,
      .published_area = tree_area,
      .sizes = {.networks = networks_by({"widening", "levels"}, {1, 1},
                                        [](double w, double l) { return w > 2 ? 1e18 : std::exp2(l); }),
                .leaves_out = "wider links than twofold a level"},
      .examples = {{{"levels", 3}}, {{"levels", 4}, {"widening", 2}}}};
}

}  // namespace cutline
