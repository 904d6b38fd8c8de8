// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "cutline/topology/graph_file.hpp"

namespace cutline {

/// What the user says of a graph beside its file, or a program beside its links.
struct GraphUse {
  bool is_file = true;             ///< of the graph, for messages
  std::optional<bool> one_way;     ///< each link is one channel; absent: if the graph is directed
  std::optional<bool> once;        ///< links of the same two nodes are one link, or parallel links; absent: not said
  bool own_concentration = false;  ///< the user gives all nodes as many terminals
  double tolerance = GivenLinks{}.tolerance;
};

/// The network of a graph that was read or given. Throws an input error for a graph with fewer than two nodes or
/// without links.
Topology network_of_graph(GraphFile given, const GraphUse& use);

}  // namespace cutline
