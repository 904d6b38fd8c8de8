// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cutline/output/text/table.hpp"
#include "cutline/study/candidate.hpp"

namespace cutline {

/// How the points of a series are joined.
enum class SeriesStyle {
  line,
  steps,   ///< each value holds up to the next x
  points,  ///< not joined; each has its label
  bars,    ///< of a histogram: from each x to the next; the last y is 0
};

struct FigureAxis {
  std::string label;  ///< in the terms of the field: "length"; holds the unit itself where `unit` is empty
  bool logarithmic = false;
  bool from_zero = false;  ///< begins at 0 even if all values are far from it; ignored if logarithmic
  bool whole = false;      ///< values are whole numbers, and so are ticks
  std::string unit = {};   ///< of the values: "mm"; a picture may convert them to another unit of the same dimension
};

/// A series of points. Series that share a name show parts of one thing and share a colour.
struct FigureSeries {
  std::string name;  ///< the candidate, or another name of what the series shows
  SeriesStyle style = SeriesStyle::line;
  std::vector<double> xs, ys;       ///< equally many, finite; xs never fall
  std::vector<std::string> labels;  ///< of SeriesStyle::points: one per point, empty where it needs none
  bool outside = false;             ///< the model does not hold here, so that the line is dotted
  bool faint = false;               ///< less important points, drawn small
  /// Of lines and points: between what y may lie at the first points, drawn as a band or as a stroke. Empty: unknown.
  std::vector<double> lows = {}, highs = {};
  void add(double x, double y) {
    xs.push_back(x);
    ys.push_back(y);
  }
  void add(double x, double y, std::string label) {
    add(x, y);
    labels.push_back(std::move(label));
  }
  /// The point number `i` of another series with its label and its range.
  void add_of(const FigureSeries& other, std::size_t i) {
    add(other.xs[i], other.ys[i]);
    if (!other.labels.empty()) labels.push_back(other.labels[i]);
    if (i >= other.lows.size()) return;
    lows.push_back(other.lows[i]);
    highs.push_back(other.highs[i]);
  }
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

/// The input of a figure.
struct FigureInput {
  const Study& study;
  const std::vector<Candidate>& candidates;  ///< with their layouts, in the order of the study
  std::size_t delay = kEveryDelay;           ///< one delay model of the study; kEveryDelay: a figure for each
};

/// A row of the catalogue of figures (src/output/figure/kinds/figures.inc: one line and one file each).
struct FigureKind {
  std::string_view name;     ///< "profile"
  std::string_view summary;  ///< one line for `list figures`
  std::vector<Figure> (*make)(const FigureInput&) = nullptr;
  bool of_layouts = false;  ///< needs the patterns of the layouts and nothing else of the candidates
  bool of_search = false;   ///< a search can draw it, of all the networks that it tried
};

/// All kinds of figures, in the order of the catalogue.
const std::vector<FigureKind>& figure_kinds();
/// The kind with this name. Throws an input error with a "did you mean" where there is none.
const FigureKind& figure_kind(std::string_view name);

/// The data of figures, one row per point: figure, series, style, x, y, label.
Table figure_points(const std::vector<Figure>& figures);

/// The page that figures are drawn on.
struct FigurePage {
  double width_mm = 180;
  double height_mm = 0;         ///< of all figures together; 0: follows from the width
  std::string style = "paper";  ///< one of picture_styles()
  bool title = true;            ///< above the figure; its description has one in any case
};

/// A figure as SVG, in the colours and fonts of the floorplans. Series differ in dashes and marks as well as in colour;
/// the legend stands above the plot. Equal figures give equal bytes. Throws an input error for an unknown style, or if
/// the size leaves no room for the plot.
std::string figure_svg(const Figure& figure, const FigurePage& page);
/// Several figures, one above the other.
std::string figures_svg(const std::vector<Figure>& figures, const FigurePage& page);

}  // namespace cutline
