// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "cutline/study/candidate.hpp"
#include "cutline/study/study.hpp"

namespace cutline {

struct Topology;

/// Throws an input error at the key of the designs' spec if the study's traffic names a node that none of their
/// networks has. Nulls are networks that are not there.
void expect_known_nodes(const Study& study, const std::vector<Design>& designs,
                        const std::vector<const Topology*>& networks);

/// Whether the study asks for the load at the rates of its own traffic (`load: as_given`).
bool asks_given_load(const Study& study);

/// The rates of the study's traffic on the candidate's network; shares if there are none, or if it cannot run there.
GivenRates given_rates(const Study& study, const BuiltCandidate& candidate);

/// Throws an input error if the study asks for the load at rates that are not absolute.
void expect_given_rates(const Study& study, const BuiltCandidate& candidate);

/// Absolute rates in bits per cycle and node. A flit is a channel's width.
double given_bits_per_cycle(const GivenRates& rates, double width_bits, const ChannelClock& clock);

/// Notes on the load at the given rates: the same in flits and messages, where its cycle comes from, and the channel
/// that it fills or overloads. `offered` is in bits per cycle and terminal.
std::vector<Note> notes_on_given_load(const Study& study, const RoutedCandidate& candidate, const GivenRates& rates,
                                      const Timing& timing, double offered, const Effort& effort);

/// A note that absolute rates are taken as shares; absent if they are not, or if there are none.
std::optional<Note> rates_as_shares(const Study& study, const BuiltCandidate& candidate);

}  // namespace cutline
