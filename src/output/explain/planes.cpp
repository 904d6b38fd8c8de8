// SPDX-License-Identifier: Apache-2.0
#include "output/explain/planes.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "output/text/number.hpp"

namespace cutline::explanation {

namespace {

/// What the figure of a plane counts for in that of the whole.
enum class OfPlanes : std::uint8_t { by_messages, by_bits, over_bits, times_bits, greatest, in_each };

/// By OfPlanes.
struct Weighing {
  std::string_view whole, of_each;
};
constexpr Weighing kWeighings[] = {{"the sum", "the plane's, times its part of all messages"},
                                   {"the sum", "the plane's, times its part of all bits"},
                                   {"the least", "the plane's, over its part of all bits"},
                                   {"the largest", "the plane's, times its part of all bits, over its width"},
                                   {"the greatest", "a message keeps to its plane"},
                                   {"the sum", "a node has a router in each"}};

struct PlaneRow {
  std::string_view name, symbol;
  OfPlanes how;
  std::string_view meaning;
};
constexpr PlaneRow kPlaneRows[] = {
    {"mean_hops", "H", OfPlanes::by_messages, "mean hops of a message"},
    {"latency", "T", OfPlanes::by_messages, "zero-load latency of a mean message"},
    {"latency_cycles", "T", OfPlanes::by_messages, "zero-load latency in cycles"},
    {"latency_before_rounding", "T", OfPlanes::by_messages, "latency if channels could have fractions of a bit"},
    {"node_latency", "T_node", OfPlanes::by_messages, "time in routers"},
    {"wire_latency", "T_wire", OfPlanes::by_messages, "time of the head on wires"},
    {"message_latency", "T_msg", OfPlanes::by_messages, "time of the rest of the message"},
    {"wire_energy", "E_wire", OfPlanes::by_bits, "energy of a bit on wires"},
    {"router_energy", "E_router", OfPlanes::by_bits, "energy of a bit in routers"},
    {"tile_energy", "E_tile", OfPlanes::by_bits, "energy of a bit in tiles"},
    {"saturation", "S", OfPlanes::over_bits, "load of a terminal on all planes together"},
    {"contention", "S", OfPlanes::over_bits, "load of a terminal on all planes together"},
    {"peak_channel_load", "c", OfPlanes::times_bits,
     "messages over the busiest channel for each that a node offers on all planes"},
    {"diameter", "D", OfPlanes::greatest, "greatest distance of two nodes"},
    {"mean_distance", "d", OfPlanes::by_messages, "mean distance of distinct nodes"},
    {"router_area", "A", OfPlanes::in_each, "area of a node's routers"}};

std::string with_weight(OfPlanes how, const PlaneResult& plane, const std::string& figure) {
  const auto share = [](double value) { return text::short_text(value, 4); };
  switch (how) {
    case OfPlanes::by_messages:
      return fmt::format("{} x {}", share(plane.message_share), figure);
    case OfPlanes::by_bits:
      return fmt::format("{} x {}", share(plane.bit_share), figure);
    case OfPlanes::over_bits:
      return fmt::format("{} / {}", figure, share(plane.bit_share));
    case OfPlanes::times_bits:
      return fmt::format("{} x {} / {}", figure, share(plane.bit_share), plane.width);
    case OfPlanes::greatest:
    case OfPlanes::in_each:
      break;
  }
  return figure;
}

}  // namespace

std::optional<PlanesTold> planes_told(const Quantity& quantity, const Asked& asked) {
  const auto* row = std::find_if(std::begin(kPlaneRows), std::end(kPlaneRows),
                                 [&](const PlaneRow& each) { return each.name == quantity.names.name; });
  if (!asked.candidate.planes || row == std::end(kPlaneRows)) return std::nullopt;
  const Weighing& weighing = kWeighings[static_cast<std::size_t>(row->how)];
  PlanesTold told{row->symbol, row->meaning, fmt::format("{} = {} of planes", row->symbol, weighing.whole), "",
                  weighing.of_each};
  for (const PlaneResult& plane : asked.candidate.planes->all) {
    const Data own = quantity_value(ask(*plane.study, plane.candidate, asked.delay), quantity.key);
    const std::string figure = own.is_number() ? text::short_text(own.number(), 6) : "not known";
    told.figures +=
        fmt::format("{}{} ({})", told.figures.empty() ? "" : ", ", with_weight(row->how, plane, figure), plane.name);
  }
  return told;
}

}  // namespace cutline::explanation
