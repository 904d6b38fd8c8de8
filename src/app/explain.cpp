// SPDX-License-Identifier: Apache-2.0
#include "cutline/output/explain/explain.hpp"

#include <fmt/core.h>

#include <nlohmann/json.hpp>

#include "app/commands.hpp"
#include "app/session.hpp"
#include "cutline/output/explain/route.hpp"
#include "cutline/output/record/record.hpp"

namespace cutline {

namespace {

Table table_of(const Explanation& explanation) {
  Table table{{{"what", "what", "", true}, {"value", "value", "", true}, {"meaning", "meaning", "", true}}, {}};
  table.rows.push_back({explanation.measure, explanation.value, explanation.key});
  table.rows.push_back({"formula", explanation.formula, explanation.substituted});
  for (const FormulaNumber& number : explanation.numbers) {
    table.rows.push_back({number.symbol, number.value, number.meaning});
  }
  table.rows.push_back({"source", explanation.source, TableCell()});
  for (const std::string& erratum : explanation.errata) table.rows.push_back({"erratum", erratum, TableCell()});
  return table;
}

/// In the format asked for; `text` is what a terminal shows.
std::string rendered_explain(const Options& options, const nlohmann::ordered_json& json, const Table& table,
                             const std::string& text) {
  switch (options.format) {
    case Format::json:
      return json.dump(2) + '\n';
    case Format::jsonl:
      return json.dump() + '\n';
    case Format::csv:
      return csv_table(table);
    case Format::markdown:
      return markdown_table(table);
    case Format::table:
      break;
  }
  return text;
}

std::string rendered_explain(const Options& options, const Explanation& explanation) {
  return rendered_explain(options, explanation_json(explanation), table_of(explanation),
                          explanation_text(explanation, report_style(options)));
}

std::string rendered_explain(const Options& options, const RouteExplanation& explanation) {
  return rendered_explain(options, route_json(explanation), explanation.steps,
                          route_text(explanation, report_style(options)));
}

}  // namespace

ExitCode run_explain(const Options& options, FileWriter& files) {
  Study study = load_study(options, options.specs.front());
  const std::size_t chosen = keep_only(study, chosen_candidate(options, study));
  const std::size_t delay = chosen_delay(options, study);
  if (study.fail.empty() && needs_faults(options.measure)) study.fail = {{.links = 0}};
  if (options.route && options.measure != "latency") {
    throw_input_error(fmt::format("a route has a latency, not '{}'", options.measure),
                      "cutline explain SPEC -c NAME latency --route A,B");
  }
  const std::vector<Candidate> candidates = evaluate(study, options.effort, options.route.has_value());
  if (options.route) {
    deliver(options, files, rendered_explain(options, explain_route(study, candidates[chosen], delay, *options.route)));
    return ExitCode::done;
  }
  const nlohmann::ordered_json values = record(study, candidates[chosen], delay, nullptr, chosen);
  deliver(options, files,
          rendered_explain(options, explain(study, candidates[chosen], delay, values, options.measure)));
  return ExitCode::done;
}

}  // namespace cutline
