// SPDX-License-Identifier: Apache-2.0
#include "search/cuts.hpp"

#include <tuple>

#include "base/random.hpp"
#include "cutline/base/error.hpp"
#include "topology/exact_cut.hpp"

namespace cutline {

namespace {

/// The lines between two positions, ascending.
struct BetweenLines {
  BetweenLines(std::uint32_t a, std::uint32_t b) : first(std::min(a, b) + 1), end(std::max(a, b) + 1) {}
  std::uint32_t first, end;
};

}  // namespace

CutCounts::CutCounts(const LinkLimits& limits, const LinkPlaces& places)
    : limited_(std::min(limits.middle_cut, limits.any_cut) != kNoLimit), line_({places.lines(0), places.lines(1)}) {
  const std::uint32_t longer = std::max(places.line_count(0), places.line_count(1));
  for (std::size_t axis = 0; axis < 2; ++axis) {
    const std::uint32_t positions = places.line_count(axis);
    Side& side = along_[axis];
    side.links.assign(positions, 0);
    side.most.assign(positions, limits.any_cut);
    std::uint64_t& middle = side.most[positions / 2];
    if (positions == longer) middle = std::min(middle, limits.middle_cut);
  }
}

bool CutCounts::have_room(std::uint32_t a, std::uint32_t b) const {
  for (std::size_t axis = 0; axis < 2; ++axis) {
    const BetweenLines between(line_[axis][a], line_[axis][b]);
    for (std::uint32_t line = between.first; line < between.end; ++line) {
      if (along_[axis].links[line] >= along_[axis].most[line]) return false;
    }
  }
  return true;
}

void CutCounts::count(std::uint32_t a, std::uint32_t b, std::int32_t change) {
  for (std::size_t axis = 0; axis < 2; ++axis) {
    const BetweenLines between(line_[axis][a], line_[axis][b]);
    for (std::uint32_t line = between.first; line < between.end; ++line)
      along_[axis].links[line] += static_cast<std::uint64_t>(std::int64_t{change});
  }
}

GridCuts CutCounts::cuts() const {
  GridCuts cuts;
  const std::size_t longer = std::max(along_[0].links.size(), along_[1].links.size());
  for (const Side& side : along_) {
    if (side.links.size() == longer) cuts.middle = std::max(cuts.middle, side.links[longer / 2]);
    cuts.densest = std::max(cuts.densest, *std::ranges::max_element(side.links));
  }
  return cuts;
}

GridCuts grid_cuts(const LinkLimits& limits, const std::vector<GridLink>& links) {
  CutCounts counts(limits, LinkPlaces(limits));
  for (const GridLink& link : links) counts.count(link.a, link.b, 1);
  return counts.cuts();
}

namespace {

constexpr std::uint64_t kBoundEffort = 2'000'000'000;
constexpr std::uint64_t kDrawnHalvings = 6;

Topology topology_of_links(std::uint32_t nodes, const std::vector<GridLink>& links) {
  Topology graph{.digits = {nodes}, .has_dimensions = false};
  LinkClass all{.name = "links", .digits = {0}};
  for (const GridLink& link : links) all.links.push_back({link.a, link.b});
  graph.classes = {all};
  return graph;
}

/// The number of links between the first half and the rest; of one-way links, in the direction that has fewer.
std::uint64_t links_between(bool directed, const std::vector<GridLink>& links, const Sides& sides) {
  std::uint64_t out = 0, in = 0;
  for (const GridLink& link : links) {
    out += sides[link.a] > sides[link.b] ? 1 : 0;
    in += sides[link.a] < sides[link.b] ? 1 : 0;
  }
  return directed ? std::min(out, in) : out + in;
}

/// Halvings to begin with: the first half of the routers in the order of either axis, and some at random.
std::vector<Sides> first_halves(const LinkLimits& limits) {
  const std::uint32_t nodes = limits.nodes();
  const LinkPlaces places(limits);
  std::vector<Sides> all(2 + kDrawnHalvings, Sides(nodes, 0));
  Random random(1);
  std::vector<std::uint32_t> order(nodes);
  std::iota(order.begin(), order.end(), 0u);
  for (std::size_t way = 0; way < all.size(); ++way) {
    if (way == 2) std::iota(order.begin(), order.end(), 0u);
    for (std::uint32_t i = 0; way > 1 && i + 1 < nodes; ++i) std::swap(order[i], order[i + random.below(nodes - i)]);
    if (way < 2) {
      const std::vector<std::uint32_t>&first = places.lines(1 - way), &then = places.lines(way);
      std::ranges::sort(order, [&](std::uint32_t a, std::uint32_t b) {
        return std::tie(first[a], then[a], a) < std::tie(first[b], then[b], b);
      });
    }
    for (std::uint32_t i = 0; i < nodes / 2; ++i) all[way][order[i]] = 1;
  }
  return all;
}

/// The question for the fewest links between halves. Of one-way links out of side 0 twice as many are counted as of
/// those that cross either way, and what goes out more than comes in: an amount of each router on that side. These
/// amounts are pulls to either side; what `less` is then to be taken off.
struct HalvingQuestion {
  HalvingQuestion(std::uint32_t nodes, bool is_directed, const std::vector<GridLink>& links)
      : graph(link_graph(topology_of_links(nodes, links))), directed(is_directed) {
    if (!directed) return;
    pulls.assign(nodes, {0, 0});
    for (const GridLink& link : links) {
      ++pulls[link.a][1];
      ++pulls[link.b][0];
    }
    less = links.size();
  }

  CutQuestion below(std::uint64_t links, std::uint64_t visits) const {
    return {.graph = graph, .pulls = pulls, .below = directed ? 2 * links + less : links, .visits = visits};
  }
  std::uint64_t links_of(std::uint64_t weight) const {
    if (!directed) return weight;
    return weight < less ? 0 : (weight - less + 1) / 2;
  }

  ChannelGraph graph;
  bool directed = false;
  std::vector<std::array<std::int64_t, 2>> pulls;
  std::uint64_t less = 0;
};

/// The least difference, over all halves, between the one-way links out of a half and those into it.
std::int64_t least_excess(std::uint32_t nodes, const std::vector<GridLink>& links) {
  std::vector<std::int64_t> excess(nodes, 0);
  for (const GridLink& link : links) {
    ++excess[link.a];
    --excess[link.b];
  }
  std::ranges::sort(excess);
  const auto half = excess.begin() + static_cast<std::ptrdiff_t>(nodes / 2);
  const std::int64_t small = std::accumulate(excess.begin(), half, std::int64_t{0});
  return nodes % 2 == 0 ? small : std::min(small, small + *half);
}

/// A lower bound on the one-way links out of any half, if at least `either_way` links cross in both directions
/// together.
std::uint64_t one_way(std::uint32_t nodes, const std::vector<GridLink>& links, std::uint64_t either_way) {
  const std::int64_t twice = static_cast<std::int64_t>(either_way) + least_excess(nodes, links);
  return twice <= 0 ? 0 : static_cast<std::uint64_t>(twice + 1) / 2;
}

}  // namespace

Halving least_halving_below(std::uint32_t nodes, bool directed, const std::vector<GridLink>& links,
                            std::uint64_t below) {
  if (nodes > kMostHalvedNodes) throw_limit_error("all halvings of at most 24 routers can be counted");
  const HalvingQuestion question(nodes, directed, links);
  const ExactCut least = exact_cut(question.below(below, ~std::uint64_t{0}));
  if (least.sides.empty()) return {{}, below};
  Halving halving{{}, question.links_of(least.weight)};
  for (const std::uint8_t side : least.sides) halving.first_half.push_back(side == 0 ? 1 : 0);
  return halving;
}

std::uint64_t least_halving(std::uint32_t nodes, bool directed, const std::vector<GridLink>& links) {
  return least_halving_below(nodes, directed, links, links.size() * 2 + 1).links;
}

Halving halving_with_few(const LinkLimits& limits, const std::vector<GridLink>& links) {
  const ChannelGraph graph = link_graph(topology_of_links(limits.nodes(), links));
  Halving best;
  for (Sides& sides : first_halves(limits)) {
    improve(graph, sides);
    const std::uint64_t across = links_between(limits.directed, links, sides);
    if (!best.first_half.empty() && best.links <= across) continue;
    best = {std::move(sides), across};
  }
  return best;
}

HalvingRange halving_range(const LinkLimits& limits, const std::vector<GridLink>& links, std::uint64_t visits) {
  const std::uint32_t nodes = limits.nodes();
  if (nodes <= kMostHalvedNodes) {
    const std::uint64_t least = least_halving(nodes, limits.directed, links);
    return {least, least};
  }
  const BisectionWidth width = certified_bounds(topology_of_links(nodes, links), kBoundEffort);
  HalvingRange range{width.lower, halving_with_few(limits, links).links};
  if (limits.directed) {
    const HalvingQuestion question(nodes, true, links);
    range.least = std::min(range.most, one_way(nodes, links, width.lower));
    const NarrowedCut proved = narrowed(question.below(range.most, visits), 2 * range.least + question.less);
    return {question.links_of(proved.least), question.links_of(proved.most)};
  }
  range.most = std::min(range.most, width.upper);
  return range;
}

}  // namespace cutline
