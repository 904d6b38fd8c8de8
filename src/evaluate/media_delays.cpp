// SPDX-License-Identifier: Apache-2.0
#include "evaluate/media_delays.hpp"

#include <algorithm>

#include "cutline/base/error.hpp"
#include "cutline/layout/runs.hpp"
#include "cutline/measure/packages.hpp"
#include "cutline/study/design.hpp"
#include "cutline/study/laid_out.hpp"

namespace cutline {

namespace {

/// Raises the longest delay of each medium that carries the link.
void raise_slowest(const Layout& layout, const Crossings& crossings, const LinkGeometry& link, Time delay,
                   std::vector<std::vector<Time>>& slowest) {
  for (std::size_t level = 0; !crossings.grids()[level].same_module(link.from, link.to); ++level) {
    const double way = cell_size(layout.rules).length(crossings.edge_to_edge(level, link.from, link.to));
    const EdgeMedium* taken = crossings.medium(level, way);
    if (taken == nullptr) continue;
    Time& most = slowest[level][static_cast<std::size_t>(taken - crossings.media(level).data())];
    most = std::max(most, delay);
  }
}

}  // namespace

std::vector<std::vector<Time>> slowest_over_media(const BuiltCandidate& candidate, const MeanRoute& route,
                                                  const WireCosts& costs) {
  const LaidOut* laid = candidate.laid_out();
  if (laid == nullptr || laid->packages.levels.empty()) return {};
  std::vector<std::vector<Time>> slowest;
  for (const LevelMeasures& level : laid->packages.levels) slowest.emplace_back(level.media.size());
  const auto has_none = [](const std::vector<Time>& media) { return media.empty(); };
  if (std::all_of(slowest.begin(), slowest.end(), has_none)) return slowest;
  CUTLINE_EXPECT(route.table() != nullptr);
  const std::vector<LinkGeometry>& links = route.table()->geometries();
  const Crossings crossings(laid->layout, candidate.design->packages);
  for (std::size_t kind = 0; kind < links.size(); ++kind)
    raise_slowest(laid->layout, crossings, links[kind], costs.of_kind[kind], slowest);
  return slowest;
}

}  // namespace cutline
