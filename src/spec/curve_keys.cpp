// SPDX-License-Identifier: Apache-2.0
#include "spec/load_keys.hpp"

namespace cutline {
namespace {

constexpr std::int64_t kFarthest = std::int64_t{1} << 40;
constexpr std::uint64_t kMostCurvePoints = 100'000;
const std::vector<std::string_view> kCurves = {"distance", "load"};

struct CurveDraft {
  std::optional<std::size_t> x;
  LoadSeries series;
  std::optional<YamlId> source;
};

template <std::optional<YamlId> LoadSeries::*Member>
void keep_curve(Reader&, YamlId id, CurveDraft& draft) {
  draft.series.*Member = id;
}

const std::vector<Key<CurveDraft>>& curve_keys() {
  static const std::vector<Key<CurveDraft>> keys = {
      {"x", choice_shape(kCurves), "", "what the latency is given against",
       [](Reader& reader, YamlId id, CurveDraft& d) { d.x = read_choice(reader, id, "x", kCurves); }, true},
      {"from", number_shape("number", 0), "1", "the first distance, in nodes, or the first load",
       keep_curve<&LoadSeries::from>},
      {"to", number_shape("number", 0), "", "the last one", keep_curve<&LoadSeries::to>},
      {"step", number_shape("number", 0), "", "from a load to the next", keep_curve<&LoadSeries::step>},
      {"at", list_shape(number_shape("number", 0)), "", "or the loads, one by one", keep_curve<&LoadSeries::at>},
      {"of", choice_shape({"capacity", "saturation"}), "", "loads are shares of this", keep_curve<&LoadSeries::of>},
      {"in", choice_shape({"bits/cycle", "bits/ns"}), "", "or bits of a terminal", keep_curve<&LoadSeries::in>},
      {"source", any_shape({choice_shape({"mean"}), integer_shape("whole number", 0)}), "mean",
       "the source's place in its group of nodes, or the mean over all places",
       [](Reader&, YamlId id, CurveDraft& d) { d.source = id; }}};
  return keys;
}

std::uint64_t distance(Reader& reader, const std::optional<YamlId>& id, std::string_view what) {
  const auto number = id ? read_whole(reader, *id, what, 1, kFarthest) : std::nullopt;
  return static_cast<std::uint64_t>(number.value_or(1));
}

void read_distances(Reader& reader, YamlId id, const CurveDraft& draft, Study& study) {
  CurveChoice curve;
  const std::size_t mistakes = reader.document.diagnostics.size();
  const LoadSeries& series = draft.series;
  for (const auto& [given, name] :
       {std::pair(series.step, "step"), {series.at, "at"}, {series.of, "of"}, {series.in, "in"}}) {
    if (given) reader.report(*given, std::string("'") + name + "' goes with `x: load` only");
  }
  if (!series.to) return reader.report(id, "curve needs the key 'to'", "the last distance");
  curve.from = distance(reader, series.from, "from");
  curve.to = distance(reader, series.to, "to");
  if (draft.source && !(reader[*draft.source].kind == YamlKind::scalar && reader[*draft.source].text == "mean")) {
    if (const auto place = read_whole(reader, *draft.source, "source", 0, kFarthest))
      curve.source = static_cast<std::uint64_t>(*place);
  }
  if (reader.document.diagnostics.size() > mistakes) return;
  if (curve.to < curve.from) return reader.report(id, "the curve ends before it begins", "`to` is at least `from`");
  if (curve.to - curve.from >= kMostCurvePoints)
    return reader.report(id, "the curve has more than 100000 points, the limit", "fewer distances");
  study.curve = curve;
}

}  // namespace

void read_curve(Reader& reader, YamlId id, StudyDraft& draft) {
  CurveDraft curve;
  if (!read_map(reader, id, "curve", curve_keys(), curve) || !curve.x) return;
  if (*curve.x == 0) return read_distances(reader, id, curve, draft.study);
  if (curve.source) reader.report(*curve.source, "'source' goes with `x: distance` only");
  draft.study.load_curve = loads_of(reader, id, curve.series);
}

ValueShape curve_shape() { return map_shape(curve_keys()); }

}  // namespace cutline
