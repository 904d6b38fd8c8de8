// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <initializer_list>
#include <map>
#include <optional>
#include <string>

#include "cutline/base/error.hpp"
#include "cutline/base/parameters.hpp"
#include "cutline/base/quantity.hpp"
#include "cutline/placement/place.hpp"
#include "cutline/routing/routing.hpp"
#include "cutline/study/duration.hpp"
#include "cutline/study/tiles.hpp"
#include "cutline/technology/packages.hpp"
#include "cutline/technology/technology.hpp"
#include "cutline/topology/family_name.hpp"

namespace cutline {

/// How widths become whole; usual: exact for ideal candidates, down for layouts.
enum class Rounding { exact, down, nearest, usual };

/// The channel of a candidate. A width of 0 follows from what is held equal, or is 1 bit.
struct ChannelChoice {
  double width_bits = 0;
  std::optional<int> control_wires;  ///< default: the technology's
  int wires_per_bit = 0;             ///< 0: the technology's
  Rounding round = Rounding::usual;
  int multiple = 1;  ///< widths are multiples of this many bits
};

/// The width of a channel where nothing is held.
inline double own_width_bits(const ChannelChoice& channel) { return channel.width_bits > 0 ? channel.width_bits : 1; }

/// How many routers a message of h hops passes: h, as the papers count, or h + 1, the first one too.
enum class RoutersPassed { hops, routers };

/// A router, or an interchange; what is not given of an interchange is as the router's.
struct RouterChoice {
  Duration delay;
  RoutersPassed passed = RoutersPassed::hops;
  Duration period;  ///< from one phit to the next
  Duration injection, ejection;
  std::optional<Area> area;                 ///< absent: by router_by_law, where the technology allows
  std::optional<double> energy_pj_per_bit;  ///< per hop; absent: the same
  double depth_flits = 0;                   ///< of a virtual channel's buffer; 0: not given, see covering_depth()
  bool given = false;  ///< its delay is; false draws a warning in a ranking outside the unit technology
};

/// Whether links between neighbours run from box to box, beside all tracks.
enum class FacingNeighbours { as_technology, yes, no };

/// One design: everything a candidate is made from. A candidate is a pure function of it.
struct Design {
  std::string name;
  FamilyName family;
  Parameters parameters;
  PlacementChoice placement;
  bool wires_over_nodes = false;  ///< tracks run above the nodes, not in routing channels beside them
  FacingNeighbours neighbours_face = FacingNeighbours::as_technology;
  bool link_on_one_pair = false;  ///< all wires of a link keep to one layer pair
  bool ideal = false;
  bool swept = false;  ///< made by a sweep: where the family has no such network, it cannot be built
  ChannelChoice channel;
  RouterChoice router;
  std::optional<RouterChoice> interchange;  ///< absent: as the router
  std::optional<Technology> technology;     ///< absent: the study's
  std::optional<Routing> routing;  ///< default: the express rule where the network has one, else shortest paths
  std::string route_table;         ///< of Routing::table: its file
  Length node_width, node_height;  ///< zero: the technology's
  std::vector<TileKind> tiles;     ///< kinds that differ in boxes, routers, terminals; empty: all nodes are alike
  Length line_length;              ///< of a line of nodes along x, which sets their width; zero: not given
  Packages packages;               ///< empty: nothing is packaged
  /// Of what the spec gives: "candidate", "topology", "topology.radix", "placement", "placement.order" ...
  std::map<std::string, Place> places;

  /// How its widths become whole, never Rounding::usual.
  Rounding rounding() const {
    return channel.round != Rounding::usual ? channel.round : ideal ? Rounding::exact : Rounding::down;
  }
  /// The place of the first of these that the spec gives; not known where it gives none.
  Place place_of(std::initializer_list<std::string> given) const;
};

/// The router of the nodes of a kind: what the kind says, else what the design says. kNoTileKind: the design's.
RouterChoice router_of_kind(const Design& design, std::uint32_t kind);

/// Gives an error of a design its place in the spec: that of its parameter in `section` ("topology", "placement") where
/// the spec gives it, else that of the section, else that of the candidate. Leaves a place that is there already.
void attach_place(Diagnostic& diagnostic, const Design& design, const std::string& section);

}  // namespace cutline
