// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cutline/routing/flows.hpp"

namespace cutline {

/// The flows of a demand on routes that have a leg. Each message goes to a node, of which all are equally likely, and
/// from there to its destination. Which messages come through which queue at the random node is taken as independent
/// of where they go on to, as it is under uniform traffic. Cost: that of flows_of for both legs, and O(queues x queues
/// of a node).
Flows flows_over_random_nodes(const Routes& routes, DemandTo demand, WithoutWay without_way);

}  // namespace cutline
