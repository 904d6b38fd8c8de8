// SPDX-License-Identifier: Apache-2.0
#include "output/explain/derivations.hpp"

namespace cutline::explanation {

namespace {

template <ConnectivityMethod method>
bool connectivity_by(const Asked& a) {
  return a.candidate.resilience() && a.candidate.resilience()->edge_connectivity.method() == method;
}

bool by_product(const Asked& a) {
  return a.candidate.resilience() && a.candidate.resilience()->mean_shortest_paths.method() == PathsMethod::product;
}

std::vector<Derivation> connectivity_rows() {
  const std::string_view key = "graph.edge_connectivity";
  const std::vector<Symbol> symbols = {{"lambda", key, "links"},
                                       {"degree", "graph.degree_max", "links of the busiest node"},
                                       {"method", "study.edge_connectivity_method", ""}};
  return {
      {"edge_connectivity", connectivity_by<ConnectivityMethod::product>,
       "lambda = min(sum of the digits' least degrees, least lambda_i * N / N_i)", "[Xu 2006]", symbols},
      {"edge_connectivity", connectivity_by<ConnectivityMethod::transitive>, "lambda = degree", "[Mader 1971]",
       symbols},
      {"edge_connectivity", nullptr, "lambda = least maximum flow from node 0 to another node", "definition", symbols}};
}

std::vector<Derivation> path_rows() {
  const std::string_view key = "graph.mean_shortest_paths";
  const std::vector<Symbol> symbols = {
      {"s", key, "paths"}, {"N", "nodes", "nodes"}, {"method", "study.shortest_paths_method", ""}};
  return {
      {"shortest_paths", by_product,
       "s = sum over pairs of (d_1 + d_2 + ...)! / (d_1! d_2! ...) * s_1 * s_2 ... / (N * (N - 1))",
       "derived: paths of a product interleave those of its digits", symbols},
      {"shortest_paths", nullptr, "s = sum over pairs of their shortest paths / (N * (N - 1))", "definition", symbols}};
}

}  // namespace

std::vector<Derivation> fault_derivations() {
  std::vector<Derivation> rows = connectivity_rows();
  for (Derivation& row : path_rows()) rows.push_back(std::move(row));
  rows.push_back({"faults",
                  nullptr,
                  "mean and worst over the choices of failed links that leave all nodes connected",
                  "definition; uniform traffic, spread evenly over all shortest paths",
                  {{"lambda", "graph.edge_connectivity", "fewer failed links never part nodes"}}});
  return rows;
}

}  // namespace cutline::explanation
