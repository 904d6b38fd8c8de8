// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "output/record/parts.hpp"

namespace cutline {

namespace {

Json density_of(const Density* density, RecordNotes& notes) {
  if (density == nullptr) {
    Json none;
    for (const char* key :
         {"peak_links", "peak_cut", "middle_links", "per_line_peak_links", "per_line_peak_cut", "per_line_middle_links",
          "peak_wires", "peak_wires_cut", "middle_wires", "per_line_profile_sha256", "profile_sha256"}) {
      none[key] = nullptr;
    }
    return none;
  }
  if (!density->profile_sha256) notes.add("profile_sha256 is null past 2^24 cuts");
  return object({{"peak_links", density->peak_links},
                 {"peak_cut", density->peak_cut},
                 {"middle_links", density->middle_links},
                 {"per_line_peak_links", density->per_line_peak_links},
                 {"per_line_peak_cut", density->per_line_peak_cut},
                 {"per_line_middle_links", density->per_line_middle_links},
                 {"peak_wires", density->peak_wires},
                 {"peak_wires_cut", density->peak_wires_cut},
                 {"middle_wires", density->middle_wires},
                 {"per_line_profile_sha256", or_null(density->per_line_profile_sha256)},
                 {"profile_sha256", or_null(density->profile_sha256)}});
}

bool several_planes(const Candidate& candidate) {
  return candidate.laid_out() && candidate.network()->placement.grid()[Axis::z] > 1;
}

std::int64_t sum(const std::vector<std::uint32_t>& cells) {
  return std::accumulate(cells.begin(), cells.end(), std::int64_t{0});
}

/// What takes the larger part of the machine's sides, and so sets the node pitch.
std::string pitch_set_by(const Layout& layout) {
  if (layout.rules.over_nodes) return wiring_sets_pitch(layout) ? "wiring over the nodes" : "node boxes";
  const std::int64_t boxes = sum(layout.columns().box) + sum(layout.rows().box);
  const std::int64_t channels = sum(layout.columns().channel) + sum(layout.rows().channel);
  return channels > boxes ? "routing channels" : "node boxes";
}

Json edge_json(const EdgeWires& edge, const Candidate& candidate) {
  const double channels = static_cast<double>(edge.edge_cells) / candidate.channel.wires;
  return object({{"edge_pitches", edge.edge_cells},
                 {"channels_per_edge", real(channels, candidate)},
                 {"express_channels", std::max(0.0, std::floor(channels - 1))},
                 {"terminal_pitches", edge.terminal_cells},
                 {"available_wires_per_edge", edge.available_min},
                 {"used_wires_per_edge_max", edge.used_max},
                 {"used_fraction_max", real(edge.used_fraction_max, candidate)}});
}

/// Whole but where interchanges take no room.
Json span_json(Span span) { return span.halves % 2 == 0 ? Json(span.halves / 2) : Json(span.pitches()); }

Json total_span(const Lengths& length, const Candidate& candidate, RecordNotes& notes) {
  const Int128 halves = length.total_span_halves;
  if (halves % 2 == 0) return big(halves / 2, "length.total_span", notes);
  return real(static_cast<double>(halves) / 2, candidate);
}

Json by_class(const Lengths& length, const Candidate& candidate) {
  Json list = Json::array();
  for (const ClassLength& entry : length.by_class) {
    list.push_back(object({{"class", entry.name},
                           {"links", entry.links},
                           {"longest_span", span_json(entry.longest_span)},
                           {"mean_span", real(entry.mean_span, candidate)}}));
  }
  return list;
}

/// Of an ideal candidate the literature gives one length only: the longest span.
Json length_without_layout(const Candidate& candidate) {
  Json out;
  out["longest_span"] = candidate.ideal() ? whole_or_real(candidate.ideal()->longest_span, candidate) : Json(nullptr);
  for (const char* key : {"mean_span", "total_span", "longest_mm", "mean_mm", "total_mm", "longest_pitches",
                          "mean_pitches", "total_pitches", "longest_link", "by_class"}) {
    out[key] = nullptr;
  }
  return out;
}

/// What orders that optimise came to; null where there are none.
Json arranged_json(const Placement& placement) {
  if (placement.arranged.empty()) return nullptr;
  Json list = Json::array();
  for (const Arranged& each : placement.arranged) {
    list.push_back(object({{"order", each.order},
                           {"axis", each.axis.empty() ? Json(nullptr) : Json(each.axis)},
                           {"minimise", kMinimised[static_cast<std::size_t>(each.minimised)]},
                           {"natural", each.natural},
                           {"start", each.start},
                           {"value", each.value},
                           {"optimum", each.optimum ? Json(*each.optimum) : Json(nullptr)},
                           {"moves", each.moves},
                           {"all_moves", each.all_moves},
                           {"interrupted", each.interrupted}}));
  }
  return list;
}

}  // namespace

Json grid_json(const Candidate& candidate) {
  if (!candidate.network())
    return object(
        {{"columns", nullptr}, {"rows", nullptr}, {"planes", nullptr}, {"order", nullptr}, {"arranged", nullptr}});
  const Placement& placement = candidate.network()->placement;
  const GridSize grid = placement.grid();
  return object({{"columns", grid[Axis::x]},
                 {"rows", grid[Axis::y]},
                 {"planes", grid[Axis::z]},
                 {"order", order_text(placement, ", ")},
                 {"arranged", arranged_json(placement)}});
}

Json density_json(const Candidate& candidate, RecordNotes& notes) {
  const Measures* measures = candidate.laid_out() ? &candidate.laid_out()->measures : nullptr;
  return object({{"x", density_of(measures != nullptr ? &measures->density[0] : nullptr, notes)},
                 {"y", density_of(measures != nullptr ? &measures->density[1] : nullptr, notes)},
                 {"z", several_planes(candidate) ? density_of(&measures->density[2], notes) : Json(nullptr)}});
}

Json tracks_json(const Candidate& candidate) {
  if (!candidate.laid_out()) {
    return object({{"per_row", nullptr},
                   {"per_column", nullptr},
                   {"per_pillar", nullptr},
                   {"wires_per_row", nullptr},
                   {"wires_per_column", nullptr},
                   {"wires_per_pillar", nullptr}});
  }
  const std::array<Tracks, 3>& tracks = candidate.laid_out()->measures.tracks;
  const bool pillars = several_planes(candidate);
  return object({{"per_row", tracks[0].links},
                 {"per_column", tracks[1].links},
                 {"per_pillar", pillars ? Json(tracks[2].links) : Json(nullptr)},
                 {"wires_per_row", tracks[0].wires},
                 {"wires_per_column", tracks[1].wires},
                 {"wires_per_pillar", pillars ? Json(tracks[2].wires) : Json(nullptr)}});
}

Json layout_json(const Candidate& candidate, RecordNotes& notes) {
  if (!candidate.laid_out() || !candidate.laid_out()) {
    Json none;
    for (const char* key :
         {"layers", "width_mm", "height_mm", "depth_mm", "area_mm2", "volume_mm3", "width_pitches", "height_pitches",
          "depth_pitches", "area_pitches2", "volume_pitches3", "node_area_fraction", "router_area_fraction",
          "channels_width_pitches", "channels_height_pitches", "pitch_set_by", "wiring"}) {
      none[key] = nullptr;
    }
    return none;
  }
  const LayoutSize& size = candidate.laid_out()->measures.size;
  return object({{"layers", 2 * candidate.laid_out()->layout.rules.layer_pairs},
                 {"width_mm", or_null(size.width_mm)},
                 {"height_mm", or_null(size.height_mm)},
                 {"depth_mm", or_null(size.depth_mm)},
                 {"area_mm2", or_null(size.area_mm2)},
                 {"volume_mm3", or_null(size.volume_mm3)},
                 {"width_pitches", size.width_pitches},
                 {"height_pitches", size.height_pitches},
                 {"depth_pitches", or_null(size.depth_pitches)},
                 {"area_pitches2", big(size.area_pitches2, "layout.area_pitches2", notes)},
                 {"volume_pitches3",
                  size.volume_pitches3 ? big(*size.volume_pitches3, "layout.volume_pitches3", notes) : Json(nullptr)},
                 {"node_area_fraction", real(size.node_area_fraction, candidate)},
                 {"router_area_fraction", or_null(router_area_fraction(candidate))},
                 {"channels_width_pitches", sum(candidate.laid_out()->layout.columns().channel)},
                 {"channels_height_pitches", sum(candidate.laid_out()->layout.rows().channel)},
                 {"pitch_set_by", pitch_set_by(candidate.laid_out()->layout)},
                 {"wiring", candidate.laid_out()->layout.rules.over_nodes ? "over" : "beside"}});
}

Json over_json(const Candidate& candidate) {
  if (!candidate.laid_out() || !candidate.laid_out()->measures.over) return nullptr;
  const auto& [x, y] = *candidate.laid_out()->measures.over;
  return object({{"x", edge_json(x, candidate)}, {"y", edge_json(y, candidate)}});
}

Json length_json(const Candidate& candidate, RecordNotes& notes) {
  if (!candidate.laid_out()) return length_without_layout(candidate);
  const Lengths& length = candidate.laid_out()->measures.length;
  return object({{"longest_span", span_json(length.longest_span)},
                 {"mean_span", real(length.mean_span, candidate)},
                 {"total_span", total_span(length, candidate, notes)},
                 {"longest_mm", or_null(length.longest_mm)},
                 {"mean_mm", or_null(length.mean_mm)},
                 {"total_mm", or_null(length.total_mm)},
                 {"longest_pitches", length.longest_pitches},
                 {"mean_pitches", real(length.mean_pitches, candidate)},
                 {"total_pitches", big(length.total_pitches, "length.total_pitches", notes)},
                 {"longest_link",
                  {node_number(candidate.network()->topology, length.longest_link_a),
                   node_number(candidate.network()->topology, length.longest_link_b)}},
                 {"by_class", by_class(length, candidate)}});
}

}  // namespace cutline
