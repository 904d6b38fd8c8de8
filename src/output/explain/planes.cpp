// SPDX-License-Identifier: Apache-2.0
// How the figures of a candidate with planes follow from those of its planes.
#include "cutline/study/planes.hpp"

#include <fmt/format.h>

#include <utility>

#include "output/explain/derivations.hpp"
#include "output/text/number.hpp"

namespace cutline::explanation {

namespace {

/// What the figure of a plane is weighed by in that of the whole.
enum class OfPlanes : std::uint8_t { by_messages, by_bits, over_bits, times_bits, alone };

struct PlaneRow {
  std::string_view name, key, symbol, formula;
  OfPlanes how;
  std::string_view fact, meaning, of_each;
};

constexpr std::string_view kByMessages = "the plane's, times its part of all messages";
constexpr std::string_view kByBits = "the plane's, times its part of all bits";

constexpr PlaneRow kPlaneRows[] = {
    {"mean_hops", "performance.mean_hops", "H", "H = the sum of planes", OfPlanes::by_messages, "planes.mean_hops",
     "mean hops of a message", kByMessages},
    {"latency", "performance.latency_ns", "T", "T = the sum of planes", OfPlanes::by_messages, "planes.latency",
     "zero-load latency of a mean message", kByMessages},
    {"latency_cycles", "performance.latency_cycles", "T", "T = the sum of planes", OfPlanes::by_messages,
     "planes.latency_cycles", "zero-load latency in cycles", kByMessages},
    {"latency_before_rounding", "performance.latency_before_rounding_ns", "T", "T = the sum of planes",
     OfPlanes::by_messages, "planes.latency_before_rounding", "latency if channels could have fractions of a bit",
     kByMessages},
    {"node_latency", "performance.latency_parts_ns.node", "T_node", "T_node = the sum of planes", OfPlanes::by_messages,
     "planes.node_latency", "time in routers", kByMessages},
    {"wire_latency", "performance.latency_parts_ns.wire", "T_wire", "T_wire = the sum of planes", OfPlanes::by_messages,
     "planes.wire_latency", "time of the head on wires", kByMessages},
    {"message_latency", "performance.latency_parts_ns.message", "T_msg", "T_msg = the sum of planes",
     OfPlanes::by_messages, "planes.message_latency", "time of the rest of the message", kByMessages},
    {"wire_energy", "energy.wire_pj_per_bit", "E_wire", "E_wire = the sum of planes", OfPlanes::by_bits,
     "planes.wire_energy", "energy of a bit on wires", kByBits},
    {"router_energy", "energy.router_pj_per_bit", "E_router", "E_router = the sum of planes", OfPlanes::by_bits,
     "planes.router_energy", "energy of a bit in routers", kByBits},
    {"tile_energy", "energy.tile_pj_per_bit", "E_tile", "E_tile = the sum of planes", OfPlanes::by_bits,
     "planes.tile_energy", "energy of a bit in tiles", kByBits},
    {"saturation", "performance.saturation_bits_per_cycle_per_terminal", "S", "S = the least of planes",
     OfPlanes::over_bits, "planes.saturation", "load of a terminal on all planes together",
     "the plane's, over its part of all bits"},
    {"contention", "performance.contention_saturation_bits_per_cycle_per_terminal", "S", "S = the least of planes",
     OfPlanes::over_bits, "planes.contention", "load of a terminal on all planes together",
     "the plane's, over its part of all bits"},
    {"peak_channel_load", "performance.peak_channel_load", "c", "c = the largest of planes", OfPlanes::times_bits,
     "planes.peak_channel_load", "messages over the busiest channel for each that a node offers on all planes",
     "the plane's, times its part of all bits, over its width"},
    {"diameter", "graph.diameter_hops", "D", "D = the greatest of planes", OfPlanes::alone, "planes.diameter",
     "greatest distance of two nodes", "a message keeps to its plane"},
    {"mean_distance", "graph.mean_distance_hops", "d", "d = the sum of planes", OfPlanes::by_messages,
     "planes.mean_distance", "mean distance of distinct nodes", kByMessages},
    {"router_area", "routers.router.area_mm2", "A", "A = the sum of planes", OfPlanes::alone, "planes.router_area",
     "area of a node's routers", "a node has a router in each"}};

constexpr std::string_view kDerived = "derived: a message keeps to its plane; means are linear";

bool has_plane_results(const Asked& a) { return static_cast<bool>(a.candidate.planes); }

std::string with_weight(const PlaneRow& row, const PlaneResult& plane, const std::string& figure) {
  const auto share = [](double value) { return text::short_text(value, 4); };
  switch (row.how) {
    case OfPlanes::by_messages:
      return fmt::format("{} x {}", share(plane.message_share), figure);
    case OfPlanes::by_bits:
      return fmt::format("{} x {}", share(plane.bit_share), figure);
    case OfPlanes::over_bits:
      return fmt::format("{} / {}", figure, share(plane.bit_share));
    case OfPlanes::times_bits:
      return fmt::format("{} x {} / {}", figure, share(plane.bit_share), plane.width);
    case OfPlanes::alone:
      break;
  }
  return figure;
}

/// The figures of all planes with their weights: "0.5 x 5.2 (request), 0.5 x 6 (response)".
template <std::size_t Row>
Data figures_of_planes(const Asked& a) {
  const PlaneRow& row = kPlaneRows[Row];
  if (!has_plane_results(a)) return {};
  std::string all;
  for (const PlaneResult& plane : a.candidate.planes->all) {
    const Data own = quantity_value(ask(*plane.study, plane.candidate, a.delay), row.key);
    const std::string figure = own.is_number() ? text::short_text(own.number(), 6) : "not known";
    all += fmt::format("{}{} ({})", all.empty() ? "" : ", ", with_weight(row, plane, figure), plane.name);
  }
  return all;
}

template <std::size_t... Rows>
std::map<std::string_view, Fact> facts_of_rows(std::index_sequence<Rows...>) {
  return {{kPlaneRows[Rows].fact, figures_of_planes<Rows>}...};
}

}  // namespace

std::vector<Derivation> plane_derivations() {
  std::vector<Derivation> rows;
  for (const PlaneRow& row : kPlaneRows) {
    rows.push_back({row.name,
                    has_plane_results,
                    row.formula,
                    kDerived,
                    {{row.symbol, row.key, row.meaning}, {"planes", row.fact, row.of_each}}});
  }
  return rows;
}

std::map<std::string_view, Fact> plane_facts() {
  return facts_of_rows(std::make_index_sequence<std::size(kPlaneRows)>());
}

}  // namespace cutline::explanation
