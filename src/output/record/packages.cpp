// SPDX-License-Identifier: Apache-2.0
#include "output/record/parts.hpp"

namespace cutline {

namespace {

Json cell_json(const Cell& cell) { return {cell[Axis::x], cell[Axis::y], cell[Axis::z]}; }

Json null_without(const std::optional<double>& value, const Candidate& candidate) {
  return value ? real(*value, candidate) : Json(nullptr);
}

Json faces_json(const std::array<std::int64_t, 6>& wires) {
  Json faces;
  for (std::size_t face = 0; face < wires.size(); ++face) faces[kFaceNames[face]] = wires[face];
  return faces;
}

/// Lengths of the links whose innermost common module is of the level.
Json module_length_json(const LevelLengths& length, const std::string& level, const Candidate& candidate,
                        RecordNotes& notes) {
  const bool none = length.links == 0;
  return object({{"links", length.links},
                 {"longest_span", none ? Json(nullptr) : Json(length.longest_span.pitches())},
                 {"longest_pitches", none ? Json(nullptr) : Json(length.longest_pitches)},
                 {"mean_pitches", none ? Json(nullptr) : real(length.mean_pitches, candidate)},
                 {"total_pitches", big(length.total_pitches, "total_pitches of " + level, notes)},
                 {"longest_mm", null_without(length.longest_mm, candidate)},
                 {"mean_mm", null_without(length.mean_mm, candidate)},
                 {"total_mm", null_without(length.total_mm, candidate)},
                 {"edge_delay_max_ns", in_ns(length.delay_max)}});
}

Json reach_json(const LevelMeasures& level, bool unit) {
  if (!level.reach_max) return nullptr;
  return unit ? in_nm(*level.reach_max) : in_mm(*level.reach_max);
}

/// What each medium carries over the edges of the level; a link counts once however many wires it has.
Json media_json(std::size_t number, const Candidate& candidate, const Timing* timing) {
  const LevelMeasures& level = candidate.packages()->levels[number];
  const bool unit = candidate.laid_out()->layout.rules.unit;
  Json media = Json::array();
  for (std::size_t i = 0; i < level.media.size(); ++i) {
    const MediumUse& use = level.media[i];
    const bool none = use.links == 0;
    const double scale = unit ? 1 : 1e-9;
    Json& entry = media.emplace_back(object(
        {{"medium", use.name.empty() ? Json(nullptr) : Json(use.name)}, {"links", use.links}, {"wires", use.wires}}));
    const auto most = [&](double value) { return none ? Json(nullptr) : real(value, candidate); };
    entry[unit ? "longest_pitches" : "longest_m"] = most(use.longest * scale);
    entry[unit ? "carried_max_pitches" : "carried_max_m"] = most(use.carried * scale);
    entry[unit ? "links_total_pitches" : "links_total_m"] = real(use.total * scale, candidate);
    entry[unit ? "reach_pitches" : "reach_m"] = use.reach ? real(in_nm(*use.reach) * scale, candidate) : Json(nullptr);
    entry["medium_delay_max_ns"] = most(in_ns(use.delay_max));
    entry["delay_max_ns"] = timing == nullptr ? Json(nullptr) : most(in_ns(timing->slowest_over[number][i]));
  }
  return media;
}

Json level_json(std::size_t number, const Candidate& candidate, const Timing* timing, RecordNotes& notes) {
  const LevelMeasures& level = candidate.packages()->levels[number];
  const bool unit = candidate.laid_out()->layout.rules.unit;
  return object(
      {{"level", level.name},
       {"count", level.modules},
       {"partial", level.partial},
       {"cells", level.cells},
       {"pins_max", level.pins_max},
       {"pins_max_module", cell_json(level.pins_module)},
       {"pins_max_with_others", static_cast<double>(level.pins_max) + level.other_pins},
       {"pins_total", big(level.pins_total, "pins_total of " + level.name, notes)},
       {"pins_offered", null_without(level.pins_offered, candidate)},
       {"used_fraction", null_without(level.pins_fraction, candidate)},
       {"wires_max", level.wires_max},
       {"wires_max_module", cell_json(level.wires_module)},
       {"face_wires_max", faces_json(level.face_wires_max)},
       {"links_crossing", level.links_crossing},
       {"longest_crossing_pitches", level.longest_crossing_pitches},
       {"longest_crossing_mm", null_without(level.longest_crossing_mm, candidate)},
       {unit ? "reach_pitches" : "reach_mm", reach_json(level, unit)},
       {"media", media_json(number, candidate, timing)},
       {"over_reach", level.over_reach},
       {"wires_over_reach", level.wires_over_reach},
       {"edge_gbyte_per_s_per_mm", timing == nullptr
                                       ? Json(nullptr)
                                       : null_without(edge_gbyte_per_s_per_mm(candidate, *timing, level), candidate)},
       {"edge_gbyte_per_s_per_mm_offered", null_without(level.bandwidth_gbyte_per_s_per_mm_offered, candidate)},
       {"phy_area_mm2_max", null_without(level.phy_area_mm2_max, candidate)},
       {"phy_area_fraction_max", null_without(level.phy_area_fraction, candidate)},
       {"cut_wires_max", level.cut_wires_max},
       {"wires_per_mm", null_without(level.wires_per_mm, candidate)},
       {"wires_per_mm_offered", null_without(level.wires_per_mm_offered, candidate)},
       {"wires_used_fraction", null_without(level.wires_fraction, candidate)},
       {"length", module_length_json(level.inside, level.name, candidate, notes)}});
}

}  // namespace

Json modules_json(const Candidate& candidate, const Timing* timing, RecordNotes& notes) {
  Json levels = Json::array();
  if (!candidate.packages()) return levels;
  for (std::size_t number = 0; number < candidate.packages()->levels.size(); ++number)
    levels.push_back(level_json(number, candidate, timing, notes));
  return levels;
}

Json crossings_json(const Candidate& candidate) {
  if (!candidate.laid_out()) {
    return object({{"delay_max_ns", nullptr},
                   {"delay_mean_ns", nullptr},
                   {"energy_max_pj_per_bit", nullptr},
                   {"energy_mean_pj_per_bit", nullptr}});
  }
  const PackageMeasures packages = candidate.packages() ? *candidate.packages() : PackageMeasures{};
  return object({{"delay_max_ns", real(in_ns(packages.delay_max), candidate)},
                 {"delay_mean_ns", real(in_ns(packages.delay_mean), candidate)},
                 {"energy_max_pj_per_bit", null_without(packages.energy_max_pj_per_bit, candidate)},
                 {"energy_mean_pj_per_bit", null_without(packages.energy_mean_pj_per_bit, candidate)}});
}

}  // namespace cutline
