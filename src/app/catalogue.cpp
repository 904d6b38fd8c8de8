// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "app/commands.hpp"
#include "app/option_values.hpp"
#include "app/session.hpp"
#include "cutline/output/list/listing.hpp"
#include "cutline/spec/spec.hpp"

namespace cutline {

ExitCode run_list(const Options& options, FileWriter& files) {
  const Listing list = listing(options.kind, options.entry);
  std::string out;
  switch (options.format) {
    case Format::json:
      out = listing_json(options.kind, options.entry).dump(2) + '\n';
      break;
    case Format::jsonl:
      for (const auto& entry : listing_json(options.kind, options.entry)) out += entry.dump() + '\n';
      break;
    case Format::csv:
      out = csv_table(list.table);
      break;
    case Format::markdown:
      out = sections_markdown(list.sections);
      break;
    case Format::table:
      out = sections_text(list.sections, report_style(options));
      break;
  }
  deliver(options, files, out);
  return ExitCode::done;
}

std::vector<std::string_view> schema_subjects() { return {"spec", "technology"}; }

ExitCode run_schema(const Options& options, FileWriter& files) {
  const std::vector<std::string_view> subjects = schema_subjects();
  const auto subject = std::find(subjects.begin(), subjects.end(), options.subject);
  if (subject == subjects.end()) {
    throw_input_error(fmt::format("there is no schema of '{}'", options.subject), "it takes: " + either(subjects));
  }
  deliver(options, files, subject == subjects.begin() ? spec_schema() : technology_schema());
  return ExitCode::done;
}

ExitCode run_version(const Options& options, FileWriter& files) {
  deliver(options, files, fmt::format("cutline {}\n", CUTLINE_VERSION));
  return ExitCode::done;
}

}  // namespace cutline
