// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "spec/study_keys.hpp"

namespace cutline {

namespace {

/// One end may be 1 bit, and the other 8 bits.
std::string plural(std::string_view unit) {
  for (const std::string_view one : {"bit", "byte", "wire", "link", "pin", "cycle"}) {
    if (unit == one) return std::string(one) + "s";
  }
  return std::string(unit == "pitch" ? "pitches" : unit);
}

constexpr double kMostBytes = 8e9, kBytesOfCandidate = 12e3, kBytesOfValue = 32;

struct SweepAxis {
  std::string name;
  Mark mark;
  std::vector<PathStep> path;
  std::vector<YamlId> values;
};

struct Range {
  std::optional<YamlId> from, to, step;
  std::int64_t steps = 0;  ///< how many values; 0: as many as `step` says
  bool logarithmic = false;
};

Keys<Range> range_keys() {
  const ValueShape end = any_shape({number_shape("number"), text_shape("quantity")});
  return {required(kept("from", &Range::from, end, "", "first value, with its unit")),
          required(kept("to", &Range::to, end, "", "last value, in the same unit")),
          kept("step", &Range::step, end, "1", "from one value to the next"),
          field("steps", &Range::steps, whole_form(2, 1'000'000), "", "instead: how many values, with both ends"),
          field("scale", &Range::logarithmic, choice_form({"linear", "log"}), "linear",
                "whether values are at equal distances or at equal ratios; counts, such as bits, are then whole")};
}

/// The numbers of a range with `steps`; those that count things are rounded, and each stands once.
std::vector<double> numbers_in_steps(const Range& range, const QuantityEnd& from, const QuantityEnd& to) {
  std::vector<double> numbers;
  const bool whole = range.logarithmic && from.whole && to.whole && counts_things(from.unit);
  for (std::int64_t i = 0; i < range.steps; ++i) {
    const double share = static_cast<double>(i) / static_cast<double>(range.steps - 1);
    double number = range.logarithmic ? from.value * std::pow(to.value / from.value, share)
                                      : from.value + share * (to.value - from.value);
    if (i + 1 == range.steps) number = to.value;
    if (whole) number = std::round(number);
    if (numbers.empty() || number != numbers.back()) numbers.push_back(number);
  }
  return numbers;
}

/// The numbers from `from` to `to` by `step`. A millionth of a millionth covers rounding, so that steps of 0.1 reach
/// their end.
std::vector<double> numbers_by_step(double from, double to, double step) {
  std::vector<double> numbers;
  const double last = std::floor((to - from) / step * (1 + 1e-12) + 1e-9);
  for (double i = 0; i <= last; ++i) numbers.push_back(from + i * step);
  return numbers;
}

std::vector<YamlId> range_values(Reader& reader, YamlId id, double values, const DesignMemory& memory) {
  static const Keys<Range> keys = range_keys();
  Range range;
  if (!read_map_well(reader, id, "a sweep's range", keys, range) || !range.from || !range.to) return {};
  const auto from = read_end(reader, *range.from, "from"), to = read_end(reader, *range.to, "to");
  const auto step = range.step ? read_end(reader, *range.step, "step") : std::optional(QuantityEnd{1, true, ""});
  if (!from || !to || !step) return {};
  const auto refuse = [&](std::string message, std::string hint) {
    reader.report(id, std::move(message), std::move(hint));
    return std::vector<YamlId>{};
  };
  if (to->unit != from->unit || (!step->unit.empty() && step->unit != from->unit))
    return refuse("the ends of this range differ in unit", "write `from`, `to` and `step` in the same unit");
  if (range.steps > 0 && range.step) return refuse("this range has both 'step' and 'steps'", "give one of them");
  if (range.logarithmic && (range.steps == 0 || from->value <= 0))
    return refuse("a range on a log scale has 'steps', and begins above 0",
                  "{from: 1, to: 1000, steps: 10, scale: log}");
  if (step->value <= 0 || to->value < from->value)
    return refuse("this range holds no values", "`from` is at most `to`, and `step` is more than 0");
  if (range.steps == 0) memory.expect_room(reader, reader[id].mark, (to->value - from->value) / step->value, values);
  std::vector<YamlId> all;
  for (const double number :
       range.steps > 0 ? numbers_in_steps(range, *from, *to) : numbers_by_step(from->value, to->value, step->value)) {
    const std::string text = fmt::format("{:.12g}{}{}", number, from->unit.empty() ? "" : " ", from->unit);
    all.push_back(add_node(reader.document, {.kind = YamlKind::scalar, .mark = reader[id].mark, .text = text}));
  }
  return all;
}

bool is_candidate_key(const std::string& name) {
  const auto& keys = candidate_keys();
  return name != "sweep" && std::any_of(keys.begin(), keys.end(), [&](const auto& key) { return key.name == name; });
}

/// The dotted name of the first key of this name in a part of a candidate: topology.radix of radix. Empty without one.
std::string key_below_candidate(const std::string& name) {
  constexpr std::string_view kOfCandidate = "candidates[].";
  for (const SpecKey& key : spec_reference()) {
    if (!key.path.starts_with(kOfCandidate) || !key.path.ends_with("." + name)) continue;
    std::string rest = key.path.substr(kOfCandidate.size());
    if (rest != name && rest.find('[') == std::string::npos) return rest;
  }
  return {};
}

constexpr const char* kValuesHint = "list the values, as [4, 8, 16], or give a range: {from: 4, to: 16, step: 4}";

std::optional<SweepAxis> read_axis(Reader& reader, const YamlEntry& entry, double values, const DesignMemory& memory) {
  SweepAxis axis{entry.key, entry.mark, parse_path(entry.key), {}};
  if (axis.path.empty() || !is_candidate_key(axis.path.front().name)) {
    std::vector<std::string_view> names;
    for (const auto& key : candidate_keys()) {
      if (key.name != "sweep") names.push_back(key.name);
    }
    const std::string first = axis.path.empty() ? entry.key : axis.path.front().name;
    std::string hint = keys_hint(first, names);
    if (find_named(study_keys(), first) != nullptr) {
      hint = "it is a question about all candidates together";
    } else if (hint.back() != '?') {
      const std::string below = key_below_candidate(first);
      hint = below.empty() ? hint + "; for example `topology.radix`" : fmt::format("did you mean '{}'?", below);
    }
    reader.report(entry.mark, fmt::format("'{}' names no key of a candidate", entry.key), hint);
    return std::nullopt;
  }
  if (reader[entry.value].kind == YamlKind::map) {
    axis.values = range_values(reader, entry.value, values, memory);
  } else if (reader[entry.value].kind != YamlKind::list) {
    reader.report(entry.value,
                  fmt::format("'{}' must be a list or a range, not {}", entry.key, in_words(reader[entry.value])),
                  kValuesHint);
  } else {
    axis.values = reader[entry.value].items;
    if (axis.values.empty()) reader.report(entry.value, fmt::format("'{}' is an empty list", entry.key), kValuesHint);
  }
  return axis.values.empty() ? std::nullopt : std::optional<SweepAxis>(std::move(axis));
}

YamlId without_sweep(Reader& reader, YamlId candidate) {
  YamlNode copy = reader[candidate];
  std::erase_if(copy.entries, [](const YamlEntry& entry) { return entry.key == "sweep"; });
  measure_node(reader.document, copy);
  return add_node(reader.document, std::move(copy));
}

/// The points with one more axis: every value of the axis for every point.
std::vector<SweepPoint> with_axis(Reader& reader, const std::vector<SweepPoint>& points, const SweepAxis& axis) {
  std::vector<SweepPoint> next;
  next.reserve(points.size() * axis.values.size());
  for (const SweepPoint& point : points) {
    for (const YamlId value : axis.values) {
      SweepPoint& with = next.emplace_back(point);
      with.tree = with_value(reader, point.tree, axis.path, value, axis.mark);
      with.values.emplace_back(axis.name, swept_value(reader, value));
    }
  }
  return next;
}

}  // namespace

std::optional<QuantityEnd> read_end(Reader& reader, YamlId id, std::string_view what) {
  const auto text = read_text(reader, id, what);
  if (!text) return std::nullopt;
  const CutQuantity cut = cut_quantity(*text);
  const auto number = parse_number(cut.number);
  if (!number) {
    reader.report(id, fmt::format("'{}' must be a number with the unit of the key", what),
                  "for example `from: 16 bits`, `from: 64`");
    return std::nullopt;
  }
  return QuantityEnd{number->real, number->whole.has_value(), plural(cut.unit)};
}

bool counts_things(std::string_view unit) {
  return unit.empty() || unit == "bits" || unit == "bytes" || unit == "B" || unit == "wires" || unit == "pins";
}

void DesignMemory::expect_room(const Reader& reader, Mark mark, double candidates, double values) const {
  const double bytes = bytes_ + candidates * (kBytesOfCandidate + kBytesOfValue * values);
  if (bytes <= kMostBytes) return;
  throw Error(ExitCode::over_limit,
              {Diagnostic{fmt::format("the spec asks for {:.0f} candidates, which would take {:.1f} GB as they are "
                                      "read, over the limit of {:.0f} GB",
                                      candidates_ + candidates, bytes / 1e9, kMostBytes / 1e9),
                          "shorten the lists, or cut the sweep into several specs; links of a large graph stand best "
                          "in a file: `topology: {family: graph, file: F}`",
                          place_of(reader.document, mark)}});
}

void DesignMemory::spend(const Reader& reader, Mark mark, double candidates, double values) {
  expect_room(reader, mark, candidates, values);
  bytes_ += candidates * (kBytesOfCandidate + kBytesOfValue * values);
  candidates_ += candidates;
}

std::string swept_value(const Reader& reader, YamlId id) {
  const YamlNode& node = reader[id];
  if (node.kind == YamlKind::scalar) return node.text;
  auto parts = each_of(node.items, [&](YamlId item) { return swept_value(reader, item); });
  for (const YamlEntry& entry : node.entries) parts.push_back(entry.key + "=" + swept_value(reader, entry.value));
  return fmt::format("[{}]", join(parts, ","));
}

std::vector<SweepPoint> sweep_points(Reader& reader, YamlId candidate, DesignMemory& memory) {
  const Mark mark = reader[candidate].mark;
  const double values = reader[candidate].expanded;
  std::vector<SweepPoint> points = {{candidate, {}}};
  if (const auto sweep = find_value(reader.document, candidate, "sweep")) {
    points.front().tree = without_sweep(reader, candidate);
    if (!expect_map(reader, *sweep, "sweep")) return {};
    for (const YamlEntry& entry : std::vector<YamlEntry>(reader[*sweep].entries)) {
      const std::optional<SweepAxis> axis = read_axis(reader, entry, values, memory);
      if (!axis) return {};
      memory.expect_room(reader, entry.mark, static_cast<double>(points.size() * axis->values.size()), values);
      points = with_axis(reader, points, *axis);
    }
  }
  const auto all = sum_over<double>(points, [&](const auto& point) { return reader[point.tree].expanded; });
  const auto count = static_cast<double>(points.size());
  memory.spend(reader, mark, count, all / count);
  return points;
}

}  // namespace cutline
