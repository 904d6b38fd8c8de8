// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cutline/layout/layout.hpp"
#include "cutline/study/candidate.hpp"
#include "cutline/study/placed_network.hpp"
#include "cutline/study/study.hpp"
#include "machine/installed.hpp"
#include "topology/ideal_network.hpp"

namespace cutline {

/// Calls work() and gives its errors their places in the spec, as attach_place() does.
template <class Work>
auto in_section(const Design& design, const std::string& section, Work work) {
  try {
    return work();
  } catch (const Error& error) {
    std::vector<Diagnostic> diagnostics = error.diagnostics();
    for (Diagnostic& diagnostic : diagnostics) attach_place(diagnostic, design, section);
    throw Error(error.code(), std::move(diagnostics));
  }
}

/// An input error at the candidate, or at one of its keys ("channel.width").
[[noreturn]] void throw_design_error(const Design& design, std::string message, std::string hint = {},
                                     const std::string& key = {});

// The stages of a design before its channel has a width: its network is placed, then measured as a graph, then wired.
// Closed forms need none of these steps.

struct PlacedDesign {
  SharedConst<PlacedNetwork> network;
  LayoutRules rules;
  std::optional<IdealNetwork> formulas;     ///< if the hold counts by formula
  SharedConst<machine::Installed> machine;  ///< null: the design has none, or it cannot stand
  std::string why_no_machine;               ///< why it cannot stand
};

struct WiredDesign : PlacedDesign {
  GraphMeasures graph;
  Wiring wiring;
};

/// Largest size of a wiring, or a layout, that designs share. A shared wiring belongs to at least two designs, so a
/// block shares at most half as many wirings as it has designs.
inline constexpr double kMostSharedBytes = 3 << 18;

using TopologyOrIdeal = std::variant<IdealNetwork, Topology>;
using PlacedOrIdeal = std::variant<IdealNetwork, PlacedDesign>;
using WiredOrIdeal = std::variant<IdealNetwork, WiredDesign>;

/// Sets the gaps between modules, in cells of the rules.
void set_gaps(const Packages& packages, const GridSize& grid, LayoutRules& rules);

/// Terminals of all nodes together.
double terminals_of_network(const Topology& topology, const SiteTiles& tiles);
/// Whether an order of the placement optimises.
bool optimises(const PlacementChoice& choice);
/// Whether a held bisection is counted by the families' closed forms.
bool counts_by_formula(const Hold& hold);

/// Builds the design's network, or evaluates its closed forms.
TopologyOrIdeal build_network(const Design& design);
PlacedOrIdeal place_network(const Study& study, const Design& design, TopologyOrIdeal network, Watch* watch);
/// The network of a design that shares the topology and the placement of `first`.
PlacedOrIdeal place_alike(const Study& study, const Design& design, const PlacedOrIdeal& first);
/// The same without the search of orders that optimise: every node at its natural place. Throws the same errors.
PlacedOrIdeal place_network_roughly(const Study& study, const Design& design, TopologyOrIdeal network);
GraphMeasures measure_graph(const Hold& hold, const Design& design, const Topology& topology, const Effort& effort);
/// Whether the bisection of the graph is held.
bool holds_graph_cut(const Hold& hold);
/// The first hold of a graph's cut, of the study or of a design for itself: it may be the cut of any design that is
/// held. The study's hold if there is none.
const Hold& hold_of_cuts(const Study& study, const std::vector<Design>& designs);
Wiring wire_network(const Design& design, const PlacedDesign& placed);
/// Routes a network, whose wiring it takes. On a board the columns keep the pitch of its slots: where terminals or
/// tracks along y need more cells, these cells, of the network's rules, are as much narrower.
Layout routed_with_slots(const Design& design, WiredDesign& network, const ChannelWires& wires);
/// Upper estimate of the memory for wiring and measuring, in bytes, from counts of parts and slots.
double wiring_memory(const PlacedNetwork& network);
/// The same for routing beside that. It grows with the width where the wires of a link take tracks one by one: in given
/// places, and where neither the layer pairs divide the wires of links nor a unit of wires all links.
double routing_memory(const PlacedNetwork& network, const LayoutRules& rules, const ChannelWires& channel);
/// The wires of the design's own channel, or of one bit if a resource is held: the least that will be routed.
ChannelWires narrowest_wires(const Study& study, const Design& design);

/// The kind of network that the literature would call a candidate, recognised by its closed forms or by its links.
NetworkShape shape_of(const BuiltCandidate& candidate);

/// The closed forms of the design's family. Throws an input error if the literature has none.
IdealNetwork closed_forms(const Design& design, const std::string& key);

/// Wires for each bit: the design's own number, else the technology's.
int wires_of_bit(const Technology& technology, const Design& design);
/// Wires of one channel with a whole number of bits.
ChannelWires channel_wires(const Technology& technology, const Design& design, double width);
/// Wires of one channel of any width.
double wires_of_channel(const Technology& technology, const Design& design, double width);

/// The routing of a design: the one that the spec gives; else the express rule, if the network has one; else dimension
/// order, if its links lie along dimensions; else all shortest paths. Throws an input error if the routing of the spec
/// does not apply. `topology` is null for ideal candidates.
Routing choose_routing(const Design& design, const Topology* topology);

/// For each design the first one of the same topology, so that its graph is built and measured only once. Designs with
/// a table of links count as different: comparing tables may take long.
std::vector<std::size_t> first_with_topology(const std::vector<Design>& designs);

/// For each design the first one with the same topology and placement, whose network it shares. The design itself if
/// kinds of tile take part in the placement.
std::vector<std::size_t> first_with_placement(const std::vector<Design>& designs,
                                              const std::vector<std::size_t>& first_with_topology);

/// For each design from `begin` to before `end`, the first of them that shares its network and its corner rule. They
/// share its wiring and differ only in technology, channel or nodes. Absent if no other design does, if the design is
/// `apart` (it is wired earlier), or if the wiring is too large to be kept for sharing.
std::vector<std::optional<std::size_t>> first_with_wiring(const std::vector<PlacedOrIdeal>& networks,
                                                          std::pair<std::size_t, std::size_t> block,
                                                          FunctionRef<bool(std::size_t design)> apart);

}  // namespace cutline
