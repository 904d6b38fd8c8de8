// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

namespace bench {

/// Writes an edge list: a ring, which keeps the graph connected, and further links between random nodes.
void write_random_graph(const std::string& path, std::uint64_t nodes, std::uint64_t links);
/// Writes an edge list: a mesh of three dimensions with 3 side^2 (side - 1) links, all between near nodes.
void write_local_graph(const std::string& path, std::uint64_t side);

/// Reads a graph, places it row by row, routes it, measures it and its layout, and checks it. Prints how long each step
/// took. False if the check finds an error.
bool run_user_graph(const std::string& path);

}  // namespace bench
