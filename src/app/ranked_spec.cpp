// SPDX-License-Identifier: Apache-2.0
#include "app/ranked_spec.hpp"

#include <fmt/core.h>

#include <filesystem>

#include "base/document.hpp"
#include "base/files.hpp"
#include "output/compare/answer.hpp"
#include "output/tables/search.hpp"

namespace cutline::app {

namespace {

void search_crossovers(const Options& options, const std::string& spec, RankedSpec& out) {
  if (!out.study.crossover) return;
  const CrossoverChoice& choice = *out.study.crossover;
  const auto at = [&](const std::string& value) { return study_at(options, spec, choice, value); };
  out.crossovers = find_crossovers(choice, at, options.effort);
}

/// Throws the input errors of what a spec says of all candidates, so that they are found before the search and not
/// after it. It tries the spec with a small candidate.
void try_candidate(const Options& options, const std::string& text) {
  parse_winners(options, extended_spec(text,
                                       "candidates:\n  - name: found\n"
                                       "    topology: {family: graph, nodes: 2, links: [[0, 1]]}\n"
                                       "    placement: {columns: 2}\n"
                                       "  - {name: mesh, topology: {family: ring, nodes: 2}}\n"));
}

/// The error with the mistakes of a crossover's name or value at the place where the spec gives them; as it is where
/// an override gives them.
Error at_crossover(const Error& error, const std::string& spec, const CrossoverChoice& choice) {
  const Document document = parse_document(read_bounded_file(spec, kMaxSpecBytes, Readable::file_or_pipe), spec);
  const auto crossover = find_value(document, document.root, "crossover");
  const auto place = [&](std::string_view key) {
    const auto value = crossover ? find_value(document, *crossover, key) : std::nullopt;
    return value ? std::optional(place_of(document, document[*value].mark)) : std::nullopt;
  };
  const auto over = place("over"), from = place("from"), values = place("values");
  std::vector<Diagnostic> diagnostics = error.diagnostics();
  for (Diagnostic& diagnostic : diagnostics) {
    if (diagnostic.place.file != kCrossover) continue;
    const bool of_value = diagnostic.place.column > static_cast<int>(choice.over.size());
    const auto& given = !of_value ? over : from ? from : values;
    if (given) diagnostic.place = *given;
  }
  return Error(error.code(), std::move(diagnostics));
}

}  // namespace

Study study_at(const Options& options, const std::string& spec, const CrossoverChoice& choice,
               const std::string& value) {
  if (spec == "-") throw_input_error("a crossover reads its spec again and again: give it as a file");
  Overrides overrides = options.overrides;
  overrides.emplace_back(choice.over, value, std::string(kCrossover));
  try {
    Study study = read_study(spec, overrides);
    chosen_candidates(options, study);
    return study;
  } catch (const Error& error) {
    throw at_crossover(error, spec, choice);
  }
}

void keep_compared(const Options& options, Study& study) {
  expect_whole(study, chosen_candidates(options, study), "candidates are compared as wholes");
}

void evaluate_loaded(const Options& options, const std::string& spec, Effort effort, Layouts layouts, RankedSpec& out) {
  effort.to_rank = true;
  out.candidates = evaluate(out.study, effort, layouts);
  out.rankings = rank(out.study, out.candidates);
  search_crossovers(options, spec, out);
  if (out.study.expectations.empty()) return;
  out.expectations = check_expectations(out.study, document_of(options, out), out.candidates, out.rankings);
}

Data document_of(const Options& options, const RankedSpec& ranked) {
  const Study& study = ranked.study;
  Data document =
      with_run(options, options.candidates, study, result_document(study, ranked.candidates, ranked.rankings));
  if (study.crossover) document.map().emplace_back("crossovers", crossovers_data(*study.crossover, ranked.crossovers));
  return document;
}

bool answer_is_no(const RankedSpec& ranked) {
  const bool none_built = std::ranges::none_of(ranked.candidates, &Candidate::can_be_built);
  const bool none_ranked =
      std::ranges::all_of(ranked.rankings, [](const Ranking& ranking) { return ranking.order.empty(); });
  return none_built || (!ranked.rankings.empty() && none_ranked) || !all_hold(ranked.expectations);
}

Study question_of(const Options& options, Study study, std::string& text) {
  if (!study.search) throw_input_error(fmt::format("{} has no `search`", study.file), "see `cutline list keys search`");
  if (!study.designs.empty()) {
    throw_input_error(fmt::format("{} lists candidates beside its `search`", study.file),
                      "leave them out: the search writes the networks that it finds");
  }
  if (!options.overrides.empty()) text = overridden_spec(text, options.overrides);
  try_candidate(options, text);
  return study;
}

std::string with_winners(const std::string& text, const SearchAnswer& answer) {
  // The line that names a schema for editors is a path from the old spec, and the new spec may stand elsewhere.
  const bool names_schema = text.starts_with("# yaml-language-server:");
  const std::string keys = search_candidates(answer);
  if (keys.empty()) return text;
  return extended_spec(names_schema ? text.substr(text.find('\n') + 1) : text, keys);
}

Study parse_winners(const Options& options, const std::string& winners) {
  const std::filesystem::path spec = options.specs.front();
  return parse_study(winners, spec.string(), spec.parent_path().string());
}

}  // namespace cutline::app
