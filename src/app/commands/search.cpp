// SPDX-License-Identifier: Apache-2.0
#include "output/tables/search.hpp"

#include <fmt/core.h>

#include <filesystem>

#include "app/command.hpp"
#include "app/ranked_spec.hpp"

namespace cutline::app {

namespace {

/// The found networks as `compare` shows them, and why each beats the next. Of many terminals it tells no more than the
/// ranking took: routes without deadlock and figures under load would take longer than the search.
std::string compared(const Options& options, const Study& asked, const SearchAnswer& answer,
                     const std::string& winners) {
  constexpr std::uint64_t kMostInFull = 512;
  const SearchChoice& choice = *asked.search;
  const bool brief = choice.among && choice.among->terminals.most > kMostInFull && answer.detail != Detail::full;
  Effort effort = options.effort;
  if (brief) {
    effort.detail = answer.detail;
    effort.board_tracks = answer.board_tracks;
  }
  Study study = parse_winners(options, winners);
  if (brief && !choice.network.routing) {
    for (Design& design : study.designs) design.routing.reset();  // the ranking took their usual routes
  }
  const std::vector<Candidate> candidates = evaluate(study, effort, Layouts::freed);
  const std::vector<Ranking> rankings = rank(study, candidates);
  std::vector<ExpectationResult> expectations;
  if (!study.expectations.empty())
    expectations = check_expectations(study, result_document(study, candidates, rankings), candidates, rankings);
  return comparison_text({study, candidates, rankings, expectations, nullptr, {.brief = true}}, report_style(options)) +
         beats_next_text(study, candidates, rankings.front()) +
         (brief ? "\nnot told of so many terminals: what load and routes add; `compare` tells it of winners.yaml, "
                  "which `-o winners.yaml` writes\n"
                : "");
}

std::string front_text(const Options& options, const Study& study, const SearchAnswer& answer) {
  return fmt::format("{} networks on the front of {} networks\n\n{}", answer.winners.size(), answer.points.size(),
                     text_table(search_front_table(study, answer), report_style(options)));
}

std::string shown_answer(const Options& options, const Study& study, const SearchAnswer& answer,
                         const std::string& winners) {
  if (!answer.found()) return search_text(answer);
  const std::string families = families_text(answer), bounds = bounds_text(answer);
  std::string text = families + (families.empty() ? "" : "\n");
  text += study.search->front ? front_text(options, study, answer) : compared(options, study, answer, winners);
  return text + (bounds.empty() ? "" : "\n") + bounds;
}

ExitCode run_search(const Options& options, text::FileWriter& files) {
  std::string text;
  Study asked = read_study(options.specs.front(), options.overrides, &text);
  if (options.seed) asked.seed = *options.seed;
  const Study study = question_of(options, std::move(asked), text);
  const SearchAnswer answer = search(study, options.effort);
  const ExitCode code = answer.found() ? ExitCode::done : ExitCode::answer_is_no;
  const std::string winners = with_winners(text, answer);
  const auto table = [&] {
    return study.search->front ? search_front_table(study, answer) : search_links_table(answer);
  };
  const std::string ending = std::filesystem::path(options.output).extension().string();
  if (ending != ".yaml" && ending != ".yml") {
    deliver(options, files,
            rendered(options, {.table = table,
                               .data = [&] { return search_data(study, answer); },
                               .text = [&] { return shown_answer(options, study, answer, winners); }}));
    return code;
  }
  const std::string shown = shown_answer(options, study, answer, winners);  // its errors come before the file
  if (answer.found()) deliver(options, files, winners);
  say(shown);
  return code;
}

}  // namespace

Command search_command() {
  return {
      .name = "search",
      .summary = "find the best networks within limits, among families and links of any pattern",
      .options = joined({searched_spec(),
                         format_options(),
                         {output_option("result file; one that ends in .yaml becomes a spec of the networks found")},
                         work_options()}),
      .run = run_search};
}

}  // namespace cutline::app
