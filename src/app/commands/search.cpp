// SPDX-License-Identifier: Apache-2.0
#include "cutline/output/tables/search.hpp"

#include <fmt/core.h>

#include <filesystem>

#include "app/command.hpp"
#include "app/shared_options.hpp"
#include "cutline/output/compare/comparison.hpp"
#include "cutline/output/record/json.hpp"
#include "cutline/study/ranking.hpp"

namespace cutline {

namespace {

bool writes_spec(const Options& options) {
  const std::string ending = std::filesystem::path(options.output).extension().string();
  return ending == ".yaml" || ending == ".yml";
}

std::string with_candidates(const std::string& text, const std::string& candidates) {
  return text + (text.empty() || text.back() == '\n' ? "" : "\n") + candidates;
}

Study parse_winners(const Options& options, const std::string& winners) {
  const std::filesystem::path spec = options.specs.front();
  return parse_study(winners, spec.string(), spec.parent_path().string(), options.overrides);
}

/// Mistakes in what a spec says of all candidates are found before the search, not after it.
void try_candidate(const Options& options, const std::string& text) {
  parse_winners(options, with_candidates(text,
                                         "candidates:\n  - name: found\n"
                                         "    topology: {family: graph, nodes: 2, links: [[0, 1]]}\n"
                                         "    placement: {columns: 2}\n"
                                         "  - {name: mesh, topology: {family: ring, nodes: 2}}\n"));
}

/// The spec without candidates, and what it asks to search.
Study read_question(const Options& options, std::string& text) {
  const std::string& spec = options.specs.front();
  Study study = read_study(spec, options.overrides, &text);
  if (options.seed) study.seed = *options.seed;
  if (!study.search) throw_input_error(fmt::format("{} has no `search`", study.file), "see `cutline list keys search`");
  if (!study.designs.empty()) {
    throw_input_error(fmt::format("{} lists candidates beside its `search`", study.file),
                      "leave them out: the search writes the networks that it finds");
  }
  if (writes_spec(options) && !options.overrides.empty())
    throw_input_error("--set is not part of the spec that -o would write", "write the values into the spec");
  try_candidate(options, text);
  return study;
}

std::string rendered_answer(const Options& options, const SearchAnswer& answer, const std::string& comparison) {
  switch (options.format) {
    case Format::json:
      return to_json(search_data(answer), 2) + '\n';
    case Format::jsonl:
      return to_json(search_data(answer)) + '\n';
    case Format::csv:
    case Format::markdown:
    case Format::latex:
      return table_in(options.format, search_links_table(answer));
    case Format::table:
      break;
  }
  return search_text(answer) + comparison;
}

/// The network found beside the mesh, as `compare` shows them.
std::string compared(const Options& options, const std::string& winners) {
  const Study study = parse_winners(options, winners);
  const std::vector<Candidate> candidates = evaluate(study, options.effort, Layouts::freed);
  const std::vector<Ranking> rankings = rank(study, candidates);
  const std::vector<ExpectationResult> expectations =
      check_expectations(study, result_document(study, candidates, rankings), candidates, rankings);
  return "\n" +
         comparison_text({study, candidates, rankings, expectations, nullptr, {.brief = true}}, report_style(options));
}

ExitCode run_search(const Options& options, FileWriter& files) {
  std::string text;
  const Study study = read_question(options, text);
  const SearchAnswer answer = search(study, options.effort);
  const ExitCode code = answer.found() ? ExitCode::done : ExitCode::answer_is_no;
  const std::string winners = with_candidates(text, search_candidates(answer));
  if (!writes_spec(options)) {
    const bool shown = answer.found() && options.format == Format::table;
    deliver(options, files, rendered_answer(options, answer, shown ? compared(options, winners) : ""));
    return code;
  }
  if (answer.found()) deliver(options, files, winners);
  say(search_text(answer));
  return code;
}

}  // namespace

Command search_command() {
  return {
      .name = "search",
      .summary = "find the best networks within limits, among families and links of any pattern",
      .options = joined({one_spec(),
                         format_options(),
                         {output_option("result file; one that ends in .yaml becomes a spec of the networks found")},
                         work_options()}),
      .run = run_search};
}

}  // namespace cutline
