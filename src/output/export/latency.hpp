// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cutline/output/export/exports.hpp"

/// The latency without load that the simulator of an export should show, in the simulator's terms and on its routes.
namespace cutline::exporting {

/// Cycles of a BookSim router besides routing_delay, as the export's configuration sets them: two allocations and the
/// switch. The simulator stops if one allocation takes more than a cycle.
inline constexpr std::uint64_t kBooksimAllocation = 2, kBooksimSwitch = 1;

/// Cycles of every router of a BookSim network. All routers have one delay, and at least that of those stages.
std::uint64_t booksim_router_cycles(const ExportNetwork& network);

/// The routes between all pairs of terminals that BookSim's anynet takes, under uniform traffic with messages to
/// oneself.
struct AnynetRoutes {
  double mean_hops = 0;     ///< links of a route
  double mean_cycles = 0;   ///< of its links together
  double busiest_load = 0;  ///< flits over the busiest channel per flit that every terminal sends
};
/// The routes of anynet: a search from every router by Dijkstra's rule over cycles of links. Of routers at equal
/// distance the lowest number goes first, and of equal ways the first one found stays. Every router on a route looks up
/// its own next channel. Channels must be sorted by their ends, one for each pair of ends. Absent past kMostSearches.
/// Cost: O(routers x channels x log routers) and memory for a number a pair of routers.
/// Source: [BookSim 2, src/networks/anynet.cpp]; the law without load: derived, and compared with runs of it.
std::optional<AnynetRoutes> anynet_routes(const ExportNetwork& network, const std::vector<ExportChannel>& channels);

/// The sum of a quantity along the cheapest route of a pair, the mean over all pairs. The simulator may take any of
/// equally cheap routes, so this gives the least and the greatest value.
struct RouteSums {
  double least = 0, most = 0;
};
/// `steps` has the quantity of each channel; channels must be sorted by their ends. A pair counts with the product of
/// its nodes' `weights`, a node with itself too if `self`. Absent past kMostSearches, and where a channel has cost 0.
std::optional<RouteSums> cheapest_sums(const ExportNetwork& network, const std::vector<ExportChannel>& channels,
                                       const std::vector<double>& steps, const std::vector<double>& weights, bool self);

/// Routers times channels up to which routes are searched.
inline constexpr std::uint64_t kMostSearches = 50'000'000;

/// What the header of an export says of the latency, and its numbers. Nothing where the target simulates no messages.
ExpectedLatency expected_latency(const Export& target, const ExportNetwork& network);

}  // namespace cutline::exporting
