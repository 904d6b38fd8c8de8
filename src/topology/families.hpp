// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/core.h>

#include "base/choice.hpp"
#include "base/random.hpp"
#include "cutline/topology/family.hpp"
#include "cutline/topology/topology.hpp"
#include "topology/ideal_network.hpp"

namespace cutline {

// What families share: rows of parameters, digits and classes that several have, and of the cube families (mesh, torus,
// hypercube ...) radices and the closed forms of Dally's papers for real radices.

/// A parameter that is a whole number, with its range and, if it has one, its default.
Field whole_number(std::string_view name, std::string_view help, double least, double most, Value default_value = {});
/// The same, which must be given.
Field needed_number(std::string_view name, std::string_view help, double least, double most);
/// A parameter that lists whole numbers; one of them may stand without brackets.
Field listed_numbers(std::string_view name, std::string_view help, double least, double most, bool needed = false);
/// A parameter of another kind, of which there is no more to say.
Field plain_field(FieldKind kind, std::string_view name, std::string_view help);
/// The value of such a parameter; of one without a default, what it is otherwise.
std::uint32_t whole_of(const Parameters& parameters, std::string_view name);
std::uint32_t whole_of(const Parameters& parameters, std::string_view name, std::uint32_t otherwise);
/// The parameter `concentration` of a family that has its own default.
Field terminals_field(std::string_view help);
/// The parameter `seed` of a family with random links.
Field seed_field();

/// The parameters radix, dimensions, radices, nodes and channels.
std::vector<Field> cube_fields();

/// The whole radices that the user asked for: `radices`, or `radix` and `dimensions`, or `nodes` and `dimensions`.
/// Throws input errors if the parameters are not exactly one of these sets, or if `nodes` has no whole root; throws a
/// limit error past kMaxNodes.
std::vector<std::uint32_t> whole_radices(const Parameters& parameters, std::string_view family);

/// The radix and the number of dimensions of an ideal network; the radix may be any real number of at least 1.
struct RealRadix {
  double radix = 2;
  double dimensions = 1;
  double nodes() const;
};
RealRadix real_radix(const Parameters& parameters, std::string_view family);

/// The shape of the ideal network with these parameters.
NetworkShape equal_cube(NetworkKind kind, const Parameters& parameters, bool one_way = false);

/// The mean hops of a message, grouped by the span of the wires. Two dimensions have wires of span k^(n/2-1) node
/// pitches, the next two k^(n/2-2), and so on. Except for the first, no span is less than 1. n may be any real number:
/// the last dimension counts for the fraction that is left. derived: dimensions laid out on the two axes in turn, as
/// for the longest wire of [Dally 1990].
std::vector<IdealHops> hops_by_span(double radix, double dimensions, double hops_per_dimension);

/// The parameter `channels` of every family.
enum class LinkChannels { bidirectional, unidirectional };
inline constexpr Choice<LinkChannels, 2> kLinkChannels = {"channels", {"bidirectional", "unidirectional"}};
/// Whether the user asked for one-way channels.
bool is_unidirectional(const Parameters& parameters);

/// A digit whose first values are nodes, and the others switches of level 1.
Digit switches_last(std::uint32_t nodes, std::uint32_t switches);

/// A path or a ring as a class of one digit. Each link of the ring has `channels` channels; at radix 2 the ring is one
/// bidirectional link. At radix 1 neither has a link.
LinkClass path_class(std::uint8_t digit, std::uint32_t radix);
LinkClass ring_class(std::uint8_t digit, std::uint32_t radix, int channels);
/// A complete graph as a class of one digit.
LinkClass complete_class(std::uint8_t digit, std::uint32_t radix);

/// The product of complete graphs with these radices, and its bisection width. Throws a limit error past 4096 nodes
/// along a dimension.
///
/// Number the nodes with the digits of larger radix lower. Then, for every m, the first m nodes have the greatest
/// possible number of links among them [Lindsey 1964]. So the first half of the nodes gives the least balanced cut.
Topology complete_product(const std::vector<std::uint32_t>& radices);

/// Throws an input error if the user asked for one-way channels; `why` is its message, which says why the family has
/// none.
void expect_bidirectional(const Parameters& parameters, std::string_view why);

/// The bisection width of a product of paths with these radices. Sort the radices, the largest first. The width is the
/// sum over i = 1 .. e of the product of the radices after the i-th, where the e-th is the first even one. Source:
/// [Arjona Aroca 2012, theorem 4]. For rings of 3 or more nodes it is twice that.
std::uint64_t mesh_bisection_links(std::vector<std::uint32_t> radices);

/// The networks of a family with one parameter whose size is in the range. The parameter starts at `first`; the size
/// must grow with it.
std::vector<Parameters> sized_by(const SizeRange& range, std::string_view name, std::int64_t first,
                                 FunctionRef<double(double)> size);

/// The same for two parameters; the size must grow with each.
std::vector<Parameters> sized_by(const SizeRange& range, const std::array<std::string_view, 2>& names,
                                 const std::array<std::int64_t, 2>& first, FunctionRef<double(double, double)> size);

/// What a family's row says of such networks.
NetworksOfSize networks_by(std::string_view name, std::int64_t first, double (*size)(double));
NetworksOfSize networks_by(const std::array<std::string_view, 2>& names, const std::array<std::int64_t, 2>& first,
                           double (*size)(double, double));

/// All lists of at least `least_factors` whole numbers whose product is in the range. The numbers are at least 2 and
/// descend.
std::vector<IntegerList> products_in(const SizeRange& range, std::size_t least_factors);

/// Networks of random links with 16 links a node at most, from so few nodes and links a node on; the links change by
/// `step` and have two ends each.
std::vector<Parameters> few_links_by(const SizeRange& range, std::uint64_t least_nodes, std::string_view links,
                                     std::uint64_t least_links, std::uint64_t step);

/// The networks with one of the lists of products_in as `radices`. Lists of 2 alone, which are binary cubes, are left
/// out.
std::vector<Parameters> cubes_in(const SizeRange& range, std::size_t least_dimensions);

/// The dimensions of a network that `cubes_in` lists.
IntegerList radices_given(const Parameters& network);

/// The one dimension of a network that is a line of nodes, from its parameter `nodes`.
IntegerList one_line(const Parameters& network);

/// A butterfly of 2^n rows: digit 0 is the level, digit 1 + i is bit i of the row. Straight links join a level to the
/// next; cross links from level i do so too and flip bit i of the row. The levels are 0 .. n, or, if the butterfly is
/// wrapped, 0 .. n - 1; then level 0 follows the last level.
Topology butterfly(std::uint32_t dimensions, bool wrapped);

/// The groups of a dragonfly. Some or all routers of a group have global links, which lead to other groups.
struct GroupShape {
  std::uint32_t routers = 0;  ///< number of routers of a group that have global links
  std::uint32_t global = 0;   ///< number of global links of each of these routers, h
  std::uint32_t groups = 0;
};

/// The shape that the parameters `global_links` and `groups` describe. Without `groups` there are as many groups as can
/// all be joined, one more than a group has global links. `routers_field` is the parameter that gives the number of
/// routers with global links; messages use its name. Throws an input error if there are more groups than that, and a
/// limit error past 2^26 links.
GroupShape group_shape(const Parameters& parameters, const char* routers_field, std::uint32_t routers);

/// Which global link of a group leads to which group, where every two groups share one. A port of group i, counted from
/// the group's first router on as q of 0 .. routers x global - 1, leads
///   absolute   to group q, or q + 1 from i on: the other groups in turn
///   relative   to group i + q + 1
///   palm_tree  to group i - q - 1
///   circulant  to group i + q / 2 + 1 if q is even, else to i - (q / 2 + 1)
/// modulo the number of groups. Source: [Camarero 2014]; [Hastings 2015].
enum class GlobalArrangement { absolute, relative, palm_tree, circulant };
inline constexpr Choice<GlobalArrangement, 4> kArrangement = {"arrangement",
                                                              {"absolute", "relative", "palm_tree", "circulant"}};

/// The global links in an arrangement, between routers numbered group by group. Throws an input error if it is another
/// than absolute and some groups share more than one link, or it is circulant and a group has an odd number of ports.
std::vector<LocalLink> arranged_links(const GroupShape& shape, GlobalArrangement arrangement);

/// The global links in absolute arrangement, between routers numbered group by group. The global links of a group, from
/// its first router on, lead to the other groups in turn. If a group has more global links than there are other groups,
/// the turn begins again. A last turn that is not whole joins each group to the next one on either side (counted in a
/// circle), then to those two away, and so on; of an odd last link to the group opposite, if the number of groups is
/// even. So two pairs of groups differ by one link at most, and a group has at most one free port.
std::vector<LocalLink> global_links(const GroupShape& shape);

using LocalLinks = std::vector<LocalLink>;

/// Throws a limit error at a parameter for a network, "jellyfish", of more than 2^26 links.
void expect_few_links(std::uint64_t links, std::string_view network, const char* parameter);

/// Draws links until they join all nodes, by the parameter `seed`. `draw` draws all links anew each time; it returns
/// none if it gets stuck. Throws a limit error after 1000 drawings; no network of degree 3 or more has needed as many.
LocalLinks connected_draw(const Parameters& parameters, std::uint32_t nodes, FunctionRef<LocalLinks(Random&)> draw);

/// Shuffles the values; every order is equally likely.
void shuffle(std::vector<std::uint32_t>& values, Random& random);

/// The field of q elements, q a power of a prime. An element is a polynomial over the integers modulo the prime. It is
/// stored as a number whose digits, in the base of the prime, are the coefficients, the constant one lowest. For a
/// prime q the elements are the integers modulo q.
class GaloisField {
 public:
  /// Absent if q is not a power of a prime. Cost: O(q^2 log q) at worst.
  static std::optional<GaloisField> of(std::uint32_t q);

  std::uint32_t size() const { return static_cast<std::uint32_t>(powers_.size()) + 1; }
  /// The q - 1 powers of a generator, from its power 0, which is 1, on: all elements but 0.
  const std::vector<std::uint32_t>& powers() const { return powers_; }
  std::uint32_t sum(std::uint32_t a, std::uint32_t b) const;
  std::uint32_t product(std::uint32_t a, std::uint32_t b) const;
  /// The element x with a + x = 0.
  std::uint32_t negative(std::uint32_t a) const;
  /// The element x with a x = 1; a is not 0.
  std::uint32_t inverse(std::uint32_t a) const;

 private:
  std::uint32_t prime_ = 2;
  std::vector<std::uint32_t> powers_;
  std::vector<std::uint32_t> logarithm_;  ///< of each element but 0
};

/// The projective plane over the field of q elements. It has q^2 + q + 1 points, each a vector of three elements whose
/// first coordinate that is not 0 is 1. They are numbered in this order: (0, 0, 1), then all (0, 1, z), then all (1, y,
/// z). A line has the number of the point that is orthogonal to all points of the line. Any two points lie on exactly
/// one line.
class ProjectivePlane {
 public:
  /// Throws an input error at the parameter `q` of a family if it is not a power of a prime. Cost: that of building the
  /// field.
  ProjectivePlane(std::uint32_t q, std::string_view family);

  std::uint32_t points() const { return field_.size() * field_.size() + field_.size() + 1; }
  /// Calls visit for the q + 1 points of a line. Cost: O(q).
  void for_each_on_line(std::uint32_t line, FunctionRef<void(std::uint32_t)> visit) const;

 private:
  std::array<std::uint32_t, 3> vector_of(std::uint32_t point) const;
  /// The x with a + b x = 0; b must not be 0.
  std::uint32_t root(std::uint32_t a, std::uint32_t b) const;

  GaloisField field_;
};

}  // namespace cutline
