// SPDX-License-Identifier: Apache-2.0
#include "cutline/output/record/differences.hpp"

#include <fmt/format.h>

#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "cutline/base/error.hpp"
#include "cutline/output/text/number.hpp"

namespace cutline {

namespace {

using Json = nlohmann::ordered_json;
using Leaves = std::vector<std::pair<std::string, Json>>;

/// What names a record: the title of its document, the candidate, the delay model.
struct RecordName {
  std::string title, candidate, delay;
  auto operator<=>(const RecordName&) const = default;
};

struct NamedRecord {
  RecordName name;
  Leaves leaves;
};

void collect(const std::string& path, const Json& value, Leaves& leaves) {
  if (value.is_object() && !value.empty()) {
    for (const auto& [key, child] : value.items()) collect(path.empty() ? key : path + '.' + key, child, leaves);
  } else if (value.is_array() && !value.empty()) {
    for (std::size_t i = 0; i < value.size(); ++i) collect(fmt::format("{}.{}", path, i), value[i], leaves);
  } else {
    leaves.emplace_back(path, value);
  }
}

std::string text_at(const Json& record, const char* key) {
  return record.contains(key) && record.at(key).is_string() ? record.at(key).get<std::string>() : "";
}

NamedRecord named(const std::string& title, const Json& record) {
  NamedRecord out{{title, text_at(record, "name"), {}}, {}};
  if (record.contains("delay") && record.at("delay").is_object()) out.name.delay = text_at(record.at("delay"), "model");
  for (const auto& [key, value] : record.items()) {
    if (key != "notes" && key != "sources" && key != "name") collect(key, value, out.leaves);
  }
  return out;
}

std::vector<NamedRecord> records_of(const Json& document) {
  std::vector<NamedRecord> records;
  const Json documents = document.is_array() ? document : Json::array({document});
  for (const Json& each : documents) {
    const bool good = each.is_object() && each.contains("candidates") && each.at("candidates").is_array();
    if (!good) throw_input_error("this is no result of 'cutline compare --format json': it has no list of candidates");
    for (const Json& record : each.at("candidates")) {
      if (!record.is_object())
        throw_input_error("this is no result of 'cutline compare --format json': a candidate is no map");
      records.push_back(named(text_at(each, "title"), record));
    }
  }
  return records;
}

std::string shown(const Json& value) {
  if (value.is_string()) return value.get<std::string>();
  return value.is_number_float() ? exact_text(value.get<double>()) : value.dump();
}

bool within(const Json& before, const Json& after, double tolerance) {
  if (!before.is_number() || !after.is_number()) return before == after;
  const double old_value = before.get<double>();
  return before == after || std::abs(after.get<double>() - old_value) <= tolerance * std::abs(old_value);
}

std::optional<double> relative(const Json& before, const Json& after) {
  if (!before.is_number() || !after.is_number() || before.get<double>() == 0) return std::nullopt;
  const double change = (after.get<double>() - before.get<double>()) / std::abs(before.get<double>());
  return std::isfinite(change * 100) ? std::optional(change) : std::nullopt;
}

void compare_record(const NamedRecord& before, const NamedRecord& after, double tolerance, Differences& out) {
  std::map<std::string, const Json*> now;
  for (const auto& [key, value] : after.leaves) now.emplace(key, &value);
  ++out.records;
  const auto add = [&](const std::string& key, std::string old_text, std::string new_text,
                       std::optional<double> change) {
    out.beyond.push_back(
        {before.name.candidate, before.name.delay, key, std::move(old_text), std::move(new_text), change});
  };
  for (const auto& [key, value] : before.leaves) {
    const auto found = now.find(key);
    if (found == now.end()) {
      add(key, shown(value), "absent", std::nullopt);
      continue;
    }
    ++out.compared;
    if (!within(value, *found->second, tolerance))
      add(key, shown(value), shown(*found->second), relative(value, *found->second));
    now.erase(found);
  }
  for (const auto& [key, value] : after.leaves) {
    if (now.count(key) != 0) add(key, "absent", shown(value), std::nullopt);
  }
}

}  // namespace

Differences compare_results(const Json& before, const Json& after, double tolerance) {
  std::map<RecordName, NamedRecord> now;
  std::vector<RecordName> order;
  for (NamedRecord& record : records_of(after)) {
    order.push_back(record.name);
    now.emplace(record.name, std::move(record));
  }
  Differences out;
  std::set<RecordName> seen;
  for (const NamedRecord& record : records_of(before)) {
    seen.insert(record.name);
    const auto found = now.find(record.name);
    if (found != now.end()) {
      compare_record(record, found->second, tolerance, out);
    } else {
      out.beyond.push_back(
          {record.name.candidate, record.name.delay, "the whole record", "present", "absent", std::nullopt});
    }
  }
  for (const RecordName& name : order) {
    if (seen.count(name) == 0) {
      out.beyond.push_back({name.candidate, name.delay, "the whole record", "absent", "present", std::nullopt});
    }
  }
  return out;
}

Table differences_table(const Differences& differences) {
  Table table{{{"name", "candidate", "", true, true},
               {"delay", "delay", "", true, true},
               {"key", "key", "", true},
               {"before", "before", "", true, true},
               {"after", "after", "", true, true},
               {"change_percent", "change", "%"}},
              {}};
  for (const Difference& each : differences.beyond) {
    TableCell change;
    if (each.relative) change = *each.relative * 100;
    table.rows.push_back({each.candidate, each.delay, each.key, each.before, each.after, change});
  }
  return table;
}

}  // namespace cutline
