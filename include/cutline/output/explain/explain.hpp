// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cutline/output/text/table.hpp"
#include "cutline/study/candidate.hpp"

namespace cutline {

/// One number that goes into a formula.
struct FormulaNumber {
  std::string symbol;
  std::string value;
  std::string meaning;
};

/// Where a number of the record comes from.
struct Explanation {
  std::string measure;  ///< "latency"
  std::string key;      ///< its dotted path in the record
  std::string candidate;
  std::string delay;
  std::string value;    ///< "-" where the record says null
  bool applies = true;  ///< false: the candidate lacks what the measure describes; a remark says what
  std::string unit;     ///< of the value; empty for a count
  std::string formula;
  std::string substituted;  ///< the formula with the numbers put in
  std::string source;
  std::vector<FormulaNumber> numbers;
  std::vector<std::string> remarks;  ///< how the number was counted, and the notes on it
  std::vector<std::string> errata;   ///< where the printed formula is wrong, and what is used
};

/// A measure that can be explained, for `list measures`.
struct ExplainedMeasure {
  std::string_view name;
  std::string_view key;
  std::string_view summary;
};
std::vector<ExplainedMeasure> explained_measures();

/// Whether the measure exists only where the study fails links.
bool needs_faults(const std::string& measure);

/// Explains a measure by its name ("latency"), its key ("performance.latency_ns") or the key of a number in its
/// formula. Throws an input error with a "did you mean" for an unknown measure.
Explanation explain(const Study& study, const Candidate& candidate, std::size_t delay, const std::string& measure);

std::string explanation_text(const Explanation& explanation, const ReportStyle& style);
Data explanation_data(const Explanation& explanation);

}  // namespace cutline
