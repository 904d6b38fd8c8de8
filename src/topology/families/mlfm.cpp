// SPDX-License-Identifier: Apache-2.0
#include "topology/families.hpp"

namespace cutline {

namespace {

/// There are h layers, each a full mesh of h + 1 nodes. A switch stands on the link of every pair of places, and all
/// layers share it. The nodes are numbered first, layer by layer.
Topology build_mlfm(const Parameters& parameters) {
  expect_bidirectional(parameters, "the links of a multi-layer full mesh lead both ways");
  const std::uint32_t layers = whole_of(parameters, "layers");
  const std::uint32_t places = layers + 1;
  const std::uint32_t nodes = layers * places;
  Topology network{.digits = {switches_last(nodes, layers * places / 2)}, .concentration = layers};
  network.inner = InnerSites::switches;
  network.has_dimensions = false;
  LinkClass links{.name = "links", .digits = {0}};
  std::uint32_t between = nodes;
  for (std::uint32_t one = 0; one < places; ++one) {
    for (std::uint32_t other = one + 1; other < places; ++other, ++between) {
      for (std::uint32_t first = 0; first < nodes; first += places) {
        links.links.push_back({first + one, between});
        links.links.push_back({first + other, between});
      }
    }
  }
  network.classes = {std::move(links)};
  network.theorems.distance = {2, 2, "any two nodes share a switch [Kathareios 2015]"};
  return network;
}

}  // namespace

Family mlfm_family() {
  return {.name = "mlfm",
          .summary = "multi-layer full mesh: h full meshes of h + 1 nodes, with the switches of their links in common",
          .source = "[Kathareios 2015]",
          .fields = {needed_number(
                         "layers",
                         "layers, and links of a node, h; h (h + 1) nodes, half as many switches of 2 h links", 2, 256),
                     terminals_field("terminals per node; h if not given")},
          .build = build_mlfm,
          .sizes = {.networks = networks_by("layers", 2, [](double h) { return h * h * (h + 1); }),
                    .of_terminals = true,
                    .leaves_out = "other concentrations than h"},
          .examples = {{{"layers", 2}}, {{"layers", 3}}}};
}

}  // namespace cutline
