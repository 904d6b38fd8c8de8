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
  for (const FormulaNumber& number : explanation.numbers)
    table.rows.push_back({number.symbol, number.value, number.meaning});
  table.rows.push_back({"source", explanation.source, TableCell()});
  for (const std::string& erratum : explanation.errata) table.rows.push_back({"erratum", erratum, TableCell()});
  return table;
}

Forms forms_of_answers(const Options& options, const Explanation& found) {
  return {.table = [found] { return table_of(found); },
          .data = [found] { return explanation_data(found); },
          .text = [found, &options] { return explanation_text(found, report_style(options)); }};
}

Forms forms_of_answers(const Options& options, const RouteExplanation& found) {
  return {.table = [found] { return found.steps; },
          .data = [found] { return route_data(found); },
          .text = [found, &options] { return route_text(found, report_style(options)); }};
}

/// Lets what is left with no link failing be counted, of designs that are asked something of their own too.
void count_faults(Study& study) {
  const std::vector<LinkFaults> none = {{.links = 0}};
  if (study.fail.empty()) study.fail = none;
  for (Design& design : study.designs) {
    if (!design.asked || !design.asked->fail.empty()) continue;
    Study own = *design.asked;
    own.fail = none;
    design.asked = SharedConst<Study>(std::move(own));
  }
}

ExitCode run_explain(const Options& options, text::FileWriter& files) {
  const auto [measure, route] = own<ExplainChoice>(options);
  Study study = load_study(options, options.specs.front());
  const std::vector<Chosen> chosen = named_candidates(options, study);
  const std::size_t delay = chosen_delay(options, study);
  if (needs_faults(measure)) count_faults(study);
  if (route && measure != "latency") {
    throw_input_error(fmt::format("a route has a latency, not '{}'", measure),
                      "cutline explain SPEC -c NAME latency --route A,B");
  }
  const std::vector<Candidate> candidates = evaluate(study, options.effort, route ? Layouts::kept : Layouts::freed);
  std::vector<NamedForms> all;
  for (const Chosen& each : chosen) {
    const Subject subject = subject_of(study, candidates[each.design], each.part);
    all.push_back({subject.candidate.design->name,
                   route ? forms_of_answers(
                               options, explain_route(subject.study, subject.candidate, delay, *route, options.effort))
                         : forms_of_answers(options, explain(subject.study, subject.candidate, delay, measure))});
  }
  deliver(options, files, rendered_each(options, all));
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
                  {measure, each_candidate(), delay_option("under this delay model"), route},
                  format_options(),
                  {output_option()},
                  work_options()}),
          run_explain, named_candidates};
}

}  // namespace cutline::app
