// SPDX-License-Identifier: Apache-2.0
#include "topology/families.hpp"

namespace cutline {

namespace {

/// A ring on which every node is linked to its nearest neighbours, and each of these links may move.
class RewiredRing {
 public:
  RewiredRing(std::uint32_t nodes, std::uint32_t neighbours)
      : nodes_(nodes),
        reach_(neighbours / 2),
        stays_(std::size_t{nodes} * reach_, true),
        degree_(nodes, neighbours),
        moved_(nodes) {}

  /// Moves the far end of each link, with this probability, to a node drawn among all to which the near end has no
  /// link. First come the links to the next nodes, in the order of the nodes, then those to the nodes after these.
  LocalLinks draw(double probability, Random& random) && {
    LocalLinks links;
    links.reserve(stays_.size());
    for (std::uint32_t steps = 1; steps <= reach_; ++steps) {
      for (std::uint32_t node = 0; node < nodes_; ++node) {
        std::uint32_t other = (node + steps) % nodes_;
        if (random.unit() < probability && degree_[node] < nodes_ - 1) other = moved(node, steps, random);
        links.push_back({node, other});
      }
    }
    return links;
  }

 private:
  /// Whether the link from a node to the one so many steps further on is still there.
  bool stays(std::uint32_t node, std::uint32_t steps) const {
    return steps >= 1 && steps <= reach_ && stays_[std::size_t{steps - 1} * nodes_ + node];
  }
  bool are_linked(std::uint32_t a, std::uint32_t b) const {
    if (stays(a, (b + nodes_ - a) % nodes_) || stays(b, (a + nodes_ - b) % nodes_)) return true;
    return std::ranges::find(moved_[a], b) != moved_[a].end();
  }

  std::uint32_t moved(std::uint32_t node, std::uint32_t steps, Random& random) {
    auto other = static_cast<std::uint32_t>(random.below(nodes_));
    while (other == node || are_linked(node, other)) other = static_cast<std::uint32_t>(random.below(nodes_));
    stays_[std::size_t{steps - 1} * nodes_ + node] = false;
    --degree_[(node + steps) % nodes_];
    ++degree_[other];
    moved_[node].push_back(other);
    moved_[other].push_back(node);
    return other;
  }

  std::uint32_t nodes_, reach_;
  std::vector<bool> stays_;  ///< by steps, then node
  std::vector<std::uint32_t> degree_;
  std::vector<std::vector<std::uint32_t>> moved_;  ///< the other ends of moved links, by node
};

Topology build_small_world(const Parameters& parameters) {
  expect_bidirectional(parameters, "the links of a small world lead both ways");
  const std::uint32_t nodes = whole_of(parameters, "nodes"), neighbours = whole_of(parameters, "neighbours");
  if (neighbours % 2 == 1)
    throw_input_error(fmt::format("{} neighbours are not as many on both sides", neighbours), "an even number",
                      "neighbours");
  if (neighbours >= nodes) {
    throw_input_error(fmt::format("a node of {} neighbours has no {} others", neighbours, neighbours),
                      fmt::format("at most {}", (nodes - 1) / 2 * 2), "neighbours");
  }
  expect_few_links(std::uint64_t{nodes} * neighbours / 2, "small world", "nodes");
  const double probability = parameters.number("probability");
  Topology graph{.digits = {nodes}, .has_dimensions = false};
  const auto draw = [&](Random& random) { return RewiredRing(nodes, neighbours).draw(probability, random); };
  graph.classes = {{.name = "links", .digits = {0}, .links = connected_draw(parameters, nodes, draw)}};
  graph.theorems.vertex_transitive = probability == 0;
  return graph;
}

}  // namespace

Family small_world_family() {
  return {
      .name = "small_world",
      .summary = "small world: a ring of nodes linked to their nearest neighbours, some of the links moved at random",
      .source = "[Watts 1998]",
      .fields = {needed_number("nodes", "number of nodes", 5, 1u << 22),
                 whole_number("neighbours", "nearest nodes of a node, half on each side", 4, 256, 4),
                 {.name = "probability",
                  .kind = FieldKind::number,
                  .help = "that a link's far end moves to a random node",
                  .default_value = 0.1,
                  .min = 0,
                  .max = 1},
                 seed_field()},
      .build = build_small_world,
      .sizes = {.networks = [](const SizeRange& range) { return few_links_by(range, 6, "neighbours", 4, 2); },
                .leaves_out = "more than 16 links a node, other probabilities than 0.1, other seeds than 1"},
      .examples = {{{"nodes", 10}, {"neighbours", 4}, {"probability", 0.2}},
                   {{"nodes", 9}, {"neighbours", 4}, {"probability", 1}, {"seed", 2}},
                   {{"nodes", 12}, {"neighbours", 6}, {"probability", 0}}}};
}

}  // namespace cutline
