// SPDX-License-Identifier: Apache-2.0
#include "app/known_values.hpp"

#include <fmt/core.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "app/commands.hpp"
#include "app/embedded.hpp"
#include "app/option_values.hpp"
#include "cutline/base/format.hpp"
#include "cutline/output/explain/explain.hpp"
#include "cutline/output/export/network.hpp"
#include "cutline/output/floorplan/floorplan.hpp"
#include "cutline/output/list/listing.hpp"
#include "cutline/output/text/network_text.hpp"
#include "cutline/spec/spec.hpp"

namespace cutline {

namespace {

using Values = std::vector<KnownValue>;

Values named(const std::vector<std::string_view>& names) {
  Values values;
  for (const std::string_view name : names) values.push_back({std::string(name)});
  return values;
}

/// A closed set.
template <std::vector<std::string_view> (*names)()>
Values all_of(const TypedLine&) {
  return named(names());
}

/// What `cutline list KIND` lists.
Values entries_of(std::string_view kind) {
  Values values;
  for (const auto& entry : listing_json(kind)) {
    const auto summary = entry.find("summary");
    const bool told = summary != entry.end() && summary->is_string();
    values.push_back({entry.front().get<std::string>(), told ? summary->get<std::string>() : std::string()});
  }
  return values;
}

/// The studies of the specs on the line. A pipe, which a reader would empty, is left alone.
std::vector<Study> studies(const TypedLine& typed) {
  std::vector<Study> all;
  const auto specs = typed.values.find("SPEC");
  if (specs == typed.values.end()) return all;
  Overrides overrides;
  if (const auto sets = typed.values.find("--set"); sets != typed.values.end()) {
    for (const std::string& text : sets->second) overrides.push_back(override_value(text));
  }
  for (const std::string& spec : specs->second) {
    if (std::filesystem::is_regular_file(spec)) all.push_back(read_study(spec, overrides));
  }
  return all;
}

Values candidates(const TypedLine& typed) {
  Values values;
  for (const Study& study : studies(typed)) {
    for (const Design& design : study.designs) values.push_back({design.name, network_text(design)});
  }
  return values;
}

/// Those of the spec; without one, all that there are.
Values delays(const TypedLine& typed) {
  Values values;
  for (const Study& study : studies(typed)) {
    for (const ChosenDelay& delay : study.delays) values.push_back({delay.label});
  }
  return values.empty() ? entries_of("delays") : values;
}

Values layers(const TypedLine& typed) {
  Values values;
  for (const Layer& layer : load_technology(typed.value_of("--technology")).all_layers) values.push_back({layer.name});
  return values;
}

Values record_keys(const TypedLine&) {
  Values values;
  for (const ExplainedMeasure& measure : explained_measures()) {
    values.push_back({std::string(measure.key), std::string(measure.summary)});
  }
  return values;
}

/// The NAME of `list`.
Values names(const TypedLine& typed) { return entries_of(typed.value_of("KIND")); }

const std::vector<ValueSource>& value_sources() {
  static const std::vector<ValueSource> all = {
      {"SPEC", nullptr, false, "yaml yml"},
      {"PART", nullptr, false, "jsonl partial"},
      {"KIND", all_of<listing_kinds>},
      {"NAME", names},
      {"MEASURE", [](const TypedLine&) { return entries_of("measures"); }},
      {"SHELL", all_of<shell_names>},
      {"START", all_of<first_spec_names>},
      {"SUBJECT", all_of<schema_subjects>},
      {"--output", nullptr, false, ""},
      {"--against", nullptr, false, "json"},
      {"--format", all_of<format_names>},
      {"--color", all_of<colour_names>},
      {"--axis", all_of<axis_names>},
      {"--candidate", candidates},
      {"--delay", delays},
      {"--by", record_keys},
      {"--show", all_of<drawing_parts>, true},
      {"--view", all_of<drawing_views>},
      {"--colour", all_of<drawing_colours>},
      {"--to", [](const TypedLine&) { return entries_of("exports"); }},
      {"--route-cost", all_of<route_cost_names>},
      {"--what", [](const TypedLine&) { return entries_of("figures"); }},
      {"--technology", [](const TypedLine&) { return entries_of("technologies"); }, false, "yaml yml"},
      {"--layer", layers},
  };
  return all;
}

}  // namespace

std::string TypedLine::value_of(std::string_view name) const {
  const auto found = values.find(name);
  return found == values.end() || found->second.empty() ? std::string() : found->second.back();
}

std::string known_values_hint(std::string_view name, const TypedLine& typed) {
  constexpr std::size_t kMost = 30;
  const ValueSource* source = find_value_source(name);
  if (source == nullptr || source->values == nullptr) return {};
  std::vector<std::string> values;
  for (const KnownValue& known : source->values(typed)) values.push_back(known.value);
  return values.empty() || values.size() > kMost ? "" : fmt::format("it takes: {}", join(values, ", "));
}

const ValueSource* find_value_source(std::string_view name) {
  for (const ValueSource& source : value_sources()) {
    if (source.name == name) return &source;
  }
  return nullptr;
}

}  // namespace cutline
