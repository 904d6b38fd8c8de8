// SPDX-License-Identifier: Apache-2.0
#include "cutline/output/record/record.hpp"

#include <fmt/core.h>

#include <set>

#include "cutline/output/record/json.hpp"
#include "cutline/output/words/words.hpp"
#include "output/text/number.hpp"

namespace cutline {

namespace {

/// The length of the part of a path that names maps which are open after `last`, with its last dot; 0: none is.
std::size_t shared_maps(std::string_view last, std::string_view path) {
  std::size_t shared = last.rfind('.') + 1;  // npos + 1 is 0
  while (shared > 1 && path.substr(0, shared) != last.substr(0, shared)) shared = last.rfind('.', shared - 2) + 1;
  return shared;
}

/// Adds what stands in JSON between the values of two keys that follow each other in the record, by their paths; each
/// may be empty: the record begins, or ends. Returns where an entry of the top level begins; absent: none does.
std::optional<std::size_t> add_steps(std::string& text, std::string_view last, std::string_view path) {
  const std::size_t shared = shared_maps(last, path);
  for (std::size_t dot = last.find('.', shared); dot != last.npos; dot = last.find('.', dot + 1)) text += '}';
  if (path.empty()) return std::nullopt;
  if (!last.empty()) text += ',';
  const std::size_t begin = text.size();
  for (std::size_t from = shared; from <= path.size();) {
    const std::size_t dot = std::min(path.find('.', from), path.size());
    ((text += '"') += path.substr(from, dot - from)) += dot < path.size() ? "\":{" : "\":";
    from = dot + 1;
  }
  return shared == 0 ? std::optional(begin) : std::nullopt;
}

/// A row of the catalogue as the record holds it.
struct RecordKey {
  const Quantity* quantity = nullptr;
  const RecordPart* part = nullptr;  ///< its part of the record, if that part may be null as a whole; else null
  bool of_delay = false;             ///< some quantity of its group depends on the delay model
  std::string steps;                 ///< from the row before it
  std::optional<std::size_t> entry;  ///< where in them an entry of the top level begins
};

std::string_view group_of(std::string_view key) { return key.substr(0, key.find('.')); }

std::string_view path_of(std::string_view path) { return path; }
std::string_view path_of(const RecordKey& key) { return key.quantity->key; }

const RecordPart* part_of(std::string_view key) {
  return first_with(record_parts(), [&](const RecordPart& part) {
    return key.starts_with(part.key) && key.substr(part.key.size()).starts_with('.');
  });
}

const std::vector<RecordKey>& record_keys() {
  static const std::vector<RecordKey> all = [] {
    std::set<std::string_view> groups;  // entries of the record that depend on the delay model
    for (const Quantity& row : quantities()) {
      if (row.of_delay) groups.insert(group_of(row.key));
    }
    std::vector<RecordKey> keys;
    for (const Quantity& row : quantities()) {
      if (row.value == nullptr && row.notes == nullptr) continue;
      const std::string_view before = keys.empty() ? std::string_view() : keys.back().quantity->key;
      RecordKey& key = keys.emplace_back(RecordKey{&row, part_of(row.key), groups.contains(group_of(row.key)), {}, {}});
      key.entry = add_steps(key.steps, before, row.key);
    }
    return keys;
  }();
  return all;
}

/// Puts a value at its path. All keys of one map must be put in a row, because only the last entry is looked up.
void record_put(Data::Map& map, std::string_view path, Data value) {
  const std::size_t dot = path.find('.');
  const std::string_view key = path.substr(0, dot);
  if (map.empty() || map.back().first != key) map.emplace_back(key, Data());
  if (dot == std::string_view::npos) {
    map.back().second = std::move(value);
    return;
  }
  if (map.back().second.is_null()) map.back().second = Data::Map{};
  record_put(map.back().second.map(), path.substr(dot + 1), std::move(value));
}

/// Calls put(row, value) or put(path, value) for all keys, or only for those that depend on the delay model; then for
/// `notes` and, of all keys, for the version. The version is last because what reads tables by position counts columns
/// from the first. All keys of one map come in a row, and a part that is null as a whole once for each of its keys.
template <class Put>
void for_keys(const UnderDelay& asked, bool of_delay_alone, const Put& put) {
  for (const RecordKey& key : record_keys()) {
    if (of_delay_alone && !key.of_delay) continue;
    if (key.quantity->wanted != nullptr && !key.quantity->wanted(asked.study)) continue;
    if (key.part != nullptr && !key.part->exists(asked)) {
      put(std::string_view(key.part->key), Data());
      continue;
    }
    put(key, value_in_words(*key.quantity, asked));
  }
  const auto notes = record_notes(asked);
  put(std::string_view("notes"), Data(data_list(notes)));
  if (!of_delay_alone) put(std::string_view("cutline"), Data(CUTLINE_VERSION));
}

/// A record as JSON, '{"key":value,...}', and where the entries of its top level begin.
struct RecordText {
  std::string text;
  std::vector<std::pair<std::string_view, std::size_t>> entries;  ///< keys, and the bytes before each
  std::string_view entry(std::size_t number) const {
    const std::size_t begin = entries[number].second;
    const std::size_t next = number + 1 < entries.size() ? entries[number + 1].second : text.size();
    return std::string_view(text).substr(begin, next - 1 - begin);  // a comma or a brace ends it
  }
};

/// Writes a record without the maps that for_keys() fills first: a sweep writes many records.
class RecordWriter {
 public:
  RecordWriter() { written_.text.reserve(kUsualSize); }
  void put(std::string_view path, const Data& value) {
    if (path == last_) return;
    begin(path, add_steps(written_.text, last_, path));
    append_json(written_.text, value);
  }
  /// The same for a row of the catalogue, whose steps from the row before it are known.
  void put(const RecordKey& key, const Data& value) {
    const std::string_view path = path_of(key);
    const bool follows = last_row_ != nullptr && last_row_ + 1 == &key && last_.data() == path_of(*last_row_).data();
    last_row_ = &key;
    if (!follows) return put(path, value);
    begin(path, key.entry ? std::optional(written_.text.size() + *key.entry) : std::nullopt);
    written_.text += key.steps;
    append_json(written_.text, value);
  }
  RecordText take() && {
    add_steps(written_.text, last_, "");
    written_.text += '}';
    return std::move(written_);
  }

 private:
  static constexpr std::size_t kUsualSize = 8192;

  /// `entry`: where an entry of the top level begins, if one does.
  void begin(std::string_view path, std::optional<std::size_t> entry) {
    if (entry) written_.entries.emplace_back(group_of(path), *entry);
    last_ = path;
  }

  RecordText written_{"{", {}};
  std::string_view last_;                ///< the path of the last value
  const RecordKey* last_row_ = nullptr;  ///< the last row that was put
};

/// The record of a candidate under a delay model. Keys of quantities outlive it.
RecordText record_text(const UnderDelay& asked, bool of_delay_alone) {
  RecordWriter writer;
  for_keys(asked, of_delay_alone, [&](const auto& key, const Data& value) { writer.put(key, value); });
  return std::move(writer).take();
}

/// Calls `each` with the dotted path and the value of every entry that is not a map.
template <class Each>
void for_leaves(const std::string& path, const Data& value, const Each& each) {
  if (!value.is_map() || value.map().empty()) return each(path, value);
  for (const auto& [key, child] : value.map()) for_leaves(path.empty() ? key : path + '.' + key, child, each);
}

Data::Map& map_at(Data::Map& map, std::string_view key, const Data& fresh) {
  const auto found = std::find_if(map.begin(), map.end(), [&](const Data::Entry& entry) { return entry.first == key; });
  if (found != map.end()) return found->second.map();
  map.emplace_back(key, fresh);
  return map.back().second.map();
}

/// The schema of a quantity: its summary and, if it has a unit, this unit and the type, a number or null.
Data::Map leaf(const Quantity& quantity) {
  const std::string_view unit = unit_text(quantity.unit, false).words;
  if (unit.empty()) return {{"description", quantity.summary}};
  return {{"description", fmt::format("{}; {}", quantity.summary, unit)}, {"type", Data::List{"number", "null"}}};
}

/// Puts a quantity at its path below a map with `properties`; maps may be null as a whole.
void schema_put(Data::Map& object, std::string_view path, const Quantity& quantity) {
  const std::size_t dot = path.find('.');
  Data::Map& properties = map_at(object, "properties", Data::Map{});
  if (dot == std::string_view::npos) {
    properties.emplace_back(path, leaf(quantity));
    return;
  }
  Data::Map& child = map_at(properties, path.substr(0, dot), Data::Map{{"type", Data::List{"object", "null"}}});
  schema_put(child, path.substr(dot + 1), quantity);
}

/// The schema of a record. It requires the keys that every record has, whatever the spec.
Data record_schema() {
  Data::Map record = {{"type", "object"}};
  Data::List required;
  for (const Quantity& quantity : quantities()) {
    if (quantity.value == nullptr && quantity.notes == nullptr) continue;
    if (quantity.ranks_alone()) continue;
    schema_put(record, quantity.key, quantity);
    const std::string top = quantity.key.substr(0, quantity.key.find('.'));
    const bool known = std::find(required.begin(), required.end(), Data(top)) != required.end();
    if (quantity.wanted == nullptr && !known) required.emplace_back(top);
  }
  Data::Map& properties = map_at(record, "properties", Data::Map{});
  properties.emplace_back("notes", Data::Map{{"description", "why keys are null, and what was counted how"},
                                             {"type", "array"},
                                             {"items", Data::Map{{"type", "string"}}}});
  required.emplace_back("notes");
  properties.emplace_back("cutline", Data::Map{{"description", "version that made the record"}, {"type", "string"}});
  required.emplace_back("cutline");
  record.emplace_back("required", std::move(required));
  record.emplace_back("additionalProperties", false);
  return record;
}

}  // namespace

Data record(const Study& study, const Candidate& candidate, std::size_t delay, const Ranking* ranking,
            std::size_t candidate_index) {
  CUTLINE_EXPECT(candidate.design != nullptr && delay < study.delays.size());
  Data::Map map;
  map.reserve(record_keys().size() / 2);
  for_keys(under_delay(study, candidate, delay, ranking, candidate_index), false,
           [&](const auto& key, Data value) { record_put(map, path_of(key), std::move(value)); });
  return map;
}

std::vector<std::string> record_texts(const Study& study, const Candidate& candidate) {
  RecordText first = record_text(under_delay(study, candidate, 0), false);
  std::vector<std::string> texts(1);
  for (std::size_t delay = 1; delay < study.delays.size(); ++delay) {
    const RecordText own = record_text(under_delay(study, candidate, delay), true);
    std::string& text = texts.emplace_back();
    for (std::size_t i = 0; i < first.entries.size(); ++i) {
      const auto same = [&](const auto& entry) { return entry.first == first.entries[i].first; };
      const auto found = std::find_if(own.entries.begin(), own.entries.end(), same);
      text += text.empty() ? '{' : ',';
      const auto number = static_cast<std::size_t>(found - own.entries.begin());
      text += found == own.entries.end() ? first.entry(i) : own.entry(number);
    }
    text += '}';
  }
  texts.front() = std::move(first.text);
  return texts;
}

Data result_document(const Study& study, const std::vector<Candidate>& candidates,
                     const std::vector<Ranking>& rankings) {
  CUTLINE_EXPECT(rankings.empty() || rankings.size() == study.delays.size());
  Data::List records;
  for (std::size_t c = 0; c < candidates.size(); ++c) {
    for (std::size_t d = 0; d < study.delays.size(); ++d)
      records.push_back(record(study, candidates[c], d, rankings.empty() ? nullptr : &rankings[d], c));
  }
  const Data::Map run = {
      {"spec_sha256", study.spec_sha256}, {"technology", study.technology.name}, {"seed", study.seed}};
  return Data::Map{
      {"cutline", CUTLINE_VERSION}, {"title", study.title}, {"run", run}, {"candidates", std::move(records)}};
}

Table flat_records(const Data::List& records) {
  Table table;
  std::map<std::string, std::size_t> column_of;
  const std::string version = "cutline";
  for (const Data& record : records) {
    for_leaves("", record, [&](const std::string& path, const Data& value) {
      if (path == version) return;
      if (column_of.emplace(path, table.columns.size()).second)
        table.columns.push_back({path, path, "", value.is_text() || value.is_list() || value.is_map()});
    });
  }
  column_of.emplace(version, table.columns.size());
  table.columns.push_back({version, version, "", true});
  for (const Data& record : records) {
    std::vector<TableCell>& cells = table.rows.emplace_back(table.columns.size());
    for_leaves("", record,
               [&](const std::string& path, const Data& value) { cells[column_of.at(path)] = cell_of(value); });
  }
  return table;
}

std::string result_schema() {
  const auto text = [](const char* what) { return Data::Map{{"type", "string"}, {"description", what}}; };
  const Data::Map run = {{"type", "object"}, {"description", "what was run: the spec's digest, technology and seed"}};
  const Data::Map records = {
      {"type", "array"}, {"description", "a record a candidate and delay model"}, {"items", record_schema()}};
  const Data::Map schema = {{"$schema", "http://json-schema.org/draft-07/schema#"},
                            {"title", "Results of Cutline"},
                            {"type", "object"},
                            {"properties", Data::Map{{"cutline", text("version")},
                                                     {"title", text("of the spec")},
                                                     {"run", run},
                                                     {"candidates", records},
                                                     {"crossovers", Data::Map{{"type", "object"}}}}},
                            {"required", Data::List{"cutline", "title", "run", "candidates"}}};
  return to_json(schema, 2) + '\n';
}

}  // namespace cutline
