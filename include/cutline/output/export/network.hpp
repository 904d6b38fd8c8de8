// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cutline/detail/delay/delay_model.hpp"
#include "cutline/detail/geometry/cells.hpp"
#include "cutline/detail/geometry/polygons.hpp"
#include "cutline/detail/routing/routes.hpp"
#include "cutline/detail/technology/router_law.hpp"
#include "cutline/detail/topology/node_names.hpp"

namespace cutline {

struct ExportLink;
struct Topology;

/// One next hop for messages at a node of an export.
struct ExportHop {
  std::uint64_t to = 0;        ///< a node of the export
  std::size_t link = 0;        ///< of ExportNetwork::links
  std::uint32_t parallel = 0;  ///< which of the channels that lead there, counted as in the channel graph
  std::uint32_t dateline = 0;  ///< class of virtual channels within the layer
  double share = 1;            ///< of the messages

  bool operator==(const ExportHop&) const = default;
};

/// The ways of the messages of one layer to one destination.
struct ExportWays {
  std::vector<std::uint64_t> order;          ///< the nodes that the messages pass, each before its next hops
  std::vector<std::vector<ExportHop>> hops;  ///< by node; empty where none of the messages passes
};

/// The routes of a candidate, in the numbers of an export.
class ExportRoutes {
 public:
  /// `links` are ExportNetwork::links, in their order.
  ExportRoutes(Routes routes, const Topology& topology, const std::vector<ExportLink>& links);

  std::uint32_t layers() const { return routes_.layers; }
  std::uint32_t datelines() const { return routes_.datelines; }
  /// Number of virtual channels that the routes need.
  std::uint32_t classes() const { return routes_.classes(); }
  /// Number of nodes to which messages go: nodes 0 .. destinations() - 1.
  std::uint64_t destinations() const { return destinations_; }
  std::uint32_t layer(std::uint64_t source, std::uint64_t destination) const;
  /// The ways of the messages of `layer` to `destination`. Cost: O(channels).
  ExportWays ways_to(std::uint64_t destination, std::uint32_t layer) const;
  /// Calls `visit(destination, layer, ways)` for every destination and layer.
  template <class Visit>
  void for_each_way(const Visit& visit) const {
    for (std::uint64_t to = 0; to < destinations(); ++to) {
      for (std::uint32_t layer = 0; layer < layers(); ++layer) visit(to, layer, ways_to(to, layer));
    }
  }

 private:
  Routes routes_;
  std::uint64_t destinations_ = 0;
  std::vector<std::uint64_t> number_of_;    ///< by site
  std::vector<std::uint32_t> site_of_;      ///< by number
  std::vector<std::size_t> link_of_;        ///< by channel
  std::vector<std::uint32_t> parallel_of_;  ///< by channel
};

/// Routes, or a sentence that says why there are none; the sentence is empty if the target takes no routes.
using ExportRoutesOrWhy = std::variant<std::string, ExportRoutes>;

struct Candidate;
struct Effort;
struct Layout;
struct Study;
struct Technology;
struct TilePlan;
struct Topology;

/// The cost of a link for targets that choose the cheapest routes.
enum class RouteCost { wire, hop, router_and_wire };

/// Whether a layout gets texts.
enum class LayoutTexts { if_few, yes, no };

/// The user's choices for an export.
struct ExportChoice {
  std::optional<std::size_t> delay;     ///< delay model of the study; absent: the first
  std::optional<Time> cycle;            ///< absent: the study's clock
  std::optional<RouteCost> route_cost;  ///< absent: the target's, else router and wire
  std::optional<SaidPair> link;         ///< ends of the link, if only one is written; absent: the longest
  LayoutTexts texts = LayoutTexts::if_few;
  std::string file = "-";  ///< name of the main file, "-" for none: some targets look for files by name
};

/// What a part of a machine draws, in W.
struct ExportWatts {
  double typical = 0, most = 0;
};

/// A node or an interchange as a target sees it. Nodes have the numbers 0 .. N - 1, interchanges follow.
struct ExportNode {
  std::string address;
  bool interchange = false;        ///< an interchange or a switch: a site without terminals
  std::string_view kind = "node";  ///< the word of site_word()
  std::uint32_t terminals = 0;
  std::uint32_t tile = ~std::uint32_t{0};  ///< its kind of tile, if kinds matter to messages; kNoTileKind: none
  std::string tile_kind;                   ///< the name of its kind of tile in the spec or the floorplan; empty: none
  Cell cell;                               ///< its place on the grid
  Rectangle box;                           ///< its tile as given, else its cells; empty in the unit technology
  std::array<double, 3> at_pitches{};      ///< centre of its box, in wire pitches from the lower left corner
  std::array<Length, 3> at{};              ///< the centre as lengths; zero in the unit technology
  Time delay;                              ///< of its router, including its cycles where there is a clock
  std::uint64_t cycles = 0;                ///< the delay in whole cycles; 0 without a clock
  Polygon shape;                           ///< of its tile as given, within its box; empty: the box
  std::optional<ExportWatts> watts;        ///< of its switch, in a machine whose watts are all known
  ExportWatts terminal_watts;              ///< the same of both ends of the cables to its terminals
};

/// One link with its own delay, which follows from the routed wires.
struct ExportLink {
  std::uint64_t from = 0, to = 0;  ///< numbers; the lower one first unless the link is one-way
  bool one_way = false;
  std::uint16_t link_class = 0;
  std::uint32_t width = 1;                  ///< of each channel, in multiples of the network's channel width
  std::uint32_t wires = 0;                  ///< of all its channels
  double width_bits = 0;                    ///< of each channel
  double span = 0;                          ///< in node pitches
  std::int64_t length_pitches = 0;          ///< of its longest wire
  Length length;                            ///< the same as a length; zero in the unit technology
  std::uint16_t given = 0;                  ///< the number of its figures in Topology::given, plus 1; 0: none
  std::optional<Length> given_length;       ///< that the user's file gives it, or the distance of its slots on a board
  Time delay;                               ///< of a wire, one way
  bool given_delay = false;                 ///< that the user's file gives, so that it has no circuit
  std::uint64_t cycles = 0;                 ///< rounded up, at least 1; 0 without a clock
  std::optional<double> energy_pj_per_bit;  ///< of its wires; absent where the technology does not tell it
  std::optional<ExportWatts> watts;         ///< of both ends of its cables, in a machine whose watts are all known
  std::size_t circuit = 0;                  ///< index of its wires' circuit
  std::size_t in_layout = 0;                ///< its number in the order of for_each_wire()
};

/// The graph that joins the nodes along one dimension.
enum class DimensionShape { line, ring, complete };

/// One dimension of a network that is a product of lines, rings and complete graphs. The number of a node is the sum of
/// its coordinates, each times the product of the radices of the dimensions before.
struct ExportDimension {
  std::uint32_t radix = 0;
  DimensionShape shape = DimensionShape::line;  ///< two nodes count as a line, a ring of three as a ring
  bool one_way = false;
  std::uint16_t link_class = 0;
};

/// One direction of a link.
struct ExportChannel {
  std::uint64_t from = 0, to = 0;
  std::size_t link = 0;
};

/// Who sends to whom in a target's runs.
struct ExportTraffic {
  struct To {
    std::uint64_t node = 0;
    double part = 0;  ///< of all messages of the network
  };
  std::string name;                   ///< of the pattern
  std::vector<std::vector<To>> from;  ///< by node; empty: uniform between terminals, each with itself too

  bool uniform() const { return from.empty(); }
};

/// The latency without load that a target's simulator should show.
struct ExpectedLatency {
  std::vector<std::string> lines = {};  ///< of the header
  double on_own_routes = 0;             ///< cycles, on the routes that the simulator finds by itself; 0: not known
  double on_these_routes = 0;           ///< cycles, on the candidate's routes; 0: not known
};

/// A candidate link by link: the input of every export that has Export::write.
///
/// Links are sorted by their ends, then by class and delay.
struct ExportNetwork {
  std::string name;         ///< of the candidate
  std::string description;  ///< "torus: dimensions=2, radix=8"
  std::string title;        ///< of the study
  std::string delay_label;  ///< of the delay model
  std::string technology;
  const Topology* topology = nullptr;    ///< the network of the layout; it lives as long as the candidate
  const Layout* layout = nullptr;        ///< the layout that the links come from; it lives as long as the candidate
  const Technology* material = nullptr;  ///< technology of its wires; it lives as long as the study
  const TilePlan* plan = nullptr;        ///< the places that the user gives, if any; it lives as long as the candidate
  bool unit = true;                      ///< lengths exist in wire pitches only
  double width_bits = 0;                 ///< of a channel
  std::uint32_t control_wires = 0;       ///< of a channel of any width, beside those of its bits
  double message_bits = 0;               ///< mean size of a packet, with its header
  double packets = 1;                    ///< of a message, one after another
  /// Bits of a request and of its reply, with headers, where there are these two message classes; else 0.
  std::array<double, 2> class_bits{};
  int virtual_channels = kVirtualChannels;  ///< of all message classes together
  bool has_classes() const { return class_bits[1] > 0; }
  double depth_flits = 0;    ///< of a virtual channel's buffer, from the spec; 0: the spec gives none
  double balanced_bits = 0;  ///< bits per cycle and terminal at saturation if equal routes share evenly; 0: not known
  std::vector<std::string> classes;   ///< names of link classes
  bool named = false;                 ///< nodes have names in the user's file, and these are their addresses
  bool has_given_lengths = false;     ///< some link has one
  std::vector<std::uint32_t> racks;   ///< of nodes and switches, in a machine; else empty
  std::vector<std::uint32_t> boards;  ///< of the same, where nodes share boards; a number of its own for each other one
  bool nodes_are_terminals = false;   ///< in a machine whose nodes are hosts themselves
  Time terminal_delay;                ///< of the longest cable to a terminal; zero without a machine
  std::vector<ExportNode> nodes;
  std::vector<ExportLink> links;
  /// Circuits of the links' longest wires; equal links share one. Absent if a link leaves its module over a medium that
  /// is not a circuit. Filled only for targets that take circuits.
  std::vector<std::optional<LayeredCircuit>> circuits;
  std::optional<std::pair<std::uint64_t, std::uint64_t>>
      asked_link;                           ///< numbers of the ends that ExportChoice::link names
  ExportRoutesOrWhy routes;                 ///< the routes in the target's files, or why they hold none
  ExportTraffic traffic;                    ///< the messages of the target's runs
  std::vector<ExportDimension> dimensions;  ///< empty if the network is not a product, see ExportDimension
  Time cycle;                               ///< zero: there is no clock, and every link has its own delay
  std::string cycle_set_by;
  bool whole_cycles = false;  ///< links and routers take whole cycles: the clock has a fixed frequency
  RouteCost route_cost = RouteCost::router_and_wire;
  std::vector<std::string> rounding;  ///< notes on what whole cycles round
  ExpectedLatency expected;           ///< what a run of the target should show
  std::vector<std::string> notes;     ///< what was raised, left out or merged
  /// By ExportLink::circuit: names of the layers that the link's wires run along, the lowest first.
  std::vector<std::string> layers;
  bool first_router = false;  ///< messages pay for the router of their own node too
  bool pipelined = false;     ///< wires have a register at the end of every cycle but the last
  /// Of each link, there and back: messages over the channel per message that a mean node offers. Filled only for
  /// targets that tell them; empty where there are no routes.
  std::vector<std::array<double, 2>> loads;

  bool clocked() const { return cycle.base > 0; }
  /// The routes in the target's files; null: they hold none.
  const ExportRoutes* routed() const { return std::get_if<ExportRoutes>(&routes); }
  bool has_one_way() const;
  /// The longest delay of a link; zero without links.
  Time slowest_delay() const;
  /// Cycles of the slowest link; 0 without a clock.
  std::uint64_t slowest_cycles() const;
  std::uint64_t terminals() const;
  /// Flits of a mean message; a flit is as wide as a channel.
  std::uint64_t packet_flits() const;
  /// Time of a wire or a router: whole cycles if the clock has a fixed frequency, else its own delay.
  Time time_of(const ExportLink& link) const;
  Time time_of(const ExportNode& node) const;
  /// The time in which a channel carries one flit: a cycle, or without a clock the delay of the slowest link, as in
  /// zero_load_latency(). Throws an input error if it is zero.
  Time period() const;
  /// Cost of one channel for a route: its wire plus the router that it enters, in whole cycles if there is a clock,
  /// else in ns. RouteCost::wire leaves the router out; with RouteCost::hop the cost is 1.
  double cost(const ExportChannel& channel) const;
  /// Cost of a link, the same both ways: its wire plus half of the router at each end. The cheapest routes are the same
  /// as by cost().
  double link_cost(std::size_t link) const;
};

/// What ExportNetwork::loads holds, under the study's traffic. Throws the errors of loaded_channels().
std::vector<std::array<double, 2>> link_loads(const Study& study, const Candidate& candidate,
                                              const ExportNetwork& network, const Effort& effort);

/// Every channel, sorted by its ends.
std::vector<ExportChannel> channels(const ExportNetwork& network);
/// Every channel, sorted by its ends, but of parallel channels only the fastest; if channels are left out, adds a note
/// that names `target`.
std::vector<ExportChannel> channels_without_parallel(ExportNetwork& network, std::string_view target);
/// Whether a path of channels leads from every node to every other.
bool is_connected(const ExportNetwork& network);

/// Walks the layout of a candidate and times every link; with `circuits` it also finds the circuits. Throws input
/// errors for a bus, for a router delay in cycles without a clock, and for a wire without a circuit; a limit error if a
/// link takes more than 2^31 - 1 cycles. Cost: O(links log links + nodes).
ExportNetwork export_network(const Study& study, const Candidate& candidate, const ExportChoice& choice,
                             bool circuits = false);

/// Reads "wire", "hop" or "router+wire". Throws an input error that names the option.
RouteCost route_cost_text(const std::string& option, const std::string& text);
/// The word of a cost: "wire", "hop" or "router+wire".
std::string_view word(RouteCost cost);
std::vector<std::string_view> route_cost_names();

}  // namespace cutline
