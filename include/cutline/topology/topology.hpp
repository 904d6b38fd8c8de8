// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cutline/base/function_ref.hpp"
#include "cutline/base/ids.hpp"
#include "cutline/base/integers.hpp"
#include "cutline/geometry/cell.hpp"
#include "cutline/topology/family_name.hpp"

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
  int channels = 2;                   ///< per link: 2 bidirectional, 1 one-way, 1 shared by all
  /// One set of wires that all values of the class's one digit share: its only link joins the first value to the last,
  /// and every value between taps it. Any node sends to any other in one hop, one node at a time.
  bool shared = false;
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

/// What stands at a site of a network.
enum class SiteKind : std::uint8_t { node, interchange, nothing };

/// The value of a digit at which nothing stands, in Topology::levels.
inline constexpr std::uint8_t kNothing = 255;

/// A network: sites numbered by digits, and classes of links. A pure function of its family's parameters.
///
/// A site's number is the sum of its digits times the product of the radices below, digit 0 fastest. A regular network
/// has one digit a dimension and one class a dimension; any graph at all is one digit and one class. In most networks
/// every site is a node. In express cubes the values of a digit are a dimension's coordinates with the interchanges
/// inserted; a site with one interchange value is an interchange, with more it is empty (or a multidimensional one).
/// A NodeId is the number of a site; see node_number for numbers without gaps.
struct Topology {
  FamilyName family;
  std::vector<std::uint32_t> radices;  ///< one a digit
  std::vector<LinkClass> classes;
  std::uint32_t concentration = 1;  ///< terminals per node
  /// What each value of a digit is: 0 a node's coordinate, j an interchange of level j, kNothing. One list a digit, an
  /// empty one where all values are coordinates; no lists: every site is a node.
  std::vector<std::vector<std::uint8_t>> levels;
  bool has_switches = false;      ///< its sites without terminals are switches of a tree, not interchanges
  bool multidimensional = false;  ///< sites with several interchange values are interchanges too
  /// A digit whose values stand in a box of cells, so that it lies on all axes: the place of a node in its cycle.
  std::optional<std::uint8_t> boxed_digit;
  /// Nodes from one express channel's end to the next, level 1 first, where the express rule routes; one list a digit.
  std::vector<std::vector<std::uint32_t>> express_spacings;
  /// Interchanges of one express channel each that stand interleaved in every group of the express spacing; 1: one
  /// interchange serves all channels of the group.
  std::uint32_t interleaved = 1;
  std::optional<BisectionTheorem> bisection;
  std::optional<DistanceTheorem> distance;
  bool has_dimensions = true;  ///< false: digits mean nothing, nodes are placed on a grid row by row
  /// Where the family or the user's file puts the sites, one cell each, no two alike; empty: anywhere.
  std::vector<Cell> positions;
  bool vertex_transitive = false;  ///< one search from any node tells all distances
  std::vector<std::string> notes;  ///< what a user should know, such as parallel links

  std::uint64_t site_count() const;
  std::uint64_t node_count() const;
  std::uint64_t interchange_count() const;
  std::uint64_t link_count() const;
  bool has_interchanges() const { return !levels.empty(); }
  /// Cost: O(digits).
  SiteKind kind(NodeId site) const;
  /// 0: a node's coordinate; else the level of the interchange, or kNothing.
  std::uint8_t level(std::size_t digit, std::uint32_t value) const {
    return levels.empty() || levels[digit].empty() ? std::uint8_t{0} : levels[digit][value];
  }
  /// The values of a digit that are nodes' coordinates, ascending.
  std::vector<std::uint32_t> node_values(std::size_t digit) const;
  std::uint32_t node_value_count(std::size_t digit) const;
  std::uint64_t terminal_count() const { return node_count() * concentration; }
  /// Copies of the class: the number of values of all other digits.
  std::uint64_t copies(const LinkClass& link_class) const;
  /// Every class spans one digit and is present at every node coordinate of the others, nowhere else: the network is
  /// the product of its digits' graphs, and distances between nodes add over the digits.
  bool is_product() const;
};

/// The node number's weight of each digit.
std::vector<std::uint64_t> digit_weights(const Topology& topology);

/// Calls visit(class index, local link index, a, b) for every single link. Cost: O(links); for small networks and
/// tests.
void for_each_link(const Topology& topology, FunctionRef<void(std::size_t, std::size_t, NodeId, NodeId)> visit);

/// Numbers of sites without gaps: nodes 0 .. N - 1, then interchanges, both in the order of their sites. Cost: O(sum of
/// the radices), then O(digits) a site.
class NodeNumbers {
 public:
  explicit NodeNumbers(const Topology& topology);
  /// Of a node or interchange.
  std::uint64_t number(NodeId site) const;
  /// Of a node by its number, below node_count.
  NodeId site(std::uint64_t number) const;

 private:
  /// What the values below one value of a digit are.
  struct Lower {
    std::uint32_t nodes = 0, interchanges = 0;
    bool is_interchange = false;  ///< the value itself
  };
  struct Digit {
    std::uint32_t radix = 1;
    std::uint64_t nodes = 1;              ///< of the digits below: their values that make a node,
    std::uint64_t interchanges = 0;       ///< that make an interchange,
    std::array<std::uint64_t, 3> with{};  ///< and those that do where 0, 1 or more digits above have interchange values
    std::vector<Lower> lower;             ///< of every value
    std::vector<std::uint32_t> node_values;
  };
  std::vector<Digit> digits_;  ///< empty where every site is a node
  std::uint64_t node_count_ = 0;
};

/// The same of one site. Cost: O(sum of the radices).
std::uint64_t node_number(const Topology& topology, NodeId site);
NodeId node_site(const Topology& topology, std::uint64_t number);

/// What a site is called: "node", "interchange" or "switch".
std::string_view site_word(const Topology& topology, SiteKind kind);

/// The node's address: its coordinates, highest first, separated by dots where a radix exceeds 10. An interchange has
/// the coordinate before it and a plus sign: 3+ lies between 3 and 4. A switch has the values of its digits.
std::string address(const Topology& topology, NodeId node);

/// A broken contract where digits, radices or local addresses do not fit together.
void expect_valid(const Topology& topology);

}  // namespace cutline
