// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "topology/families.hpp"

namespace cutline {

namespace {

/// The nodes are the points of a projective plane. Two points are linked if they are orthogonal, that is, if one lies
/// on the line that has the number of the other.
Topology build_polarfly(const Parameters& parameters) {
  expect_bidirectional(parameters, "the links of a polarfly lead both ways");
  const std::uint32_t q = whole_of(parameters, "q");
  const ProjectivePlane plane(q, "polarfly");
  Topology network{.digits = {plane.points()}, .has_dimensions = false};
  LinkClass links{.name = "links", .digits = {0}};
  for (std::uint32_t a = 0; a < plane.points(); ++a) {
    plane.for_each_on_line(a, [&](std::uint32_t b) {
      if (a < b) links.links.push_back({a, b});
    });
  }
  const double others = plane.points() - 1.0;
  const double neighbours = 2.0 * static_cast<double>(links.links.size()) / plane.points();
  network.classes = {std::move(links)};
  network.concentration = q / 2 + 1;
  network.theorems.distance = {2, 2 - neighbours / others,
                               "one point is orthogonal to any two [Erdos 1962]; all but the neighbours at 2"};
  return network;
}

}  // namespace

Family polarfly_family() {
  return {
      .name = "polarfly",
      .summary = "polarfly: Erdos and Renyi's polarity graph, of diameter 2 and q^2 + q + 1 routers, q a prime's power",
      .source = "[Erdos 1962]; [Lakhotia 2022]",
      .fields = {needed_number("q",
                               "a power of a prime, q; q^2 + q + 1 routers of q + 1 links, but q + 1 of them with q", 2,
                               256),
                 terminals_field("terminals per router; half of q + 1, rounded up, if not given")},
      .build = build_polarfly,
      .sizes = {.networks = networks_by("q", 2, [](double q) { return (q * q + q + 1) * (std::floor(q / 2) + 1); }),
                .of_terminals = true,
                .leaves_out = "other concentrations than half the links"},
      .examples = {{{"q", 2}}, {{"q", 3}}, {{"q", 4}}}};
}

}  // namespace cutline
