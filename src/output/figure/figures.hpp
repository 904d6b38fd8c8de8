// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cutline/output/figure/figure.hpp"
#include "cutline/output/words/words.hpp"
#include "cutline/study/study.hpp"

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
  /// Adds the candidate's own notes of these kinds; false if it has none.
  bool take(const Candidate& candidate, std::initializer_list<NoteKind> kinds);
  /// Moves the notes out. A note on all `candidates` candidates names none of them.
  void move_to(std::vector<std::string>& notes, std::size_t candidates);

 private:
  struct Said {
    std::string note;
    std::vector<std::string> names;
  };
  std::vector<Said> said_;
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

/// A figure without series.
Figure no_figure(std::string id, std::string title, std::vector<std::string> notes, std::string hint);

/// A network by two measures.
struct Placed {
  double x = 0, y = 0;
  std::string name, family;
  bool on_front = false;
};

/// The axis of a measure, with its unit in FigureAxis::unit.
FigureAxis measure_axis(const RankTerm& term, bool unit_technology, bool per_terminal);

/// Fills a figure of `what`, "Networks", by the first two of `terms`. Without networks it has axes alone.
void fill_front(Figure& figure, std::string_view what, std::vector<Placed> all, const std::vector<RankTerm>& terms,
                const Study& study, bool per_terminal);
/// Adds the networks to a figure; each family has a colour and a mark of its own. Beaten networks are small; those on
/// the front lie on top of them and have their names. With `line`, the front itself lies below all.
void add_front(std::vector<Placed> all, const std::vector<RankTerm>& terms, bool line, Figure& figure);

}  // namespace cutline::figure

namespace cutline {

/// The axes of a figure of any two numbers of the candidates. Each name is a quantity, or a parameter of the
/// candidates' families: "latency", "graph.diameter_hops", "dimensions".
struct QuantityAxes {
  std::string x, y;
  std::string group;  ///< candidates with the same value of this form a series; empty: those of one family do
  bool log_x = false, log_y = false;
};

/// One figure per delay model. Each candidate that has both numbers is a point; the points of a group are joined along
/// x. The printed values of y that the spec expects are marks beside them. Throws an input error for an unknown name.
std::vector<Figure> quantity_figures(const FigureInput& input, const QuantityAxes& axes);

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

/// The study with the two measures as objectives of its search, so that each network is a point of a figure. A measure
/// has its name in `rank` or that of a quantity. The searched networks stay the same. Throws an input error for a name
/// that no ranking takes, and if the search is for a front of other measures.
Study with_objectives(const Study& study, const std::string& x, const std::string& y);

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
