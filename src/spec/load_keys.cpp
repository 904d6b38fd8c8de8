// SPDX-License-Identifier: Apache-2.0
#include "base/letters.hpp"
#include "spec/study_keys.hpp"

namespace cutline {
namespace {

using LoadUnit = OfferedLoad::Unit;

constexpr std::size_t kMostLoads = 100'000;
constexpr double kMostOffered = 1e12;
struct LoadUnitName {
  std::string_view name;
  LoadUnit unit;
  double times = 1;
};
constexpr LoadUnitName kUnits[] = {{"of capacity", LoadUnit::of_capacity},
                                   {"of saturation", LoadUnit::of_saturation},
                                   {"% of capacity", LoadUnit::of_capacity, 0.01},
                                   {"% of saturation", LoadUnit::of_saturation, 0.01},
                                   {"bits/cycle/terminal", LoadUnit::bits_per_cycle},
                                   {"bits/cycle", LoadUnit::bits_per_cycle},
                                   {"bits/ns/terminal", LoadUnit::bits_per_ns},
                                   {"bits/ns", LoadUnit::bits_per_ns}};
const std::vector<std::string_view> kOf = {"capacity", "saturation"};
const std::vector<std::string_view> kIn = {"bits/cycle", "bits/ns"};
constexpr std::string_view kLoadHint =
    "write `0.3 of capacity`, `30 % of saturation`, `0.1 bits/cycle` (of a terminal), `2 bits/ns`, or `as_given` for "
    "the rates of `traffic`; several stand in a list, or in quotes: \"[0.1, 0.3] of capacity\"";
constexpr std::string_view kAsGiven = "as_given";

const LoadUnitName* unit_of(std::string_view text) { return find_named(kUnits, text); }

void report_load(Reader& reader, YamlId id, std::string_view what) {
  reader.report(id, fmt::format("'{}' must be an amount of traffic, not {}", what, in_words(reader[id])),
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

void read_one_load(Reader& reader, YamlId id, std::string_view what, std::vector<OfferedLoad>& loads) {
  if (reader[id].kind != YamlKind::scalar) return report_load(reader, id, what);
  const std::string text = reader[id].text;
  if (text == kAsGiven) {
    loads.push_back({1, LoadUnit::as_given});
    return;
  }
  const bool list = !text.empty() && text[0] == '[';
  const CutQuantity cut = cut_quantity(text);
  const std::size_t end = list ? std::min(text.find(']'), text.size()) : 0;
  const std::string_view numbers = list ? std::string_view(text).substr(1, end - 1) : cut.number;
  const std::string_view rest = list ? std::string_view(text).substr(std::min(end + 1, text.size())) : cut.unit;
  const LoadUnitName* unit = unit_of(trimmed(rest, " "));
  if (unit == nullptr || !add_numbers(numbers, *unit, loads)) report_load(reader, id, what);
}

/// A series of loads. Either `at` lists them, or `from`, `to` and `step` give them; `of` or `in` gives their unit.
struct LoadSeries {
  std::optional<YamlId> at, from, to, step, of, in;
};

std::optional<LoadUnit> series_unit(Reader& reader, YamlId id, const LoadSeries& series) {
  if (series.of.has_value() == series.in.has_value()) {
    reader.report(id, "a series of loads takes either `of` or `in`",
                  "`of: capacity`, `of: saturation` or `in: bits/cycle`");
    return std::nullopt;
  }
  const auto index =
      series.of ? read_choice(reader, *series.of, "of", kOf) : read_choice(reader, *series.in, "in", kIn);
  if (!index) return std::nullopt;
  if (series.of) return *index == 0 ? LoadUnit::of_capacity : LoadUnit::of_saturation;
  return *index == 0 ? LoadUnit::bits_per_cycle : LoadUnit::bits_per_ns;
}

void add_range(Reader& reader, YamlId id, const LoadSeries& series, LoadUnit unit, std::vector<OfferedLoad>& loads) {
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

Keys<LoadSeries> load_series_keys() {
  const ValueShape number = number_shape("number", 0);
  return {kept("at", &LoadSeries::at, list_shape(number), "", "the loads, one by one"),
          kept("from", &LoadSeries::from, number, "", "the first load"),
          kept("to", &LoadSeries::to, number, "", "the last load"),
          kept("step", &LoadSeries::step, number, "", "from a load to the next"),
          kept("of", &LoadSeries::of, choice_shape(kOf), "",
               "loads are shares of the capacity, or of the saturation that the contention model expects"),
          kept("in", &LoadSeries::in, choice_shape(kIn), "", "or they are bits of a terminal")};
}

/// The loads of a series. Mistakes that concern the whole series are reported at `id`.
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
  for (const YamlId item : items_of(reader, *series.at, "at")) {
    if (const auto load = read_real(reader, item, "at", 0, kMostOffered)) loads.push_back({*load, *unit});
  }
  return loads;
}

void read_load(Reader& reader, YamlId id, StudyDraft& draft) {
  std::vector<OfferedLoad>& loads = draft.study.loads;
  draft.places["load"] = reader.place(id);
  if (reader[id].kind == YamlKind::map) {
    static const Keys<LoadSeries> keys = load_series_keys();
    LoadSeries series;
    if (read_map(reader, id, "load", keys, series)) loads = loads_of(reader, id, series);
    return;
  }
  for (const YamlId item : read_one_or_list(reader, id, "load", std::string(kLoadHint)))
    read_one_load(reader, item, "load", loads);
}

void read_measured(Reader& reader, YamlId id, StudyDraft& draft) {
  draft.measured = reader.place(id);
  const auto path = read_path(reader, id, "measured");
  if (!path) return;
  reader.tries(id, [&] { draft.study.measured = read_measured_file(*path); });
}

constexpr std::int64_t kFarthest = std::int64_t{1} << 40;
constexpr std::uint64_t kMostCurvePoints = 100'000;

struct CurveDraft {
  std::optional<std::size_t> x;
  LoadSeries series;
  std::optional<YamlId> source;
};

Keys<CurveDraft> curve_keys() {
  const ValueShape number = number_shape("number", 0);
  const auto of_series = [](Key<LoadSeries> key) { return within(&CurveDraft::series, std::move(key)); };
  return {
      required(field("x", &CurveDraft::x, choice_form({"distance", "load"}), "", "what the latency is given against")),
      of_series(kept("from", &LoadSeries::from, number, "1", "the first distance, in nodes, or the first load")),
      of_series(kept("to", &LoadSeries::to, number, "", "the last one")),
      of_series(kept("step", &LoadSeries::step, number, "", "from a load to the next")),
      of_series(kept("at", &LoadSeries::at, list_shape(number), "", "or the loads, one by one")),
      of_series(kept("of", &LoadSeries::of, choice_shape(kOf), "", "loads are shares of this")),
      of_series(kept("in", &LoadSeries::in, choice_shape(kIn), "", "or bits of a terminal")),
      kept("source", &CurveDraft::source, any_shape({choice_shape({"mean"}), integer_shape("whole number", 0)}), "mean",
           "the source's place in its group of nodes, or the mean over all places")};
}

std::uint64_t distance(Reader& reader, const std::optional<YamlId>& id, std::string_view what) {
  const auto number = id ? read_whole(reader, *id, what, 1, kFarthest) : std::nullopt;
  return static_cast<std::uint64_t>(number.value_or(1));
}

void read_distances(Reader& reader, YamlId id, const CurveDraft& draft, Study& study) {
  CurveChoice curve;
  const std::size_t mistakes = reader.mistakes();
  const LoadSeries& series = draft.series;
  for (const auto& [given, name] :
       {std::pair(series.step, "step"), {series.at, "at"}, {series.of, "of"}, {series.in, "in"}}) {
    if (given) reader.report(*given, std::string("'") + name + "' goes with `x: load` only");
  }
  if (!series.to) return reader.report(id, "curve needs the key 'to'", "add `to`, a number: the last distance");
  curve.from = distance(reader, series.from, "from");
  curve.to = distance(reader, series.to, "to");
  if (draft.source && !(reader[*draft.source].kind == YamlKind::scalar && reader[*draft.source].text == "mean")) {
    if (const auto place = read_whole(reader, *draft.source, "source", 0, kFarthest))
      curve.source = static_cast<std::uint64_t>(*place);
  }
  if (reader.mistakes() > mistakes) return;
  if (curve.to < curve.from) return reader.report(id, "the curve ends before it begins", "`to` is at least `from`");
  if (curve.to - curve.from >= kMostCurvePoints)
    return reader.report(id, "the curve has more than 100000 points, the limit", "fewer distances");
  study.curve = curve;
}

void read_curve(Reader& reader, YamlId id, StudyDraft& draft) {
  CurveDraft curve;
  if (!read_map(reader, id, "curve", curve_keys(), curve) || !curve.x) return;
  if (*curve.x == 0) return read_distances(reader, id, curve, draft.study);
  if (curve.source) reader.report(*curve.source, "'source' goes with `x: distance` only");
  draft.study.load_curve = loads_of(reader, id, curve.series);
}

}  // namespace

std::optional<OfferedLoad> read_offered_load(Reader& reader, YamlId id, std::string_view what) {
  std::vector<OfferedLoad> loads;
  read_one_load(reader, id, what, loads);
  if (loads.size() > 1) reader.report(id, "one load stands here", "as `60 % of capacity`");
  return loads.size() == 1 ? std::optional(loads[0]) : std::nullopt;
}

ValueShape offered_load_shape() {
  return {"amount of capacity, of saturation, in bits/cycle or bits/ns, or as_given",
          R"({"type": "string", "pattern": "^(as_given|(\\[.+\\]|[-+]?[0-9.]+([eE][-+]?[0-9]+)?) *)"
          R"(((% *)?of (capacity|saturation)|bits/(cycle|ns)(/terminal)?))$"})"};
}

void warn_of_measured(StudyDraft& draft) {
  Study& study = draft.study;
  const std::vector<std::string> known = all_delay_labels(study);
  const auto is_known = [&](const MeasuredPoint& point) {
    return point.delay.empty() || std::find(known.begin(), known.end(), point.delay) != known.end();
  };
  const auto unknown = std::find_if_not(study.measured.begin(), study.measured.end(), is_known);
  if (unknown == study.measured.end()) return;
  study.warnings.push_back(
      {fmt::format("points measured under '{}' are left out: no delay model here is called so", unknown->delay),
       "leave the column 'delay' empty for points of every model",
       draft.measured,
       {},
       true});
}

Key<StudyDraft> load_key() {
  const ValueShape one = offered_load_shape();
  return {"load", any_shape({one, list_shape(one), map_shape(load_series_keys())}), "",
          "operating points: what every terminal offers", read_load};
}

Key<StudyDraft> measured_key() {
  return {"measured", path_shape(), "", "latencies that others measured, to hold beside the model: a CSV file",
          read_measured};
}

Key<StudyDraft> curve_key() {
  return {"curve", map_shape(curve_keys()), "", "a series instead of one number: latency against distance or load",
          read_curve};
}

}  // namespace cutline
