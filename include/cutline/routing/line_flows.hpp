// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "cutline/routing/flows.hpp"

namespace cutline {

/// Lines of a digit, sites that differ in this digit alone, which all carry the same.
struct LineFlows {
  std::size_t digit = 0;
  double share = 1;                    ///< of all lines of the digit
  std::shared_ptr<const Flows> flows;  ///< on the digit's own graph, a message from every value to every other
};

/// What lines carry in dimension order under uniform traffic: between every two values of a digit as many messages, on
/// every line, whatever the other digits are. The highest digit first. A digit has one entry, or two where ties go by
/// the sum of the other digits; rings of more than 64 values share ties evenly. Cost: that of flows_of for every
/// different digit; line_visits() tells it. Requires a product network all sites of which are nodes.
std::vector<LineFlows> uniform_line_flows(const Topology& topology);

/// The effort of uniform_line_flows(), in visits of a channel.
double line_visits(const Topology& topology);

}  // namespace cutline
