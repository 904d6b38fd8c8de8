// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include "spec/study_keys.hpp"

namespace cutline {
namespace {

constexpr std::size_t kMostValues = 1000;

struct CrossoverDraft {
  CrossoverChoice choice;
  std::optional<YamlId> from, to, values;
};

const std::vector<Key<CrossoverDraft>>& crossover_keys() {
  static const ValueShape end = any_shape({number_shape("number"), text_shape("quantity")});
  static const std::vector<Key<CrossoverDraft>> keys = {
      {"over", text_shape("dotted name"), "", "the key that grows: message, clock.frequency, defaults.topology.nodes",
       [](Reader& reader, YamlId id, CrossoverDraft& d) { d.choice.over = read_text(reader, id, "over").value_or(""); },
       true},
      {"from", end, "", "its first value", [](Reader&, YamlId id, CrossoverDraft& d) { d.from = id; }},
      {"to", end, "", "its last value", [](Reader&, YamlId id, CrossoverDraft& d) { d.to = id; }},
      {"values", list_shape(end), "", "instead: every value that it takes",
       [](Reader&, YamlId id, CrossoverDraft& d) { d.values = id; }}};
  return keys;
}

/// Whether a unit counts things, so that its values are whole numbers.
bool counts(std::string_view unit) {
  for (const std::string_view whole : {"", "bit", "bits", "byte", "bytes", "wire", "wires", "pin", "pins"}) {
    if (unit == whole) return true;
  }
  return false;
}

struct End {
  double value = 0;
  bool whole = false;
  std::string unit;
};

std::optional<End> read_end(Reader& reader, YamlId id, std::string_view what) {
  const auto text = read_text(reader, id, what);
  if (!text) return std::nullopt;
  const CutQuantity cut = cut_quantity(*text);
  const auto number = parse_number(cut.number);
  if (!number || number->real <= 0) {
    reader.report(id, fmt::format("'{}' must be a number above 0, with the unit of the key", what),
                  "for example `from: 16 bits`, `from: 64`");
    return std::nullopt;
  }
  return End{number->real, number->whole.has_value(), std::string(cut.unit)};
}

void read_ends(Reader& reader, YamlId id, CrossoverDraft& draft) {
  if (!draft.from || !draft.to) {
    return reader.report(id, "'crossover' says not where to search", "give `from` and `to`, or `values`");
  }
  const auto from = read_end(reader, *draft.from, "from");
  const auto to = read_end(reader, *draft.to, "to");
  if (!from || !to) return;
  if (from->unit != to->unit) {
    return reader.report(*draft.to, fmt::format("'from' is in '{}', 'to' in '{}'", from->unit, to->unit),
                         "write both in the same unit");
  }
  if (to->value <= from->value) return reader.report(*draft.to, "the search ends before it begins", "`to` > `from`");
  CrossoverChoice& choice = draft.choice;
  choice.from = from->value;
  choice.to = to->value;
  choice.unit = from->unit;
  choice.whole = from->whole && to->whole && counts(from->unit);
}

void read_values(Reader& reader, CrossoverDraft& draft) {
  const auto items = read_list(reader, *draft.values, "values");
  if (!items) return;
  if (items->size() < 2) reader.report(*draft.values, "'values' needs two values or more");
  if (items->size() > kMostValues) reader.report(*draft.values, "'values' has more than 1000 values, the limit");
  for (const YamlId item : *items) {
    if (const auto text = read_text(reader, item, "values")) draft.choice.values.push_back(*text);
  }
}

}  // namespace

void read_crossover(Reader& reader, YamlId id, StudyDraft& draft) {
  CrossoverDraft crossover;
  const std::size_t mistakes = reader.document.diagnostics.size();
  if (!read_map(reader, id, "crossover", crossover_keys(), crossover)) return;
  if (crossover.values) {
    if (crossover.from || crossover.to) reader.report(id, "'crossover' has both a range and values", "give one");
    read_values(reader, crossover);
  } else {
    read_ends(reader, id, crossover);
  }
  if (reader.document.diagnostics.size() > mistakes) return;
  draft.study.crossover = std::move(crossover.choice);
}

ValueShape crossover_shape() { return map_shape(crossover_keys()); }

}  // namespace cutline
