// SPDX-License-Identifier: Apache-2.0
#include "cutline/output/record.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "cutline/base/error.hpp"
#include "cutline/output/number.hpp"
#include "output/record_parts.hpp"

namespace cutline {

namespace {

constexpr std::size_t kMostEntriesInFull = 64;

struct ValueJson {
  Json operator()(std::monostate) const { return nullptr; }
  Json operator()(std::int64_t value) const { return value; }
  Json operator()(double value) const { return value; }
  Json operator()(const std::string& text) const { return text; }
  Json operator()(const IntegerList& list) const {
    if (list.size() > kMostEntriesInFull) return fmt::format("{} entries", list.size());
    return list;
  }
  Json operator()(const IntegerTable& table) const {
    if (table.size() > kMostEntriesInFull) return fmt::format("{} rows", table.size());
    return table;
  }
};

Json infeasible_json(const Candidate& candidate) {
  Json list = Json::array();
  for (const OverLimit& over : candidate.infeasible) {
    list.push_back(
        {{"limit", over.limit}, {"needed", real(over.needed, candidate)}, {"allowed", real(over.allowed, candidate)}});
  }
  return list;
}

/// [best, worst]; null where all is sure, or the candidate is not ranked.
Json rank_range_json(const Ranking* ranking, std::size_t candidate) {
  if (ranking == nullptr || ranking->range.empty() || !ranking->range.at(candidate)) return nullptr;
  const RankRange& range = *ranking->range[candidate];
  return Json::array({range.best, range.worst});
}

/// Why whole groups of keys are null.
void explain_nulls(const Study& study, const Candidate& candidate, RecordNotes& notes) {
  if (candidate.design->ideal) {
    notes.add("ideal: evaluated by closed forms alone; every key that only a layout can give is null");
  } else if (!candidate.can_be_built()) {
    notes.add("cannot be built: every key that needs a channel of at least one bit is null");
  } else if (study.technology.unit) {
    notes.add(
        "technology unit: lengths have no metres, so every _mm key is null, and every area and energy "
        "that the spec does not give; times are in tau, called ns");
  }
  const bool one_plane = candidate.network && candidate.network->placement.grid()[Axis::z] == 1;
  if (candidate.measures && one_plane) notes.add("one plane: every key of the z axis, of pillars and of depth is null");
}

}  // namespace

void RecordNotes::add(const std::string& note) {
  if (std::find(notes_.begin(), notes_.end(), note) == notes_.end()) notes_.push_back(note);
}

Json real(double value, const Candidate& candidate) {
  if (!std::isfinite(value)) {
    throw_limit_error(fmt::format("candidate '{}': a result is beyond what a number can hold", candidate.design->name),
                      "the parameters are too large for any machine");
  }
  return value;
}

Json whole_or_real(double value, const Candidate& candidate) {
  const Json checked = real(value, candidate);
  const std::optional<std::int64_t> whole = as_whole(value);
  return whole ? Json(*whole) : checked;
}

Json big(Int128 value, const std::string& key, RecordNotes& notes) {
  if (value >= std::numeric_limits<std::int64_t>::min() && value <= std::numeric_limits<std::int64_t>::max()) {
    return static_cast<std::int64_t>(value);
  }
  if (value >= 0 && value <= Int128{std::numeric_limits<std::uint64_t>::max()})
    return static_cast<std::uint64_t>(value);
  notes.add(fmt::format("{} passes 64 bits: the nearest real number is given", key));
  return static_cast<double>(value);
}

Json parameters_json(const Parameters& parameters) {
  Json object = Json::object();
  for (const auto& [name, value] : parameters.values()) object[name] = std::visit(ValueJson{}, value);
  return object;
}

nlohmann::ordered_json record(const Study& study, const Candidate& candidate, std::size_t delay, const Ranking* ranking,
                              std::size_t candidate_index) {
  CUTLINE_EXPECT(candidate.design != nullptr);
  CUTLINE_EXPECT(delay < study.delays.size());
  RecordNotes notes;
  for (const std::string& note : candidate.notes) notes.add(note);
  explain_nulls(study, candidate, notes);
  const Design& design = *candidate.design;
  Json out;
  out["name"] = design.name;
  out["family"] = design.family;
  out["parameters"] = parameters_json(design.parameters);
  out["technology"] = technology_of(study, design).name;
  out["ideal"] = design.ideal;
  out["nodes"] = whole_or_real(candidate.nodes, candidate);
  out["interchanges"] = candidate.network ? Json(candidate.network->topology.interchange_count()) : Json(0);
  out["switches"] = 0;
  out["terminals"] = whole_or_real(candidate.terminals, candidate);
  out["links"] = whole_or_real(candidate.links, candidate);
  out["bidirectional"] = candidate.bidirectional;
  out["graph"] = graph_json(candidate, notes);
  out["channel"] = channel_json(candidate, notes);
  out["held"] = held_json(study, candidate);
  out["grid"] = grid_json(candidate);
  out["density"] = density_json(candidate, notes);
  out["tracks"] = tracks_json(candidate);
  out["layout"] = layout_json(candidate, notes);
  out["over"] = over_json(candidate);
  out["length"] = length_json(candidate, notes);
  out["pins"] = pins_json(candidate);
  out["modules"] = modules_json(candidate, candidate.timings.empty() ? nullptr : &candidate.timings.at(delay), notes);
  out["crossings"] = crossings_json(candidate);
  out["express"] = express_json(candidate, notes);
  out["delay"] = delay_json(study, candidate, delay);
  out["performance"] = performance_json(candidate, delay, notes);
  add_traffic_json(study, candidate, delay, out["performance"], notes);
  if (study.guest) out["emulation"] = emulation_json(candidate, delay, notes);
  out["routers"] = routers_json(candidate);
  out["energy"] = energy_json(candidate, delay);
  if (study.curve) out["curve"] = curve_json(study, candidate, delay, notes);
  if (!study.load_curve.empty()) out["curve"] = load_curve_json(candidate, delay);
  const std::optional<int> rank = ranking != nullptr ? ranking->rank.at(candidate_index) : std::nullopt;
  out["rank"] = or_null(rank);
  if (!rank) {
    notes.add(ranking != nullptr ? "rank is null: the candidate stands below the ranking"
                                 : "rank is null: nothing was ranked");
  }
  out["rank_range"] = rank_range_json(ranking, candidate_index);
  out["pareto"] = ranking != nullptr ? or_null(ranking->pareto.at(candidate_index)) : Json(nullptr);
  out["feasible"] = candidate.can_be_built() && candidate.infeasible.empty();
  out["infeasible"] = infeasible_json(candidate);
  out["sources"] = candidate.sources;
  out["notes"] = notes.all();
  return out;
}

nlohmann::ordered_json result_document(const Study& study, const std::vector<Candidate>& candidates,
                                       const std::vector<Ranking>& rankings) {
  CUTLINE_EXPECT(rankings.empty() || rankings.size() == study.delays.size());
  Json document;
  document["cutline"] = CUTLINE_VERSION;
  document["title"] = study.title;
  document["run"] = {{"spec_sha256", study.spec_sha256}, {"technology", study.technology.name}, {"seed", study.seed}};
  Json& records = document["candidates"] = Json::array();
  for (std::size_t c = 0; c < candidates.size(); ++c) {
    for (std::size_t d = 0; d < study.delays.size(); ++d) {
      records.push_back(record(study, candidates[c], d, rankings.empty() ? nullptr : &rankings[d], c));
    }
  }
  return document;
}

}  // namespace cutline
