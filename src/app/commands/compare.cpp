// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <ctime>
#include <list>
#include <thread>

#include "app/command.hpp"
#include "app/ranked_spec.hpp"
#include "app/session.hpp"
#include "base/files.hpp"
#include "base/utf8.hpp"
#include "cutline/base/format.hpp"
#include "cutline/detail/base/callbacks.hpp"
#include "cutline/output/record/json.hpp"

namespace cutline::app {

namespace {

Data compare_documents(const std::list<RankedSpec>& all) {
  if (all.size() == 1) return all.front().document;
  Data::List list;
  for (const RankedSpec& ranked : all) list.push_back(ranked.document);
  return list;
}

/// The choices that only `compare` has.
struct CompareChoice {
  std::size_t top = 0;
  std::vector<std::string> columns;
  bool why = false;
  bool watch = false;
};

Comparison shown(const Options& options, const RankedSpec& ranked) {
  const auto choice = own<CompareChoice>(options);
  Comparison comparison = ranked.comparison();
  comparison.view = {choice.top, choice.columns, !choice.why};
  return comparison;
}

std::string rendered_compare(const Options& options, const std::list<RankedSpec>& all) {
  const ReportStyle style = report_style(options);
  std::string out;
  if (options.format == Format::json) return to_json(compare_documents(all), 2) + '\n';
  for (const RankedSpec& ranked : all) {
    const bool first = out.empty();
    if (options.format == Format::jsonl) {
      out += to_json_lines(ranked.document.at("candidates"));
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

ExitCode compare_once(const Options& options, text::FileWriter& files) {
  expect_against(options);
  std::list<RankedSpec> all;
  bool no = false;
  for (const std::string& spec : options.specs) {
    RankedSpec& ranked = all.emplace_back();
    ranked.study = load_study(options, spec, &ranked.text);
    evaluate_loaded(options, spec, Layouts::freed, ranked);
    no = no || answer_is_no(ranked);
  }
  if (!options.against.empty()) return report_against(options, files, compare_documents(all));
  deliver(options, files, rendered_compare(options, all));
  suggest_after_compare(options, all.front());
  if (options.format == Format::table || options.format == Format::markdown)
    return no ? ExitCode::answer_is_no : ExitCode::done;
  for (const RankedSpec& ranked : all) {
    if (!all_hold(ranked.expectations)) say(expectations_text(ranked.expectations));
  }
  return no ? ExitCode::answer_is_no : ExitCode::done;
}

constexpr std::chrono::milliseconds kBetweenLooks(200);

/// Clears the screen and prints the line at its top.
void begin_screen(const Options& options) {
  static constexpr const char* kCleared = "\x1b[H\x1b[2J\x1b[3J";
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  std::array<char, 16> time{};
  std::strftime(time.data(), time.size(), "%H:%M:%S", ::localtime_r(&now, &parts));
  const std::string line = fmt::format("{}  {}", time.data(), join(options.specs, ", "));
  fmt::print("{}{}\n", kCleared, bold(terminal_text(line), report_style(options)));
  std::fflush(stdout);
}

/// Whether an interrupt has asked work to stop early.
bool asked_to_stop(const Options& options) { return !WatchedWork(options.effort.watch, "", 1).go_on(0); }

/// Calls `run` now, and again whenever a file that it read has changed, until the program is interrupted. At a
/// terminal, each run begins with an empty screen and the time of day. Errors of `run` go to standard error, and the
/// watch goes on: the next change may fix them. Looks at the files five times a second.
ExitCode run_on_each_change(const Options& options, FunctionRef<void()> run) {
  while (!asked_to_stop(options)) {
    FilesRead files;
    if (is_read_at_terminal(options)) begin_screen(options);
    try {
      run();
    } catch (const Error& error) {
      say(error.what());
    }
    if (asked_to_stop(options)) break;
    while (!files.any_changed()) std::this_thread::sleep_for(kBetweenLooks);
    // An editor may write in several steps, so wait a little.
    std::this_thread::sleep_for(kBetweenLooks / 2);
  }
  return ExitCode::interrupted;
}

ExitCode run_compare(const Options& options, text::FileWriter& files) {
  if (!own<CompareChoice>(options).watch) return compare_once(options, files);
  if (!options.against.empty()) throw_input_error("--watch and --against exclude each other");
  if (std::find(options.specs.begin(), options.specs.end(), "-") != options.specs.end())
    throw_input_error("--watch reads its spec again and again: give it as a file");
  return run_on_each_change(options, [&] { compare_once(options, files); });
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
      flag({"--watch"}, "run again whenever the spec or a file that it names changes; Ctrl-C ends it",
           into(&CompareChoice::watch, is_true))};
}

}  // namespace

Command compare_command() {
  return {
      "compare", "rank the candidates of a spec and say who wins, by how much, and why",
      joined({several_specs(), view_options(), format_options(), {output_option()}, against_options(), work_options()}),
      run_compare};
}

}  // namespace cutline::app
