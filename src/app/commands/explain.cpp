// SPDX-License-Identifier: Apache-2.0
#include "cutline/output/explain/explain.hpp"

#include <fmt/core.h>

#include "app/command.hpp"
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
    const RouteExplanation found = explain_route(subject_study, candidate, delay, *route, options.effort);
    deliver(options, files,
            rendered(options, {.table = [&] { return found.steps; },
                               .data = [&] { return route_data(found); },
                               .text = [&] { return route_text(found, report_style(options)); }}));
    return ExitCode::done;
  }
  const Explanation found = explain(subject_study, candidate, delay, measure);
  deliver(options, files,
          rendered(options, {.table = [&] { return table_of(found); },
                             .data = [&] { return explanation_data(found); },
                             .text = [&] { return explanation_text(found, report_style(options)); }}));
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
