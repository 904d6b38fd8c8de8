// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "cutline/base/error.hpp"
#include "cutline/base/parallel.hpp"
#include "cutline/study/traffic.hpp"
#include "cutline/topology/topology.hpp"
#include "study/family_search.hpp"
#include "study/timing.hpp"

namespace cutline {

namespace {

/// Link visits for the distances of a network before its layout: products and networks whose nodes are alike need few.
constexpr std::uint64_t kFewVisits = 100'000;

/// Moore's count: at most d (d - 1)^(k - 1) nodes are k links from a node. Source: [Hoffman 1960].
double moore_mean(double nodes, double degree) {
  double left = nodes - 1, at_distance = degree, sum = 0;
  for (double hops = 1; left > 0; ++hops, at_distance *= std::max(1.0, degree - 1)) {
    const double here = std::min(left, at_distance);
    sum += hops * here;
    left -= here;
  }
  return nodes > 1 ? sum / (nodes - 1) : 0;
}

/// No more than the mean hops of uniform traffic between terminals.
double fewest_hops(const Topology& topology, const GraphMeasures& graph) {
  const auto nodes = static_cast<double>(topology.node_count());
  const double others = (nodes - 1) / nodes;  // a terminal sends to those of its own node, too
  if (graph.distances) return graph.distances->mean_hops * others;
  if (topology.site_count() > topology.node_count() || graph.degree_max < 1) return others;
  return moore_mean(nodes, static_cast<double>(graph.degree_max)) * others;
}

bool is_over(const std::optional<std::uint64_t>& most, std::uint64_t number) { return most && number > *most; }

EarlyFacts early_facts_of(const Study& study, const Design& design) {
  const SearchChoice& choice = *study.search;
  EarlyFacts facts;
  Topology topology;
  try {
    topology = build_topology(design.family, design.parameters);
    facts.concentration = topology.concentration;
    const GraphMeasures graph = graph_measures_without_cuts(topology, kFewVisits);
    if (choice.degree_given && graph.degree_max > choice.limits.degree) facts.over = "links_of_router";
    if (is_over(choice.limits.links, topology.link_count())) facts.over = "links";
    if (is_over(choice.limits.wire, topology.link_count() / 2)) facts.over = "wire";
    if (is_uniform(study)) facts.latency_floor = latency_floor(study, design, fewest_hops(topology, graph));
  } catch (const Error& error) {
    facts.why_none = error.diagnostics().front().message;
  }
  return facts;
}

bool same_network(const Design& a, const Design& b) { return a.family == b.family && a.parameters == b.parameters; }

}  // namespace

std::vector<EarlyFacts> early_facts(const Study& study, const std::vector<Design>& designs) {
  std::vector<std::size_t> first_of_network;
  for (std::size_t i = 0; i < designs.size(); ++i) {
    if (i == 0 || !same_network(designs[i], designs[i - 1])) first_of_network.push_back(i);
  }
  std::vector<EarlyFacts> all(designs.size());
  parallel_for(first_of_network.size(), [&](std::size_t network) {
    const std::size_t first = first_of_network[network];
    const std::size_t end = network + 1 < first_of_network.size() ? first_of_network[network + 1] : designs.size();
    std::fill(all.begin() + static_cast<std::ptrdiff_t>(first), all.begin() + static_cast<std::ptrdiff_t>(end),
              early_facts_of(study, designs[first]));
  });
  return all;
}

}  // namespace cutline
