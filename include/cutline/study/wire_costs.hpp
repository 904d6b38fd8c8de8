// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <variant>
#include <vector>

#include "cutline/base/function_ref.hpp"
#include "cutline/delay/delay_model.hpp"
#include "cutline/study/candidate.hpp"
#include "cutline/study/link_table.hpp"

namespace cutline {

struct RoutedLink;

/// The walk of the routes passes the effort, or the traffic cannot run.
struct PastEffort {};

/// The links that a mean message of a candidate uses. They are found once for all delay models and corners. The object
/// keeps references to its arguments.
class MeanRoute {
 public:
  /// Tabulates the links if their costs are needed one by one: always outside the unit technology, and within it if the
  /// clock rule, packages or interchanges need them.
  MeanRoute(const Study& study, const RoutedCandidate& candidate, const Effort& effort);

  /// Null for ideal candidates, and if nothing needs the links one by one.
  const LinkTable* table() const { return table_ ? &*table_ : nullptr; }
  /// By kind of link: how many times a mean message uses links of the kind. Null past the effort, and if the traffic
  /// cannot run. The first call walks the routes.
  const std::vector<double>* times();
  const Effort& effort() const { return effort_; }
  /// Mean hops of a message that end at an interchange; absent past the effort.
  std::optional<double> interchanges();

 private:
  void walk();
  bool walk_table(FunctionRef<void(const RoutedLink&)> add) const;

  const Study& study_;
  const RoutedCandidate& candidate_;
  const Effort& effort_;
  std::optional<LinkTable> table_;
  struct NotWalked {};
  std::variant<NotWalked, PastEffort, std::vector<double>> times_;
  double interchange_ends_ = 0;
};

/// Every link takes the time of the slowest link.
struct AsTheSlowest {};
/// Cycles of a fixed clock on the links of a mean route, if wires are pipelined and links take different numbers of
/// cycles.
struct OwnCycles {
  double cycles = 0;
};

/// The clock that all planes of a candidate keep: that of the joint network, and its longest wire.
struct SharedClock {
  Time longest_wire;
  ChannelClock clock;
};

/// What the wires of a candidate cost under one delay model: the slowest wire, and the sum over a mean route. The
/// channel's width matters only through the layout.
struct WireCosts {
  Time slowest_link;  ///< delay of the slowest link, with the fixed delay of the modules that it crosses
  std::optional<SharedClock> shared_clock;  ///< of a plane; absent: the network has a clock of its own
  SlowestWire slowest;                      ///< for layouts under models that count metres
  std::vector<Note> outside_range;
  GivenDifference given;      ///< as in WireTiming
  std::vector<Time> of_kind;  ///< delay of each kind of link of the table; empty if there is no table
  /// The time on the links of a mean route, if every link takes its own delay or its own cycles.
  std::variant<AsTheSlowest, PastEffort, Time, OwnCycles> route;
  std::optional<double> route_pj;  ///< energy of a bit over a mean route
};

/// The costs of a candidate's mean route under every delay model of the study.
struct RouteCosts {
  std::vector<WireCosts> of_delay;
  std::optional<double> mean_interchanges;
  std::optional<double> edge_pj;  ///< energy of a bit at edges of modules; absent without packages, or if unknown
};

/// The longest span and the longest routed length of a candidate that can be built; they may belong to two links. An
/// ideal candidate has the span alone.
WireLength longest_wire(const BuiltCandidate& candidate);

/// Whether every link takes its own number of whole cycles: the clock is fixed and wires are pipelined.
bool takes_own_cycles(const Study& study);

/// Times every link of a layout on its assigned layers, or takes the closed forms of an ideal candidate. Every wire's
/// delay is multiplied by `wire_delay`. Routes are walked only if something needs them.
/// Cost: O(kinds of links) a delay model, and the walk of the routes once.
RouteCosts route_costs(const Study& study, const RoutedCandidate& candidate, MeanRoute& route, double wire_delay = 1);

}  // namespace cutline
