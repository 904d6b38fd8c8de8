// SPDX-License-Identifier: Apache-2.0
#include "cutline/output/explain/explain.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <nlohmann/json.hpp>
#include <numeric>
#include <optional>
#include <utility>

#include "cutline/base/error.hpp"
#include "cutline/base/parameters.hpp"
#include "cutline/output/text/number.hpp"
#include "cutline/study/study.hpp"
#include "cutline/technology/router_law.hpp"
#include "cutline/topology/family.hpp"
#include "output/explain/explanations.hpp"
#include "study/link_meter.hpp"

namespace cutline {

namespace {

using Json = nlohmann::ordered_json;

constexpr int kDigits = 8;

std::vector<ExplanationRow> all_rows() {
  std::vector<ExplanationRow> rows = express_explanations();
  for (ExplanationRow& row : traffic_explanations()) rows.push_back(std::move(row));
  for (ExplanationRow& row : latency_explanations()) rows.push_back(std::move(row));
  for (ExplanationRow& row : energy_explanations()) rows.push_back(std::move(row));
  for (ExplanationRow& row : network_explanations()) rows.push_back(std::move(row));
  for (ExplanationRow& row : fault_explanations()) rows.push_back(std::move(row));
  for (ExplanationRow& row : layout_explanations()) rows.push_back(std::move(row));
  for (ExplanationRow& row : package_explanations()) rows.push_back(std::move(row));
  return rows;
}

/// The value at a dotted path; a digit counts entries of a list.
const Json* at_path(const Json& facts, std::string_view path) {
  const Json* at = &facts;
  while (true) {
    const std::size_t dot = std::min(path.find('.'), path.size());
    const std::string key(path.substr(0, dot));
    if (at->is_array() && key.size() == 1 && static_cast<std::size_t>(key[0] - '0') < at->size()) {
      at = &at->at(static_cast<std::size_t>(key[0] - '0'));
    } else if (at->is_object() && at->contains(key)) {
      at = &at->at(key);
    } else {
      return nullptr;
    }
    if (dot == path.size()) return at;
    path.remove_prefix(dot + 1);
  }
}

/// What a network or its spec must have, where the record holds nothing at a path, for the measures under that path.
struct Requirement {
  std::string_view path;
  std::string_view needs;
};
constexpr Requirement kRequirements[] = {{"express", "the levels of an express cube"},
                                         {"pins.per_interchange_max", "interchanges or switches"},
                                         {"modules.0", "`packages` in the spec"}};

/// What the measure needs and the candidate lacks; empty: the measure applies.
std::string_view missing_for(const ExplanationRow& row, const Json& facts) {
  for (const Requirement& each : kRequirements) {
    if (!row.key.starts_with(each.path)) continue;
    const Json* found = at_path(facts, each.path);
    if (found == nullptr || found->is_null()) return each.needs;
  }
  return {};
}

std::string explained_value(const Json* value) {
  if (value == nullptr || value->is_null()) return "-";
  if (value->is_number_integer()) return value->dump();
  if (value->is_number_float()) return fmt::format("{:.{}g}", value->get<double>(), kDigits);
  if (value->is_string()) return value->get<std::string>();
  if (value->is_boolean()) return value->get<bool>() ? "yes" : "no";
  std::vector<std::string> texts;
  for (const auto& [key, entry] : value->items()) {
    texts.push_back(value->is_object() ? fmt::format("{} {}", key, explained_value(&entry)) : explained_value(&entry));
  }
  const bool of_lists = !value->empty() && value->front().is_structured();
  return texts.empty() ? "-" : fmt::format("{}", fmt::join(texts, of_lists ? "; " : ", "));
}

/// The unit that the last word of a key says; empty for counts.
std::string_view unit_of(std::string_view key, bool unit_technology) {
  constexpr std::pair<std::string_view, std::string_view> kUnits[] = {
      {"_ns", "ns"},      {"_mm", "mm"},     {"_mm2", "mm^2"},          {"_pitches", "wire pitches"},
      {"_hops", "hops"},  {"_bits", "bits"}, {"_pj_per_bit", "pJ/bit"}, {"_pitches2", "square wire pitches"},
      {"_mm3", "mm^3"},   {"_m", "m"},       {"_span", "node pitches"}, {"_pitches3", "cubic wire pitches"},
      {"_wires", "wires"}};
  for (const auto& [ending, unit] : kUnits) {
    if (!key.ends_with(ending)) continue;
    return unit == "ns" && unit_technology ? "tau" : unit;
  }
  return {};
}

std::int64_t sum(const std::vector<std::uint32_t>& cells) {
  return std::accumulate(cells.begin(), cells.end(), std::int64_t{0});
}

/// Cycles of the longest wire.
double link_cycles(const Timing& timing) {
  return timing.input.clock == ClockRule::fixed ? whole_cycles(timing.longest_wire, timing.latency.cycle) : 1;
}

Json timing_facts(const Timing& timing) {
  const LatencyInput& input = timing.input;
  const Latency& latency = timing.latency;
  const Time cycle = latency.cycle;
  const bool one_size = input.messages.size() == 1;
  const double passes = input.switching == Switching::store_and_forward ? input.mean_hops : 1;
  const Time phit = cycle * (latency.period_cycles * passes);
  return {{"message_bits", one_size ? Json(input.messages.front().size_bits) : Json("several sizes")},
          {"whole_cycles", input.whole_cycles},
          {"phits", phit.base > 0 ? Json(latency.message / phit) : Json(nullptr)},
          {"link_cycles", link_cycles(timing)},
          {"router_ns", in_ns(cycle * input.router_cycles + input.router_time)},
          {"first_routers", input.first_routers},
          {"interchanges", input.mean_interchanges},
          {"interchange_ns", in_ns(cycle * input.interchange_cycles + input.interchange_time)},
          {"site_period_ns", in_ns(input.site_period)},
          {"slowest_mm", timing.slowest ? Json(in_mm(timing.slowest->length())) : Json(nullptr)},
          {"injection_ns", in_ns(cycle * input.injection_cycles + input.injection_time)},
          {"ejection_ns", in_ns(cycle * input.ejection_cycles + input.ejection_time)},
          {"route_wire_ns", in_ns(input.mean_route_wire)},
          {"route_cycles", input.mean_route_cycles ? Json(*input.mean_route_cycles) : Json(nullptr)},
          {"period_cycles", latency.period_cycles}};
}

/// What the law of routers takes from the technology.
Json law_facts(const Technology& technology) {
  if (technology.unit) return nullptr;
  const RouterLawFigures figures = router_law_figures(technology);
  const auto figure = [](const std::optional<double>& value) { return value ? Json(*value) : Json(nullptr); };
  Json facts = {{"pitch_h_mm", in_mm(figures.pitch_horizontal)},
                {"pitch_v_mm", in_mm(figures.pitch_vertical)},
                {"c_h_ff_per_mm", figure(figures.c_horizontal_ff_per_mm)},
                {"c_v_ff_per_mm", figure(figures.c_vertical_ff_per_mm)},
                {"flip_flop_mm2", in_mm2(figures.flip_flop)}};
  if (!technology.driver) return facts;
  facts["input_ff"] = technology.driver->input_ff;
  facts["parasitic_ff"] = technology.driver->parasitic_ff;
  return facts;
}

/// From node to node, as the delay models count it.
Json node_pitch_mm(const Candidate& candidate) {
  if (!candidate.laid_out() || candidate.laid_out()->layout.rules.unit) return nullptr;
  return in_mm(node_pitch(candidate.laid_out()->layout).length);
}

Json study_facts(const Study& study, const Candidate& candidate, std::size_t delay) {
  const ChannelChoice& channel = candidate.design->channel;
  const Technology& technology = technology_of(study, *candidate.design);
  const bool down =
      channel.round.value_or(candidate.design->ideal ? Rounding::exact : Rounding::down) == Rounding::down;
  Json facts =
      delay < candidate.latency.timings.size() ? timing_facts(candidate.latency.timings[delay]) : Json::object();
  const bool outside = delay < candidate.latency.timings.size() && !candidate.latency.timings[delay].warning.empty();
  facts["range"] = outside ? candidate.latency.timings[delay].warning : "no link is known to lie outside";
  facts["cut_channels"] = candidate.facts.graph ? Json(candidate.facts.graph->bisection.upper_channels)
                          : candidate.ideal()   ? Json(candidate.ideal()->bisection_channels)
                                                : Json(nullptr);
  if (candidate.facts.resilience) {
    facts["edge_connectivity_method"] = candidate.facts.resilience->edge_connectivity_method;
    facts["shortest_paths_method"] = candidate.facts.resilience->mean_shortest_paths_method;
  }
  facts["floor_ns"] = in_ns(study.clock.floor);
  facts["fixed_cycle_ns"] = in_ns(study.clock.cycle);
  facts["clock"] = study.clock.rule == ClockRule::per_link ? "per_link"
                   : study.clock.rule == ClockRule::fixed  ? "fixed"
                                                           : "longest_wire";
  facts["pipelined"] = study.pipelined;
  facts["delay_from"] = !study.default_delay ? "by the spec"
                        : study.technology.unit
                            ? "by default in the unit technology"
                            : "by default: the closest to SPICE that the technology's figures allow";
  facts["vdd_v"] = technology.vdd_v ? Json(*technology.vdd_v) : Json(nullptr);
  facts["law"] = law_facts(technology);
  facts["virtual_channels"] = candidate.sites.router.virtual_channels;
  facts["depth_flits"] = candidate.sites.router.depth_flits;
  facts["node_pitch_mm"] = node_pitch_mm(candidate);
  facts["wormhole"] = study.switching != Switching::store_and_forward;
  facts["rounds_down"] = down;
  facts["multiple"] = channel.multiple;
  facts["self_traffic"] = study.traffic_self;
  facts["wires_per_channel"] = candidate.channel.wires;
  facts["wires_per_bit"] = channel.wires_per_bit.value_or(technology.wires_per_bit);
  facts["control_wires"] = channel.control_wires.value_or(technology.control_wires);
  if (const auto& between = candidate.channel.held_between) {
    facts["between"] = {{"bits", between->bits},
                        {"x", between->lower.first},
                        {"y", between->lower.second},
                        {"x_next", between->next.first},
                        {"y_next", between->next.second}};
  }
  return facts;
}

Json cell_facts(const Candidate& candidate) {
  if (!candidate.laid_out())
    return {{"boxes_x", nullptr}, {"channels_x", nullptr}, {"boxes_y", nullptr}, {"channels_y", nullptr}};
  const Layout& layout = candidate.laid_out()->layout;
  Json facts = {{"boxes_x", sum(layout.columns().box)},    {"channels_x", sum(layout.columns().channel)},
                {"boxes_y", sum(layout.rows().box)},       {"channels_y", sum(layout.rows().channel)},
                {"layer_pairs", layout.rules.layer_pairs}, {"plane_cells", layout.rules.plane_cells}};
  if (!layout.rules.over_nodes) return facts;
  for (const Axis axis : {Axis::x, Axis::y}) {
    const AxisPositions& places = layout.positions[index(axis)];
    const std::int64_t boxes = sum(places.node_box);
    facts[fmt::format("node_boxes_{}", letter(axis))] = boxes;
    facts[fmt::format("growth_{}", letter(axis))] = sum(places.box) + sum(places.channel) - boxes;
  }
  return facts;
}

Json facts_of(const Study& study, const Candidate& candidate, std::size_t delay, const Json& record) {
  const DelayModel* model = study.delays[delay].model;
  Json facts = record;
  facts["study"] = study_facts(study, candidate, delay);
  facts["cells"] = cell_facts(candidate);
  facts["digits"] = candidate.facts.digits;
  const Family* family = find_family(candidate.design->family);
  facts["errata"] = family != nullptr ? Json(family->errata) : Json::array();
  facts["model"] = {{"name", model != nullptr ? model->name : ""},
                    {"summary", model != nullptr ? model->summary : ""},
                    {"source", model != nullptr ? model->source : ""}};
  return facts;
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

/// The measure that a user means: by its name, its key, or the key of a number of the record in its formula.
std::string_view measure_meant(const std::vector<ExplanationRow>& rows, std::string_view word) {
  for (const ExplanationRow& row : rows) {
    if (row.measure == word || row.key == word) return row.measure;
  }
  for (const ExplanationRow& row : rows) {
    for (const ExplanationSymbol& symbol : row.symbols) {
      if (symbol.key == word) return row.measure;
    }
  }
  return {};
}

[[noreturn]] void throw_unknown(const std::string& measure) {
  std::vector<std::string_view> known;
  for (const ExplainedMeasure& entry : explained_measures()) known.push_back(entry.name);
  const std::string_view near = nearest(measure, known);
  throw_input_error(fmt::format("no measure is called '{}'", measure),
                    near.empty() ? std::string("'cutline list measures' names them all")
                                 : fmt::format("did you mean '{}'? 'cutline list measures' names them all", near));
}

std::string or_model_source(const ExplanationRow& row, const Json& facts) {
  if (row.source != "model") return std::string(row.source);
  return facts.at("model").at("source").get<std::string>();
}

Json texts(const std::vector<std::string>& list) { return Json(list); }

}  // namespace

bool needs_faults(const std::string& measure) {
  const std::string_view meant = measure_meant(all_rows(), measure);
  const std::vector<ExplanationRow> rows = fault_explanations();
  return std::any_of(rows.begin(), rows.end(), [&](const ExplanationRow& row) { return row.measure == meant; });
}

std::vector<ExplainedMeasure> explained_measures() {
  std::vector<ExplainedMeasure> list;
  for (const ExplanationRow& row : all_rows()) {
    const bool known =
        std::any_of(list.begin(), list.end(), [&](const auto& entry) { return entry.name == row.measure; });
    if (!known) list.push_back({row.measure, row.key, row.summary});
  }
  return list;
}

Explanation explain(const Study& study, const Candidate& candidate, std::size_t delay, const Json& record,
                    const std::string& measure) {
  const Json facts = facts_of(study, candidate, delay, record);
  const std::vector<ExplanationRow> rows = all_rows();
  const std::string_view meant = measure_meant(rows, measure);
  if (meant.empty()) throw_unknown(measure);
  const auto row = std::find_if(rows.begin(), rows.end(), [&](const ExplanationRow& each) {
    return each.measure == meant && (each.applies == nullptr || each.applies(facts));
  });
  CUTLINE_EXPECT(row != rows.end());
  Explanation out;
  out.measure = row->measure;
  out.key = row->key;
  out.candidate = candidate.design->name;
  out.delay = study.delays[delay].label;
  out.value = explained_value(at_path(facts, row->key));
  out.formula = out.substituted = row->formula;
  out.source = or_model_source(*row, facts);
  if (const std::string_view needs = missing_for(*row, facts); !needs.empty()) {
    out.applies = false;
    out.remarks = {fmt::format("{} does not apply to {}: it needs {}", out.measure, out.candidate, needs)};
    return out;
  }
  const Technology& technology = technology_of(study, *candidate.design);
  if (out.value != "-") out.unit = unit_of(row->key, technology.unit);
  for (const ExplanationSymbol& symbol : row->symbols) {
    out.numbers.push_back(
        {std::string(symbol.symbol), explained_value(at_path(facts, symbol.key)), std::string(symbol.meaning)});
  }
  out.substituted = substitute(row->formula, out.numbers);
  for (const Erratum& erratum : row->errata) {
    if (erratum.applies == nullptr || erratum.applies(facts)) out.errata.emplace_back(erratum.text);
  }
  if (out.value == "-") {
    for (const Json& note : record.at("notes")) out.remarks.push_back(note.get<std::string>());
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

Json explanation_json(const Explanation& explanation) {
  Json numbers = Json::array();
  for (const FormulaNumber& number : explanation.numbers) {
    numbers.push_back({{"symbol", number.symbol}, {"value", number.value}, {"meaning", number.meaning}});
  }
  return {{"measure", explanation.measure},
          {"key", explanation.key},
          {"candidate", explanation.candidate},
          {"delay", explanation.delay},
          {"applies", explanation.applies},
          {"value", explanation.value},
          {"unit", explanation.unit},
          {"formula", explanation.formula},
          {"substituted", explanation.substituted},
          {"numbers", numbers},
          {"source", explanation.source},
          {"errata", texts(explanation.errata)},
          {"notes", texts(explanation.remarks)}};
}

}  // namespace cutline
