// SPDX-License-Identifier: Apache-2.0
#include "app/session.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <filesystem>

#include "app/command.hpp"
#include "base/files.hpp"
#include "base/named.hpp"
#include "cutline/base/error.hpp"
#include "cutline/base/format.hpp"
#include "cutline/detail/base/values.hpp"
#include "cutline/output/record/json.hpp"
#include "cutline/spec/spec.hpp"
#include "output/record/differences.hpp"
#include "output/text/number.hpp"
#include "study/planes.hpp"

namespace cutline::app {

namespace {

/// "a; b; c"; of more than ten names the first ten and the number of others.
std::string listed_some(const std::vector<std::string_view>& names) {
  constexpr std::size_t kMost = 10;
  const std::size_t shown = std::min(names.size(), kMost);
  const std::string text = join({names.begin(), names.begin() + static_cast<std::ptrdiff_t>(shown)}, "; ");
  return shown == names.size() ? text : fmt::format("{}; and {} others", text, names.size() - shown);
}

/// The names of all candidates, and of their planes or applications.
std::vector<std::string> names_to_choose(const Study& study) {
  std::vector<std::string> names;
  for (const Design& design : study.designs) {
    names.push_back(design.name);
    for (const std::string& part : names_of_parts(study, design))
      names.push_back(plane_candidate_name(design.name, part));
  }
  return names;
}

/// The candidate of this name, or the one that has a plane or an application of this name.
std::size_t find_candidate(const std::string& name, const Study& study) {
  const auto is_named = [&](const Design& design) { return design.name == name; };
  const auto has_part = [&](const Design& design) {
    const std::vector<std::string> parts = names_of_parts(study, design);
    return std::any_of(parts.begin(), parts.end(),
                       [&](const std::string& part) { return plane_candidate_name(design.name, part) == name; });
  };
  const std::vector<Design>& all = study.designs;
  auto found = std::find_if(all.begin(), all.end(), is_named);
  if (found == all.end()) found = std::find_if(all.begin(), all.end(), has_part);
  if (found != all.end()) return static_cast<std::size_t>(found - all.begin());
  const std::vector<std::string> known = names_to_choose(study);
  const std::vector<std::string_view> names(known.begin(), known.end());
  throw_input_error(fmt::format("{} has no candidate '{}'", study.file, name),
                    did_you_mean(name, names, "its candidates are: " + listed_some(names)));
}

std::string tolerance_text(double tolerance) {
  return tolerance == 0 ? "exactly" : fmt::format("within {} %", text::short_text(tolerance * 100));
}

std::string sentence(const Differences& differences, const Options& options) {
  if (differences.beyond.empty()) {
    return fmt::format("Nothing changed: {} values of {} records agree {} with {}.", differences.compared,
                       differences.records, tolerance_text(options.tolerance), options.against);
  }
  return fmt::format("{} of {} values changed since {} ({} asked).", differences.beyond.size(), differences.compared,
                     options.against, options.tolerance == 0 ? "no change" : tolerance_text(options.tolerance));
}

std::string rendered_against(const Differences& differences, const Options& options) {
  const Table table = differences_table(differences);
  const std::string told = sentence(differences, options);
  return rendered(options, {.table = [&] { return table; },
                            .sections =
                                [&] {
                                  return std::vector<TableSection>{{"", table, {told}}};
                                },
                            .text =
                                [&] {
                                  const bool changed = !table.rows.empty();
                                  return (changed ? text_table(table, report_style(options)) + '\n' : "") + told + '\n';
                                }});
}

}  // namespace

Data read_result(const std::string& path) {
  constexpr std::size_t kMaxResultBytes = std::size_t{256} << 20;
  std::optional<Data> result = json_of_user(read_bounded_file(path, kMaxResultBytes, Readable::file_or_pipe));
  if (!result) {
    throw_input_error(fmt::format("'{}' is not JSON, or more than {} deep", path, kDeepestJson),
                      "write one with the same command and `--format json -o OLD.json`");
  }
  return *std::move(result);
}

Data with_run(const Options& options, const Study& study, Data document) {
  Data::List set;
  for (const Override& one : options.overrides) set.emplace_back(fmt::format("{}={}", one.path, one.value));
  for (Data::Entry& entry : document.map()) {
    if (entry.first != "run") continue;
    Data::Map& run = entry.second.map();
    run.emplace_back("command", options.command->name);
    run.emplace_back("spec", study.file);
    run.emplace_back("set", std::move(set));
    run.emplace_back("candidate", options.candidate);
  }
  return document;
}

Study load_spec(const Options& options, const std::string& spec, std::string* text) {
  std::error_code not_there;
  if (options.output != "-" && std::filesystem::equivalent(options.output, spec, not_there))
    throw_input_error(fmt::format("-o would overwrite the spec '{}'", spec), "name another file");
  Study study = read_study(spec, options.overrides, text);
  if (options.seed) set_seed(study, *options.seed);
  for (const Diagnostic& warning : study.warnings) say(to_string(warning));
  return study;
}

Study load_study(const Options& options, const std::string& spec, std::string* text) {
  Study study = load_spec(options, spec, text);
  if (study.designs.empty()) {
    throw_input_error(
        fmt::format("{} asks for a search, and lists no candidates yet", study.file),
        fmt::format("cutline search {} -o winners.yaml writes a spec with the network that it finds", spec));
  }
  return study;
}

std::size_t chosen_candidate(const Options& options, const Study& study) {
  if (!options.candidate.empty()) return find_candidate(options.candidate, study);
  if (study.designs.size() == 1) return 0;
  throw_input_error(fmt::format("{} has {} candidates: name one with -c", study.file, study.designs.size()),
                    "its candidates are: " + listed_some(names_of(study.designs)));
}

Subject subject_of(const Options& options, const Study& study, const Candidate& candidate) {
  const std::string& whole = candidate.design->name;
  if (options.candidate.empty() || options.candidate == whole) return {study, candidate};
  if (!candidate.planes) expect_layout(study, candidate, "measure");
  const PlaneResult* plane = find_plane(candidate, std::string_view(options.candidate).substr(whole.size() + 1));
  CUTLINE_EXPECT(plane != nullptr);
  return {*plane->study, plane->candidate};
}

ChosenSubjects chosen_subjects(const Options& options, Study study, const std::vector<std::size_t>& chosen,
                               std::vector<Candidate> all) {
  const Candidate& first = all.at(chosen.front());
  const Subject subject = subject_of(options, study, first);
  if (&subject.candidate != &first) return {subject.study, {subject.candidate}};  // a plane or an application
  ChosenSubjects kept{std::move(study), {}};
  for (const std::size_t each : chosen) kept.candidates.push_back(std::move(all[each]));
  return kept;
}

void expect_whole(const Options& options, const Design& whole, std::string_view why) {
  if (options.candidate.empty() || options.candidate == whole.name) return;
  throw_input_error(fmt::format("'{}' is a part of '{}', and {}", options.candidate, whole.name, why),
                    fmt::format("-c '{}'", whole.name));
}

std::size_t keep_only(Study& study, std::size_t chosen) {
  const std::string name = study.designs.at(chosen).name;
  std::set<std::string> needed = held_references(study);
  needed.insert(name);
  std::erase_if(study.designs, [&](const Design& design) { return needed.count(design.name) == 0; });
  std::erase_if(study.expectations, [&](const Expectation& e) {
    return !e.winner.empty() || (!e.candidate.empty() && needed.count(e.candidate) == 0);
  });
  return find_candidate(name, study);
}

std::vector<std::size_t> chosen_candidates(const Options& options, Study& study) {
  if (!options.candidate.empty()) return {keep_only(study, find_candidate(options.candidate, study))};
  std::vector<std::size_t> all(study.designs.size());
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = i;
  return all;
}

std::size_t chosen_delay(const Options& options, const Study& study) {
  if (options.delay.empty()) return 0;
  if (const auto found = find_delay(study.delays, options.delay)) return *found;
  std::vector<std::string_view> labels;
  for (const ChosenDelay& delay : study.delays) labels.push_back(delay.label);
  throw_input_error(fmt::format("{} has no delay model '{}'", study.file, options.delay),
                    fmt::format("its delay models are: {}", join(labels, "; ")));
}

std::vector<Candidate> laid_out(const Options& options, const Study& study) {
  Effort effort = options.effort;
  effort.link_visits = 0;
  return evaluate(study, effort, Layouts::kept);
}

void expect_against(const Options& options) {
  if (options.against.empty() && options.tolerance != 0)
    throw_input_error("--tolerance is that of --against", "add `--against OLD.json`");
}

ExitCode report_against(const Options& options, text::FileWriter& files, const Data& result) {
  const Differences differences = compare_results(read_result(options.against), result, options.tolerance);
  deliver(options, files, rendered_against(differences, options));
  return differences.beyond.empty() ? ExitCode::done : ExitCode::answer_is_no;
}

}  // namespace cutline::app
