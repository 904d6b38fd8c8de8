// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cutline/detail/base/callbacks.hpp"
#include "cutline/detail/base/values.hpp"
#include "cutline/detail/geometry/cells.hpp"
#include "cutline/detail/topology/shape.hpp"

namespace cutline {

struct Topology;

/// A link of a class, between two local addresses. If the link is one channel, the channel goes from a to b.
struct LocalLink {
  std::uint32_t a = 0;
  std::uint32_t b = 0;
  bool operator==(const LocalLink&) const = default;
};

/// A class of repeated links: a small graph over some digits, with one copy for every value of all other digits.
///
/// A local address is the mixed-radix number of the class's own digits; digits[0] is the lowest. `only` reduces the
/// copies: the class is present only where each digit named in `only` has one of the listed values. These values
/// ascend, and the digits named are never the class's own.
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
  int channels = 2;                   ///< per link: 2 if bidirectional, 1 if one-way or shared
  /// True for a bus: one set of wires that all values of the class's one digit share. Its only link joins the first
  /// value to the last, and every value between taps it. Any node sends to any other in one hop, one node at a time.
  bool shared = false;
  std::uint32_t width(std::size_t link) const { return widths.empty() ? 1 : widths[link]; }
};

/// What a cut counts: its links, or their wires. Of wires, a channel of relative width w counts w, and a link the sum
/// over its channels.
enum class CutIn : std::uint8_t { links, wires };

/// A balanced cut: the links that cross it, their channels, and the sum of the relative widths of these channels.
struct Cut {
  std::uint64_t links = 0;
  std::uint64_t channels = 0;
  std::uint64_t widths = 0;
  std::uint64_t in(CutIn what) const { return what == CutIn::links ? links : widths; }
};

/// What a link adds to a cut.
std::uint32_t link_weight(const LinkClass& link_class, std::size_t link, CutIn what);
/// The same of every link, if all links add as much; nothing if they differ.
std::optional<std::uint32_t> equal_link_weight(const Topology& topology, CutIn what);

/// The exact bisection width that a theorem gives: the least number of links that a balanced partition of the nodes
/// cuts.
struct BisectionTheorem {
  std::uint64_t links = 0;
  std::uint64_t channels = 0;  ///< channels over a cut that has this number of links
  std::string theorem;         ///< the statement in short, and its source; empty if there is no theorem
  /// The cut with the fewest wires, where links differ in weight. Without it the theorem says nothing of their wires.
  std::optional<Cut> fewest_wires = {};
  bool told() const { return !theorem.empty(); }
};

/// Exact distances that a theorem gives, over directed channels where links are one-way.
struct DistanceTheorem {
  std::uint64_t diameter_hops = 0;
  double mean_distance_hops = 0;  ///< over ordered pairs of distinct nodes
  std::string theorem;            ///< as above
  bool told() const { return !theorem.empty(); }
};

/// What theorems say about a network.
struct Theorems {
  BisectionTheorem bisection;
  DistanceTheorem distance;
  bool vertex_transitive = false;  ///< one search from any node then gives all distances
};

/// Entry of Digit::levels for a value at which nothing stands.
inline constexpr std::uint8_t kNothing = 255;

/// A digit of the numbers of sites.
struct Digit {
  std::uint32_t radix = 2;
  /// The kind of each value: 0 for a node's coordinate, j for an interchange or switch of level j, or kNothing. Empty:
  /// all values are nodes' coordinates.
  std::vector<std::uint8_t> levels = {};
  /// Its values are laid out as a box of cells rather than along one axis, such as the nodes of a cycle.
  bool boxed = false;
  Digit(std::uint32_t values) : radix(values) {}  // NOLINT(google-explicit-constructor): most digits are a radix alone
  /// The kind of a value: 0 for a node's coordinate, else the level of the interchange or switch, or kNothing.
  std::uint8_t level(std::uint32_t value) const { return levels.empty() ? std::uint8_t{0} : levels[value]; }
  bool operator==(const Digit&) const = default;
};
/// Digits with these radices; all their values are nodes' coordinates.
std::vector<Digit> digits_of(const std::vector<std::uint32_t>& radices);

/// The kind of a site some of whose digits have values that are not nodes' coordinates.
enum class InnerSites : std::uint8_t {
  lone_interchanges,  ///< an interchange if one digit has such a value; nothing if more than one has
  interchanges,       ///< an interchange
  switches            ///< a switch of a tree
};

struct GivenLinks;
struct GraphAttributes;
struct SiteNames;
struct TilePlan;

/// A network: sites numbered by digits, and classes of links. A pure function of its family's parameters.
///
/// The number of a site is the mixed-radix number of its digits; digit 0 is the lowest. A regular network has one digit
/// and one class for each dimension; an arbitrary graph has one digit and one class. In most networks every site is a
/// node. In express cubes the values of a digit are the coordinates of a dimension with the interchanges inserted
/// between them. If some sites are empty, the numbers of nodes and interchanges have gaps; node_number gives numbers
/// without gaps.
struct Topology {
  FamilyName family;
  std::vector<Digit> digits;
  std::vector<LinkClass> classes;
  std::uint32_t concentration = 1;  ///< terminals per node
  InnerSites inner = InnerSites::lone_interchanges;
  std::optional<ExpressRule> express;  ///< of each dimension; absent if the express rule does not apply
  Theorems theorems;
  bool has_dimensions = true;  ///< false: digits mean nothing, nodes are placed on a grid row by row
  /// The cells where the family or the user's file puts the sites, all distinct; empty if the placement is free.
  std::vector<Cell> positions;
  GridSize least_grid;             ///< with `positions`: cells along each axis, at least; those at the end may be empty
  std::vector<std::string> notes;  ///< remarks for the user, for example on parallel links
  /// Pairs of nodes that the user links as a, b and as b, a without saying whether these are one link or two.
  std::uint64_t linked_in_both_orders = 0;
  SharedConst<TilePlan> tiles;    ///< the places of the sites in metres, from the user's file; null if it gives none
  SharedConst<SiteNames> names;   ///< null if sites have numbers only
  SharedConst<GivenLinks> given;  ///< lengths and delays of the links from the user's file; null if it gives none
  SharedConst<GraphAttributes> attributes;  ///< what the user's file says of nodes and links besides; null: nothing

  std::uint64_t site_count() const;
  std::uint64_t node_count() const;
  std::uint64_t interchange_count() const;
  std::uint64_t link_count() const;
  /// Whether some sites are not nodes but interchanges or switches. Cost: O(digits).
  bool has_interchanges() const;
  bool has_switches() const { return inner == InnerSites::switches; }
  /// The digit whose values are laid out as a box, if there is one.
  std::optional<std::uint8_t> boxed_digit() const;
  /// Cost: O(digits).
  SiteKind kind(std::uint64_t site) const;
  std::uint8_t level(std::size_t digit, std::uint32_t value) const { return digits[digit].level(value); }
  /// The values of a digit that are nodes' coordinates, ascending.
  std::vector<std::uint32_t> node_values(std::size_t digit) const;
  std::uint32_t node_value_count(std::size_t digit) const;
  std::uint64_t terminal_count() const { return node_count() * concentration; }
  /// Copies of the class: the number of values of all other digits.
  std::uint64_t copies(const LinkClass& link_class) const;
  /// Whether the network is the product of its digits' graphs: every class spans one digit and is present at every node
  /// coordinate of the others, and nowhere else. Distances between nodes then add over the digits.
  bool is_product() const;
};

/// The weight of each digit in the number of a site: the product of the radices of all lower digits.
std::vector<std::uint64_t> digit_weights(const Topology& topology);
/// The number that these digits of a site make by themselves, the first one lowest. `weights`: as by digit_weights().
std::uint64_t number_of_digits(const Topology& topology, const std::vector<std::uint64_t>& weights,
                               const std::vector<std::uint8_t>& digits, std::uint64_t site);

/// Calls visit(class index, local link index, a, b) for every link of every copy; a and b are numbers of sites. Cost:
/// O(links), so it is for small networks and tests.
void for_each_link(const Topology& topology,
                   FunctionRef<void(std::size_t, std::size_t, std::uint64_t, std::uint64_t)> visit);

/// Numbers of sites without gaps: nodes 0 .. N - 1, then interchanges, both in the order of their sites. Cost: O(sum of
/// the radices), then O(digits) a site.
class NodeNumbers {
 public:
  explicit NodeNumbers(const Topology& topology);
  /// The number of a node or interchange.
  std::uint64_t number(std::uint64_t site) const;
  /// The site with this number, which is below node_count + interchange_count. Cost for an interchange: O(sum of the
  /// logarithms of the radices).
  std::uint64_t site(std::uint64_t number) const;

 private:
  /// Counts of the values below one value of a digit.
  struct Lower {
    std::uint32_t nodes = 0, interchanges = 0;
    bool is_interchange = false;  ///< the value itself
  };
  struct CountedDigit {
    std::uint32_t radix = 1;
    /// Counts over all combinations of values of the lower digits. `nodes`: how many make the site a node if this digit
    /// and all higher ones have a node's value. `interchanges[i]`: how many make it an interchange if i of these digits
    /// (2: two or more) have an interchange's value.
    std::uint64_t nodes = 1;
    std::array<std::uint64_t, 3> interchanges{};
    std::vector<Lower> lower;  ///< of every value
    /// How many combinations with lower values make it an interchange if `above` higher digits have one's value.
    std::uint64_t interchanges_below(const Lower& lower, std::size_t above) const;
    std::vector<std::uint32_t> node_values;
  };
  std::uint64_t site_of_node(std::uint64_t number) const;
  std::uint64_t site_of_interchange(std::uint64_t rank) const;

  std::vector<CountedDigit> digits_;  ///< empty where every site is a node
  std::uint64_t node_count_ = 0;
};

/// The same for a single site or number of a node or interchange, without an object to keep. Cost: O(sum of the
/// radices).
std::uint64_t node_number(const Topology& topology, std::uint64_t site);
std::uint64_t node_site(const Topology& topology, std::uint64_t number);

/// The kind of all sites that are neither nodes nor empty.
SiteKind inner_kind(const Topology& topology);

/// The address of a node, for printing: its coordinates, highest digit first, separated by dots if any digit has more
/// than 10 coordinates. The coordinate of an interchange is that of the node before it and a plus sign: 3+ lies between
/// 3 and 4. The address of a switch is made of the values of its digits.
std::string address(const Topology& topology, std::uint64_t node);

/// The site that has this name in the user's file. If sites have no names, `name` is a number as node_number gives it.
/// Returns nothing if there is no such site. Cost: O(letters), or O(sum of the radices).
std::optional<std::uint64_t> site_named(const Topology& topology, std::string_view name);
/// The name of a site; its number if sites have no names.
std::string site_name(const Topology& topology, std::uint64_t site);

/// Checks that digits, radices and local addresses fit together. Throws BrokenContract if they do not.
void expect_valid(const Topology& topology);

}  // namespace cutline
