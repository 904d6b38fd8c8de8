// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

namespace bench {

/// Writes an edge list: a ring, which keeps the graph connected, and further links between random nodes.
void write_random_graph(const std::string& path, std::uint64_t nodes, std::uint64_t links);
/// Writes the same edge list with names of 8 to 20 letters in place of numbers.
void write_named_graph(const std::string& path, std::uint64_t nodes, std::uint64_t links);
/// How many times longer the file of names takes to read than that of numbers, each in the fastest of some runs.
double time_by_names(const std::string& names, const std::string& numbers, int runs);
/// Writes an edge list: a mesh of three dimensions with 3 side^2 (side - 1) links, all between near nodes.
void write_local_graph(const std::string& path, std::uint64_t side);

/// Reads a graph, places it row by row, routes it, measures it and its layout, and checks it. Prints how long each step
/// took. False if the check finds an error.
bool run_user_graph(const std::string& path);

}  // namespace bench
