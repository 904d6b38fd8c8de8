// SPDX-License-Identifier: Apache-2.0
#include "topology/families.hpp"

namespace cutline {

namespace {

/// A random graph in which every node has `degree` links. No link joins a node to itself, and no two links join the
/// same nodes.
class RegularGraph {
 public:
  RegularGraph(std::uint32_t nodes, std::uint32_t degree) : neighbours_(nodes), degree_(degree) {}

  /// Joins random free ports of two nodes that are not yet linked, as long as there are such nodes. The free ports that
  /// remain are joined by breaking random links [Singla 2012]. Returns no links if no link can be broken.
  LocalLinks draw(Random& random) && {
    std::vector<std::uint32_t> ports;
    for (std::uint32_t node = 0; node < neighbours_.size(); ++node) ports.insert(ports.end(), degree_, node);
    shuffle(ports, random);
    std::vector<std::uint32_t> left;
    while (!ports.empty()) {
      const std::uint32_t node = ports.back();
      ports.pop_back();
      const auto other = std::find_if(ports.rbegin(), ports.rend(), [&](std::uint32_t o) { return may_join(node, o); });
      if (other == ports.rend()) {
        left.push_back(node);
      } else {
        join(node, *other);
        std::swap(*other, ports.back());
        ports.pop_back();
      }
    }
    for (std::size_t i = 0; i + 1 < left.size(); i += 2) {
      if (!break_link(left[i], left[i + 1], random)) return {};
    }
    return links();
  }

 private:
  bool may_join(std::uint32_t a, std::uint32_t b) const {
    return a != b && std::ranges::find(neighbours_[a], b) == neighbours_[a].end();
  }
  void join(std::uint32_t a, std::uint32_t b) {
    neighbours_[a].push_back(b);
    neighbours_[b].push_back(a);
  }
  void part(std::uint32_t from, std::uint32_t to) {
    std::vector<std::uint32_t>& list = neighbours_[from];
    *std::ranges::find(list, to) = list.back();
    list.pop_back();
  }

  /// Inserts two free ports, of nodes a and b, which may be the same node, into a link c - d: it becomes the links a -
  /// c and d - b. The search for the link starts at a random node.
  bool break_link(std::uint32_t a, std::uint32_t b, Random& random) {
    const auto count = static_cast<std::uint32_t>(neighbours_.size());
    const auto start = static_cast<std::uint32_t>(random.below(count));
    for (std::uint32_t i = 0; i < count; ++i) {
      const std::uint32_t c = (start + i) % count;
      if (!may_join(a, c)) continue;
      for (const std::uint32_t d : neighbours_[c]) {
        if (!may_join(d, b)) continue;
        part(c, d);
        part(d, c);
        join(a, c);
        join(d, b);
        return true;
      }
    }
    return false;
  }

  LocalLinks links() const {
    LocalLinks all;
    for (std::uint32_t a = 0; a < neighbours_.size(); ++a) {
      for (const std::uint32_t b : neighbours_[a]) {
        if (a < b) all.push_back({a, b});
      }
    }
    return all;
  }

  std::vector<std::vector<std::uint32_t>> neighbours_;
  std::uint32_t degree_;
};

Topology build_jellyfish(const Parameters& parameters) {
  expect_bidirectional(parameters, "the links of a jellyfish lead both ways");
  const std::uint32_t nodes = whole_of(parameters, "nodes"), degree = whole_of(parameters, "degree");
  if (degree >= nodes) {
    throw_input_error(fmt::format("a node of {} links has no {} others to lead them to", degree, degree),
                      fmt::format("at most {} links", nodes - 1), "degree");
  }
  if (nodes % 2 == 1 && degree % 2 == 1) {
    throw_input_error(fmt::format("{} nodes of {} links leave one port without a link", nodes, degree),
                      "an even number of nodes, or of links", "degree");
  }
  expect_few_links(std::uint64_t{nodes} * degree / 2, "jellyfish", "nodes");
  Topology graph{.digits = {nodes}, .has_dimensions = false};
  const auto draw = [&](Random& random) { return RegularGraph(nodes, degree).draw(random); };
  graph.classes = {{.name = "links", .digits = {0}, .links = connected_draw(parameters, nodes, draw)}};
  return graph;
}

}  // namespace

Family jellyfish_family() {
  return {.name = "jellyfish",
          .summary = "jellyfish: a random regular graph, connected, with no two links between the same nodes",
          .source = "[Singla 2012]",
          .fields = {needed_number("nodes", "number of nodes", 4, 1u << 22),
                     needed_number("degree", "links of a node", 3, 4096), seed_field()},
          .build = build_jellyfish,
          .sizes = {.networks = [](const SizeRange& range) { return few_links_by(range, 4, "degree", 3, 1); },
                    .leaves_out = "more than 16 links a node, other seeds than 1"},
          .examples = {{{"nodes", 10}, {"degree", 3}}, {{"nodes", 7}, {"degree", 4}, {"seed", 2}}}};
}

}  // namespace cutline
