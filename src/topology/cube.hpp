// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "cutline/base/choice.hpp"
#include "cutline/base/parameters.hpp"
#include "cutline/topology/family.hpp"
#include "cutline/topology/ideal_network.hpp"
#include "cutline/topology/topology.hpp"

namespace cutline {

/// What the cube families (mesh, torus, hypercube ...) share: radices from the user's parameters, one digit and one
/// class a dimension, and the closed forms of Dally's papers for real radices.

/// The parameters radix, dimensions, radices, nodes and channels.
std::vector<Field> cube_fields();

/// The whole radices that the user asked for: `radices`, or `radix` and `dimensions`, or `nodes` and `dimensions`.
/// Throws input errors where they do not say one thing, where nodes has no whole root, and a limit error past
/// kMaxNodes.
std::vector<std::uint32_t> whole_radices(const Parameters& parameters, std::string_view family);

/// The radix and the number of dimensions of an ideal network; the radix may be any real number of at least 1.
struct RealRadix {
  double radix = 2;
  double dimensions = 1;
  double nodes() const;
};
RealRadix real_radix(const Parameters& parameters, std::string_view family);

/// The shape of an ideal network of that radix.
NetworkShape equal_cube(NetworkKind kind, const Parameters& parameters, bool one_way = false);

/// The hops of a mean message by the span of their wires: two dimensions each have wires of k^(n/2-1), k^(n/2-2), ...
/// node pitches, none shorter than 1 but the longest. Any real n: the last dimension counts for the fraction that is
/// left. derived: dimensions laid out on the two axes in turn, as for the longest wire of [Dally 1990].
std::vector<IdealHops> hops_by_span(double radix, double dimensions, double hops_per_dimension);

/// The parameter `channels` of every family.
enum class LinkChannels { bidirectional, unidirectional };
inline constexpr Choice<LinkChannels, 2> kLinkChannels = {"channels", {"bidirectional", "unidirectional"}};
/// True where the user asked for one-way channels.
bool is_unidirectional(const Parameters& parameters);

/// A path or a ring as a class of one digit; `channels` per link. At radix 2 a ring is one bidirectional link.
LinkClass path_class(std::uint8_t digit, std::uint32_t radix);
LinkClass ring_class(std::uint8_t digit, std::uint32_t radix, int channels);
/// A complete graph as a class of one digit.
LinkClass complete_class(std::uint8_t digit, std::uint32_t radix);

/// The product of complete graphs with these radices, and its bisection width. Throws a limit error past 4096 nodes
/// along a dimension.
///
/// The first m nodes counted in the order of least numbers, the largest radices fastest, have as many links among them
/// as any m nodes can [Lindsey 1964]; half of all nodes so chosen are the least balanced cut.
Topology complete_product(const std::vector<std::uint32_t>& radices);

/// Throws an input error for one-way channels; `why` says why this family has none.
void expect_bidirectional(const Parameters& parameters, std::string_view why);

/// The bisection width of a product of paths with these radices: the sum over i = 1 .. e of the product of the radices
/// below the i-th largest, e the first even one. Source: [Arjona Aroca 2012, theorem 4]. Twice that for rings of 3 or
/// more.
std::uint64_t mesh_bisection_links(std::vector<std::uint32_t> radices);

}  // namespace cutline
