// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cutline/output/text/table.hpp"
#include "cutline/study/candidate.hpp"

namespace cutline {

/// The latency without load between two nodes, step by step along one of their routes.
struct RouteExplanation {
  std::string candidate, delay, unit;
  std::string source, destination;  ///< names of nodes, or their numbers
  std::uint64_t hops = 0;
  Table steps;        ///< injection, routers, links, ejection, message; the last column is the sum so far
  Time route;         ///< along this route
  double routes = 1;  ///< number of shortest routes; they share the messages evenly
  Time mean;          ///< over all shortest routes
};

/// Explains the latency between two nodes of a candidate with its layout. Throws an input error if a node does not
/// exist, if no route joins the nodes, or if the candidate has no latency; a limit error above 2^22 nodes or where the
/// routes take more memory than the effort allows.
/// Cost: O(links log nodes).
RouteExplanation explain_route(const Study& study, const Candidate& candidate, std::size_t delay, const SaidPair& nodes,
                               const Effort& effort);

std::string route_text(const RouteExplanation& explanation, const ReportStyle& style);
Data route_data(const RouteExplanation& explanation);

}  // namespace cutline

namespace cutline::explanation {

/// The sites of the two nodes that a user names for `--route`. Throws an input error if a node does not exist, and a
/// limit error if the network has more than 2^22 nodes.
std::pair<std::uint64_t, std::uint64_t> route_ends(const Candidate& candidate, const SaidPair& nodes);

}  // namespace cutline::explanation
