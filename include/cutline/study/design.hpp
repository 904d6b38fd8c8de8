// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <initializer_list>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "cutline/base/error.hpp"
#include "cutline/base/parameters.hpp"
#include "cutline/base/quantity.hpp"
#include "cutline/base/shared.hpp"
#include "cutline/placement/place.hpp"
#include "cutline/routing/routing.hpp"
#include "cutline/study/duration.hpp"
#include "cutline/study/tiles.hpp"
#include "cutline/technology/packages.hpp"
#include "cutline/technology/technology.hpp"
#include "cutline/topology/family_name.hpp"

namespace cutline {

struct PlaneDesigns;
struct Topology;

/// How widths become whole numbers of bits. `usual` means exact for ideal candidates and down for layouts.
enum class Rounding { exact, down, nearest, usual };

/// The channel of a candidate. A width of 0 means: the width follows from the resource that the study holds equal or,
/// if it holds none, is the least that rounding leaves, see Design::own_width_bits().
struct ChannelChoice {
  double width_bits = 0;
  std::optional<int> control_wires;  ///< default: the technology's
  int wires_per_bit = 0;             ///< 0: the technology's
  Rounding round = Rounding::usual;
  int multiple = 1;  ///< widths are multiples of this many bits
};

/// How many routers a message of h hops passes: h, as the papers count (`hops`), or h + 1 with the first one
/// (`routers`).
enum class RoutersPassed { hops, routers };

/// A router or an interchange. Values that are not given for an interchange are those of the router.
struct RouterChoice {
  Duration delay;
  RoutersPassed passed = RoutersPassed::hops;
  Duration period;  ///< from one phit to the next
  Duration injection, ejection;
  std::optional<Area> area;                 ///< absent: by router_by_law, if the technology has what the law needs
  std::optional<double> energy_pj_per_bit;  ///< per hop; absent: as for `area`
  double depth_flits = 0;                   ///< of a virtual channel's buffer; 0: not given, see covering_depth()
  bool given = false;  ///< the user gives the delay; if false, a ranking outside the unit technology warns
};

/// Whether links between neighbouring slots run straight from box to box and take no tracks.
enum class FacingNeighbours { as_technology, yes, no };

/// A design: everything that describes one candidate. A candidate is a pure function of its design and the study.
struct Design {
  std::string name;
  FamilyName family;
  Parameters parameters;
  /// Several networks over one floorplan, in place of the family's; null: there is one network. See planes.hpp.
  SharedConst<PlaneDesigns> planes;
  /// The network itself, from a program that uses the library: no family builds it. Null: the family does. See
  /// design_of_network(). Not with planes.
  std::shared_ptr<const Topology> network;
  PlacementChoice placement;
  bool wires_over_nodes = false;  ///< tracks run above the nodes, not in routing channels beside them
  FacingNeighbours neighbours_face = FacingNeighbours::as_technology;
  bool link_on_one_pair = false;  ///< all wires of a link keep to one layer pair
  bool ideal = false;
  /// Made by a sweep: if the family has no such network, the candidate cannot be built, which is no error.
  bool swept = false;
  ChannelChoice channel;
  RouterChoice router;
  std::optional<RouterChoice> interchange;  ///< absent: as the router
  std::optional<Technology> technology;     ///< absent: the study's
  std::optional<Routing> routing;           ///< absent: as choose_routing() chooses
  std::string route_table;                  ///< the file of routes, for Routing::table
  Length node_width, node_height;           ///< zero: the technology's
  /// Kinds of tile, which differ in boxes, routers, terminals; empty: all nodes are alike.
  std::vector<TileKind> tiles;
  Length line_length;  ///< length of a line of nodes along x, which sets their width; zero: not given
  Packages packages;   ///< empty: nothing is packaged
  /// The place in the spec of each key that it gives: "candidate", "topology", "topology.radix", "placement" ...
  std::map<std::string, Place> places;

  /// How widths are rounded; never Rounding::usual.
  Rounding rounding() const {
    return channel.round != Rounding::usual ? channel.round : ideal ? Rounding::exact : Rounding::down;
  }
  /// The width of a channel if the study holds nothing equal: the given one, else the least that rounding leaves.
  double own_width_bits() const {
    if (channel.width_bits > 0) return channel.width_bits;
    return rounding() == Rounding::exact ? 1 : channel.multiple;
  }
  /// The place of the first of these keys that the spec gives; an unknown place if it gives none.
  Place place_of(std::initializer_list<std::string> given) const;
};

/// A design of this network, which no family builds: topology_of() or network_of_graph() makes one, or a program lists
/// its links itself. All else is as in a design of a spec: placement, channel, router. Its family is `graph`, so closed
/// forms do not know it. The network must be valid, see expect_valid().
///
///     study.designs.push_back(design_of_network("small world", topology_of(g)));
Design design_of_network(std::string name, Topology network);

/// The router of the nodes of a kind of tile. Values that the kind does not give are those of the design. For
/// kNoTileKind, the design's router.
RouterChoice router_of_kind(const Design& design, std::uint32_t kind);

/// Gives an error of a design a place in the spec: the place of its parameter in `section` ("topology", "placement") if
/// the spec gives that parameter, else of the section, else of the candidate. Keeps a place that the error already has.
void attach_place(Diagnostic& diagnostic, const Design& design, const std::string& section);

}  // namespace cutline
