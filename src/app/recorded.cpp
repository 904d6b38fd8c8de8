// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include <cstdio>
#include <filesystem>
#include <memory>

#include "app/record_lines.hpp"
#include "cutline/base/error.hpp"
#include "cutline/output/record/json.hpp"

// Records that were measured before, as the input of commands.

namespace cutline::app {

namespace {

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
