// SPDX-License-Identifier: Apache-2.0
#include "cutline/output/report/report.hpp"

#include "app/command.hpp"
#include "app/ranked_spec.hpp"
#include "app/shared_options.hpp"

namespace cutline {

namespace {

ExitCode run_report(const Options& options, FileWriter& files) {
  expect_no_terminal(options, "a page of HTML", "report.html");
  RankedSpec ranked;
  evaluate_spec(options, options.specs.front(), Layouts::kept, ranked);
  const Comparison comparison = ranked.comparison();
  deliver(options, files, report_html({comparison, ranked.document, ranked.text, options.overrides}));
  if (!all_hold(ranked.expectations)) say(expectations_text(ranked.expectations));
  return answer_is_no(ranked) ? ExitCode::answer_is_no : ExitCode::done;
}

}  // namespace

Command report_command() {
  return {.name = "report",
          .summary = "write the whole study as one HTML page that needs nothing else",
          .options = joined({one_spec(), {output_option()}, work_options()}),
          .run = run_report,
          .writes_own_file = true};
}

}  // namespace cutline
