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
};

/// The words that `colour`, `view` and `show` take; `show` takes names of classes too.
std::vector<std::string_view> drawing_colours();
std::vector<std::string_view> drawing_views();
std::vector<std::string_view> drawing_parts();

/// A floorplan as SVG: to scale, every wire on its track up to a thousand nodes; larger networks by pattern, or as a
/// density map, and the picture says which. Several planes stand side by side, or one above the other as seen from a
/// corner (isometric, up to a thousand nodes on 16 planes). Same input, same bytes.
std::string floorplan_svg(const Study& study, const Candidate& candidate, const DrawOptions& options);

}  // namespace cutline
