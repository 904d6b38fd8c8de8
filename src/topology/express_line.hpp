// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "cutline/topology/topology.hpp"

namespace cutline {

/// Where the express channels of a dimension end.
enum class ExpressStyle {
  interchange,  ///< at interchanges; a boundary has one, of the highest level whose spacing divides its number
  interleaved,  ///< at interchanges with one express channel each, several in every group of nodes; one level only
  node          ///< at the nodes 0, s, 2 s ...
};

/// One dimension of an express cube. Source: [Dally 1991, fig. 1 to 3 and 7].
struct ExpressDesign {
  std::uint32_t nodes = 2;
  std::vector<std::uint32_t> spacings;      ///< nodes that an express channel passes, level 1 first
  std::vector<std::uint32_t> multiplicity;  ///< parallel express channels, one entry a level
  std::vector<std::uint32_t> widths;  ///< of an express channel, in multiples of the width of a local one; one a level
  ExpressStyle style = ExpressStyle::interchange;
  std::uint32_t module = 0;  ///< number of nodes of a module, from whose first node spacings count; 0: no modules
  std::uint32_t module_channels = 1;  ///< number of parallel channels over a module boundary
  std::uint32_t module_width = 1;     ///< width of each of these, in multiples of the width of a local channel
};

/// The values of the dimension's digit, and its links level by level. Boundary b lies between the nodes b - 1 and b;
/// there is no interchange at boundaries 0 and `nodes`, and no express channel past the last one. At a module boundary
/// there are two edge interchanges, one for each module; all channels inside a module end at its edge interchanges.
struct ExpressLine {
  /// Of each value: 0 for a node, else the level of an interchange; empty: all are nodes.
  std::vector<std::uint8_t> levels;
  std::vector<LocalLink> local;
  std::vector<std::vector<LocalLink>> express;  ///< one list a level, parallel channels repeated
  std::vector<LocalLink> boundary;              ///< between the two edge interchanges of a module boundary
  std::uint32_t values() const { return static_cast<std::uint32_t>(local.size() + module_gaps + 1); }
  std::uint32_t module_gaps = 0;  ///< number of module boundaries
};

/// Builds the line. Cost: O(nodes x (levels + multiplicity)). Requires module = 0 or style interchange.
ExpressLine express_line(const ExpressDesign& design);

/// An estimate of the number of links of the line, without building it; for checks of limits.
std::uint64_t express_link_estimate(const ExpressDesign& design);

/// The highest level whose spacing divides the number of the boundary (within its module); 0 if no spacing does.
std::uint8_t boundary_level(const ExpressDesign& design, std::uint32_t boundary);

}  // namespace cutline
