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

/// The network of the literature that a network is an instance of, whatever its family. Papers' formulas depend on it.
struct NetworkShape {
  NetworkKind kind = NetworkKind::other;
  /// For rings and paths one a dimension, real numbers in closed forms; for a bus the number of its nodes; otherwise
  /// empty.
  std::vector<double> radices = {};
  bool one_way = false;  ///< channels go one way round the cycles of a cube, or round every ring of more than two nodes

  /// A binary n-cube. Its rings of two nodes are paths as well; its kind is rings.
  bool is_binary() const;
};

/// The shape with these radices; paths are rings where all have two nodes.
NetworkShape cube_shape(NetworkKind kind, std::vector<double> radices, bool one_way = false);

/// The shape of a network whose links are listed in order: those of a ring as 0 - 1, 1 - 2 ..., with the closing link
/// last. Cost: O(links of all classes).
NetworkShape network_shape(const Topology& topology);

/// "torus", "mesh", "ccc" ...: the built-in family of such networks.
std::string_view kind_word(NetworkKind kind);

}  // namespace cutline
