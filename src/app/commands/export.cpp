// SPDX-License-Identifier: Apache-2.0
#include <filesystem>

#include "app/command.hpp"
#include "cutline/output/export/exports.hpp"
#include "output/tables/estimate.hpp"
#include "spec/reader.hpp"

namespace cutline::app {

namespace {

/// The choices that only `export` has.
struct ExportRequest : ExportChoice {
  std::string target;
};

ExportChoice export_asked_for(const Options& options, const Study& study) {
  const ExportChoice& typed = own<ExportRequest>(options);
  ExportChoice choice = typed;
  if (!options.delay.empty()) choice.delay = chosen_delay(options, study);
  choice.file = options.output;
  return choice;
}

/// The path of the main file, or of a file beside it with another ending.
std::string path_of(const Options& options, const ExportFile& file) {
  if (file.extension.empty()) return options.output;
  return std::filesystem::path(options.output).replace_extension(file.extension).string();
}

/// Throws an input error if an export of several files cannot write each to a path of its own.
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

/// The file whose first lines say how to run the export; null if no file does.
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
  if (const ExportFile* file = told_how_to_run(made))
    suggest(fmt::format("next: the top of {} says how to run it", path_of(options, *file)));
  for (const ExportFile& file : made.files) {
    if (file.extension == ".lyp")
      suggest(fmt::format("next: klayout {} -l {}", options.output, path_of(options, file)));
  }
}

/// Checks the choices of an export before anything is laid out. Reduces the study to the chosen candidate and the one
/// whose resource is held equal, and returns the chosen one.
Chosen expect_exportable(const Options& options, Study& study) {
  const Export& target = find_export(own<ExportRequest>(options).target);
  Chosen chosen = one_candidate(options, study);
  expect_possible(target, export_asked_for(options, study));
  expect_not_ideal(study.designs[chosen.design], "export");
  const DesignEstimate size = estimate(study).at(chosen.design);
  expect_within(target, size.nodes, size.links, options.effort);
  return chosen;
}

ExitCode run_export(const Options& options, text::FileWriter& files) {
  const Export& target = find_export(own<ExportRequest>(options).target);
  Study study = load_study(options, options.specs.front());
  const Chosen chosen = expect_exportable(options, study);
  const ExportChoice choice = export_asked_for(options, study);
  const std::vector<Candidate> candidates =
      target.takes_bounds ? evaluate(study, options.effort, Layouts::kept)
                          : laid_out(options, study, target.tells_cut_bound ? Bisections::all : Bisections::none);
  expect_layout(study, candidates[chosen.design], "export");
  const Subject subject = subject_of(study, candidates[chosen.design], chosen.part);
  const Exported made = export_candidate(target, subject.study, subject.candidate, choice, options.effort);
  expect_own_paths(options, target, made);
  if (made.files.size() == 1) {
    deliver(options, files, made.files.front().content);
  } else {
    std::vector<text::OutputFile> together;
    for (const ExportFile& file : made.files) together.push_back({path_of(options, file), file.content});
    files.write(together);
  }
  for (const std::string& note : made.notes) say("note: " + note);
  suggest_after_export(options, made);
  return ExitCode::done;
}

void set_texts(Options& options, const std::string&, const std::string& text) {
  own<ExportRequest>(options).texts = text == "true" ? LayoutTexts::yes : LayoutTexts::no;
}

CommandOptions export_options() {
  return {required(option({"--to"}, "FORMAT", "format, see 'cutline list exports'",
                          into<ExportRequest>(&ExportRequest::target),
                          {[](const TypedLine&) { return listed_values("exports"); }})),
          option({"--route-cost"}, "COST",
                 fmt::format("what a route is charged for a link: {} (the default where the format takes it)",
                             either(route_cost_names())),
                 into<ExportRequest>(&ExportRequest::route_cost, route_cost_text), {all_of<route_cost_names>}),
          option({"--link"}, "FROM,TO", "of a spice deck: the link of these two nodes; default: the longest",
                 into<ExportRequest>(&ExportRequest::link, node_pair_value)),
          option({"--clock"}, "F", "count cycles of this clock, as 2GHz; default: the spec's",
                 into<ExportRequest>(&ExportRequest::cycle, period_text)),
          delay_option("under this delay model; default: the spec's first"),
          flag({"--texts", "--no-texts"},
               "addresses and names of links in a layout, or none; default: up to 4,096 nodes", set_texts)};
}

}  // namespace

Command export_command() {
  return {
      .name = "export",
      .summary = "write a candidate link by link with the delay of each, or its layout, for another tool",
      .options = joined({one_spec(), {the_candidate()}, export_options(), {output_option()}, work_options()}),
      .run = run_export,
      .candidates = [](const Options& options, Study& study) { return std::vector{expect_exportable(options, study)}; },
      .writes_own_file = true};
}

}  // namespace cutline::app
