// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <boost/pending/disjoint_sets.hpp>
#include <boost/property_map/property_map.hpp>
#include <cstdint>
#include <numeric>
#include <vector>

namespace cutline {

/// Sets of sites that grow together; at first each site is a set of its own.
class JoinedSites {
 public:
  explicit JoinedSites(std::uint32_t sites) : up_(sites), rank_(sites), sets_(Ranks(rank_.data()), Ups(up_.data())) {
    std::iota(up_.begin(), up_.end(), 0u);
  }
  JoinedSites(const JoinedSites&) = delete;
  JoinedSites& operator=(const JoinedSites&) = delete;

  /// A site that stands for the whole set of this one, until the set grows.
  std::uint32_t set_of(std::uint32_t site) { return sets_.find_set(site); }
  /// Joins the sets of two sites; false where they are one already.
  bool join(std::uint32_t a, std::uint32_t b) {
    a = set_of(a), b = set_of(b);
    if (a != b) sets_.link(a, b);
    return a != b;
  }

 private:
  using Numbers = boost::typed_identity_property_map<std::uint32_t>;
  using Ups = boost::iterator_property_map<std::uint32_t*, Numbers>;
  using Ranks = boost::iterator_property_map<std::uint8_t*, Numbers>;
  std::vector<std::uint32_t> up_;
  std::vector<std::uint8_t> rank_;
  boost::disjoint_sets<Ranks, Ups, boost::find_with_path_halving> sets_;
};

}  // namespace cutline
