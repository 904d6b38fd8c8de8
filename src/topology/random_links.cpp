// SPDX-License-Identifier: Apache-2.0
#include "topology/random_links.hpp"

#include <fmt/core.h>

#include <utility>

#include "cutline/base/error.hpp"
#include "topology/joined_sites.hpp"

namespace cutline {

namespace {

constexpr int kDrawings = 1000;

bool connected(std::uint32_t nodes, const LocalLinks& links) {
  JoinedSites joined(nodes);
  std::uint32_t parts = nodes;
  for (const LocalLink& link : links) parts -= joined.join(link.a, link.b) ? 1 : 0;
  return parts == 1;
}

}  // namespace

LocalLinks connected_draw(std::uint32_t nodes, std::uint64_t seed, FunctionRef<LocalLinks(Random&)> draw) {
  Random random(seed);
  for (int i = 0; i < kDrawings; ++i) {
    LocalLinks links = draw(random);
    if (connected(nodes, links)) return links;
  }
  throw_limit_error(fmt::format("{} drawings of random links left some of the {} nodes apart", kDrawings, nodes),
                    "give another `seed`, or a higher degree", "seed");
}

void shuffle(std::vector<std::uint32_t>& values, Random& random) {
  for (std::size_t left = values.size(); left > 1; --left) std::swap(values[left - 1], values[random.below(left)]);
}

}  // namespace cutline
