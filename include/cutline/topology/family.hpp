// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "cutline/base/parameters.hpp"
#include "cutline/topology/family_name.hpp"

namespace cutline {

struct IdealNetwork;
struct Topology;

/// The area of a layout in print, its leading term alone: wires on one layer each way, links of one wire, nodes without
/// room of their own.
struct PublishedArea {
  double wires2 =
      0;  ///< in squares of the wire pitch; others of w wires and p layer pairs take (w / p)^2 times as much
  std::string_view source;  ///< the formula and where it stands
};

/// How many nodes or terminals a network may have.
struct SizeRange {
  std::uint64_t least = 2, most = 2;
  bool holds(std::uint64_t size) const { return least <= size && size <= most; }
};

/// The networks of a family that a search tries: finitely many of each size.
struct FamilySizes {
  /// The parameters of all that have so many nodes; null: searches leave the family out.
  std::vector<Parameters> (*networks)(const SizeRange& range) = nullptr;
  bool of_terminals = false;  ///< `networks` counts terminals, for the family has a concentration of its own
  bool rings = false;         ///< folded orders shorten its links
  /// Nodes along every dimension, where each may run along x or along y; null: the placement is the family's own.
  IntegerList (*dimensions)(const Parameters&) = nullptr;
  std::string_view leaves_out = {};  ///< the networks of the family that it does not have, or why it is null
};

/// One row of the catalogue of families.
struct Family {
  std::string_view name;
  std::string_view summary;  ///< one line, in the field's terms
  std::string_view source;
  std::vector<Field> fields;
  /// Builds the network; the parameters are complete (every default set, every range checked). Throws input errors that
  /// name the parameter at fault, and limit errors before anything large is built.
  Topology (*build)(const Parameters&) = nullptr;
  /// Closed forms, or null where the literature has none.
  IdealNetwork (*ideal)(const Parameters&) = nullptr;
  /// The best layout in print; null, or absent for some networks of the family, where none is known.
  std::optional<PublishedArea> (*published_area)(const Topology&) = nullptr;
  /// The parameters `nodes` and `links` describe an arbitrary graph, so that a program may pass one.
  bool takes_graphs = false;
  /// Keys ("WE-eq6") of the errata in papers' formulas for such networks; explanations show them.
  std::vector<std::string_view> errata = {};
  FamilySizes sizes = {};
  /// Small networks of this family for the conformance test.
  std::vector<Parameters> examples;
};

/// Every family, in the order of `cutline list families`.
const std::vector<Family>& families();
/// Null where no family has the name.
const Family* find_family(const FamilyName& name);
/// Adds a user's own family; specs, listings and the schema know it from then on. Call it before anything reads the
/// catalogue, since rows found earlier become invalid. A broken contract where the name is taken, or the row has no
/// name, no builder or no examples.
void add_family(Family family);
/// Completes the parameters and builds. Throws an input error for an unknown family.
Topology build_topology(const FamilyName& family, Parameters parameters);
/// Completes the parameters and takes the closed forms. Throws an input error for an unknown family; a broken contract
/// where the family has none.
IdealNetwork ideal_of(const FamilyName& family, Parameters parameters);

/// Limits checked before anything is built.
inline constexpr std::uint64_t kMaxNodes = std::uint64_t{1} << 48;
inline constexpr std::uint64_t kMaxLinksOfAClass = std::uint64_t{1} << 27;

}  // namespace cutline
