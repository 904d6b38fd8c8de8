// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include <algorithm>
#include <string_view>

#include "app/command.hpp"
#include "cutline/base/format.hpp"
#include "cutline/output/compare/comparison.hpp"
#include "cutline/output/list/listing.hpp"
#include "cutline/output/record/json.hpp"
#include "output/tables/estimate.hpp"

namespace cutline::app {

#define CUTLINE_COMMAND(name) Command name##_command();
#include "app/commands.inc"
#undef CUTLINE_COMMAND

namespace {

Command with_help(Command command) {
  CommandOptions& options = command.options;
  options.insert(options.begin(), flag({"-h", "--help"}, "print this help", {}));
  std::stable_partition(options.begin(), options.end(),
                        [](const CommandOption& option) { return option.is_argument(); });
  return command;
}

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

const std::vector<Command>& commands() {
  static const std::vector<Command> all = {
#define CUTLINE_COMMAND(name) with_help(name##_command()),
#undef CUTLINE_COMMAND
  };
  return all;
}

const std::vector<ExitMeaning>& exit_meanings() {
  static const std::vector<ExitMeaning> all = {
      {ExitCode::done, "done", ""},
      {ExitCode::answer_is_no, "the answer is no",
       "a check failed, an expectation did not hold, results changed, or no candidate can be built or ranked"},
      {ExitCode::bad_input, "wrong input or usage", "what is wrong, where, and a hint stand on standard error"},
      {ExitCode::file_trouble, "a file cannot be read or written, or a simulator failed",
       "no file is left half written"},
      {ExitCode::over_limit, "refused because of a limit", "it is named"},
      {ExitCode::our_fault, "a fault of ours", "please report it"},
      {ExitCode::interrupted, "interrupted", ""}};
  return all;
}

std::string TypedLine::value_of(std::string_view name) const {
  const auto found = values.find(name);
  return found == values.end() || found->second.empty() ? std::string() : found->second.back();
}

std::vector<KnownValue> named_values(const std::vector<std::string_view>& names) {
  std::vector<KnownValue> values;
  for (const std::string_view name : names) values.push_back({std::string(name)});
  return values;
}

std::vector<KnownValue> listed_values(std::string_view kind) {
  std::vector<KnownValue> values;
  const Data list = listing_data(kind);
  for (const Data& entry : list.list()) {
    const Data* summary = entry.find("summary");
    const bool told = summary != nullptr && summary->is_text();
    values.push_back({entry.map().front().second.text(), told ? summary->text() : std::string()});
  }
  return values;
}

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
