// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <variant>
#include <vector>

#include "cutline/base/function_ref.hpp"
#include "cutline/study/candidate.hpp"
#include "evaluate/link_table.hpp"

namespace cutline {

struct RoutedLink;

/// The walk of the routes passes the effort, or the traffic cannot run.
struct PastEffort {};
/// Every link takes the time of the slowest link.
struct AsTheSlowest {};
/// Cycles of a fixed clock on the links of a mean route, if wires are pipelined and links take different numbers of
/// cycles.
struct OwnCycles {
  double cycles = 0;
};

/// What the wires of a candidate cost under one delay model: what they take, without a clock, and the sums over a mean
/// route. The channel's width matters only through the layout.
struct WireCosts : WireTiming {
  std::vector<Time> of_kind;  ///< delay of each kind of link of the table; empty if there is no table
  /// The time on the links of a mean route, if every link takes its own delay or its own cycles.
  std::variant<AsTheSlowest, PastEffort, Time, OwnCycles> route;
  std::optional<double> route_pj;  ///< energy of a bit over a mean route
};

/// The links that a mean message of a candidate uses, and what they cost. They are found once for all delay models and
/// corners, and the routes are walked only if something needs them. The object keeps references to its arguments.
class MeanRoute {
 public:
  /// Tabulates the links if their costs are needed one by one: always outside the unit technology, and within it if the
  /// clock rule, packages or interchanges need them.
  MeanRoute(const Study& study, const RoutedCandidate& candidate, const Effort& effort);

  /// Null for ideal candidates, and if nothing needs the links one by one.
  const LinkTable* table() const { return table_ ? &*table_ : nullptr; }
  /// Times every link of a layout on its assigned layers, or takes the closed forms of an ideal candidate; one entry a
  /// delay model of the study. Every wire's delay is multiplied by `wire_delay`. Cost: O(kinds of links) a delay model,
  /// and the walk of the routes once.
  std::vector<WireCosts> costs(double wire_delay);
  /// Mean hops of a message that end at an interchange; absent past the effort.
  std::optional<double> interchanges();
  /// Energy of a bit at edges of modules; absent without packages, or if unknown.
  std::optional<double> edge_pj();

 private:
  const std::vector<double>* times();
  void walk();
  bool walk_table(FunctionRef<void(const RoutedLink&)> add) const;
  std::optional<double> sum(FunctionRef<std::optional<double>(std::size_t kind)> cost);
  void add_links(const ChosenDelay& delay, bool compare_given, WireCosts& costs);
  void add_route(WireCosts& costs);

  const Study& study_;
  const RoutedCandidate& candidate_;
  const Effort& effort_;
  std::optional<LinkTable> table_;
  struct NotWalked {};
  /// By kind of link: how many times a mean message uses links of the kind.
  std::variant<NotWalked, PastEffort, std::vector<double>> times_;
  double interchange_ends_ = 0;
};

}  // namespace cutline
