// SPDX-License-Identifier: Apache-2.0
#include "topology/exact_cut.hpp"

#include <cstdlib>

#include "cutline/base/parallel.hpp"
#include "topology/placed_sites.hpp"

namespace cutline {

namespace {

/// Bounds what the free sites add to a cut by what each of them adds alone.
class OneByOne {
 public:
  explicit OneByOne(const PlacedSites& sites) : lightest_(sites.head.size()) {
    std::iota(lightest_.begin(), lightest_.end(), 0u);
    for (std::size_t site = 0; site < sites.count(); ++site) {
      const auto begin = lightest_.begin();
      std::sort(begin + sites.first[site], begin + sites.first[site + 1],
                [&](std::uint32_t a, std::uint32_t b) { return sites.weight[a] < sites.weight[b]; });
    }
  }

  /// Weights are doubled here: of a link between two free sites half of the weight counts at either.
  std::int64_t bound(PlacedSites& sites) {
    std::int64_t sum = 0;
    std::array<std::int64_t, 2> want = {0, 0};
    for (auto& of_side : costs_) of_side.clear();
    for (std::uint32_t site = 0; site < sites.count(); ++site) {
      if (!sites.is_free(site)) continue;
      const std::int64_t first = on_side(sites, site, 0), second = on_side(sites, site, 1);
      sum += std::min(first, second);
      if (sites.size[site] == 0 || first == second) continue;
      const std::size_t side = first < second ? 0 : 1;
      ++want[side];
      costs_[side].push_back(std::abs(first - second));
    }
    for (std::size_t side = 0; side < 2; ++side) {
      // Those that find no room on the side where they add less go to the other: at best those that it costs least.
      const std::int64_t over = want[side] - sites.room[side];
      if (over <= 0) continue;
      std::nth_element(costs_[side].begin(), costs_[side].begin() + (over - 1), costs_[side].end());
      sum += std::accumulate(costs_[side].begin(), costs_[side].begin() + over, std::int64_t{0});
    }
    sites.visits += sites.count();
    return (sum + 1) / 2;
  }

 private:
  /// If the site joins a side, at least so many free nodes join the other: it is linked to all but a few of them.
  std::int64_t on_side(PlacedSites& sites, std::uint32_t site, std::size_t side) const {
    std::int64_t cost = 2 * sites.near[site][1 - side];
    std::int64_t others = sites.free_nodes - sites.room[side];
    others -= sites.free_sites - 1 - std::int64_t{sites.free_links[site]};
    for (std::uint32_t i = sites.first[site]; others > 0 && i < sites.first[site + 1]; ++i) {
      ++sites.visits;
      if (!sites.is_free(sites.head[lightest_[i]])) continue;
      cost += sites.weight[lightest_[i]];
      --others;
    }
    return cost;
  }

  std::vector<std::uint32_t> lightest_;  ///< the links of each site, the lightest first
  std::array<std::vector<std::int64_t>, 2> costs_;
};

class BranchAndBound {
 public:
  BranchAndBound(PlacedSites& sites, bool sides_are_alike, ExactCut& answer)
      : sites_(sites), answer_(answer), one_by_one_(sites), sides_are_alike_(sides_are_alike) {}

  /// Whether it came to an end within the visits.
  bool run(std::uint64_t visits, PathsAndTrees* paths_and_trees) {
    last_visit_ = visits > ~sites_.visits ? ~std::uint64_t{0} : sites_.visits + visits;
    paths_and_trees_ = paths_and_trees;
    ended_ = true;
    go_on();
    return ended_;
  }

 private:
  std::int64_t best() const {
    return static_cast<std::int64_t>(std::min<std::uint64_t>(answer_.weight, std::uint64_t{1} << 62));
  }

  bool is_hopeless() {
    std::int64_t more = one_by_one_.bound(sites_);
    if (sites_.cut + more >= best()) return true;
    if (paths_and_trees_ == nullptr) return false;
    const std::int64_t known = sites_.cut + sites_.sure;
    return known + paths_and_trees_->bound(sites_, best() - known) >= best();
  }

  void go_on() {
    if (sites_.visits > last_visit_) ended_ = false;
    if (!ended_) return;
    if (++steps_ % 1024 == 0) stop_if_asked();
    if (sites_.free_sites == 0) {
      if (sites_.cut >= best()) return;
      answer_.sides = sites_.side;
      answer_.weight = static_cast<std::uint64_t>(sites_.cut);
      return;
    }
    if (is_hopeless()) return;
    const std::uint32_t next = most_telling();
    const bool one_will_do = sides_are_alike_ && is_first();
    const std::uint8_t nearer = sites_.near[next][0] >= sites_.near[next][1] ? 0 : 1;
    for (const std::uint8_t side : {nearer, static_cast<std::uint8_t>(1 - nearer)}) {
      if (sites_.room[side] < sites_.size[next]) continue;
      sites_.put(next, side);
      if (sites_.cut + sites_.sure < best()) go_on();
      sites_.take(next);
      if (one_will_do) return;
    }
  }

  bool is_first() const { return sites_.free_sites == static_cast<std::int64_t>(sites_.count()); }

  /// The free site with many links to one side, and then to the other; before there are sides, that with most links.
  std::uint32_t most_telling() const {
    // Chosen by trial, on meshes, tori and random graphs.
    constexpr std::int64_t kNearer = 80, kFarther = 64;
    std::uint32_t next = 0;
    std::int64_t most = -1;
    for (std::uint32_t site = 0; site < sites_.count(); ++site) {
      if (!sites_.is_free(site)) continue;
      const std::int64_t low = sites_.sure_of(site), high = std::max(sites_.near[site][0], sites_.near[site][1]);
      std::int64_t tells = 1 + low * kFarther + high * kNearer;
      for (std::uint32_t i = sites_.first[site]; is_first() && i < sites_.first[site + 1]; ++i)
        tells += sites_.weight[i];
      if (tells <= most) continue;
      most = tells;
      next = site;
    }
    return next;
  }

  PlacedSites& sites_;
  ExactCut& answer_;
  OneByOne one_by_one_;
  bool sides_are_alike_;
  PathsAndTrees* paths_and_trees_ = nullptr;
  std::uint64_t last_visit_ = 0, steps_ = 0;
  bool ended_ = true;
};

}  // namespace

ExactCut exact_cut(const CutQuestion& question) {
  // Where sites are few or links many, paths and trees take longer than the branches that they save.
  constexpr std::size_t kFewSites = 32, kManyLinks = 4, kShareOfSimple = 8;
  ExactCut answer{.sides = {}, .weight = question.below};
  PlacedSites sites(question);
  const bool simple = sites.count() <= kFewSites || sites.head.size() / 2 > kManyLinks * sites.count();
  const std::uint64_t visits = simple ? question.visits : question.visits / kShareOfSimple;
  BranchAndBound search(sites, question.pulls.empty(), answer);
  answer.proved = search.run(visits, nullptr);
  if (!answer.proved && !simple) {
    PathsAndTrees paths_and_trees(sites);
    answer.proved = search.run(question.visits - visits, &paths_and_trees);
  }
  answer.visits = sites.visits;
  return answer;
}

NarrowedCut narrowed(const CutQuestion& question, std::uint64_t least) {
  constexpr std::uint64_t kRounds = 4;
  NarrowedCut range{least, question.below, {}};
  CutQuestion asked = question;
  const std::uint64_t step = std::max<std::uint64_t>(1, (range.most - least + kRounds - 1) / kRounds);
  while (range.least < range.most && asked.visits > 0) {
    asked.below = std::min(range.most, range.least + step);
    ExactCut answer = exact_cut(asked);
    asked.visits -= std::min(asked.visits, answer.visits);
    if (!answer.sides.empty()) {
      range.most = answer.weight;
      range.sides = std::move(answer.sides);
    }
    if (!answer.proved) break;
    range.least = std::min(range.most, asked.below);
  }
  return range;
}

std::optional<std::uint64_t> damaged_cut(const Topology& topology, const Damage& damage, const Sides& whole, int seeds,
                                         CutIn what) {
  constexpr std::size_t kMostExact = 32;
  constexpr std::uint64_t kVisits = 20'000'000;  // a part: a machine has many
  ChannelGraph graph = link_graph(topology, what, damage.links);
  graph.kinds.resize(graph.node_count(), SiteKind::node);
  for (const std::uint64_t site : damage.sites) graph.kinds[site] = SiteKind::nothing;
  if (graph.addressed_count() < 2) return std::nullopt;
  std::vector<Sides> starts = metis_partitions(graph, seeds);
  starts.push_back(whole);
  std::uint64_t least = ~std::uint64_t{0};
  for (Sides& sides : starts) {
    improve(graph, sides);
    least = std::min(least, crossing(graph, sides));
  }
  if (graph.node_count() > kMostExact || least == 0) return least;
  return exact_cut({.graph = graph, .pulls = {}, .below = least, .visits = kVisits}).weight;
}

}  // namespace cutline
