// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "cutline/routing/express.hpp"

namespace cutline {

/// How the messages that cross the middle of a dimension are shared among levels, by the level that carries them there;
/// the local level comes first.
using LevelShares = std::vector<double>;

/// The shares over all ordered pairs that cross just beside boundary floor(k / 2), on the side of the higher nodes. If
/// an interchange of the top level stands in the middle, by closed form: f_0 = 2 s_1 / k, f_j = 2 (s_(j+1) - s_j) / k,
/// f_l = 1 - 2 s_l / k. Else pairs are counted; absent if k^2 passes the effort. Absent with fewer than 2 nodes.
/// Source: [Dally 1991, eq. 6 and 7], corrected.
std::optional<LevelShares> counted_shares(const ExpressRule& rule, std::uint32_t nodes, std::uint64_t effort);
/// As eq. 6 is printed: f_j = 2 s_j / k for j < l (s_0 = 1). There are l entries, because eq. 7 gives no share.
LevelShares printed_shares(const ExpressRule& rule, std::uint32_t nodes);
/// As eq. 7 is printed: (i^l - i) / (1 - i) for the highest level, which is not a share. Absent if spacings are not
/// powers of one number i.
std::optional<double> printed_top_share(const ExpressRule& rule);
/// The shares that the worked example of sec. III-E uses: f_j = 2 s_(j+1) / k for j < l, and the rest on level l.
/// Absent if there is no rest.
std::optional<LevelShares> example_shares(const ExpressRule& rule, std::uint32_t nodes);

/// The number of channels of each level, if `spare` express channels are divided among the levels such that the highest
/// load of a level (its share over its channels) is least. Every level has at least one channel; ties go to the lower
/// level. Requires spare >= levels. Source: [Dally 1991, sec. III-E]. Cost: O(spare levels).
std::vector<std::uint32_t> allocate_channels(const LevelShares& shares, std::uint32_t spare);
/// The largest ratio of a level's share to its channels.
double worst_load(const LevelShares& shares, const std::vector<std::uint32_t>& channels);

/// Ways to build an interchange of level j. Source: [Dally 1991, fig. 5 and 8].
struct Construction {
  std::string_view name;
  std::uint32_t modules = 1;
  std::uint32_t channels_per_module = 0;  ///< channels that begin or end at a module, in both directions
  std::uint32_t channels() const { return modules * channels_per_module; }
};
/// The ways to build an interchange of level j:
/// - one (j + 1) x (j + 1) switch each way, with 4 (j + 1) channels;
/// - modules of 2 x 2 switches each way, like an interchange of level 1, with 8 channels each. There are 2 j - 1
///   modules: j - 1 to climb a level, one at the top and j - 1 to descend. Without those to climb there are j, and
///   messages climb by the local channel. With the top module only there is 1, and all other channels bypass it.
/// derived: a message changes by one level at a module, so each pair of neighbouring levels needs a module each way.
std::vector<Construction> constructions(std::uint32_t level);

/// The levels of a dimension of an express cube, for its record. Equal dimensions share one entry.
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
  LevelShares counted, example;      ///< empty if they are not known
  LevelShares printed;
  /// The best division of the same number of channels, by the counted shares; empty if not known.
  std::vector<std::uint32_t> best_channels;
  std::vector<std::uint32_t> example_channels;  ///< the same by the example's shares; empty if there are none
  std::vector<Construction> constructions;      ///< of the highest interchange; empty if there is none
};

/// One entry for each kind of dimension that has interchanges. Cost: O(classes + k^2) at most, see counted_shares.
std::vector<ExpressDimension> express_dimensions(const Topology& topology, std::uint64_t effort);

}  // namespace cutline
