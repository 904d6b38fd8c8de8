// SPDX-License-Identifier: Apache-2.0
#include "spec/study_keys.hpp"

namespace cutline {
namespace {

constexpr std::int64_t kFarthest = std::int64_t{1} << 40;
constexpr std::uint64_t kMostPoints = 100'000;
const std::vector<std::string_view> kCurves = {"distance"};

void read_source(Reader& reader, YamlId id, CurveChoice& curve) {
  if (reader[id].kind == YamlKind::scalar && reader[id].text == "mean") return;
  if (const auto place = read_whole(reader, id, "source", 0, kFarthest))
    curve.source = static_cast<std::uint64_t>(*place);
}

const std::vector<Key<CurveChoice>>& curve_keys() {
  static const std::vector<Key<CurveChoice>> keys = {
      {"x", choice_shape(kCurves), "", "what the latency is given against",
       [](Reader& reader, YamlId id, CurveChoice&) { read_choice(reader, id, "x", kCurves); }, true},
      {"from", number_shape("whole number", 1, true), "1", "the first distance, in nodes",
       [](Reader& reader, YamlId id, CurveChoice& c) {
         if (const auto from = read_whole(reader, id, "from", 1, kFarthest)) c.from = static_cast<std::uint64_t>(*from);
       }},
      {"to", number_shape("whole number", 1, true), "", "the last distance",
       [](Reader& reader, YamlId id, CurveChoice& c) {
         if (const auto to = read_whole(reader, id, "to", 1, kFarthest)) c.to = static_cast<std::uint64_t>(*to);
       },
       true},
      {"source", any_shape({choice_shape({"mean"}), number_shape("whole number", 0, true)}), "mean",
       "the source's place in its group of nodes, or the mean over all places", read_source}};
  return keys;
}

}  // namespace

void read_curve(Reader& reader, YamlId id, StudyDraft& draft) {
  CurveChoice curve;
  const std::size_t mistakes = reader.document.diagnostics.size();
  if (!read_map(reader, id, "curve", curve_keys(), curve) || reader.document.diagnostics.size() > mistakes) return;
  if (curve.to < curve.from) return reader.report(id, "the curve ends before it begins", "`to` is at least `from`");
  if (curve.to - curve.from >= kMostPoints)
    return reader.report(id, "the curve has more than 100000 points, the limit", "fewer distances");
  draft.study.curve = curve;
}

Shape curve_shape() { return map_shape(curve_keys()); }

}  // namespace cutline
