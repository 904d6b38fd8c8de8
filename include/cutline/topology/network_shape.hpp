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

/// What papers' formulas ask of a network: which of the networks of the literature it is, whatever its family.
struct NetworkShape {
  NetworkKind kind = NetworkKind::other;
  /// Of rings and paths one a dimension, real numbers in closed forms; of a bus the number of its nodes; else none.
  std::vector<double> radices = {};
  bool one_way = false;  ///< channels go one way round every ring, but those of two nodes, or round cycles of a cube

  /// A binary n-cube. Its rings of two nodes are paths as well; its kind is rings.
  bool is_binary() const;
};

/// The shape with these radices; paths are rings where all have two nodes.
NetworkShape cube_shape(NetworkKind kind, std::vector<double> radices, bool one_way = false);

/// The shape of a network whose links are listed in their order: of a ring 0 - 1, 1 - 2 ..., the link that closes it
/// last. Cost: O(links of all classes).
NetworkShape network_shape(const Topology& topology);

/// "torus", "mesh", "ccc" ...: the built-in family of such networks.
std::string_view kind_word(NetworkKind kind);

}  // namespace cutline
