// SPDX-License-Identifier: Apache-2.0
#include "cutline/output/explain/explain.hpp"

#include <fmt/core.h>

#include "app/command.hpp"
#include "cutline/output/record/json.hpp"
#include "output/explain/route.hpp"

namespace cutline::app {

namespace {

/// The choices that only `explain` has.
struct ExplainChoice {
  std::string measure;
  std::optional<SaidPair> route;
};

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

/// The result in the format asked for; `text` is its form for a terminal.
std::string explain_rendered(const Options& options, const Data& data, const Table& table, const std::string& text) {
  if (options.format == Format::json) return to_json(data, 2) + '\n';
  if (options.format == Format::jsonl) return to_json(data) + '\n';
  return options.format == Format::table ? text : table_in(options.format, table);
}

std::string explain_rendered(const Options& options, const Explanation& explanation) {
  return explain_rendered(options, explanation_data(explanation), table_of(explanation),
                          explanation_text(explanation, report_style(options)));
}

std::string explain_rendered(const Options& options, const RouteExplanation& explanation) {
  return explain_rendered(options, route_data(explanation), explanation.steps,
                          route_text(explanation, report_style(options)));
}

ExitCode run_explain(const Options& options, text::FileWriter& files) {
  const auto [measure, route] = own<ExplainChoice>(options);
  Study study = load_study(options, options.specs.front());
  const std::size_t chosen = keep_only(study, chosen_candidate(options, study));
  const std::size_t delay = chosen_delay(options, study);
  if (study.fail.empty() && needs_faults(measure)) study.fail = {{.links = 0}};
  if (route && measure != "latency") {
    throw_input_error(fmt::format("a route has a latency, not '{}'", measure),
                      "cutline explain SPEC -c NAME latency --route A,B");
  }
  const std::vector<Candidate> candidates = evaluate(study, options.effort, route ? Layouts::kept : Layouts::freed);
  const auto [subject_study, candidate] = subject_of(options, study, candidates[chosen]);
  if (route) {
    deliver(options, files,
            explain_rendered(options, explain_route(subject_study, candidate, delay, *route, options.effort)));
    return ExitCode::done;
  }
  deliver(options, files, explain_rendered(options, explain(subject_study, candidate, delay, measure)));
  return ExitCode::done;
}

}  // namespace

Command explain_command() {
  const CommandOption measure =
      required(argument("MEASURE", "see 'cutline list measures'", into(&ExplainChoice::measure),
                        {[](const TypedLine&) { return listed_values("measures"); }}));
  const CommandOption route = option({"--route"}, "A,B", "of latency: the sum for two nodes, link by link",
                                     into(&ExplainChoice::route, node_pair_value));
  return {"explain", "show where a number comes from: formula, source, numbers put in, errata",
          joined({one_spec(),
                  {measure, the_candidate(), delay_option("under this delay model"), route},
                  format_options(),
                  {output_option()},
                  work_options()}),
          run_explain};
}

}  // namespace cutline::app
