// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include "cutline/detail/performance/traffic.hpp"
#include "routing/destinations.hpp"
#include "topology/said_sites.hpp"

namespace cutline {

namespace {

std::string unknown_node_of_hot_spot(const Parameters& parameters, const Topology& topology) {
  const SaidSites said(topology);
  const std::string& node = parameters.text("node");
  return said.find(node) ? std::string()
                         : fmt::format("hot_spot has no node {}: {}", node, said.how_nodes_are_called(node));
}

std::string refusal_of_hot_spot(const Parameters& parameters, const Topology& topology) {
  const SaidSites said(topology);
  const std::string& node = parameters.text("node");
  const auto site = said.find(node);
  if (!site) return unknown_node_of_hot_spot(parameters, topology);
  return said.node_number(*site) ? std::string() : fmt::format("hot_spot needs a node, and {} has no terminals", node);
}

Traffic traffic_of_hot_spot(const Parameters& parameters, const Topology& topology) {
  const std::uint64_t nodes = topology.node_count();
  const std::uint64_t hot = SaidSites(topology).expect_node(parameters.text("node"), "node");
  const double share = parameters.number("share");
  return {nodes, [nodes, hot, share](std::uint64_t) {
            Destinations all{.to = {}, .divisor = static_cast<double>(nodes)};
            for (std::uint64_t node = 0; node < nodes; ++node) {
              const double weight = 1 - share + (node == hot ? share * static_cast<double>(nodes) : 0);
              if (weight > 0) all.to.push_back({node, weight});
            }
            return all;
          }};
}

}  // namespace

TrafficPattern hot_spot_traffic() {
  return {
      .name = "hot_spot",
      .summary = "a share of all messages goes to one node, the rest is uniform",
      .source = "[Dally 1990]",
      .fields = {{.name = "node", .kind = FieldKind::node, .help = "the hot node", .default_value = std::string("0")},
                 {.name = "share",
                  .kind = FieldKind::number,
                  .help = "of every node's messages that go there",
                  .default_value = 1.0,
                  .min = 0,
                  .max = 1}},
      .refusal = refusal_of_hot_spot,
      .traffic = traffic_of_hot_spot,
      .names_nodes = true,
      .unknown_node = unknown_node_of_hot_spot};
}

}  // namespace cutline
