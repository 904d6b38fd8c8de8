// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include <map>

#include "cutline/base/format.hpp"
#include "output/export/parts.hpp"

namespace cutline::exporting {

namespace {

std::string hops_text(const std::vector<ExportHop>& hops) {
  std::map<std::pair<std::uint64_t, std::uint32_t>, double> shares;
  for (const ExportHop& hop : hops) shares[{hop.to, hop.dateline}] += hop.share;
  std::string out;
  for (const auto& [next, share] : shares) {
    append(out, "{}{}", out.empty() ? "" : ",", next.first);
    if (next.second > 0) append(out, "/{}", next.second);
    if (shares.size() > 1) append(out, "*{}", share);
  }
  return out.empty() ? "-" : out;
}

}  // namespace

std::string routes_file(const Export& target, const ExportNetwork& network) {
  const ExportRoutes& routes = std::get<ExportRoutes>(network.routes);
  std::string out = commented_header(target, network, "#");
  append(out, "# layer, source: the layer of virtual channels of its messages for each destination\n");
  append(out, "# to, destination, layer: where they go next at each node, next/dateline*share, - where none pass\n");
  append(out, "routers {} destinations {} layers {} datelines {}\n", network.nodes.size(), routes.destinations(),
         routes.layers(), routes.datelines());
  for (std::uint64_t from = 0; routes.layers() > 1 && from < routes.destinations(); ++from) {
    append(out, "layer {}", from);
    for (std::uint64_t to = 0; to < routes.destinations(); ++to)
      append(out, " {}", from == to ? 0 : routes.layer(from, to));
    append(out, "\n");
  }
  for (std::uint64_t to = 0; to < routes.destinations(); ++to) {
    for (std::uint32_t layer = 0; layer < routes.layers(); ++layer) {
      append(out, "to {} {}", to, layer);
      for (const std::vector<ExportHop>& hops : routes.ways_to(to, layer).hops) append(out, " {}", hops_text(hops));
      append(out, "\n");
    }
  }
  return out;
}

std::string routes_not_written(const std::string& why) {
  return fmt::format("the candidate's own routes are not written: {}", why);
}

}  // namespace cutline::exporting
