// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include <algorithm>

#include "cutline/base/error.hpp"
#include "cutline/base/integers.hpp"
#include "topology/cube.hpp"
#include "topology/sizes.hpp"

namespace cutline {

namespace {

constexpr std::uint64_t kMaxTreeLinks = std::uint64_t{1} << 26;
constexpr std::size_t kMaxLevels = 16;

using Counts = std::vector<std::uint64_t>;

Counts counts_of(const IntegerList& list) { return {list.begin(), list.end()}; }

/// The number of sites of each level. Level 0 are the nodes. Level j has as many switches as the product of the parents
/// of the levels up to j and the children of the levels above j.
Counts level_sizes(const Counts& children, const Counts& parents) {
  Counts sizes;
  std::uint64_t links = 0;
  for (std::size_t level = 0; level <= children.size(); ++level) {
    std::uint64_t size = 1;
    for (std::size_t i = 0; i < children.size(); ++i)
      size = checked_product(size, i < level ? parents[i] : children[i]).value_or(kMaxTreeLinks + 1);
    sizes.push_back(std::min(size, kMaxTreeLinks + 1));
    links += sizes.back() * (level < parents.size() ? parents[level] : 1);
    if (links > kMaxTreeLinks) throw_limit_error("this tree has more than 2^26 links, the limit", {}, "children");
  }
  return sizes;
}

/// The hops between two nodes. A route goes up to the lowest level with a switch above both, and down again.
DistanceTheorem xgft_distances(const Counts& children) {
  double nodes = 1, sum = 0;
  for (std::size_t j = 0; j < children.size(); ++j) {
    const double under = nodes * static_cast<double>(children[j]);
    sum += (under - nodes) * 2 * static_cast<double>(j + 1);
    nodes = under;
  }
  return {2 * children.size(), sum / (nodes - 1), "up to the lowest common level and down [Ohring 1995]"};
}

/// A switch of level j has the number of its subtree and, within the subtree, a number below the product of the parents
/// of the levels up to j. Its parents lie in the next larger subtree; the lower part of their number within that
/// subtree equals its own.
Topology build_xgft(const Parameters& parameters) {
  expect_bidirectional(parameters, "messages climb a fat tree and come down on the same links");
  const Counts children = counts_of(parameters.list("children")), parents = counts_of(parameters.list("parents"));
  if (children.empty() || children.size() > kMaxLevels || parents.size() != children.size()) {
    throw_input_error(
        fmt::format("{} numbers of children and {} of parents make no tree", children.size(), parents.size()),
        fmt::format("1 to {} numbers of each, one for each level of switches", kMaxLevels), "parents");
  }
  const Counts sizes = level_sizes(children, parents);
  Digit sites = 0;
  LinkClass links{.name = "links", .digits = {0}};
  std::uint64_t within = 1;  // number of switches of a subtree on this level
  for (std::size_t level = 0; level < sizes.size(); ++level) {
    const std::uint32_t first = sites.radix;
    const auto next = first + static_cast<std::uint32_t>(sizes[level]);
    sites.levels.resize(next, static_cast<std::uint8_t>(level));
    sites.radix = next;
    if (level == children.size()) break;
    for (std::uint64_t site = 0; site < sizes[level]; ++site) {
      const std::uint64_t larger = site / within / children[level] * parents[level] * within + site % within;
      for (std::uint64_t parent = 0; parent < parents[level]; ++parent) {
        links.links.push_back(
            {first + static_cast<std::uint32_t>(site), next + static_cast<std::uint32_t>(larger + parent * within)});
      }
    }
    within *= parents[level];
  }
  Topology tree{.digits = {sites}, .classes = {std::move(links)}, .inner = InnerSites::switches};
  tree.has_dimensions = false;
  tree.theorems.distance = xgft_distances(children);
  return tree;
}

std::vector<Parameters> two_level_trees(const SizeRange& range) {
  std::vector<Parameters> all;
  const auto add = [&](const IntegerList& children, const IntegerList& parents) {
    all.push_back({{"children", children}, {"parents", parents}});
  };
  for (const IntegerList& sides : products_in(range, 2)) {
    if (sides.size() > 2) continue;
    for (int turn = 0; turn < (sides[0] == sides[1] ? 1 : 2); ++turn) {
      const IntegerList children = turn == 0 ? sides : IntegerList{sides[1], sides[0]};
      for (std::int64_t parents = 1; parents <= children[0]; parents *= 2) add(children, {1, parents});
    }
  }
  return all;
}

}  // namespace

Family xgft_family() {
  return {
      .name = "xgft",
      .summary = "extended generalized fat tree: on each level its own number of children and of parents",
      .source = "[Ohring 1995]",
      .fields = {{.name = "children",
                  .kind = FieldKind::integer_list,
                  .help = "links down of a switch, for each level of switches, the lowest first; below it are nodes",
                  .required = true,
                  .min = 2,
                  .max = 4096,
                  .single = true},
                 {.name = "parents",
                  .kind = FieldKind::integer_list,
                  .help = "links up from the level below, the nodes first",
                  .required = true,
                  .min = 1,
                  .max = 4096,
                  .single = true}},
      .build = build_xgft,
      .sizes = {.networks = two_level_trees,
                .leaves_out =
                    "more than two levels of switches, nodes with several parents, parents that are no power of two"},
      .examples = {{{"children", IntegerList{3, 4}}, {"parents", IntegerList{2, 3}}},
                   {{"children", IntegerList{4}}, {"parents", IntegerList{2}}}}};
}

}  // namespace cutline
