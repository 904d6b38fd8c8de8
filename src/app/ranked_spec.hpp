// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/session.hpp"
#include "cutline/output/compare/comparison.hpp"
#include "families/search.hpp"

namespace cutline::app {

/// One spec, evaluated, ranked and compared with its expectations.
struct RankedSpec {
  std::string text;  ///< of the spec
  Study study;
  std::vector<Candidate> candidates;
  std::vector<Ranking> rankings;
  std::vector<ExpectationResult> expectations;
  std::vector<Crossovers> crossovers;
  Comparison comparison() const {
    return {study, candidates, rankings, expectations, study.crossover ? &crossovers : nullptr};
  }
};

/// The study of a spec in which the key of the crossover has the given value, written as in the spec, with the
/// candidates that -c chooses. Throws an input
/// error if the spec is not a file.
Study study_at(const Options& options, const std::string& spec, const CrossoverChoice& choice,
               const std::string& value);

/// Keeps the candidate that -c names, which must be no plane, or all without -c.
void keep_compared(const Options& options, Study& study);

/// Evaluates the study that is in `out`, which must not be moved, because candidates point into their study. `effort`:
/// of its candidates; the values of a crossover take the effort of the options. Throws the errors of evaluate().
void evaluate_loaded(const Options& options, const std::string& spec, Effort effort, Layouts layouts, RankedSpec& out);

/// The records of the candidates with their ranks, and the crossovers: what `compare --format json` writes. Some 60 KB
/// a candidate, so it is made only where somebody reads it.
Data document_of(const Options& options, const RankedSpec& ranked);

/// Whether no candidate can be built or an expectation does not hold.
bool answer_is_no(const RankedSpec& ranked);

/// The study of a spec that asks for a search; its text gets the overrides of the command line. Throws an input error
/// if it asks for none, or lists candidates beside it. Mistakes in what it says of all candidates are found here,
/// before the search.
Study question_of(const Options& options, Study study, std::string& text);

/// The text of the spec with the found networks as candidates, and the study of that text.
std::string with_winners(const std::string& text, const SearchAnswer& answer);
Study parse_winners(const Options& options, const std::string& winners);

}  // namespace cutline::app
