// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "cutline/routing/routes.hpp"

namespace cutline {

inline constexpr std::uint32_t kNoStep = ~std::uint32_t{0};

/// The first circle that a depth-first search meets, vertex by vertex; empty if there is none. The search begins at
/// vertex 0 and goes on with the lowest vertex that it has not met. `step(vertex, i)` is the vertex to which the i-th
/// step from a vertex leads, kNoStep past the last one; `leave(vertex)` is called where all vertices that follow have
/// been left. Cost: O(steps).
template <class Step, class Leave>
std::vector<std::uint32_t> first_circle(std::size_t vertices, const Step& step, const Leave& leave) {
  enum class Met : std::uint8_t { no, on_path, left };
  std::vector<Met> met(vertices, Met::no);
  std::vector<std::pair<std::uint32_t, std::uint32_t>> path;  // a vertex, and how many of its steps were followed
  const auto enter = [&](std::uint32_t vertex) {
    met[vertex] = Met::on_path;
    path.push_back({vertex, 0});
  };
  for (std::uint32_t start = 0; start < vertices; ++start) {
    if (met[start] == Met::no) enter(start);
    while (!path.empty()) {
      const std::uint32_t vertex = path.back().first;
      const std::uint32_t next = step(vertex, path.back().second++);
      if (next == kNoStep) {
        met[vertex] = Met::left;
        path.pop_back();
        leave(vertex);
      } else if (met[next] == Met::on_path) {
        std::vector<std::uint32_t> circle;
        auto each = std::find_if(path.begin(), path.end(), [&](const auto& on_path) { return on_path.first == next; });
        for (; each != path.end(); ++each) circle.push_back(each->first);
        return circle;
      } else if (met[next] == Met::no) {
        enter(next);
      }
    }
  }
  return {};
}

/// One path a pair: the channel by which messages for a destination leave a site, as its place among the site's
/// channels.
class PathTable {
 public:
  static constexpr std::uint16_t kNone = 0xffff;

  explicit PathTable(std::shared_ptr<const ChannelGraph> graph)
      : graph_(std::move(graph)), sites_(graph_->node_count()), ports_(sites_ * sites_, kNone) {}

  const ChannelGraph& graph() const { return *graph_; }
  std::shared_ptr<const ChannelGraph> shared_graph() const { return graph_; }
  bool has_way(std::uint32_t site, std::uint32_t destination) const { return port(site, destination) != kNone; }
  std::uint64_t channel(std::uint32_t site, std::uint32_t destination) const {
    return graph_->first[site] + port(site, destination);
  }
  void set(std::uint32_t site, std::uint32_t destination, std::uint64_t channel) {
    ports_[destination * sites_ + site] = static_cast<std::uint16_t>(channel - graph_->first[site]);
  }
  /// The ways to a destination; a broken contract where paths go round in circles.
  WaysToNode ways_to(std::uint32_t destination) const;

 private:
  std::uint16_t port(std::uint32_t site, std::uint32_t destination) const {
    return ports_[destination * sites_ + site];
  }

  std::shared_ptr<const ChannelGraph> graph_;
  std::size_t sites_;
  std::vector<std::uint16_t> ports_;
};

/// Sets the hops of all sites in their order: add(site) adds those of one to `ways.hops`.
template <class Add>
void add_hops(std::size_t sites, WaysToNode& ways, const Add& add) {
  ways.first.reserve(sites + 1);
  for (std::uint32_t site = 0; site < sites; ++site) {
    ways.first.push_back(static_cast<std::uint32_t>(ways.hops.size()));
    add(site);
  }
  ways.first.push_back(static_cast<std::uint32_t>(ways.hops.size()));
}

/// Sites by descending number of hops; those with `none` hops, or 0, are left out. Cost: O(sites).
std::vector<std::uint32_t> farthest_first(const std::vector<std::uint32_t>& hops, std::uint32_t none);
/// The paths of balanced_routes.
PathTable balanced_paths(std::shared_ptr<const ChannelGraph> graph);
/// Routes by a table, all in one layer.
Routes routes_by(PathTable table);

inline constexpr std::uint32_t kAllLayers = ~std::uint32_t{0};
/// Stands for a number of hops where messages do not arrive.
inline constexpr std::uint32_t kNoWay = ~std::uint32_t{0} - 1;

/// Ways of any kind, hop by hop: with shares, datelines, and hops of one layer alone. Memory: 24 bytes a hop.
class WayTable {
 public:
  explicit WayTable(std::shared_ptr<const ChannelGraph> graph) : graph_(std::move(graph)), to_(graph_->node_count()) {}

  std::shared_ptr<const ChannelGraph> shared_graph() const { return graph_; }
  /// Adds a hop from a site, for messages within one layer or within all (kAllLayers).
  void add(std::uint32_t site, std::uint32_t destination, const NextHop& hop, std::uint32_t within);
  /// To be called when all hops are added.
  void sort();

  /// The hops added for a destination and a layer, without an order: at each site the hops of this layer or, where
  /// there are none, those of all layers.
  WaysToNode said(std::uint32_t destination, std::uint32_t layer) const;
  /// The same for all sites from which messages arrive, with their order. Requires that no message goes round in a
  /// circle.
  WaysToNode ways_to(std::uint32_t destination, std::uint32_t layer) const;

 private:
  struct Entry {
    std::uint32_t site, within;
    NextHop hop;
  };
  std::shared_ptr<const ChannelGraph> graph_;
  std::vector<std::vector<Entry>> to_;  ///< by destination
};

/// The hops of the longest way from every site to the destination; kNoWay where some message does not arrive. Fills
/// `circle` with the sites of a circle in which messages go round, if there is one. Cost: O(hops).
std::vector<std::uint32_t> longest_ways(const ChannelGraph& graph, const WaysToNode& ways, std::uint32_t destination,
                                        std::vector<std::uint32_t>& circle);

}  // namespace cutline
