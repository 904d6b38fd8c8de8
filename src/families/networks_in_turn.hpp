// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "families/family_search.hpp"

namespace cutline {

/// The networks of a search, and what is known of each before it is laid out.
struct NetworksToTry {
  std::vector<Design> designs;
  std::vector<EarlyFacts> facts;
  std::size_t by_rule = 0;  ///< so many are placed by rules; those behind them take an optimiser
};

/// What the search minimises: the terms of its ranking or the two of its front.
const std::vector<RankTerm>& objectives_of(const Study& study);

/// Adds each network whose family has no rule for where nodes stand once more, to be laid out for the least total span.
void add_optimised(NetworksToTry& networks);

Design with_room(Design design, const EarlyFacts& facts);

/// Lays the networks out, batch by batch, until no remaining network can win: first those with rules for their places,
/// then those that take an optimiser, of which at most kMostOptimised come to it. Of networks with the same links in
/// the same cells and with equal objectives only the one with the best-known name is returned. Counts in `answer` why
/// the others are not.
std::vector<Candidate> laid_out_in_turn(const Study& study, const NetworksToTry& networks, const Effort& effort,
                                        RegularAnswer& answer);
inline constexpr std::size_t kMostOptimised = 24;

/// Collects candidates, each network with the same links in the same cells once.
class DistinctNetworks {
 public:
  /// Adds the candidate with its objectives and returns true, unless there is an equal one: then that keeps its place,
  /// under the name that is better known.
  bool add(Candidate candidate, const std::vector<double>& values);
  void add_unranked(Candidate candidate) { all_.push_back(std::move(candidate)); }
  std::vector<Candidate> take() { return std::move(all_); }

 private:
  struct Known {
    std::size_t place = 0;
    std::vector<double> values;
  };
  std::vector<Candidate> all_;
  std::multimap<std::string, Known> by_links_;
};

}  // namespace cutline
