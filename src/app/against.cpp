// SPDX-License-Identifier: Apache-2.0
#include "app/against.hpp"

#include <fmt/core.h>

#include "app/session.hpp"
#include "cutline/base/files.hpp"
#include "cutline/output/record/differences.hpp"
#include "cutline/output/record/json.hpp"
#include "output/text/number.hpp"

namespace cutline::app {

namespace {

constexpr std::size_t kMaxResultBytes = std::size_t{256} << 20;

Data read_result(const std::string& path) {
  std::optional<Data> result = json_of_user(read_bounded_file(path, kMaxResultBytes, Readable::file_or_pipe));
  if (!result) {
    throw_input_error(fmt::format("'{}' is not JSON, or more than {} deep", path, kDeepestJson),
                      "write one with the same command and `--format json -o OLD.json`");
  }
  return *std::move(result);
}

std::string tolerance_text(double tolerance) {
  return tolerance == 0 ? "exactly" : fmt::format("within {} %", text::short_text(tolerance * 100));
}

std::string sentence(const Differences& differences, const Options& options) {
  if (differences.beyond.empty()) {
    return fmt::format("Nothing changed: {} values of {} records agree {} with {}.\n", differences.compared,
                       differences.records, tolerance_text(options.tolerance), options.against);
  }
  return fmt::format("{} of {} values changed since {} ({} asked).\n", differences.beyond.size(), differences.compared,
                     options.against, options.tolerance == 0 ? "no change" : tolerance_text(options.tolerance));
}

std::string rendered_against(const Differences& differences, const Options& options) {
  const Table table = differences_table(differences);
  switch (options.format) {
    case Format::json:
      return to_json(table_data(table), 2) + '\n';
    case Format::jsonl:
      return to_json_lines(table_data(table));
    case Format::csv:
      return csv_table(table);
    case Format::markdown:
      return markdown_table(table) + '\n' + sentence(differences, options);
    case Format::latex:
      return latex_table(table);
    case Format::table:
      break;
  }
  const std::string rows = differences.beyond.empty() ? "" : text_table(table, report_style(options)) + '\n';
  return rows + sentence(differences, options);
}

}  // namespace

void expect_against(const Options& options) {
  if (options.against.empty() && options.tolerance != 0)
    throw_input_error("--tolerance is that of --against", "add `--against OLD.json`");
}

ExitCode report_against(const Options& options, text::FileWriter& files, const Data& result) {
  const Differences differences = compare_results(read_result(options.against), result, options.tolerance);
  deliver(options, files, rendered_against(differences, options));
  return differences.beyond.empty() ? ExitCode::done : ExitCode::answer_is_no;
}

}  // namespace cutline::app
