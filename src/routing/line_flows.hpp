// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cutline/routing/flows.hpp"

namespace cutline {

/// Lines of a digit that all carry the same flows. The sites of a line differ in this digit alone.
struct LineFlows {
  std::size_t digit = 0;
  double share = 1;                    ///< of all lines of the digit
  std::shared_ptr<const Flows> flows;  ///< on the digit's own graph, a message from every value to every other
};

/// The flows on lines in dimension order under uniform traffic: on every line the same number of messages goes between
/// every two values of its digit, whatever the other digits are. The entries begin with the highest digit. A digit has
/// one entry, or two where the other digits' sum decides ties; in rings of more than 64 values the two ways share ties
/// evenly. Cost: that of flows_of for every different digit, see line_visits(). Requires a product network all sites of
/// which are nodes.
std::vector<LineFlows> uniform_line_flows(const Topology& topology);

/// The effort of uniform_line_flows(), in visits of a channel.
double line_visits(const Topology& topology);

/// The flows of a demand on routes that have a leg. Each message goes to a node, of which all are equally likely, and
/// from there to its destination. Which messages come through which queue at the random node is taken as independent
/// of where they go on to, as it is under uniform traffic. Cost: that of flows_of for both legs, and O(queues x queues
/// of a node).
Flows flows_over_random_nodes(const Routes& routes, DemandTo demand, WithoutWay without_way);

}  // namespace cutline
