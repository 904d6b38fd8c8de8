// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

#include "cutline/detail/base/values.hpp"

namespace cutline {

/// What the rates of a user's traffic count. Shares say only how rates compare; the others are absolute.
enum class RateKind : std::uint8_t { share, bits_per_cycle, flits_per_cycle, bits_per_ns };

/// A unit of absolute rates. b is a bit, B a byte of 8 bits; k, M, G and T are powers of 1000.
struct RateUnit {
  std::string_view name;
  RateKind kind = RateKind::share;
  double times = 1;  ///< of the kind's own unit
};
const std::vector<RateUnit>& rate_units();

/// The rates of a user's traffic, all of one kind.
struct GivenRates {
  RateKind kind = RateKind::share;
  double of_node = 0;  ///< what a mean node sends, in the kind's own unit; messages to itself count
  bool absolute() const { return kind != RateKind::share; }
};

/// Whether uniform traffic has messages from a node to itself.
enum class SelfMessages : std::uint8_t { left_out, counted };

struct Topology;
struct Traffic;

/// The structures of a pattern for which the loads of a product network have a closed form. Routes correct digit by
/// digit.
///
/// Every digit of the destination is drawn independently from all its values. Without `self`, messages to oneself are
/// left out.
struct UniformDigits {
  bool self = true;
};
/// Every digit has its own permutation of its node coordinates, by rank: image[digit][rank].
struct PermutedDigits {
  std::vector<std::vector<std::uint32_t>> image;
};
/// The destination is the source with the lower and the upper half of the digits swapped.
struct SwappedHalves {};
/// Messages go evenly to the ends of the node's own channels.
struct OwnChannels {};
using DigitForm = std::variant<std::monostate, UniformDigits, PermutedDigits, SwappedHalves, OwnChannels>;

/// One row of the catalogue of traffic patterns. The parameters are complete.
struct TrafficPattern {
  std::string_view name;
  std::string_view summary;
  std::string_view source;
  std::vector<Field> fields;
  /// The reason why the pattern cannot run on the network, as a sentence; empty if it can. The functions below are
  /// called only if it can.
  std::string (*refusal)(const Parameters&, const Topology&) = nullptr;
  Traffic (*traffic)(const Parameters&, const Topology&) = nullptr;
  /// The structure of the pattern on the network; monostate if its loads must be walked. Null: they must always be
  /// walked.
  DigitForm (*digit_form)(const Parameters&, const Topology&) = nullptr;
  /// Whether nodes send to themselves, which formulas for uniform traffic need to know. Null: traffic is not uniform.
  SelfMessages (*self_of_uniform)(const Parameters&) = nullptr;
  /// The two parameters of which a user gives one; empty: no such two.
  std::array<std::string_view, 2> one_of = {};

  /// Whether the parameters name nodes by number, such as the ends of a matrix.
  bool names_nodes = false;
  /// Why the parameters name a node that the network does not have, as a sentence; empty if they name none. Null: the
  /// pattern names no nodes, or says so in its refusal alone.
  std::string (*unknown_node)(const Parameters&, const Topology&) = nullptr;
  /// The rates of the pattern, if the user gives rates. Null: the pattern has shares alone.
  GivenRates (*rates)(const Parameters&, const Topology&) = nullptr;

  bool is_uniform() const { return self_of_uniform != nullptr; }
};

/// Every traffic pattern, in the order of `cutline list traffic`.
const std::vector<TrafficPattern>& traffic_patterns();

struct Application;

/// A pattern as the user chose it, with its parameters complete, or several applications that run one after another.
struct ChosenTraffic {
  const TrafficPattern* pattern = nullptr;
  Parameters parameters;
  std::vector<Application> applications;  ///< of the pattern that mix_traffic() gives, and of no other
  /// The part of all bits that are replies: each message is answered from its destination. The rates that users give
  /// are those of requests.
  double replies = 0;

  std::string refusal(const Topology& topology) const;
  /// TrafficPattern::names_nodes, of any application.
  bool names_nodes() const;
  /// TrafficPattern::unknown_node; of applications, that of the first which has one.
  std::string unknown_node(const Topology& topology) const;
  /// The rates that the user gives for a network on which the pattern can run; shares if there are none.
  GivenRates rates(const Topology& topology) const;
  /// Throws an input error if the pattern cannot run on the network.
  Traffic traffic(const Topology& topology) const;
  /// Also monostate if the network is no product of its digits' graphs.
  DigitForm digit_form(const Topology& topology) const;
};

/// The same traffic, or each of its applications, with replies as such a part of all bits.
ChosenTraffic with_replies(ChosenTraffic requests, double replies);
/// Completes the parameters; throws input errors.
ChosenTraffic choose_traffic(std::string_view name, Parameters parameters);

/// An application: its traffic, and the part of the time in which it runs.
struct Application {
  std::string name;
  double share = 1;
  ChosenTraffic traffic;
};
/// The mean traffic of applications whose shares add up to 1.
ChosenTraffic mix_traffic(std::vector<Application> applications);

/// One line of a user's traffic matrix.
struct TrafficEntry {
  std::uint64_t source = 0;
  std::uint64_t destination = 0;
  double weight = 0;
};

/// A user's traffic matrix, and why it does not fit the network: it names a node that the network does not have.
struct TrafficTable {
  std::vector<TrafficEntry> entries;  ///< source and destination by their numbers
  std::string refusal;                ///< empty if it fits
  RateKind kind = RateKind::share;    ///< of all weights
};

/// Reads a file of traffic. It has lines `source destination weight`, with a line of column names or without, or a
/// dense matrix: rows of numbers, node 0 first, or a line of names and a name before each row. Blanks, tabs, commas or
/// semicolons lie between words, `#` begins a comment. Nodes are said by their names or numbers, see SaidSites. Weights
/// are rates of 0 or more: shares, or absolute with a unit, which stands behind each, in the heading of their column,
/// or is `unit`. Throws input errors with file and line, and a file error if the file cannot be read. Cost: O(bytes).
TrafficTable read_traffic_file(const std::string& path, const Topology& topology, const RateUnit* unit = nullptr);

}  // namespace cutline
