// SPDX-License-Identifier: Apache-2.0
#include "cutline/topology/listed_links.hpp"

#include <utility>

namespace cutline {

NamedNetwork network_of_links(std::int64_t nodes, IntegerTable links, bool one_way, std::int64_t concentration) {
  NamedNetwork network{FamilyName("graph"), {}};
  network.parameters.set("nodes", nodes);
  network.parameters.set("channels", one_way ? "unidirectional" : "bidirectional");
  network.parameters.set("links", std::move(links));
  if (concentration > 1) network.parameters.set("concentration", concentration);
  return network;
}

}  // namespace cutline
