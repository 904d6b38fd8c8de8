// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cutline/delay/layered_delay.hpp"
#include "cutline/measure/link_geometry.hpp"
#include "cutline/study/candidate.hpp"

namespace cutline {

/// What the wires of a candidate cost under one delay model: the slowest of all, and a mean route's together. It does
/// not depend on the channel's width beyond the layout's.
struct WireCosts {
  Time slowest_link;  ///< with the fixed delay of the modules that it crosses
  std::optional<SlowestWire> slowest;
  std::string warning;  ///< as Timing::warning
  Time route_wire;      ///< where every link takes its own delay
  std::optional<double>
      route_cycles;  ///< whole cycles of a fixed clock, each link's own, where modules make them differ
  std::optional<double> route_wire_pj;  ///< of a bit
  bool route_known = true;              ///< false: a mean route passes the effort
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

/// Measures a candidate with a layout, or takes the closed forms of an ideal one. Every link is timed on the layers it
/// was dealt to; routes are walked only where something asks for them.
/// Cost: O(parts of the distinct patterns + bent links) for the slowest, as for_each_routed_link for the routes.
/// Every wire's delay is multiplied by `wire_delay`.
RouteCosts route_costs(const Study& study, const Candidate& candidate, const Effort& effort, double wire_delay = 1);

/// What one link costs, on the layers that it was dealt to and with the modules that it crosses.
struct LinkCost {
  Time delay;
  std::optional<double> energy_pj_per_bit;  ///< of its wires; absent where the technology does not tell it
};
/// Of each of some links of a candidate with a layout.
std::vector<LinkCost> link_costs(const Study& study, const Candidate& candidate, const ChosenDelay& delay,
                                 const std::vector<LinkGeometry>& links);

/// The longest wire of each of some links as a circuit, on the layers that it was dealt to; absent where the link
/// leaves its module, over media that are no circuits. Throws as wire_circuit.
std::vector<std::optional<LayeredCircuit>> link_circuits(const Study& study, const Candidate& candidate,
                                                         const ChosenDelay& delay,
                                                         const std::vector<LinkGeometry>& links);

}  // namespace cutline
