// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include <memory>

#include "base/named.hpp"
#include "cutline/detail/performance/traffic.hpp"
#include "routing/destinations.hpp"
#include "topology/said_sites.hpp"

namespace cutline {

namespace {

TrafficTable table_of(const Parameters& parameters, const Topology& topology) {
  const RateUnit* unit = parameters.has("unit") ? find_named(rate_units(), parameters.text("unit")) : nullptr;
  if (parameters.has("file")) return read_traffic_file(parameters.text("file"), topology, unit);
  TrafficTable table;
  if (!parameters.has("rows")) return table;
  if (unit != nullptr) table.kind = unit->kind;
  const double times = unit != nullptr ? unit->times : 1;
  const IntegerTable& rows = parameters.table("rows");
  for (std::size_t source = 0; source < rows.size(); ++source) {
    for (std::size_t node = 0; node < rows[source].size(); ++node)
      table.entries.push_back({node_of_row(topology, source), node_of_row(topology, node),
                               static_cast<double>(rows[source][node]) * times});
  }
  return table;
}

std::string shape_refusal(const Parameters& parameters, std::uint64_t nodes) {
  if (parameters.has("file") == parameters.has("rows")) return "matrix takes either rows or a file";
  if (!parameters.has("rows")) return {};
  const IntegerTable& rows = parameters.table("rows");
  if (rows.size() != nodes)
    return fmt::format("matrix needs a row for each of {} nodes and has {}", nodes, rows.size());
  for (std::size_t source = 0; source < rows.size(); ++source) {
    if (rows[source].size() != nodes)
      return fmt::format("matrix needs {} numbers in row {} and has {}", nodes, source, rows[source].size());
    if (std::any_of(rows[source].begin(), rows[source].end(), [](std::int64_t weight) { return weight < 0; }))
      return fmt::format("matrix has a number below 0 in row {}", source);
  }
  return {};
}

std::string refusal_of_matrix(const Parameters& parameters, const Topology& topology) {
  const std::uint64_t nodes = topology.node_count();
  if (std::string why = shape_refusal(parameters, nodes); !why.empty()) return why;
  const TrafficTable table = table_of(parameters, topology);
  if (!table.refusal.empty()) return "matrix does not fit: " + table.refusal;
  const auto is_silent = [](const TrafficEntry& entry) { return entry.weight == 0; };
  const bool silent = std::all_of(table.entries.begin(), table.entries.end(), is_silent);
  return silent ? "matrix sends nothing at all" : std::string();
}

std::string unknown_node_of_matrix(const Parameters& parameters, const Topology& topology) {
  return parameters.has("file") ? table_of(parameters, topology).refusal : std::string();
}

GivenRates rates_of_matrix(const Parameters& parameters, const Topology& topology) {
  const TrafficTable table = table_of(parameters, topology);
  double total = 0;
  for (const TrafficEntry& entry : table.entries) total += entry.weight;
  return {table.kind, total / static_cast<double>(topology.node_count())};
}

/// Divides all rates by the mean rate of a node, so a node that sends more than others still does.
Traffic traffic_of_matrix(const Parameters& parameters, const Topology& topology) {
  const std::uint64_t nodes = topology.node_count();
  auto rows = std::make_shared<std::vector<Destinations>>(nodes);
  double total = 0;
  const TrafficTable table = table_of(parameters, topology);
  for (const TrafficEntry& entry : table.entries) {
    if (entry.weight > 0) (*rows)[entry.source].to.push_back({entry.destination, entry.weight});
    total += entry.weight;
  }
  for (Destinations& row : *rows) {
    row.divisor = total / static_cast<double>(nodes);
    std::stable_sort(row.to.begin(), row.to.end(), [](const auto& a, const auto& b) { return a.node < b.node; });
  }
  return {nodes, [rows](std::uint64_t source) { return (*rows)[source]; }};
}

}  // namespace

TrafficPattern matrix_traffic() {
  return {.name = "matrix",
          .summary = "the user's own: a rate from every node to every node",
          .source = "none",
          .fields = {{.name = "rows",
                      .kind = FieldKind::integer_table,
                      .help = "one row a source, one whole number a destination, in any unit"},
                     {.name = "file",
                      .kind = FieldKind::file,
                      .help = "lines `source destination rate`, or a dense matrix, by numbers or names of nodes"},
                     {.name = "unit",
                      .kind = FieldKind::choice,
                      .help = "of all rates, where the file states none; rates with a unit are absolute, for `load: "
                              "as_given`; without one they are shares",
                      .choices = names_of(rate_units())}},
          .refusal = refusal_of_matrix,
          .traffic = traffic_of_matrix,
          .one_of = {"rows", "file"},
          .names_nodes = true,
          .unknown_node = unknown_node_of_matrix,
          .rates = rates_of_matrix};
}

}  // namespace cutline
