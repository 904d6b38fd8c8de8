// SPDX-License-Identifier: Apache-2.0
#include "output/explain/explanations.hpp"

namespace cutline {

namespace {

using Json = nlohmann::ordered_json;

bool has_order(const Json& facts, std::string_view name) {
  const Json& order = facts.at("grid").at("order");
  return order.is_string() && order.get<std::string>().find(name) != std::string::npos;
}
bool gray(const Json& facts) { return has_erratum(facts, "RJ-gray") && has_order(facts, "gray"); }
bool gray_cycles(const Json& facts) { return has_erratum(facts, "RJ-cccgray") && has_order(facts, "gray"); }
bool ideal_layout(const Json& facts) { return facts.at("ideal").get<bool>(); }
bool several_planes(const Json& facts) {
  const Json& planes = facts.at("grid").at("planes");
  return planes.is_number() && planes.get<std::int64_t>() > 1;
}
bool over_nodes(const Json& facts) { return facts.at("over").is_object(); }
bool in_metres(const Json& facts) { return !facts.at("layout").at("area_mm2").is_null(); }

constexpr std::string_view kCounted = "counted on the routed layout";

std::vector<ExplanationRow> density_rows() {
  const std::vector<Erratum> errata = {
      {"WE-eq8: printed as a bound; rings of radix 3 and more attain it, for radix 2 it is 3/2 too large",
       [](const Json& facts) { return has_erratum(facts, "WE-eq8"); }},
      {"RJ-gray: Gray order does not change the peak density, only the longest wire", gray}};
  const std::vector<ExplanationSymbol> symbols = {
      {"row", "density.x.per_line_peak_links", "links over the densest cut of the densest row"},
      {"at", "density.x.per_line_peak_cut", "first such cut, between positions c - 1 and c"},
      {"middle", "density.x.per_line_middle_links", "links over that row's middle cut"},
      {"column", "density.y.per_line_peak_links", "links over the densest cut of the densest column"}};
  return {
      {"peak_density", "density.x.per_line_peak_links", "links over the densest cut of a row", nullptr,
       "largest entry of the density profile: links whose ends lie on both sides of a cut", kCounted, symbols, errata},
      {"machine_density",
       "density.x.peak_links",
       "links over the densest cut, all rows together",
       nullptr,
       "largest sum over all rows of the links over one cut",
       kCounted,
       {{"x", "density.x.peak_links", "links, all rows"},
        {"x_wires", "density.x.peak_wires", "wires, all rows"},
        {"y", "density.y.peak_links", "links, all columns"},
        {"y_wires", "density.y.peak_wires", "wires, all columns"}},
       errata},
      {"middle_cut",
       "density.x.middle_links",
       "links over the layout's middle cut, all rows",
       nullptr,
       "links over cut floor(columns / 2)",
       kCounted,
       {{"x", "density.x.middle_links", "links, all rows"},
        {"y", "density.y.middle_links", "links, all columns"},
        {"B", "graph.bisection_links.upper", "bisection of the graph, for comparison"}}},
      {"pillar_density",
       "density.z.per_line_peak_links",
       "links over the densest cut of a pillar, between two planes",
       nullptr,
       "largest entry of the density profile along z",
       kCounted,
       {{"pillar", "density.z.per_line_peak_links", "links, one pillar"},
        {"at", "density.z.per_line_peak_cut", "first such cut, between planes c - 1 and c"},
        {"machine", "density.z.peak_links", "links over the densest cut, all pillars"},
        {"machine_wires", "density.z.peak_wires", "wires, all pillars"}}}};
}

std::vector<ExplanationRow> track_rows() {
  const std::vector<Erratum> errata = {
      {"RJ-track: 2 (P - 1) wires printed for a row of P nodes; 2 floor(2 P / 3) suffice, by left-edge",
       [](const Json& facts) { return has_erratum(facts, "RJ-track"); }}};
  return {{"tracks",
           "tracks.per_row",
           "links side by side in the densest row's routing channel",
           nullptr,
           "left-edge: links that do not overlap share a track; the densest cut where no link is bent",
           "left-edge; derived: intervals need as many tracks as their densest cut",
           {{"row", "tracks.per_row", "links"},
            {"row_wires", "tracks.wires_per_row", "wires"},
            {"column", "tracks.per_column", "links"},
            {"column_wires", "tracks.wires_per_column", "wires"},
            {"peak density", "density.x.per_line_peak_links", "links over the densest cut of a row, for comparison"}},
           errata},
          {"pillar_tracks",
           "tracks.wires_per_pillar",
           "posts side by side in the densest pillar's field",
           nullptr,
           "left-edge: a post ends inside a box, so links from below and from above share it; the densest cut",
           "left-edge; derived: intervals need as many tracks as their densest cut",
           {{"posts", "tracks.wires_per_pillar", "wires"},
            {"links", "tracks.per_pillar", "links"},
            {"peak", "density.z.per_line_peak_links", "links over the densest cut of a pillar, for comparison"}}}};
}

/// The width or the height where wires run over the nodes.
ExplanationRow side_over_nodes(bool width) {
  return {width ? "layout_width" : "layout_height",
          width ? "layout.width_pitches" : "layout.height_pitches",
          width ? "width of the layout in wire pitches" : "height of the layout in wire pitches",
          over_nodes,
          width ? "width = boxes + growth" : "height = boxes + growth",
          "derived: a node pitch is the larger of the node box and of terminals plus tracks",
          {{width ? "width" : "height", width ? "layout.width_pitches" : "layout.height_pitches", "wire pitches"},
           {"boxes", width ? "cells.node_boxes_x" : "cells.node_boxes_y", "cells of node boxes, tracks above them"},
           {"growth", width ? "cells.growth_x" : "cells.growth_y", "cells that the wiring needs beyond the boxes"}}};
}

/// Wires that run along an axis and cross the edges between nodes; the edge lies along the other axis.
std::vector<ExplanationRow> edge_rows() {
  const std::string_view used = "wires over the fullest edge between nodes along x, where wires run over the nodes";
  const std::string_view beside =
      "none: wires run in routing channels beside the nodes; `wiring: over` of a placement puts them above";
  const std::string_view available =
      "tracks of the shortest edge between nodes along x, where wires run over the nodes";
  return {{"available_wires",
           "over.x.available_wires_per_edge",
           available,
           over_nodes,
           "available = pairs * (edge - terminals)",
           "derived: each cell of the edge that no terminal takes has a track on every layer pair",
           {{"available", "over.x.available_wires_per_edge", "wires"},
            {"pairs", "cells.layer_pairs", "layer pairs"},
            {"edge", "over.x.edge_pitches", "wire pitches: the height of the row with least room"},
            {"terminals", "over.x.terminal_pitches", "wire pitches that terminals and posts take of it"},
            {"available along y", "over.y.available_wires_per_edge", "wires"}}},
          {"used_wires",
           "over.x.used_wires_per_edge_max",
           used,
           over_nodes,
           "largest entry of a row's density profile, in wires",
           kCounted,
           {{"used", "over.x.used_wires_per_edge_max", "wires"},
            {"fraction", "over.x.used_fraction_max", "of what the fullest edge has"},
            {"used along y", "over.y.used_wires_per_edge_max", "wires"},
            {"fraction along y", "over.y.used_fraction_max", "of what the fullest edge has"}}},
          {"express_channels",
           "over.x.express_channels",
           "express channels that fit over a node beside the local one, where wires run over the nodes",
           nullptr,
           "M = floor(b - 1), b = edge / wires",
           "[Dally 1991, sec. III-E]",
           {{"b", "over.x.channels_per_edge", "channels"},
            {"edge", "over.x.edge_pitches", "wire pitches: the height of the row with least room"},
            {"wires", "study.wires_per_channel", "of a channel, one direction"}},
           {{"EC-beta: printed as channel over node width; M = floor(beta - 1) needs node over channel width"}}},
          {"available_wires", "over.x.available_wires_per_edge", available, nullptr, beside, "definition"},
          {"used_wires", "over.x.used_wires_per_edge_max", used, nullptr, beside, "definition"}};
}

std::vector<ExplanationRow> size_rows() {
  const std::string_view source = "derived: columns of boxes and the routing channels between them";
  const ExplanationSymbol width = {"width", "layout.width_pitches", "wire pitches"};
  const ExplanationSymbol height = {"height", "layout.height_pitches", "wire pitches"};
  return {
      side_over_nodes(true),
      {"layout_width",
       "layout.width_pitches",
       "width of the layout in wire pitches",
       nullptr,
       "width = boxes + channels",
       source,
       {width,
        {"boxes", "cells.boxes_x", "cells of node boxes, all columns"},
        {"channels", "cells.channels_x", "cells of vertical routing channels"},
        {"pairs", "cells.layer_pairs", "layer pairs that share the tracks"}}},
      side_over_nodes(false),
      {"layout_height",
       "layout.height_pitches",
       "height of the layout in wire pitches",
       nullptr,
       "height = boxes + channels",
       source,
       {height,
        {"boxes", "cells.boxes_y", "cells of node boxes, all rows"},
        {"channels", "cells.channels_y", "cells of horizontal routing channels"},
        {"pairs", "cells.layer_pairs", "layer pairs that share the tracks"}}},
      {"area",
       "layout.area_mm2",
       "area of the layout in square millimetres",
       in_metres,
       "area = width * height",
       "definition",
       {{"area", "layout.area_mm2", "mm^2"}, {"width", "layout.width_mm", "mm"}, {"height", "layout.height_mm", "mm"}}},
      {"area",
       "layout.area_pitches2",
       "area of the layout in square wire pitches",
       nullptr,
       "area = width * height",
       "definition",
       {{"area", "layout.area_pitches2", "square wire pitches"}, width, height}},
      {"layout_depth",
       "layout.depth_pitches",
       "depth of the layout in wire pitches",
       nullptr,
       "depth = planes * pitch",
       "definition",
       {{"depth", "layout.depth_pitches", "wire pitches"},
        {"planes", "grid.planes", ""},
        {"pitch", "cells.plane_cells", "wire pitches from plane to plane"},
        {"depth_mm", "layout.depth_mm", "mm"}}},
      {"volume",
       "layout.volume_mm3",
       "volume of the layout in cubic millimetres",
       in_metres,
       "volume = area * depth",
       "definition",
       {{"volume", "layout.volume_mm3", "mm^3"},
        {"area", "layout.area_mm2", "mm^2, of one plane"},
        {"depth", "layout.depth_mm", "mm"}}},
      {"volume",
       "layout.volume_pitches3",
       "volume of the layout in cubic wire pitches",
       nullptr,
       "volume = area * depth",
       "definition",
       {{"volume", "layout.volume_pitches3", "cubic wire pitches"},
        {"area", "layout.area_pitches2", "square wire pitches, of one plane"},
        {"depth", "layout.depth_pitches", "wire pitches"}}},
      {"node_area_fraction",
       "layout.node_area_fraction",
       "part of the area that node boxes take",
       nullptr,
       "area of all node boxes / area",
       "definition",
       {{"fraction", "layout.node_area_fraction", ""}}}};
}

std::vector<ExplanationRow> length_rows() {
  const std::string_view summary = "longest link in node pitches";
  const std::vector<Erratum> errata = {
      {"WE-eq13: k^(n/2 - 1) is exact for radix 2 and for meshes; a folded torus has twice that, an unfolded one k - 1 "
       "times",
       [](const Json& facts) { return has_erratum(facts, "WE-eq13"); }},
      {"RJ-gray: lengths printed as 2 * 2^k - 1; they are all odd numbers up to 2^(i+1) - 1, the longest is P - 1",
       gray},
      {"RJ-cccgray: lengths between cycles printed in node pitches S / P; they are in boxes, S / P', so that the "
       "longest "
       "is P - sqrt(2 p') node pitches",
       gray_cycles},
      {"RJ-dil: printed that a cycle's links are two pitches long where sqrt(2 p') is odd; the root of an even square "
       "is "
       "even, so in square boxes they are one pitch long",
       [](const Json& facts) { return has_erratum(facts, "RJ-dil"); }}};
  return {{"longest_span",
           "length.longest_span",
           summary,
           ideal_layout,
           "l = k^(n/2 - 1)",
           "[Dally 1987, eq. 13]",
           {{"l", "length.longest_span", summary}},
           errata},
          {"longest_span",
           "length.longest_span",
           summary,
           several_planes,
           "l = max(|dx| + |dy| + |dz|) over all links",
           kCounted,
           {{"l", "length.longest_span", summary}, {"ends", "length.longest_link", "the link's nodes"}},
           errata},
          {"longest_span",
           "length.longest_span",
           summary,
           nullptr,
           "l = max(|dx| + |dy|) over all links",
           kCounted,
           {{"l", "length.longest_span", summary}, {"ends", "length.longest_link", "the link's nodes"}},
           errata},
          {"total_span",
           "length.total_span",
           "node pitches of all links together",
           several_planes,
           "sum of |dx| + |dy| + |dz| over all links",
           kCounted,
           {{"sum", "length.total_span", "node pitches"},
            {"links", "links", "links"},
            {"mean", "length.mean_span", "node pitches a link"}}},
          {"total_span",
           "length.total_span",
           "node pitches of all links together",
           nullptr,
           "sum of |dx| + |dy| over all links",
           kCounted,
           {{"sum", "length.total_span", "node pitches"},
            {"links", "links", "links"},
            {"mean", "length.mean_span", "node pitches a link"}}},
          {"routed_length",
           "length.longest_pitches",
           "longest wire as routed, in wire pitches",
           nullptr,
           "cells along x and y from terminal to terminal",
           kCounted,
           {{"longest", "length.longest_pitches", "wire pitches"},
            {"mean", "length.mean_pitches", "wire pitches a wire"},
            {"total", "length.total_pitches", "wire pitches of all wires"},
            {"longest_mm", "length.longest_mm", "mm"}}}};
}

}  // namespace

std::vector<ExplanationRow> layout_explanations() {
  std::vector<ExplanationRow> rows;
  for (const auto& part : {density_rows(), track_rows(), size_rows(), edge_rows(), length_rows()}) {
    rows.insert(rows.end(), part.begin(), part.end());
  }
  return rows;
}

}  // namespace cutline
