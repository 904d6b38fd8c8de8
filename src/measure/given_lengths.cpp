// SPDX-License-Identifier: Apache-2.0
#include "cutline/measure/given_lengths.hpp"

#include <algorithm>
#include <cmath>

#include "cutline/layout/runs.hpp"
#include "cutline/measure/placed_links.hpp"
#include "cutline/topology/given_links.hpp"
#include "cutline/topology/topology.hpp"

namespace cutline {

void GivenDifference::add(std::uint64_t a, std::uint64_t b, double given, double laid, double tolerance) {
  constexpr double kSlack = 1e-9;  // of rounding
  ++links;
  if (std::abs(given - laid) > (tolerance + kSlack) * laid) ++differ;
  // The ratio of the larger to the smaller figure, as a comparison of products, so that either may be 0.
  const auto unlike = [](double x, double y) { return std::pair(std::max(x, y), std::min(x, y)); };
  const auto [more, less] = unlike(given, laid);
  const auto [worst_more, worst_less] = worst ? unlike(worst->given, worst->laid) : std::pair(1.0, 1.0);
  if (!worst || more * worst_less > worst_more * less) worst = Worst{a, b, given, laid};
}

std::optional<GivenLengths> given_lengths(const Topology& topology, const Placement& placement, const Layout& layout) {
  if (!topology.given || !topology.given->have(&GivenLink::length)) return std::nullopt;
  const CellSize cell = cell_size(layout.rules);
  GivenLengths all;
  for_each_link_by_itself(topology, placement, layout, [&](const PlacedLink& link) {
    const GivenLink* given = topology.given->find(link_kind(layout, link.place).given);
    if (given == nullptr || !given->length) return;
    const double mm = in_mm(*given->length);
    ++all.links;
    all.longest = std::max(all.longest, mm);
    all.total += mm;
    if (layout.rules.unit) return;
    const LinkGeometry way = link_geometry(layout, link.place);
    all.to_layout.add(link.a, link.b, mm, cell.length({way.cells_x, way.cells_y, way.cells_z}) * 1e-6,
                      topology.given->tolerance);
  });
  return all;
}

}  // namespace cutline
