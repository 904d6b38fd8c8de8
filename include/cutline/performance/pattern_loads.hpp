// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <variant>
#include <vector>

#include "cutline/performance/traffic_pattern.hpp"
#include "cutline/topology/channel_graph.hpp"
#include "cutline/topology/graph_measures.hpp"

namespace cutline {

/// The order in which dimension-order routing corrects the digits. Source: [Dally 1990], e-cube from the highest.
enum class DimensionOrder { highest_first, lowest_first };

/// The load of every channel under a pattern: messages over the channel, per message that a mean node offers.
struct WalkedLoads {
  ChannelGraph graph;         ///< of the whole network
  std::vector<double> loads;  ///< by channel; a shared channel has one entry for each sender and receiver
  double peak = 0;            ///< the largest load; a shared channel counts the messages of all its nodes
  double mean_hops = 0;       ///< over the offered messages, including those to oneself
  /// As PatternLoads::class_peaks().
  std::vector<double> class_peaks(const Topology& topology) const;
};

/// Loads by a walk along the routes of every pair in the pattern. They are the reference for every closed form.
///
/// In a product network routes correct digit by digit, each digit along its shortest paths (also through interchanges:
/// the express rule is not used here); in any other network they take all shortest paths. Several shortest paths, and
/// parallel links, share evenly. If weights are whole numbers, sums are exact multiples of a share, so that two orders
/// of counting give the same bits as long as shares are halves, quarters and so on. Throws an input error if a
/// destination cannot be reached. Absent past `effort`. Cost: O(messages x hops x degree) and O(radix^2) for each
/// digit.
std::optional<WalkedLoads> walked_loads(const Topology& topology, const Traffic& traffic, std::uint64_t effort,
                                        DimensionOrder order = DimensionOrder::highest_first);

/// Loads of a product network in closed form, digit by digit, for the forms of a DigitForm. derived:
///
///   uniform        a digit's channel carries the pairs of its own graph's load, once for each of the N / k values of
///                  the other digits, of N messages (N - 1 without those to oneself)
///   permuted       all other digits are permuted too, so a digit's channel carries what it does in its graph alone
///   halves swapped each digit of the lower half exchanges its value with its partner, a digit of the upper half. The
///                  first of the two to be corrected goes from any value to the partner's value x; the second later
///                  goes from x, which the first then has, to any value. So the load of a digit's channel depends on x:
///                  it is that of messages from all values to x, or from x to all. Meanwhile some other pairs are half
///                  way: one of their digits is corrected, so both have the same value. At sites where two such digits
///                  differ, the channel carries nothing. At all others it carries its load once for each of the k
///                  values that the message had, or will have, in the digit of each such pair
///   own channels   1 / (channels of the node that sends)
class PatternLoads {
 public:
  /// The load of the channel between two neighbouring sites that belongs to link `local_link` of the class. Cost:
  /// O(degree).
  double load(std::uint64_t from, std::uint32_t link_class, std::uint32_t local_link, std::uint64_t to) const;
  double peak() const { return peak_; }
  double mean_hops() const { return mean_hops_; }
  /// By class: the largest ratio of a channel's load to the width of its link, in multiples of the channel width.
  const std::vector<double>& class_peaks() const { return class_peaks_; }

 private:
  friend std::optional<PatternLoads> pattern_loads(const Topology&, const DigitForm&, std::uint64_t, DimensionOrder);
  struct Digit {
    ChannelGraph graph;                  ///< of the digit alone
    std::vector<double> loads;           ///< loads of its channels, for each value of the partner
    std::optional<std::size_t> partner;  ///< the digit whose value selects the row of loads; absent: there is one row
    std::vector<std::size_t> alike;  ///< digits of pairs half way: a site has load only if they equal their partners
    double times = 1;                ///< factor on the loads: the product of the numbers of node values of `alike`
    std::uint64_t weight = 1;        ///< weight of the digit in a site's number
  };
  void add(const Topology& topology, std::size_t digit, Digit made);
  std::uint64_t value(std::uint64_t site, const Digit& digit) const {
    return site / digit.weight % digit.graph.node_count();
  }
  std::vector<Digit> digits_;
  std::vector<std::size_t> digit_of_class_;
  bool own_channels_ = false;
  double peak_ = 0;
  double mean_hops_ = 0;
  std::vector<double> class_peaks_;
};

/// The loads of a form in closed form. Absent for a form without closed loads (monostate), for a network that is no
/// product, and past `effort` link visits. Cost: O(sum of the digits' channels) for uniform and permuted paths and
/// rings, times the radix for swapped halves; other digits take a search from every value.
std::optional<PatternLoads> pattern_loads(const Topology& topology, const DigitForm& form, std::uint64_t effort,
                                          DimensionOrder order = DimensionOrder::highest_first);

}  // namespace cutline
