// SPDX-License-Identifier: Apache-2.0
#include "cutline/output/report/report.hpp"

#include <filesystem>

#include "app/command.hpp"
#include "app/ranked_spec.hpp"
#include "app/record_lines.hpp"
#include "output/figure/figures.hpp"
#include "output/tables/search.hpp"

namespace cutline::app {

namespace {

/// Runs the search, and makes a spec of the winners if there are any.
SearchAnswer answer_of(const Options& options, RankedSpec& ranked) {
  ranked.study = question_of(options, std::move(ranked.study), ranked.text);
  SearchAnswer answer = search(ranked.study, options.effort);
  if (!answer.found()) return answer;
  ranked.text = with_winners(ranked.text, answer);
  ranked.study = parse_winners(options, ranked.text);
  return answer;
}

/// A page of records that were measured before: the ranking, and its measure against area.
std::string page_of_records(const Options& options, const std::vector<std::string>& from) {
  compare::RecordedView view = recorded_view(options, {}, 0);
  QuantityAxes axes{.x = view.by == "area" ? "latency" : "area", .y = view.by};
  RecordFigures figures(axes, view.delay);
  compare::RecordedRanking ranking(std::move(view));
  for_each_record(from, [&](const Data& record) {
    ranking.add(record);
    figures.add(record);
  });
  std::vector<Figure> all = figures.taken();
  std::erase_if(all, [](const Figure& figure) { return figure.series.empty(); });
  return records_html(std::filesystem::path(from.front()).stem().string(), ranking.sections(), all);
}

bool wants_pdf(const Options& options) { return std::filesystem::path(options.output).extension() == ".pdf"; }

/// Throws an error, before the work, if the report cannot be written to the file that -o names.
void expect_report_file(const Options& options) {
  expect_no_terminal(options, "a page of HTML", "report.html");
  const std::string ending = std::filesystem::path(options.output).extension().string();
  if (!ending.empty() && ending != ".html" && ending != ".htm" && ending != ".pdf")
    throw_input_error(fmt::format("report writes .html and .pdf, not {}", ending), "name a file that ends so");
  if (wants_pdf(options) && find_browser().empty() && !can_convert())
    throw_file_error("neither a browser (chromium) nor rsvg-convert, which make .pdf files, is here",
                     "install chromium or librsvg2-bin, or write the .html");
}

ExitCode run_report(const Options& options, text::FileWriter& files) {
  expect_report_file(options);
  if (const std::vector<std::string> from = record_files(options); !from.empty()) {
    if (wants_pdf(options) && find_browser().empty())
      throw_file_error("no browser (chromium), which prints a page of records, is here", "write the .html");
    const std::string page = page_of_records(options, from);
    deliver(options, files, wants_pdf(options) ? printed_page(page) : page);
    return ExitCode::done;
  }
  if (options.specs.size() > 1) throw_input_error("report takes one spec", "or records of several: --from FILE");
  const std::string& spec = options.specs.front();
  RankedSpec ranked;
  ranked.study = load_spec(options, spec, &ranked.text);
  std::optional<SearchAnswer> found;
  if (ranked.study.designs.empty()) {
    found = answer_of(options, ranked);
    if (!found->found()) {
      say(search_text(*found));
      return ExitCode::answer_is_no;
    }
  }
  if (!found) keep_compared(options, ranked.study);
  evaluate_loaded(options, spec, options.effort, Layouts::kept, ranked);
  const Comparison comparison = ranked.comparison();
  const SearchAnswer* search = found ? &*found : nullptr;
  const auto page = [&] {
    return report_html({comparison, document_of(options, ranked), ranked.text, options.overrides, search,
                        options.effort.memory_bytes});
  };
  deliver(options, files,
          !wants_pdf(options)      ? page()
          : find_browser().empty() ? joined_pdf(report_pages(comparison))
                                   : printed_page(page()));
  if (!all_hold(ranked.expectations)) say(expectations_text(ranked.expectations));
  return answer_is_no(ranked) ? ExitCode::answer_is_no : ExitCode::done;
}

}  // namespace

Command report_command() {
  return {
      .name = "report",
      .summary =
          "write the whole study, or a search with its winners, as one HTML page that needs nothing else, or as PDF",
      .options = joined({specs_or_records(), {any_candidate(), output_option(), watch_flag()}, work_options()}),
      .run = run_report,
      .writes_own_file = true};
}

}  // namespace cutline::app
