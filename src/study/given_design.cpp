// SPDX-License-Identifier: Apache-2.0
#include <memory>
#include <utility>

#include "cutline/study/design.hpp"
#include "cutline/topology/topology.hpp"

namespace cutline {

Design design_of_network(std::string name, Topology network) {
  expect_valid(network);
  Design design;
  design.name = std::move(name);
  design.family = "graph";
  design.network = std::make_shared<const Topology>(std::move(network));
  return design;
}

}  // namespace cutline
