// SPDX-License-Identifier: Apache-2.0
#include "spec/sweep.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "cutline/base/format.hpp"
#include "spec/candidate_keys.hpp"
#include "spec/paths.hpp"

namespace cutline {
namespace {

struct SweepAxis {
  std::string name;
  Mark mark;
  std::vector<PathStep> path;
  std::vector<YamlId> values;
};

struct Range {
  std::optional<double> from, to;
  double step = 1;
};

std::optional<double> read_finite(Reader& reader, YamlId id, std::string_view what) {
  return read_real(reader, id, what, -1e15, 1e15);
}

const std::vector<Key<Range>>& range_keys() {
  static const std::vector<Key<Range>> keys = {
      {"from", number_shape("number"), "", "first value",
       [](Reader& reader, YamlId id, Range& r) { r.from = read_finite(reader, id, "from"); }, true},
      {"to", number_shape("number"), "", "last value",
       [](Reader& reader, YamlId id, Range& r) { r.to = read_finite(reader, id, "to"); }, true},
      {"step", number_shape("number"), "1", "from one value to the next",
       [](Reader& reader, YamlId id, Range& r) { r.step = read_finite(reader, id, "step").value_or(1); }}};
  return keys;
}

[[noreturn]] void throw_too_many(Reader& reader, Mark mark) {
  Diagnostic diagnostic;
  diagnostic.message = fmt::format("the spec asks for more than {} candidates, the limit", kMaxDesigns);
  diagnostic.hint = "shorten the lists";
  diagnostic.place = place_of(reader.document, mark);
  throw Error(ExitCode::over_limit, {std::move(diagnostic)});
}

std::vector<YamlId> range_values(Reader& reader, YamlId id, std::size_t most) {
  Range range;
  read_map(reader, id, "a sweep's range", range_keys(), range);
  if (!range.from || !range.to) return {};
  if (range.step <= 0 || *range.to < *range.from) {
    reader.report(id, "this range holds no values", "`from` is at most `to`, and `step` is more than 0");
    return {};
  }
  // The slack covers rounding, so that steps of 0.1 reach their end.
  const double last = std::floor((*range.to - *range.from) / range.step * (1 + 1e-12) + 1e-9);
  if (last >= static_cast<double>(most)) throw_too_many(reader, reader[id].mark);
  std::vector<YamlId> values;
  for (double i = 0; i <= last; ++i) {
    YamlNode node;
    node.kind = YamlKind::scalar;
    node.mark = reader[id].mark;
    node.text = fmt::format("{:.12g}", *range.from + i * range.step);
    values.push_back(add_node(reader.document, std::move(node)));
  }
  return values;
}

bool is_candidate_key(const std::string& name) {
  const auto& keys = candidate_keys();
  return name != "sweep" && std::any_of(keys.begin(), keys.end(), [&](const auto& key) { return key.name == name; });
}

std::optional<SweepAxis> read_axis(Reader& reader, const YamlEntry& entry, std::size_t most) {
  SweepAxis axis{entry.key, entry.mark, parse_path(entry.key), {}};
  if (axis.path.empty() || !is_candidate_key(axis.path.front().name)) {
    std::vector<std::string_view> names;
    for (const auto& key : candidate_keys()) {
      if (key.name != "sweep") names.push_back(key.name);
    }
    const std::string first = axis.path.empty() ? entry.key : axis.path.front().name;
    std::string hint = keys_hint(first, names);
    if (hint.back() != '?') hint += "; for example `topology.radix`";
    reader.report(entry.mark, fmt::format("'{}' names no key of a candidate", entry.key), hint);
    return std::nullopt;
  }
  if (reader[entry.value].kind == YamlKind::map) {
    axis.values = range_values(reader, entry.value, most);
  } else if (const auto items = read_list(reader, entry.value, entry.key)) {
    axis.values = *items;
    if (items->empty()) reader.report(entry.value, fmt::format("'{}' is an empty list", entry.key));
  }
  return axis.values.empty() ? std::nullopt : std::optional<SweepAxis>(std::move(axis));
}

std::string swept_value(const Reader& reader, YamlId id) {
  const YamlNode& node = reader[id];
  if (node.kind == YamlKind::scalar) return node.text;
  std::vector<std::string> parts;
  for (const YamlId item : node.items) parts.push_back(swept_value(reader, item));
  for (const YamlEntry& entry : node.entries) parts.push_back(entry.key + "=" + swept_value(reader, entry.value));
  return fmt::format("[{}]", join(parts, ","));
}

YamlId without_sweep(Reader& reader, YamlId candidate) {
  YamlNode copy = reader[candidate];
  const auto is_sweep = [](const YamlEntry& entry) { return entry.key == "sweep"; };
  copy.entries.erase(std::remove_if(copy.entries.begin(), copy.entries.end(), is_sweep), copy.entries.end());
  measure_node(reader.document, copy);
  return add_node(reader.document, std::move(copy));
}

}  // namespace

std::vector<SweepPoint> sweep_points(Reader& reader, YamlId candidate, std::size_t most) {
  if (most == 0) throw_too_many(reader, reader[candidate].mark);
  const auto sweep = find_value(reader.document, candidate, "sweep");
  if (!sweep) return {{candidate, {}}};
  std::vector<SweepPoint> points = {{without_sweep(reader, candidate), {}}};
  if (!expect_map(reader, *sweep, "sweep")) return {};
  for (std::size_t i = 0; i < reader[*sweep].entries.size(); ++i) {
    const YamlEntry entry = reader[*sweep].entries[i];
    const std::optional<SweepAxis> axis = read_axis(reader, entry, most);
    if (!axis) return {};
    if (points.size() * axis->values.size() > most) throw_too_many(reader, entry.mark);
    std::vector<SweepPoint> next;
    for (const SweepPoint& point : points) {
      for (const YamlId value : axis->values) {
        SweepPoint with = point;
        with.tree = with_value(reader, point.tree, axis->path, value, axis->mark);
        with.values.emplace_back(axis->name, swept_value(reader, value));
        next.push_back(std::move(with));
      }
    }
    points = std::move(next);
  }
  return points;
}

}  // namespace cutline
