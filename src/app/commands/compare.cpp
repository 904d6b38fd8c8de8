// SPDX-License-Identifier: Apache-2.0
#include <list>

#include "app/command.hpp"
#include "app/ranked_spec.hpp"
#include "app/record_lines.hpp"
#include "cutline/base/format.hpp"
#include "cutline/output/record/json.hpp"
#include "output/compare/answer.hpp"
#include "rank/asked.hpp"

namespace cutline::app {

namespace {

Data compare_documents(const Options& options, const std::list<RankedSpec>& all) {
  if (all.size() == 1) return document_of(options, all.front());
  return each_of<Data>(all, [&](const RankedSpec& ranked) { return document_of(options, ranked); });
}

/// The choices that only `compare` has.
struct CompareChoice {
  std::size_t top = 0;
  std::vector<std::string> columns;
  bool why = false;
  bool strict = false;
};

/// The effort that the answer takes. Records hold the bisection of every network.
Effort effort_of_answer(const Options& options, const Study& study) {
  const bool in_records = options.format == Format::json || options.format == Format::jsonl ||
                          options.format == Format::csv || !options.against.empty();
  const auto shows = [](const std::string& column) { return is_of(column, &Quantity::of_bisection); };
  if (in_records || std::ranges::any_of(own<CompareChoice>(options).columns, shows)) return options.effort;
  return effort_in_words(study, options.effort);
}

Comparison shown(const Options& options, const RankedSpec& ranked) {
  const auto choice = own<CompareChoice>(options);
  Comparison comparison = ranked.comparison();
  comparison.view = {choice.top, choice.columns, !choice.why};
  return comparison;
}

std::string rendered_compare(const Options& options, const std::list<RankedSpec>& all) {
  const ReportStyle style = report_style(options);
  std::string out;
  if (options.format == Format::json) return to_json(compare_documents(options, all), 2) + '\n';
  for (const RankedSpec& ranked : all) {
    const bool first = out.empty();
    if (options.format == Format::jsonl) {
      out += to_json_lines(document_of(options, ranked).at("candidates"));
    } else if (options.format == Format::csv) {
      out += csv_table(ranking_records(shown(options, ranked)), first);
    } else if (options.format == Format::latex) {
      out += (first ? "" : "\n") + comparison_latex(shown(options, ranked));
    } else if (options.format == Format::markdown) {
      out += (first ? "" : "\n") + comparison_markdown(shown(options, ranked));
    } else {
      out +=
          (first ? "" : "\n" + std::string(style.width, '=') + "\n\n") + comparison_text(shown(options, ranked), style);
    }
  }
  return out;
}

/// Suggests the command that explains the numbers of the first winner.
void suggest_after_compare(const Options& options, const RankedSpec& ranked) {
  const bool table = options.format == Format::table;
  const bool at_terminal = table && is_read_at_terminal(options) && options.specs.front() != "-";
  if (!at_terminal || ranked.rankings.empty()) return;
  const Ranking& ranking = ranked.rankings.front();
  if (ranking.order.empty() || ranked.candidates[ranking.order.front()].latency.timings.empty()) return;
  suggest(fmt::format("\nnext: cutline explain {} -c '{}' latency", ranked.study.file,
                      ranked.candidates[ranking.order.front()].design->name));
}

/// Whether a candidate cannot be built or is over a limit. Tables tell of it; for other formats standard error does.
bool any_fails(const Options& options, const RankedSpec& ranked) {
  const bool told = options.format == Format::table || options.format == Format::markdown;
  bool any = false;
  for (const Candidate& candidate : ranked.candidates) {
    if (candidate.can_be_built() && candidate.infeasible.empty()) continue;
    any = true;
    for (const std::string& reason : compare::reasons(under_delay(ranked.study, candidate, 0)))
      if (!told) say(fmt::format("{}: {}", candidate.design->name, reason));
  }
  return any;
}

/// Ranks records that were measured before.
ExitCode compare_records(const Options& options, const std::vector<std::string>& from, text::FileWriter& files) {
  const auto choice = own<CompareChoice>(options);
  compare::RecordedRanking ranking(recorded_view(options, choice.columns, choice.top));
  for_each_record(from, [&](const Data& record) { ranking.add(record); });
  deliver(
      options, files,
      rendered(options, {.table = [&] { return ranking.table(); }, .sections = [&] { return ranking.sections(); }}));
  return ExitCode::done;
}

ExitCode run_compare(const Options& options, text::FileWriter& files) {
  expect_against(options);
  if (const std::vector<std::string> from = record_files(options); !from.empty())
    return compare_records(options, from, files);
  std::list<RankedSpec> all;
  bool no = false;
  for (const std::string& spec : options.specs) {
    RankedSpec& ranked = all.emplace_back();
    ranked.study = load_study(options, spec, &ranked.text);
    keep_compared(options, ranked.study);
    evaluate_loaded(options, spec, effort_of_answer(options, ranked.study), Layouts::freed, ranked);
    no = (own<CompareChoice>(options).strict && any_fails(options, ranked)) || answer_is_no(ranked) || no;
  }
  if (!options.against.empty()) return report_against(options, files, compare_documents(options, all));
  deliver(options, files, rendered_compare(options, all));
  suggest_after_compare(options, all.front());
  if (options.format == Format::table || options.format == Format::markdown)
    return no ? ExitCode::answer_is_no : ExitCode::done;
  for (const RankedSpec& ranked : all) {
    if (!all_hold(ranked.expectations)) say(expectations_text(ranked.expectations));
  }
  return no ? ExitCode::answer_is_no : ExitCode::done;
}

CommandOptions view_options() {
  const auto rank_by = [](Options& options, const std::string& option, const std::string& text) {
    options.overrides.emplace_back("rank", text, option);
  };
  return {
      option({"--by"}, "QUANTITY", "rank by this instead of what the spec says: area, energy, longest ...", rank_by),
      option({"--top"}, "N", "show the first N of each ranking alone", into(&CompareChoice::top, count_value)),
      option({"--columns"}, "KEYS", "show these quantities: 'latency,area,graph.diameter_hops'",
             into(&CompareChoice::columns, comma_list)),
      flag({"--why"}, "tell what holds every candidate back, and all caveats", into(&CompareChoice::why, is_true)),
      watch_flag(),
      flag({"--strict"}, "exit 1 if any candidate is over a limit or cannot be built",
           into(&CompareChoice::strict, is_true))};
}

}  // namespace

Command compare_command() {
  return {"compare", "rank the candidates of a spec and say who wins, by how much, and why",
          joined({specs_or_records(),
                  {any_candidate()},
                  view_options(),
                  format_options(),
                  {output_option()},
                  against_options(),
                  work_options()}),
          run_compare};
}

}  // namespace cutline::app
