// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include <filesystem>

#include "app/commands.hpp"
#include "app/session.hpp"
#include "cutline/output/export/exports.hpp"
#include "cutline/output/tables/estimate.hpp"
#include "cutline/spec/quantity_text.hpp"

namespace cutline {

namespace {

ExportChoice export_asked_for(const Options& options, const Study& study) {
  ExportChoice choice;
  if (!options.delay.empty()) choice.delay = chosen_delay(options, study);
  if (!options.clock.empty()) choice.cycle = period_text("--clock", options.clock);
  if (!options.route_cost.empty()) choice.route_cost = route_cost_text("--route-cost", options.route_cost);
  choice.link = options.link;
  choice.texts = options.texts;
  choice.file = options.output;
  return choice;
}

/// The main file, or one beside it with another ending.
std::string path_of(const Options& options, const ExportFile& file) {
  if (file.extension.empty()) return options.output;
  return std::filesystem::path(options.output).replace_extension(file.extension).string();
}

/// Files of their own, beside each other.
void expect_own_paths(const Options& options, const Export& target, const Exported& made) {
  std::error_code unknown;
  const bool there = std::filesystem::exists(options.output, unknown);
  if (made.files.size() > 1 && there && !std::filesystem::is_regular_file(options.output, unknown)) {
    throw_input_error(fmt::format("'{}' is no file, and this export writes several", options.output),
                      "name the first of them with -o");
  }
  for (std::size_t i = 1; i < made.files.size(); ++i) {
    if (path_of(options, made.files[i]) != options.output) continue;
    throw_input_error(
        fmt::format("two files of this export would be '{}': the one named with -o and the {} file beside it",
                    options.output, made.files[i].extension),
        fmt::format("take another ending than {} with -o, as {}", made.files[i].extension, target.extension));
  }
}

/// The file that says at its top how the others are run with it, or nothing.
const ExportFile* told_how_to_run(const Exported& made) {
  constexpr std::size_t kTop = 2000;
  for (const ExportFile& file : made.files) {
    const std::string top = file.content.substr(0, kTop);
    for (const char* words : {" run: ", " Run: ", " run in ", " run with"}) {
      if (top.find(words) != std::string::npos) return &file;
    }
  }
  return nullptr;
}

void suggest_after_export(const Options& options, const Exported& made) {
  if (options.output == "-") return;
  if (const ExportFile* file = told_how_to_run(made)) {
    suggest(fmt::format("next: the top of {} says how to run it", path_of(options, *file)));
  }
  for (const ExportFile& file : made.files) {
    if (file.extension == ".lyp")
      suggest(fmt::format("next: klayout {} -l {}", options.output, path_of(options, file)));
  }
}

}  // namespace

std::size_t expect_exportable(const Options& options, Study& study) {
  const Export& target = find_export(options.target);
  const std::size_t chosen = keep_only(study, chosen_candidate(options, study));
  expect_possible(target, export_asked_for(options, study));
  const DesignEstimate size = estimate(study).at(chosen);
  expect_within(target, size.nodes, size.links, options.effort);
  return chosen;
}

ExitCode run_export(const Options& options, FileWriter& files) {
  const Export& target = find_export(options.target);
  Study study = load_study(options, options.specs.front());
  const std::size_t chosen = expect_exportable(options, study);
  const ExportChoice choice = export_asked_for(options, study);
  const std::vector<Candidate> candidates =
      target.takes_bounds ? evaluate(study, options.effort, true) : laid_out(options, study);
  expect_layout(study, candidates[chosen], "export");
  const Exported made = export_candidate(target, study, candidates[chosen], choice, options.effort);
  expect_own_paths(options, target, made);
  if (made.files.size() == 1) {
    deliver(options, files, made.files.front().content);
  } else {
    std::vector<OutputFile> together;
    for (const ExportFile& file : made.files) together.push_back({path_of(options, file), file.content});
    files.write(together);
  }
  for (const std::string& note : made.notes) say("note: " + note);
  suggest_after_export(options, made);
  return ExitCode::done;
}

}  // namespace cutline
