// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "topology/families.hpp"

namespace cutline {

namespace {

/// The theorem covers the binary cube, tori whose longest ring is even, and tori whose rings all have 3 nodes or more.
/// Proof for an even longest ring of k >= 4 nodes: shortest paths load no link with more than N k / 8 pairs, so a
/// balanced cut, which separates N^2 / 4 pairs, has at least 2 N / k links. The cut that halves this ring has exactly 2
/// N / k links.
BisectionTheorem bisection(std::vector<std::uint32_t> radices, std::uint64_t nodes, int channels) {
  std::erase(radices, 1u);  // dimensions without links
  const auto [least, most] = std::minmax_element(radices.begin(), radices.end());
  if (*most == 2) return {nodes / 2, nodes, "N/2, the binary cube [Harper 1964]"};
  const std::uint64_t links = 2 * mesh_bisection_links(radices);
  const std::uint64_t cut_channels = links * static_cast<std::uint64_t>(channels);
  if (*most % 2 == 0) return {links, cut_channels, "2N/k for an even longest ring k (derived: congestion)"};
  if (*least >= 3) return {links, cut_channels, "a product of rings [Arjona Aroca 2012]; 2(N-1)/(k-1) for odd k"};
  return {};
}

Topology build_torus(const Parameters& parameters) {
  const int channels = is_unidirectional(parameters) ? 1 : 2;
  const std::vector<std::uint32_t> radices = whole_radices(parameters, "torus");
  Topology torus{.digits = digits_of(radices), .theorems = {.vertex_transitive = true}};
  for (std::size_t digit = 0; digit < torus.digits.size(); ++digit) {
    torus.classes.push_back(ring_class(static_cast<std::uint8_t>(digit), torus.digits[digit].radix, channels));
  }
  torus.theorems.bisection = bisection(radices, torus.node_count(), channels);
  return torus;
}

/// Absent unless it has two or more dimensions, all two-way rings of one radix of at least 3.
std::optional<PublishedArea> torus_area(const Topology& torus) {
  std::vector<Digit> digits = torus.digits;
  std::erase_if(digits, [](const Digit& digit) { return digit.radix == 1; });
  const double radix = digits[0].radix;
  const bool alike = std::ranges::count(digits, digits[0]) == std::ssize(digits);
  const bool one_way = std::ranges::any_of(torus.classes, [](const LinkClass& links) { return links.channels == 1; });
  if (!alike || radix < 3 || one_way || digits.size() < 2) return std::nullopt;
  const double side = 2 * static_cast<double>(torus.node_count()) / (radix - 1);
  return PublishedArea{side * side, "4 N^2 / (k - 1)^2, the product of collinear layouts: [Fernandez 1997]"};
}

IdealNetwork ideal_torus(const Parameters& parameters) {
  const auto [k, n] = real_radix(parameters, "torus");
  const bool one_way = is_unidirectional(parameters);
  // Real radices come from roots, so a radix of 2 may have a rounding error.
  const bool binary = std::abs(k - 2) < 1e-9;
  const bool odd = std::fmod(k, 2) == 1;
  const double nodes = std::pow(k, n);
  const double channels = (one_way || binary ? 1 : 2) * n * nodes;
  const double hops = one_way || binary ? (k - 1) / 2 : (odd ? k - 1 / k : k) / 4;  // along one dimension
  IdealNetwork torus{.shape = equal_cube(NetworkKind::rings, parameters, one_way && !binary),
                     .dimensions = n,
                     .nodes = nodes,
                     .links = binary ? n * nodes / 2 : n * nodes,
                     .channels_per_link = one_way && !binary ? 1.0 : 2.0,
                     .ports_per_node = 2 * channels / nodes,
                     .bisection_channels = 2 * channels / (n * k),
                     .mean_hops = n * hops,
                     .diameter_hops = one_way || binary ? n * (k - 1) : n * (odd ? k - 1 : k) / 2,
                     .longest_span = std::pow(k, n / 2 - 1),
                     .hops_by_span = hops_by_span(k, n, hops),
                     .line_peak_channels = channels / (n * nodes) * 2 * (std::sqrt(nodes) - 1) / (k - 1),
                     .sources = {"Dally 1990"}};
  if (odd)
    torus.notes.emplace_back(
        "2N/k channels per direction is Dally 1990's bisection for even k; for odd k the graph's is 2(N-1)/(k-1)");
  return torus;
}

}  // namespace

Family torus_family() {
  return {.name = "torus",
          .summary = "k-ary n-cube: nodes on an n-dimensional grid whose every dimension is a ring",
          .source = "[Dally 1990, sec. 2]",
          .fields = cube_fields(),
          .build = build_torus,
          .ideal = ideal_torus,
          .published_area = torus_area,
          .errata = {"WE-eq6", "WE-eq8", "WE-eq9", "WE-eq13"},
          .sizes = {.networks = [](const SizeRange& range) { return cubes_in(range, 2); },
                    .rings = true,
                    .dimensions = radices_given},
          .examples = {{{"radix", 4}, {"dimensions", 2}},
                       {{"radix", 3}, {"dimensions", 3}, {"channels", "unidirectional"}},
                       {{"radices", IntegerList{5, 2, 3}}, {"channels", "unidirectional"}}}};
}

}  // namespace cutline
