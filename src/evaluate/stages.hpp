// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cutline/study/laid_out.hpp"
#include "evaluate/network.hpp"
#include "evaluate/under_load.hpp"
#include "study/planes.hpp"

// The stages from a design to a candidate: network, placement, graph, wiring (network.hpp), then channel and layout,
// traffic, router costs and latencies without load, latencies under load, notes.
//
// Guaranteed: what the study as a whole asks is found once (Evaluation), so that a candidate does not depend on which
// others are evaluated with it; no study is copied, and links are tabulated once for all delay models and corners. Not
// guaranteed: an order of evaluation; designs of a block are evaluated on all threads.
//
//     const Evaluation evaluation{study, effort};
//     PlacedOrIdeal placed = place_network(study, design, build_network(design), nullptr);
//     PlacedDesign& network = std::get<PlacedDesign>(placed);
//     GraphMeasures graph = measure_graph(study.hold, design, network.network->topology, effort);
//     Wiring wiring = wire_network(design, network);
//     Candidate candidate = finish(evaluation, design, WiredDesign{network, std::move(graph), std::move(wiring)});
//
// Tried: evaluating one design after the other, each from its network to its notes. Then mistakes in later designs are
// found after the long searches of earlier ones, and equal networks are placed and measured again.

namespace cutline {

/// What a layout with its measures follows from where nothing is packaged and no board keeps its columns.
struct LayoutQuestion {
  SharedConst<PlacedNetwork> network;
  LayoutRules rules;
  ChannelWires channel;
  bool operator==(const LayoutQuestion&) const = default;
};

/// What the ways of messages between all nodes follow from under uniform traffic.
struct PairsQuestion {
  SharedConst<LaidOut> laid_out;
  Routing routing = Routing::minimal;
  std::vector<double> of_kind;  ///< delays by kind of link; empty: hops tell them
  double of_interchange = 0;    ///< what one takes longer than a router
  bool operator==(const PairsQuestion&) const = default;
};

/// What the uses of links follow from under uniform traffic.
struct UsesQuestion {
  SharedConst<LaidOut> laid_out;
  Routing routing = Routing::minimal;
  double factor = 1;  ///< on what a mean message costs
  bool operator==(const UsesQuestion&) const = default;
};

/// What the layers of a technology follow from under a delay model of any scale; the technology outlives the question.
struct LayersQuestion {
  const Technology* technology = nullptr;
  const DelayModel* model = nullptr;
  Parameters parameters;
  bool operator==(const LayersQuestion&) const = default;
};

/// Stages that designs of a sweep have in common although other keys tell them apart: designs that differ in messages,
/// delays or routers have one layout, and those of one technology the same layers under a delay model. Of the layouts
/// small ones are kept, up to kMostSharedBytes each. All studies of a sweep share them, under one effort.
struct SharedStages {
  Memo<LayoutQuestion, SharedConst<LaidOut>> layouts{64};
  Memo<SharedConst<LaidOut>, SharedConst<LinkKinds>> kinds{64};
  Memo<UsesQuestion, SharedConst<RouteUses>> uses{64};  ///< null: past the effort
  /// The messages between all nodes by delay; null: past the effort. A network without symmetry has up to 3 MB of them.
  Memo<PairsQuestion, SharedConst<std::vector<WayCount>>> pairs{16};
  Memo<LayersQuestion, LayeredDelay> layers{64};
};

/// Whether designs of a sweep may share the candidate's layout: it is small, and links have the same kinds for all.
bool shares_layout(const BuiltCandidate& candidate);

/// As evaluate_blocks(), but of these designs, in place of the study's own.
void evaluate_designs(const Study& study, const std::vector<Design>& designs, const Effort& effort, Layouts layouts,
                      CandidateSink sink);

/// As evaluate_blocks(), but each candidate goes to `each` as well, on the thread that finished it and with its layout:
/// what is made of it there, and freed there, costs least. The sink gets what `each` has left.
void evaluate_each(const Study& study, const Effort& effort, FunctionRef<void(std::size_t design, Candidate&)> each,
                   CandidateSink sink);

/// What all designs of a study are evaluated under. It is found once for all of them, so that a part of a sweep cannot
/// answer otherwise.
struct Evaluation {
  const Study& study;
  const Effort& effort;
  std::optional<double> budget = {};  ///< of the held resource; absent: nothing is held
  SharedConst<Technology> technology = {study.technology};
  bool up_to_saturation = wants_up_to_saturation(study, effort);                  ///< as the function says
  std::shared_ptr<const SharedStages> shared = std::make_shared<SharedStages>();  ///< by designs alike
};
/// A candidate that is left out, with the reason.
Candidate without_network(const Design& design, const std::string& why);
/// The candidate that follows from a design and its network.
Candidate finish(const Evaluation& evaluation, const Design& design, WiredOrIdeal network);
/// The latency of an ideal network under the first delay model of `asked`, whose other settings are the study's;
/// absent if the design cannot be built or has no latency. Errors as of finish().
std::optional<Time> ideal_latency(const Evaluation& evaluation, const LatencyAsked& asked, const Hold& hold,
                                  const Design& design, const IdealNetwork& network);

// The stages of a candidate that is evaluated in another order than finish() does: its planes are candidates too.

/// What is known of a network before its channel has a width. The joint network of planes has no routing of its own: it
/// counts as minimal.
NetworkFacts facts_of_network(const Evaluation& evaluation, const Design& design, const PlacedNetwork& network,
                              const GraphMeasures& graph, const machine::Installed* machine = nullptr);
/// The measures of a routed layout, with those of the design's packages.
SharedConst<LaidOut> measured_layout(const Design& design, SharedConst<PlacedNetwork> network, Layout layout);

/// What routers cost, latencies without load, and the kinds of links, if they were tabulated.
struct Unloaded {
  SiteCosts sites;
  LatencyResult latency;
  SharedConst<LinkKinds> kinds;
};
/// The costs and latencies of a candidate that can be built. The depth of buffers follows from the delays of links, so
/// links are timed first. `joint`: of a plane, what is known of the wires of all planes, whose clock it keeps.
/// `shared`: of the study whose delay models are asked; null: nothing is.
Unloaded without_load(const LatencyAsked& asked, const RoutedCandidate& candidate, const Effort& effort,
                      const LatencyResult* joint = nullptr, const SharedStages* shared = nullptr);
/// The candidate with its emulations, sources and notes, `noted` first. Limits are not checked.
Candidate finished(const Study& study, TimedCandidate timed_candidate, std::vector<Note> noted, const Effort& effort);

/// How many layouts of its size a candidate takes memory for: with planes each wire also stands in that of its plane.
inline double layouts_of(const Design& design) { return design.planes ? 2 : 1; }

struct JointNetwork;

/// The joint network of a design's planes. Errors stand at the plane's topology in the spec.
JointNetwork joint_network_of(const Design& design);

/// The candidate of a design with planes, from its joint network with a channel. Each plane is measured as a candidate
/// of its own, with its wires in the joint layout; then the figures of the whole follow from those of the planes.
Candidate finish_planes(const Evaluation& evaluation, BuiltCandidate joint);

/// The joint candidate with its hops, loads, costs and latencies, from those of its planes, which are its `planes` in
/// this order:
///
///   hops, latency      the mean over all messages: the sum over planes of message share x the plane's
///   energy             the mean over all bits: the sum of bit share x the plane's
///   loads, saturation  a terminal offers the bit share of its load to each plane; the whole is full where a plane is
///   routes             the most virtual channels of any plane; free of deadlock where all are
///   routers            at a node stands one for each plane: the sum of their areas and ports
///
/// A figure that a plane lacks is absent; its note is appended to `notes`. Source: derived: linearity of means.
TimedCandidate whole_of_planes(TimedCandidate joint, const std::vector<PlaneResult>& planes, std::vector<Note>& notes);

/// The candidate of a study with several applications: each is evaluated by itself, on the same wires.
Candidate finish_applications(const Evaluation& evaluation, BuiltCandidate built);

/// The candidate under all applications, from it under the first, `one`. Figures are means over time, as of planes by
/// their shares; loads and saturation are those of the application that is full first.
TimedCandidate whole_of_applications(TimedCandidate one, const std::vector<PlaneResult>& applications,
                                     std::vector<Note>& notes);

/// A plane or an application on its way to a result.
struct PartAtWork {
  PlaneResult result;
  SharedConst<LinkKinds> kinds = {};
  std::vector<Note> noted = {};
  double of_rates = 1;  ///< as of LoadOfPlane
};

/// Sets the part's candidate: its traffic and its latencies without load. `joint`: as of without_load().
void time_part(PartAtWork& part, BuiltCandidate built, const Effort& effort, const LatencyResult* joint);
/// All parts with their latencies under the loads of the whole.
std::vector<PlaneResult> loaded_parts(const Evaluation& evaluation, std::vector<PartAtWork> parts);
/// Adds the parts to the whole candidate, with their sources, and holds the whole against the limits.
void keep_parts(const Limits& limits, std::vector<PlaneResult> parts, Candidate& whole);

/// What is lost where each switch, each rack in use or each row of them fails: fail_parts() of the network, terminals,
/// and prices. `machine` null: nothing is computed. Cost: that of fail_parts().
FaultMeasures fail_machine_parts(const Design& design, const PlacedNetwork& placed, const machine::Installed* machine,
                                 FailingPart part, std::uint64_t effort);

/// Adds a note, unless the list already has it.
void add_once(std::vector<Note>& notes, Note note);

/// The candidate's sources, from the catalogues.
std::vector<std::string> sources_of(const Study& study, const TimedCandidate& candidate);

/// Notes on the layout: its boxes, tracks, pitches and packages, and what a floorplan of the user has no room for.
void note_of_layout(const TimedCandidate& candidate, std::vector<Note>& notes);

/// All notes of a candidate: those of each stage, in their order, and those that follow from several stages.
std::vector<Note> notes_of(const Study& study, const TimedCandidate& candidate, const Effort& effort,
                           std::vector<Note> noted);

/// Emulations, one for each delay model, with notes on those that are absent.
struct Emulations {
  std::vector<std::optional<Emulation>> of_delay;
  std::vector<Note> notes;
};

/// The emulations of a candidate that can be built and is one of the paper's hosts: a square mesh of 2^p x 2^p nodes, a
/// hypercube of 2p dimensions, or cube-connected cycles of 2^(2p) nodes. Delays depend on spans in node pitches; the
/// tables have constant, logarithmic (base 2) and linear ones. Source: [Ranade 1987, tables 1 to 4].
Emulations emulations(const GuestChoice& guest, const std::vector<ChosenDelay>& delays,
                      const TimedCandidate& candidate);

}  // namespace cutline
