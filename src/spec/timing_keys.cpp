// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "cutline/base/named.hpp"
#include "cutline/delay/delay_model.hpp"
#include "spec/fields.hpp"
#include "spec/study_keys.hpp"

namespace cutline {
namespace {

const std::vector<std::string_view> kRules = {"longest_wire", "per_link", "fixed"};

struct ClockDraft {
  ClockChoice clock;
  std::optional<YamlId> rule, frequency;
};

const std::vector<Key<ClockDraft>>& clock_keys() {
  static const std::vector<Key<ClockDraft>> keys = {
      {"rule", choice_shape(kRules), "longest_wire; fixed where there is a frequency",
       "the cycle is the longest wire's delay, each link's own, or fixed",
       [](Reader& reader, YamlId id, ClockDraft& d) {
         d.clock.rule = static_cast<ClockRule>(read_choice(reader, id, "rule", kRules).value_or(0));
         d.rule = id;
       }},
      {"frequency", quantity_shape({Measured::frequency}), "", "of the rule `fixed`",
       [](Reader& reader, YamlId id, ClockDraft& d) {
         d.frequency = id;
         const auto frequency = read_quantity(reader, id, "frequency", {Measured::frequency});
         if (!frequency) return;
         if (frequency->value > 0) {
           d.clock.cycle = nanoseconds(1 / frequency->value);
         } else {
           reader.report(id, "'frequency' must be more than 0");
         }
       }},
      {"floor", quantity_shape({Measured::time}), "0 ns", "no cycle is shorter",
       [](Reader& reader, YamlId id, ClockDraft& d) {
         if (const auto floor = read_quantity(reader, id, "floor", {Measured::time}))
           d.clock.floor = nanoseconds(floor->value);
       }}};
  return keys;
}

void choose(Reader& reader, YamlId id, const DelayModel& model, Parameters parameters, StudyDraft& draft) {
  // If reading the technology failed, its figures are unknown, and the failure has been reported.
  if (model.counts_metres() && !reader.technology_known) return;
  ChosenDelay chosen = choose_delay(model.name, std::move(parameters), wire_medium(draft.study.technology));
  const auto same = [&](const ChosenDelay& known) { return known.label == chosen.label; };
  const std::vector<ChosenDelay>& delays = draft.study.delays;
  if (std::any_of(delays.begin(), delays.end(), same)) {
    reader.report(id, fmt::format("the delay model {} is listed twice", chosen.label));
  } else {
    draft.study.delays.push_back(std::move(chosen));
  }
}

void read_one_delay(Reader& reader, YamlId id, StudyDraft& draft) {
  const std::vector<std::string_view> names = names_of(delay_models());
  YamlId name = id;
  if (reader[id].kind == YamlKind::map) {
    const auto found = find_value(reader.document, id, "model");
    if (!found) return reader.report(id, "delay needs the key 'model'", keys_hint("", names));
    name = *found;
  }
  const auto index = read_choice(reader, name, name == id ? "delay" : "model", names);
  if (!index) return;
  const DelayModel& model = delay_models()[*index];
  Parameters parameters;
  if (name != id && !read_parameters(reader, id, "model", model.name, model.fields, parameters)) return;
  try {
    choose(reader, id, model, std::move(parameters), draft);
  } catch (const Error& error) {
    reader.take(error, id);
  }
}

const std::vector<Key<LatencyInput::Part>>& part_keys() {
  using Part = LatencyInput::Part;
  static const std::vector<Key<Part>> keys = {
      {"size", quantity_shape({Measured::bits}), "", "of these messages",
       [](Reader& reader, YamlId id, Part& part) {
         const auto bits = read_quantity(reader, id, "size", {Measured::bits});
         part.size_bits = bits ? bits->value : 1;
         if (part.size_bits <= 0) reader.report(id, "'size' must be more than 0");
       },
       true},
      {"share", any_shape({number_shape("number", 0), quantity_shape({Measured::share})}), "",
       "of all messages; shares add up to 1",
       [](Reader& reader, YamlId id, Part& part) {
         const bool percent = reader[id].kind == YamlKind::scalar && reader[id].text.find('%') != std::string::npos;
         const auto share = percent ? read_quantity(reader, id, "share", {Measured::share}) : std::nullopt;
         part.share = percent ? (share ? share->value : 0) : read_real(reader, id, "share", 0, 1).value_or(0);
       },
       true}};
  return keys;
}

void read_parts(Reader& reader, YamlId id, StudyDraft& draft) {
  const std::size_t mistakes = reader.document.diagnostics.size();
  draft.study.messages.clear();
  double total = 0;
  for (const YamlId item : std::vector<YamlId>(reader[id].items)) {
    LatencyInput::Part part;
    read_map(reader, item, "a message", part_keys(), part);
    total += part.share;
    draft.study.messages.push_back(part);
  }
  if (reader.document.diagnostics.size() > mistakes || std::abs(total - 1) < 1e-9) return;
  reader.report(id, fmt::format("the shares of the messages add up to {:.6g}", total), "they add up to 1");
}

}  // namespace

void read_clock(Reader& reader, YamlId id, StudyDraft& draft) {
  ClockDraft clock;
  if (!read_map(reader, id, "clock", clock_keys(), clock)) return;
  if (clock.frequency && !clock.rule) clock.clock.rule = ClockRule::fixed;
  const bool fixed = clock.clock.rule == ClockRule::fixed;
  if (fixed && !clock.frequency)
    reader.report(*clock.rule, "the rule 'fixed' needs a frequency", "for example `frequency: 2 GHz`");
  if (!fixed && clock.frequency) {
    reader.report(*clock.frequency, "a frequency fixes the cycle, and `rule` says otherwise", "leave out one of them");
  }
  draft.study.clock = clock.clock;
}

void read_delay(Reader& reader, YamlId id, StudyDraft& draft) {
  const std::vector<YamlId> items = read_one_or_list(reader, id);
  if (items.empty()) reader.report(id, "'delay' is an empty list");
  for (const YamlId item : items) read_one_delay(reader, item, draft);
}

void read_message(Reader& reader, YamlId id, StudyDraft& draft) {
  if (reader[id].kind == YamlKind::list && !reader[id].items.empty()) return read_parts(reader, id, draft);
  const auto bits = read_quantity(reader, id, "message", {Measured::bits});
  if (!bits) return;
  if (bits->value <= 0) reader.report(id, "'message' must be more than 0");
  draft.study.messages = {{bits->value, 1}};
}

ValueShape clock_shape() { return map_shape(clock_keys()); }

ValueShape delay_shape() {
  std::vector<RowShape> rows;
  for (const DelayModel& model : delay_models()) rows.push_back({model.name, model.summary, &model.fields});
  const ValueShape one =
      any_shape({choice_shape(names_of(delay_models())), rows_shape("model", "the delay model", rows)});
  ValueShape list = list_shape(one);
  list.words = "a list of these";
  list.below.clear();
  return any_shape({one, list});
}

ValueShape message_shape() { return any_shape({quantity_shape({Measured::bits}), list_shape(map_shape(part_keys()))}); }

}  // namespace cutline
