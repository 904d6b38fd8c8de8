// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include <cmath>

#include "cutline/output/words/words.hpp"
#include "cutline/study/laid_out.hpp"
#include "output/text/number.hpp"
#include "output/words/phrases.hpp"
#include "topology/ideal_network.hpp"

namespace cutline {

namespace {

constexpr words::KindRow<ConnectivityMethod> kConnectivity[] = {
    {ConnectivityMethod::path, "theorem: a path"},
    {ConnectivityMethod::ring, "theorem: a ring"},
    {ConnectivityMethod::transitive, "theorem: vertex-transitive [Mader 1971]"},
    {ConnectivityMethod::product, "theorem: a product [Xu 2006]"},
    {ConnectivityMethod::flows, "maximum flows"},
    {ConnectivityMethod::in_parts, "some node has no way to another"},
    {ConnectivityMethod::shared_links, "not computed: nodes share links"},
    {ConnectivityMethod::one_node, "not computed: one node is always connected"},
    {ConnectivityMethod::too_large, "not computed: more than 2^22 links or sites"},
    {ConnectivityMethod::past_effort, "not computed: maximum flows take more than {} link visits"}};
static_assert(words::tells_all(kConnectivity, ConnectivityMethod::past_effort));

constexpr words::KindRow<PathsMethod> kPaths[] = {
    {PathsMethod::from_one_node, "one search"},
    {PathsMethod::all_pairs, "all pairs"},
    {PathsMethod::product, "product"},
    {PathsMethod::one_node, "not computed: one node has no pair"},
    {PathsMethod::too_large, "not computed: more than 2^22 links or sites"},
    {PathsMethod::past_effort, "not computed: they take more than {} link visits"},
    {PathsMethod::overflow, "not computed: more than a number can hold"}};
static_assert(words::tells_all(kPaths, PathsMethod::overflow));

/// Gathers the notes of one record, each once.
class RecordNotes {
 public:
  void add(const std::string& note) {
    if (std::find(notes_.begin(), notes_.end(), note) == notes_.end()) notes_.push_back(note);
  }
  void add_if(bool holds, const char* note) {
    if (holds) add(note);
  }
  /// Adds a note if a count passes 64 bits, so that the record holds it as a real number.
  void add_if_big(Int128 value, const std::string& key) {
    if (value > Int128{std::numeric_limits<std::uint64_t>::max()})
      add(fmt::format("{} passes 64 bits: the nearest real number is given", key));
  }
  std::vector<std::string> all() && { return std::move(notes_); }

 private:
  std::vector<std::string> notes_;
};

/// Adds the reasons why whole groups of keys are null.
void note_groups(const UnderDelay& a, RecordNotes& notes) {
  const Candidate& candidate = a.candidate;
  if (candidate.design->ideal) {
    notes.add("ideal: evaluated by closed forms alone; every key that only a layout can give is null");
  } else if (!candidate.can_be_built()) {
    notes.add("cannot be built: every key that needs a channel of at least one bit is null");
  } else if (a.study.technology.unit) {
    notes.add(fmt::format(
        "technology unit: lengths have no metres, so every _mm key is null, and every area and energy that the spec "
        "does not give{}",
        a.study.counts_tau() ? "; times are in tau, called ns" : ""));
  }
  const bool one_plane = candidate.network() && candidate.placement()->grid()[Axis::z] == 1;
  notes.add_if(candidate.laid_out() && one_plane,
               "one plane: every key of the z axis, of pillars and of depth is null");
}

void note_graph(const Candidate& candidate, RecordNotes& notes) {
  notes.add_if(candidate.ideal(),
               "bisection_links of an ideal candidate is the family's formula, not a bound proved for this radix");
  if (candidate.ideal() || !candidate.graph()) return;
  const GraphMeasures& graph = *candidate.graph();
  const double nodes = candidate.facts.nodes;
  if (!graph.distances && graph.parts.pairs_without_way &&
      static_cast<double>(*graph.parts.pairs_without_way) == nodes * (nodes - 1)) {
    notes.add("diameter and mean distance are null: no node has a way to another");
  } else if (!graph.distances)
    notes.add(fmt::format("diameter and mean distance are null where they pass the effort: {}", graph.distance_method));
}

void note_faults(const Candidate& candidate, RecordNotes& notes) {
  if (const Resilience* found = candidate.resilience()) {
    if (!found->edge_connectivity.value())
      notes.add(fmt::format("edge_connectivity is null: {}", words::connectivity_method(*found)));
    if (!found->mean_shortest_paths.value())
      notes.add(fmt::format("mean_shortest_paths is null: {}", words::paths_method(*found)));
  }
  notes.add_if(candidate.facts.faults.empty(), "faults are empty: there is no graph to fail links of");
  for (const FaultMeasures& faults : candidate.facts.faults) {
    if (!faults.connected_fraction) {
      const std::string& part = faults.lost.part;
      notes.add(fmt::format("faults of {} are null: {}",
                            part.empty() ? text::counted(faults.failed_links, "link") : "a " + part, faults.method));
    } else if (!faults.any_connected()) {
      notes.add(fmt::format("distances and loads after {} failed links are null: no sample stays connected",
                            faults.failed_links));
    }
  }
}

void note_channel(const Candidate& candidate, RecordNotes& notes) {
  if (candidate.laid_out() || !candidate.ideal() || !candidate.channel.has_width()) return;
  const double wires = candidate.ideal()->channels_per_link * candidate.channel.wires;
  notes.add_if(wires != std::floor(wires), "an ideal channel may have a fraction of a wire");
}

void note_layout(const UnderDelay& a, RecordNotes& notes) {
  const LaidOut* laid = a.candidate.laid_out();
  if (laid == nullptr) return;
  const Measures& measures = laid->measures;
  const std::size_t axes = a.candidate.placement()->grid()[Axis::z] > 1 ? 3 : 2;
  notes.add_if(std::any_of(measures.density.begin(), measures.density.begin() + static_cast<std::ptrdiff_t>(axes),
                           [](const Density& density) { return density.profile_sha256.empty(); }),
               "profile_sha256 is null past 2^24 cuts");
  notes.add_if_big(measures.size.area_pitches2, "layout.area_pitches2");
  notes.add_if_big(measures.size.planes.volume_pitches3, "layout.volume_pitches3");
  const Int128 halves = measures.length.total_span_halves;
  notes.add_if_big(halves % 2 == 0 ? halves / 2 : 0, "length.total_span");
  notes.add_if_big(measures.length.total_pitches, "length.total_pitches");
  for (const LevelMeasures& level : laid->packages.levels) {
    notes.add_if_big(level.pins_total, "pins_total of " + level.name);
    notes.add_if_big(level.inside.total_pitches, "total_pitches of " + level.name);
  }
}

void note_express(const Candidate& candidate, RecordNotes& notes) {
  if (candidate.facts.express.empty()) return;
  notes.add(
      "errata of Dally 1991: eq. 6 prints level shares 2 i^j / k, the worked example uses 2 i^(j+1) / k, and counting "
      "gives 2 i^j (i - 1) / k with 2 i / k for the local level and 1 - 2 i^l / k, not eq. 7, for the highest; `share` "
      "and `allocation` use the counted ones");
  notes.add("hops by the express rule: eq. 4 is printed with the wrong sign of 1 / (2 i), H_a of sec. III-C lacks l");
  for (const ExpressDimension& dimension : candidate.facts.express)
    notes.add_if(dimension.counted.empty(), "express shares are null: counting them takes more pairs than the effort");
}

void note_performance(const UnderDelay& a, RecordNotes& notes) {
  const TrafficResult& traffic = a.candidate.traffic;
  notes.add_if(!traffic.mean_hops() && !traffic.why_no_hops(),
               "mean_hops and latency are null: the distances pass the effort");
  const bool built = a.candidate.can_be_built();
  notes.add_if(built && !traffic.saturation.known(),
               "the saturation bound is null: neither loads of channels nor a bound by a cut is known");
  if (a.timing == nullptr) return;
  notes.add_if(built && a.timing->spread.by_distance.empty(),
               "latency by distance is null: it is known of layouts, as far as --effort reaches");
  if (a.timing->spread.by_distance.size() > LatencySpread::kMostListed)
    notes.add(fmt::format("latency_by_distance is null: more than {} distances; latency_quantiles_ns sums them up",
                          LatencySpread::kMostListed));
}

void note_emulation(const UnderDelay& a, RecordNotes& notes) {
  const auto& all = a.candidate.emulations;
  if (a.delay >= all.size() || !all[a.delay]) return;
  for (const Note& note : all[a.delay]->notes()) notes.add(note_text(note));
  notes.add(
      "emulation: hosts fill one wafer, widths in wires, lengths in node pitches; printed_ as the tables of Ranade "
      "1987 print, bound_ by the paper's bound on tracks, exact_ by the routed layout's tracks and true lengths");
}

void note_curve(const UnderDelay& a, RecordNotes& notes) {
  if (!a.study.curve || a.timing == nullptr || a.timing->curve.empty()) return;
  notes.add(
      "the curve is of one dimension far from the array's ends, interchanges taking no room; distance latency is node "
      "and wire, without the message");
  if (a.candidate.facts.routing != Routing::express) return;
  notes.add_if(!a.study.curve->source, "hops by level are of one source: give the curve a `source`");
  notes.add(
      "hops half way: EC-eq4 corrected, and with its sign as printed, for a source half way between two interchanges "
      "of a level; past the destination: EC-Dlocal, the printed D_local of sec. III-D, which the rule forbids");
  notes.add(
      "phases are hops up to the highest level, along it and down, walked; by the formula EC-Ha, whose printed ascent "
      "lacks l, or of one source EC-gen, digit by digit with interchanges in the places of nodes, whose printed ascent "
      "ignores carries");
}

}  // namespace

std::string words::connectivity_method(const Resilience& found) {
  return fmt::format(fmt::runtime(row_of(kConnectivity, found.edge_connectivity.method()).words), found.effort);
}

std::string words::paths_method(const Resilience& found) {
  return fmt::format(fmt::runtime(row_of(kPaths, found.mean_shortest_paths.method()).words), found.effort);
}

std::vector<std::string> record_notes(const UnderDelay& a) {
  const Candidate& candidate = a.candidate;
  RecordNotes notes;
  for (const Note& note : candidate.notes) notes.add(note_text(note));
  note_groups(a, notes);
  note_graph(candidate, notes);
  if (!a.study.fail.empty()) note_faults(candidate, notes);
  note_channel(candidate, notes);
  note_layout(a, notes);
  note_express(candidate, notes);
  note_performance(a, notes);
  note_emulation(a, notes);
  note_curve(a, notes);
  if (a.ranking == nullptr) {
    notes.add("rank is null: nothing was ranked");
  } else {
    notes.add_if(!a.ranking->rank.at(a.number), "rank is null: the candidate stands below the ranking");
  }
  return std::move(notes).all();
}

}  // namespace cutline
