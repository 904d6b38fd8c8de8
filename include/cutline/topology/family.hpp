// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cutline/detail/base/values.hpp"
#include "cutline/detail/topology/shape.hpp"

namespace cutline {

struct IdealNetwork;
struct Topology;

/// The leading term of a published layout area. The formulas assume one wiring layer for each direction, links of one
/// wire, and nodes that take no area.
struct PublishedArea {
  /// In squares of the wire pitch. Links of w wires on p pairs of layers take (w / p)^2 times as much.
  double wires2 = 0;
  std::string_view source;  ///< the formula and the paper that gives it
};

/// How many nodes or terminals a network may have.
struct SizeRange {
  std::uint64_t least = 2, most = 2;
  bool holds(std::uint64_t size) const { return least <= size && size <= most; }
};

/// The parameters of all networks whose size is in the range.
using NetworksOfSize = std::function<std::vector<Parameters>(const SizeRange& range)>;

/// The networks of a family that a search tries: finitely many of each size.
struct FamilySizes {
  NetworksOfSize networks = nullptr;  ///< null: searches leave the family out
  bool of_terminals = false;          ///< `networks` counts terminals, because the family sets its own concentration
  bool rings = false;                 ///< folded orders shorten its links
  /// Number of nodes along each dimension, where any dimension may run along x or along y; null: the family has its own
  /// placement.
  IntegerList (*dimensions)(const Parameters&) = nullptr;
  /// The networks of the family that `networks` leaves out, or why `networks` is null.
  std::string_view leaves_out = {};
};

/// One row of the catalogue of families.
struct Family {
  std::string_view name;
  std::string_view summary;  ///< one line, in the field's terms
  std::string_view source;
  std::vector<Field> fields;
  /// Builds the network; the parameters are complete (every default set, every range checked). Throws input errors that
  /// name the parameter at fault, and limit errors before anything large is built.
  std::function<Topology(const Parameters&)> build = nullptr;
  /// The closed forms of a network; null if the literature has none.
  IdealNetwork (*ideal)(const Parameters&) = nullptr;
  /// The best published layout. Null if none is known for the family; absent for a network for which none is known.
  std::optional<PublishedArea> (*published_area)(const Topology&) = nullptr;
  /// True if the parameters `nodes` and `links` describe an arbitrary graph, so that a program can pass one.
  bool takes_graphs = false;
  /// Keys ("WE-eq6") of the errata in papers' formulas for such networks; explanations show them.
  std::vector<std::string_view> errata = {};
  FamilySizes sizes = {};
  /// Small networks of this family for the conformance test.
  std::vector<Parameters> examples;
};

/// Every family, in the order of `cutline list families`.
const std::vector<Family>& families();
/// The family of that name, or null.
const Family* find_family(const FamilyName& name);
/// Adds a user's own family; specs, listings and the schema know it from then on. Call it before anything reads the
/// catalogue, because references to rows become invalid. The name must be free, and the row must have a name, a builder
/// and examples.
void add_family(Family family);
/// Fills in the defaults of the parameters and builds the network. Throws an input error for an unknown family or wrong
/// parameters, and limit errors.
Topology build_topology(const FamilyName& family, Parameters parameters);
/// Fills in the defaults of the parameters and evaluates the closed forms. Throws an input error for an unknown family.
/// The family must have closed forms.
IdealNetwork ideal_of(const FamilyName& family, Parameters parameters);

/// Limits checked before anything is built.
inline constexpr std::uint64_t kMaxNodes = std::uint64_t{1} << 48;
inline constexpr std::uint64_t kMaxLinksOfAClass = std::uint64_t{1} << 27;

}  // namespace cutline
