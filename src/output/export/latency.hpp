// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cutline/output/export/exports.hpp"

/// The latency without load that the simulator of an export should show, in its own terms and on its own routes.
namespace cutline {

/// Cycles of a BookSim router beside routing_delay, as the export's configuration sets them: allocation twice, and the
/// switch. More than one cycle of allocation stops the simulator.
inline constexpr std::uint64_t kBooksimAllocation = 2, kBooksimSwitch = 1;

/// Cycles of every router of a BookSim network: it has one delay for all, and no less than those stages take.
std::uint64_t booksim_router_cycles(const ExportNetwork& network);

/// The routes between all pairs of terminals that BookSim's anynet takes, under uniform traffic with messages to
/// oneself.
struct AnynetRoutes {
  double mean_hops = 0;     ///< links of a route
  double mean_cycles = 0;   ///< of its links together
  double busiest_load = 0;  ///< flits over the busiest channel per flit that every terminal sends
};
/// anynet searches from every router by Dijkstra's rule over cycles of links: of routers equally near the lowest number
/// goes first, and of equal ways the first one found stays. Every router on a route looks up its own way on. Channels
/// are sorted by their ends, one for two ends. Nothing past kMostSearches. Cost: O(routers x channels x log routers)
/// and memory for a number a pair of routers. Source: [BookSim 2, src/networks/anynet.cpp]; the law without load:
/// derived, and held against runs of it.
std::optional<AnynetRoutes> anynet_routes(const ExportNetwork& network, const std::vector<ExportChannel>& channels);

/// The sum of a quantity along the cheapest routes between all pairs, the mean over pairs. Which of equally cheap
/// routes is taken is not said: the least and the most that they give.
struct RouteSums {
  double least = 0, most = 0;
};
/// `steps` are of the channels, which are sorted by their ends; pairs count with the product of their nodes' `weights`,
/// those of a node with itself too if `self`. Nothing past kMostSearches, or where a channel costs nothing.
std::optional<RouteSums> cheapest_sums(const ExportNetwork& network, const std::vector<ExportChannel>& channels,
                                       const std::vector<double>& steps, const std::vector<double>& weights, bool self);

/// Routers times channels up to which routes are searched.
inline constexpr std::uint64_t kMostSearches = 50'000'000;

/// Lines of a header. None where the target simulates no messages.
std::vector<std::string> expected_latency(const Export& target, const ExportNetwork& network);

}  // namespace cutline
