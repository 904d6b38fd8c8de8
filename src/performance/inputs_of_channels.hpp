// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "cutline/routing/flows.hpp"

namespace cutline {

/// What feeds a channel, all its classes together.
struct ChannelInputs {
  double begins = 0;   ///< messages that begin with it
  double ends = 0;     ///< messages that end with it
  double squares = 0;  ///< sum over the channels that feed it of the square of their messages
};
/// That of every channel. Cost: O(turns).
std::vector<ChannelInputs> inputs_of_channels(const Flows& flows);

/// 1 - `squares` over the square of `all`; 0 where there is nothing.
double crowd_of(double squares, double all);

}  // namespace cutline
