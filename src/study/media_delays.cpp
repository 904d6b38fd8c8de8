// SPDX-License-Identifier: Apache-2.0
#include "study/media_delays.hpp"

#include <algorithm>

#include "cutline/base/error.hpp"
#include "cutline/layout/runs.hpp"
#include "cutline/measure/packages.hpp"
#include "cutline/study/design.hpp"

namespace cutline {

namespace {

/// Raises the slowest delay of each medium that carries the link.
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

void set_slowest_over(const Candidate& candidate, const MeanRoute& route, const RouteCosts& costs,
                      std::vector<Timing>& timings) {
  const LaidOut* laid = candidate.laid_out();
  if (laid == nullptr || !laid->packages) return;
  std::vector<std::vector<Time>> none;
  for (const LevelMeasures& level : laid->packages->levels) none.emplace_back(level.media.size());
  for (Timing& timing : timings) timing.slowest_over = none;
  if (std::all_of(none.begin(), none.end(), [](const std::vector<Time>& media) { return media.empty(); })) return;
  CUTLINE_EXPECT(route.table() != nullptr);
  const std::vector<LinkGeometry>& links = route.table()->geometries();
  const Crossings crossings(laid->layout, candidate.design->packages);
  for (std::size_t d = 0; d < timings.size(); ++d) {
    for (std::size_t kind = 0; kind < links.size(); ++kind)
      raise_slowest(laid->layout, crossings, links[kind], costs.of_delay[d].of_kind[kind], timings[d].slowest_over);
  }
}

}  // namespace cutline
