// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cutline/output/compare/comparison.hpp"
#include "cutline/output/export/exports.hpp"
#include "cutline/output/floorplan/floorplan.hpp"
#include "cutline/spec/spec.hpp"
#include "output/tables/layout_lists.hpp"
#include "python/python.hpp"

namespace cutline::python {

/// The source of a study, kept so that the study can be read again with other values.
struct Source {
  std::string name = "<spec>";  ///< the path of the spec, or what stands for it in messages
  std::string text, folder;     ///< text of the spec, and the folder that its paths resolve against
  Overrides overrides;
  std::map<std::string, Graph> graphs;  ///< of candidates, by name
  std::optional<std::uint64_t> seed;

  /// Reads the study with further overrides. Its digest includes the graphs. Throws as read_study does, and an input
  /// error for a graph that belongs to no candidate.
  Study read(const Overrides& further = {}) const;
};

/// The arguments that a user of Python may give in addition to the spec.
struct SpecExtras {
  py::dict set;     ///< values by dotted name; texts are YAML, other values become JSON
  py::dict graphs;  ///< graphs, as graph_of takes them, by name of candidate
  std::optional<std::uint64_t> seed;
  bool any() const { return !set.empty() || !graphs.empty() || seed; }
};

/// A study that Python holds.
struct Question {
  Source source;
  Study study;
  std::vector<std::string> warnings() const;
};
using QuestionPtr = std::shared_ptr<Question>;

/// Reads the study of a source. Warnings of the spec become Python warnings.
QuestionPtr read(Source source);
/// Reads a spec file; `path` is a text or an os.PathLike. Warnings of the spec become Python warnings.
QuestionPtr load(const py::object& path, const SpecExtras& extras);
/// Parses a spec: a text, or a dictionary with the same contents.
QuestionPtr parse(const py::object& spec, const std::string& folder, const SpecExtras& extras);
/// The same study with further values, by dotted name.
QuestionPtr with_values(const Question& question, const py::dict& set);
/// The study of a Python object: a study itself, a dictionary or a path.
QuestionPtr question_of(const py::object& spec, const SpecExtras& extras);

/// A figure that is asked for, as the options of `cutline plot`.
struct PlotChoice {
  std::string what;  ///< a kind of figure; empty: y against x
  std::string x, y, group, log, delay, style;
};

/// The evaluated candidates of a study. Their records need the study, so the answer keeps it alive.
struct Answer {
  QuestionPtr question;
  Effort effort;
  bool layouts = false;  ///< whether layouts are kept
  std::vector<Candidate> candidates;

  const Study& study() const { return question->study; }
  /// The index of the candidate with this name. Throws an input error if there is none.
  std::size_t find(const std::string& name) const;
  /// The number of a delay model by its label or name; the first for an empty name. Throws an input error.
  std::size_t delay_number(const std::string& delay) const;
  /// The result document: what `compare --format json` prints if `ranked`, else what `measure --format json` prints.
  py::dict document(bool ranked) const;
  py::object records(bool ranked) const { return document(ranked)["candidates"]; }
  /// The text that `compare` prints.
  std::string text() const;
  /// The rankings as tables of HTML, with the conditions and the verdicts.
  std::string html() const;
  /// One column for each quantity that is a number, a truth or a text: arrays by dotted key, one row a record.
  py::dict columns(bool ranked) const;
  /// A figure as SVG.
  std::string plot(const PlotChoice& asked) const;
  /// The page that `report` writes.
  std::string report() const;
};
using AnswerPtr = std::shared_ptr<Answer>;

/// The results of ranking a study, as `compare` needs them. Refers to the answer.
struct Ranked {
  const Answer& answer;
  std::vector<Ranking> rankings = {};
  Data document = {};
  std::vector<Crossovers> crossovers = {};
  std::vector<ExpectationResult> expectations = {};
  Comparison comparison() const {
    return {answer.study(), answer.candidates, rankings, expectations,
            answer.study().crossover ? &crossovers : nullptr};
  }
};
/// Expectations are checked if `expected`.
Ranked ranked(const Answer& answer, Watch& watch, bool expected = false);

/// The units of quantities, by key, without those that are counts.
py::dict units_of(const Question& question);
/// What the search of a study finds: its data, what is printed of it, and a spec of its networks (empty: none found).
py::tuple searched(const Question& question);
/// The records of a study as JSON lines: all of them, or those of one part, as `measure --shard` writes it.
std::string part_lines(const Question& question, std::optional<std::uint64_t> part, std::uint64_t parts);
/// The lines of all parts, each with its name, in the order of the spec.
std::string merged(const std::vector<std::pair<std::string, std::string>>& parts);

/// Evaluates all designs, without the interpreter's lock.
AnswerPtr evaluate(QuestionPtr question, bool layouts, std::uint64_t memory_bytes);

/// One link, as a record of a NumPy array.
struct LinkRow {
  std::uint32_t from = 0, to = 0;
  std::uint32_t width = 0;  ///< in channel widths
  std::uint32_t wires = 0;
  double width_bits = 0;
  double span_pitches = 0;          ///< in node pitches
  std::int64_t length_pitches = 0;  ///< in wire pitches
  double length_mm = 0;
  double delay_ns = 0;
  std::uint32_t delay_cycles = 0;
  std::uint16_t link_class = 0;
  std::uint8_t one_way = 0;
};

/// The density profile along one axis. NumPy arrays made from it keep it alive.
class ProfileView {
 public:
  explicit ProfileView(std::shared_ptr<const AxisProfile> profile) : profile_(std::move(profile)) {}
  const AxisProfile& profile() const { return *profile_; }
  /// An array of 64-bit integers over one of the profile's vectors, one number a cut.
  py::array counts(const std::vector<std::int64_t>& of) const;

 private:
  std::shared_ptr<const AxisProfile> profile_;
};

/// One candidate of an answer. It keeps the whole answer alive.
class CandidateView {
 public:
  CandidateView(AnswerPtr answer, std::size_t number) : answer_(std::move(answer)), number_(number) {}
  const Candidate& candidate() const { return answer_->candidates[number_]; }
  const std::string& name() const { return candidate().design->name; }
  bool has_layout() const { return candidate().laid_out() && answer_->layouts; }
  /// A list of result records, one a delay model, without ranks.
  py::list records() const;
  /// An array with one record a link, sorted by its ends. `delay` is the label or the name of a delay model, empty for
  /// the first.
  py::array links(const std::string& delay);
  /// The lengths of the links: one column of the records of links(). `unit` is "pitches", "mm" or "span".
  py::array lengths(const std::string& unit);
  ProfileView profile(const std::string& axis) const;
  /// The given places: outline, tiles and blocked areas as lists of corners in mm; None where none are given.
  py::object floorplan() const;
  py::object to_networkx(const std::string& delay) const;
  std::vector<std::string> check() const;
  std::size_t delay_number(const std::string& delay) const { return answer_->delay_number(delay); }
  std::string draw(const DrawOptions& options) const;
  /// Tables of its measures, as HTML.
  std::string html() const;
  Exported exported(const std::string& format, const std::string& delay, const std::string& file) const;
  /// Where a measure comes from: as data and as text.
  py::tuple explained(const std::string& measure, const std::string& delay) const;

 private:
  struct Links {
    std::vector<LinkRow> rows;
    std::vector<std::string> classes;
    bool unit = false, clocked = false;
  };
  std::shared_ptr<const Links> links_under(std::size_t delay);
  ExportNetwork walked(std::size_t delay) const;
  /// Throws an input error if there is no layout, and says why.
  void expect_layout() const;

  AnswerPtr answer_;
  std::size_t number_;
  std::map<std::size_t, std::shared_ptr<const Links>> links_;  ///< by delay model, each made when it is first needed
};

/// Adds the classes of profiles, candidates and answers to the module.
void add_candidates(py::module_& module);

}  // namespace cutline::python
