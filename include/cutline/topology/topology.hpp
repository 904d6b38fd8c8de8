// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "cutline/base/ids.hpp"
#include "cutline/base/integers.hpp"

namespace cutline {

/// A link of a class, between two local addresses. Where a link is one channel, the channel goes from a to b.
struct LocalLink {
  std::uint32_t a = 0;
  std::uint32_t b = 0;
  bool operator==(const LocalLink&) const = default;
};

/// Links that repeat: a small graph over some digits, present for every value of all other digits.
///
/// A local address is the mixed-radix number of the class's own digits, digits[0] fastest. `only` thins the copies: the
/// class is present only where the named digit (none of its own) has one of the values (ascending).
struct LinkClass {
  struct Only {
    std::uint8_t digit = 0;
    std::vector<std::uint32_t> values;
  };
  std::string name;                   ///< "dimension 0", "links"
  std::vector<std::uint8_t> digits;   ///< ascending
  std::vector<LocalLink> links;       ///< no self-links; a repeated pair is a parallel link
  std::vector<std::uint32_t> widths;  ///< one a link, in multiples of the channel width; empty: all 1
  std::vector<Only> only;             ///< ascending digits
  int channels = 2;                   ///< per link: 2 bidirectional, 1 one-way
  std::uint32_t width(std::size_t link) const { return widths.empty() ? 1 : widths[link]; }
};

/// A cut that a theorem gives: no balanced partition of the nodes cuts fewer links, and one cuts as many.
struct BisectionTheorem {
  std::uint64_t links = 0;
  std::uint64_t channels = 0;  ///< of that same cut
  std::string theorem;         ///< the statement in short and its source
};

/// Exact distances that a theorem gives, over directed channels where links are one-way.
struct DistanceTheorem {
  std::uint64_t diameter_hops = 0;
  double mean_distance_hops = 0;  ///< over ordered pairs of distinct nodes
  std::string theorem;
};

/// A network: nodes numbered by digits, and classes of links. A pure function of its family's parameters.
///
/// A node's number is the sum of its digits times the product of the radices below, digit 0 fastest. A regular network
/// has one digit a dimension and one class a dimension; any graph at all is one digit and one class.
struct Topology {
  std::string family;
  std::vector<std::uint32_t> radices;  ///< one a digit
  std::vector<LinkClass> classes;
  std::uint32_t concentration = 1;  ///< terminals per node
  std::optional<BisectionTheorem> bisection;
  std::optional<DistanceTheorem> distance;
  bool has_dimensions = true;      ///< false: digits mean nothing, nodes are placed on a grid row by row
  bool vertex_transitive = false;  ///< one search from any node tells all distances
  std::vector<std::string> notes;  ///< what a user should know, such as parallel links

  std::uint64_t node_count() const;
  std::uint64_t link_count() const;
  std::uint64_t terminal_count() const { return node_count() * concentration; }
  /// Copies of the class: the number of values of all other digits.
  std::uint64_t copies(const LinkClass& link_class) const;
  /// Every class spans one digit and is present everywhere: the network is the product of its digits' graphs.
  bool is_product() const;
};

/// The node number's weight of each digit.
std::vector<std::uint64_t> digit_weights(const Topology& topology);

/// Calls visit(class index, local link index, a, b) for every single link. Cost: O(links); for small networks and
/// tests.
void for_each_link(const Topology& topology,
                   const std::function<void(std::size_t, std::size_t, NodeId, NodeId)>& visit);

/// The node's address: its digits, highest first, separated by dots where a radix exceeds 10.
std::string address(const Topology& topology, NodeId node);

/// A broken contract where digits, radices or local addresses do not fit together.
void expect_valid(const Topology& topology);

}  // namespace cutline
