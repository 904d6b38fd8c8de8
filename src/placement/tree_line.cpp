// SPDX-License-Identifier: Apache-2.0
#include "placement/product_cells.hpp"
#include "topology/graph_searches.hpp"

namespace cutline {

namespace {

constexpr std::size_t kMostNodes = std::size_t{1} << 13;

/// Nodes in a row, and what they cost.
struct Row {
  std::uint64_t cost = 0;
  std::vector<std::uint32_t> nodes;
};

/// A tree that hangs from a link of the tree around it.
struct Branch {
  std::uint32_t root = 0;
  std::uint64_t link = 0;  ///< the channel to it
  std::size_t nodes = 0;
};

/// Arranges a tree from its branches at a node. A tree may hang from a link to the right, which then counts up to the
/// end of the tree's row. The largest branch goes to an end, or, where the others are large too, they go to both ends
/// in turn and what is left to the middle. Branches are cut off and put back as the work goes on.
class TreeLines {
 public:
  TreeLines(const ChannelGraph& graph, bool adds) : graph_(graph), adds_(adds), cut_(graph.head.size(), false) {}

  Row free(std::uint32_t any) { return arranged(center(any), false); }

 private:
  Row hanging(std::uint32_t root) { return arranged(root, true); }

  /// All nodes from the root outwards, each with the channel by which it was reached.
  std::vector<std::pair<std::uint32_t, std::uint64_t>> outwards(std::uint32_t root) const {
    std::vector<std::pair<std::uint32_t, std::uint64_t>> found = {{root, kNone}};
    for (std::size_t i = 0; i < found.size(); ++i) {
      const auto [node, by] = found[i];
      const std::uint32_t above = by == kNone ? node : tail(by);
      for (std::uint64_t c = graph_.first[node]; c < graph_.first[node + 1]; ++c) {
        if (!cut_[c] && graph_.head[c] != above) found.emplace_back(graph_.head[c], c);
      }
    }
    return found;
  }

  std::uint32_t tail(std::uint64_t channel) const {
    const auto after = std::upper_bound(graph_.first.begin(), graph_.first.end(), channel);
    return static_cast<std::uint32_t>(after - graph_.first.begin()) - 1;
  }

  /// The node all of whose branches have at most half of the nodes.
  std::uint32_t center(std::uint32_t any) {
    const auto found = outwards(any);
    count(found);
    for (std::size_t i = found.size(); i-- > 0;) {
      if (2 * size_[found[i].first] >= found.size()) return found[i].first;
    }
    return any;
  }

  void count(const std::vector<std::pair<std::uint32_t, std::uint64_t>>& found) {
    size_.resize(graph_.node_count());
    for (const auto& [node, by] : found) size_[node] = 1;
    for (std::size_t i = found.size(); i-- > 1;) size_[tail(found[i].second)] += size_[found[i].first];
  }

  /// Of a root, the largest first.
  std::vector<Branch> branches(std::uint32_t root, std::size_t& nodes) {
    count(outwards(root));
    nodes = size_[root];
    std::vector<Branch> found;
    for (std::uint64_t c = graph_.first[root]; c < graph_.first[root + 1]; ++c) {
      if (!cut_[c]) found.push_back({graph_.head[c], c, size_[graph_.head[c]]});
    }
    std::ranges::stable_sort(found, std::greater<>(), &Branch::nodes);
    return found;
  }

  void set_cut(const Branch& branch, bool cut) {
    cut_[branch.link] = cut;
    const auto begin = graph_.head.begin() + static_cast<std::ptrdiff_t>(graph_.first[branch.root]);
    const auto end = graph_.head.begin() + static_cast<std::ptrdiff_t>(graph_.first[branch.root + 1]);
    cut_[static_cast<std::size_t>(std::lower_bound(begin, end, tail(branch.link)) - graph_.head.begin())] = cut;
  }

  static Row joined(Row left, const Row& right, std::uint64_t cost) {
    left.cost = cost;
    left.nodes.insert(left.nodes.end(), right.nodes.begin(), right.nodes.end());
    return left;
  }

  Row arranged(std::uint32_t root, bool hangs) {
    std::size_t nodes = 0;
    std::vector<Branch> ends = branches(root, nodes);
    if (ends.empty()) return {0, {root}};
    const Branch largest = ends[0];
    ends.resize(1 + taken_in_turn(ends, hangs, nodes));
    ends.shrink_to_fit();  // a star is taken apart leaf by leaf
    ends.erase(ends.begin());
    Row best = at_an_end(root, hangs, largest, nodes);
    if (ends.empty()) return best;
    Row other = at_both_ends(root, hangs, ends);
    return other.cost < best.cost ? other : best;
  }

  /// How many branches after the first go to the ends: the most for which each is larger than the halves of the first
  /// and of the rest together; odd for a tree that hangs, else even.
  static std::size_t taken_in_turn(const std::vector<Branch>& all, bool hangs, std::size_t nodes) {
    std::size_t taken = 0, rest = nodes - all[0].nodes;
    for (std::size_t count = 1; count < all.size(); ++count) {
      rest -= all[count].nodes;
      const bool large = all[count].nodes > (all[0].nodes + 2) / 2 + (rest + 2) / 2;
      if (large && count % 2 == (hangs ? 1u : 0u)) taken = count;
    }
    return taken;
  }

  Row at_an_end(std::uint32_t root, bool hangs, const Branch& largest, std::size_t nodes) {
    set_cut(largest, true);
    const Row end = hanging(largest.root);
    Row rest = hangs ? free(root) : hanging(root);
    set_cut(largest, false);
    const std::uint64_t over = hangs ? nodes - largest.nodes : 1;
    if (!hangs) std::ranges::reverse(rest.nodes);
    const std::uint64_t cost =
        adds_ ? end.cost + rest.cost + over : std::max<std::uint64_t>({end.cost, rest.cost + (hangs ? 1 : 0), 1});
    return joined(end, rest, cost);
  }

  /// Branches 1, 3, 5 ... from the left end inwards, 2, 4 ... from the right end.
  Row at_both_ends(std::uint32_t root, bool hangs, const std::vector<Branch>& ends) {
    for (const Branch& branch : ends) set_cut(branch, true);
    std::array<Row, 2> sides;
    std::array<std::uint64_t, 2> over = {0, hangs ? 1u : 0u};
    std::uint64_t sum = 0, most = 1;
    for (std::size_t i = 0; i < ends.size(); ++i) {
      Row row = hanging(ends[i].root);
      Row& side = sides[i % 2];
      const std::uint64_t links = i % 2 == 0 ? over[0] : over[1];
      sum += row.cost + links * ends[i].nodes;
      most = std::max(most, row.cost + links);
      ++over[i % 2];
      side.nodes.insert(side.nodes.end(), row.nodes.begin(), row.nodes.end());
    }
    const Row middle = free(root);
    for (const Branch& branch : ends) set_cut(branch, false);
    std::ranges::reverse(sides[1].nodes);
    const std::uint64_t inner = std::max(over[0], over[1]);
    sum += middle.cost + inner * (middle.nodes.size() + 1) - (hangs ? 1 : 0);
    most = std::max(most, middle.cost + inner);
    return joined(joined(std::move(sides[0]), middle, 0), sides[1], adds_ ? sum : most);
  }

  static constexpr std::uint64_t kNone = ~std::uint64_t{0};
  const ChannelGraph& graph_;
  bool adds_;              ///< the spans; else the densest cut counts
  std::vector<bool> cut_;  ///< of each channel
  std::vector<std::size_t> size_;
};

}  // namespace

std::optional<Cells> tree_line(const ChannelGraph& graph, Minimised minimised) {
  const std::size_t nodes = graph.node_count();
  if (nodes == 0 || nodes > kMostNodes || graph.head.size() != 2 * (nodes - 1)) return std::nullopt;
  const std::vector<std::uint32_t> parts = part_of_sites(graph);
  if (*std::ranges::max_element(parts) > 0) return std::nullopt;
  TreeLines lines(graph, minimised != Minimised::peak_density);
  const Row row = lines.free(0);
  Cells places(nodes);
  for (std::uint32_t place = 0; place < nodes; ++place) places[row.nodes[place]] = place;
  return places;
}

}  // namespace cutline
