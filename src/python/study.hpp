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

/// The source of a study, kept so that the study can be read again with other values.
struct Source {
  std::string path;          ///< path of a spec; empty: the spec is `text`
  std::string text, folder;  ///< text of a spec, and the folder that its paths resolve against
  Overrides overrides;
  std::map<std::string, Graph> graphs;  ///< of candidates, by name
  std::optional<std::uint64_t> seed;

  /// Reads the study with further overrides. Its digest includes the graphs. Throws as read_study does, and an input
  /// error for a graph that belongs to no candidate.
  Study read(const Overrides& further = {}) const;
};

/// The arguments that a user of Python may give in addition to the spec.
struct Asked {
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

/// Reads a spec file; `path` is a text or an os.PathLike. Warnings of the spec become Python warnings.
QuestionPtr load(const py::object& path, const Asked& asked);
/// Parses a spec: a text, or a dictionary with the same contents.
QuestionPtr parse(const py::object& spec, const std::string& folder, const Asked& asked);
/// The study of a Python object: a study itself, a dictionary or a path.
QuestionPtr question_of(const py::object& spec, const Asked& asked);

/// The evaluated candidates of a study. Their records need the study, so the answer keeps it alive.
struct Answer {
  QuestionPtr question;
  Effort effort;
  bool layouts = false;  ///< whether layouts are kept
  std::vector<Candidate> candidates;

  const Study& study() const { return question->study; }
  /// The index of the candidate with this name. Throws an input error if there is none.
  std::size_t find(const std::string& name) const;
  /// The result document: what `compare --format json` prints if `ranked`, else what `measure --format json` prints.
  py::dict document(bool ranked) const;
  py::object records(bool ranked) const { return document(ranked)["candidates"]; }
  /// The text that `compare` prints.
  std::string text() const;
};
using AnswerPtr = std::shared_ptr<Answer>;

/// Evaluates all designs, without the interpreter's lock.
AnswerPtr evaluate(QuestionPtr question, bool layouts, std::uint64_t memory_bytes);

}  // namespace cutline::python
