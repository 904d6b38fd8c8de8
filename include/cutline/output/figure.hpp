// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cutline/study/candidate.hpp"

namespace cutline {

/// How the points of a series are joined.
enum class SeriesStyle {
  line,
  steps,   ///< each value holds up to the next x
  points,  ///< alone, each with its label
  bars,    ///< of a histogram: from each x to the next
};

struct FigureAxis {
  std::string label;  ///< in field terms, with its unit: "length, mm"
  bool logarithmic = false;
};

struct FigureSeries {
  std::string name;  ///< of the candidate, or of what else it shows
  SeriesStyle style = SeriesStyle::line;
  std::vector<double> xs, ys;       ///< of one length, finite; xs never fall
  std::vector<std::string> labels;  ///< of points: one each; otherwise empty
};

/// One figure of a study as numbers: `plot` draws it, the report shows it.
struct Figure {
  std::string id;     ///< unique within a page, of letters, digits and '-': "profile-x"
  std::string title;  ///< "Links over each cut between columns"
  FigureAxis x, y;
  std::vector<FigureSeries> series;  ///< empty: there is nothing to show, and the notes say why
  std::vector<std::string> notes;    ///< what was left out, thinned or assumed
};

/// What a figure is made of.
struct FigureInput {
  const Study& study;
  const std::vector<Candidate>& candidates;  ///< with their layouts, in the order of the study
  std::optional<std::size_t> delay;          ///< one delay model of the study; absent: all, one figure each
};

/// A row of the catalogue of figures (src/output/figures/figures.inc: one line and one file each).
struct FigureKind {
  std::string_view name;     ///< "profile"
  std::string_view summary;  ///< one line for `list figures`
  std::vector<Figure> (*make)(const FigureInput&) = nullptr;
};

/// In the order of the catalogue.
const std::vector<FigureKind>& figure_kinds();
/// Throws an input error with a "did you mean".
const FigureKind& figure_kind(std::string_view name);

/// A figure as SVG, in the colours and types of the floorplans. Same figure, same bytes.
std::string figure_svg(const Figure& figure, double width_mm, std::optional<double> height_mm);

}  // namespace cutline
