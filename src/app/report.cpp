// SPDX-License-Identifier: Apache-2.0
#include "cutline/output/report/report.hpp"

#include "app/commands.hpp"
#include "app/ranked_spec.hpp"
#include "app/session.hpp"

namespace cutline {

ExitCode run_report(const Options& options, FileWriter& files) {
  RankedSpec ranked;
  evaluate_spec(options, options.specs.front(), true, ranked);
  const Comparison comparison = ranked.comparison();
  deliver(options, files, report_html({comparison, ranked.document, ranked.text, options.overrides}));
  if (!all_hold(ranked.expectations)) say(expectations_text(ranked.expectations));
  return answer_is_no(ranked) ? ExitCode::answer_is_no : ExitCode::done;
}

}  // namespace cutline
