// SPDX-License-Identifier: Apache-2.0
#include <utility>

#include "output/explain/explanations.hpp"

namespace cutline {

namespace {

using Json = nlohmann::ordered_json;

/// How a measure was found; empty where there is no graph.
std::string method(const Json& facts, const char* key) { return facts.at("study").value(key, ""); }

bool by_theorem_of_products(const Json& facts) {
  return method(facts, "edge_connectivity_method").find("product") != std::string::npos;
}

bool by_transitivity(const Json& facts) {
  return method(facts, "edge_connectivity_method").find("transitive") != std::string::npos;
}

bool by_product(const Json& facts) { return method(facts, "shortest_paths_method") == "product"; }

std::vector<ExplanationRow> connectivity_rows() {
  const std::string_view key = "graph.edge_connectivity";
  const std::string_view summary = "fewest links whose loss parts some node from another";
  const std::vector<ExplanationSymbol> symbols = {{"lambda", key, "links"},
                                                  {"degree", "graph.degree_max", "links of the busiest node"},
                                                  {"method", "study.edge_connectivity_method", ""}};
  return {{"edge_connectivity", key, summary, by_theorem_of_products,
           "lambda = min(sum of the digits' least degrees, least lambda_i * N / N_i)", "[Xu 2006]", symbols},
          {"edge_connectivity", key, summary, by_transitivity, "lambda = degree", "[Mader 1971]", symbols},
          {"edge_connectivity", key, summary, nullptr, "lambda = least maximum flow from node 0 to another node",
           "definition", symbols}};
}

std::vector<ExplanationRow> path_rows() {
  const std::string_view key = "graph.mean_shortest_paths";
  const std::string_view summary = "shortest paths from node to node, mean over pairs of distinct nodes";
  const std::vector<ExplanationSymbol> symbols = {
      {"s", key, "paths"}, {"N", "nodes", "nodes"}, {"method", "study.shortest_paths_method", ""}};
  return {{"shortest_paths", key, summary, by_product,
           "s = sum over pairs of (d_1 + d_2 + ...)! / (d_1! d_2! ...) * s_1 * s_2 ... / (N * (N - 1))",
           "derived: paths of a product interleave those of its digits", symbols},
          {"shortest_paths", key, summary, nullptr, "s = sum over pairs of their shortest paths / (N * (N - 1))",
           "definition", symbols}};
}

}  // namespace

std::vector<ExplanationRow> fault_explanations() {
  std::vector<ExplanationRow> rows = connectivity_rows();
  for (ExplanationRow& row : path_rows()) rows.push_back(std::move(row));
  rows.push_back({"faults",
                  "faults",
                  "what is left of the network without some of its links",
                  nullptr,
                  "mean and worst over the choices of failed links that leave all nodes connected",
                  "definition; uniform traffic, spread evenly over all shortest paths",
                  {{"lambda", "graph.edge_connectivity", "fewer failed links never part nodes"}}});
  return rows;
}

}  // namespace cutline
