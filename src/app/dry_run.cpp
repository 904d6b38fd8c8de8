// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include <string_view>

#include "app/command.hpp"
#include "cutline/base/format.hpp"
#include "cutline/output/compare/comparison.hpp"
#include "cutline/output/record/json.hpp"
#include "cutline/output/tables/estimate.hpp"

namespace cutline::app {

namespace {

std::string delays_line(const Study& study) {
  std::vector<std::string_view> labels;
  for (const ChosenDelay& delay : study.delays) labels.push_back(delay.label);
  return fmt::format("wire delay: {}", join(labels, "; "));
}

std::string report(const Study& study, const std::vector<DesignEstimate>& estimates, const ReportStyle& style) {
  std::string out = study.title.empty() ? "" : bold(study.title, style) + '\n';
  for (const std::string& line : wrap_text(conditions_text(study), style.width)) out += line + '\n';
  out += delays_line(study) + "\n\n" + text_table(estimate_table(estimates), style);
  return out + '\n' + estimate_sentence(estimates) + '\n';
}

}  // namespace

ExitCode run_dry(const Options& asked, text::FileWriter& files) {
  Options options = asked;
  // -o names the file of the export, picture or page; the table of a dry run does not go there.
  if (asked.command->writes_own_file) options.output = "-";
  std::string out;
  Data::List list;
  for (const std::string& spec : options.specs) {
    Study study = load_study(asked, spec);
    const std::vector<std::size_t> chosen = asked.command->candidates(asked, study);
    const std::vector<DesignEstimate> all = estimate(study);
    std::vector<DesignEstimate> estimates;
    for (const std::size_t each : chosen) estimates.push_back(all.at(each));
    const Table table = estimate_table(estimates);
    const bool first = out.empty();
    if (options.format == Format::table) out += (first ? "" : "\n") + report(study, estimates, report_style(options));
    if (options.format == Format::csv) out += csv_table(table, first);
    if (options.format == Format::markdown || options.format == Format::latex)
      out += (first ? "" : "\n") + table_in(options.format, table);
    const Data rows = table_data(table);
    if (options.format == Format::jsonl) out += to_json_lines(rows);
    list.insert(list.end(), rows.list().begin(), rows.list().end());
  }
  deliver(options, files, options.format == Format::json ? to_json(list, 2) + '\n' : out);
  return ExitCode::done;
}

}  // namespace cutline::app
