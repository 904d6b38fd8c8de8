// SPDX-License-Identifier: Apache-2.0
#include "topology/families.hpp"

namespace cutline {

namespace {

/// Links every leaf of a group to every spine. The leaves are numbered first.
LinkClass leaf_links(std::uint32_t leaves, std::uint32_t spines) {
  LinkClass links{.name = "local", .digits = {0}};
  for (std::uint32_t leaf = 0; leaf < leaves; ++leaf) {
    for (std::uint32_t spine = 0; spine < spines; ++spine) links.links.push_back({leaf, leaves + spine});
  }
  return links;
}

LinkClass spine_links(const GroupShape& shape, std::uint32_t leaves) {
  LinkClass links{.name = "global", .digits = {0, 1}, .links = global_links(shape)};
  const auto site = [&](std::uint32_t spine) { return spine + leaves * (spine / shape.routers + 1); };
  for (LocalLink& link : links.links) link = {site(link.a), site(link.b)};
  return links;
}

/// The digits are the router in the group, leaves first and then spines, and the group.
Topology build_megafly(const Parameters& parameters) {
  expect_bidirectional(parameters, "the links of a megafly lead both ways");
  const std::uint32_t spines = whole_of(parameters, "spines", whole_of(parameters, "global_links"));
  const std::uint32_t leaves = whole_of(parameters, "leaves", spines);
  const GroupShape shape = group_shape(parameters, "spines", spines);
  Topology network{.digits = {switches_last(leaves, spines), shape.groups}, .concentration = spines};
  network.inner = InnerSites::switches;
  network.classes = {leaf_links(leaves, spines), spine_links(shape, leaves)};
  const double near = leaves - 1.0;
  const double far = static_cast<double>(leaves) * (shape.groups - 1);
  network.theorems.distance = {
      3, (2 * near + 3 * far) / (near + far),
      "leaves of a group share its spines; between groups up, across and down [Flajslik 2018]"};
  return network;
}

}  // namespace

Family megafly_family() {
  return {.name = "megafly",
          .summary = "megafly or dragonfly+: groups of leaves, each linked to all spines, which have the global links",
          .source = "[Shpiner 2017]; [Flajslik 2018]",
          .fields = {needed_number("global_links", "global links of a spine, h", 1, 64),
                     whole_number("spines", "spines of a group, s, switches without terminals; h if not given", 1, 512),
                     whole_number("leaves", "leaves of a group; as many as spines if not given", 1, 512),
                     whole_number(
                         "groups",
                         "groups, g; s h + 1, the most, if not given; of fewer some pairs get a link more than others",
                         2, 32769),
                     terminals_field("terminals per leaf; as many as it has spines if not given")},
          .build = build_megafly,
          .sizes = {.networks =
                        networks_by({"global_links", "groups"}, {1, 2}, [](double h, double g) { return h * h * g; }),
                    .of_terminals = true,
                    .leaves_out = "other spines, leaves and concentrations than h"},
          .examples = {{{"global_links", 2}}, {{"global_links", 1}, {"spines", 4}, {"leaves", 2}, {"groups", 3}}}};
}

}  // namespace cutline
