// SPDX-License-Identifier: Apache-2.0
#include "output/explain/derivations.hpp"

namespace cutline {

namespace {

/// How the edge connectivity was found; empty where there is no graph.
std::string connectivity_method(const Asked& a) {
  return a.candidate.facts.resilience ? a.candidate.facts.resilience->edge_connectivity_method : "";
}

bool by_theorem_of_products(const Asked& a) { return connectivity_method(a).find("product") != std::string::npos; }

bool by_transitivity(const Asked& a) { return connectivity_method(a).find("transitive") != std::string::npos; }

bool by_product(const Asked& a) {
  return a.candidate.facts.resilience && a.candidate.facts.resilience->mean_shortest_paths_method == "product";
}

std::vector<Derivation> connectivity_rows() {
  const std::string_view key = "graph.edge_connectivity";
  const std::vector<Symbol> symbols = {{"lambda", key, "links"},
                                       {"degree", "graph.degree_max", "links of the busiest node"},
                                       {"method", "study.edge_connectivity_method", ""}};
  return {
      {"edge_connectivity", by_theorem_of_products,
       "lambda = min(sum of the digits' least degrees, least lambda_i * N / N_i)", "[Xu 2006]", symbols},
      {"edge_connectivity", by_transitivity, "lambda = degree", "[Mader 1971]", symbols},
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

}  // namespace cutline
