// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include <filesystem>

#include "app/command.hpp"
#include "app/ranked_spec.hpp"

namespace cutline::app {

namespace {

std::string text_at(const Data& run, std::string_view key, const std::string& file) {
  const Data* value = run.find(key);
  if (value == nullptr || !value->is_text()) {
    throw_input_error(fmt::format("'{}' does not say what was run: its `run` has no '{}'", file, key),
                      "results in JSON of compare and measure do: `cutline measure SPEC --format json -o FILE`");
  }
  return value->text();
}

/// The candidates that were asked for: a text, empty if all were, or a list of several.
std::vector<std::string> names_at(const Data& run, const std::string& file) {
  std::vector<std::string> names;
  if (const Data* several = run.find("candidate"); several != nullptr && several->is_list()) {
    for (const Data& each : several->list()) names.push_back(each.text());
  } else if (std::string one = text_at(run, "candidate", file); !one.empty()) {
    names.push_back(std::move(one));
  }
  return names;
}

/// The path of a spec as the result has it, or else from the folder of the result.
std::string found_spec(const std::string& spec, const std::string& result) {
  const std::filesystem::path beside = std::filesystem::path(result).parent_path() / spec;
  std::error_code unknown;
  const bool moved = !std::filesystem::exists(spec, unknown) && std::filesystem::exists(beside, unknown);
  return moved ? beside.string() : spec;
}

/// What the run of one document gives now.
Data run_again(const Options& given, const Data& document) {
  const std::string& file = given.specs.front();
  const Data* run = document.is_map() ? document.find("run") : nullptr;
  if (run == nullptr || !run->is_map()) throw_input_error(fmt::format("'{}' is no result of cutline", file));
  Options options = given;
  const std::string command = text_at(*run, "command", file);
  const std::string spec = found_spec(text_at(*run, "spec", file), file);
  options.candidates = names_at(*run, file);
  options.output = "-";
  for (const Data& one : run->at("set").list()) options.overrides.push_back(override_value("set", one.text()));
  options.seed = static_cast<std::uint64_t>(run->at("seed").number());
  const std::string version = document.at("cutline").text();
  if (version != CUTLINE_VERSION)
    say(fmt::format("note: it was made by cutline {}, this is {}", version, CUTLINE_VERSION));
  RankedSpec ranked;
  ranked.study = load_study(options, spec);
  if (ranked.study.spec_sha256 != run->at("spec_sha256").text())
    say(fmt::format("note: {} has changed since: its digest is another", spec));
  if (command == "compare") {
    keep_compared(options, ranked.study);
    evaluate_loaded(options, spec, options.effort, Layouts::freed, ranked);
    return document_of(options, ranked);
  }
  const std::vector<Chosen> chosen = chosen_candidates(options, ranked.study);
  std::vector<Candidate> all = evaluate(ranked.study, options.effort);
  const ChosenSubjects subjects = subjects_of_one_study(std::move(ranked.study), chosen, std::move(all));
  return result_document(subjects.study, subjects.candidates, {});
}

ExitCode run_reproduce(const Options& given, text::FileWriter& files) {
  Options options = given;
  options.against = given.specs.front();
  const Data before = read_result(options.against);
  Data::List again;
  if (before.is_list()) {
    for (const Data& each : before.list()) again.push_back(run_again(options, each));
  } else {
    again.push_back(run_again(options, before));
  }
  return report_against(options, files, again);
}

}  // namespace

Command reproduce_command() {
  CommandOptions work = work_options();
  std::erase_if(work, [](const CommandOption& each) { return each.key() == "--set" || each.key() == "--seed"; });
  return {"reproduce", "run again what a result in JSON was made by, and say whether its numbers still hold",
          joined({{required(argument("RESULT.json", "a result of compare or measure", onto(&Options::specs),
                                     {.files = "json"}))},
                  {against_options().back()},
                  format_options(),
                  {output_option()},
                  work}),
          run_reproduce};
}

}  // namespace cutline::app
