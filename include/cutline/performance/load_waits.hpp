// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace cutline {

/// The resource that is full first as the load grows.
enum class Bottleneck : std::uint8_t {
  channel,           ///< a channel passes a flit in every period
  virtual_channels,  ///< messages that wait downstream hold all virtual channels of a class
  credits,           ///< the same, and they hold them mostly until credits come back
  source             ///< a terminal sends all the time
};
/// "busiest channel", "virtual channels", "credits", "source".
std::string_view bottleneck_text(Bottleneck bottleneck);

/// How many cycles a mean message waits at a load.
struct ChannelWaits {
  double source = 0;            ///< in its terminal
  double channels = 0;          ///< for channels that other messages use
  double virtual_channels = 0;  ///< for a virtual channel of its class, and behind other messages in it
  double credits = 0;           ///< for credits, if it is longer than a buffer; also without load
  double total() const { return from_others() + credits; }
  /// The part of the wait that other messages cause.
  double from_others() const { return source + channels + virtual_channels; }
  double source_variance = 0;                ///< variance of the wait in its terminal, cycles^2
  double route_variance = 0;                 ///< variance of the waits for other messages on the way, cycles^2
  Bottleneck nearest = Bottleneck::channel;  ///< the resource that is nearest to being full
  double used = 0;                           ///< the fraction of `nearest` that is in use
};

/// The error of a latency by the model of channels at a share of its saturation, as a fraction in both directions: nine
/// of ten of the 200 networks of tests/flits/unpicked_networks_test.cpp lie within it. Absent above a share of 0.82.
std::optional<double> stated_error(double share_of_saturation);

}  // namespace cutline
