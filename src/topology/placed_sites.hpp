// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "topology/exact_cut.hpp"

namespace cutline {

/// The links of a graph as cuts count them: those between the same two sites are one, whose weight is the sum. Both
/// ends list it: the links of site v are those with first[v] <= i < first[v + 1], by their other ends.
struct SiteLinks {
  /// The graph must have two channels, one each way, for every link. Cost: O(channels log degree).
  explicit SiteLinks(const ChannelGraph& graph);

  std::size_t count() const { return size.size(); }

  std::vector<std::uint32_t> first, head, back;  ///< back: the same link, as the other end lists it
  std::vector<std::int64_t> weight;
  std::vector<std::uint8_t> size;  ///< of a site: 1 for a node, 0 for an interchange
};

/// A site that has no side yet.
inline constexpr std::uint8_t kFree = 2;

/// A graph whose sites join two sides one by one.
struct PlacedSites : SiteLinks {
  explicit PlacedSites(const CutQuestion& question);

  bool is_free(std::uint32_t site) const { return side[site] == kFree; }
  /// The weight that the links of a free site to the other side add, whichever side it joins.
  std::int64_t sure_of(std::uint32_t site) const { return std::min(near[site][0], near[site][1]); }

  void put(std::uint32_t site, std::uint8_t to);
  /// Takes back the last put().
  void take(std::uint32_t site);

  std::vector<std::uint8_t> side;                 ///< 0, 1 or kFree
  std::vector<std::array<std::int64_t, 2>> near;  ///< of a site: the weight of its links to the sites of either side
  std::vector<std::uint32_t> free_links;          ///< of a site: its links to free sites
  std::array<std::int64_t, 2> room{};             ///< nodes that either side still takes
  std::int64_t free_nodes = 0, free_sites = 0;
  std::int64_t cut = 0, sure = 0;  ///< sure: the sum of sure_of() over the free sites
  std::uint64_t visits = 0;        ///< of channels and sites, so far
};

/// Bounds what the free sites add to a cut, beyond `sure`: by as many paths between the sides that share no link as
/// there are, and by trees from either side in what the paths leave. If a site of a tree joins the other side, a link
/// of the tree is cut. So many nodes must join the other side that the largest trees cannot hold all of them: each
/// further tree adds a link. Where weights differ, trees weigh about half of a mean link. Cost: O(paths x links).
/// Source: [Delling 2015]; derived: trees grow by turns, also through sites that another tree counts as its own root.
class PathsAndTrees {
 public:
  explicit PathsAndTrees(const PlacedSites& sites);
  /// May return less if that is at least `enough`. Counts visits in `sites`.
  std::int64_t bound(PlacedSites& sites, std::int64_t enough);

 private:
  struct Tree {
    std::vector<std::uint32_t> sites;
    std::size_t at = 0;      ///< the site that it grows from
    std::uint32_t link = 0;  ///< the next link of that site
    std::int64_t nodes = 0;
  };

  std::int64_t paths(PlacedSites& sites, std::int64_t enough);
  std::uint32_t find_path(PlacedSites& sites);
  std::int64_t send(const PlacedSites& sites, std::uint32_t end);
  std::int64_t trees(PlacedSites& sites, std::size_t from);
  void plant(const PlacedSites& sites, std::size_t from);
  bool grow(PlacedSites& sites, std::uint32_t number);

  std::int64_t unit_;                                ///< weight of a tree
  std::vector<std::int64_t> left_;                   ///< of each link, what it still takes in its direction
  std::vector<std::array<std::int64_t, 2>> roots_;   ///< of each site, what its links to either side still take
  std::vector<std::uint32_t> by_, waiting_, owner_;  ///< by: the link through which a search came to a site
  std::vector<Tree> trees_;
};

}  // namespace cutline
