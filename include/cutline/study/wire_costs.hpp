// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cutline/study/candidate.hpp"
#include "cutline/study/link_table.hpp"

namespace cutline {

/// The links of a candidate as its messages use them: found once, for all delay models and corners. Refers to its
/// arguments.
class MeanRoute {
 public:
  /// Finds the links where something asks for them one by one: outside the unit technology all, there what the clock
  /// rule or packages need.
  MeanRoute(const Study& study, const Candidate& candidate, const Effort& effort);

  /// Null for ideal candidates, and where nothing asks for the links.
  const LinkTable* table() const { return table_ ? &*table_ : nullptr; }
  /// How many times a mean message uses the links of each kind; null past the effort, and where the traffic cannot run.
  /// Walks the routes at the first asking.
  const std::vector<double>* times();
  /// Of the hops of a mean message, those that end at an interchange; absent past the effort.
  std::optional<double> interchanges();

 private:
  void walk();

  const Study& study_;
  const Candidate& candidate_;
  const Effort& effort_;
  std::optional<LinkTable> table_;
  bool walked_ = false;
  std::optional<std::vector<double>> times_;
  double interchange_ends_ = 0;
};

/// What the wires of a candidate cost under one delay model: the slowest of all, and a mean route's together. It does
/// not depend on the channel's width beyond the layout's.
struct WireCosts {
  Time slowest_link;  ///< with the fixed delay of the modules that it crosses
  std::optional<SlowestWire> slowest;
  std::vector<Note> outside_range;
  std::vector<Time> of_kind;       ///< of each kind of link of the table; empty where there is none
  std::optional<Time> route_wire;  ///< where every link takes its own delay; absent past the effort
  /// Whole cycles of a fixed clock over a mean route, where wires are pipelined and links differ in them.
  std::optional<double> route_cycles;
  bool cycles_differ = false;           ///< they do; without route_cycles they pass the effort
  std::optional<double> route_wire_pj;  ///< of a bit
};

/// Of the routes of a candidate, the costs under every delay model of the study.
struct RouteCosts {
  std::vector<WireCosts> of_delay;
  std::optional<double> mean_interchanges;
  std::optional<double> edge_pj;  ///< of a bit at the edges of modules; absent where nothing is packaged, or not known
};

/// The longest wire of a candidate that can be built: its longest span and its longest routed length, which two links
/// may have; of an ideal one the span alone.
WireLength longest_wire(const Candidate& candidate);

/// Every link takes whole cycles of its own: the clock is fixed and wires are pipelined.
bool takes_own_cycles(const Study& study);

/// Measures a candidate with a layout, or takes the closed forms of an ideal one. Every link is timed on the layers it
/// was dealt to; routes are walked only where something asks for them.
/// Cost: O(kinds of links) a delay model, and the walk of the routes once.
/// Every wire's delay is multiplied by `wire_delay`.
RouteCosts route_costs(const Study& study, const Candidate& candidate, MeanRoute& route, double wire_delay = 1);

}  // namespace cutline
