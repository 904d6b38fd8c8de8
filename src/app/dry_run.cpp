// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string_view>

#include "app/commands.hpp"
#include "app/session.hpp"
#include "cutline/base/format.hpp"
#include "cutline/output/compare/comparison.hpp"
#include "cutline/output/figure/figure.hpp"
#include "cutline/output/tables/estimate.hpp"

namespace cutline {

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

/// Of the candidates that the command would look at.
std::vector<DesignEstimate> chosen_estimates(const Options& options, Study& study) {
  if (options.command == "plot") figure_kind(options.figure);
  const std::vector<std::size_t> chosen =
      options.command == "export" ? std::vector{expect_exportable(options, study)} : chosen_candidates(options, study);
  const std::vector<DesignEstimate> all = estimate(study);
  std::vector<DesignEstimate> out;
  for (const std::size_t each : chosen) out.push_back(all.at(each));
  return out;
}

}  // namespace

ExitCode run_dry(const Options& asked, FileWriter& files) {
  Options options = asked;
  // The file is for the export, the picture or the page, not for a table.
  constexpr std::string_view kOwnFiles[] = {"export", "draw", "plot", "report"};
  if (std::find(std::begin(kOwnFiles), std::end(kOwnFiles), asked.command) != std::end(kOwnFiles)) options.output = "-";
  std::string out;
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const std::string& spec : options.specs) {
    Study study = load_study(asked, spec);
    const std::vector<DesignEstimate> estimates = chosen_estimates(asked, study);
    const Table table = estimate_table(estimates);
    const bool first = out.empty();
    if (options.format == Format::table) out += (first ? "" : "\n") + report(study, estimates, report_style(options));
    if (options.format == Format::csv) out += csv_table(table, first);
    if (options.format == Format::markdown) out += (first ? "" : "\n") + markdown_table(table);
    for (auto& row : json_table(table)) {
      if (options.format == Format::jsonl) out += row.dump() + '\n';
      list.push_back(std::move(row));
    }
  }
  deliver(options, files, options.format == Format::json ? list.dump(2) + '\n' : out);
  return ExitCode::done;
}

}  // namespace cutline
