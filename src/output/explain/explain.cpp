// SPDX-License-Identifier: Apache-2.0
#include "cutline/output/explain/explain.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <utility>

#include "cutline/base/error.hpp"
#include "cutline/base/named.hpp"
#include "cutline/base/parameters.hpp"
#include "cutline/delay/delay_model.hpp"
#include "cutline/output/record/json.hpp"
#include "cutline/output/record/record.hpp"
#include "cutline/output/words/words.hpp"
#include "cutline/technology/router_law.hpp"
#include "cutline/topology/family.hpp"
#include "output/explain/derivations.hpp"
#include "output/text/number.hpp"

namespace cutline::explanation {

namespace {

constexpr int kDigits = 8;

std::vector<Derivation> all_derivations() {
  std::vector<Derivation> rows = plane_derivations();
  for (const auto& part :
       {express_derivations(), traffic_derivations(), latency_derivations(), energy_derivations(),
        network_derivations(), fault_derivations(), layout_derivations(), package_derivations(), bound_derivations()})
    rows.insert(rows.end(), part.begin(), part.end());
  return rows;
}

/// The value at a key of the record or of the facts that only formulas use.
Data value_of(const Asked& asked, std::string_view key) {
  const Fact fact = find_fact(key);
  if (fact != nullptr) return fact(asked);
  const Quantity* quantity = find_quantity(key);
  return quantity != nullptr && quantity->notes != nullptr ? value_in_words(*quantity, asked)
                                                           : quantity_value(asked, key);
}

/// The measures under `path` apply only if the record has a value at `lacks`. If it has none, the network or its spec
/// lacks `needs`.
struct Requirement {
  std::string_view path;
  std::string_view lacks;  ///< the key that is null then
  std::string_view needs;
};
constexpr Requirement kRequirements[] = {
    {"express", "express.lines.0", "the levels of an express cube"},
    {"pins.per_interchange_max", "pins.per_interchange_max", "interchanges or switches"},
    {"modules.0", "modules.0", "`packages` in the spec"}};

/// The feature that the quantity needs and the candidate lacks; empty if the quantity applies.
std::string_view missing_for(const Quantity& quantity, const Asked& asked) {
  for (const Requirement& each : kRequirements) {
    if (quantity.key.starts_with(each.path) && quantity_value(asked, each.lacks).is_null()) return each.needs;
  }
  return {};
}

std::string explained_value(const Data& value) {
  if (value.is_null()) return "-";
  if (value.is_real()) return fmt::format("{:.{}g}", value.number(), kDigits);
  if (value.is_text()) return value.text();
  if (value.is_truth()) return value.truth() ? "yes" : "no";
  if (value.is_whole()) return to_json(value);
  std::vector<std::string> texts;
  bool of_lists = false;
  if (value.is_list()) {
    for (const Data& entry : value.list()) texts.push_back(explained_value(entry));
    of_lists = !texts.empty() && (value.list().front().is_list() || value.list().front().is_map());
  } else {
    for (const auto& [key, entry] : value.map()) texts.push_back(fmt::format("{} {}", key, explained_value(entry)));
    of_lists = !texts.empty() && (value.map().front().second.is_list() || value.map().front().second.is_map());
  }
  return texts.empty() ? "-" : fmt::format("{}", fmt::join(texts, of_lists ? "; " : ", "));
}

/// The formula with every symbol replaced by its number.
std::string substitute(std::string_view formula, const std::vector<FormulaNumber>& numbers) {
  std::string out;
  std::size_t at = 0;
  const auto in_word = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
  while (at < formula.size()) {
    std::size_t end = at;
    while (end < formula.size() && in_word(formula[end])) ++end;
    if (end == at) {
      out += formula[at++];
      continue;
    }
    const std::string_view word = formula.substr(at, end - at);
    const auto found = std::find_if(numbers.begin(), numbers.end(), [&](const auto& n) { return n.symbol == word; });
    out += found != numbers.end() ? found->value : std::string(word);
    at = end;
  }
  return out;
}

/// All quantities of a name, or of a key.
std::vector<const Quantity*> quantities_called(std::string_view word) {
  std::vector<const Quantity*> found;
  for (const Quantity& row : quantities()) {
    if (row.names.name == word || row.key == word) found.push_back(&row);
  }
  return found;
}

/// The quantity that a user names by its name, by its key, or by the key of a number in its formula. Several rows may
/// share a name, as areas in square millimetres and in square wire pitches do. Then it is the first row for which the
/// candidate has a value, or if there is none, the row that fits its technology. Null if nothing has this name.
const Quantity* quantity_meant(const Asked& asked, std::string_view word) {
  std::vector<const Quantity*> found = quantities_called(word);
  for (const Derivation& row : all_derivations()) {
    if (!found.empty() && !found.front()->names.name.empty()) break;
    const bool names_it =
        std::any_of(row.symbols.begin(), row.symbols.end(), [&](const Symbol& symbol) { return symbol.key == word; });
    if (names_it) found = quantities_called(row.name);
  }
  if (found.empty()) return nullptr;
  if (found.size() == 1 && !found.front()->names.name.empty()) found = quantities_called(found.front()->names.name);
  const auto known = std::find_if(found.begin(), found.end(),
                                  [&](const Quantity* row) { return !value_of(asked, row->key).is_null(); });
  if (known != found.end()) return *known;
  return technology_of(asked.study, *asked.candidate.design).unit ? found.back() : found.front();
}

[[noreturn]] void throw_unknown(const std::string& measure) {
  const std::vector<std::string_view> known = names_of(explained_measures());
  const std::string_view near = nearest(measure, known);
  throw_input_error(fmt::format("no measure is called '{}'", measure),
                    near.empty() ? std::string("'cutline list measures' names them all")
                                 : fmt::format("did you mean '{}'? 'cutline list measures' names them all", near));
}

/// The first derivation that applies. If none does, the quantity's own formula.
Derivation derivation_of(const Quantity& quantity, const Asked& asked) {
  for (const Derivation& row : all_derivations()) {
    if (row.name == quantity.names.name && (row.applies == nullptr || row.applies(asked))) return row;
  }
  return {quantity.names.name, nullptr, quantity.formula.empty() ? quantity.summary : quantity.formula,
          quantity.source.empty() ? "definition" : quantity.source};
}

std::string source_of(const Derivation& row, const Asked& asked) {
  return row.source == "model" ? value_of(asked, "model.source").text() : std::string(row.source);
}

}  // namespace

bool has_erratum(const Asked& asked, std::string_view key) {
  const Family* family = find_family(asked.candidate.design->family);
  return family != nullptr && std::find(family->errata.begin(), family->errata.end(), key) != family->errata.end();
}

}  // namespace cutline::explanation

namespace cutline {

bool needs_faults(const std::string& measure) {
  const std::vector<explanation::Derivation> rows = explanation::fault_derivations();
  return std::any_of(rows.begin(), rows.end(), [&](const explanation::Derivation& row) {
    const std::vector<const Quantity*> named = explanation::quantities_called(row.name);
    return row.name == measure || (!named.empty() && named.front()->key == measure);
  });
}

std::vector<ExplainedMeasure> explained_measures() {
  std::vector<ExplainedMeasure> list;
  const auto add = [&](std::string_view name) {
    const bool known = std::any_of(list.begin(), list.end(), [&](const auto& entry) { return entry.name == name; });
    if (name.empty() || known) return;
    const Quantity& row = *explanation::quantities_called(name).front();
    list.push_back({name, row.key, row.summary});
  };
  for (const explanation::Derivation& row : explanation::all_derivations()) add(row.name);
  for (const Quantity& row : quantities()) add(row.names.name);
  return list;
}

Explanation explain(const Study& study, const Candidate& candidate, std::size_t delay, const std::string& measure) {
  using namespace explanation;
  const Asked asked = ask(study, candidate, delay);
  const Quantity* quantity = quantity_meant(asked, measure);
  if (quantity == nullptr) throw_unknown(measure);
  const Derivation row = derivation_of(*quantity, asked);
  Explanation out;
  out.measure = quantity->names.name.empty() ? quantity->key : quantity->names.name;
  out.key = quantity->key;
  out.candidate = candidate.design->name;
  out.delay = study.delays[delay].label;
  out.value = explained_value(value_of(asked, quantity->key));
  out.formula = out.substituted = row.formula;
  out.source = source_of(row, asked);
  if (const std::string_view needs = missing_for(*quantity, asked); !needs.empty()) {
    out.applies = false;
    out.remarks = {fmt::format("{} does not apply to {}: it needs {}", out.measure, out.candidate, needs)};
    return out;
  }
  const Technology& technology = technology_of(study, *candidate.design);
  if (out.value != "-") out.unit = unit_text(quantity->unit, technology.unit).words;
  for (const Symbol& symbol : row.symbols) {
    out.numbers.push_back(
        {std::string(symbol.symbol), explained_value(value_of(asked, symbol.key)), std::string(symbol.meaning)});
  }
  out.substituted = substitute(row.formula, out.numbers);
  for (const Erratum& erratum : row.errata) {
    if (erratum.applies == nullptr || erratum.applies(asked)) out.errata.emplace_back(erratum.text);
  }
  if (out.value == "-") out.remarks = record_notes(asked);
  return out;
}

std::string explanation_text(const Explanation& explanation, const ReportStyle& style) {
  constexpr std::size_t kLongValue = 50;
  const bool in_title = explanation.value.size() <= kLongValue;
  const std::string value = !explanation.applies ? " does not apply" : in_title ? " = " + explanation.value : "";
  const std::string unit = explanation.unit.empty() ? "" : " " + explanation.unit;
  std::string out = bold(fmt::format("{} of {}{}{}", explanation.measure, explanation.candidate, value, unit), style);
  out += fmt::format("   ({}, wire delay {})\n", explanation.key, explanation.delay);
  const auto entry = [&](const char* name, const std::string& text) {
    constexpr std::size_t kNameWidth = 12;
    const std::vector<std::string> lines = wrap_text(text, style.width - kNameWidth);
    for (std::size_t i = 0; i < lines.size(); ++i) out += fmt::format("  {:10}{}\n", i == 0 ? name : "", lines[i]);
  };
  if (!in_title) entry("value", explanation.value);
  entry("formula", explanation.formula);
  if (explanation.substituted != explanation.formula) entry("numbers", explanation.substituted);
  std::size_t symbol_width = 0;
  for (const FormulaNumber& number : explanation.numbers) symbol_width = std::max(symbol_width, number.symbol.size());
  for (const FormulaNumber& number : explanation.numbers) {
    const std::string meaning = number.meaning.empty() ? "" : "  " + number.meaning;
    entry("", fmt::format("{:{}} = {}{}", number.symbol, symbol_width, number.value, meaning));
  }
  entry("source", explanation.source);
  for (const std::string& erratum : explanation.errata) entry("erratum", erratum);
  for (const std::string& remark : explanation.remarks) entry("note", remark);
  return out;
}

Data explanation_data(const Explanation& explanation) {
  Data::List numbers;
  for (const FormulaNumber& number : explanation.numbers)
    numbers.emplace_back(Data::Map{{"symbol", number.symbol}, {"value", number.value}, {"meaning", number.meaning}});
  return Data::Map{{"measure", explanation.measure},
                   {"key", explanation.key},
                   {"candidate", explanation.candidate},
                   {"delay", explanation.delay},
                   {"applies", explanation.applies},
                   {"value", explanation.value},
                   {"unit", explanation.unit},
                   {"formula", explanation.formula},
                   {"substituted", explanation.substituted},
                   {"numbers", std::move(numbers)},
                   {"source", explanation.source},
                   {"errata", data_list(explanation.errata)},
                   {"notes", data_list(explanation.remarks)}};
}

}  // namespace cutline
