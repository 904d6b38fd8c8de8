// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "performance/channel_waits.hpp"

namespace cutline {

/// What a message alone waits for credits, in cycles. Where it is longer than a buffer, its flits go over a link in
/// bursts of a buffer, one a credit loop: twice the link, the cycles in which a router passes a flit behind the head,
/// and one. So the tail is late behind the head. A router holds the head longer than the tail, which comes closer
/// again. Source: derived; tests/golden/booksim/credits.csv has BookSim's figures.
struct CreditWaits {
  double fills = 0;    ///< how often the message fills a buffer before its last flit
  double buffer = 0;   ///< cycles of flits that a buffer holds
  double passing = 2;  ///< cycles of a router for a flit behind the head
  double held = 1;     ///< cycles of a router for the head alone

  CreditWaits(const LoadedRouters& routers, double flits);

  /// How late the tail is at the end of a link by itself.
  double of_link(double cycles) const { return fills * std::max(0.0, 2 * cycles + passing + 1 - buffer); }
  /// How late it is when it leaves its terminal, or comes to one: over a channel of one cycle.
  double of_terminal() const { return of_link(1); }
  /// How late it is at the end of a link, before which it was `late` already.
  double after(double late, double link_cycles) const { return std::max(late - held, of_link(link_cycles)); }
};

/// The mean over all messages of how late their tails come to the terminals that take them, as if how late one comes to
/// a channel did not depend on where it goes from there. Exact where links take equal cycles. Cost: O(feeds) for each
/// cycle by which a tail comes closer behind the slowest link, up to the hops of a route, and for each other latency of
/// a link, for each size of messages.
double mean_credit_wait(const LoadedQueues& queues, const LoadedRouters& routers);
/// The same exactly, along each route. `cycles`: by channel. Requires routes without a random node. Cost:
/// O(destinations x layers x channels x how many different waits meet at a node), for each size of messages.
double mean_credit_wait(const Routes& routes, DemandTo demand, const std::vector<double>& cycles,
                        const LoadedRouters& routers);

}  // namespace cutline
