// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <numbers>

#include "base/roots.hpp"
#include "topology/families.hpp"

namespace cutline {

namespace {

/// The largest number of dimensions with at most kMaxNodes nodes.
constexpr std::uint32_t kMaxDimensions = 42;

/// The number of dimensions d, where d 2^d is the number of nodes. It is `dimensions`, or the solution for `nodes`,
/// which may be any real number.
double real_cycle_dimensions(const Parameters& parameters) {
  if (parameters.has("dimensions") == parameters.has("nodes")) {
    throw_input_error("ccc takes either `dimensions` or `nodes`", "d dimensions have d 2^d nodes",
                      parameters.has("nodes") ? "nodes" : "dimensions");
  }
  if (parameters.has("dimensions")) return parameters.number("dimensions");
  const double nodes = parameters.number("nodes");
  const double real = lambert_w(nodes * std::numbers::ln2) / std::numbers::ln2;
  const double whole = std::round(real);
  return whole * std::exp2(whole) == nodes ? whole : real;
}

std::uint32_t whole_cycle_dimensions(const Parameters& parameters) {
  const double d = real_cycle_dimensions(parameters);
  if (d == std::floor(d)) return static_cast<std::uint32_t>(d);
  throw_input_error(fmt::format("no cube-connected cycles have {} nodes", parameters.integer("nodes")),
                    fmt::format("d dimensions have d 2^d nodes; near are {} and {}",
                                std::floor(d) * std::exp2(std::floor(d)), std::ceil(d) * std::exp2(std::ceil(d))),
                    "nodes");
}

/// The closed forms, where a cycle of d nodes is a square box, the network has P = sqrt(N) nodes a side, and the
/// longest links between cycles are half a side long. Source: [Ranade 1987, sec. 2.2] with d for 2p'.
IdealNetwork ideal_ccc(const Parameters& parameters) {
  const double d = real_cycle_dimensions(parameters);
  const double nodes = d * std::exp2(d);
  IdealNetwork ccc{.shape = {.kind = NetworkKind::cycles_of_cube},
                   .dimensions = d,
                   .nodes = nodes,
                   .links = 1.5 * nodes,
                   .channels_per_link = 2,
                   .ports_per_node = 6,
                   .bisection_channels = std::exp2(d),
                   .diameter_hops = 2 * d + std::floor(d / 2) - 2,
                   .longest_span = std::sqrt(nodes) / 2,
                   .line_peak_channels = 2 * std::exp2(d / 2),
                   .sources = {"Ranade 1987"}};
  if (d != std::floor(d)) ccc.notes.push_back(fmt::format("hypothetical: cycles of {:.4g} nodes do not exist", d));
  return ccc;
}

std::optional<PublishedArea> cycles_area(const Topology& ccc) {
  const double cycles = static_cast<double>(ccc.node_count()) / ccc.digits[0].radix;
  return PublishedArea{4 * cycles * cycles / 9, "4 4^d / 9: [Yeh 1999]"};
}

/// Node (x, l) of cycle x and level l has the number x d + l: digit 0 is the level, digit 1 + i is bit i of x.
Topology build_ccc(const Parameters& parameters) {
  expect_bidirectional(parameters, "the cubes of cube-connected cycles link their nodes both ways");
  const auto dimensions = whole_cycle_dimensions(parameters);
  Topology ccc{.digits = std::vector<Digit>(dimensions + 1, 2), .theorems = {.vertex_transitive = true}};
  ccc.digits[0].radix = dimensions;
  ccc.digits[0].boxed = true;
  ccc.classes.push_back(ring_class(0, dimensions, 2));
  ccc.classes.back().name = "cycle";
  for (std::uint32_t level = 0; level < dimensions; ++level) {
    LinkClass cube = path_class(static_cast<std::uint8_t>(level + 1), 2);
    cube.name = fmt::format("cube {}", level);
    cube.only = {{0, {level}}};
    ccc.classes.push_back(std::move(cube));
  }
  const std::uint64_t cut = std::uint64_t{1} << (dimensions - 1);
  ccc.theorems.bisection = {cut, 2 * cut, "2^(d-1) [Manabe 1984]"};
  return ccc;
}

}  // namespace

Family ccc_family() {
  return {.name = "ccc",
          .summary = "cube-connected cycles: every node of a binary d-cube is a cycle of d nodes, one a dimension",
          .source = "[Preparata 1981]",
          .fields = {whole_number("dimensions", "dimensions of the cube and nodes of a cycle, d; d 2^d nodes", 2,
                                  kMaxDimensions),
                     whole_number("nodes", "or: number of nodes, d 2^d; any number in ideal candidates", 8,
                                  static_cast<double>(kMaxNodes))},
          .build = build_ccc,
          .ideal = ideal_ccc,
          .published_area = cycles_area,
          .errata = {"RJ-tab4", "RJ-cccgray", "RJ-dil"},
          .sizes = {.networks = networks_by("dimensions", 3, [](double d) { return d * std::exp2(d); }), .rings = true},
          .examples = {{{"dimensions", 3}}, {{"dimensions", 4}}}};
}

}  // namespace cutline
