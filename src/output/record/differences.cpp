// SPDX-License-Identifier: Apache-2.0
#include "output/record/differences.hpp"

#include <fmt/core.h>

#include <cmath>
#include <set>

#include "cutline/base/error.hpp"
#include "cutline/output/record/json.hpp"
#include "output/text/number.hpp"

namespace cutline {

namespace {

using Leaves = std::vector<std::pair<std::string, Data>>;

/// The names that identify a record: the title of its document, the candidate, the delay model.
struct RecordName {
  std::string title, candidate, delay;
  auto operator<=>(const RecordName&) const = default;
};

struct NamedRecord {
  RecordName name;
  Leaves leaves;
};

void collect(const std::string& path, const Data& value, Leaves& leaves) {
  if (value.is_map() && !value.map().empty()) {
    for (const auto& [key, child] : value.map()) collect(path.empty() ? key : path + '.' + key, child, leaves);
  } else if (value.is_list() && !value.list().empty()) {
    for (std::size_t i = 0; i < value.list().size(); ++i)
      collect(fmt::format("{}.{}", path, i), value.list()[i], leaves);
  } else {
    leaves.emplace_back(path, value);
  }
}

std::string text_at(const Data& record, std::string_view key) {
  const Data* found = record.find(key);
  return found != nullptr && found->is_text() ? found->text() : "";
}

NamedRecord named(const std::string& title, const Data& record) {
  NamedRecord out{{title, text_at(record, "name"), {}}, {}};
  if (const Data* delay = record.find("delay")) out.name.delay = text_at(*delay, "model");
  for (const auto& [key, value] : record.map()) {
    const bool beside = key == "notes" || key == "sources" || key == "name" || key == "cutline";
    if (!beside) collect(key, value, out.leaves);
  }
  return out;
}

std::vector<NamedRecord> records_of(const Data& document) {
  std::vector<NamedRecord> records;
  const Data::List documents = document.is_list() ? document.list() : Data::List{document};
  for (const Data& each : documents) {
    const Data* candidates = each.find("candidates");
    if (candidates == nullptr || !candidates->is_list())
      throw_input_error("this is no result of 'cutline compare --format json': it has no list of candidates");
    for (const Data& record : candidates->list()) {
      if (!record.is_map())
        throw_input_error("this is no result of 'cutline compare --format json': a candidate is no map");
      records.push_back(named(text_at(each, "title"), record));
    }
  }
  return records;
}

/// Whether two values are equal; a whole number equals a real of the same value.
bool same(const Data& before, const Data& after) {
  return before == after || (before.is_number() && after.is_number() && before.number() == after.number());
}

bool is_within(const Data& before, const Data& after, double tolerance) {
  if (same(before, after)) return true;
  if (!before.is_number() || !after.is_number()) return false;
  return std::abs(after.number() - before.number()) <= tolerance * std::abs(before.number());
}

std::optional<double> relative(const Data& before, const Data& after) {
  if (!before.is_number() || !after.is_number() || before.number() == 0) return std::nullopt;
  const double change = (after.number() - before.number()) / std::abs(before.number());
  return std::isfinite(change * 100) ? std::optional(change) : std::nullopt;
}

void compare_record(const NamedRecord& before, const NamedRecord& after, double tolerance, Differences& out) {
  std::map<std::string, const Data*> now;
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
      add(key, value_in_full(value), "absent", std::nullopt);
      continue;
    }
    ++out.compared;
    if (!is_within(value, *found->second, tolerance))
      add(key, value_in_full(value), value_in_full(*found->second), relative(value, *found->second));
    now.erase(found);
  }
  for (const auto& [key, value] : after.leaves) {
    if (now.count(key) != 0) add(key, "absent", value_in_full(value), std::nullopt);
  }
}

}  // namespace

std::string value_in_full(const Data& value) {
  if (value.is_text()) return value.text();
  return value.is_real() ? text::exact_text(value.number()) : to_json(value);
}

Differences compare_results(const Data& before, const Data& after, double tolerance) {
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
    if (seen.count(name) == 0)
      out.beyond.push_back({name.candidate, name.delay, "the whole record", "absent", "present", std::nullopt});
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
