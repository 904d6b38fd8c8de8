// SPDX-License-Identifier: Apache-2.0
#include "output/explain/parts.hpp"

#include "cutline/base/format.hpp"
#include "output/text/number.hpp"
#include "study/planes.hpp"

namespace cutline::explanation {

namespace {

/// What the figure of a plane counts for in that of the whole.
enum class OfPlanes : std::uint8_t { by_messages, by_bits, over_bits, times_bits, greatest, in_each };

/// By OfPlanes: the whole, what a plane's figure counts for, and how that is written: {0} is the figure, {1} the part
/// of all messages, {2} of all bits, {3} the width.
constexpr std::string_view kWeighings[][3] = {
    {"the sum", "the plane's, times its part of all messages", "{1} x {0}"},
    {"the sum", "the plane's, times its part of all bits", "{2} x {0}"},
    {"the least", "the plane's, over its part of all bits", "{0} / {2}"},
    {"the largest", "the plane's, times its part of all bits, over its width", "{0} x {2} / {3}"},
    {"the greatest", "a message keeps to its plane", "{0}"},
    {"the sum", "a node has a router in each", "{0}"}};

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

/// How the figure of a candidate with several applications follows from those of these.
bool tell_applications(const Quantity& quantity, const UnderDelay& asked, const PlaneRow& row, Explanation& out) {
  const bool mean = row.how == OfPlanes::by_messages || row.how == OfPlanes::by_bits;
  const bool least = row.how == OfPlanes::over_bits;
  if (row.name == "mean_distance" || (!mean && !least && row.how != OfPlanes::times_bits)) return false;
  std::vector<std::string> figures;
  for (const PlaneResult& each : asked.candidate.planes->all) {
    const Data own = quantity_value(under_delay(*each.study, each.candidate, asked.delay), quantity.key);
    const std::string figure = own.is_number() ? text::short_text(own.number(), 6) : "not known";
    figures.push_back(mean ? fmt::format("{} x {} ({})", text::short_text(each.message_share, 4), figure, each.name)
                           : fmt::format("{} ({})", figure, each.name));
  }
  out.formula = fmt::format("{} = the {} of applications", row.symbol,
                            mean    ? "mean over time"
                            : least ? "least"
                                    : "largest");
  out.source = "derived: applications run one after another";
  const std::string_view meaning = mean    ? row.meaning
                                   : least ? "load of a terminal"
                                           : "messages over the busiest channel for each that a node offers";
  out.numbers = {{std::string(row.symbol), out.value, std::string(meaning)},
                 {"applications", join(figures, ", "), mean ? "the part of the time x the figure" : "the figure"}};
  return true;
}

}  // namespace

bool tell_parts(const Quantity& quantity, const UnderDelay& asked, Explanation& out) {
  const auto* row = std::find_if(std::begin(kPlaneRows), std::end(kPlaneRows),
                                 [&](const PlaneRow& each) { return each.name == quantity.names.name; });
  if (!asked.candidate.planes || row == std::end(kPlaneRows)) return false;
  if (!asked.candidate.design->planes) return tell_applications(quantity, asked, *row, out);
  const auto& [whole, of_each, written] = kWeighings[static_cast<std::size_t>(row->how)];
  std::vector<std::string> figures;
  for (const PlaneResult& plane : asked.candidate.planes->all) {
    const Data own = quantity_value(under_delay(*plane.study, plane.candidate, asked.delay), quantity.key);
    const std::string figure = own.is_number() ? text::short_text(own.number(), 6) : "not known";
    figures.push_back(fmt::format(fmt::runtime(written), figure, text::short_text(plane.message_share, 4),
                                  text::short_text(plane.bit_share, 4), plane.width) +
                      fmt::format(" ({})", plane.name));
  }
  out.formula = fmt::format("{} = {} of planes", row->symbol, whole);
  out.source = "derived: a message keeps to its plane; means are linear";
  out.numbers = {{std::string(row->symbol), out.value, std::string(row->meaning)},
                 {"planes", join(figures, ", "), std::string(of_each)}};
  return true;
}

}  // namespace cutline::explanation
