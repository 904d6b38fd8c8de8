// SPDX-License-Identifier: Apache-2.0
#include "user_graph.hpp"

#include <fmt/core.h>

#include <chrono>
#include <fstream>

#include "cutline/base/random.hpp"
#include "cutline/layout/check.hpp"
#include "cutline/measure/measures.hpp"
#include "cutline/placement/place.hpp"
#include "cutline/technology/technology.hpp"
#include "cutline/topology/family.hpp"
#include "cutline/topology/graph_measures.hpp"
#include "cutline/topology/topology.hpp"

namespace bench {

namespace {

using Clock = std::chrono::steady_clock;

/// Does a step and prints how long it took.
template <class Work>
auto timed(const char* step, Work work) {
  const Clock::time_point start = Clock::now();
  auto result = work();
  fmt::print("  {:<8} {:>9.4f} s\n", step, std::chrono::duration<double>(Clock::now() - start).count());
  std::fflush(stdout);
  return result;
}

}  // namespace

void write_random_graph(const std::string& path, std::uint64_t nodes, std::uint64_t links) {
  cutline::Random random(1);
  std::ofstream file(path);
  for (std::uint64_t i = 0; i < links; ++i) {
    const std::uint64_t a = i < nodes ? i : random.below(nodes);
    std::uint64_t b = i < nodes ? (i + 1) % nodes : random.below(nodes - 1);
    if (i >= nodes && b >= a) ++b;
    file << a << ' ' << b << '\n';
  }
}

void write_local_graph(const std::string& path, std::uint64_t side) {
  std::ofstream file(path);
  const std::uint64_t plane = side * side;
  for (std::uint64_t node = 0; node < plane * side; ++node) {
    if (node % side + 1 < side) file << node << ' ' << node + 1 << '\n';
    if (node / side % side + 1 < side) file << node << ' ' << node + side << '\n';
    if (node / plane + 1 < side) file << node << ' ' << node + plane << '\n';
  }
}

bool run_user_graph(const std::string& path) {
  using namespace cutline;
  const Topology graph = timed("read", [&] { return build_topology("graph", {{"file", path}}); });
  const Placement placement = timed("place", [&] { return place(graph, {}); });
  const LayoutRules rules = layout_rules(unit_technology(), {}, {});
  const Layout layout = timed("route", [&] { return route(wire_up(graph, placement), rules, {}); });
  const Measures measures = timed("measure", [&] { return measure(layout, graph, placement); });
  timed("bisect", [&] { return graph_measures(graph); });
  const CheckResult checked = timed("check", [&] { return check(layout, graph, placement); });
  return measures.length.total_span_halves > 0 && checked.passed();
}

}  // namespace bench
