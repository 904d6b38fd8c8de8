// SPDX-License-Identifier: Apache-2.0
#include "app/record_lines.hpp"

#include <fmt/core.h>

#include <cstdio>
#include <filesystem>

#include "base/files.hpp"
#include "cutline/output/record/json.hpp"
#include "cutline/output/record/record.hpp"

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

constexpr std::size_t kMostOfLine = std::size_t{64} << 20;

bool names_records(const std::string& file) {
  const std::string ending = std::filesystem::path(file).extension().string();
  return ending == ".jsonl" || ending == ".partial";
}

/// A file that is read line by line. A line longer than kMostOfLine is refused.
class RecordLines {
 public:
  explicit RecordLines(const std::string& name) : name_(name), file_(std::fopen(name.c_str(), "rb"), &std::fclose) {
    if (!file_) throw_file_error(fmt::format("cannot open '{}'", name), "name a file of records");
  }
  /// Reads the next line without its end; false at the end of the file.
  bool next(std::string& line) {
    line.clear();
    char piece[1 << 16];
    while (std::fgets(piece, sizeof piece, file_.get()) != nullptr) {
      line += piece;
      if (line.size() > kMostOfLine) throw_limit_error(fmt::format("'{}' has a line of more than 64 MiB", name_));
      if (line.back() != '\n') continue;
      line.pop_back();
      return true;
    }
    return !line.empty();
  }

 private:
  std::string name_;
  std::unique_ptr<std::FILE, int (*)(std::FILE*)> file_;
};

/// The records of a document that `compare` or `measure` wrote: a map with `candidates`, or a list of such maps.
void each_of_document(const std::string& file, FunctionRef<void(const Data&)> each) {
  const Data document = read_result(file);
  const auto take = [&](const Data& one) {
    const Data* candidates = one.is_map() ? one.find("candidates") : nullptr;
    if (candidates == nullptr || !candidates->is_list()) throw_input_error(fmt::format("'{}' holds no records", file));
    for (const Data& record : candidates->list()) {
      if (!is_record(record)) throw_input_error(fmt::format("'{}' holds something that is no record", file));
      each(record);
    }
  };
  if (!document.is_list()) return take(document);
  for (const Data& one : document.list()) take(one);
}

void each_of_lines(const std::string& file, FunctionRef<void(const Data&)> each) {
  RecordLines lines(file);
  std::string line;
  for (std::size_t number = 1; lines.next(line); ++number) {
    const std::optional<Data> data = json_of_user(line);
    const bool is_head = number == 1 && data && data->is_map() && data->find("shards") != nullptr;
    if (is_head) continue;
    const Data* record = data && data->is_map() ? data->find("record") : nullptr;  // of a part of a sweep
    if (record == nullptr && data) record = &*data;
    if (record == nullptr || !is_record(*record))
      throw_input_error(fmt::format("{}:{}: this is no whole record", file, number),
                        "cutline measure --format jsonl writes them");
    each(*record);
  }
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

std::vector<std::string> record_files(const Options& options) {
  std::vector<std::string> files = options.from;
  std::size_t specs = 0;
  for (const std::string& spec : options.specs) {
    if (names_records(spec)) {
      files.push_back(spec);
    } else {
      ++specs;
    }
  }
  if (specs > 0 && !files.empty())
    throw_input_error("specs and records cannot be read together", "measure the specs first, and name their records");
  if (specs == 0 && files.empty())
    throw_input_error("SPEC is required",
                      "a spec is a YAML file: 'cutline new noc -o noc.yaml' writes one to start from");
  return files;
}

compare::RecordedView recorded_view(const Options& options, std::vector<std::string> columns, std::size_t top) {
  compare::RecordedView view{.columns = std::move(columns), .top = top, .delay = options.delay};
  for (const Override& one : options.overrides) {
    if (one.path != "rank" || one.option == "--set")
      throw_input_error("records are measured already, and --set needs the spec", "measure again with --set");
    view.by = one.value;
  }
  if (!options.candidates.empty() || !options.against.empty() || options.dry_run)
    throw_input_error("records take neither -c, --against nor --dry-run", "these need the spec");
  return view;
}

void for_each_record(const std::vector<std::string>& files, FunctionRef<void(const Data&)> each) {
  for (const std::string& file : files) {
    if (std::filesystem::path(file).extension() == ".json") {
      each_of_document(file, each);
    } else {
      each_of_lines(file, each);
    }
  }
}

}  // namespace cutline::app
