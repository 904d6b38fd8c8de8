// SPDX-License-Identifier: Apache-2.0
#include <nlohmann/json.hpp>

#include "app/commands.hpp"
#include "app/session.hpp"
#include "cutline/output/figure/delay_svg.hpp"
#include "cutline/output/tables/delay_tables.hpp"
#include "cutline/spec/quantity_text.hpp"
#include "cutline/spec/spec.hpp"

namespace cutline {

namespace {

DelayCurves curves_asked_for(const Options& options) {
  const Technology technology = load_technology(options.technology);
  for (const Diagnostic& warning : technology.warnings) say(to_string(warning));
  const auto [from, to] = length_range_text("--length", options.length);
  std::optional<Time> cycle;
  if (!options.clock.empty()) cycle = period_text("--clock", options.clock);
  return delay_curves(wire_medium(technology, options.layer), lengths_between(from, to, options.steps), cycle);
}

bool is_picture(const std::string& path) {
  constexpr std::string_view kEnd = ".svg";
  return path.size() > kEnd.size() && path.compare(path.size() - kEnd.size(), kEnd.size(), kEnd) == 0;
}

std::string rendered_delay(const Options& options, const DelayCurves& curves) {
  std::string out;
  switch (options.format) {
    case Format::json:
      return delay_json(curves).dump(2) + '\n';
    case Format::jsonl:
      for (const auto& row : json_table(delay_rows(curves))) out += row.dump() + '\n';
      return out;
    case Format::csv:
      return csv_table(delay_rows(curves));
    case Format::markdown:
      return sections_markdown(delay_sections(curves)) + '\n' + delay_advice(curves) + '\n';
    case Format::table:
      break;
  }
  return sections_text(delay_sections(curves), report_style(options)) + '\n' + delay_advice(curves) + '\n';
}

}  // namespace

ExitCode run_delay(const Options& options, FileWriter& files) {
  const DelayCurves curves = curves_asked_for(options);
  const bool picture = is_picture(options.output);
  deliver(options, files, picture ? delay_svg(curves) : rendered_delay(options, curves));
  if (picture) suggest("next: a browser shows " + options.output);
  return ExitCode::done;
}

}  // namespace cutline
