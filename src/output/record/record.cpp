// SPDX-License-Identifier: Apache-2.0
#include "cutline/output/record/record.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "cutline/base/error.hpp"
#include "cutline/output/text/number.hpp"
#include "cutline/study/study.hpp"
#include "output/record/parts.hpp"

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
    list.push_back(object(
        {{"limit", over.limit}, {"needed", real(over.needed, candidate)}, {"allowed", real(over.allowed, candidate)}}));
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
  const bool one_plane = candidate.network() && candidate.network()->placement.grid()[Axis::z] == 1;
  if (candidate.laid_out() && one_plane)
    notes.add("one plane: every key of the z axis, of pillars and of depth is null");
}

/// The record of one candidate in two parts, since most keys are the same under all delay models.
class RecordParts {
 public:
  RecordParts(const Study& study, const Candidate& candidate) : study_(study), candidate_(candidate) {
    CUTLINE_EXPECT(candidate.design != nullptr);
    add_design();
    add_layout();
    for (const char* key : {"delay", "performance"}) put(key, nullptr);
    if (study.guest) put("emulation", nullptr);
    put("routers", routers_json(candidate));
    put("energy", nullptr);
    if (study.curve || !study.load_curve.empty()) put("curve", nullptr);
    for (const char* key : {"rank", "rank_range", "pareto"}) put(key, nullptr);
    put("feasible", candidate.can_be_built() && candidate.infeasible.empty());
    put("infeasible", infeasible_json(candidate));
    put("sources", candidate.sources);
    put("notes", nullptr);
  }

  Json record(std::size_t delay, const Ranking* ranking, std::size_t candidate_index) const {
    Json out = shared_;
    Json own_keys = own(delay, ranking, candidate_index);
    for (auto& [key, value] : own_keys.items()) out[key] = std::move(value);
    return out;
  }

  /// The shared keys with their values, each as a text.
  std::vector<std::string> shared_texts() const {
    std::vector<std::string> texts;
    for (const auto& [key, value] : shared_.items()) texts.push_back(entry_text(key, value));
    return texts;
  }

  /// The text of the unranked record, out of those of the shared keys.
  std::string text(std::size_t delay, const std::vector<std::string>& shared) const {
    const Json own_keys = own(delay, nullptr, 0);
    std::string out;
    std::size_t at = 0;
    for (const auto& [key, value] : shared_.items()) {
      const auto found = own_keys.find(key);
      out += out.empty() ? '{' : ',';
      out += found == own_keys.end() ? shared[at] : entry_text(key, *found);
      ++at;
    }
    return out + '}';
  }

 private:
  /// A key that is not there yet: without the search for it that Json makes.
  void put(const char* key, Json value) {
    auto& members = shared_.get_ref<Json::object_t&>();
    members.emplace_back(key, std::move(value));
  }

  static std::string entry_text(const std::string& key, const Json& value) { return '"' + key + "\":" + value.dump(); }

  void add_design() {
    for (const std::string& note : candidate_.notes) notes_.add(note);
    explain_nulls(study_, candidate_, notes_);
    const Design& design = *candidate_.design;
    put("name", design.name);
    put("family", design.family.printed());
    put("parameters", parameters_json(design.parameters));
    put("technology", technology_of(study_, design).name);
    put("ideal", design.ideal);
    put("nodes", whole_or_real(candidate_.facts.nodes, candidate_));
    const std::uint64_t without_terminals =
        candidate_.network() ? candidate_.network()->topology.interchange_count() : 0;
    const bool are_switches = candidate_.network() && candidate_.network()->topology.has_switches;
    put("interchanges", are_switches ? 0 : without_terminals);
    put("switches", are_switches ? without_terminals : 0);
    put("terminals", whole_or_real(candidate_.facts.terminals, candidate_));
    put("links", whole_or_real(candidate_.facts.links, candidate_));
    put("bidirectional", candidate_.facts.bidirectional);
    put("graph", graph_json(candidate_, notes_));
    if (!study_.fail.empty()) {
      add_resilience_json(candidate_, shared_["graph"], notes_);
      put("faults", faults_json(candidate_, notes_));
    }
    put("channel", channel_json(candidate_, notes_));
    put("held", held_json(study_, candidate_));
  }

  void add_layout() {
    put("grid", grid_json(candidate_));
    put("density", density_json(candidate_, notes_));
    put("tracks", tracks_json(candidate_));
    put("layout", layout_json(candidate_, notes_));
    put("over", over_json(candidate_));
    put("length", length_json(candidate_, notes_));
    put("pins", pins_json(candidate_));
    put("modules", modules_json(candidate_, nullptr, notes_));
    put("crossings", crossings_json(candidate_));
    put("express", express_json(candidate_, notes_));
  }

  /// The keys that depend on the delay model.
  Json own(std::size_t delay, const Ranking* ranking, std::size_t candidate_index) const {
    CUTLINE_EXPECT(delay < study_.delays.size());
    RecordNotes notes = notes_;
    Json out;
    if (candidate_.packages() && !candidate_.latency.timings.empty())
      out["modules"] = modules_json(candidate_, &candidate_.latency.timings.at(delay), notes);
    out["delay"] = delay_json(study_, candidate_, delay);
    out["performance"] = performance_json(candidate_, delay, notes);
    add_traffic_json(study_, candidate_, delay, out["performance"], notes);
    if (study_.guest) out["emulation"] = emulation_json(candidate_, delay, notes);
    out["energy"] = energy_json(candidate_, delay);
    if (study_.curve) out["curve"] = curve_json(study_, candidate_, delay, notes);
    if (!study_.load_curve.empty()) out["curve"] = load_curve_json(candidate_, delay);
    const std::optional<int> rank = ranking != nullptr ? ranking->rank.at(candidate_index) : std::nullopt;
    out["rank"] = or_null(rank);
    if (!rank) {
      notes.add(ranking != nullptr ? "rank is null: the candidate stands below the ranking"
                                   : "rank is null: nothing was ranked");
    }
    out["rank_range"] = rank_range_json(ranking, candidate_index);
    out["pareto"] = ranking != nullptr ? or_null(ranking->pareto.at(candidate_index)) : Json(nullptr);
    out["notes"] = notes.all();
    return out;
  }

  const Study& study_;
  const Candidate& candidate_;
  RecordNotes notes_;
  Json shared_ = Json::object();  ///< all keys, in order; those that depend on the delay model are null
};

}  // namespace

void RecordNotes::add(const std::string& note) {
  if (std::find(notes_.begin(), notes_.end(), note) == notes_.end()) notes_.push_back(note);
}

Json object(std::initializer_list<Entry> entries) {
  Json out = Json::object();
  auto& members = out.get_ref<Json::object_t&>();
  members.reserve(entries.size());
  for (const Entry& entry : entries) members.emplace_back(entry.key, std::move(entry.value));
  return out;
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
  return RecordParts(study, candidate).record(delay, ranking, candidate_index);
}

std::vector<std::string> record_texts(const Study& study, const Candidate& candidate) {
  const RecordParts parts(study, candidate);
  const std::vector<std::string> shared = parts.shared_texts();
  std::vector<std::string> texts;
  for (std::size_t delay = 0; delay < study.delays.size(); ++delay) texts.push_back(parts.text(delay, shared));
  return texts;
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
