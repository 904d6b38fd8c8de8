// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "performance/channel_waits.hpp"

namespace cutline {

// Messages of several packets, sent one after another to one destination. Packets of one message that follow each other
// over the same channels do not wait for each other there, but all others wait for the whole message. So a channel is
// as if its messages had the work of all their packets.

/// How many packets of a message stand at a channel together: of those that wait for another message that comes at any
/// time, half of them, and at least one. They take virtual channels in turn, and so come to each that much less evenly.
double together_at_channel(const LoadedRouters& routers);

/// The cycles that a packet waits where a message of others is at its channel already.
struct BehindMessage {
  double rest = 0;   ///< what is left of it, if that leaves first
  double turns = 0;  ///< and as both take turns flit by flit
};

/// The cycles that a packet of `message` cycles waits where a message of others is at its channel already: half of that
/// message, as it comes at any time. Those that stand there together, at most one a virtual channel, take turns flit by
/// flit and so all leave late. `spread`: mean square of the size over the squared mean size. Source: derived;
/// tests/golden/booksim/bursts.csv has BookSim's figures.
BehindMessage behind_message(const LoadedRouters& routers, double message, double spread);

/// The cycles that a packet waits in its terminal for messages before its own: a queue with batches, in whole cycles.
/// `arrivals`: packets a cycle; `square`: mean square of the cycles of service.
double wait_in_terminal(const LoadedRouters& routers, double arrivals, double service, double square);

/// Sets what the latency without load has of such waits, and adds the variance of a packet's place in its message.
void add_places_in_message(const LoadedRouters& routers, double message, ChannelWaits& found);

}  // namespace cutline
