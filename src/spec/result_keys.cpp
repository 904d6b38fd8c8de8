// SPDX-License-Identifier: Apache-2.0
#include <fmt/ranges.h>

#include "base/letters.hpp"
#include "cutline/study/candidate.hpp"
#include "cutline/study/quantities.hpp"
#include "rank/scoring.hpp"
#include "spec/study_keys.hpp"

namespace cutline {
namespace {

const std::vector<std::string_view> kOrigins = {"printed", "formula", "corrected", "reconstructed", "counted"};

std::vector<std::string_view> measure_names() { return names_of(rank_measures()); }

Form<double> term_weight_form() { return above_0(real_form(0, 1e6)); }

/// The keys of the map that follows a measure of `rank` that is taken at a load.
const Keys<RankTerm>& term_keys() {
  const Form<OfferedLoad> load{offered_load_shape(), read_offered_load};
  static const Keys<RankTerm> keys = {
      field("at", &RankTerm::at, load, "", "the load of a terminal; shares are of each candidate's own"),
      field("weight", &RankTerm::weight, term_weight_form(), "1", "of the measure, beside others")};
  return keys;
}

void read_term(Reader& reader, const YamlEntry& entry, std::vector<RankTerm>& terms) {
  RankTerm term{entry.key, 1};
  if (reader[entry.value].kind != YamlKind::map) {
    term.weight = term_weight_form().read(reader, entry.value, entry.key).value_or(1);
  } else if (!find_measure(entry.key)->at_loads()) {
    return reader.report(entry.value, fmt::format("'{}' is not taken at a load; only latency is", entry.key),
                         fmt::format("write `{{{}: 0.5}}` to give it a weight", entry.key));
  } else if (!read_map(reader, entry.value, entry.key, term_keys(), term)) {
    return;
  }
  terms.push_back(std::move(term));
}

void read_weights(Reader& reader, YamlId id, std::vector<RankTerm>& terms) {
  for (std::size_t i = 0; i < reader[id].entries.size(); ++i) {
    const YamlEntry entry = reader[id].entries[i];
    if (find_measure(entry.key) == nullptr) {
      reader.report(entry.mark, fmt::format("no measure is called '{}'", entry.key.substr(0, 60)),
                    measure_hint(entry.key));
      continue;
    }
    read_term(reader, entry, terms);
  }
}

void read_measure(Reader& reader, YamlId id, std::vector<RankTerm>& terms) {
  const YamlNode& node = reader[id];
  if (node.kind == YamlKind::scalar && find_measure(node.text) != nullptr) {
    terms.push_back({node.text, 1});
  } else if (const auto name = read_text(reader, id, "rank")) {
    reader.report(id, fmt::format("no measure to rank by is called '{}'", name->substr(0, 60)), measure_hint(*name));
  }
}

/// Reads a measure, or a map from measures to weights or loads.
void read_measures(Reader& reader, YamlId id, std::vector<RankTerm>& terms) {
  if (reader[id].kind == YamlKind::map) {
    read_weights(reader, id, terms);
  } else {
    read_measure(reader, id, terms);
  }
}

struct ExpectationDraft {
  Expectation expectation;
  std::vector<YamlId> values;  ///< of `value`, `at_most` and `at_least`, as written
  std::string_view value_key;  ///< the last of them
};

/// The keys of the kinds of expectation.
constexpr std::string_view kValueKeys[] = {"value", "at_most", "at_least"};

template <Expectation::Kind kind>
void read_value(Reader& reader, YamlId id, ExpectationDraft& draft) {
  draft.values.push_back(id);
  draft.expectation.kind = kind;
  draft.value_key = kValueKeys[static_cast<std::size_t>(kind)];
  const YamlNode& node = reader[id];
  const auto number = node.quoted ? std::nullopt : parse_number(node.text);
  if (node.kind == YamlKind::scalar && number) {
    draft.expectation.value = number->real;
  } else if (const auto text = read_text(reader, id, draft.value_key)) {
    draft.expectation.value = *text;
  }
}

/// The key in the record of a number that is called by its name, as in `rank`; else the word itself. Of rows in metres
/// and in pitches the first one is in metres.
std::string key_of_name(std::string_view word, bool unit_technology) {
  const auto is_meant = [&](const Quantity& row) {
    const std::vector<std::string_view> names = row.all_names();
    return !row.key.empty() && !row.ranks_alone() && std::ranges::find(names, word) != names.end();
  };
  const auto part = [](const Quantity* row) { return row->key.substr(0, row->key.find('.')); };
  std::vector<const Quantity*> rows;
  for (const Quantity& row : quantities()) {
    if (is_meant(row)) rows.push_back(&row);
  }
  if (rows.empty() || find_quantity(word) != nullptr || part(rows.front()) != part(rows.back()))
    return std::string(word);
  return (unit_technology ? rows.back() : rows.front())->key;
}

/// The unit with which a key of the record ends: mm of "length.longest_mm"; null if it ends with none.
const UnitText* unit_of_key(std::string_view key) {
  std::string end(key.substr(std::min(key.find('_'), key.size())));
  if (const std::size_t per = end.rfind("_per_"); per != std::string::npos) end.replace(per, 5, "/");
  const std::string_view word = std::string_view(end).substr(end.rfind('_') + 1);
  return first_with(units(), [&](const UnitText& unit) { return same_but_case(unit.name, word); });
}

/// Turns a value with a unit, "3 mm", into a number in the unit of its key.
void take_unit(Reader& reader, ExpectationDraft& draft) {
  Expectation& e = draft.expectation;
  const auto* text = std::get_if<std::string>(&e.value);
  if (text == nullptr) return;
  const CutQuantity cut = cut_quantity(*text);
  const bool is_quantity = parse_number(cut.number) && find_named(units(), cut.unit) != nullptr;
  if (!is_quantity && e.kind == Expectation::Kind::equal) return;
  const UnitText* own = unit_of_key(e.key);
  const YamlId value = draft.values.front();
  if (!parse_number(cut.number))
    return reader.report(value, fmt::format("'{}' must be a number, not {}", draft.value_key, in_words(reader[value])),
                         own == nullptr ? "a bound is a number: `at_most: 3`"
                                        : fmt::format("or a number with a unit, as `at_most: 3 {}`", own->name));
  const std::vector<Measured> allowed{own == nullptr ? Measured::share : own->measured};
  if (const auto quantity = read_quantity(reader, value, draft.value_key, allowed, -1e300))
    e.value = own == nullptr ? quantity->value : quantity->value * own->divided_by / own->times;
}

void read_tolerance(Reader& reader, YamlId id, ExpectationDraft& draft) {
  const bool percent = reader[id].kind == YamlKind::scalar && reader[id].text.find('%') != std::string::npos;
  if (!percent) {
    draft.expectation.tolerance = read_real(reader, id, "tolerance", 0, 1e9).value_or(0);
  } else if (const auto share = read_quantity(reader, id, "tolerance", {Measured::share})) {
    draft.expectation.tolerance = share->value;
    draft.expectation.tolerance_is_share = true;
  }
}

ValueShape bound_shape() { return any_shape({number_shape("number"), text_shape("number with a unit, as 3 mm")}); }

Keys<ExpectationDraft> expect_keys() {
  const auto text = [](std::string_view name, std::string Expectation::*at, std::string words, std::string default_text,
                       std::string help) {
    return within(&ExpectationDraft::expectation,
                  field(name, at, text_form(std::move(words)), std::move(default_text), std::move(help)));
  };
  return {text("candidate", &Expectation::candidate, "name of a candidate", "", "whose record is looked at"),
          text("delay", &Expectation::delay, "label of a delay model", "the first", "under which delay model"),
          text("key", &Expectation::key, "dotted path", "", "what of the record: density.x.peak_links"),
          {"value", any_shape({number_shape("number"), text_shape(), flag_shape()}), "",
           "the published number, or the number with a unit", read_value<Expectation::Kind::equal>},
          {"at_most", bound_shape(), "", "instead of `value`: a bound; without `candidate`, of all that can be built",
           read_value<Expectation::Kind::at_most>},
          {"at_least", bound_shape(), "", "the same from below", read_value<Expectation::Kind::at_least>},
          {"tolerance", any_shape({number_shape("number", 0), quantity_shape({Measured::share})}), "0",
           "relative for reals, absolute for whole numbers; a share, 5 %, is relative for both", read_tolerance},
          within(&ExpectationDraft::expectation,
                 field("origin", &Expectation::origin, word_form(kOrigins), "printed",
                       "printed: the number stands in the source; formula: its printed formula at other sizes; "
                       "corrected, where print is wrong; reconstructed, where print is lost; counted by ourselves")),
          text("winner", &Expectation::winner, "name of a candidate", "",
               "instead of a number: the candidate that ranks first")};
}

void check_expectation(Reader& reader, YamlId id, const ExpectationDraft& draft) {
  const Expectation& e = draft.expectation;
  const bool bound = e.kind != Expectation::Kind::equal;
  const bool number = (bound || !e.candidate.empty()) && !e.key.empty() && draft.values.size() == 1;
  const bool any_of_number = !e.candidate.empty() || !e.key.empty() || !draft.values.empty();
  if (e.winner.empty() ? !number : any_of_number) {
    reader.report(id, "this must expect one number, or a winner",
                  "write {candidate: NAME, key: density.x.peak_links, value: 682}, {key: length.longest_mm, at_most: "
                  "3 mm} or {winner: NAME}");
  } else if (bound && e.tolerance > 0) {
    reader.report(id, "a bound has no tolerance", "write a wider bound, or `value` in place of it");
  }
}

void read_rank(Reader& reader, YamlId id, StudyDraft& draft) {
  std::vector<RankTerm> terms;
  const std::size_t mistakes = reader.mistakes();
  for (const YamlId item : read_one_or_list(reader, id)) read_measures(reader, item, terms);
  if (terms.empty()) {
    if (reader.mistakes() == mistakes) reader.report(id, "'rank' names no measure", keys_hint("", measure_names()));
    return;
  }
  draft.study.rank = std::move(terms);
}

void read_pareto(Reader& reader, YamlId id, StudyDraft& draft) {
  const auto items = read_list(reader, id, "pareto");
  if (items && items->empty()) reader.report(id, "'pareto' names no measure", keys_hint("", measure_names()));
  for (const YamlId item : items.value_or(std::vector<YamlId>{})) read_measures(reader, item, draft.study.pareto);
}

void read_expect(Reader& reader, YamlId id, StudyDraft& draft) {
  static const Keys<ExpectationDraft> keys = expect_keys();
  for (const YamlId item : items_of(reader, id, "expect")) {
    ExpectationDraft expectation;
    Expectation& e = expectation.expectation;
    e.place = reader.place(item);
    if (!read_map_well(reader, item, "an expectation", keys, expectation)) continue;
    check_expectation(reader, item, expectation);
    e.key = key_of_name(e.key, reader.unit_technology);
    if (expectation.values.size() == 1) take_unit(reader, expectation);
    if (e.origin.empty() && e.kind == Expectation::Kind::equal) e.origin = kOrigins.front();
    draft.study.expectations.push_back(std::move(e));
  }
}

/// A pattern of the quantities beside the usual ones: their keys have points, their names are of several words or here.
std::string pattern_of_others() {
  std::string words;
  for (const RankMeasure& other : other_measures()) {
    if (other.name.find_first_of("._") == std::string_view::npos)
      words += (words.empty() ? "" : "|") + std::string(other.name);
  }
  return "[._]|^(" + words + ")$";
}

ValueShape measures_shape() {
  ValueShape weights{"map of measures to weights, of latency also to a load",
                     R"({"type": "object", "additionalProperties": false, "properties": {)"};
  const ValueShape weight{"number", R"({"type": "number", "exclusiveMinimum": 0})"};
  for (const std::string_view name : measure_names()) {
    const ValueShape own = find_measure(name)->at_loads() ? any_shape({weight, map_shape(term_keys())}) : weight;
    weights.schema += (weights.schema.back() == '{' ? "" : ", ") + json_text(name) + ": " + own.schema;
  }
  const std::string others = json_text(pattern_of_others());
  weights.schema += "}, \"patternProperties\": {" + others + ": " + weight.schema + "}}";
  const ValueShape key{"key or name of a quantity, as `cutline list quantities` has it",
                       R"({"type": "string", "pattern": )" + others + "}"};
  return any_shape({choice_shape(measure_names()), key, weights});
}

}  // namespace

Key<StudyDraft> rank_key() {
  return {"rank", one_or_more_shape(measures_shape()), "latency",
          "what candidates are ranked by; less is better, but of saturation", read_rank};
}

ValueShape objective_shape() { return one_or_more_shape(measures_shape(), "a list of two of these"); }

Key<StudyDraft> pareto_key() {
  return {"pareto", list_shape(measures_shape()), "rank and area", "measures of the Pareto front, as in `rank`",
          read_pareto};
}

Key<StudyDraft> expect_key() {
  return {"expect", list_shape(map_shape(expect_keys())), "", "published numbers and bounds that the results must keep",
          read_expect};
}

std::vector<std::string> all_delay_labels(const Study& study) {
  std::vector<std::string> all;
  for (std::size_t d = 0; d < study.delays.size(); ++d) {
    for (std::string& label : delay_labels(study, d)) all.push_back(std::move(label));
  }
  return all;
}

void check_expected_delays(Reader& reader, const Study& study) {
  const auto expected = find_value(reader.document, reader.document.root, "expect");
  if (!expected || reader[*expected].kind != YamlKind::list) return;
  const std::vector<std::string> known = all_delay_labels(study);
  for (const YamlId item : reader[*expected].items) {
    const auto delay = find_value(reader.document, item, "delay");
    if (!delay || known.empty() || std::find(known.begin(), known.end(), reader[*delay].text) != known.end()) continue;
    reader.report(*delay, fmt::format("no delay model of this spec is called '{}'", reader[*delay].text),
                  fmt::format("the delay models are: {}", fmt::join(known, ", ")));
  }
}

void read_objective(Reader& reader, YamlId id, StudyDraft& draft, bool& front) {
  const YamlId root = reader.document.root;
  const auto given = [&](std::string_view key) { return find_value(reader.document, root, key); };
  const auto rank = given("rank");
  // The command line may give another measure by which the networks found are ranked.
  const bool overridden = rank && reader.place(*rank).file.starts_with("--");
  if (rank && !overridden) reader.report(id, "`objective` and `rank` say the same", "keep one of them");
  const std::vector<RankTerm> by_command = draft.study.rank;
  front = reader[id].kind == YamlKind::list;
  if (!front) {
    read_rank(reader, id, draft);
  } else {
    if (given("pareto")) reader.report(id, "two objectives and `pareto` say the same", "keep one of them");
    std::vector<RankTerm> terms;
    const std::size_t mistakes = reader.mistakes();
    for (const YamlId item : reader[id].items) read_measures(reader, item, terms);
    if (reader.mistakes() > mistakes) return;
    if (terms.size() != 2) {
      reader.report(id, fmt::format("a front is of two measures, and these are {}", terms.size()),
                    "[latency, area]; to weigh measures in one sum, write {latency: 1, area: 0.5}");
      return;
    }
    draft.study.rank = {terms.front()};
    draft.study.pareto = std::move(terms);
  }
  if (overridden) draft.study.rank = by_command;
}

}  // namespace cutline
