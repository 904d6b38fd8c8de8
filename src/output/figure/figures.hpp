// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>

#include "cutline/output/figure/figure.hpp"
#include "cutline/output/words/words.hpp"
#include "output/svg/canvas.hpp"
#include "output/text/number.hpp"

namespace cutline {
struct DelayCurves;
struct SearchAnswer;
}  // namespace cutline

/// What the kinds of figures share: notes, choices of candidates and scales, and networks by two measures.
namespace cutline::figure {

/// More series than this cannot be told apart, and more points cannot be seen.
inline constexpr std::size_t kMostSeries = 12, kMostPoints = 4000;

/// "line", "steps", "points" or "bars".
std::string_view style_word(SeriesStyle style);
/// Adds a note that is not there yet.
void add_note(std::vector<std::string>& notes, std::string note);
/// "a, b and 3 others".
std::string some_of(const std::vector<std::string>& names);

/// Notes on single candidates, joined where they are equal: "mesh and torus: the note on both".
class CandidateNotes {
 public:
  void add(const Candidate& candidate, std::string note);
  void add(const std::string& candidate, std::string note);
  /// Adds the candidate's own notes of these kinds; false if it has none.
  bool take(const Candidate& candidate, std::initializer_list<NoteKind> kinds);
  /// Moves the notes out. A note on all `candidates` candidates names none of them.
  void move_to(std::vector<std::string>& notes, std::size_t candidates);

 private:
  std::vector<std::pair<std::string, std::vector<std::string>>> said_;  ///< notes, and whom each is on
};

/// The first kMostSeries of some candidates; a note names the others.
std::vector<const Candidate*> few_enough(std::vector<const Candidate*> candidates, std::vector<std::string>& notes);
/// The candidates whose layouts hold their patterns, at most as many as few_enough() allows. Notes name the others and
/// say why they are left out.
std::vector<const Candidate*> with_layouts(const FigureInput& input, std::vector<std::string>& notes);
/// If no candidate has a layout, a hint that an ideal candidate could have one.
std::string needs_layout(const std::vector<Candidate>& candidates);
/// Two hints, and a note for a candidate that has no latency if no other note says why.
inline constexpr std::string_view kNeedsLayout = "take `ideal: true` away from a candidate to place and route it";
inline constexpr std::string_view kNeedsEffort = "a higher --effort";
inline constexpr std::string_view kPassesEffort = "no latency: its mean distance passes the effort";

/// The delay models asked for: their indices in the study.
std::vector<std::size_t> delays_of(const FigureInput& input);
/// One figure per delay model.
std::vector<Figure> figures_by_delay(const FigureInput& input, Figure (*make)(const FigureInput&, std::size_t delay));
/// The timing of a candidate under a delay model; null if it has none.
const Timing* timing_of(const Candidate& candidate, std::size_t delay);
/// A title, with the delay model if the study has several.
std::string under(std::string title, const Study& study, std::size_t delay);
/// Whether values, all above 0, differ by more than a factor of `ratio`.
bool spread(const std::vector<double>& values, double ratio);
/// Makes both axes logarithmic if the values of all series are spread widely along them.
void choose_scales(Figure& figure, double ratio_x, double ratio_y);

/// Leaves out points between others if there are more than kMostPoints, and adds a note.
void thin_out(Figure& figure);

/// The figure as people read it: each axis with a unit is converted to the unit that suits its values, and its label
/// names that unit.
Figure in_readable_units(Figure figure);

/// Adds a note if all values of an axis are equal, because such an axis shows nothing.
void note_single_values(Figure& figure);

/// A network by two measures.
struct Placed {
  double x = 0, y = 0;
  std::string name, family;
  bool on_front = false;
};

/// The axis of a measure, with its unit in FigureAxis::unit.
FigureAxis measure_axis(const RankTerm& term, const Study& study, bool per_terminal);

/// Fills a figure of `what`, "Networks", by the first two of `terms`. Without networks it has axes alone.
void fill_front(Figure& figure, std::string_view what, std::vector<Placed> all, const std::vector<RankTerm>& terms,
                const Study& study, bool per_terminal);
/// Adds the networks to a figure; each family has a colour and a mark of its own. Beaten networks are small; those on
/// the front lie on top of them and have their names. With `line`, the front itself lies below all.
void add_front(std::vector<Placed> all, const std::vector<RankTerm>& terms, bool line, Figure& figure);

// A figure on its way to the page.

struct Tick {
  double value = 0;
  std::string text;  ///< the number; empty: a short tick without a number
};

/// Maps the values of one axis to millimetres on the page.
struct PlotAxis {
  double low = 0, high = 1;  ///< values at the ends, low < high; both above 0 where logarithmic
  bool logarithmic = false;
  bool whole = false;
  double low_mm = 0, high_mm = 1;  ///< where the ends lie
  double at(double value) const;
};

/// An axis that shows every value of a figure's series, with some room at its ends if values could touch them. On a
/// logarithmic axis, values of 0 lie at the low end.
PlotAxis x_axis(const Figure& figure);
PlotAxis y_axis(const Figure& figure);

/// Ticks at 1, 2 and 5 times powers of ten, or at multiples of these. About `most` (>= 2) have numbers, and at least
/// two if the values allow it. Logarithmic axes have short ticks between them.
std::vector<Tick> axis_ticks(const PlotAxis& axis, std::size_t most);

/// The text of a number: in full if the largest number of its axis is between a thousandth and a million, else with the
/// power of ten of the largest. The number of decimals follows from `step`.
std::string tick_text(double value, double step, double largest);

inline constexpr double kSmallPt = 7, kLabelPt = 7.5, kTitlePt = 9;
inline constexpr double kMarkMm = 0.95;  ///< half the width of a mark

/// The look of all series that share a name.
struct Look {
  std::string_view colour;
  std::string_view dashes;  ///< empty: a solid line
  std::size_t mark = 0;     ///< its shape
};

/// The series of one name, for the legend.
struct NamedLook {
  std::string name;
  Look look;
  bool line = false, marks = false, bars = false;
  bool outside = false;  ///< has a part where a model does not hold
};
/// The looks in the order of the series. The first eight differ in colour, the first six in dashes and in marks.
std::vector<NamedLook> named_looks(const Figure& figure, const svg::PictureStyle& style);

struct Plot {
  const Figure& figure;
  std::vector<NamedLook> looks;
  svg::Rect area;  ///< of the data
  PlotAxis x, y;
  const NamedLook& look_of(const FigureSeries& series) const;
};

/// Fits a figure into a rectangle: the numbers of the y axis stand inside, on its left; those of the x axis below it.
Plot plot_of(const Figure& figure, const std::vector<NamedLook>& looks, const svg::Rect& outer);
/// The heights of the ticks of the x axis, of the gap to the numbers, and of all of them together below the plot.
inline constexpr double kTickMm = 1, kTextGapMm = 1;
inline constexpr double kNumbersMm = kTickMm + kTextGapMm + svg::kLineEm * kSmallPt * svg::kPointMm;
void draw_axes(svg::Canvas& canvas, const Plot& plot);

/// Lines, steps and bars, then marks.
void draw_series(svg::Canvas& canvas, const Plot& plot);
void draw_mark(svg::Canvas& canvas, std::array<double, 2> at, double half_mm, const Look& look, std::string_view title);
/// `stroke="..." stroke-dasharray="..."`.
std::string stroke_attributes(const Look& look);
std::string bar_attributes(const Look& look);

/// Draws the names of points beside them where there is room. Returns how many found no room.
std::size_t draw_point_labels(svg::Canvas& canvas, const Plot& plot);

/// The text; if it is wider than `width_mm`, without its middle.
std::string elided(const std::string& text, double width_mm, double size_pt);

}  // namespace cutline::figure

namespace cutline {

/// The axes of a figure of any two numbers of the candidates. Each name is a quantity, a parameter of the candidates'
/// families, or a key that a sweep varies: "latency", "graph.diameter_hops", "dimensions", "message".
struct QuantityAxes {
  std::string x, y;
  std::string group;  ///< candidates with the same value of this form a series; empty: those of one family do
  bool log_x = false, log_y = false;
};

/// One figure per delay model. Each candidate that has both numbers is a point. Where x is given, as parameters, swept
/// keys and sizes are, the points of a group are joined along x: candidates that share an x by their mean, with a band
/// over all of them. Ranges over the corners of uncertain figures are bands or strokes. The printed values of y that
/// the spec expects are marks. Throws an input error for an unknown name.
std::vector<Figure> quantity_figures(const FigureInput& input, const QuantityAxes& axes);

/// The points of records under one delay model.
struct FigureOfDelay;

/// The same of records, one after the other, so that they need not be in memory at once: one figure for each delay
/// model, or for the one that has this label.
class RecordFigures {
 public:
  explicit RecordFigures(QuantityAxes axes, std::string delay = {});
  ~RecordFigures();
  /// Throws an input error if the first record has no such quantity, parameter or swept key.
  void add(const Data& record);
  std::vector<Figure> taken();

 private:
  QuantityAxes asked_;
  std::string delay_;
  std::vector<std::unique_ptr<FigureOfDelay>> all_;
};

/// A study in which the key of the crossover has one fixed value.
struct StudyAtValue {
  double value = 0;
  Study study;
  std::vector<Candidate> candidates;
};
/// Whether an axis names the key of a crossover: the whole key, "message", or the end of a longer one, "nodes".
bool names_crossover(const CrossoverChoice& choice, const std::string& axis);
/// The values of a crossover as numbers on an axis. Throws an input error if they are not numbers.
std::vector<double> values_on_axis(const CrossoverChoice& choice);
/// One figure per delay model: y of each candidate against the key of the crossover, one line per candidate. Throws the
/// errors of quantity_figures().
std::vector<Figure> crossover_figures(const CrossoverChoice& choice, const std::vector<StudyAtValue>& studies,
                                      std::size_t delay, const QuantityAxes& axes);

/// Joins the figures of several specs, one vector per spec; the series are named after their specs. Throws an input
/// error if the specs have different delay models.
std::vector<Figure> joined_figures(std::vector<std::vector<Figure>> figures, const std::vector<std::string>& specs);

/// The last step, after figures are joined: sets ticks to whole numbers where all values are whole, and adds a note
/// where y has one value only. Throws an input error if x has one value only, or if a logarithmic axis has a value that
/// is not above 0.
void settle_axes(std::vector<Figure>& figures, const QuantityAxes& axes);

/// The two measures as objectives of the study's search, so that each network is a point of a figure. A measure has its
/// name in `rank` or that of a quantity. The searched networks stay the same. Throws an input error for a name that no
/// ranking takes, and if the search is for a front of other measures.
std::vector<RankTerm> searched_objectives(const Study& study, const std::string& x, const std::string& y);

/// The networks that a search laid out and that keep its limits, by its first two objectives. Each family has a colour
/// and a mark; networks whose links follow no rule count as one more family. Beaten networks are drawn small, and the
/// front on top.
Figure search_front_figure(const Study& study, const SearchAnswer& answer);

/// How the best value fell as networks were laid out, one figure per measure; then how the value of each start fell
/// with its moves, one figure per search of links.
std::vector<Figure> search_history_figures(const Study& study, const SearchAnswer& answer);

/// Delay against length, both on logarithmic scales, as SVG. A line is dotted where its model does not hold. The same
/// input gives the same bytes. Throws the errors of figure_svg().
std::string delay_svg(const DelayCurves& curves, const FigurePage& page = {});

}  // namespace cutline
