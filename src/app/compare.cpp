// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <list>
#include <nlohmann/json.hpp>

#include "app/against.hpp"
#include "app/commands.hpp"
#include "app/session.hpp"
#include "cutline/output/comparison.hpp"
#include "cutline/output/crossovers.hpp"
#include "cutline/output/record.hpp"
#include "cutline/study/ranking.hpp"

namespace cutline {

namespace {

using Json = nlohmann::ordered_json;

/// One spec, evaluated and ranked.
struct Ranked {
  Study study;
  std::vector<Candidate> candidates;
  std::vector<Ranking> rankings;
  Json document;
  std::vector<ExpectationResult> expectations;
  std::vector<Crossovers> crossovers;
  Comparison comparison() const {
    return {study, candidates, rankings, expectations, study.crossover ? &crossovers : nullptr};
  }
};

void search_crossovers(const Options& options, const std::string& spec, Ranked& out) {
  if (!out.study.crossover) return;
  if (spec == "-") throw_input_error("a crossover reads its spec again and again: give it as a file");
  const CrossoverChoice& choice = *out.study.crossover;
  const auto study_at = [&](const std::string& value) {
    Overrides overrides = options.overrides;
    overrides.emplace_back(choice.over, value);
    return read_study(spec, overrides);
  };
  out.crossovers = find_crossovers(choice, study_at, options.effort);
  out.document["crossovers"] = crossovers_json(choice, out.crossovers);
}

/// Kept where it is built: candidates point into their study.
void evaluate_spec(const Options& options, const std::string& spec, Ranked& out) {
  out.study = load_study(options, spec);
  out.candidates = evaluate(out.study, options.effort, false);
  out.rankings = rank(out.study, out.candidates);
  out.document = result_document(out.study, out.candidates, out.rankings);
  search_crossovers(options, spec, out);
  out.expectations = check_expectations(out.study, out.document, out.candidates, out.rankings);
}

bool answer_is_no(const Ranked& ranked) {
  const bool none_built = std::none_of(ranked.candidates.begin(), ranked.candidates.end(),
                                       [](const Candidate& candidate) { return candidate.can_be_built(); });
  return none_built || !all_hold(ranked.expectations);
}

Json documents(const std::list<Ranked>& all) {
  if (all.size() == 1) return all.front().document;
  Json list = Json::array();
  for (const Ranked& ranked : all) list.push_back(ranked.document);
  return list;
}

std::string rendered(const Options& options, const std::list<Ranked>& all) {
  const ReportStyle style = report_style(options);
  std::string out;
  if (options.format == Format::json) return documents(all).dump(2) + '\n';
  for (const Ranked& ranked : all) {
    const bool first = out.empty();
    if (options.format == Format::jsonl) {
      for (const Json& record : ranked.document.at("candidates")) out += record.dump() + '\n';
    } else if (options.format == Format::csv) {
      out += csv_table(ranking_records(ranked.comparison()), first);
    } else if (options.format == Format::markdown) {
      out += (first ? "" : "\n") + comparison_markdown(ranked.comparison());
    } else {
      out += (first ? "" : "\n" + std::string(style.width, '=') + "\n\n") + comparison_text(ranked.comparison(), style);
    }
  }
  return out;
}

/// Where the numbers of the first winner come from.
void suggest_next(const Options& options, const Ranked& ranked) {
  const bool table = options.format == Format::table;
  const bool at_terminal = table && is_read_at_terminal(options) && options.specs.front() != "-";
  if (!at_terminal || ranked.rankings.empty()) return;
  const Ranking& ranking = ranked.rankings.front();
  if (ranking.order.empty() || ranked.candidates[ranking.order.front()].timings.empty()) return;
  suggest(fmt::format("\nnext: cutline explain {} -c '{}' latency", ranked.study.file,
                      ranked.candidates[ranking.order.front()].design->name));
}

}  // namespace

ExitCode run_compare(const Options& options, FileWriter& files) {
  std::list<Ranked> all;
  bool no = false;
  for (const std::string& spec : options.specs) {
    Ranked& ranked = all.emplace_back();
    evaluate_spec(options, spec, ranked);
    no = no || answer_is_no(ranked);
  }
  if (!options.against.empty()) return report_against(options, files, documents(all));
  deliver(options, files, rendered(options, all));
  suggest_next(options, all.front());
  if (options.format == Format::table || options.format == Format::markdown)
    return no ? ExitCode::answer_is_no : ExitCode::done;
  for (const Ranked& ranked : all) {
    if (!all_hold(ranked.expectations)) say(expectations_text(ranked.expectations));
  }
  return no ? ExitCode::answer_is_no : ExitCode::done;
}

}  // namespace cutline
