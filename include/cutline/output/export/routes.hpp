// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "cutline/routing/routes.hpp"

namespace cutline {

struct Candidate;
struct Effort;
struct Export;
struct ExportLink;
struct ExportNetwork;
struct Study;

/// One way on for messages at a node of an export.
struct ExportHop {
  std::uint64_t to = 0;        ///< a node of the export
  std::size_t link = 0;        ///< of ExportNetwork::links
  std::uint32_t parallel = 0;  ///< which of the channels that lead there, counted as in the channel graph
  std::uint32_t dateline = 0;  ///< class of virtual channels within the layer
  double share = 1;            ///< of the messages

  bool operator==(const ExportHop&) const = default;
};

/// The ways of messages in a layer for a destination.
struct ExportWays {
  std::vector<std::uint64_t> order;          ///< nodes that such messages pass, each before all to which it sends them
  std::vector<std::vector<ExportHop>> hops;  ///< by node; none where no such message passes
};

/// The routes of a candidate, in the numbers of an export.
class ExportRoutes {
 public:
  /// `links` are those of the ExportNetwork, sorted as there.
  ExportRoutes(Routes routes, const Topology& topology, const std::vector<ExportLink>& links);

  std::uint32_t layers() const { return routes_.layers; }
  std::uint32_t datelines() const { return routes_.datelines; }
  /// Virtual channels that they need.
  std::uint32_t classes() const { return routes_.classes(); }
  /// Nodes to which messages go are 0 .. destinations() - 1.
  std::uint64_t destinations() const { return destinations_; }
  std::uint32_t layer(std::uint64_t source, std::uint64_t destination) const;
  /// Cost: O(channels).
  ExportWays ways_to(std::uint64_t destination, std::uint32_t layer) const;
  /// Whether messages of a layer at a node for a destination all go one way. Cost: O(destinations x layers x channels).
  bool has_single_paths() const;
  /// Whether they go the same ways in all layers. Cost: as above.
  bool has_common_ways() const;

 private:
  Routes routes_;
  std::uint64_t destinations_ = 0;
  std::vector<std::uint64_t> number_of_;    ///< by site
  std::vector<std::uint32_t> site_of_;      ///< by number
  std::vector<std::size_t> link_of_;        ///< by channel
  std::vector<std::uint32_t> parallel_of_;  ///< by channel
};

/// The ways to a destination in all layers: one entry, without an order, where those of all layers agree, else one for
/// each layer.
std::vector<ExportWays> common_ways(const ExportRoutes& routes, std::uint64_t destination);

/// Routes, or a sentence that says why there are none; empty where the target takes none.
using ExportRoutesOrWhy = std::variant<std::string, ExportRoutes>;
/// The routes of a candidate as a target can hold them; a sentence where it cannot, where they are not known, or where
/// walking them passes the effort.
ExportRoutesOrWhy export_routes(const Export& target, const Study& study, const Candidate& candidate,
                                const ExportNetwork& network, const Effort& effort);

}  // namespace cutline
