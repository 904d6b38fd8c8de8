// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "app/commands.hpp"
#include "app/record_lines.hpp"
#include "app/session.hpp"
#include "base/files.hpp"
#include "cutline/output/tables/measure_tables.hpp"
#include "cutline/output/text/file.hpp"
#include "output/text/json_values.hpp"

namespace cutline {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kMostBytes = std::size_t{4} << 30;

/// The number at a dotted key of a record; absent where it is null or no number. Throws where there is no such key.
std::optional<double> number_at(const Json& record, const std::string& key) {
  const Json* value = value_at(record, key);
  if (value == nullptr) {
    throw_input_error(fmt::format("a record has no key '{}'", key), "for example performance.latency_ns", "--by");
  }
  return value->is_number() ? std::optional<double>(value->get<double>()) : std::nullopt;
}

/// Least first; equals in the order of the spec; records without the number are left out.
std::vector<std::string_view> sorted(const std::vector<std::string_view>& records, const std::string& key) {
  std::vector<std::pair<double, std::string_view>> numbered;
  for (const std::string_view text : records) {
    if (const auto number = number_at(Json::parse(text), key)) numbered.emplace_back(*number, text);
  }
  std::stable_sort(numbered.begin(), numbered.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<std::string_view> result;
  for (const auto& [number, text] : numbered) result.push_back(text);
  return result;
}

std::string rendered_merge(const Options& options, const std::vector<std::string_view>& records) {
  std::string out;
  if (options.format == Format::csv) {
    Json all = Json::array();
    for (const std::string_view text : records) all.push_back(Json::parse(text));
    return csv_table(flat_records(all));
  }
  if (options.format == Format::json) {
    for (const std::string_view text : records) out += (out.empty() ? "[" : ",\n") + std::string(text);
    return out.empty() ? "[]\n" : out + "]\n";
  }
  if (options.format == Format::table || options.format == Format::markdown) {
    Table table;
    table.columns = {{"name", "candidate", "", true, true}, {"delay", "wire delay", "", true}};
    if (!options.by.empty()) table.columns.push_back({"value", options.by, ""});
    for (const std::string_view text : records) {
      const Json record = Json::parse(text);
      table.rows.push_back({record.at("name").get<std::string>(), record.at("delay").at("model").get<std::string>()});
      if (!options.by.empty()) table.rows.back().emplace_back(*number_at(record, options.by));
    }
    return options.format == Format::table ? text_table(table, report_style(options)) : markdown_table(table);
  }
  for (const std::string_view text : records) out += std::string(text) + '\n';
  return out;
}

}  // namespace

ExitCode run_merge(const Options& options, FileWriter& files) {
  std::vector<PartFile> parts;
  for (const std::string& name : options.specs)
    parts.push_back({name, read_bounded_file(name, kMostBytes, Readable::file_or_pipe)});
  std::vector<std::string_view> records = merged_records(parts);
  if (!options.by.empty()) records = sorted(records, options.by);
  if (options.top && records.size() > *options.top) records.resize(*options.top);
  deliver(options, files, rendered_merge(options, records));
  return ExitCode::done;
}

}  // namespace cutline
