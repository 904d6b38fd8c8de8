// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

namespace cutline {

struct Layout;
struct Placement;
struct Topology;

/// Links that have a figure from the user's file and the same figure by the layout, in one unit, and how many of them
/// differ by more than the graph's tolerance.
struct GivenDifference {
  std::uint64_t links = 0, differ = 0;
  /// Of the link whose two figures have the greatest ratio, the ends and the figures.
  struct Worst {
    std::uint64_t a = 0, b = 0;
    double given = 0, laid = 0;
  };
  std::optional<Worst> worst;
  /// Counts a link.
  void add(std::uint64_t a, std::uint64_t b, double given, double laid, double tolerance);
};

/// The lengths that a user's file gives to links, in millimetres.
struct GivenLengths {
  std::uint64_t links = 0;        ///< that have one
  double longest = 0, total = 0;  ///< a link counts once, whatever its wires
  GivenDifference to_layout;      ///< from the longest routed wires of these links; no links in the unit technology
};

/// Absent if the file gives no lengths. Cost: O(links log nodes) if it does.
std::optional<GivenLengths> given_lengths(const Topology& topology, const Placement& placement, const Layout& layout);

}  // namespace cutline
