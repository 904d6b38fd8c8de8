// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cutline/detail/performance/latency.hpp"
#include "cutline/detail/topology/shape.hpp"

// Networks under load: how long a mean message takes when others are on their way too, and the load from which on
// latency grows without bound. The models are analytic; none simulates a packet, so that a sweep may ask thousands of
// times. docs/load.md explains the one of this library, `channels`, and says how good it is.
//
// Guaranteed: a model that does not apply to a network says why, and is never asked for a number; latency grows with
// the load and is absent from the saturation on; without load it is the model's own latency without load; what a
// network gives depends on nothing but the network. Not guaranteed: the error. For `channels`, stated_error() is what
// nine of ten simulated networks kept below 0.82 of saturation; above it errors of 20 % occur. The other models are
// those of papers, with their errata and their assumptions: they are here to be reproduced.
//
//   const ChosenContention model = choose_contention("dally-1990", {});
//   LoadedNetwork ring{.family = "torus", .shape = cube_shape(NetworkKind::rings, {16, 16}, true)};
//   ring.width_bits = 8, ring.message_bits = 160;
//   const double most = model.saturation(ring);  // bits a cycle and node
//   if (const auto half = model.latency(ring, most / 2))
//     std::printf("%.1f cycles, %.1f of them for others\n", half->cycles, half->blocking_cycles);
//
// Tried: simulating flits instead, as tests/flits does; it takes far longer, and now is what the model is held against.
// Tried: a first model of channels that knew credits only as time for which a virtual channel is held (Erlang's C), and
// not what messages of one input have already waited for. It needed a constant fitted to simulations, and was off by up
// to 11 % below 0.82 of saturation where this one, without such a constant, by 4.3 %.

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
  double burst = 0;             ///< for others of its own message, which the latency without load has; in no sum
  double total() const { return from_others() + credits; }
  /// The part of the wait that other messages cause.
  double from_others() const { return source + channels + virtual_channels; }
  double source_variance = 0;                ///< variance of the wait in its terminal, cycles^2
  double route_variance = 0;                 ///< variance of the waits for other messages on the way, cycles^2
  Bottleneck nearest = Bottleneck::channel;  ///< the resource that is nearest to being full
  double used = 0;                           ///< the fraction of `nearest` that is in use
};

/// Whether each message fits into one buffer of a virtual channel, or the longest is spread over several.
enum class MessageFit : std::uint8_t { whole, spread };
MessageFit message_fit(const LatencyInput& input, double depth_flits);

/// The error of a latency by the model of channels at a share of its saturation, as a fraction in both directions, and
/// that of saturation itself: about nine of ten of the forty networks of docs/accuracy.md lie within them, which were
/// drawn blindly. docs/load.md says what the model knew. Absent above a share of 0.82.
std::optional<double> stated_error(double share_of_saturation, MessageFit fit);
double stated_saturation_error(MessageFit fit);
/// Whether two figures, the greater `times` the other, could stand in the other order with these errors.
bool could_turn(double times, double error, double other_error);

class ChannelModel;
struct TrafficPattern;

/// A candidate under load, as the input of contention models. A cycle is the time that a channel needs for one phit.
struct LoadedNetwork {
  FamilyName family;      ///< for the message if a model does not apply
  NetworkShape shape;     ///< rings, paths or buses; models of the literature know no others
  double width_bits = 1;  ///< of a channel
  double message_bits = 1;
  bool whole_cycles = false;                ///< a message takes ceil(size / width) cycles; else size / width
  int virtual_channels = 1;                 ///< per channel
  const TrafficPattern* traffic = nullptr;  ///< null: uniform
  /// The model of its channels; null if there is none, and then the reason.
  const ChannelModel* channels = nullptr;
  std::string why_no_channels;
  double unloaded_cycles = 1;  ///< latency without load

  bool is_uniform() const;
  double nodes() const;           ///< the product of the radices
  double message_cycles() const;  ///< cycles that a message takes on a channel
  /// The sum of (k - 1) / 2 over the radices k: mean hops one way round every ring, messages to oneself included.
  /// Source: [Dally 1990].
  double one_way_mean_hops() const;
};

/// Nodes that take turns on one bus of `width_bits`; a cycle is the time of the bus for one flit.
LoadedNetwork shared_bus(double nodes, double width_bits, double message_bits);

/// Mean latency of a message under load.
struct LoadedLatency {
  double cycles = 0;
  double blocking_cycles = 0;              ///< the part of `cycles` that the load adds
  std::optional<ChannelWaits> waits = {};  ///< by the model of channels: the waits that make up blocking_cycles
};

/// One row of the catalogue of contention models. Loads are bits offered per cycle and node; the parameters are
/// complete.
struct ContentionModel {
  std::string_view name;
  std::string_view summary;
  std::string_view source;
  std::vector<Field> fields;
  /// The reason why the model does not apply to this network, as a sentence; empty if it applies. The functions below
  /// are called only if it applies.
  std::string (*refusal)(const Parameters&, const LoadedNetwork&) = nullptr;
  /// Mean latency; absent if the network is saturated. Grows with the load. Without load it is the model's own hops
  /// plus the cycles of a message.
  std::optional<LoadedLatency> (*latency)(const Parameters&, const LoadedNetwork&, double load) = nullptr;
  /// The load beyond which the model has no steady state.
  double (*saturation)(const Parameters&, const LoadedNetwork&) = nullptr;
  /// Notes for readers of the numbers, such as: a formula is reconstructed, or a fallback was used. Null: none.
  std::vector<std::string> (*notes)(const Parameters&, const LoadedNetwork&) = nullptr;
  bool counts_messages_to_oneself = true;
  /// Whether the model uses the study's sizes of messages, routers, periods of channels and messages to oneself.
  bool takes_all_of_study = false;
  bool walks_channels = false;  ///< reads LoadedNetwork::channels
};

/// Every contention model, in the order of `cutline list`.
const std::vector<ContentionModel>& contention_models();
/// The model with this name; null if there is none.
const ContentionModel* find_contention_model(std::string_view name);

/// A model as the user chose it, with its parameters complete.
struct ChosenContention {
  const ContentionModel* model = nullptr;
  Parameters parameters;

  /// The reason why the model does not apply, as a sentence; empty if it applies.
  std::string refusal(const LoadedNetwork& network) const { return model->refusal(parameters, network); }
  /// Mean latency; absent if the network is saturated. Throws an input error if the model does not apply, or if the
  /// load is below 0.
  std::optional<LoadedLatency> latency(const LoadedNetwork& network, double load) const;
  /// The load at saturation in bits per cycle and node. Throws an input error if the model does not apply.
  double saturation(const LoadedNetwork& network) const;
  /// The bits per cycle and node that arrive: the offered load up to saturation, and the saturation load beyond it.
  /// Source: [Dally 1990].
  double delivered(const LoadedNetwork& network, double load) const;
  std::vector<std::string> notes(const LoadedNetwork& network) const {
    return model->notes == nullptr ? std::vector<std::string>() : model->notes(parameters, network);
  }
};

/// Completes the parameters; throws input errors.
ChosenContention choose_contention(std::string_view name, Parameters parameters);

}  // namespace cutline
