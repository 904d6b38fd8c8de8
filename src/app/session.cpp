// SPDX-License-Identifier: Apache-2.0
#include "app/session.hpp"

#include <filesystem>

#include "app/command.hpp"
#include "base/files.hpp"
#include "base/named.hpp"
#include "cutline/output/record/json.hpp"
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
    for (const std::string& part : names_of_parts(study_of(study, design), design))
      names.push_back(plane_candidate_name(design.name, part));
  }
  return names;
}

/// The candidate of this name, or the one that has a plane or an application of this name.
Chosen find_candidate(const std::string& name, const Study& study) {
  const std::vector<Design>& all = study.designs;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (all[i].name == name) return {i};
  }
  for (std::size_t i = 0; i < all.size(); ++i) {
    for (const std::string& part : names_of_parts(study_of(study, all[i]), all[i])) {
      if (plane_candidate_name(all[i].name, part) == name) return {i, part};
    }
  }
  const std::vector<std::string> known = names_to_choose(study);
  const std::vector<std::string_view> names(known.begin(), known.end());
  throw_input_error(fmt::format("{} has no candidate '{}'", study.file, name),
                    did_you_mean(name, names, "its candidates are: " + listed_some(names)));
}

/// Keeps the designs with these indices, in this order, then the ones whose resource is held equal, and what is
/// expected of them alone.
void keep_only(Study& study, const std::vector<std::size_t>& chosen) {
  const std::set<std::string> held = held_references(study);
  std::vector<std::size_t> kept = chosen;
  for (std::size_t i = 0; i < study.designs.size(); ++i) {
    const bool is_chosen = std::find(chosen.begin(), chosen.end(), i) != chosen.end();
    if (!is_chosen && held.count(study.designs[i].name) > 0) kept.push_back(i);
  }
  std::vector<Design> designs;
  for (const std::size_t i : kept) designs.push_back(std::move(study.designs[i]));
  study.designs = std::move(designs);
  const std::vector<std::string> known = names_to_choose(study);
  const std::set<std::string> names(known.begin(), known.end());
  std::erase_if(study.expectations, [&](const Expectation& e) {
    return !e.winner.empty() || (!e.candidate.empty() && names.count(e.candidate) == 0);
  });
}

void expect_only_one(const Study& study) {
  if (study.designs.size() == 1) return;
  throw_input_error(fmt::format("{} has {} candidates: name one with -c", study.file, study.designs.size()),
                    "its candidates are: " + listed_some(names_of(study.designs)));
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
  const auto sections = [&] { return std::vector<TableSection>{TableSection{"", table, {told}}}; };
  const auto text = [&] {
    return (table.rows.empty() ? "" : text_table(table, report_style(options)) + '\n') + told + '\n';
  };
  return rendered(options, {.table = [&] { return table; }, .sections = sections, .text = text});
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

Data with_run(const Options& options, const std::vector<std::string>& candidates, const Study& study, Data document) {
  Data::List set;
  for (const Override& one : options.overrides) set.emplace_back(fmt::format("{}={}", one.path, one.value));
  for (Data::Entry& entry : document.map()) {
    if (entry.first != "run") continue;
    Data::Map& run = entry.second.map();
    run.emplace_back("command", options.command->name);
    run.emplace_back("spec", study.file);
    run.emplace_back("set", std::move(set));
    // One name is a text, as in results of before; several are a list.
    if (candidates.size() > 1) {
      run.emplace_back("candidate", data_list(candidates));
    } else {
      run.emplace_back("candidate", candidates.empty() ? "" : candidates.front());
    }
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

std::vector<Chosen> chosen_candidates(const Options& options, Study& study) {
  std::vector<Chosen> chosen;
  if (options.candidates.empty()) {
    for (std::size_t i = 0; i < study.designs.size(); ++i) chosen.push_back({i});
    return chosen;
  }
  std::vector<std::size_t> kept;
  std::set<std::string_view> seen;
  for (const std::string& name : options.candidates) {
    if (!seen.insert(name).second) throw_input_error(fmt::format("-c names '{}' twice", name), "name each once");
    Chosen one = find_candidate(name, study);
    const auto known = std::find(kept.begin(), kept.end(), one.design);
    if (known == kept.end()) kept.push_back(one.design);
    one.design = static_cast<std::size_t>(std::find(kept.begin(), kept.end(), one.design) - kept.begin());
    chosen.push_back(std::move(one));
  }
  keep_only(study, kept);
  return chosen;
}

std::vector<Chosen> named_candidates(const Options& options, Study& study) {
  if (options.candidates.empty()) expect_only_one(study);
  return chosen_candidates(options, study);
}

Chosen one_candidate(const Options& options, Study& study) {
  const std::size_t named = options.candidates.size();
  if (named > 1) {
    throw_input_error(fmt::format("{} takes one candidate, and -c names {}", options.command->name, named),
                      fmt::format("run it for each: -c '{}' comes first", options.candidates.front()), "-c");
  }
  return named_candidates(options, study).front();
}

Subject subject_of(const Study& study, const Candidate& candidate, const std::string& part) {
  if (part.empty()) return {study, candidate};
  if (!candidate.planes) expect_layout(study, candidate, "measure");
  const PlaneResult* plane = find_plane(candidate, part);
  CUTLINE_EXPECT(plane != nullptr);
  return {*plane->study, plane->candidate};
}

std::vector<ChosenSubjects> chosen_subjects(Study study, const std::vector<Chosen>& chosen,
                                            std::vector<Candidate> all) {
  std::vector<ChosenSubjects> subjects;
  const bool any_part = std::ranges::any_of(chosen, [](const Chosen& each) { return !each.part.empty(); });
  bool follows_whole = false;
  for (const Chosen& each : chosen) {
    Candidate& whole = all.at(each.design);
    if (!each.part.empty()) {
      const Subject subject = subject_of(study, whole, each.part);
      subjects.push_back({subject.study, {subject.candidate}});
    } else {
      if (!follows_whole) subjects.push_back({any_part ? study : std::move(study), {}});
      // A part may still be asked of a candidate that is chosen as a whole.
      subjects.back().candidates.push_back(any_part ? whole : std::move(whole));
    }
    follows_whole = each.part.empty();
  }
  return subjects;
}

ChosenSubjects subjects_of_one_study(Study study, const std::vector<Chosen>& chosen, std::vector<Candidate> all) {
  std::vector<ChosenSubjects> subjects = chosen_subjects(std::move(study), chosen, std::move(all));
  if (subjects.size() == 1) return std::move(subjects.front());
  throw_input_error("a plane or an application has loads of its own, and is shown alone",
                    "name it with -c and nothing else, or the whole candidate", "-c");
}

void expect_whole(const Study& study, const std::vector<Chosen>& chosen, std::string_view why) {
  for (const Chosen& each : chosen) {
    if (each.part.empty()) continue;
    const std::string& whole = study.designs[each.design].name;
    throw_input_error(fmt::format("'{}' is a part of '{}', and {}", plane_candidate_name(whole, each.part), whole, why),
                      fmt::format("-c '{}'", whole));
  }
}

std::size_t chosen_delay(const Options& options, const Study& study) {
  if (options.delay.empty()) return 0;
  if (const auto found = find_delay(study.delays, options.delay)) return *found;
  for (const Design& design : study.designs) {
    if (const auto found = find_delay(study_of(study, design).delays, options.delay)) return *found;
  }
  std::vector<std::string> known;
  for (std::size_t d = 0; d < study.delays.size(); ++d) {
    for (std::string& label : delay_labels(study, d)) known.push_back(std::move(label));
  }
  throw_input_error(fmt::format("{} has no delay model '{}'", study.file, options.delay),
                    fmt::format("its delay models are: {}", join(known, "; ")));
}

std::vector<Candidate> laid_out(const Options& options, const Study& study, Bisections bisections) {
  Effort effort = options.effort;
  effort.link_visits = 0;
  effort.bisections = bisections;
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
