// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cutline/topology/graph_file.hpp"

namespace cutline {

/// Adds the links of a file to a graph of one digit: a class for each name of a class, in the order of the names, and
/// their given figures, whose tolerance is `tolerance`. Links without a class are of the class `links`. Cost: O(links
/// log classes). Returns the numbers of the file's links in the order of all classes.
std::vector<std::uint32_t> add_link_classes(GraphFile file, int channels, double tolerance, Topology& graph);

}  // namespace cutline
