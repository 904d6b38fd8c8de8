// SPDX-License-Identifier: Apache-2.0
#include "spec/load_keys.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "cutline/base/letters.hpp"

namespace cutline {
namespace {

using Unit = OfferedLoad::Unit;

constexpr std::size_t kMostLoads = 100'000;
constexpr double kMostOffered = 1e12;
struct LoadUnitName {
  std::string_view name;
  Unit unit;
  double times = 1;
};
constexpr LoadUnitName kUnits[] = {{"of capacity", Unit::of_capacity},
                                   {"of saturation", Unit::of_saturation},
                                   {"% of capacity", Unit::of_capacity, 0.01},
                                   {"% of saturation", Unit::of_saturation, 0.01},
                                   {"bits/cycle/terminal", Unit::bits_per_cycle},
                                   {"bits/cycle", Unit::bits_per_cycle},
                                   {"bits/ns/terminal", Unit::bits_per_ns},
                                   {"bits/ns", Unit::bits_per_ns}};
const std::vector<std::string_view> kOf = {"capacity", "saturation"};
const std::vector<std::string_view> kIn = {"bits/cycle", "bits/ns"};
constexpr std::string_view kLoadHint =
    "write `0.3 of capacity`, `30 % of saturation`, `0.1 bits/cycle` (of a terminal), `2 bits/ns`, or `as_given` for "
    "the rates of `traffic`; several stand in a list, or in quotes: \"[0.1, 0.3] of capacity\"";
constexpr std::string_view kAsGiven = "as_given";

const LoadUnitName* unit_of(std::string_view text) { return find_named(kUnits, text); }

void report_load(Reader& reader, YamlId id) {
  reader.report(id, fmt::format("'load' must be an amount of traffic, not {}", in_words(reader[id])),
                std::string(kLoadHint));
}

/// Adds the loads of a list such as "0.1, 0.3", all in one unit. Returns false if one of them is not a number in range.
bool add_numbers(std::string_view list, const LoadUnitName& unit, std::vector<OfferedLoad>& loads) {
  while (true) {
    const std::size_t comma = std::min(list.find(','), list.size());
    const auto number = parse_number(trimmed(list.substr(0, comma), " "));
    if (!number || number->real < 0 || number->real > kMostOffered) return false;
    loads.push_back({number->real * unit.times, unit.unit});
    if (comma == list.size()) return true;
    list.remove_prefix(comma + 1);
  }
}

void read_one_load(Reader& reader, YamlId id, std::vector<OfferedLoad>& loads) {
  if (reader[id].kind != YamlKind::scalar) return report_load(reader, id);
  const std::string text = reader[id].text;
  if (text == kAsGiven) {
    loads.push_back({1, Unit::as_given});
    return;
  }
  const bool list = !text.empty() && text[0] == '[';
  const CutQuantity cut = cut_quantity(text);
  const std::size_t end = list ? std::min(text.find(']'), text.size()) : 0;
  const std::string_view numbers = list ? std::string_view(text).substr(1, end - 1) : cut.number;
  const std::string_view rest = list ? std::string_view(text).substr(std::min(end + 1, text.size())) : cut.unit;
  const LoadUnitName* unit = unit_of(trimmed(rest, " "));
  if (unit == nullptr || !add_numbers(numbers, *unit, loads)) report_load(reader, id);
}

template <std::optional<YamlId> LoadSeries::*Member>
void keep_loads(Reader&, YamlId id, LoadSeries& series) {
  series.*Member = id;
}

std::optional<Unit> series_unit(Reader& reader, YamlId id, const LoadSeries& series) {
  if (series.of.has_value() == series.in.has_value()) {
    reader.report(id, "a series of loads takes either `of` or `in`",
                  "`of: capacity`, `of: saturation` or `in: bits/cycle`");
    return std::nullopt;
  }
  const auto index =
      series.of ? read_choice(reader, *series.of, "of", kOf) : read_choice(reader, *series.in, "in", kIn);
  if (!index) return std::nullopt;
  if (series.of) return *index == 0 ? Unit::of_capacity : Unit::of_saturation;
  return *index == 0 ? Unit::bits_per_cycle : Unit::bits_per_ns;
}

void add_range(Reader& reader, YamlId id, const LoadSeries& series, Unit unit, std::vector<OfferedLoad>& loads) {
  if (!series.from || !series.to || !series.step)
    return reader.report(id, "a series of loads needs `at`, or `from`, `to` and `step`");
  const auto from = read_real(reader, *series.from, "from", 0, kMostOffered);
  const auto to = read_real(reader, *series.to, "to", 0, kMostOffered);
  const auto step = read_real(reader, *series.step, "step", 1e-12, kMostOffered);
  if (!from || !to || !step) return;
  const double steps = (*to - *from) / *step;
  if (steps < 0) return reader.report(*series.to, "the series ends before it begins", "`to` is at least `from`");
  if (steps >= static_cast<double>(kMostLoads))
    return reader.report(id, fmt::format("the series has more than {} loads, the limit", kMostLoads), "a larger step");
  // The slack covers rounding, so that steps of 0.1 reach the end.
  const auto count = static_cast<std::size_t>(steps + 1e-9);
  for (std::size_t i = 0; i <= count; ++i) loads.push_back({*from + static_cast<double>(i) * *step, unit});
}

}  // namespace

const std::vector<Key<LoadSeries>>& load_series_keys() {
  static const std::vector<Key<LoadSeries>> keys = {
      {"at", list_shape(number_shape("number", 0)), "", "the loads, one by one", keep_loads<&LoadSeries::at>},
      {"from", number_shape("number", 0), "", "the first load", keep_loads<&LoadSeries::from>},
      {"to", number_shape("number", 0), "", "the last load", keep_loads<&LoadSeries::to>},
      {"step", number_shape("number", 0), "", "from a load to the next", keep_loads<&LoadSeries::step>},
      {"of", choice_shape(kOf), "",
       "loads are shares of the capacity, or of the saturation that the contention model expects",
       keep_loads<&LoadSeries::of>},
      {"in", choice_shape(kIn), "", "or they are bits of a terminal", keep_loads<&LoadSeries::in>}};
  return keys;
}

std::vector<OfferedLoad> loads_of(Reader& reader, YamlId id, const LoadSeries& series) {
  std::vector<OfferedLoad> loads;
  const auto unit = series_unit(reader, id, series);
  if (!unit) return loads;
  if (!series.at) {
    add_range(reader, id, series, *unit, loads);
    return loads;
  }
  if (series.from || series.to || series.step)
    reader.report(*series.at, "`at` stands instead of `from`, `to` and `step`");
  for (const YamlId item : read_list(reader, *series.at, "at").value_or(std::vector<YamlId>{})) {
    if (const auto load = read_real(reader, item, "at", 0, kMostOffered)) loads.push_back({*load, *unit});
  }
  return loads;
}

void read_load(Reader& reader, YamlId id, StudyDraft& draft) {
  std::vector<OfferedLoad>& loads = draft.study.loads;
  draft.places["load"] = reader.place(id);
  if (reader[id].kind == YamlKind::map) {
    LoadSeries series;
    if (read_map(reader, id, "load", load_series_keys(), series)) loads = loads_of(reader, id, series);
    return;
  }
  const auto items = read_one_or_list(reader, id);
  for (const YamlId item : items) read_one_load(reader, item, loads);
  if (items.empty()) reader.report(id, "'load' is an empty list", std::string(kLoadHint));
}

std::optional<OfferedLoad> read_offered_load(Reader& reader, YamlId id) {
  std::vector<OfferedLoad> loads;
  read_one_load(reader, id, loads);
  if (loads.size() > 1) reader.report(id, "one load stands here", "as `60 % of capacity`");
  return loads.size() == 1 ? std::optional(loads[0]) : std::nullopt;
}

ValueShape offered_load_shape() {
  return {"amount of capacity, of saturation, in bits/cycle or bits/ns, or as_given",
          R"({"type": "string", "pattern": "^(as_given|(\\[.+\\]|[-+]?[0-9.]+([eE][-+]?[0-9]+)?) *)"
          R"(((% *)?of (capacity|saturation)|bits/(cycle|ns)(/terminal)?))$"})"};
}

void read_measured(Reader& reader, YamlId id, StudyDraft& draft) {
  draft.measured = reader.place(id);
  const auto path = read_path(reader, id, "measured");
  if (!path) return;
  try {
    draft.study.measured = read_measured_file(*path);
  } catch (const Error& error) {
    reader.take(error, id);
  }
}

void warn_of_measured(StudyDraft& draft) {
  Study& study = draft.study;
  const auto is_known = [&](const MeasuredPoint& point) {
    return point.delay.empty() || std::any_of(study.delays.begin(), study.delays.end(),
                                              [&](const ChosenDelay& delay) { return delay.label == point.delay; });
  };
  const auto unknown = std::find_if_not(study.measured.begin(), study.measured.end(), is_known);
  if (unknown == study.measured.end()) return;
  Diagnostic& warning = study.warnings.emplace_back();
  warning.message =
      fmt::format("points measured under '{}' are left out: no delay model here is called so", unknown->delay);
  warning.hint = "leave the column 'delay' empty for points of every model";
  warning.place = draft.measured;
  warning.warning = true;
}

ValueShape measured_shape() { return path_shape(); }

ValueShape load_shape() {
  const ValueShape one = offered_load_shape();
  return any_shape({one, list_shape(one), map_shape(load_series_keys())});
}

}  // namespace cutline
