// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "output/export/channels.hpp"

/// Means over the routes of messages: what laws of latency are made of.
namespace cutline::exporting {

/// Whether routes of so many routers and channels are searched.
bool is_searchable(const SortedChannels& channels);

/// The pairs of nodes that a mean is over. The weight of a pair is the product of its nodes' weights, of which `self`
/// leaves out a node and itself, or what the network's traffic sends.
class Pairs {
 public:
  Pairs(std::vector<double> of_nodes, bool self) : of_nodes_(std::move(of_nodes)), self_(self) {}
  explicit Pairs(const ExportTraffic& traffic);

  std::size_t nodes() const { return of_nodes_.size(); }
  bool sends(std::uint64_t node) const { return of_nodes_[node] > 0; }
  double weight(std::uint64_t from, std::uint64_t to) const {
    if (!rows_.empty()) return rows_[from][to];
    return from == to && !self_ ? 0 : of_nodes_[from] * of_nodes_[to];
  }

 private:
  std::vector<double> of_nodes_;
  bool self_ = true;
  std::vector<std::vector<double>> rows_;  ///< empty: products
};

/// What the traffic of the network's terminals sends.
Pairs terminals_of(const ExportNetwork& network);
/// Every pair of different hosts, of which each node with terminals has one.
Pairs hosts_of(const ExportNetwork& network);

constexpr double kEqual = 1e-9;  // costs in ns that differ by this or less count as equal

/// The mean over pairs of the sum of a quantity along the cheapest route of a pair. The simulator may take any of
/// several equally cheap routes, so this gives the least and the greatest value.
struct RouteSums {
  double least = 0, most = 0;
  bool differ() const { return most - least > kEqual * most; }
};

/// On the cheapest routes; `steps` holds the quantity of each channel. Absent where routes are not searched, and if a
/// channel has cost 0.
std::optional<RouteSums> cheapest_sums(const ExportNetwork& network, const SortedChannels& channels,
                                       const std::vector<double>& steps, const Pairs& pairs);
/// The channel of a hop. Of parallel channels only one was kept; it stands for all of them.
std::size_t channel_of(const SortedChannels& channels, std::uint64_t from, const ExportHop& hop);
/// On the candidate's routes.
RouteSums routed_sums(const ExportRoutes& routes, const SortedChannels& channels, const std::vector<double>& steps,
                      const Pairs& pairs);
/// The sums on the candidate's routes if the files hold them, else on the cheapest routes.
std::optional<RouteSums> taken_sums(const ExportNetwork& network, const SortedChannels& channels,
                                    const std::vector<double>& steps, const Pairs& pairs);
/// The line on a network whose cheapest routes cheapest_sums() does not find.
ExpectedLatency not_searched(const ExportNetwork& network, const SortedChannels& channels);

/// The latency of BookSim without load, and the load at which its own routes are full.
ExpectedLatency booksim_latency(const ExportNetwork& network);

}  // namespace cutline::exporting
