// SPDX-License-Identifier: Apache-2.0
#include "evaluate/given_delays.hpp"

#include "cutline/measure/placed_links.hpp"
#include "cutline/study/laid_out.hpp"
#include "cutline/study/placed_network.hpp"

namespace cutline {

GivenDifference given_delays(const BuiltCandidate& candidate, const LinkTable& table, LinkMeter& meter) {
  const Layout& layout = candidate.laid_out()->layout;
  const auto& given = candidate.network()->topology.given;
  if (!given || !(given->have(&GivenLink::delay) || given->have(&GivenLink::cycles)) || layout.rules.unit) return {};
  std::vector<std::optional<Time>> laid(table.kinds());
  GivenDifference found;
  for_each_link_by_itself(candidate.network()->topology, candidate.network()->placement, layout,
                          [&](const PlacedLink& link) {
                            const std::uint32_t kind = table.kind(link.place);
                            const auto own = meter.given_delay(table.geometry(kind));
                            if (!own) return;
                            if (!laid[kind]) {
                              LinkGeometry plain = table.geometry(kind);
                              plain.given = 0;
                              laid[kind] = meter.delay(plain);
                            }
                            found.add(link.a, link.b, in_ns(*own), in_ns(*laid[kind]), given->tolerance);
                          });
  return found;
}

}  // namespace cutline
