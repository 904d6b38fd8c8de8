// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "cutline/routing/routes.hpp"

namespace cutline {

struct ExportLink;

/// One next hop for messages at a node of an export.
struct ExportHop {
  std::uint64_t to = 0;        ///< a node of the export
  std::size_t link = 0;        ///< of ExportNetwork::links
  std::uint32_t parallel = 0;  ///< which of the channels that lead there, counted as in the channel graph
  std::uint32_t dateline = 0;  ///< class of virtual channels within the layer
  double share = 1;            ///< of the messages

  bool operator==(const ExportHop&) const = default;
};

/// The ways of the messages of one layer to one destination.
struct ExportWays {
  std::vector<std::uint64_t> order;          ///< the nodes that the messages pass, each before its next hops
  std::vector<std::vector<ExportHop>> hops;  ///< by node; empty where none of the messages passes
};

/// The routes of a candidate, in the numbers of an export.
class ExportRoutes {
 public:
  /// `links` are ExportNetwork::links, in their order.
  ExportRoutes(Routes routes, const Topology& topology, const std::vector<ExportLink>& links);

  std::uint32_t layers() const { return routes_.layers; }
  std::uint32_t datelines() const { return routes_.datelines; }
  /// Number of virtual channels that the routes need.
  std::uint32_t classes() const { return routes_.classes(); }
  /// Number of nodes to which messages go: nodes 0 .. destinations() - 1.
  std::uint64_t destinations() const { return destinations_; }
  std::uint32_t layer(std::uint64_t source, std::uint64_t destination) const;
  /// The ways of the messages of `layer` to `destination`. Cost: O(channels).
  ExportWays ways_to(std::uint64_t destination, std::uint32_t layer) const;
  /// Calls `visit(destination, layer, ways)` for every destination and layer.
  template <class Visit>
  void for_each_way(const Visit& visit) const {
    for (std::uint64_t to = 0; to < destinations(); ++to) {
      for (std::uint32_t layer = 0; layer < layers(); ++layer) visit(to, layer, ways_to(to, layer));
    }
  }

 private:
  Routes routes_;
  std::uint64_t destinations_ = 0;
  std::vector<std::uint64_t> number_of_;    ///< by site
  std::vector<std::uint32_t> site_of_;      ///< by number
  std::vector<std::size_t> link_of_;        ///< by channel
  std::vector<std::uint32_t> parallel_of_;  ///< by channel
};

/// Routes, or a sentence that says why there are none; the sentence is empty if the target takes no routes.
using ExportRoutesOrWhy = std::variant<std::string, ExportRoutes>;
}  // namespace cutline
