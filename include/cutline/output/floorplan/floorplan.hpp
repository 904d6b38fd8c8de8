// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cutline/study/candidate.hpp"

namespace cutline {

/// What a floorplan shows.
struct DrawOptions {
  double width_mm = 180;  ///< of the picture; its height follows, or is given
  std::optional<double> height_mm;
  std::string colour = "dimension";  ///< dimension, length or delay
  std::string view;                  ///< of several planes: planes (default) or isometric
  /// What to show; empty: all. Of nodes, addresses, modules, wires, longest, peak, profile, legend, scale, title, and
  /// classes
  /// ("dimension 0"). Class names alone choose among the wires and leave the rest shown.
  std::vector<std::string> show;
  std::optional<std::pair<std::uint64_t, std::uint64_t>> route;  ///< nodes a and b: a shortest route, highlighted
  std::optional<std::size_t> delay;                              ///< delay model of the study, for colour "delay"
  /// For a page that has floorplan_style() once: no rules of its own, and the wires of a link are one path, whose title
  /// says what a wire of it takes under each delay model.
  bool in_page = false;
  int coarser = 0;  ///< steps of less detail than the picture would have: bands, patterns, a density map
};

struct Floorplan {
  std::string svg;
  std::string facts;  ///< "torus: 64 nodes, 128 links; 8 × 8 cells, folded order; 1,024 × 1,024 wire pitches."
  bool less = false;  ///< it shows less than it would alone, for the sake of its page
};

/// The words that `colour`, `view` and `show` take; `show` takes names of classes too.
std::vector<std::string_view> drawing_colours();
std::vector<std::string_view> drawing_views();
std::vector<std::string_view> drawing_parts();

/// A floorplan as SVG: to scale, every wire on its track up to a thousand nodes; larger networks by pattern, or as a
/// density map, and the picture says which. Several planes stand side by side, or one above the other as seen from a
/// corner (isometric, up to a thousand nodes on 16 planes). Same input, same bytes.
Floorplan floorplan(const Study& study, const Candidate& candidate, const DrawOptions& options);
inline std::string floorplan_svg(const Study& study, const Candidate& candidate, const DrawOptions& options) {
  return floorplan(study, candidate, options).svg;
}
/// The rules of floorplans in a page; they reach nothing else there.
std::string floorplan_style();

}  // namespace cutline
