// SPDX-License-Identifier: Apache-2.0
#include "topology/families.hpp"

namespace cutline {

namespace {

/// A random matching between any two groups: node i of the one is linked to node p(i) of the other, p a random
/// permutation.
LocalLinks random_matchings(std::uint32_t groups, std::uint32_t nodes, Random& random) {
  LocalLinks links;
  auto partner = numbers_below<std::uint32_t>(nodes);
  for (std::uint32_t one = 0; one < groups; ++one) {
    for (std::uint32_t other = one + 1; other < groups; ++other) {
      shuffle(partner, random);
      for (std::uint32_t i = 0; i < nodes; ++i) links.push_back({one * nodes + i, other * nodes + partner[i]});
    }
  }
  return links;
}

/// The digits are the node in its group, and the group, which corresponds to one node of the complete graph.
Topology build_xpander(const Parameters& parameters) {
  expect_bidirectional(parameters, "the links of an xpander lead both ways");
  const std::uint32_t degree = whole_of(parameters, "degree"), lift = whole_of(parameters, "lift");
  expect_few_links(std::uint64_t{degree} * (degree + 1) / 2 * lift, "xpander", "lift");
  Topology network{.digits = {lift, degree + 1}};
  const auto draw = [&](Random& random) { return random_matchings(degree + 1, lift, random); };
  network.classes = {
      {.name = "links", .digits = {0, 1}, .links = connected_draw(parameters, (degree + 1) * lift, draw)}};
  return network;
}

std::vector<Parameters> few_links(const SizeRange& range) {
  constexpr std::uint64_t kMostTried = 16;
  std::vector<Parameters> all;
  for (std::uint64_t degree = 3; degree <= kMostTried; ++degree) {
    const std::uint64_t groups = degree + 1;
    for (std::uint64_t lift = std::max((range.least + groups - 1) / groups, std::uint64_t{2});
         lift * groups <= range.most; ++lift)
      all.push_back({{"degree", static_cast<std::int64_t>(degree)}, {"lift", static_cast<std::int64_t>(lift)}});
  }
  return all;
}

}  // namespace

Family xpander_family() {
  return {.name = "xpander",
          .summary = "xpander: a random lift of a complete graph: groups of k nodes, a random matching between any two",
          .source = "[Valadarsky 2016]",
          .fields = {needed_number("degree", "links of a node, d, one to each other group; d + 1 groups", 3, 4096),
                     needed_number("lift", "nodes of a group, k", 2, 1u << 22), seed_field()},
          .build = build_xpander,
          .sizes = {.networks = few_links, .leaves_out = "nodes of more than 16 links, other seeds than 1"},
          .examples = {{{"degree", 3}, {"lift", 3}}, {{"degree", 4}, {"lift", 2}, {"seed", 2}}}};
}

}  // namespace cutline
