// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "cutline/output/record/json.hpp"
#include "cutline/output/record/record.hpp"
#include "output/text/number.hpp"

namespace cutline {

namespace {

/// Relative tolerance of reals if the spec states none; it covers the rounding of printed decimals and of doubles.
constexpr double kRealTolerance = 1e-9;

const Data* find_record(const Data& document, const std::string& candidate, const std::string& delay) {
  for (const Data& record : document.at("candidates").list()) {
    const bool same_delay = delay.empty() || record.at("delay").at("model").text() == delay;
    if (record.at("name").text() == candidate && same_delay) return &record;
  }
  return nullptr;
}

std::string shown(const Data& value) {
  if (value.is_real()) return text::exact_text(value.number());
  if (value.is_text()) return value.text();
  return to_json(value);
}

bool agrees(const Data& found, const Expectation& expectation) {
  if (const auto* text = std::get_if<std::string>(&expectation.value))
    return found.is_truth() ? to_json(found) == *text : found.is_text() && found.text() == *text;
  if (!found.is_number()) return false;
  const double expected = std::get<double>(expectation.value);
  const double off = std::abs(found.number() - expected);
  if (!found.is_real() && !expectation.tolerance_is_share) return off <= expectation.tolerance;
  const double fraction = found.is_real() ? std::max(expectation.tolerance, kRealTolerance) : expectation.tolerance;
  return off <= fraction * std::abs(expected);
}

ExpectationResult check_winner(const Study& study, const Expectation& expectation,
                               const std::vector<Candidate>& candidates, const std::vector<Ranking>& rankings) {
  ExpectationResult result{&expectation, false, {}};
  for (const Ranking& ranking : rankings) {
    if (!expectation.delay.empty() && ranking.delay_label != expectation.delay) continue;
    if (ranking.order.empty()) {
      result.found = "no candidate could be ranked";
      return result;
    }
    result.found = candidates[ranking.order.front()].design->name;
    // Candidates that share the first rank have all won.
    for (const std::size_t c : ranking.order) {
      if (ranking.rank[c] == 1 && candidates[c].design->name == expectation.winner) {
        result.found = expectation.winner;
        result.holds = true;
      }
    }
    return result;
  }
  result.found = fmt::format("no delay model is called '{}' ({} studied)", expectation.delay, study.delays.size());
  return result;
}

ExpectationResult check_value(const Data& document, const Expectation& expectation) {
  ExpectationResult result{&expectation, false, {}};
  const Data* record = find_record(document, expectation.candidate, expectation.delay);
  if (record == nullptr) {
    const std::string under = expectation.delay.empty() ? "" : fmt::format(" under delay '{}'", expectation.delay);
    result.found = fmt::format("no record of '{}'{}", expectation.candidate, under);
    return result;
  }
  const Data* value = record->at_path(expectation.key);
  if (value == nullptr) {
    result.found = "no such key in the record";
    return result;
  }
  result.found = value->is_null() ? "null, see the notes of the record" : shown(*value);
  result.holds = agrees(*value, expectation);
  return result;
}

}  // namespace

std::vector<ExpectationResult> check_expectations(const Study& study, const Data& document,
                                                  const std::vector<Candidate>& candidates,
                                                  const std::vector<Ranking>& rankings) {
  std::vector<ExpectationResult> results;
  for (const Expectation& expectation : study.expectations) {
    results.push_back(expectation.winner.empty() ? check_value(document, expectation)
                                                 : check_winner(study, expectation, candidates, rankings));
  }
  return results;
}

}  // namespace cutline
