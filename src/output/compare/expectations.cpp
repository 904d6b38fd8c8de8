// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/letters.hpp"
#include "cutline/output/record/json.hpp"
#include "output/compare/answer.hpp"
#include "output/record/differences.hpp"
#include "output/text/number.hpp"

namespace cutline {

namespace {

/// Relative tolerance of reals if the spec states none; it covers the rounding of printed decimals and of doubles.
constexpr double kRealTolerance = 1e-9;

/// What a record tells of its plane or application of this name; null if it has none.
const Data* find_part(const Data& record, std::string_view name) {
  for (const char* parts : {"planes", "applications"}) {
    const Data* all = record.find(parts);
    if (all == nullptr || !all->is_list()) continue;
    for (const Data& part : all->list()) {
      if (part.map().front().second.text() == name) return &part;
    }
  }
  return nullptr;
}

/// The record of a candidate, or of "candidate/plane".
const Data* find_record(const Data& document, std::string_view candidate, const std::string& delay) {
  for (const Data& record : document.at("candidates").list()) {
    if (!delay.empty() && record.at("delay").at("model").text() != delay) continue;
    const std::string& name = record.at("name").text();
    if (name == candidate) return &record;
    if (!candidate.starts_with(name + "/")) continue;
    if (const Data* part = find_part(record, candidate.substr(name.size() + 1))) return part;
  }
  return nullptr;
}

bool agrees(const Data& found, const Expectation& expectation) {
  if (const auto* text = std::get_if<std::string>(&expectation.value))
    return found.is_truth() ? to_json(found) == *text : found.is_text() && found.text() == *text;
  if (!found.is_number()) return false;
  const double expected = std::get<double>(expectation.value);
  // The rounding of doubles may raise a sum above its own bound in the last digits.
  const double above = found.number() - expected, slack = 1e-12 * std::abs(expected);
  if (expectation.kind == Expectation::Kind::at_most) return above <= slack;
  if (expectation.kind == Expectation::Kind::at_least) return -above <= slack;
  const double off = std::abs(found.number() - expected);
  if (!found.is_real() && !expectation.tolerance_is_share) return off <= expectation.tolerance;
  const double fraction = found.is_real() ? std::max(expectation.tolerance, kRealTolerance) : expectation.tolerance;
  return off <= fraction * std::abs(expected);
}

ExpectationResult check_winner(const Study& study, const Expectation& expectation,
                               const std::vector<Candidate>& candidates, const std::vector<Ranking>& rankings) {
  ExpectationResult result{&expectation, false, {}};
  for (const Ranking& ranking : rankings) {
    const std::vector<std::string> labels = delay_labels(study, ranking.delay);
    const bool is_asked = std::find(labels.begin(), labels.end(), expectation.delay) != labels.end();
    if (!expectation.delay.empty() && !is_asked) continue;
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

/// That no record has such a key, with the key of a quantity that is nearest to it.
std::string no_such_key(const std::string& key) {
  const auto keys = each_of(quantities(), [](const Quantity& each) { return std::string_view(each.key); });
  const std::string_view near = nearest(key, keys);
  return near.empty() ? "no such key in the record: `cutline list quantities` shows the keys"
                      : fmt::format("no such key in the record; did you mean '{}'?", near);
}

ExpectationResult check_value(const Data& document, const Expectation& expectation, const std::string& candidate) {
  ExpectationResult result{&expectation, false, {}};
  const Data* record = find_record(document, candidate, expectation.delay);
  if (record == nullptr) {
    const std::string under = expectation.delay.empty() ? "" : fmt::format(" under delay '{}'", expectation.delay);
    result.found = fmt::format("no record of '{}'{}", candidate, under);
    return result;
  }
  const Data* value = record->at_path(expectation.key);
  if (value == nullptr) {
    result.found = no_such_key(expectation.key);
    return result;
  }
  result.found = value->is_null()   ? "null, see the notes of the record"
                 : value->is_real() ? text::figure_text(value->number())
                                    : value_in_full(*value);
  result.holds = agrees(*value, expectation);
  return result;
}

/// A bound of every candidate that can be built: what the first one that breaks it shows, with its name.
ExpectationResult check_all(const Data& document, const Expectation& expectation,
                            const std::vector<Candidate>& candidates) {
  ExpectationResult result{&expectation, true, "no candidate can be built"};
  for (const Candidate& candidate : candidates) {
    if (!candidate.can_be_built()) continue;
    result = check_value(document, expectation, candidate.design->name);
    if (!result.holds) {
      result.found += fmt::format(" of {}", candidate.design->name);
      return result;
    }
    result.found = "all keep it";
  }
  return result;
}

/// The subject of an expectation, "cube density.x.peak_links", and the expected value.
struct Expected {
  std::string what, value;
};

Expected expected(const Expectation& expectation) {
  if (!expectation.winner.empty()) return {"winner", expectation.winner};
  const auto* number = std::get_if<double>(&expectation.value);
  static constexpr const char* kSigns[] = {"", "at most ", "at least "};
  return {fmt::format("{}{}{}", expectation.candidate, expectation.candidate.empty() ? "" : " ", expectation.key),
          kSigns[static_cast<std::size_t>(expectation.kind)] +
              (number != nullptr ? text::exact_text(*number) : std::get<std::string>(expectation.value))};
}

/// A text that is a number as a number of at most twelve digits; any other text unchanged.
TableCell number_or_text(const std::string& text) {
  const std::optional<double> value = read_as_finite(text);
  return value ? TableCell(text::figure_text(text::twelve_digits(*value))) : TableCell(text);
}

}  // namespace

std::vector<ExpectationResult> check_expectations(const Study& study, const Data& document,
                                                  const std::vector<Candidate>& candidates,
                                                  const std::vector<Ranking>& rankings) {
  return each_of<ExpectationResult>(study.expectations, [&](const Expectation& expectation) {
    return !expectation.winner.empty()     ? check_winner(study, expectation, candidates, rankings)
           : expectation.candidate.empty() ? check_all(document, expectation, candidates)
                                           : check_value(document, expectation, expectation.candidate);
  });
}

bool all_hold(const std::vector<ExpectationResult>& results) {
  return std::all_of(results.begin(), results.end(), [](const ExpectationResult& result) { return result.holds; });
}

std::string expectations_text(const std::vector<ExpectationResult>& results) {
  if (results.empty()) return {};
  std::string out = compare::expectations_count(results) + '\n';
  for (const ExpectationResult& result : results) {
    if (result.holds) continue;
    const Expectation& expectation = *result.expectation;
    const auto [what, value] = expected(expectation);
    const std::string place =
        expectation.place.known() ? fmt::format("{}:{}: ", expectation.place.file, expectation.place.line) : "";
    const std::string delay = expectation.delay.empty() ? "" : fmt::format(" under {}", expectation.delay);
    const std::string origin = expectation.origin.empty() ? "" : fmt::format(" ({})", expectation.origin);
    out += fmt::format("  fails: {}{}{}: expected {}{}, found {}\n", place, what, delay, value, origin, result.found);
  }
  return out;
}

}  // namespace cutline

namespace cutline::compare {

std::string expectations_count(const std::vector<ExpectationResult>& results) {
  std::map<std::string, std::pair<int, int>> by_origin;
  int held = 0;
  for (const ExpectationResult& result : results) {
    auto& [holds, all] = by_origin[result.expectation->origin];
    ++all;
    if (result.holds) ++holds, ++held;
  }
  std::vector<std::string> origins;
  for (const auto& [origin, counts] : by_origin) {
    if (origin.empty()) continue;
    origins.push_back(fmt::format("{} {} of {}", origin, counts.first, counts.second));
  }
  std::string out = fmt::format("expect: {} of {} hold", held, results.size());
  if (!origins.empty()) out += fmt::format(" ({})", fmt::join(origins, ", "));
  return out;
}

Table expectations_table(const std::vector<ExpectationResult>& results) {
  Table table;
  table.columns = {{"holds", "holds", "", true},          {"name", "candidate", "", true, true},
                   {"delay", "wire delay", "", true},     {"key", "measure", "", true, true},
                   {"expected", "expected", ""},          {"found", "found", ""},
                   {"tolerance", "tolerance", "", false}, {"origin", "origin", "", true}};
  for (const ExpectationResult& result : results) {
    const Expectation& expectation = *result.expectation;
    const bool winner = !expectation.winner.empty(), all = !winner && expectation.candidate.empty();
    const auto text = [](const std::string& value) { return value.empty() ? TableCell() : TableCell(value); };
    table.rows.push_back({result.holds ? "yes" : "no", text(all ? "every one" : expectation.candidate),
                          text(expectation.delay), winner ? "winner" : expectation.key,
                          number_or_text(expected(expectation).value), number_or_text(result.found),
                          expectation.tolerance > 0 ? TableCell(text::exact_text(expectation.tolerance)) : TableCell(),
                          text(expectation.origin)});
  }
  return table;
}

}  // namespace cutline::compare
