// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cutline/output/text/table.hpp"
#include "cutline/study/candidate.hpp"
#include "cutline/study/ranking.hpp"

namespace cutline {

/// The result record of one candidate under one delay model: all quantities by their keys. A quantity that does not
/// apply is null, and the notes say why.
Data record(const Study& study, const Candidate& candidate, std::size_t delay, const Ranking* ranking,
            std::size_t candidate_index);

/// The unranked records of a candidate, one per delay model. Each is the text of to_json(record(...)), made faster.
std::vector<std::string> record_texts(const Study& study, const Candidate& candidate);

/// The whole document: {"cutline", "title", "run", "candidates": [record per candidate and delay model]}.
Data result_document(const Study& study, const std::vector<Candidate>& candidates,
                     const std::vector<Ranking>& rankings);

/// Records as one flat table, one row per record. The columns are the dotted keys of all records, in the order in which
/// they first occur; that of the version, `cutline`, is last.
Table flat_records(const Data::List& records);

/// The JSON Schema of the whole document, made from the catalogue of quantities.
std::string result_schema();

/// One expectation of the spec compared with the result.
struct ExpectationResult {
  const Expectation* expectation = nullptr;
  bool holds = false;
  std::string found;  ///< the value in the result, or the reason why there is none
};
std::vector<ExpectationResult> check_expectations(const Study& study, const Data& document,
                                                  const std::vector<Candidate>& candidates,
                                                  const std::vector<Ranking>& rankings);

}  // namespace cutline
