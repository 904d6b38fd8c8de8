// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <numeric>
#include <utility>
#include <vector>

#include "base/random.hpp"
#include "cutline/topology/topology.hpp"
#include "support/graphs.hpp"

namespace cutline::test {

/// The network as a graph whose nodes are numbered at random; `copies` of it side by side.
inline Topology shuffled(const Topology& network, std::uint64_t seed, std::uint32_t copies = 1) {
  const auto sites = static_cast<std::uint32_t>(network.site_count());
  std::vector<std::uint32_t> numbers(std::size_t{sites} * copies);
  std::iota(numbers.begin(), numbers.end(), 0u);
  Random random(seed);
  for (std::size_t i = numbers.size(); i > 1; --i) std::swap(numbers[i - 1], numbers[random.below(i)]);
  std::vector<LocalLink> links;
  for_each_link(network, [&](std::size_t, std::size_t, std::uint64_t a, std::uint64_t b) {
    for (std::uint32_t copy = 0; copy < copies; ++copy)
      links.push_back({numbers[a + std::size_t{sites} * copy], numbers[b + std::size_t{sites} * copy]});
  });
  return graph_of(sites * copies, links);
}

}  // namespace cutline::test
