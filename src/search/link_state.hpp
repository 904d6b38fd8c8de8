// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "cutline/base/random.hpp"
#include "search/cut_counts.hpp"
#include "search/halvings.hpp"
#include "search/heads.hpp"
#include "search/link_grid.hpp"
#include "search/link_symmetry.hpp"

namespace cutline {

/// Links within the limits of a grid, and the halvings that they were seen to fall short of. Links come and go by
/// orbits. Changes can be taken back until they are kept.
class LinkState {
 public:
  struct Change {
    bool added = false;
    std::size_t index = 0;  ///< among the orbits, where it was removed
    Orbit orbit;
  };

  LinkState(const LinkGrid& grid, Turns turns);

  const std::vector<Orbit>& orbits() const { return orbits_; }
  std::vector<GridLink> links() const;
  const Heads& heads() const { return heads_; }
  /// The same arcs turned round.
  const Heads& tails() const { return directed() ? tails_ : heads_; }
  /// Links that the watched halvings lack, all together. Cost: O(halvings that are watched).
  std::uint64_t lacking() const;
  /// Watches a halving from now on.
  void watch(const Halving& halving);

  /// From now on links come and go one by one.
  void forget_turns();
  /// Adds the orbit of a link if this keeps the limits.
  bool try_add(std::uint32_t a, std::uint32_t b);
  void remove(std::size_t index);
  /// Whether the links are others than when they were last kept or taken back.
  bool changed() const;
  /// Since the links were last kept or taken back.
  const std::vector<Change>& changes() const { return changes_; }
  void keep() { changes_.clear(); }
  void take_back();

  /// A router that may have one more link to another one; none where all are full: the number of routers.
  std::uint32_t some_open(Random& random) const;
  /// Adds a link from `a` to some router, where one keeps the limits.
  bool add_some(std::uint32_t a, Random& random);

 private:
  bool open_out(std::uint32_t node) const { return heads_.count(node) < limits().degree; }
  bool open_in(std::uint32_t node) const { return tails().count(node) < limits().degree; }
  const LinkLimits& limits() const { return grid_.limits(); }
  bool directed() const { return grid_.limits().directed; }
  bool may_add(std::uint32_t a, std::uint32_t b) const;
  bool try_attach(const Orbit& orbit);
  void attach(const GridLink& link);
  void detach(const GridLink& link);
  void count(const GridLink& link, std::int32_t change);

  const LinkGrid& grid_;
  Turns turns_;
  Heads heads_, tails_;  ///< tails: of one-way links
  std::vector<Orbit> orbits_;
  std::vector<Change> changes_;
  std::uint64_t links_ = 0, wire_ = 0;
  CutCounts cuts_;
  std::vector<std::int32_t> watched_;             ///< links over each halving that is watched
  std::vector<std::vector<std::uint8_t>> sides_;  ///< of each router, its side of each of these halvings
};

}  // namespace cutline
