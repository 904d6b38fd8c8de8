// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace cutline {

struct Topology;

enum class NetworkKind : std::uint8_t {
  other,
  rings,           ///< every dimension is a ring: k-ary n-cubes
  paths,           ///< every dimension is a path: meshes
  cycles_of_cube,  ///< cube-connected cycles
  butterfly,       ///< not wrapped
  bus              ///< one channel that all nodes share
};

/// The kind of network in the literature that a network is an instance of, whatever its family. The formulas of papers
/// depend on it.
struct NetworkShape {
  NetworkKind kind = NetworkKind::other;
  /// For rings and paths: one radix a dimension, which in closed forms may be any real number. For a bus: its number of
  /// nodes. Otherwise empty.
  std::vector<double> radices = {};
  bool one_way = false;  ///< channels go one way round the cycles of a cube, or round every ring of more than two nodes

  /// Whether this is a binary n-cube. A ring of two nodes is also a path; the kind of a binary n-cube is `rings`.
  bool is_binary() const;
};

/// The shape with these radices. If all radices are 2, its kind is `rings`, whatever `kind` says.
NetworkShape cube_shape(NetworkKind kind, std::vector<double> radices, bool one_way = false);

/// The shape of a network. It recognises rings and paths only if their links are listed in order: 0 - 1, 1 - 2 ..., the
/// closing link of a ring last. Cost: O(links of all classes).
NetworkShape network_shape(const Topology& topology);

/// The name of the built-in family of such networks: "torus", "mesh", "ccc" ...
std::string_view kind_word(NetworkKind kind);

}  // namespace cutline
