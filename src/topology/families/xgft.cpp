// SPDX-License-Identifier: Apache-2.0
#include "topology/families.hpp"

namespace cutline {

namespace {

constexpr std::uint64_t kMaxTreeLinks = std::uint64_t{1} << 26;
constexpr std::size_t kMaxLevels = 40;
constexpr std::uint64_t kNoCut = ~std::uint64_t{0};

using Counts = std::vector<std::uint64_t>;

/// One number of each kind for every level of switches, the lowest first.
struct Tree {
  Counts children;  ///< of a switch
  Counts parents;   ///< of what stands below it
  Counts parallel;  ///< links to each of these parents
};

Tree tree_of(const Parameters& parameters) {
  const auto counts = [&](const char* name) {
    const IntegerList& list = parameters.list(name);
    return Counts(list.begin(), list.end());
  };
  Tree tree{counts("children"), counts("parents"), {}};
  tree.parallel = parameters.has("parallel") ? counts("parallel") : Counts(tree.children.size(), 1);
  for (const auto& [list, name] : {std::pair(&tree.parents, "parents"), std::pair(&tree.parallel, "parallel")}) {
    if (!tree.children.empty() && tree.children.size() <= kMaxLevels && list->size() == tree.children.size()) continue;
    throw_input_error(
        fmt::format("{} numbers of `children` and {} of `{}` make no tree", tree.children.size(), list->size(), name),
        fmt::format("1 to {} numbers of each, one for each level of switches", kMaxLevels), name);
  }
  return tree;
}

/// The number of sites of each level. Level 0 are the nodes. Level j has as many switches as the product of the parents
/// of the levels up to j and the children of the levels above j.
Counts level_sizes(const Tree& tree) {
  Counts sizes;
  std::uint64_t links = 0;
  for (std::size_t level = 0; level <= tree.children.size(); ++level) {
    std::uint64_t size = 1;
    for (std::size_t i = 0; i < tree.children.size(); ++i)
      size = checked_product(size, i < level ? tree.parents[i] : tree.children[i]).value_or(kMaxTreeLinks + 1);
    sizes.push_back(std::min(size, kMaxTreeLinks + 1));
    links += sizes.back() * (level < tree.parents.size() ? tree.parents[level] * tree.parallel[level] : 1);
    if (links > kMaxTreeLinks) throw_limit_error("this tree has more than 2^26 links, the limit", {}, "children");
  }
  return sizes;
}

/// Where a terminal has one link, it is a terminal of the switch at its other end, and these switches are the nodes.
/// Where it has several, or where the tree is a single switch, terminals are nodes themselves. Returns the terminals of
/// a node.
std::uint32_t take_terminals(Tree& tree) {
  if (tree.parents[0] * tree.parallel[0] > 1 || tree.children.size() == 1) return 1;
  const auto terminals = static_cast<std::uint32_t>(tree.children[0]);
  for (Counts* list : {&tree.children, &tree.parents, &tree.parallel}) list->erase(list->begin());
  return terminals;
}

/// The hops between two nodes. A route goes up to the lowest level with a switch above both, and down again. A switch
/// with one child is the lowest above no two nodes.
DistanceTheorem xgft_distances(const Counts& children) {
  double nodes = 1, sum = 0;
  std::uint64_t diameter = 0;
  for (std::size_t j = 0; j < children.size(); ++j) {
    if (children[j] == 1) continue;
    const double under = nodes * static_cast<double>(children[j]);
    diameter = 2 * (j + 1);
    sum += (under - nodes) * static_cast<double>(diameter);
    nodes = under;
  }
  return {diameter, sum / std::max(nodes - 1, 1.0), "up to the lowest common level and down [Ohring 1995]"};
}

/// The least sums of two tables: entry s is the least one[i] + other[s - i].
Counts least_sums(const Counts& one, const Counts& other) {
  Counts sums(one.size() + other.size() - 1, kNoCut);
  for (std::size_t i = 0; i < one.size(); ++i) {
    for (std::size_t j = 0; one[i] != kNoCut && j < other.size(); ++j)
      if (other[j] != kNoCut) sums[i + j] = std::min(sums[i + j], one[i] + other[j]);
  }
  return sums;
}

/// The fewest links over a balanced cut of the nodes; nothing past the nodes for which the tables below are small.
///
/// Derived: there is one tree below each switch on top. It takes of each link as many shares as there are such switches
/// above the link, and these trees together take all links whole. A cut cuts each of them, and they are alike, so no
/// cut has fewer links than all the trees cut at their least; the cut that does the same in each has as many. In the
/// sum a link of level j weighs as much as the product of the parents of the levels up to j.
std::optional<std::uint64_t> xgft_bisection(const Tree& tree) {
  constexpr std::uint64_t kMostNodes = 4096;
  std::uint64_t nodes = 1, weight = 1;
  Counts cut = {0, kNoCut};  // by the nodes on the other side than what stands above them: the fewest links below that
  for (std::size_t level = 0; level < tree.children.size(); ++level) {
    nodes *= tree.children[level];
    if (nodes > kMostNodes) return std::nullopt;
    weight *= tree.parents[level];
    Counts child(cut.size());
    for (std::size_t s = 0; s < cut.size(); ++s) {
      const std::uint64_t crossed = cut[cut.size() - 1 - s];
      child[s] = std::min(cut[s], crossed == kNoCut ? kNoCut : crossed + weight * tree.parallel[level]);
    }
    cut = {0};
    for (std::uint64_t left = tree.children[level]; left > 0; left /= 2) {
      if (left % 2 == 1) cut = least_sums(cut, child);
      if (left > 1) child = least_sums(child, child);
    }
  }
  return std::min(cut[nodes / 2], cut[nodes - nodes / 2]);
}

/// A switch of level j has the number of its subtree and, within the subtree, a number below the product of the parents
/// of the levels up to j. Its parents lie in the next larger subtree; the lower part of their number within that
/// subtree equals its own.
LinkClass tree_links(const Tree& tree, const Counts& sizes) {
  LinkClass links{.name = "links", .digits = {0}};
  std::uint32_t first = 0;   // site of this level
  std::uint64_t within = 1;  // number of switches of a subtree on this level
  for (std::size_t level = 0; level < tree.children.size(); ++level) {
    const std::uint64_t parents = tree.parents[level];
    const std::uint32_t next = first + static_cast<std::uint32_t>(sizes[level]);
    for (std::uint64_t site = 0; site < sizes[level]; ++site) {
      const std::uint64_t larger = site / within / tree.children[level] * parents * within + site % within;
      for (std::uint64_t parent = 0; parent < parents; ++parent) {
        const LocalLink link{first + static_cast<std::uint32_t>(site),
                             next + static_cast<std::uint32_t>(larger + parent * within)};
        links.links.insert(links.links.end(), tree.parallel[level], link);
      }
    }
    first = next;
    within *= parents;
  }
  return links;
}

Topology build_xgft(const Parameters& parameters) {
  expect_bidirectional(parameters, "messages climb a fat tree and come down on the same links");
  Tree tree = tree_of(parameters);
  level_sizes(tree);  // for its limit, with the links of terminals
  Topology network{.concentration = take_terminals(tree), .inner = InnerSites::switches};
  const Counts sizes = level_sizes(tree);
  Digit sites = 0;
  for (std::size_t level = 0; level < sizes.size(); ++level) {
    sites.radix += static_cast<std::uint32_t>(sizes[level]);
    sites.levels.resize(sites.radix, static_cast<std::uint8_t>(level));
  }
  network.digits = {std::move(sites)};
  network.classes = {tree_links(tree, sizes)};
  network.has_dimensions = false;
  network.theorems.distance = xgft_distances(tree.children);
  if (const auto cut = xgft_bisection(tree))
    network.theorems.bisection = {*cut, 2 * *cut, "the trees below the switches on top cut alike (derived)"};
  return network;
}

/// Trees of two levels of switches above the nodes, which are switches with one link up; a search chooses their
/// terminals.
std::vector<Parameters> two_level_trees(const SizeRange& range) {
  std::vector<Parameters> all;
  for (const IntegerList& sides : products_in(range, 2)) {
    if (sides.size() > 2) continue;
    for (int turn = 0; turn < (sides[0] == sides[1] ? 1 : 2); ++turn) {
      const std::int64_t below = sides[turn == 0 ? 0 : 1], above = sides[turn == 0 ? 1 : 0];
      for (std::int64_t parents = 1; parents <= below; parents *= 2)
        all.push_back({{"children", IntegerList{1, below, above}}, {"parents", IntegerList{1, 1, parents}}});
    }
  }
  return all;
}

}  // namespace

Family xgft_family() {
  return {
      .name = "xgft",
      .summary =
          "extended generalized fat tree: on each level its own number of children and of parents, with one link "
          "or several to each",
      .source = "[Ohring 1995]; [Zahavi 2010]",
      .fields = {listed_numbers("children",
                                "switches below a switch, for each level of switches, the lowest first; below that are "
                                "terminals",
                                1, 4096, true),
                 listed_numbers(
                     "parents",
                     "switches above what stands below a level, the terminals first; terminals of several are nodes", 1,
                     4096, true),
                 listed_numbers("parallel", "links to each of these parents; 1 if not given", 1, 4096),
                 terminals_field(
                     "terminals per node; if not given those of a lowest switch, or 1 where terminals are nodes")},
      .build = build_xgft,
      .sizes = {.networks = two_level_trees,
                .leaves_out = "other than two levels of switches above the nodes, nodes with several parents, parents "
                              "that are no power of two, parallel links"},
      .examples = {
          {{"children", IntegerList{3, 4}}, {"parents", IntegerList{2, 3}}},
          {{"children", IntegerList{4}}, {"parents", IntegerList{2}}},
          {{"children", IntegerList{2, 3, 4}}, {"parents", IntegerList{1, 2, 2}}, {"parallel", IntegerList{1, 1, 2}}}}};
}

}  // namespace cutline
