// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "app/commands.hpp"
#include "app/session.hpp"
#include "cutline/output/listing.hpp"
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

ExitCode run_schema(const Options& options, FileWriter& files) {
  std::string schema = spec_schema();
  if (schema.empty() || schema.back() != '\n') schema += '\n';
  deliver(options, files, schema);
  return ExitCode::done;
}

ExitCode run_version(const Options& options, FileWriter& files) {
  deliver(options, files, fmt::format("cutline {}\n", CUTLINE_VERSION));
  return ExitCode::done;
}

}  // namespace cutline
