// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cutline/detail/performance/traffic.hpp"
#include "cutline/detail/topology/graph_measures.hpp"

namespace cutline {

/// Load of every channel under a pattern: messages over it for each message that nodes offer on average.
struct WalkedLoads {
  ChannelGraph graph;         ///< of the whole network
  std::vector<double> loads;  ///< by channel; a channel that nodes share has one entry for each sender and receiver
  double peak = 0;            ///< load of the busiest channel; on a shared channel, the messages of all its nodes count
  double mean_hops = 0;       ///< over all offered messages, including those to oneself
  /// As PatternLoads::class_peaks.
  std::vector<double> class_peaks(const Topology& topology) const;
};

/// Loads by walking the route of every pair that the pattern names: the reference for every closed form.
///
/// In a product network routes go digit by digit from the highest [Dally 1990], each digit by its shortest paths
/// (through interchanges too: the express rule is not walked here). In any other network they are all shortest paths.
/// Several shortest paths share evenly, and so do parallel links. If weights are whole numbers, loads are sums of exact
/// multiples of a share, so two ways of counting give the same bits as long as shares are halves, quarters and so on.
/// Cost: O(messages x hops x degree) and O(radix^2) for each digit; absent if that passes `effort`. Throws an input
/// error if a destination cannot be reached.
std::optional<WalkedLoads> walked_loads(const Topology& topology, const Traffic& traffic, std::uint64_t effort);

/// Loads of a product network in closed form, digit by digit. derived:
///
///   uniform        a digit's channel carries the pairs of its own graph's load, once for each of the N / k values of
///                  the other digits, of N messages (N - 1 without those to oneself)
///   permuted       all other digits are permuted too, so a digit's channel has the same load as in its graph alone
///   halves swapped each digit of the lower half exchanges its value with its partner, a digit of the upper half. The
///                  first of the two to be corrected goes from any value to the partner's value x; the second later
///                  goes from x, which the first then has, to any value. So the load of a digit's channel depends on x:
///                  it is that of messages from all values to x, or from x to all. Meanwhile some other pairs are half
///                  way: one of their digits is corrected, so both have the same value. At sites where two such digits
///                  differ, the channel carries nothing. At all others it carries its load once for each of the k
///                  values that the message had, or will have, in the digit of each such pair
///   own channels   1 / (channels of the node that sends); in a class, of the node with the fewest beside the channel's
class PatternLoads {
 public:
  /// The load of a channel of link `local_link` of the class, between two neighbouring sites. Cost: O(degree).
  double load(std::uint64_t from, std::uint32_t link_class, std::uint32_t local_link, std::uint64_t to) const;
  double peak() const { return peak_; }
  double mean_hops() const { return mean_hops_; }
  /// By link class: the largest load of a channel over the width of its link, in multiples of the channel width.
  const std::vector<double>& class_peaks() const { return class_peaks_; }

 private:
  friend std::optional<PatternLoads> pattern_loads(const Topology&, const DigitForm&, std::uint64_t);
  struct Digit {
    ChannelGraph graph;                  ///< of the digit alone
    std::vector<double> loads;           ///< of its channels, one row for each value of the partner
    std::optional<std::size_t> partner;  ///< the digit whose value selects the row; absent: there is one row
    std::vector<std::size_t> alike;  ///< digits of pairs half way; a site has load only if they equal their partners
    double times = 1;                ///< factor of the loads: the product of the node values of `alike`
    std::uint64_t weight = 1;        ///< of the digit in a site's number
  };
  void add(const Topology& topology, std::size_t digit, Digit made);
  /// The peaks where each node sends over its own channels alike; `least`: channels of the node with the fewest.
  void share_own_channels(const Topology& topology, double least);
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

/// The closed loads of a form; absent for a form without them (monostate), for a network that is no product, or past
/// `effort` link visits. Cost: O(sum of the digits' channels) for uniform and permuted paths and rings, times the radix
/// for swapped halves; other digits are searched from every value.
std::optional<PatternLoads> pattern_loads(const Topology& topology, const DigitForm& form, std::uint64_t effort);

}  // namespace cutline
