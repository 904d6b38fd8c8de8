// SPDX-License-Identifier: Apache-2.0
#include "performance/burst_waits.hpp"

#include <algorithm>

namespace cutline {

double together_at_channel(const LoadedRouters& routers) { return std::max(1.0, routers.packets / 2); }

BehindMessage behind_message(const LoadedRouters& routers, double message, double spread) {
  const double turns = 1 - 1 / routers.virtual_channels;
  const double together = std::max(1.0, std::min(together_at_channel(routers), routers.virtual_channels));
  return {message * spread * routers.packets / 2, (message * together - routers.period_cycles) * turns / 2};
}

double wait_in_terminal(const LoadedRouters& routers, double arrivals, double service, double square) {
  // Messages come at random, but in whole cycles: the wait is less than if they came at any time, hence `- service`.
  return arrivals * (square * routers.packets - service) / (2 * (1 - arrivals * service));
}

void add_places_in_message(const LoadedRouters& routers, double message, ChannelWaits& found) {
  found.burst = (routers.packets - 1) / 2 * message;
  found.source_variance += message * message * (routers.packets * routers.packets - 1) / 12;
}

}  // namespace cutline
