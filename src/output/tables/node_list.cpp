// SPDX-License-Identifier: Apache-2.0
#include "cutline/output/tables/node_list.hpp"

#include <algorithm>

#include "cutline/study/placed_network.hpp"
#include "cutline/topology/topology.hpp"

namespace cutline {

namespace {

TableCell whole(std::uint64_t value) { return static_cast<std::int64_t>(value); }

/// The address of a site as options and specs take it: where sites have no names, a node's coordinates with dots.
std::string said_address(const Topology& topology, std::uint64_t site) {
  if (topology.names || topology.digits.size() == 1 || topology.kind(site) != SiteKind::node)
    return address(topology, site);
  std::string text;
  std::uint64_t rest = site;
  for (std::size_t digit = 0; digit < topology.digits.size(); ++digit) {
    const std::uint32_t radix = topology.digits[digit].radix;
    const std::vector<std::uint32_t> values = topology.node_values(digit);
    const auto place = std::lower_bound(values.begin(), values.end(), static_cast<std::uint32_t>(rest % radix));
    text = std::to_string(place - values.begin()) + (text.empty() ? "" : ".") + text;
    rest /= radix;
  }
  return text;
}

}  // namespace

Table node_list(const Candidate& candidate) {
  const PlacedNetwork& network = *candidate.network();
  const Topology& topology = network.topology;
  const std::vector<std::uint32_t>& terminals = candidate.facts.tiles.terminals;
  Table table{{{"number", "number", ""},
               {"name", topology.names ? "name" : "address", "", true},
               {"kind", "kind", "", true},
               {"terminals", "terminals", ""},
               {"x", "column", ""},
               {"y", "row", ""},
               {"z", "plane", ""}},
              {}};
  const NodeNumbers numbers(topology);
  const std::uint64_t count = topology.node_count() + topology.interchange_count();
  for (std::uint64_t number = 0; number < count; ++number) {
    const std::uint64_t site = numbers.site(number);
    const SiteKind kind = topology.kind(site);
    const std::uint32_t usual = kind == SiteKind::node ? topology.concentration : 0;
    const Cell cell = cell_of(topology, network.placement, site);
    table.rows.push_back({whole(number), said_address(topology, site), std::string(site_word(kind)),
                          whole(terminals.empty() ? usual : terminals[site]), whole(cell[Axis::x]),
                          whole(cell[Axis::y]), whole(cell[Axis::z])});
  }
  return table;
}

}  // namespace cutline
