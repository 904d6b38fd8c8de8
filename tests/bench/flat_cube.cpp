// SPDX-License-Identifier: Apache-2.0
#include "flat_cube.hpp"

#include <algorithm>
#include <utility>

#include "cutline/measure/measures.hpp"
#include "cutline/placement/place.hpp"
#include "cutline/technology/technology.hpp"
#include "cutline/topology/family.hpp"
#include "cutline/topology/topology.hpp"

namespace bench {

namespace {

/// Marks the ends of an interval; the running sum then counts the intervals over each cut.
void add_interval(std::vector<std::int64_t>& ends, std::uint32_t from, std::uint32_t to) {
  ++ends[std::min(from, to)];
  --ends[std::max(from, to)];
}

std::vector<std::int64_t> running_sum(std::vector<std::int64_t> ends) {
  for (std::size_t i = 1; i < ends.size(); ++i) ends[i] += ends[i - 1];
  if (!ends.empty()) ends.pop_back();
  return ends;
}

}  // namespace

FlatCube measure_flat_cube(unsigned dimensions) {
  const unsigned bits_x = (dimensions + 1) / 2;
  const std::uint32_t nodes = std::uint32_t{1} << dimensions;
  const std::uint32_t columns = std::uint32_t{1} << bits_x;

  std::vector<std::uint32_t> from, to;
  from.reserve(std::size_t{nodes} / 2 * dimensions);
  to.reserve(from.capacity());
  for (std::uint32_t node = 0; node < nodes; ++node) {
    for (unsigned d = 0; d < dimensions; ++d) {
      const std::uint32_t neighbour = node ^ (std::uint32_t{1} << d);
      if (neighbour < node) continue;
      from.push_back(node);
      to.push_back(neighbour);
    }
  }

  FlatCube result;
  result.links = from.size();
  result.cuts_x.assign(columns, 0);
  result.cuts_y.assign(nodes / columns, 0);
  std::vector<std::uint32_t> span(from.size());
  for (std::size_t i = 0; i < from.size(); ++i) {
    const std::uint32_t ax = from[i] % columns, ay = from[i] / columns;
    const std::uint32_t bx = to[i] % columns, by = to[i] / columns;
    span[i] = (ax > bx ? ax - bx : bx - ax) + (ay > by ? ay - by : by - ay);
    add_interval(result.cuts_x, ax, bx);
    add_interval(result.cuts_y, ay, by);
  }
  for (const std::uint32_t s : span) {
    result.longest_span = std::max<std::uint64_t>(result.longest_span, s);
    result.total_span += s;
  }
  result.cuts_x = running_sum(std::move(result.cuts_x));
  result.cuts_y = running_sum(std::move(result.cuts_y));
  return result;
}

FlatCube measure_cube_by_pattern(unsigned dimensions) {
  using namespace cutline;
  const Topology cube = build_topology("hypercube", {{"dimensions", std::int64_t{dimensions}}});
  const Placement placement = place(cube, {});
  const Layout layout = route(wire_up(cube, placement), layout_rules(unit_technology(), {}, {}), {});
  const Measures measures = measure(layout, cube, placement);
  return {.links = cube.link_count(),
          .longest_span = measures.length.longest_span.halves / 2,
          .total_span = static_cast<std::uint64_t>(measures.length.total_span_halves / 2),
          .cuts_x = machine_profile(layout, Axis::x).links,
          .cuts_y = machine_profile(layout, Axis::y).links};
}

}  // namespace bench
