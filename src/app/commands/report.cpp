// SPDX-License-Identifier: Apache-2.0
#include "cutline/output/report/report.hpp"

#include <fmt/core.h>

#include <filesystem>
#include <optional>
#include <utility>

#include "app/command.hpp"
#include "app/ranked_spec.hpp"
#include "cutline/base/error.hpp"
#include "families/search.hpp"
#include "output/tables/search.hpp"

namespace cutline::app {

namespace {

/// Runs the search, and makes a spec of the winners if there are any.
SearchAnswer answered(const Options& options, RankedSpec& ranked) {
  ranked.study = question_of(options, std::move(ranked.study), ranked.text);
  SearchAnswer answer = search(ranked.study, options.effort);
  if (!answer.found()) return answer;
  ranked.text = with_winners(ranked.text, answer);
  ranked.study = parse_winners(options, ranked.text);
  return answer;
}

ExitCode run_report(const Options& options, text::FileWriter& files) {
  expect_no_terminal(options, "a page of HTML", "report.html");
  const std::string ending = std::filesystem::path(options.output).extension().string();
  if (!ending.empty() && ending != ".html" && ending != ".htm")
    throw_input_error(fmt::format("report writes .html, not {}", ending), "name a file that ends so");
  const std::string& spec = options.specs.front();
  RankedSpec ranked;
  ranked.study = load_spec(options, spec, &ranked.text);
  std::optional<SearchAnswer> found;
  if (ranked.study.designs.empty()) {
    found = answered(options, ranked);
    if (!found->found()) {
      say(search_text(*found));
      return ExitCode::answer_is_no;
    }
  }
  if (!found) keep_compared(options, ranked.study);
  evaluate_loaded(options, spec, Layouts::kept, ranked);
  const Comparison comparison = ranked.comparison();
  const SearchAnswer* search = found ? &*found : nullptr;
  deliver(
      options, files,
      report_html({comparison, ranked.document, ranked.text, options.overrides, search, options.effort.memory_bytes}));
  if (!all_hold(ranked.expectations)) say(expectations_text(ranked.expectations));
  return answer_is_no(ranked) ? ExitCode::answer_is_no : ExitCode::done;
}

}  // namespace

Command report_command() {
  return {.name = "report",
          .summary = "write the whole study, or a search with its winners, as one HTML page that needs nothing else",
          .options = joined({one_spec(), {any_candidate(), output_option(), watch_flag()}, work_options()}),
          .run = run_report,
          .writes_own_file = true};
}

}  // namespace cutline::app
