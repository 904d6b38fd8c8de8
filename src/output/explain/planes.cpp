// SPDX-License-Identifier: Apache-2.0
// How the figures of a candidate with planes follow from those of its planes.
#include "cutline/study/planes.hpp"

#include <fmt/format.h>

#include <array>
#include <utility>

#include "output/explain/derivations.hpp"
#include "output/text/number.hpp"

namespace cutline::explanation {

namespace {

/// A figure of the whole: what each plane's figure of the same key is multiplied by, or the least or the sum of all.
enum class OfPlanes : std::uint8_t { by_messages, by_bits, over_bits, times_bits, greatest, sum };

struct PlaneRow {
  std::string_view name, key, formula;
  OfPlanes how;
  std::string_view fact, meaning;
};

constexpr PlaneRow kPlaneRows[] = {
    {"mean_hops", "performance.mean_hops", "H = sum over planes of message share x H of the plane",
     OfPlanes::by_messages, "planes.mean_hops", "mean hops of a message"},
    {"latency", "performance.latency_ns", "T = sum over planes of message share x T of the plane",
     OfPlanes::by_messages, "planes.latency", "zero-load latency of a mean message"},
    {"latency_cycles", "performance.latency_cycles", "T = sum over planes of message share x T of the plane",
     OfPlanes::by_messages, "planes.latency_cycles", "zero-load latency in cycles"},
    {"latency_before_rounding", "performance.latency_before_rounding_ns",
     "T = sum over planes of message share x T of the plane", OfPlanes::by_messages, "planes.latency_before_rounding",
     "latency if channels could have fractions of a bit"},
    {"node_latency", "performance.latency_parts_ns.node",
     "T_node = sum over planes of message share x T_node of the plane", OfPlanes::by_messages, "planes.node_latency",
     "time in routers"},
    {"wire_latency", "performance.latency_parts_ns.wire",
     "T_wire = sum over planes of message share x T_wire of the plane", OfPlanes::by_messages, "planes.wire_latency",
     "time of the head on wires"},
    {"message_latency", "performance.latency_parts_ns.message",
     "T_msg = sum over planes of message share x T_msg of the plane", OfPlanes::by_messages, "planes.message_latency",
     "time of the rest of the message"},
    {"wire_energy", "energy.wire_pj_per_bit", "E_wire = sum over planes of bit share x E_wire of the plane",
     OfPlanes::by_bits, "planes.wire_energy", "energy of a bit on wires"},
    {"router_energy", "energy.router_pj_per_bit", "E_router = sum over planes of bit share x E_router of the plane",
     OfPlanes::by_bits, "planes.router_energy", "energy of a bit in routers"},
    {"tile_energy", "energy.tile_pj_per_bit", "E_tile = sum over planes of bit share x E_tile of the plane",
     OfPlanes::by_bits, "planes.tile_energy", "energy of a bit in tiles"},
    {"saturation", "performance.saturation_bits_per_cycle_per_terminal",
     "S = the least of all planes of S of the plane / its bit share", OfPlanes::over_bits, "planes.saturation",
     "load of a terminal on all planes together"},
    {"contention", "performance.contention_saturation_bits_per_cycle_per_terminal",
     "S = the least of all planes of S of the plane / its bit share", OfPlanes::over_bits, "planes.contention",
     "load of a terminal on all planes together"},
    {"peak_channel_load", "performance.peak_channel_load",
     "c = the largest of all planes of c of the plane x its bit share / its width", OfPlanes::times_bits,
     "planes.peak_channel_load", "messages over the busiest channel for each that a node offers on all planes"},
    {"diameter", "graph.diameter_hops", "D = the greatest of all planes: a message keeps to its plane",
     OfPlanes::greatest, "planes.diameter", "greatest distance of two nodes"},
    {"mean_distance", "graph.mean_distance_hops", "d = sum over planes of message share x d of the plane",
     OfPlanes::by_messages, "planes.mean_distance", "mean distance of distinct nodes"},
    {"router_area", "routers.router.area_mm2", "A = sum over planes: a node has a router in each", OfPlanes::sum,
     "planes.router_area", "area of a node's routers"}};

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
    case OfPlanes::greatest:
    case OfPlanes::sum:
      break;
  }
  return figure;
}

/// The figures of all planes with their weights: "request 0.5 x 5.2, response 0.5 x 6".
template <std::size_t Row>
Data figures_of_planes(const Asked& a) {
  const PlaneRow& row = kPlaneRows[Row];
  if (!has_plane_results(a)) return {};
  std::string all;
  for (const PlaneResult& plane : a.candidate.planes->all) {
    const Data own = quantity_value(ask(*plane.study, plane.candidate, a.delay), row.key);
    const std::string figure = own.is_number() ? text::short_text(own.number(), 6) : "not known";
    all += fmt::format("{}{} {}", all.empty() ? "" : ", ", plane.name, with_weight(row, plane, figure));
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
    const std::string_view symbol = row.formula.substr(0, row.formula.find(' '));
    rows.push_back({row.name,
                    has_plane_results,
                    row.formula,
                    kDerived,
                    {{symbol, row.key, row.meaning}, {"planes", row.fact, "each plane's, with its weight"}}});
  }
  return rows;
}

std::map<std::string_view, Fact> plane_facts() {
  return facts_of_rows(std::make_index_sequence<std::size(kPlaneRows)>());
}

}  // namespace cutline::explanation
