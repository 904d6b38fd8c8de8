// SPDX-License-Identifier: Apache-2.0
#include "study/media_delays.hpp"

#include <algorithm>

#include "cutline/layout/runs.hpp"
#include "study/wire_costs.hpp"

namespace cutline {

namespace {

/// Raises the slowest of the media that carry the link.
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

void set_slowest_over(const Study& study, Candidate& candidate) {
  if (!candidate.packages) return;
  std::vector<std::vector<Time>> none;
  for (const LevelMeasures& level : candidate.packages->levels) none.emplace_back(level.media.size());
  for (Timing& timing : candidate.timings) timing.slowest_over = none;
  if (std::all_of(none.begin(), none.end(), [](const std::vector<Time>& media) { return media.empty(); })) return;
  std::vector<LinkGeometry> links;
  for_each_link_geometry(*candidate.layout, [&](const LinkGeometry& link, std::uint64_t) { links.push_back(link); });
  const Crossings crossings(*candidate.layout, candidate.design->packages);
  for (std::size_t d = 0; d < candidate.timings.size(); ++d) {
    const std::vector<LinkCost> costs = link_costs(study, candidate, study.delays[d], links);
    for (std::size_t i = 0; i < links.size(); ++i)
      raise_slowest(*candidate.layout, crossings, links[i], costs[i].delay, candidate.timings[d].slowest_over);
  }
}

}  // namespace cutline
