// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cutline/spec/spec.hpp"
#include "cutline/study/candidate.hpp"
#include "python/graph.hpp"

namespace cutline::python {

/// Where a study comes from, so that it can be read again with other values.
struct Source {
  std::string path;          ///< of a spec; empty: it is `text`
  std::string text, folder;  ///< a spec, and where its paths begin
  Overrides overrides;
  std::map<std::string, Graph> graphs;  ///< of candidates, by name
  std::optional<std::uint64_t> seed;

  /// With further overrides. The digest of the study then counts the graphs too. Throws as read_study does, and input
  /// errors for a graph of no candidate.
  Study read(const Overrides& further = {}) const;
};

/// What a user may say beside the spec, as Python gives it.
struct Asked {
  py::dict set;     ///< dotted names to values: texts as in a spec, all else as JSON
  py::dict graphs;  ///< names of candidates to what graph_of takes
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

/// Reads a spec file; a path is a text or os.PathLike. Warnings of the spec become Python's.
QuestionPtr load(const py::object& path, const Asked& asked);
/// A spec as a text, or as a dictionary of what the text would hold.
QuestionPtr parse(const py::object& spec, const std::string& folder, const Asked& asked);
/// A study as it is, a dictionary or a path.
QuestionPtr question_of(const py::object& spec, const Asked& asked);

/// The candidates of a study, evaluated. Candidates point into the study, so it lives as long.
struct Answer {
  QuestionPtr question;
  Effort effort;
  bool layouts = false;  ///< they are kept
  std::vector<Candidate> candidates;

  const Study& study() const { return question->study; }
  /// The number of the candidate of that name. Throws an input error.
  std::size_t find(const std::string& name) const;
  /// As `measure --format json`, or `compare --format json` with ranks, prints it.
  py::dict document(bool ranked) const;
  py::object records(bool ranked) const { return document(ranked)["candidates"]; }
  /// What `compare` prints.
  std::string text() const;
};
using AnswerPtr = std::shared_ptr<Answer>;

/// Evaluates all designs, without the interpreter's lock.
AnswerPtr evaluate(QuestionPtr question, bool layouts, std::uint64_t memory_bytes);

}  // namespace cutline::python
