// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "performance/loaded_queues.hpp"

namespace cutline {

/// The messages that come to a channel, for all its classes together.
struct ChannelInputs {
  double begins = 0;    ///< messages that begin with it
  double ends = 0;      ///< messages that end with it
  double squares = 0;   ///< sum over the channels that feed it of the square of their messages
  double products = 0;  ///< the same sum of their messages times all messages over the feeding channel
};
/// By channel. Cost: O(turns).
std::vector<ChannelInputs> inputs_of_channels(const Flows& flows);

/// The feeds from each queue of the flows to other queues. `places` has the number of each queue among
/// LoadedQueues::queues. Cost: O(turns).
std::vector<std::vector<LoadedQueues::Feed>> feeds_between_queues(const Flows& flows,
                                                                  const std::vector<std::uint32_t>& places);

}  // namespace cutline
