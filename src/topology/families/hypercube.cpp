// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "topology/families.hpp"

namespace cutline {

namespace {

/// The number of dimensions, log2 of the number of nodes; may be any real number.
double real_dimensions(const Parameters& parameters) {
  if (parameters.has("dimensions") == parameters.has("nodes")) {
    throw_input_error("hypercube takes either `dimensions` or `nodes`", "n dimensions have 2^n nodes",
                      parameters.has("nodes") ? "nodes" : "dimensions");
  }
  return parameters.has("dimensions") ? parameters.number("dimensions") : std::log2(parameters.number("nodes"));
}

std::size_t whole_dimensions(const Parameters& parameters) {
  const double n = real_dimensions(parameters);
  if (n == std::floor(n)) return static_cast<std::size_t>(n);
  throw_input_error(
      fmt::format("no hypercube has {} nodes", parameters.integer("nodes")),
      fmt::format("n dimensions have 2^n nodes; near are {} and {}", std::exp2(std::floor(n)), std::exp2(std::ceil(n))),
      "nodes");
}

Topology build_hypercube(const Parameters& parameters) {
  const std::size_t dimensions = whole_dimensions(parameters);
  Topology cube{.digits = std::vector<Digit>(dimensions, 2), .theorems = {.vertex_transitive = true}};
  for (std::size_t digit = 0; digit < dimensions; ++digit) {
    cube.classes.push_back(path_class(static_cast<std::uint8_t>(digit), 2));
  }
  const std::uint64_t nodes = cube.node_count();
  cube.theorems.bisection = {nodes / 2, nodes, "N/2 [Harper 1964]"};
  const double n = static_cast<double>(dimensions);
  const double count = static_cast<double>(nodes);
  cube.theorems.distance = {dimensions, n / 2 * count / (count - 1),
                            "n and n/2, times N/(N-1) without the node itself"};
  return cube;
}

std::optional<PublishedArea> cube_area(const Topology& cube) {
  const auto nodes = static_cast<double>(cube.node_count());
  return PublishedArea{4 * nodes * nodes / 9, "4 N^2 / 9, the least there is: [Even 2003]"};
}

IdealNetwork ideal_hypercube(const Parameters& parameters) {
  const double n = real_dimensions(parameters);
  const double nodes = parameters.has("nodes") ? parameters.number("nodes") : std::pow(2, n);
  // The shape has a whole number of dimensions; its radix is chosen so that the number of nodes stays the same.
  const double whole = std::max(1.0, std::round(n));
  const std::vector<double> radices(static_cast<std::size_t>(whole), std::pow(nodes, 1 / whole));
  return {.shape = cube_shape(NetworkKind::rings, radices),
          .dimensions = n,
          .nodes = nodes,
          .links = n * nodes / 2,
          .channels_per_link = 2,
          .ports_per_node = 2 * n,
          .bisection_channels = nodes,
          .mean_hops = n / 2,
          .diameter_hops = n,
          .longest_span = std::pow(2, n / 2 - 1),
          .hops_by_span = hops_by_span(2, n, 0.5),
          .line_peak_channels = 2 * (std::sqrt(nodes) - 1),
          .sources = {"Dally 1990"}};
}

}  // namespace

Family hypercube_family() {
  return {.name = "hypercube",
          .summary = "binary n-cube: 2^n nodes, linked where their addresses differ in one bit",
          .source = "[Ranade 1987, sec. 2.1]",
          .fields = {whole_number("dimensions", "number of dimensions, n; 2^n nodes", 1, 48),
                     whole_number("nodes", "or: number of nodes, 2^n; any number in ideal candidates", 2,
                                  static_cast<double>(kMaxNodes))},
          .build = build_hypercube,
          .ideal = ideal_hypercube,
          .published_area = cube_area,
          .errata = {"WE-eq8", "WE-eq9", "WE-eq13", "RJ-gray", "RJ-track"},
          .sizes = {.networks = networks_by("dimensions", 1, [](double n) { return std::exp2(n); }),
                    .dimensions =
                        [](const Parameters& network) {
                          return IntegerList(static_cast<std::size_t>(network.integer("dimensions")), 2);
                        }},
          .examples = {{{"dimensions", 1}}, {{"dimensions", 4}}, {{"dimensions", 5}}}};
}

}  // namespace cutline
