// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cutline/measure/measures.hpp"
#include "cutline/performance/latency.hpp"
#include "cutline/study/study.hpp"
#include "cutline/topology/family.hpp"
#include "cutline/topology/graph_measures.hpp"

namespace cutline {

/// How far a study may go before it refuses or leaves a measure out.
struct Effort {
  std::uint64_t link_visits = 2'000'000'000;
  std::uint64_t memory_bytes = std::uint64_t{8} << 30;
};

/// A design placed and wired; what does not depend on the channel width.
struct PlacedNetwork {
  Topology topology;
  Placement placement;
  Wiring wiring;
};

/// Builds, places and wires a design. Input errors carry the design's place in the spec.
PlacedNetwork place_design(const Design& design);

/// The result of a latency model for one candidate and one delay model.
struct Timing {
  std::string delay_label;
  Time longest_wire;
  Latency latency;
};

struct OverLimit {
  std::string limit;
  double needed = 0;
  double allowed = 0;
};

/// What follows from a design: everything the record reports, before ranking.
struct Candidate {
  const Design* design = nullptr;
  // The network:
  double nodes = 0;                    ///< whole for layouts
  double terminals = 0;
  double links = 0;
  bool bidirectional = true;
  std::uint32_t digits = 0;
  std::optional<GraphMeasures> graph;  ///< absent for ideal candidates
  std::optional<IdealNetwork> ideal;   ///< absent for layouts
  double mean_hops = 0;
  bool has_mean_hops = true;
  // The channel:
  std::optional<double> width_bits;    ///< absent: cannot be built
  double width_before_rounding = 0;
  std::optional<double> held_budget;
  std::optional<double> held_used;     ///< of the resource that is held
  // The layout; absent for ideal candidates and for what cannot be built:
  std::optional<PlacedNetwork> network;
  std::optional<Layout> layout;
  std::optional<Measures> measures;
  // One entry a delay model of the study:
  std::vector<Timing> timings;
  std::vector<Timing> unrounded;       ///< the same with the width before rounding, where it differs
  std::vector<OverLimit> infeasible;
  std::vector<std::string> sources;
  std::vector<std::string> notes;
  bool can_be_built() const { return width_bits.has_value(); }
};

/// Evaluates every design of the study, on all threads, in the order of the spec. With `keep_layouts` false, patterns are
/// freed once measured.
std::vector<Candidate> evaluate(const Study& study, const Effort& effort, bool keep_layouts);

}  // namespace cutline
