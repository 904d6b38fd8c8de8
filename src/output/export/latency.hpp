// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cutline/output/export/exports.hpp"

/// The latency without load that the simulator of an export should show, in the simulator's terms and on its routes.
namespace cutline::exporting {

/// Cycles of a BookSim router besides routing_delay, as set in the exported configuration: two allocations and the
/// switch. The simulator stops if an allocation takes more than one cycle.
inline constexpr std::uint64_t kBooksimAllocation = 2, kBooksimSwitch = 1;

/// Cycles of every router of a BookSim network. All routers have the same delay, at least that of these stages.
std::uint64_t booksim_router_cycles(const ExportNetwork& network);

/// The routes of BookSim's anynet between all pairs of terminals, under uniform traffic in which a terminal also sends
/// to itself.
struct AnynetRoutes {
  double mean_hops = 0;     ///< links of a route
  double mean_cycles = 0;   ///< of all links of a route
  double busiest_load = 0;  ///< flits over the busiest channel if every terminal sends one flit
};
/// The routes of anynet: Dijkstra's search from every router over the cycles of links. Of routers at equal distance the
/// lowest number is settled first; of equal ways the first one found is kept. Every router on a route looks up its own
/// next channel. Channels must be sorted by their ends, one for each pair of ends. Absent above kMostSearches.
/// Cost: O(routers x channels x log routers), and memory for one number per pair of routers.
/// Source: [BookSim 2, src/networks/anynet.cpp]; the law without load: derived, and compared with runs of it.
std::optional<AnynetRoutes> anynet_routes(const ExportNetwork& network, const std::vector<ExportChannel>& channels);

/// The mean over all pairs of the sum of a quantity along the cheapest route of a pair. The simulator may take any of
/// several equally cheap routes, so this gives the least and the greatest value.
struct RouteSums {
  double least = 0, most = 0;
};
/// `steps` holds the quantity of each channel; channels must be sorted by their ends. The weight of a pair is the
/// product of its nodes' `weights`; with `self`, a node and itself also form a pair. Absent above kMostSearches, and if
/// a channel has cost 0.
std::optional<RouteSums> cheapest_sums(const ExportNetwork& network, const std::vector<ExportChannel>& channels,
                                       const std::vector<double>& steps, const std::vector<double>& weights, bool self);

/// The largest product of routers and channels for which routes are searched.
inline constexpr std::uint64_t kMostSearches = 50'000'000;

/// The lines on latency for the header of an export, and the numbers in them. Empty if the target simulates no
/// messages.
ExpectedLatency expected_latency(const Export& target, const ExportNetwork& network);

}  // namespace cutline::exporting
