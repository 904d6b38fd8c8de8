// SPDX-License-Identifier: Apache-2.0
#include "user_graph.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <vector>

#include "base/random.hpp"
#include "cutline/layout/check.hpp"
#include "cutline/measure/measures.hpp"
#include "cutline/placement/place.hpp"
#include "cutline/technology/technology.hpp"
#include "cutline/topology/family.hpp"
#include "cutline/detail/topology/graph_measures.hpp"
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

/// The same links, whatever the nodes are called.
template <class Name>
void write_random_graph(const std::string& path, std::uint64_t nodes, std::uint64_t links, Name name) {
  cutline::Random random(1);
  std::ofstream file(path);
  for (std::uint64_t i = 0; i < links; ++i) {
    const std::uint64_t a = i < nodes ? i : random.below(nodes);
    std::uint64_t b = i < nodes ? (i + 1) % nodes : random.below(nodes - 1);
    if (i >= nodes && b >= a) ++b;
    file << name(a) << ' ' << name(b) << '\n';
  }
}

}  // namespace

void write_random_graph(const std::string& path, std::uint64_t nodes, std::uint64_t links) {
  write_random_graph(path, nodes, links, [](std::uint64_t node) { return std::to_string(node); });
}

void write_named_graph(const std::string& path, std::uint64_t nodes, std::uint64_t links) {
  cutline::Random random(2);
  std::vector<std::string> names;
  for (std::uint64_t node = 0; node < nodes; ++node) {
    std::string& name = names.emplace_back("n" + std::to_string(node));
    const std::size_t length = 8 + static_cast<std::size_t>(random.below(13));
    while (name.size() < length) name += static_cast<char>('a' + random.below(26));
  }
  write_random_graph(path, nodes, links, [&](std::uint64_t node) { return names[static_cast<std::size_t>(node)]; });
}

double time_by_names(const std::string& names, const std::string& numbers, int runs) {
  double least[2] = {0, 0};
  for (int run = 0; run < runs; ++run) {  // in turn, so that another program slows both
    for (const bool by_names : {false, true}) {
      const Clock::time_point start = Clock::now();
      cutline::build_topology("graph", {{"file", by_names ? names : numbers}});
      const double seconds = std::chrono::duration<double>(Clock::now() - start).count();
      least[by_names] = run == 0 ? seconds : std::min(least[by_names], seconds);
    }
  }
  fmt::print("  {:<8} {:>9.4f} s by numbers, {:.4f} s by names\n", "read", least[0], least[1]);
  return least[1] / least[0];
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
