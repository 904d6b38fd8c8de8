// SPDX-License-Identifier: Apache-2.0
#include "app/record_lines.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "base/files.hpp"
#include "cutline/base/error.hpp"
#include "cutline/output/record/json.hpp"
#include "cutline/output/record/record.hpp"
#include "cutline/study/quantities.hpp"

namespace cutline::app {

namespace {

constexpr std::size_t kMostBytes = std::size_t{4} << 30;

std::optional<double> number_at(const Data& record, const std::string& key) {
  const Data* value = record.at_path(key);
  return value != nullptr && value->is_number() ? std::optional<double>(value->number()) : std::nullopt;
}

/// The key of the record that a user means by `name`: a key, or a name of its quantity such as "latency". A key of the
/// record stands for itself, also if it leads into a list or a map.
std::string key_meant(const std::string& name, const Data& record) {
  if (record.at_path(name) != nullptr) return name;
  return quantity_by_name(name, [&](const Quantity& row) { return number_at(record, row.key).has_value(); }).key;
}

struct Sorted {
  std::string key;
  std::vector<std::string_view> records;
};

/// Sorts the records by a number, least first; equal ones stay in the order of the spec. Records without the number are
/// left out. Throws an input error if none has it.
Sorted sorted(const std::vector<std::string_view>& records, const std::string& name) {
  Sorted result;
  std::vector<std::pair<double, std::string_view>> numbered;
  for (const std::string_view text : records) {
    const Data record = *json_of_user(text);
    if (result.key.empty()) result.key = key_meant(name, record);
    if (const auto number = number_at(record, result.key)) numbered.emplace_back(*number, text);
  }
  if (numbered.empty() && !records.empty()) {
    throw_input_error(fmt::format("no record has a number at '{}'", result.key),
                      "numbers are, for example, latency, nodes and area", "--by");
  }
  std::stable_sort(numbered.begin(), numbered.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  for (const auto& [number, text] : numbered) result.records.push_back(text);
  return result;
}

std::string merged_rendered(const Options& options, const std::string& by,
                            const std::vector<std::string_view>& records) {
  std::string out;
  if (options.format == Format::csv)
    return csv_table(flat_records(each_of(records, [](std::string_view text) { return *json_of_user(text); })));
  if (options.format == Format::json) {
    for (const std::string_view text : records) out += (out.empty() ? "[" : ",\n") + std::string(text);
    return out.empty() ? "[]\n" : out + "]\n";
  }
  if (options.format != Format::jsonl) {
    Table table;
    table.columns = {{"name", "candidate", "", true, true}, {"delay", "wire delay", "", true}};
    if (!by.empty()) table.columns.push_back({"value", by, ""});
    for (const std::string_view text : records) {
      const Data record = *json_of_user(text);
      table.rows.push_back({record.at("name").text(), record.at("delay").at("model").text()});
      if (!by.empty()) table.rows.back().emplace_back(*number_at(record, by));
    }
    return rendered(options, {.table = [&] { return table; }});
  }
  for (const std::string_view text : records) out += std::string(text) + '\n';
  return out;
}

}  // namespace

bool add_record_lines(const Options& options, const std::optional<Shard>& asked, const std::string& spec,
                      FunctionRef<void(std::string_view)> add) {
  const auto texts = [](const Study& study, const Candidate& candidate, std::size_t) {
    return record_texts(study, candidate);
  };
  return cutline::add_record_lines(load_study(options, spec), asked, options.effort, texts, add);
}

std::string merged_text(const Options& options, const MergeChoice& choice) {
  std::vector<PartFile> parts;
  for (const std::string& name : options.specs)
    parts.push_back({name, read_bounded_file(name, kMostBytes, Readable::file_or_pipe)});
  for (const PartFile& part : parts) {
    if (part.name.ends_with(".partial"))
      say(fmt::format("note: '{}' is what an interrupted run had measured: its other records are missing", part.name));
  }
  std::vector<std::string_view> records = merged_records(parts);
  std::string by;
  if (!choice.by.empty()) {
    Sorted by_number = sorted(records, choice.by);
    by = std::move(by_number.key);
    records = std::move(by_number.records);
  }
  if (choice.top && records.size() > *choice.top) records.resize(*choice.top);
  return merged_rendered(options, by, records);
}

}  // namespace cutline::app
