// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include <nlohmann/json.hpp>

#include "app/commands.hpp"
#include "app/session.hpp"
#include "cutline/base/error.hpp"
#include "cutline/output/tables/profile_table.hpp"

namespace cutline {

namespace {

std::string rendered_profile(const Options& options, const AxisProfile& profile, const std::string& name) {
  const Table table = profile_table(profile);
  std::string lines;
  switch (options.format) {
    case Format::json:
      return profile_json(profile, name).dump() + '\n';
    case Format::jsonl:
      for (const auto& row : json_table(table)) lines += row.dump() + '\n';
      return lines;
    case Format::csv:
      return csv_table(table);
    case Format::markdown:
      return markdown_table(table);
    case Format::table:
      break;
  }
  const ReportStyle style = report_style(options);
  return profile_summary(profile, name, style) + '\n' + text_table(table, style);
}

}  // namespace

ExitCode run_profile(const Options& options, FileWriter& files) {
  Study study = load_study(options, options.specs.front());
  const std::size_t chosen = keep_only(study, chosen_candidate(options, study));
  const std::vector<Candidate> candidates = laid_out(options, study);
  expect_layout(study, candidates[chosen], "profile");
  const Axis axis = kAxes[static_cast<std::size_t>(options.axis - 'x')];
  if (axis == Axis::z && candidates[chosen].network()->placement.grid()[Axis::z] == 1) {
    throw_input_error(fmt::format("candidate '{}' stands in one plane: it has no pillars", study.designs[chosen].name),
                      "put dimensions on z with `placement: {axes: ...}`");
  }
  deliver(
      options, files,
      rendered_profile(options, axis_profile(candidates[chosen].laid_out()->layout, axis), study.designs[chosen].name));
  return ExitCode::done;
}

}  // namespace cutline
