// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cutline/study/candidate.hpp"

namespace cutline {

/// What the colour of a wire shows.
enum class WireColour : std::uint8_t { dimension, length, delay, load, layer };

/// The view of a floorplan. A schematic shows links as arcs or in lanes. `fitting` shows several planes side by side, a
/// machine as `hall`, and one plane to scale, or as a schematic where tiles are so large that links would not be seen.
/// `hall`, `bundles` and `racks` show a machine: its floor with trays, cables from rack to rack, racks from the front.
enum class FloorplanView : std::uint8_t { fitting, to_scale, schematic, planes, isometric, hall, bundles, racks };

/// The value for a word of the command line. Throws an input error for other words.
WireColour wire_colour(std::string_view word);
FloorplanView floorplan_view(std::string_view word);

/// What a floorplan shows.
struct DrawOptions {
  double width_mm = 180;  ///< of the picture; its height follows, or is given
  double height_mm = 0;   ///< 0: follows from the width
  WireColour colour = WireColour::dimension;
  FloorplanView view = FloorplanView::fitting;
  /// The parts to show: nodes, addresses, modules, wires, longest, peak, profile, legend, scale, title, heat and inset
  /// (in schematics: the use of tracks and the densest crossing), and names of classes ("dimension 0"). Empty: all. A
  /// list of classes alone chooses among the wires and leaves all other parts shown. "node:12" singles out the links of
  /// a node, by its name, number or address; "cut:x=3", "cut:y=3", "cut:middle" and "cut:peak" single out the links
  /// over a cut. All other links are then pale.
  std::vector<std::string> show;
  std::optional<SaidPair> route;  ///< nodes a and b: the candidate's route, highlighted
  std::size_t delay = 0;          ///< delay model of the study, for WireColour::delay
  std::string style = "paper";    ///< one of picture_styles()
  bool title = true;              ///< above the plan
  /// The picture stands in a page that has floorplan_style() once. It has no style rules of its own; the wires of a
  /// link are one path, whose title gives the delay of a wire under each delay model.
  bool in_page = false;
  std::uint64_t memory_bytes =
      Effort{}.memory_bytes;  ///< a picture that takes more memory is refused with a limit error
  int coarser = 0;            ///< how many levels of detail to go down: wires, bands, patterns, density map
};

struct Floorplan {
  std::string svg;
  std::string facts;  ///< "torus: 64 nodes, 128 links; 8 × 8 cells, folded order; 1,024 × 1,024 wire pitches."
  bool less = false;  ///< has less detail than it would have outside of a page
};

/// The words for colours, views and parts; DrawOptions::show takes names of classes too.
std::vector<std::string_view> drawing_colours();
std::vector<std::string_view> drawing_views();
std::vector<std::string_view> drawing_parts();

/// A floorplan as SVG, to scale. Up to a thousand nodes it shows every wire on its track; larger networks are drawn by
/// pattern or as a density map, and the picture says which. Several planes stand side by side; the isometric view shows
/// them one above the other, seen from a corner (up to a thousand nodes on 16 planes). The same input gives the same
/// bytes.
Floorplan floorplan(const Study& study, const Candidate& candidate, const DrawOptions& options);
inline std::string floorplan_svg(const Study& study, const Candidate& candidate, const DrawOptions& options) {
  return floorplan(study, candidate, options).svg;
}
/// The style rules of the floorplans in a page; they apply to nothing else there.
std::string floorplan_style(std::string_view style = "paper");

}  // namespace cutline
