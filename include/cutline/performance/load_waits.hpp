// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace cutline {

/// What is full first as the load grows.
enum class Bottleneck : std::uint8_t {
  channel,           ///< a channel passes a flit in every period
  virtual_channels,  ///< all virtual channels of a class are held by messages that wait downstream
  credits,           ///< likewise, and most of the time they are held until credits come back
  source             ///< a terminal sends all the time
};
/// "busiest channel", "virtual channels", "credits", "source".
std::string_view bottleneck_text(Bottleneck bottleneck);

/// How long a mean message waits at a load, in cycles.
struct ChannelWaits {
  double source = 0;            ///< in its terminal
  double channels = 0;          ///< for channels that others use
  double virtual_channels = 0;  ///< for a virtual channel of its class, and in it behind others
  double credits = 0;           ///< for credits, where it is longer than a buffer: also without load
  double total() const { return from_others() + credits; }
  /// What comes from other messages.
  double from_others() const { return source + channels + virtual_channels; }
  double source_variance = 0;                ///< of the wait in its terminal, cycles^2
  double route_variance = 0;                 ///< of the waits for other messages on the way
  Bottleneck nearest = Bottleneck::channel;  ///< what is nearest to being full
  double used = 0;                           ///< the fraction of it that is in use
};

/// How far latency by the model of channels may be off, as a fraction to both sides, at a share of its saturation: nine
/// of ten of the 200 networks of tests/flits/unpicked_networks_test.cpp lie within. Nothing past 0.82.
std::optional<double> stated_error(double share_of_saturation);

}  // namespace cutline
