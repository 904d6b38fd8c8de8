// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "cutline/base/random.hpp"
#include "search/cut_counts.hpp"
#include "search/halvings.hpp"
#include "search/heads.hpp"
#include "search/link_grid.hpp"

namespace cutline {

/// Links within the limits of a grid, and the halvings that they were seen to fall short of.
class LinkState {
 public:
  explicit LinkState(const LinkGrid& grid);

  const std::vector<GridLink>& links() const { return links_; }
  const Heads& heads() const { return heads_; }
  std::uint64_t wire() const { return wire_; }
  /// Links that the watched halvings lack, all together. Cost: O(halvings that are watched).
  std::uint64_t lacking() const;
  /// Watches a halving from now on.
  void watch(const Halving& halving);
  bool watches() const { return !watched_.empty(); }

  bool may_add(std::uint32_t a, std::uint32_t b) const;
  void add(std::uint32_t a, std::uint32_t b);
  GridLink remove(std::size_t index);
  /// Takes back an addition or a removal: the last that is not yet taken back.
  void undo_add();
  void undo_remove(std::size_t index, const GridLink& link);

  /// A router that may have one more link to another one; none where all are full: the number of routers.
  std::uint32_t some_open(Random& random) const;
  /// A router that a link from `a` may lead to; the number of routers where there is none.
  std::uint32_t some_partner(std::uint32_t a, Random& random) const;

 private:
  bool open_out(std::uint32_t node) const { return heads_.count(node) < limits().degree; }
  bool open_in(std::uint32_t node) const { return directed() ? in_[node] < limits().degree : open_out(node); }
  const LinkLimits& limits() const { return grid_.limits(); }
  bool directed() const { return grid_.limits().directed; }
  void attach(const GridLink& link);
  void detach(const GridLink& link);
  void count(const GridLink& link, std::int32_t change);

  const LinkGrid& grid_;
  Heads heads_;
  std::vector<std::uint32_t> in_;  ///< one-way links into every router
  std::vector<GridLink> links_;
  std::uint64_t wire_ = 0;
  CutCounts cuts_;
  std::vector<std::int32_t> watched_;             ///< links over each halving that is watched
  std::vector<std::vector<std::uint8_t>> sides_;  ///< of each router, its side of each of these halvings
};

}  // namespace cutline
