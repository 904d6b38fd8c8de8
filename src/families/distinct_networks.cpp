// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "base/sha256.hpp"
#include "cutline/study/placed_network.hpp"
#include "cutline/topology/family.hpp"
#include "families/networks_in_turn.hpp"

namespace cutline {

namespace {

/// A digest of the links of a placed network, from cell to cell, with their widths and directions.
std::string digest_of_links(const PlacedNetwork& network) {
  const Topology& topology = network.topology;
  const GridSize grid = network.placement.grid();
  std::vector<std::array<std::uint64_t, 4>> all = {
      {topology.site_count(), topology.node_count(), topology.concentration, grid[Axis::x]}};
  const auto cell = [&](std::uint64_t site) { return cell_number(grid, cell_of(topology, network.placement, site)); };
  for_each_link(topology, [&](std::size_t number, std::size_t link, std::uint64_t a, std::uint64_t b) {
    const LinkClass& links = topology.classes[number];
    std::uint64_t from = cell(a), to = cell(b);
    const bool one_way = links.channels == 1 && !links.shared;
    if (!one_way && from > to) std::swap(from, to);
    all.push_back({from, to, links.width(link), links.shared ? 3U : static_cast<std::uint64_t>(links.channels)});
  });
  std::sort(all.begin() + 1, all.end());
  Sha256 digest;
  digest.add({reinterpret_cast<const char*>(all.data()), all.size() * sizeof(all.front())});
  return digest.hex();
}

/// Lower for a name that is better known: that of a special case, which takes fewer numbers, or the first in the
/// catalogue.
std::pair<std::size_t, std::ptrdiff_t> obscurity(const Design& design) {
  std::size_t numbers = 0;
  for (const auto& [name, value] : design.parameters.values()) {
    const auto* list = std::get_if<IntegerList>(&value);
    numbers += list != nullptr ? list->size() + 1 : 1;
  }
  return {numbers, find_family(design.family) - families().data()};
}

bool are_equal(const std::vector<double>& a, const std::vector<double>& b) {
  constexpr double kRounding = 1e-9;
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](double x, double y) { return std::abs(x - y) <= kRounding * std::abs(x); });
}

}  // namespace

bool DistinctNetworks::add(Candidate candidate, const std::vector<double>& values) {
  std::string digest = digest_of_links(*candidate.network());
  const auto [begin, end] = by_links_.equal_range(digest);
  for (auto known = begin; known != end; ++known) {
    if (!are_equal(known->second.values, values)) continue;
    Candidate& other = all_[known->second.place];
    if (obscurity(*candidate.design) < obscurity(*other.design)) other = std::move(candidate);
    return false;
  }
  by_links_.insert({std::move(digest), {all_.size(), values}});
  all_.push_back(std::move(candidate));
  return true;
}

}  // namespace cutline
