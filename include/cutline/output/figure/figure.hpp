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
  bars,    ///< of a histogram: from each x to the next; the last y is 0
};

struct FigureAxis {
  std::string label;  ///< in field terms, with its unit: "length, mm"
  bool logarithmic = false;
  bool from_zero = false;  ///< begins at 0, however far from it the values are; not if logarithmic
  bool whole = false;      ///< between whole numbers there is nothing to read
};

/// Series of one name show parts of one thing, in one colour.
struct FigureSeries {
  std::string name;  ///< of the candidate, or of what else it shows
  SeriesStyle style = SeriesStyle::line;
  std::vector<double> xs, ys;       ///< of one length, finite; xs never fall
  std::vector<std::string> labels;  ///< of points: one each, empty where the point needs none; otherwise no entry
  bool outside = false;             ///< where a model does not hold: dotted
};

/// One figure of a study as numbers: `plot` draws it, the report shows it.
struct Figure {
  std::string id;     ///< unique within a page, of letters, digits and '-': "profile-x"
  std::string title;  ///< "Links over each cut between columns"
  FigureAxis x, y;
  std::vector<FigureSeries> series;  ///< empty: there is nothing to show, and the notes say why
  std::vector<std::string> notes;    ///< what was left out, thinned or assumed
  std::string hint;                  ///< where there is nothing to show: what to change in the spec
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
  bool of_layouts = false;  ///< takes the patterns of the layouts and nothing else of the candidates
};

/// In the order of the catalogue.
const std::vector<FigureKind>& figure_kinds();
/// Throws an input error with a "did you mean".
const FigureKind& figure_kind(std::string_view name);

/// A figure as SVG, in the colours and types of the floorplans. Same figure, same bytes. Series are told apart by
/// dashes and marks as well as by colour; the legend stands above the plot. The height follows from the width where it
/// is absent. Throws an input error for a size that leaves no room.
std::string figure_svg(const Figure& figure, double width_mm, std::optional<double> height_mm);
/// Several, one above the other; the height is that of all.
std::string figures_svg(const std::vector<Figure>& figures, double width_mm, std::optional<double> height_mm);

}  // namespace cutline
