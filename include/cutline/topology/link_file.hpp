// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cutline/topology/topology.hpp"

namespace cutline {

/// A user's graph as read: nodes 0 .. nodes - 1, links, and widths in multiples of the channel width.
struct LinkList {
  std::uint64_t nodes = 0;  ///< one more than the highest node named
  std::vector<LocalLink> links;
  std::vector<std::uint32_t> widths;  ///< one a link, or empty: all 1
};

/// Reads a file of links: a line `a b` or `a b width` a link, `#` begins a comment, blanks or tabs between. Throws
/// input errors with file and line, a file error where it cannot be read, a limit error past 2^27 links. Cost:
/// O(bytes).
LinkList read_link_file(const std::string& path);

}  // namespace cutline
