// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "topology/families.hpp"

namespace cutline {

namespace {

Topology build_mesh(const Parameters& parameters) {
  if (is_unidirectional(parameters)) {
    throw_input_error("a mesh of one-way channels cannot send anything back", "use a torus, or bidirectional channels",
                      "channels");
  }
  const std::vector<std::uint32_t> radices = whole_radices(parameters, "mesh");
  Topology mesh{.digits = digits_of(radices)};
  for (std::size_t digit = 0; digit < mesh.digits.size(); ++digit) {
    mesh.classes.push_back(path_class(static_cast<std::uint8_t>(digit), mesh.digits[digit].radix));
  }
  const std::uint64_t links = mesh_bisection_links(radices);
  mesh.theorems.bisection = {links, 2 * links, "a product of paths [Arjona Aroca 2012, theorem 4]; k^(n-1) for even k"};
  return mesh;
}

IdealNetwork ideal_mesh(const Parameters& parameters) {
  const auto [k, n] = real_radix(parameters, "mesh");
  const double nodes = std::pow(k, n);
  const double bisection_channels = 2 * nodes / k;
  return {.shape = equal_cube(NetworkKind::paths, parameters),
          .dimensions = n,
          .nodes = nodes,
          .links = n * nodes * (k - 1) / k,
          .channels_per_link = 2,
          .ports_per_node = (k > 2 ? 4 : 2) * n,
          .bisection_channels = bisection_channels,
          .mean_hops = n * (k - 1 / k) / 3,
          .diameter_hops = n * (k - 1),
          .longest_span = std::pow(k, n / 2 - 1),
          .hops_by_span = hops_by_span(k, n, (k - 1 / k) / 3),
          .line_peak_channels = 2 * (std::sqrt(nodes) - 1) / (k - 1),
          .uneven_load = nodes / (2 * bisection_channels),
          .sources = {"Dally 1990", "Agarwal 1991"}};
}

}  // namespace

Family mesh_family() {
  return {
      .name = "mesh",
      .summary = "k-ary n-mesh: nodes on an n-dimensional grid, linked to their neighbours, no wrap-around",
      .source = "[Dally 1991, sec. III-A]",
      .fields = cube_fields(),
      .build = build_mesh,
      .ideal = ideal_mesh,
      .sizes = {.networks = [](const SizeRange& range) { return cubes_in(range, 1); }, .dimensions = radices_given},
      .examples = {
          {{"radix", 4}, {"dimensions", 2}}, {{"radices", IntegerList{5, 3, 2}}}, {{"nodes", 27}, {"dimensions", 3}}}};
}

}  // namespace cutline
