// SPDX-License-Identifier: Apache-2.0
#include <cctype>
#include <cmath>
#include <sstream>

#include "base/named.hpp"
#include "cutline/output/record/json.hpp"
#include "cutline/output/record/record.hpp"
#include "cutline/output/words/words.hpp"
#include "output/explain/parts.hpp"
#include "output/text/number.hpp"
#include "output/words/phrases.hpp"
#include "study/machine_choice.hpp"

namespace cutline::explanation {

namespace {

/// A real with eight digits; the whole part is told in full, as a whole number beside it is.
std::string real_text(double number) {
  constexpr int kDigits = 8;
  constexpr double kMostDigits = 1e15;
  const bool large = std::abs(number) >= 1e8 && std::abs(number) < kMostDigits;
  return large ? fmt::format("{:.0f}", number) : fmt::format("{:.{}g}", number, kDigits);
}

/// The texts of `words.`, which a formula tells and no key of the record holds.
Data told_in_words(const UnderDelay& a, std::string_view key) {
  if (key == "words.range") {
    return a.wires != nullptr && !a.wires->outside_range.empty() ? Data(notes_text(a.wires->outside_range))
                                                                 : Data("no link is known to lie outside");
  }
  const Resilience* found = a.candidate.resilience();
  if (found == nullptr) return {};
  return key == "words.edge_connectivity_method" ? words::connectivity_method(*found) : words::paths_method(*found);
}

/// The value at a key of the record.
Data value_at(const UnderDelay& asked, std::string_view key) {
  const Quantity* quantity = find_quantity(key);
  return quantity != nullptr && quantity->notes != nullptr ? value_in_words(*quantity, asked)
                                                           : quantity_value(asked, key);
}

Data value_of(const UnderDelay& asked, const Symbol& symbol) {
  if (const auto* find = std::get_if<Data (*)(const UnderDelay&)>(&symbol.number)) return (*find)(asked);
  const auto key = std::get<std::string_view>(symbol.number);
  return key.starts_with("words.") ? told_in_words(asked, key) : value_at(asked, key);
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
std::string_view missing_for(const Quantity& quantity, const UnderDelay& asked) {
  for (const Requirement& each : kRequirements) {
    if (quantity.key.starts_with(each.path) && quantity_value(asked, each.lacks).is_null()) return each.needs;
  }
  return {};
}

std::string explained_value(const Data& value) {
  if (value.is_null()) return "-";
  if (value.is_real()) return real_text(value.number());
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
  return texts.empty() ? "-" : join(texts, of_lists ? "; " : ", ");
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

/// All quantities of a name, or of a key; if there are none, those that rankings and their columns call so.
std::vector<const Quantity*> quantities_called(std::string_view word) {
  std::vector<const Quantity*> found, ranked;
  for (const Quantity& row : quantities()) {
    if (row.names.name == word || row.key == word) found.push_back(&row);
    if (!row.key.empty() && (row.names.rank == word || row.names.column == word)) ranked.push_back(&row);
  }
  return found.empty() ? ranked : found;
}

/// The first quantity of every name, in the order of lists: those of the table, then the others as the record has them.
std::vector<const Quantity*> named_quantities() {
  constexpr const char* kFirst =
      "mean_hops latency latency_cycles latency_before_rounding node_latency wire_latency message_latency wire_energy "
      "router_energy tile_energy saturation contention peak_channel_load diameter mean_distance router_area "
      "distance_latency interchanges interchange_pins express_shares express_allocation without_way capacity "
      "emulation emulation_side evaluations longest_wire delay cycle energy router_hop_energy router_area_fraction "
      "width width_before_rounding bisection bisection_wires parts degree links pins ports edge_connectivity "
      "shortest_paths faults peak_density machine_density middle_cut pillar_density tracks pillar_tracks layout_width "
      "layout_height area layout_depth volume node_area_fraction available_wires used_wires express_channels "
      "longest_span total_span routed_length module_pins module_wires module_density media crossing_delay "
      "longest_span_lower_bound total_span_lower_bound wires_over_columns_lower_bound wires_over_rows_lower_bound "
      "area_lower_bound published_ratio";
  std::vector<const Quantity*> named;
  std::istringstream first(kFirst);
  for (std::string name; first >> name;) named.push_back(quantities_called(name).front());
  for (const Quantity& row : quantities()) {
    const auto same = [&](const Quantity* each) { return each->names.name == row.names.name; };
    if (!row.names.name.empty() && std::none_of(named.begin(), named.end(), same)) named.push_back(&row);
  }
  return named;
}

bool uses_key(const Quantity& row, std::string_view key) {
  for (const Derivation& each : row.derivations) {
    for (const Symbol& symbol : each.symbols) {
      if (symbol.number == decltype(symbol.number)(key)) return true;
    }
  }
  return false;
}

/// All quantities of the first name with a formula that has this key; where several have it, the table may choose.
std::vector<const Quantity*> quantities_with(std::string_view key) {
  constexpr std::pair<std::string_view, std::string_view> kToldBy[] = {{"nodes", "interchanges"},
                                                                       {"length.longest_mm", "delay"},
                                                                       {"performance.traffic", "without_way"},
                                                                       {"performance.limited_by", "peak_channel_load"},
                                                                       {"routers.router.ports", "router_hop_energy"}};
  for (const auto& [of, name] : kToldBy) {
    if (of == key) return quantities_called(name);
  }
  for (const Quantity* named : named_quantities()) {
    std::vector<const Quantity*> rows = quantities_called(named->names.name);
    if (std::any_of(rows.begin(), rows.end(), [&](const Quantity* row) { return uses_key(*row, key); })) return rows;
  }
  return {};
}

/// The quantity that a user names by its name, by its key, or by the key of a number in its formula. Several rows may
/// share a name, as areas in square millimetres and in square wire pitches do. Then it is the first row for which the
/// candidate has a value, or if there is none, the row that fits its technology. Null if nothing has this name.
const Quantity* quantity_meant(const UnderDelay& asked, std::string_view word) {
  std::vector<const Quantity*> found = quantities_called(word);
  if (found.empty() || found.front()->names.name.empty()) {
    const std::vector<const Quantity*> using_it = quantities_with(word);
    if (!using_it.empty()) found = using_it;
  }
  if (found.empty()) return nullptr;
  if (found.size() == 1 && !found.front()->names.name.empty()) found = quantities_called(found.front()->names.name);
  const auto known = std::find_if(found.begin(), found.end(),
                                  [&](const Quantity* row) { return !value_at(asked, row->key).is_null(); });
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

/// The first derivation that applies, of the quantities that share the name. If none does, the summary as a formula.
Derivation derivation_of(const Quantity& quantity, const UnderDelay& asked) {
  const std::vector<const Quantity*> alike =
      quantity.names.name.empty() ? std::vector{&quantity} : quantities_called(quantity.names.name);
  for (const Quantity* row : alike) {
    for (const Derivation& each : row->derivations) {
      if (each.applies == nullptr || each.applies(asked)) return each;
    }
  }
  return {quantity.summary, "definition"};
}

std::string source_of(const Derivation& row, const UnderDelay& asked) {
  if (row.source != kSourceOfModel) return std::string(row.source);
  const DelayModel* model = asked.study.delays[asked.delay].model;
  return model != nullptr ? std::string(model->source) : "";
}

bool holds(const Erratum& erratum, const UnderDelay& asked) {
  if (erratum.applies != nullptr && !erratum.applies(asked)) return false;
  if (!erratum.of_family) return true;
  const Family* family = find_family(asked.candidate.design->family);
  const std::string_view name = erratum.text.substr(0, erratum.text.find_first_of(": "));
  return family != nullptr && std::find(family->errata.begin(), family->errata.end(), name) != family->errata.end();
}

}  // namespace

}  // namespace cutline::explanation

namespace cutline {

bool needs_faults(const std::string& measure) {
  Study failing;
  failing.fail.emplace_back();
  const auto needs = [&](const Quantity* row) {
    return row->wanted != nullptr && row->wanted(failing) && !row->wanted(Study());
  };
  const std::vector<const Quantity*> named = explanation::quantities_called(measure);
  return !named.empty() && needs(named.front());
}

std::vector<ExplainedMeasure> explained_measures() {
  std::vector<ExplainedMeasure> list;
  for (const Quantity* row : explanation::named_quantities()) list.push_back({row->names.name, row->key, row->summary});
  return list;
}

Explanation explain(const Study& whole, const Candidate& candidate, std::size_t delay, const std::string& measure) {
  const Study& study = study_of(whole, *candidate.design);
  using namespace explanation;
  const UnderDelay asked = under_delay(study, candidate, delay);
  const Quantity* quantity = quantity_meant(asked, measure);
  if (quantity == nullptr) throw_unknown(measure);
  Explanation out;
  out.measure = quantity->names.name.empty() ? quantity->key : quantity->names.name;
  out.key = quantity->key;
  out.candidate = candidate.design->name;
  out.delay = study.delays[delay].label;
  out.value = explained_value(value_at(asked, quantity->key));
  const Derivation row = derivation_of(*quantity, asked);
  out.formula = row.formula;
  out.source = source_of(row, asked);
  const bool of_planes = tell_parts(*quantity, asked, out);
  out.substituted = out.formula;
  if (const std::string_view needs = missing_for(*quantity, asked); !needs.empty()) {
    out.applies = false;
    out.remarks = {fmt::format("{} does not apply to {}: it needs {}", out.measure, out.candidate, needs)};
    out.numbers.clear();
    return out;
  }
  if (out.value != "-") out.unit = unit_text(quantity->unit, asked).words;
  if (!of_planes) {
    for (const Symbol& each : row.symbols) {
      out.numbers.push_back(
          {std::string(each.symbol), explained_value(value_of(asked, each)), std::string(each.meaning)});
    }
    for (const Erratum& erratum : row.errata) {
      if (holds(erratum, asked)) out.errata.emplace_back(erratum.text);
    }
  }
  out.substituted = substitute(out.formula, out.numbers);
  if (out.value == "-") out.remarks = record_notes(asked);
  if (const Quantity* own = find_quantity(measure); own != nullptr && own != quantity) {
    const std::string_view unit = unit_text(own->unit, asked).words;
    out.remarks.insert(out.remarks.begin(),
                       fmt::format("{} = {}{}{}: {}", own->key, explained_value(value_at(asked, own->key)),
                                   unit.empty() ? "" : " ", unit, own->summary));
  }
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
