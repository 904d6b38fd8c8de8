// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cutline/study/candidate.hpp"
#include "cutline/study/study.hpp"
#include "measure/packages.hpp"

namespace cutline {

struct Layout;
struct RoutedLink;
struct SharedStages;

/// The kinds of links of a layout. Links of one kind have the same wires and cross the same modules, so their delay and
/// energy are equal. Every output that shows delay, cycles or energy of a link takes them from here.
///
/// Regular networks have few kinds. If modules or bends make links differ, the number of kinds is near that of links.
class LinkKinds {
 public:
  /// `candidate` must have a layout. Cost: O(parts of the distinct patterns + wires of bent links); about 150 bytes a
  /// kind.
  explicit LinkKinds(const BuiltCandidate& candidate);

  std::size_t count() const { return geometry_.size(); }
  /// The geometry of the first link of the kind.
  const LinkGeometry& geometry(std::size_t kind) const { return geometry_[kind]; }
  std::uint64_t links(std::size_t kind) const { return links_[kind]; }
  std::uint32_t kind(const LinkPlace& place) const {
    return place.is_bent() ? bent_[place.part] : straight_[index(place.axis)][place.pattern][place.part];
  }

 private:
  std::array<std::vector<std::vector<std::uint32_t>>, 3> straight_;  ///< by axis, pattern and part
  std::vector<std::uint32_t> bent_;                                  ///< by joint
  std::vector<LinkGeometry> geometry_;                               ///< by kind
  std::vector<std::uint64_t> links_;                                 ///< by kind
};

/// Distance between neighbouring nodes: the mean over all axes with more than one node.
struct NodePitch {
  double pitches = 1;
  Length length;
};
NodePitch node_pitch(const Layout& layout);

/// The length of a link between two slots of a board: their distance, whatever the layout is stretched to. Absent if
/// the design has no board, for links between boards, and in the unit technology.
std::optional<Length> length_on_board(const BuiltCandidate& candidate, const LinkGeometry& link);

/// The longest span and the longest routed length of a candidate that can be built; they may belong to two links. An
/// ideal candidate has the span alone.
WireLength longest_wire(const BuiltCandidate& candidate);

/// The delay model with all delays `times` as long.
inline ChosenDelay slowed(ChosenDelay delay, double times) {
  delay.scale *= times;
  return delay;
}

/// What a link of each kind costs under one delay model, on its assigned layers and with the modules that it crosses.
/// No other code computes the delay of a link. Refers to the candidate and the kinds.
class LinkCosts {
 public:
  /// Finds the delay of every kind. Of `asked` only the clock counts: cycles of links that the user's file gives.
  LinkCosts(const DelaysAsked& asked, const BuiltCandidate& candidate, const LinkKinds& kinds,
            const ChosenDelay& delay);
  /// The same with the layers of the model, made before for this technology and any scale; layers() gives them back.
  LinkCosts(const DelaysAsked& asked, const BuiltCandidate& candidate, const LinkKinds& kinds, const ChosenDelay& delay,
            LayeredDelay layered);

  LayeredDelay layers() && { return std::move(layered_); }

  /// Delay of a link of the kind: the given one, else the sum of the delays of its slowest wire (by the model), of the
  /// media that carry the rest of its length, and of the modules that it crosses. A link whose length is given has
  /// wires of this length.
  Time delay(std::size_t kind) const { return delays_[kind]; }
  /// By kind.
  const std::vector<Time>& delays() const { return delays_; }
  /// Energy of a bit over one of the link's channels: the mean over its wires, where the wires of a layer pair count
  /// with their mean length. Absent if the technology or a medium gives no energy.
  std::optional<double> energy_pj(std::size_t kind);
  /// By kind.
  std::vector<std::optional<double>> energies_pj();
  /// The slowest wire of a link as a circuit; absent if a medium that is no circuit carries the link, or if its delay
  /// is given. Throws the errors of wire_circuit().
  std::optional<LayeredCircuit> circuit(std::size_t kind);
  /// The slowest wire of a link, with its layers, lengths and figures.
  SlowestWire described(std::size_t kind);
  /// Whether the user's file gives the delay.
  bool is_given(std::size_t kind) const { return given_delay(kinds_.geometry(kind)).has_value(); }

  /// Notes on all links: how many lie outside the model's range, and the length of the one farthest outside. Empty if
  /// none does.
  std::vector<Note> outside_range() const;
  /// How the delays that a graph's file gives to links differ from those of the layout under the delay model. No links
  /// in the unit technology, whose delays are not those of any wire. Cost: O(links log nodes) where delays are given.
  GivenDifference given_delays();

 private:
  /// Links whose wires are shorter, or longer, than the range of a model.
  struct Outside {
    std::uint64_t links = 0;
    LayeredWire extreme;  ///< the farthest from the range
    Length length;
  };
  const GivenLink* given(const LinkGeometry& link) const;
  /// The delay that the user's file gives a link, which then is its delay; absent if it gives none.
  std::optional<Time> given_delay(const LinkGeometry& link) const;
  double stretch(const LinkGeometry& link) const;
  LinkWay way_of(const LinkGeometry& link) const;
  /// The slowest wire of a link, which is the longest one of some layer pair.
  struct Slowest {
    LayeredWire wire;
    Time delay;
  };
  Slowest slowest(const LinkGeometry& link, const LinkWay& way);
  /// The delay of a link and its like, `links` in all, which are counted for outside_range(); 0: they are not.
  Time delay_of(const LinkGeometry& link, std::uint64_t links);
  /// Counts links whose slowest wire lies outside the model's range.
  void compare_with_range(const LayeredWire& wire, std::uint64_t links);
  LayeredWire longest_wire(const LinkGeometry& link, const Strand& strand, const LinkWay& way) const;
  WireLength wire_length(const LinkGeometry& link, const Strand& strand, const LinkWay& way) const;

  const BuiltCandidate& candidate_;
  const LinkKinds& kinds_;
  const Layout& layout_;
  LayeredDelay layered_;
  NodePitch pitch_;
  int wires_per_bit_ = 1;
  bool has_energy_ = false;
  const GivenLinks* given_ = nullptr;
  double scale_ = 1;  ///< factor on the delays of wires
  Time cycle_;        ///< of a fixed clock
  std::optional<Crossings> crossings_;
  std::uint64_t links_ = 0;
  Outside above_, below_;
  std::vector<Time> delays_;
};

/// Whether the technology has what the energy of wires needs.
bool has_wire_energy(const Technology& technology);

/// What a mean message uses of the links.
struct RouteUses {
  std::vector<double> times;    ///< by kind of link
  double interchange_ends = 0;  ///< ends at interchanges
};

/// The links that a mean message of a candidate uses, and the sums of their costs. The links are tabulated and the
/// routes walked once for all delay models and corners, and only if something needs them. The object keeps references
/// to its arguments.
class MeanRoute {
 public:
  /// Tabulates the links if their costs are needed one by one: always outside the unit technology, and within it if the
  /// clock rule, packages or interchanges need them.
  /// `shared`: what designs of the study have in common; null: nothing is known of others.
  MeanRoute(const LatencyAsked& asked, const RoutedCandidate& candidate, const Effort& effort,
            const SharedStages* shared = nullptr);

  /// The walk of the routes passes the effort, or the traffic cannot run.
  struct PastEffort {};
  /// Every link takes the time of the slowest link.
  struct AsTheSlowest {};
  /// Cycles of a fixed clock on the links of a mean route, if wires are pipelined and links take different numbers of
  /// cycles.
  struct OwnCycles {
    double cycles = 0;
  };
  /// What the wires take under one delay model, without a clock, and the sums over a mean route. The channel's width
  /// matters only through the layout.
  struct Sums : WireTiming {
    std::vector<Time> of_kind;  ///< delay of each kind of link; empty if the links are not tabulated
    /// The time on the links of a mean route, if every link takes its own delay or its own cycles.
    std::variant<AsTheSlowest, PastEffort, Time, OwnCycles> route;
    std::optional<double> route_pj;  ///< energy of a bit over a mean route
  };

  /// Null for ideal candidates, and if nothing needs the links one by one.
  const SharedConst<LinkKinds>& kinds() const { return kinds_; }
  /// What designs with this layout have in common; null: they do not share it.
  const SharedStages* of_layout() const { return of_layout_; }
  /// Times every link of a layout on its assigned layers, or takes the closed forms of an ideal candidate; one entry a
  /// delay model of the study. Every wire's delay is multiplied by `wire_delay`. Cost: O(kinds of links) a delay model,
  /// and the walk of the routes once.
  const std::vector<Sums>& sums(double wire_delay);
  /// Mean hops of a message that end at an interchange; absent past the effort.
  std::optional<double> interchanges();
  /// Energy of a bit at edges of modules; absent without packages, or if unknown.
  std::optional<double> edge_pj();

 private:
  const RouteUses* uses();
  void walk();
  SharedConst<RouteUses> walked(bool by_routes) const;
  bool walk_table(FunctionRef<void(const RoutedLink&)> add) const;
  std::optional<double> sum(FunctionRef<std::optional<double>(std::size_t kind)> cost);
  void add_links(std::size_t model, const ChosenDelay& delay, bool compare_given, Sums& sums);
  void add_route(Sums& sums);
  std::vector<Sums> found_sums(double wire_delay);

  const LatencyAsked& asked_;
  const RoutedCandidate& candidate_;
  const Effort& effort_;
  const SharedStages* shared_;
  const SharedStages* of_layout_ = nullptr;
  SharedConst<LinkKinds> kinds_;
  std::vector<std::optional<LayeredDelay>> layers_;  ///< by delay model, made once for all corners
  /// By delay model: energy of a bit over a mean route, the same in all corners.
  std::map<std::size_t, std::optional<double>> route_pj_;
  std::optional<SharedConst<RouteUses>> uses_;  ///< absent: not walked; null: past the effort
  std::map<double, std::vector<Sums>> sums_;  ///< by the factor on the delays of wires: several corners share it
};

}  // namespace cutline
