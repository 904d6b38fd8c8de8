// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/random.hpp"
#include "search/cuts.hpp"

namespace cutline {

/// Links that keep the limits, and the halvings that were seen to have too few links. Links are added and removed by
/// orbits (link_symmetry.hpp). Changes can be taken back until they are kept.
class LinkState {
 public:
  struct Change {
    bool added = false;
    std::size_t index = 0;  ///< index that a removed orbit had
    Orbit orbit;
  };

  LinkState(const LinkGrid& grid, Turns turns);

  /// The first `fixed()` of them stay.
  const std::vector<Orbit>& orbits() const { return orbits_; }
  std::size_t fixed() const { return grid_.limits().kept.size(); }
  std::vector<GridLink> links() const;
  const AdjacencyLists& heads() const { return heads_; }
  /// The same arcs reversed.
  const AdjacencyLists& tails() const { return directed() ? tails_ : heads_; }
  /// How many links the watched halvings lack in all. Cost: O(watched halvings).
  std::uint64_t lacking() const;
  /// Counts the links over this halving from now on.
  void watch(const Halving& halving);

  /// Gives up the symmetry: from now on each link is an orbit of its own.
  void forget_turns();
  /// The orbit of a link that is there.
  std::size_t orbit_of_link(std::uint32_t a, std::uint32_t b) const {
    return orbit_at_[std::size_t{a} * limits().nodes() + b];
  }
  /// Adds the orbit of a link, if the limits allow it.
  bool try_add(std::uint32_t a, std::uint32_t b);
  void remove(std::size_t index);
  /// Whether the links differ from those that were last kept or taken back.
  bool changed() const;
  /// The changes since the links were last kept or taken back.
  const std::vector<Change>& changes() const { return changes_; }
  void keep() { changes_.clear(); }
  void take_back();

  /// A random router that has room for one more link out of it. If all are full, returns the number of routers.
  std::uint32_t some_open(Random& random) const;
  /// Adds a link from `a` to a random router, if the limits allow any.
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
  void number(std::size_t index);

  const LinkGrid& grid_;
  Turns turns_;
  AdjacencyLists heads_, tails_;  ///< tails_ is used for one-way links only
  std::vector<Orbit> orbits_;
  std::vector<std::uint32_t> orbit_at_;  ///< by both ends of a link, in either order if it is two-way
  std::vector<Change> changes_;
  std::uint64_t links_ = 0, wire_ = 0;
  CutCounts cuts_;
  std::vector<std::int32_t> watched_;             ///< links over each watched halving
  std::vector<std::vector<std::uint8_t>> sides_;  ///< by router: its half in each watched halving
};

}  // namespace cutline
