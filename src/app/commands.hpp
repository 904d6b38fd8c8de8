// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <vector>

#include "app/options.hpp"
#include "cutline/base/error.hpp"
#include "cutline/output/text/file.hpp"
#include "cutline/study/study.hpp"

namespace cutline {

/// What Cutline is for, in a line.
inline constexpr std::string_view kPurpose = "which network to build on a given wiring budget, and what its wires cost";

/// One row of the catalogue of commands.
struct Command {
  std::string_view name;
  std::string_view summary;
  ExitCode (*run)(const Options&, FileWriter&) = nullptr;
  bool hidden = false;  ///< neither help nor completion shows it
};

/// In the order of the help text.
const std::vector<Command>& commands();

/// What an exit code says, for help and manual.
struct ExitMeaning {
  ExitCode code;
  std::string_view brief;
  std::string_view detail;  ///< more of the same; may be empty
};
const std::vector<ExitMeaning>& exit_meanings();

ExitCode run_compare(const Options& options, FileWriter& files);
ExitCode run_measure(const Options& options, FileWriter& files);
ExitCode run_merge(const Options& options, FileWriter& files);
ExitCode run_profile(const Options& options, FileWriter& files);
ExitCode run_draw(const Options& options, FileWriter& files);
ExitCode run_plot(const Options& options, FileWriter& files);
ExitCode run_report(const Options& options, FileWriter& files);
ExitCode run_check(const Options& options, FileWriter& files);
ExitCode run_explain(const Options& options, FileWriter& files);
ExitCode run_export(const Options& options, FileWriter& files);
ExitCode run_delay(const Options& options, FileWriter& files);
ExitCode run_list(const Options& options, FileWriter& files);
ExitCode run_new(const Options& options, FileWriter& files);
ExitCode run_schema(const Options& options, FileWriter& files);
ExitCode run_completion(const Options& options, FileWriter& files);
ExitCode run_manual(const Options& options, FileWriter& files);
ExitCode run_version(const Options& options, FileWriter& files);
/// What `schema` takes.
std::vector<std::string_view> schema_subjects();
/// What an export asks for is checked as far as that goes before anything is laid out; leaves the candidate to be
/// exported in the study, with what it needs, and returns its index. Throws as run_export.
std::size_t expect_exportable(const Options& options, Study& study);
/// `--dry-run` of any command that reads a spec.
ExitCode run_dry(const Options& options, FileWriter& files);

}  // namespace cutline
