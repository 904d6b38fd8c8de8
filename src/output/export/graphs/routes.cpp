// SPDX-License-Identifier: Apache-2.0
#include "output/export/channels.hpp"
#include "output/export/file_text.hpp"

namespace cutline::exporting {

namespace {

/// The columns after `site,destination,next` that the routes need.
struct RouteColumns {
  bool layer = false, within = false, dateline = false, share = false, parallel = false;
};

RouteColumns needed_columns(const ExportRoutes& routes) {
  RouteColumns needed{.layer = routes.layers() > 1, .dateline = routes.datelines() > 1};
  for (std::uint64_t to = 0; to < routes.destinations(); ++to) {
    const std::vector<ExportWays> all = common_ways(routes, to);
    needed.within |= all.size() > 1;
    for (const ExportWays& ways : all) {
      for (const std::vector<ExportHop>& hops : ways.hops) {
        needed.share |= hops.size() > 1;
        for (const ExportHop& hop : hops) needed.parallel |= hop.parallel > 0;
      }
    }
  }
  return needed;
}

std::string named(const RouteColumns& needed) {
  std::string names = "site,destination,next";
  if (needed.layer) names += ",layer";
  if (needed.dateline) names += ",dateline";
  if (needed.share) names += ",share";
  if (needed.parallel) names += ",parallel";
  if (needed.within) names += ",within";  // the last column, because lines on all layers leave it out
  return names;
}

void put_ways(std::string& out, const ExportNetwork& network, const ExportRoutes& routes, const RouteColumns& needed,
              std::uint64_t to) {
  const std::vector<ExportWays> all = common_ways(routes, to);
  for (std::size_t layer = 0; layer < all.size(); ++layer) {
    for (std::uint64_t site = 0; site < all[layer].hops.size(); ++site) {
      for (const ExportHop& hop : all[layer].hops[site]) {
        append(out, "{},{},{}", quoted_node(network, site), quoted_node(network, to), quoted_node(network, hop.to));
        if (needed.layer) append(out, ",{}", site < routes.destinations() ? routes.layer(site, to) : 0);
        if (needed.dateline) append(out, ",{}", hop.dateline);
        if (needed.share) append(out, ",{}", hop.share);
        if (needed.parallel) append(out, ",{}", hop.parallel);
        if (all.size() > 1) append(out, ",{}", layer);
        out += '\n';
      }
    }
  }
}

std::vector<ExportFile> write_routes(const Export& target, ExportNetwork& network, const ExportChoice&) {
  if (const auto* why = std::get_if<std::string>(&network.routes))
    throw_input_error(fmt::format("the routes of '{}' are not known: {}", network.name, *why),
                      "allow more with --effort, or export a smaller network");
  const ExportRoutes& routes = std::get<ExportRoutes>(network.routes);
  const RouteColumns needed = needed_columns(routes);
  std::string out = commented_header(target, network, "#");
  append(out, "# as `routing: {{table: THIS_FILE}}` reads them; virtual channels that they need: {}\n",
         routes.classes());
  append(out, "{}\n", named(needed));
  for (std::uint64_t to = 0; to < routes.destinations(); ++to) put_ways(out, network, routes, needed, to);
  return {{"", out}};
}

}  // namespace

Export routes_export() {
  return {.name = "routes",
          .summary = "the routes taken, as `routing: {table: FILE}` reads them",
          .source = "RFC 4180, and cutline/routing/route_file.hpp",
          .extension = ".csv",
          .ignores = "places, lengths and delays are not written",
          .route_cost = RouteCostUse::none,
          .times = LinkTimes::none,
          .routes = RouteSupport::any,
          .routes_where = "as this table",
          .tells_names = true,
          .limits = {4096, 1 << 18, 4000},
          .write = write_routes};
}

}  // namespace cutline::exporting
