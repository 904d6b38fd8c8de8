// SPDX-License-Identifier: Apache-2.0
#include "cutline/placement/placement.hpp"
#include "cutline/study/laid_out.hpp"
#include "output/explain/derivations.hpp"

namespace cutline::explanation {

namespace {

bool has_order(const Asked& a, std::string_view name) {
  return a.candidate.placement() && order_text(*a.candidate.placement(), ", ").find(name) != std::string::npos;
}
bool gray(const Asked& a) { return has_erratum(a, "RJ-gray") && has_order(a, "gray"); }
bool gray_cycles(const Asked& a) { return has_erratum(a, "RJ-cccgray") && has_order(a, "gray"); }
bool layout_ideal(const Asked& a) { return a.candidate.design->ideal; }
bool several_planes(const Asked& a) { return a.candidate.placement() && a.candidate.placement()->grid()[Axis::z] > 1; }
bool over_nodes(const Asked& a) { return a.candidate.laid_out() && a.candidate.laid_out()->measures.over(); }
bool in_metres(const Asked& a) { return a.candidate.laid_out() && a.candidate.laid_out()->measures.size.in_metres(); }

constexpr std::string_view kCounted = "counted on the routed layout";

std::vector<Derivation> density_rows() {
  const std::vector<Erratum> errata = {
      {"WE-eq8: printed as a bound; rings of radix 3 and more attain it, for radix 2 it is 3/2 too large",
       [](const Asked& a) { return has_erratum(a, "WE-eq8"); }},
      {"RJ-gray: Gray order does not change the peak density, only the longest wire", gray}};
  const std::vector<Symbol> symbols = {
      {"row", "density.x.per_line_peak_links", "links over the densest cut of the densest row"},
      {"at", "density.x.per_line_peak_cut", "first such cut, between positions c - 1 and c"},
      {"middle", "density.x.per_line_middle_links", "links over that row's middle cut"},
      {"column", "density.y.per_line_peak_links", "links over the densest cut of the densest column"}};
  return {{"peak_density", nullptr, "largest entry of the density profile: links whose ends lie on both sides of a cut",
           kCounted, symbols, errata},
          {"machine_density",
           nullptr,
           "largest sum over all rows of the links over one cut",
           kCounted,
           {{"x", "density.x.peak_links", "links, all rows"},
            {"x_wires", "density.x.peak_wires", "wires, all rows"},
            {"y", "density.y.peak_links", "links, all columns"},
            {"y_wires", "density.y.peak_wires", "wires, all columns"}},
           errata},
          {"middle_cut",
           nullptr,
           "links over cut floor(columns / 2)",
           kCounted,
           {{"x", "density.x.middle_links", "links, all rows"},
            {"y", "density.y.middle_links", "links, all columns"},
            {"B", "graph.bisection_links.upper", "bisection of the graph, for comparison"}}},
          {"pillar_density",
           nullptr,
           "largest entry of the density profile along z",
           kCounted,
           {{"pillar", "density.z.per_line_peak_links", "links, one pillar"},
            {"at", "density.z.per_line_peak_cut", "first such cut, between planes c - 1 and c"},
            {"machine", "density.z.peak_links", "links over the densest cut, all pillars"},
            {"machine_wires", "density.z.peak_wires", "wires, all pillars"}}}};
}

std::vector<Derivation> track_rows() {
  const std::vector<Erratum> errata = {
      {"RJ-track: 2 (P - 1) wires printed for a row of P nodes; 2 floor(2 P / 3) suffice, by left-edge",
       [](const Asked& a) { return has_erratum(a, "RJ-track"); }}};
  return {{"tracks",
           nullptr,
           "left-edge: links that do not overlap share a track; the densest cut of all links but those between "
           "neighbours that face, where no link is bent",
           "left-edge; derived: intervals need as many tracks as their densest cut",
           {{"row", "tracks.per_row", "links"},
            {"row_wires", "tracks.wires_per_row", "wires"},
            {"column", "tracks.per_column", "links"},
            {"column_wires", "tracks.wires_per_column", "wires"},
            {"peak density", "density.x.per_line_peak_links", "links over the densest cut of a row, for comparison"}},
           errata},
          {"pillar_tracks",
           nullptr,
           "left-edge: a post ends inside a box, so links from below and from above share it; the densest cut",
           "left-edge; derived: intervals need as many tracks as their densest cut",
           {{"posts", "tracks.wires_per_pillar", "wires"},
            {"links", "tracks.per_pillar", "links"},
            {"peak", "density.z.per_line_peak_links", "links over the densest cut of a pillar, for comparison"}}}};
}

bool has_given_die(const Asked& a) { return a.candidate.laid_out() && a.candidate.laid_out()->measures.overflow(); }

/// The derivation of the width or the height of a die that the user gives.
Derivation side_of_die(bool width) {
  return {width ? "layout_width" : "layout_height",
          has_given_die,
          "the die that the user gives, or the smallest around all tiles, in whole wire pitches",
          "definition",
          {{width ? "width" : "height", width ? "layout.width_pitches" : "layout.height_pitches", "wire pitches"},
           {"mm", width ? "layout.width_mm" : "layout.height_mm", "mm"}}};
}

/// The derivation of the width or the height of a layout whose wires run over the nodes.
Derivation side_over_nodes(bool width) {
  return {width ? "layout_width" : "layout_height",
          over_nodes,
          width ? "width = boxes + growth" : "height = boxes + growth",
          "derived: a node pitch is the larger of the node box and of terminals plus tracks",
          {{width ? "width" : "height", width ? "layout.width_pitches" : "layout.height_pitches", "wire pitches"},
           {"boxes", width ? "cells.node_boxes_x" : "cells.node_boxes_y", "cells of node boxes, tracks above them"},
           {"growth", width ? "cells.growth_x" : "cells.growth_y", "cells that the wiring needs beyond the boxes"}}};
}

/// The derivations for wires over the nodes. Wires that run along one axis cross edges between nodes; such an edge lies
/// along the other axis.
std::vector<Derivation> edge_rows() {
  const std::string_view beside =
      "none: wires run in routing channels beside the nodes; `wiring: over` of a placement puts them above";
  return {{"available_wires",
           over_nodes,
           "available = pairs * (edge - terminals)",
           "derived: each cell of the edge that no terminal takes has a track on every layer pair",
           {{"available", "over.x.available_wires_per_edge", "wires"},
            {"pairs", "cells.layer_pairs", "layer pairs"},
            {"edge", "over.x.edge_pitches", "wire pitches: the height of the row with least room"},
            {"terminals", "over.x.terminal_pitches", "wire pitches that terminals and posts take of it"},
            {"available along y", "over.y.available_wires_per_edge", "wires"}}},
          {"used_wires",
           over_nodes,
           "largest entry of a row's density profile, in wires",
           kCounted,
           {{"used", "over.x.used_wires_per_edge_max", "wires"},
            {"fraction", "over.x.used_fraction_max", "of what the fullest edge has"},
            {"used along y", "over.y.used_wires_per_edge_max", "wires"},
            {"fraction along y", "over.y.used_fraction_max", "of what the fullest edge has"}}},
          {"express_channels",
           nullptr,
           "M = floor(b - 1), b = edge / wires",
           "[Dally 1991, sec. III-E]",
           {{"b", "over.x.channels_per_edge", "channels"},
            {"edge", "over.x.edge_pitches", "wire pitches: the height of the row with least room"},
            {"wires", "study.wires_per_channel", "of a channel, one direction"}},
           {{"EC-beta: printed as channel over node width; M = floor(beta - 1) needs node over channel width"}}},
          {"available_wires", nullptr, beside, "definition"},
          {"used_wires", nullptr, beside, "definition"}};
}

bool has_gaps(const Asked& a) {
  if (!a.candidate.laid_out()) return false;
  const auto& gaps = a.candidate.laid_out()->layout.rules.gaps;
  return !gaps[index(Axis::x)].empty() || !gaps[index(Axis::y)].empty();
}

/// The derivation of the width or the height of a layout of columns or rows, with or without gaps between modules.
Derivation side_of_slots(bool width, bool gaps) {
  Derivation row = {
      width ? "layout_width" : "layout_height",
      gaps ? has_gaps : nullptr,
      width ? "width = boxes + channels" : "height = boxes + channels",
      "derived: columns of boxes and the routing channels between them",
      {{width ? "width" : "height", width ? "layout.width_pitches" : "layout.height_pitches", "wire pitches"},
       {"boxes", width ? "cells.boxes_x" : "cells.boxes_y", "cells of node boxes"},
       {"channels", width ? "cells.channels_x" : "cells.channels_y", "cells of the routing channels between them"},
       {"pairs", "cells.layer_pairs", "layer pairs that share the tracks"}}};
  if (!gaps) return row;
  row.formula = width ? "width = boxes + channels + gaps" : "height = boxes + channels + gaps";
  row.symbols.push_back({"gaps", width ? "cells.gaps_x" : "cells.gaps_y", "cells between modules"});
  return row;
}

std::vector<Derivation> size_rows() {
  const Symbol width = {"width", "layout.width_pitches", "wire pitches"};
  const Symbol height = {"height", "layout.height_pitches", "wire pitches"};
  return {
      side_of_die(true),
      side_over_nodes(true),
      side_of_slots(true, true),
      side_of_slots(true, false),
      side_of_die(false),
      side_over_nodes(false),
      side_of_slots(false, true),
      side_of_slots(false, false),
      {"area",
       in_metres,
       "area = width * height",
       "definition",
       {{"area", "layout.area_mm2", "mm2"}, {"width", "layout.width_mm", "mm"}, {"height", "layout.height_mm", "mm"}}},
      {"area",
       nullptr,
       "area = width * height",
       "definition",
       {{"area", "layout.area_pitches2", "square wire pitches"}, width, height}},
      {"layout_depth",
       nullptr,
       "depth = planes * pitch",
       "definition",
       {{"depth", "layout.depth_pitches", "wire pitches"},
        {"planes", "grid.planes", ""},
        {"pitch", "cells.plane_cells", "wire pitches from plane to plane"},
        {"depth_mm", "layout.depth_mm", "mm"}}},
      {"volume",
       in_metres,
       "volume = area * depth",
       "definition",
       {{"volume", "layout.volume_mm3", "mm3"},
        {"area", "layout.area_mm2", "mm2, of one plane"},
        {"depth", "layout.depth_mm", "mm"}}},
      {"volume",
       nullptr,
       "volume = area * depth",
       "definition",
       {{"volume", "layout.volume_pitches3", "cubic wire pitches"},
        {"area", "layout.area_pitches2", "square wire pitches, of one plane"},
        {"depth", "layout.depth_pitches", "wire pitches"}}},
      {"node_area_fraction",
       nullptr,
       "area of all node boxes or tiles / area of the die, both without notches",
       "definition",
       {{"fraction", "layout.node_area_fraction", ""}}}};
}

std::vector<Derivation> length_rows() {
  const std::string_view summary = "longest link in node pitches";
  const std::vector<Erratum> errata = {
      {"WE-eq13: k^(n/2 - 1) is exact for radix 2 and for meshes; a folded torus has twice that, an unfolded one k - 1 "
       "times",
       [](const Asked& a) { return has_erratum(a, "WE-eq13"); }},
      {"RJ-gray: lengths printed as 2 * 2^k - 1; they are all odd numbers up to 2^(i+1) - 1, the longest is P - 1",
       gray},
      {"RJ-cccgray: lengths between cycles printed in node pitches S / P; they are in boxes, S / P', so that the "
       "longest "
       "is P - sqrt(2 p') node pitches",
       gray_cycles},
      {"RJ-dil: printed that a cycle's links are two pitches long where sqrt(2 p') is odd; the root of an even square "
       "is "
       "even, so in square boxes they are one pitch long",
       [](const Asked& a) { return has_erratum(a, "RJ-dil"); }}};
  return {{"longest_span",
           layout_ideal,
           "l = k^(n/2 - 1)",
           "[Dally 1987, eq. 13]",
           {{"l", "length.longest_span", summary}},
           errata},
          {"longest_span",
           several_planes,
           "l = max(|dx| + |dy| + |dz|) over all links",
           kCounted,
           {{"l", "length.longest_span", summary}},
           errata},
          {"longest_span",
           nullptr,
           "l = max(|dx| + |dy|) over all links",
           kCounted,
           {{"l", "length.longest_span", summary}},
           errata},
          {"total_span",
           several_planes,
           "sum of |dx| + |dy| + |dz| over all links",
           kCounted,
           {{"sum", "length.total_span", "node pitches"},
            {"links", "links", "links"},
            {"mean", "length.mean_span", "node pitches a link"}}},
          {"total_span",
           nullptr,
           "sum of |dx| + |dy| over all links",
           kCounted,
           {{"sum", "length.total_span", "node pitches"},
            {"links", "links", "links"},
            {"mean", "length.mean_span", "node pitches a link"}}},
          {"routed_length",
           nullptr,
           "cells along x and y from terminal to terminal",
           kCounted,
           {{"longest", "length.longest_pitches", "wire pitches"},
            {"ends", "length.longest_link", "the nodes of its link"},
            {"mean", "length.mean_pitches", "wire pitches a wire"},
            {"total", "length.total_pitches", "wire pitches of all wires"},
            {"longest_mm", "length.longest_mm", "mm"}}}};
}

}  // namespace

std::vector<Derivation> layout_derivations() {
  std::vector<Derivation> rows;
  for (const auto& part : {density_rows(), track_rows(), size_rows(), edge_rows(), length_rows()}) {
    rows.insert(rows.end(), part.begin(), part.end());
  }
  return rows;
}

}  // namespace cutline::explanation
