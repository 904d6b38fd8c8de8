// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cutline/detail/study/candidate_timing.hpp"
#include "cutline/detail/study/design.hpp"
#include "cutline/detail/topology/faults.hpp"

// Candidates: what follows from designs, stage by stage.
//
// Guaranteed: a candidate is a pure function of its design and the study's settings, whatever the threads; each stage
// is a type that has all that the earlier ones found; what cannot be known is absent, with a note that says why. Not
// guaranteed: that the layout is kept after it is measured (Layouts), or measures past the Effort.
//
//     for (const Candidate& candidate : evaluate(study)) {
//       if (!candidate.can_be_built()) continue;
//       const Measures& measures = candidate.laid_out()->measures;
//       fmt::print("{}: {} wire pitches\n", candidate.design->name, measures.length.longest_pitches);
//       for (const Timing& timing : candidate.latency.timings) fmt::print("{} ns\n", in_ns(timing.latency.total()));
//     }
//
// Tried: one type with all members optional. Functions could then ask for what was not known yet, and found out when
// run.

namespace cutline::board {
struct BoardMeasures;
}
namespace cutline::machine {
struct Installed;
}

namespace cutline {

class Watch;
struct ContentionModel;
struct Design;
struct IdealNetwork;
struct LaidOut;
struct LevelMeasures;
struct PackageMeasures;
struct PlacedNetwork;
struct Placement;
struct PlaneResults;
struct Study;
struct Technology;

/// How much of a candidate is evaluated.
/// - full: everything.
/// - any_ranking: what any ranking needs. Spreads of latency and the verdict's figures under load are missing.
/// - plain_ranking: what a ranking needs that uses no load, saturation or energy: saturation and the energy of wires
///   are missing.
enum class Detail : std::uint8_t { full, any_ranking, plain_ranking };

/// Which bisections are searched. One without a theorem that is not searched has only trivial bounds; if the study
/// holds it, its upper bound is searched all the same.
/// - none: of no network.
/// - bounding_load: where the loads of channels are not counted, so that a cut alone bounds saturation. Where they are,
///   no cut is full before the busiest channel, since the channels of a cut carry in the mean all that must cross it.
/// - all: of every network.
enum class Bisections : std::uint8_t { none, bounding_load, all };

/// How much work and memory a study may take. Work beyond it is refused, or the measure is left out.
struct Effort {
  std::uint64_t link_visits = 2'000'000'000;
  Detail detail = Detail::full;
  Bisections bisections = Bisections::all;
  bool board_tracks = true;  ///< whether the tracks of boards are drawn; if not, quantities of these are absent
  bool to_rank = false;      ///< different populations are refused before anything is measured
  std::uint64_t memory_bytes = 8'000'000'000;
  Watch* watch = nullptr;     ///< sees the progress of orders that optimise, and may stop them
  Watch* onlooker = nullptr;  ///< sees how many candidates are done; it cannot stop them
};

/// A figure of a router or an interchange as the spec gives it, or as the law of routers estimates it.
struct FigureOfSpec {
  double value = 0;
};
struct FigureByLaw {
  double value = 0;
};
/// std::monostate: neither the spec nor the law gives the figure.
using SiteFigure = std::variant<std::monostate, FigureOfSpec, FigureByLaw>;
/// The value of a figure; null if neither the spec nor the law gives it.
const double* site_value(const SiteFigure& figure);

/// The cost of a router or an interchange.
struct SiteCost {
  double ports = 0;      ///< input ports of the node with the most, including those from terminals
  double port_bits = 0;  ///< mean width of a port: links may be wider than a channel
  double virtual_channels = 0, depth_flits = 0;
  SiteFigure area_mm2, energy_pj_per_bit;
};

/// The amount of the held resource that a network uses: a count, or the product of a layout's two sides.
struct ResourceUse {
  double first = 0;
  double second = 1;
  double amount() const { return first * second; }
};
/// The use of the held resource at a whole width of `bits` bits, and at one bit more.
struct UseBetween {
  double bits = 0;
  ResourceUse lower, next;
};

/// The load at which the busiest channel under the traffic, the bisection or a terminal is full.
struct Saturation {
  double bits_per_phit = 0;  ///< bits per terminal in the time of a phit, a channel's period; 0: no bound is known
  FullResource limited_by;
  bool known() const { return bits_per_phit > 0; }
};

struct OverLimit {
  std::string limit;  ///< "area_mm2"; for packages "pins of chiplet"
  double needed = 0;
  double allowed = 0;
  bool of_package = false;
  std::string currency = {};  ///< of money; else empty
};

/// Facts about a network that do not depend on its channels.
struct NetworkFacts {
  double nodes = 0;  ///< whole for layouts
  double terminals = 0;
  SiteTiles tiles;  ///< of layouts
  double links = 0;
  bool bidirectional = true;
  std::uint32_t digits = 0;
  Routing routing = Routing::minimal;
  /// One entry for each kind of dimension; empty if the network is no express cube.
  std::vector<ExpressDimension> express;
  GraphMeasures graph;                ///< of Candidate::network()
  std::vector<FaultMeasures> faults;  ///< one entry for each entry of Study::fail
  Resilience resilience;              ///< meaningful if there are faults
};

/// A candidate's share of the resource that the study holds equal, in the unit of Hold::amount.
struct BudgetShare {
  double budget = 0;
  double used = 0;  ///< 0 if no width can be built
};
/// A share of an area, with the layout's sides at the whole widths on both sides of width_before_rounding.
struct AreaBudget : BudgetShare {
  UseBetween between;
};

/// The channel of a candidate.
struct Channel {
  double width_bits = 0;  ///< 0: no width can be built
  double width_before_rounding = 0;
  double wires = 0;  ///< at its width, control wires included
  std::variant<std::monostate, BudgetShare, AreaBudget> share;
  bool has_width() const { return width_bits > 0; }
  const BudgetShare* budget() const;  ///< null if the study holds nothing equal
};

/// A candidate that cannot be built: the reason, and its network if that exists.
struct CannotBeBuilt {
  std::string why;
  std::variant<std::monostate, SharedConst<IdealNetwork>, SharedConst<PlacedNetwork>> network;
};

struct RoutedTraffic;

/// How often a mean message enters, leaves or passes the nodes of a kind of tile.
struct TileShare {
  double entered = 0;  ///< hops that end at such a node
  double sent = 0, taken = 0;
};

/// What the routes of all pairs of nodes need.
struct RouteFacts {
  std::uint32_t virtual_channels = 1;  ///< of a channel: one of each class
  bool free_of_deadlock = true;        ///< no messages can wait for each other in a cycle
};

/// Mean hops and channel loads of the routes under the study's traffic.
struct TrafficResult {
  /// The mean, or why it is not known; std::monostate: past the effort.
  std::variant<std::monostate, double, Note> hops;
  const double* mean_hops() const { return std::get_if<double>(&hops); }
  const Note* why_no_hops() const { return std::get_if<Note>(&hops); }
  /// Messages over the busiest channel per message that a node offers; null if not known.
  const double* peak_channel_load() const;
  /// The share of the messages that have no way and are not sent; absent if it is not known.
  std::optional<double> without_way;
  /// By link class: the load of its busiest channel over that channel's width; empty: unknown.
  std::vector<double> class_loads;
  /// The most messages that a node sends or receives, per message offered by a node; 0: not known.
  double terminal_load = 0;
  Saturation saturation;
  /// Present if Study::asks_routes() or the candidate's paths are in tables, and walking the routes keeps the effort.
  std::optional<RouteFacts> routes;
  /// By kind, with nodes of no kind last; empty: all nodes are alike to messages, or no hops are known.
  std::vector<TileShare> of_tiles;
  SharedConst<RoutedTraffic> routed;  ///< null unless hops and loads come from a walk over all routes
};

/// What routers and interchanges cost.
struct SiteCosts {
  SiteCost router;                 ///< if kinds of tile differ, means as site_costs() says
  bool has_interchanges = false;   ///< if false, `interchange` is meaningless
  SiteCost interchange;            ///< has no ports if no channel ends at an interchange
  std::vector<SiteCost> of_tiles;  ///< by kind, with nodes of no kind last; empty: all routers are alike
};

/// Latencies, one entry a delay model of the study.
struct LatencyResult {
  const ContentionModel* contention = nullptr;  ///< the study's first model that applies; null: none
  std::vector<Timing> timings;                  ///< empty if there is no latency; the notes say why
  std::vector<WireTiming> wires;                ///< what is known where there is no latency; else empty
  std::vector<Timing> unrounded;                ///< `timings` without rounding of widths and cycles; empty if equal
  /// By corner of the uncertain figures, in the order of corners(): one timing a delay model, without its curve.
  std::vector<std::vector<Timing>> corners;
  std::vector<std::vector<WireTiming>> corner_wires;  ///< as `wires`

  /// The wires and the clock under a delay model; null if the candidate cannot be built.
  const WireTiming* wires_under(std::size_t delay) const;
};

// A candidate is evaluated stage by stage. Each stage is a type that has all that the earlier ones found, so a function
// that takes a stage can ask for nothing that is not known yet.

/// A design with its channel: routed, evaluated by closed forms, or refused.
struct BuiltCandidate {
  SharedConst<Design> design;
  NetworkFacts facts;
  Channel channel;
  std::variant<CannotBeBuilt, SharedConst<IdealNetwork>, SharedConst<LaidOut>> built;
  SharedConst<Technology> of_study;              ///< the study's technology; null if the family has no such network
  SharedConst<board::BoardMeasures> board = {};  ///< null if the design has no board, or cannot be built
  SharedConst<machine::Installed> machine = {};  ///< null if the design has no machine, or cannot be built

  bool can_be_built() const { return !std::holds_alternative<CannotBeBuilt>(built); }
  const LaidOut* laid_out() const;  ///< null: ideal, or cannot be built
  /// The closed forms of an ideal candidate, whether or not it can be built; null for all others.
  const IdealNetwork* ideal() const;
  /// The network of a candidate that is not ideal; null if there is none.
  const PlacedNetwork* network() const;
  const Placement* placement() const;       ///< of network()
  const GraphMeasures* graph() const;       ///< of network()
  const Resilience* resilience() const;     ///< null if the study fails no links
  const PackageMeasures* packages() const;  ///< null if nothing is packaged
  std::string why_not() const;              ///< why it cannot be built; empty if it can
  const Technology& technology() const;     ///< the design's own, else the study's
};

/// The candidate with mean hops and loads of its messages.
struct RoutedCandidate : BuiltCandidate {
  TrafficResult traffic;
};

/// The candidate with the costs of its routers; there are none if it cannot be built.
struct CostedCandidate : RoutedCandidate {
  SiteCosts sites;
};

/// The candidate with its latencies; there are none if it cannot be built.
struct TimedCandidate : CostedCandidate {
  LatencyResult latency;
};

/// What follows from a design: everything the record reports, before ranking.
struct Candidate : TimedCandidate {
  std::vector<std::optional<Emulation>> emulations;  ///< one entry a delay model; empty if the study has no guest
  std::vector<OverLimit> infeasible;
  std::vector<std::string> sources;
  std::vector<Note> notes;           ///< what a reader of these numbers must know
  SharedConst<PlaneResults> planes;  ///< null if the design has none, or cannot be built

  // Defined in the source file, so that they are compiled only once.
  Candidate();
  explicit Candidate(TimedCandidate timed);
  Candidate(const Candidate&);
  Candidate(Candidate&&) noexcept;
  Candidate& operator=(const Candidate&);
  Candidate& operator=(Candidate&&) noexcept;
  ~Candidate();
};

/// The resource of a candidate's packages that is used most: the pins of a level's modules, or the wires of a level's
/// own wiring.
struct Tightest {
  std::string what;  ///< "pins of chiplet", "wires_per_mm of interposer": as in OverLimit
  double needed = 0, offered = 0;
  double fraction() const { return needed / (offered > 0 ? offered : 1); }
};
/// The resource with the largest fraction(). Absent if nothing is packaged, or if no level has a limit.
std::optional<Tightest> tightest(const BuiltCandidate& candidate);

/// Throws an input error if the design is ideal: closed forms have no layout to "draw" or "export", as `verb` says.
void expect_not_ideal(const Design& design, std::string_view verb);
/// Throws an input error if the candidate has no layout to `verb` ("draw"), because it is ideal or cannot be built.
/// Throws a BrokenContract if its layout was freed.
void expect_layout(const Study& study, const BuiltCandidate& candidate, std::string_view verb);

/// Area of all routers and interchanges over the layout's area; absent if one of the two areas is not known.
std::optional<double> router_area_fraction(const CostedCandidate& candidate);

/// Data rate of the busiest mm of an edge of the level's modules, in GB/s: every data pin passes one bit in each period
/// of the channel. Absent in the unit technology, or if there is no cycle.
std::optional<double> edge_gbyte_per_s_per_mm(const BuiltCandidate& candidate, const WireTiming& wires,
                                              const LevelMeasures& level);

/// Whether layouts are kept after they are measured. A freed layout keeps its grid, rules and positions, but loses its
/// patterns and joints.
enum class Layouts : std::uint8_t { freed, kept };

/// Evaluates every design of the study, on all threads, in the order of the spec.
///
/// If the study holds a number of wires, a number of bits or an area equal, every candidate gets the widest channel
/// that uses no more of it. A channel of W bits has W x (wires a bit) + control wires, and all of them count. A held
/// bisection is the number of wires of all channels over a cut: `graph` uses the cut with the fewest data wires that is
/// known, and counts its control wires too, `middle_cut` the layout's cut half way along its longest axis (of several
/// such axes, the cut with the most wires), `formula` the family's closed form. The peak density is that of the axis
/// with the larger one. `width_before_rounding` assumes that between whole widths the number of wires, and each side of
/// an area, grows linearly.
///
/// Throws the errors of all designs together, in the order of the designs. Throws a limit error before it begins work
/// that would take more memory than `effort` allows.
std::vector<Candidate> evaluate(const Study& study, const Effort& effort = {}, Layouts layouts = Layouts::freed);

/// Receives a block of candidates. The first one belongs to design number `first`. The sink may move candidates out of
/// the block.
using CandidateSink = FunctionRef<void(std::size_t first, std::vector<Candidate>& block)>;

/// As evaluate(), but hands the candidates to the sink block by block, in the order of the spec, for studies that do
/// not fit into memory at once. After a design has failed, the sink gets no further block. Errors are thrown at the
/// end.
void evaluate_blocks(const Study& study, const Effort& effort, Layouts layouts, CandidateSink sink);

}  // namespace cutline
