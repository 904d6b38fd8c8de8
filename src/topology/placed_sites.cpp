// SPDX-License-Identifier: Apache-2.0
#include "topology/placed_sites.hpp"

namespace cutline {

namespace {

constexpr std::uint32_t kNone = ~std::uint32_t{0}, kRoot = kNone - 1;

}  // namespace

PlacedSites::PlacedSites(const CutQuestion& question)
    : SiteLinks(question.graph),
      side(count(), kFree),
      near(count()),
      free_nodes(std::accumulate(size.begin(), size.end(), std::int64_t{0})),
      free_sites(static_cast<std::int64_t>(count())) {
  for (std::size_t site = 0; site < count(); ++site) free_links.push_back(first[site + 1] - first[site]);
  if (!question.pulls.empty()) near = question.pulls;
  for (std::uint32_t site = 0; site < count(); ++site) sure += sure_of(site);
  room = {(free_nodes + 1) / 2, (free_nodes + 1) / 2};
}

void PlacedSites::put(std::uint32_t site, std::uint8_t to) {
  sure -= sure_of(site);
  cut += near[site][1u - to];
  side[site] = to;
  room[to] -= size[site];
  free_nodes -= size[site];
  --free_sites;
  for (std::uint32_t i = first[site]; i < first[site + 1]; ++i) {
    const std::uint32_t other = head[i];
    --free_links[other];
    if (!is_free(other)) continue;
    sure -= sure_of(other);
    near[other][to] += weight[i];
    sure += sure_of(other);
  }
  visits += first[site + 1] - first[site];
}

void PlacedSites::take(std::uint32_t site) {
  const std::uint8_t from = side[site];
  for (std::uint32_t i = first[site]; i < first[site + 1]; ++i) {
    const std::uint32_t other = head[i];
    ++free_links[other];
    if (!is_free(other)) continue;
    sure -= sure_of(other);
    near[other][from] -= weight[i];
    sure += sure_of(other);
  }
  ++free_sites;
  free_nodes += size[site];
  room[from] += size[site];
  side[site] = kFree;
  cut -= near[site][1u - from];
  sure += sure_of(site);
}

PathsAndTrees::PathsAndTrees(const PlacedSites& sites)
    : left_(sites.weight.size()), roots_(sites.count()), by_(sites.count()), owner_(sites.count()) {
  const std::int64_t sum = sum_over<std::int64_t>(sites.weight);
  const auto links = static_cast<std::int64_t>(std::max<std::size_t>(1, sites.weight.size()));
  unit_ = std::max<std::int64_t>(1, (sum / links + 1) / 2);
}

std::int64_t PathsAndTrees::bound(PlacedSites& sites, std::int64_t enough) {
  std::array<std::int64_t, 2> weight = {0, 0};
  for (std::uint32_t site = 0; site < sites.count(); ++site) {
    if (!sites.is_free(site)) continue;
    const std::int64_t sure = sites.sure_of(site);
    roots_[site] = {sites.near[site][0] - sure, sites.near[site][1] - sure};
    for (std::uint32_t i = sites.first[site]; i < sites.first[site + 1]; ++i) left_[i] = sites.weight[i];
    sites.visits += sites.first[site + 1] - sites.first[site];
  }
  std::int64_t more = paths(sites, enough);
  if (more >= enough) return more;
  for (std::uint32_t site = 0; site < sites.count(); ++site) {
    for (std::size_t from = 0; from < 2; ++from) weight[from] += sites.is_free(site) ? roots_[site][from] : 0;
  }
  const std::size_t heavier = weight[0] >= weight[1] ? 0 : 1;
  more += trees(sites, heavier);
  return more >= enough ? more : more + trees(sites, 1 - heavier);
}

std::int64_t PathsAndTrees::paths(PlacedSites& sites, std::int64_t enough) {
  std::int64_t sum = 0;
  while (sum < enough) {
    const std::uint32_t end = find_path(sites);
    if (end == kNone) break;
    sum += send(sites, end);
  }
  return sum;
}

/// The end of a shortest path that still takes something: a site with links to side 1, from one with links to side 0.
std::uint32_t PathsAndTrees::find_path(PlacedSites& sites) {
  std::ranges::fill(by_, kNone);
  waiting_.clear();
  for (std::uint32_t site = 0; site < sites.count(); ++site) {
    if (!sites.is_free(site) || roots_[site][0] == 0) continue;
    by_[site] = kRoot;
    waiting_.push_back(site);
  }
  for (std::size_t i = 0; i < waiting_.size(); ++i) {
    const std::uint32_t site = waiting_[i];
    sites.visits += sites.first[site + 1] - sites.first[site];
    for (std::uint32_t link = sites.first[site]; link < sites.first[site + 1]; ++link) {
      const std::uint32_t other = sites.head[link];
      if (!sites.is_free(other) || by_[other] != kNone || left_[link] == 0) continue;
      by_[other] = link;
      if (roots_[other][1] > 0) return other;
      waiting_.push_back(other);
    }
  }
  return kNone;
}

std::int64_t PathsAndTrees::send(const PlacedSites& sites, std::uint32_t end) {
  std::int64_t most = roots_[end][1];
  std::uint32_t site = end;
  for (; by_[site] != kRoot; site = sites.head[sites.back[by_[site]]]) most = std::min(most, left_[by_[site]]);
  most = std::min(most, roots_[site][0]);
  roots_[site][0] -= most;
  roots_[end][1] -= most;
  for (site = end; by_[site] != kRoot; site = sites.head[sites.back[by_[site]]]) {
    left_[by_[site]] -= most;
    left_[sites.back[by_[site]]] += most;
  }
  return most;
}

/// What trees from one side add to the cut. A site that no tree reaches may join the other side for nothing.
std::int64_t PathsAndTrees::trees(PlacedSites& sites, std::size_t from) {
  plant(sites, from);
  std::vector<std::uint32_t> growing = each_of(trees_.size(), [&](std::uint32_t number) { return number; });
  while (!growing.empty()) std::erase_if(growing, [&](std::uint32_t number) { return !grow(sites, number); });
  std::vector<std::int64_t> nodes;
  // At least so many free nodes join the other side, of which the trees must hold those that are not elsewhere.
  std::int64_t others = std::max<std::int64_t>(0, sites.free_nodes - sites.room[from]) - sites.free_nodes;
  for (const Tree& tree : trees_) {
    nodes.push_back(tree.nodes);
    others += tree.nodes;
  }
  std::ranges::sort(nodes, std::greater<>());
  std::int64_t cut = 0;
  for (const std::int64_t own : nodes) {
    if (others <= 0) break;
    others -= own;
    ++cut;
  }
  return cut * unit_;
}

void PathsAndTrees::plant(const PlacedSites& sites, std::size_t from) {
  std::ranges::fill(owner_, kNone);
  trees_.clear();
  for (std::uint32_t site = 0; site < sites.count(); ++site) {
    if (!sites.is_free(site)) continue;
    for (std::int64_t i = 0; i < roots_[site][from] / unit_; ++i) {
      const bool own = owner_[site] == kNone;
      if (own) owner_[site] = static_cast<std::uint32_t>(trees_.size());
      trees_.push_back({{site}, 0, sites.first[site], own ? sites.size[site] : 0});
    }
  }
}

/// Adds the next site that no tree has, over a link that nothing uses; false if there is none.
bool PathsAndTrees::grow(PlacedSites& sites, std::uint32_t number) {
  Tree& tree = trees_[number];
  while (tree.at < tree.sites.size()) {
    const std::uint32_t site = tree.sites[tree.at];
    while (tree.link < sites.first[site + 1]) {
      const std::uint32_t link = tree.link++, back = sites.back[link], other = sites.head[link];
      ++sites.visits;
      if (!sites.is_free(other) || owner_[other] != kNone || std::min(left_[link], left_[back]) < unit_) continue;
      left_[link] -= unit_;
      left_[back] -= unit_;
      owner_[other] = number;
      tree.sites.push_back(other);
      tree.nodes += sites.size[other];
      return true;
    }
    if (++tree.at < tree.sites.size()) tree.link = sites.first[tree.sites[tree.at]];
  }
  return false;
}

SiteLinks::SiteLinks(const ChannelGraph& graph) {
  std::vector<std::pair<std::uint32_t, std::int64_t>> links;
  first.push_back(0);
  for (std::uint32_t site = 0; site < graph.node_count(); ++site) {
    size.push_back(graph.is_node(site) ? 1 : 0);
    links.clear();
    for (std::uint64_t c = graph.first[site]; c < graph.first[site + 1]; ++c) {
      if (graph.head[c] != site) links.emplace_back(graph.head[c], graph.weight(c));
    }
    std::ranges::sort(links);
    for (std::size_t i = 0; i < links.size(); ++i) {
      if (i > 0 && links[i].first == links[i - 1].first) {
        weight.back() += links[i].second;
      } else {
        head.push_back(links[i].first);
        weight.push_back(links[i].second);
      }
    }
    first.push_back(static_cast<std::uint32_t>(head.size()));
  }
  // The links to a site come in the order of their sites, as it lists them itself.
  std::vector<std::uint32_t> next(first.begin(), first.end() - 1);
  back.resize(head.size());
  for (std::uint32_t i = 0; i < head.size(); ++i) back[i] = next[head[i]]++;
}

}  // namespace cutline
