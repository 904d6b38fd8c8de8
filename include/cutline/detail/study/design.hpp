// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cutline/detail/routing/routes.hpp"
#include "cutline/detail/technology/packages.hpp"
#include "cutline/placement/place.hpp"

namespace cutline {

struct Design;
struct LayoutRules;
struct Placement;
struct PlacedNetwork;
struct Study;

/// A time that the user gave in cycles or in seconds.
struct Duration {
  double cycles = 0;
  Time time;
};

/// Whole numbers from the first to the last, both included.
struct WholeRange {
  std::uint64_t first = 0, last = 0;
  bool contains(std::uint64_t number) const { return first <= number && number <= last; }
};

/// Where the tiles of a kind stand: at nodes given by name or number, at cells of the grid, at its corners or along its
/// edge. If nothing is given: at all nodes that no other kind takes.
struct TilePlaces {
  struct Cells {
    WholeRange x, y;
  };
  std::vector<SaidNodes> nodes;
  std::vector<Cells> cells;
  bool corner = false, edge = false;
  bool all_others() const { return nodes.empty() && cells.empty() && !corner && !edge; }
};

/// The key of Design::places, behind `tiles.`, for an entry of the list of nodes or of cells of a kind of tile: errors
/// point at the entry.
std::string tile_place_key(std::size_t kind, std::size_t entry, bool is_cell);

/// A kind of tile on a grid. If a value is absent, its nodes have the value of all nodes.
struct TileKind {
  std::string name;
  Length node_width, node_height;  ///< sides of its box; zero: as for all nodes
  std::optional<Duration> router_delay;
  std::optional<Area> router_area;
  std::optional<double> router_pj_per_bit;  ///< per hop
  std::optional<std::uint32_t> terminals;   ///< 0: messages pass its nodes, but do not begin or end there
  std::optional<Area> area;                 ///< of a tile's own logic, without its router; absent: not known
  std::optional<double> pj_per_bit;         ///< energy of a bit that its terminals send or receive; absent: not counted
  TilePlaces at;
  /// Whether the kind matters to messages: it has a router, terminals or energy of its own.
  bool serves_apart() const { return router_delay || router_area || router_pj_per_bit || terminals || pj_per_bit; }
};
/// Whether some kind matters to messages, so that hops and loads must be known node by node.
bool serve_apart(const std::vector<TileKind>& kinds);

/// Whether some kind has boxes of its own.
bool have_sizes(const std::vector<TileKind>& kinds);

/// The kinds of tile of a network's sites, if they matter to messages. Interchanges and switches have no kind here.
struct SiteTiles {
  std::vector<std::uint32_t> kind;       ///< by site; empty: to messages all nodes are alike
  std::vector<std::uint32_t> terminals;  ///< by site; empty: all nodes have the same number
  bool alike() const { return kind.empty(); }
};
/// Throws the errors of tile_kind_of_sites(), and input errors if no terminal is left or if links are shared by several
/// nodes.
SiteTiles tiles_of_sites(const Design& design, const PlacedNetwork& placed);

inline constexpr std::uint32_t kNoTileKind = ~std::uint32_t{0};

/// The kind of each site, by site number. A kind that names nodes or cells takes them first, then the kind at the
/// corners, then the kind along the edge, and last the kind of all other nodes. kNoTileKind for nodes that no kind
/// takes, and for interchanges. Throws an input error for a node that does not exist, a cell off the grid or without a
/// node, and a node that two kinds name. Cost: O(sites + places).
std::vector<std::uint32_t> tile_kind_of_sites(const std::vector<TileKind>& kinds, const Topology& topology,
                                              const Placement& placement);

/// Makes every column at least as wide as its widest tile, and every row as high as its highest. Throws the errors of
/// tile_kind_of_sites(), and an input error for sizes in the unit technology, which has no metres.
void set_tile_boxes(const Design& design, const PlacedNetwork& placed, LayoutRules& rules);

struct BoardChoice;
struct MachineChoice;
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

/// Places in the spec by key. Copies share one map until one of them changes: a sweep copies its design thousands of
/// times, with all texts of these places. Not safe against a change while another thread copies the same object.
class Places {
 public:
  using Map = std::map<std::string, Place>;
  Place& operator[](const std::string& key) { return own()[key]; }
  Map::const_iterator begin() const { return map().begin(); }
  Map::const_iterator end() const { return map().end(); }
  Map::const_iterator find(const std::string& key) const { return map().find(key); }
  Map::const_iterator lower_bound(const std::string& key) const { return map().lower_bound(key); }
  std::size_t count(const std::string& key) const { return map().count(key); }
  void insert(Map::const_iterator first, Map::const_iterator last) { own().insert(first, last); }

 private:
  const Map& map() const;
  Map& own();
  std::shared_ptr<Map> map_;
};

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
  bool wires_over_nodes = false;  ///< `placement.wiring`: tracks run above the nodes, not beside them
  FacingNeighbours neighbours_face = FacingNeighbours::as_technology;  ///< `placement.terminals`
  bool link_on_one_pair = false;  ///< `placement.layers`: all wires of a link keep to one layer pair
  bool ideal = false;
  /// Made by a sweep or a search: an error of what these change leaves it out with a reason, and others' work goes on.
  bool swept = false;
  /// The values that a sweep gave it, as the spec writes them: "channel.width", "8 bits".
  std::vector<std::pair<std::string, std::string>> sweep = {};
  ChannelChoice channel;
  RouterChoice router;
  std::optional<RouterChoice> interchange;  ///< absent: as the router
  SharedConst<Technology> technology;       ///< null: the study's
  std::optional<Routing> routing;           ///< absent: as choose_routing() chooses
  std::string route_table;                  ///< the file of routes, for Routing::table
  Length node_width, node_height;           ///< zero: the technology's
  /// Kinds of tile, which differ in boxes, routers, terminals; empty: all nodes are alike.
  std::vector<TileKind> tiles;
  Length line_length;                  ///< length of a line of nodes along x, which sets their width; zero: not given
  Packages packages;                   ///< empty: nothing is packaged
  SharedConst<BoardChoice> board;      ///< the backplane that it stands on; null: none. See board_choice.hpp.
  SharedConst<MachineChoice> machine;  ///< the hall that it stands in; null: none. See machine_choice.hpp.
  /// The place in the spec of each key that it gives: "candidate", "topology", "topology.radix", "placement" ...
  Places places;
  /// What it alone is asked, in place of the study: the study with the keys of the top level that the candidate gives
  /// itself, without designs. Null: as the study. See study_of().
  SharedConst<Study> asked = {};

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
  /// Whether the design is left out for this error, see `swept`.
  bool is_left_out_for(const Error& error) const;
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
