// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "cutline/routing/express.hpp"

namespace cutline {

/// Shares of the messages that cross the middle of a dimension, by the level that carries them there, local first.
using LevelShares = std::vector<double>;

/// Counted over all ordered pairs that cross just beside boundary floor(k / 2), on the side of the higher nodes; by
/// closed form where the middle holds an interchange of the top level: f_0 = 2 s_1 / k, f_j = 2 (s_(j+1) - s_j) / k,
/// f_l = 1 - 2 s_l / k. Nothing where it has to be counted and k^2 passes the effort, nor on fewer than 2 nodes.
/// Source: [Dally 1991, eq. 6 and 7], corrected.
std::optional<LevelShares> counted_shares(const ExpressRule& rule, std::uint32_t nodes, std::uint64_t effort);
/// As eq. 6 is printed: f_j = 2 s_j / k for j < l (s_0 = 1); l entries, as eq. 7 is no share.
LevelShares printed_shares(const ExpressRule& rule, std::uint32_t nodes);
/// As eq. 7 is printed: (i^l - i) / (1 - i) for the highest level, no share at all. Nothing where spacings are no
/// powers of one i.
std::optional<double> printed_top_share(const ExpressRule& rule);
/// What the worked example of sec. III-E uses: f_j = 2 s_(j+1) / k for j < l, the rest on level l. Nothing where that
/// leaves no rest.
std::optional<LevelShares> example_shares(const ExpressRule& rule, std::uint32_t nodes);

/// Channels of each level when `spare` express channels and the local one are divided so that the busiest level's load,
/// its share over its channels, is least; every level has one at least, ties go to the lower level. Requires spare >=
/// levels. Source: [Dally 1991, sec. III-E]. Cost: O(spare levels).
std::vector<std::uint32_t> allocate_channels(const LevelShares& shares, std::uint32_t spare);
/// The largest share over channels.
double worst_load(const LevelShares& shares, const std::vector<std::uint32_t>& channels);

/// Ways to build an interchange of level j. Source: [Dally 1991, fig. 5 and 8].
struct Construction {
  std::string_view name;
  std::uint32_t modules = 1;
  std::uint32_t channels_per_module = 0;  ///< that begin or end at each, both directions
  std::uint32_t channels() const { return modules * channels_per_module; }
};
/// One (j + 1) x (j + 1) switch each way, 4 (j + 1) channels; or modules of 2 x 2 switches each way, like a level 1
/// interchange, 8 channels each. These are 2 j - 1 modules: j - 1 that climb a level, one on top and j - 1 that
/// descend; or j, without those that climb, so that a message climbs by the local channel; or 1, the top one, which all
/// other channels pass by. derived: a message changes level by one at a module, so each pair of neighbouring levels
/// needs one each way.
std::vector<Construction> constructions(std::uint32_t level);

/// The levels of one dimension of an express cube, for its record; equal dimensions share an entry.
struct ExpressLevel {
  std::uint32_t spacing = 0;       ///< nodes passed; 1: local
  std::uint64_t interchanges = 0;  ///< of this level, on one line; 0 for the local level
  std::uint64_t channels = 0;      ///< side by side in one direction
};
struct ExpressDimension {
  std::vector<std::uint8_t> digits;
  std::uint32_t nodes = 0;
  ExpressRule rule;
  std::vector<ExpressLevel> levels;  ///< local first
  LevelShares counted, example;      ///< empty where they are not known
  LevelShares printed;
  std::vector<std::uint32_t> best_channels;     ///< of as many channels, by the counted shares; empty if not known
  std::vector<std::uint32_t> example_channels;  ///< by the example's shares; empty if there are none
  std::vector<Construction> constructions;      ///< of the highest interchange; empty if there is none
};

/// One entry for each kind of dimension that has interchanges. Cost: O(classes + k^2) at most, see counted_shares.
std::vector<ExpressDimension> express_dimensions(const Topology& topology, std::uint64_t effort);

}  // namespace cutline
