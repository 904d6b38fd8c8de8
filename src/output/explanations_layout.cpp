// SPDX-License-Identifier: Apache-2.0
#include "output/explanations.hpp"

namespace cutline {

namespace {

using Json = nlohmann::ordered_json;

bool cube_family(const Json& facts) { return facts.at("family") == "torus" || facts.at("family") == "hypercube"; }
bool hypercube(const Json& facts) { return facts.at("family") == "hypercube"; }
bool has_order(const Json& facts, std::string_view name) {
  const Json& order = facts.at("grid").at("order");
  return order.is_string() && order.get<std::string>().find(name) != std::string::npos;
}
bool gray(const Json& facts) { return hypercube(facts) && has_order(facts, "gray"); }
bool cycles(const Json& facts) { return facts.at("family") == "ccc"; }
bool gray_cycles(const Json& facts) { return cycles(facts) && has_order(facts, "gray"); }
bool ideal(const Json& facts) { return facts.at("ideal").get<bool>(); }
bool in_metres(const Json& facts) { return !facts.at("layout").at("area_mm2").is_null(); }

constexpr std::string_view kCounted = "counted on the routed layout";

std::vector<ExplanationRow> density_rows() {
  const std::vector<Erratum> errata = {
      {"WE-eq8: printed as a bound; rings of radix 3 and more attain it, for radix 2 it is 3/2 too large", cube_family},
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
        {"B", "graph.bisection_links.upper", "bisection of the graph, for comparison"}}}};
}

std::vector<ExplanationRow> track_rows() {
  const std::vector<Erratum> errata = {
      {"RJ-track: 2 (P - 1) wires printed for a row of P nodes; 2 floor(2 P / 3) suffice, by left-edge", hypercube}};
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
           errata}};
}

std::vector<ExplanationRow> size_rows() {
  const std::string_view source = "derived: columns of boxes and the routing channels between them";
  const ExplanationSymbol width = {"width", "layout.width_pitches", "wire pitches"};
  const ExplanationSymbol height = {"height", "layout.height_pitches", "wire pitches"};
  return {
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
       cube_family},
      {"RJ-gray: lengths printed as 2 * 2^k - 1; they are all odd numbers up to 2^(i+1) - 1, the longest is P - 1",
       gray},
      {"RJ-cccgray: lengths between cycles printed in node pitches S / P; they are in boxes, S / P', so that the "
       "longest "
       "is P - sqrt(2 p') node pitches",
       gray_cycles},
      {"RJ-dil: printed that a cycle's links are two pitches long where sqrt(2 p') is odd; the root of an even square "
       "is "
       "even, so in square boxes they are one pitch long",
       cycles}};
  return {{"longest_span",
           "length.longest_span",
           summary,
           ideal,
           "l = k^(n/2 - 1)",
           "[Dally 1987, eq. 13]",
           {{"l", "length.longest_span", summary}},
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
  for (const auto& part : {density_rows(), track_rows(), size_rows(), length_rows()}) {
    rows.insert(rows.end(), part.begin(), part.end());
  }
  return rows;
}

}  // namespace cutline
