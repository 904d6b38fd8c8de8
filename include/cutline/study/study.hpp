// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cutline/detail/delay/delay_model.hpp"
#include "cutline/detail/performance/contention.hpp"
#include "cutline/detail/performance/traffic.hpp"
#include "cutline/detail/search/link_search.hpp"
#include "cutline/detail/study/design.hpp"
#include "cutline/detail/study/measured.hpp"
#include "cutline/detail/technology/router_law.hpp"
#include "cutline/detail/topology/faults.hpp"
#include "cutline/topology/family.hpp"

// A study: the designs that are compared, and the settings that they share.
//
// Guaranteed: a study is a plain value, and everything that follows from it follows from it alone. Small parts of it
// (DelaysAsked, TrafficAsked, RoutersAsked, LoadAsked, RankingAsked) are what the stages of a candidate ask for, so a
// function's argument says what its result depends on. Not guaranteed: that the designs can be built, or that settings
// fit each other; evaluate() finds that out.
//
//     Study study;
//     study.technology = load_technology("nangate45");  // of cutline/spec/spec.hpp
//     study.delays = {choose_delay("repeated", {}, wire_medium(study.technology))};
//     Design& design = study.designs.emplace_back();
//     design.name = "torus", design.family = "torus";
//     design.parameters.set("radices", IntegerList{8, 8});
//
// Tried: stages that take the whole study. Then nothing tells what a stage depends on, and a plane, a corner or a
// closed form needs a copy of all of it to change one setting.

namespace cutline {

struct ClockChoice {
  ClockRule rule = ClockRule::longest_wire;
  Time cycle;  ///< of a fixed frequency
  Time floor;
};

enum class Resource { none, bisection, area, pins, peak_density, width };
/// The resource as the spec names it: "bisection", "pins" ...
std::string_view resource_name(Resource resource);
enum class BisectionCount { graph, middle_cut, formula };

/// The resource of which every candidate gets the same amount.
struct Hold {
  Resource resource = Resource::none;
  double amount = 0;  ///< wires (bisection, pins, peak density), bits (width), mm2 or pitches2 (area)
  std::string of;     ///< or instead: the amount that this candidate uses at its own width ...
  double times = 1;   ///< ... times this factor
  BisectionCount count = BisectionCount::graph;
  bool per_machine = false;  ///< hold the peak density of the whole machine instead of a line's
  Place place;
};

/// The quantities that `limits` can limit.
enum class Limited {
  pins_per_node,
  ports_per_node,
  layers,
  area_mm2,
  area_pitches2,
  longest_wire_mm,
  longest_wire_pitches,
  middle_wires,
  cut_wires,
  virtual_channels,
  overflow,
  board_signal_layers,
  board_pins_of_slot,
  board_pins_short,
  board_skew_ps,
  board_pair_skew_ps,
  board_loss_db,
  board_stub_mm,
  board_wires_left,
  machine_cost,
  machine_power_w,
  machine_racks,
  machine_longest_m
};
/// The greatest allowed value of each limited quantity. A candidate over a limit is not ranked, but listed below the
/// ranking.
using Limits = std::map<Limited, double>;

struct Population {
  bool any = false;
  std::uint64_t terminals = 0;  ///< 0: the number of the first candidate
  double tolerance = 0;         ///< 0.05 is 5 %
};

/// A published number that a result must reproduce.
struct Expectation {
  enum class Kind : std::uint8_t { equal, at_most, at_least };
  std::string candidate;  ///< empty with `winner`; of a bound: every candidate that can be built
  std::string delay;      ///< label of the delay model; empty: the first
  std::string key;        ///< dotted path into the record
  std::variant<double, std::string> value;
  double tolerance = 0;             ///< relative for reals, absolute for whole numbers
  bool tolerance_is_share = false;  ///< relative for whole numbers too
  Kind kind = Kind::equal;          ///< how the record's value stands to `value`
  std::string origin;               ///< printed, formula, corrected, reconstructed, counted
  std::string winner;               ///< the candidate that must rank first under `delay`
  Place place;
};

/// How far the uncertain figures may be off, to both sides; 0.3 is 30 %.
struct Uncertainty {
  double wire_delay = 0;
  double router_delay = 0;  ///< also of injection and ejection
  double message = 0;       ///< size of messages
  /// Prices of machines that have no interval in their list; copper_price is that of active cables too, hall_price that
  /// of racks and labour.
  double copper_price = 0, optics_price = 0, switch_price = 0, hall_price = 0;
  bool any() const { return *this != Uncertainty(); }
  bool operator==(const Uncertainty&) const = default;
};

/// A curve of latency against distance: a message goes from `from` to `to` nodes far along one dimension.
struct CurveChoice {
  std::uint64_t from = 1;
  std::uint64_t to = 1;
  std::optional<std::uint64_t> source;  ///< the source's place in its group of nodes; absent: the mean over all places
};

/// A search for the values of one key of the spec at which the winner changes, while all other keys stay.
struct CrossoverChoice {
  std::string over;  ///< dotted name, as of --set: "message", "defaults.topology.nodes"
  double from = 0, to = 0;
  std::string unit;                 ///< of both ends; empty: bare numbers
  bool whole = false;               ///< only whole values
  std::vector<std::string> values;  ///< instead of the two ends: the values themselves, in order
};

/// Which networks of families a search tries.
struct FamilyChoice {
  SizeRange terminals;
  std::vector<FamilyName> families;              ///< empty: all
  std::vector<std::uint32_t> concentrations{1};  ///< terminals of a node, for families that do not set this number
  bool asks(const FamilyName& family) const;
};

/// A search, in place of candidates.
struct SearchChoice {
  Design network;                     ///< what all networks share
  std::optional<FamilyChoice> among;  ///< absent: only links of a grid are searched
  /// The search is for the Pareto front of Study::pareto, not for the best by Study::rank.
  bool front = false;
  bool irregular = true;                           ///< links that follow no family's rule are searched
  LinkLimits limits;                               ///< a grid of 1 x 1 means none; settle_places() sets its places
  std::optional<Length> span_length, wire_length;  ///< limits on links in metres
  bool degree_given = false;                       ///< the user gives the number of links of a router
  double saturation = 0;                           ///< bits per cycle and terminal, at least
  std::uint64_t moves = 0;                         ///< 0: default_moves()
  double seconds = 0;  ///< above 0: replaces `moves` by the number that this machine makes in this time
  std::uint32_t starts = 8;
  bool grid_given() const { return limits.nodes() > 1; }  ///< or places
};

/// The load that every terminal offers, as the user gives it.
struct OfferedLoad {
  enum class Unit {
    bits_per_cycle,
    bits_per_ns,
    of_capacity,    ///< a share of capacity_per_cycle() or, if there is none, of the saturation bound
    of_saturation,  ///< a share of the load at which the contention model saturates
    as_given        ///< the absolute rates of the study's traffic, whatever the amount
  };
  double amount = 0;
  Unit unit = Unit::bits_per_cycle;
  bool operator==(const OfferedLoad&) const = default;
};

/// A guest that every candidate emulates as a host on one wafer. Source: [Ranade 1987].
struct GuestChoice {
  enum class Side { whole, per_processor };
  enum class Mapping { as_placed, natural, gray };
  Guest guest = Guest::mesh_exchange;
  double side = 1;        ///< nodes along a side ...
  Side of = Side::whole;  ///< ... of the whole guest, or of the part that each processor holds
  double message_bits = 1;
  /// The order in which the guest's parts are given to processors; as_placed: the order of the candidate's placement.
  Mapping mapping = Mapping::as_placed;
  double mesh_width = 16;  ///< wires of a channel of the mesh; other hosts fill the same area
  double processor_side = 64;
};

struct RankTerm {
  std::string measure;  ///< latency, area, longest, pins, ... see ranking.hpp
  double weight = 1;
  std::optional<OfferedLoad> at = {};  ///< for latency: at this load; absent: without load
  bool operator==(const RankTerm&) const = default;
};

/// What is asked of the delays of wires.
struct DelaysAsked {
  ClockChoice clock;
  bool pipelined = false;
  std::vector<ChosenDelay> delays;  ///< in the study's technology, on its topmost layer
  bool default_delay = false;       ///< the spec names none
  Uncertainty uncertainty;
  std::optional<CurveChoice> curve;
  /// Whether every link takes its own number of whole cycles: the clock is fixed and wires are pipelined.
  bool takes_own_cycles() const { return clock.rule == ClockRule::fixed && pipelined; }
  /// The cycle of a fixed clock.
  Time fixed_cycle() const { return std::max(clock.cycle, clock.floor); }
};

/// What terminals send.
struct TrafficAsked {
  std::vector<LatencyInput::Part> messages{{150, 1}};
  double header_bits = 0;
  bool traffic_self = true;              ///< uniform traffic counts messages to oneself
  std::optional<ChosenTraffic> traffic;  ///< absent: uniform
  /// Bits of a mean message, its header included; of one packet where messages have several.
  double mean_message_bits() const;
  /// Packets of a message; above 1 only where all messages are of one size.
  double packets() const { return messages.front().packets; }
};

/// What is asked of routers.
struct RoutersAsked {
  Switching switching = Switching::wormhole;
  int virtual_channels = kVirtualChannels;
  /// Each has virtual channels of its own. 2: the first of two TrafficAsked::messages are requests, the second their
  /// replies, which ChosenTraffic::replies has in the traffic.
  int message_classes = 1;
  int virtual_channels_of_class() const { return std::max(1, virtual_channels / message_classes); }
};

/// All that a latency without load depends on, besides the candidate.
struct LatencyAsked : DelaysAsked, TrafficAsked, RoutersAsked {};

/// What is asked of candidates under load.
struct LoadAsked {
  std::vector<OfferedLoad> loads;            ///< operating points
  std::vector<OfferedLoad> load_curve;       ///< points of a curve of latency against load
  std::vector<ChosenContention> contention;  ///< each candidate takes the first that applies
  bool counts_waits = true;                  ///< where no model is named: waits under load by `channels`; false: none
  std::vector<MeasuredPoint> measured;       ///< by others, for comparison with the model
};

/// How candidates are ranked, and which of them together.
struct RankingAsked {
  std::vector<RankTerm> rank{{"latency", 1}};
  double tie = 0;                ///< scores that differ by no more share a rank; 0.03 is 3 %
  std::vector<RankTerm> pareto;  ///< measures of the Pareto front, weights unused; empty: see pareto_measures
  Population population;
  /// The loads at which rankings and the Pareto front take latencies, each once.
  std::vector<OfferedLoad> ranked_loads() const;
};

// The catalogue of measures, which stands on a higher floor, answers these two.
/// Whether rankings or the Pareto front use a measure under load.
bool ranks_under_load(const RankingAsked& asked);
/// Whether the study ranks by latency without load and nothing else.
bool ranks_by_latency_alone(const RankingAsked& asked);

/// All that holds for every candidate by itself: what a plane of a candidate has too.
struct StudySettings : LatencyAsked, LoadAsked, RankingAsked {
  std::string title;
  std::string file;
  std::string spec_sha256;
  Technology technology;
  Limits limits;
  std::vector<LinkFaults> fail;  ///< choices of failing links, each measured apart; empty: faults are not measured
  std::uint64_t seed = 1;
  bool some_board = false;    ///< a candidate has a `board`, so that all records say what boards need
  bool some_machine = false;  ///< a candidate has a `machine`, so that all records say what it costs
  std::vector<Diagnostic> warnings;

  /// Whether times are in tau: in the unit technology, unless cables of a machine have metres.
  bool counts_tau() const { return technology.unit && !some_machine; }
  bool asks_loads() const;
  /// Whether all records say what routes need: the spec asks for loads or limits virtual channels. Without that,
  /// records of candidates whose paths are in tables do.
  bool asks_routes() const;
  /// Whether the user says anything about traffic besides messages to oneself.
  bool asks_of_load() const { return traffic || asks_loads() || !contention.empty(); }
  /// Whether some load is that at the rates of the traffic itself (`load: as_given`).
  bool asks_given_load() const;
};

/// A whole comparison, as read from a spec.
struct Study : StudySettings {
  Hold hold;
  std::optional<GuestChoice> guest;
  std::optional<CrossoverChoice> crossover;
  std::optional<SearchChoice> search;
  std::vector<Design> designs;
  std::vector<Expectation> expectations;
  // Defined in the source file, so that they are compiled only once.
  Study();
  explicit Study(const StudySettings& settings);  ///< with these settings and nothing else
  Study(const Study&);
  Study(Study&&) noexcept;
  Study& operator=(const Study&);
  Study& operator=(Study&&) noexcept;
  ~Study();
};

/// What a design is asked: its own settings, else the study's.
inline const Study& study_of(const Study& study, const Design& design) { return design.asked ? *design.asked : study; }
/// What the delay model at this index is called: one name where all designs ask the study's, else each that some ask.
std::vector<std::string> delay_labels(const Study& study, std::size_t delay);
/// Sets the seed of the study and of what its designs are asked themselves.
void set_seed(Study& study, std::uint64_t seed);

/// The technology of a design: its own, else the study's.
inline const Technology& technology_of(const StudySettings& study, const Design& design) {
  return design.technology ? *design.technology : study.technology;
}

}  // namespace cutline
