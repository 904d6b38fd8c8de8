// SPDX-License-Identifier: Apache-2.0
#include <utility>

#include "cutline/base/shared_value.hpp"
#include "cutline/study/design.hpp"
#include "cutline/topology/topology.hpp"

namespace cutline {

template class SharedConst<Topology>;

Design design_of_network(std::string name, Topology network) {
  expect_valid(network);
  Design design;
  design.name = std::move(name);
  design.family = "graph";
  design.network = SharedConst<Topology>(std::move(network));
  return design;
}

}  // namespace cutline
