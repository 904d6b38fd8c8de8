// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "cutline/study/candidate.hpp"
#include "cutline/study/ranking.hpp"

namespace cutline {

struct Expectation;

/// The result record of one candidate under one delay model: keys and units as in the reference; what does not apply is
/// null and the notes say why.
nlohmann::ordered_json record(const Study& study, const Candidate& candidate, std::size_t delay, const Ranking* ranking,
                              std::size_t candidate_index);

/// The unranked records of a candidate under all delay models, each as record(...).dump() gives it, in less time.
std::vector<std::string> record_texts(const Study& study, const Candidate& candidate);

/// The whole document: {"cutline", "title", "run", "candidates": [record per candidate and delay model]}.
nlohmann::ordered_json result_document(const Study& study, const std::vector<Candidate>& candidates,
                                       const std::vector<Ranking>& rankings);

/// One expectation of the spec against the result.
struct ExpectationResult {
  const Expectation* expectation = nullptr;
  bool holds = false;
  std::string found;  ///< the value found, or why there is none
};
std::vector<ExpectationResult> check_expectations(const Study& study, const nlohmann::ordered_json& document,
                                                  const std::vector<Candidate>& candidates,
                                                  const std::vector<Ranking>& rankings);

}  // namespace cutline
