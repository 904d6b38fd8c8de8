// SPDX-License-Identifier: Apache-2.0
#include "app/session.hpp"

#include <fmt/core.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include "app/command.hpp"
#include "base/files.hpp"
#include "base/named.hpp"
#include "base/utf8.hpp"
#include "cutline/base/error.hpp"
#include "cutline/base/format.hpp"
#include "cutline/base/parameters.hpp"
#include "cutline/output/record/json.hpp"
#include "cutline/spec/spec.hpp"
#include "output/record/differences.hpp"
#include "output/text/number.hpp"
#include "study/planes.hpp"

namespace cutline::app {

namespace {

bool variable_is_set(const char* name) {
  const char* value = std::getenv(name);
  return value != nullptr && *value != '\0';
}

bool dumb_terminal() {
  const char* terminal = std::getenv("TERM");
  return terminal == nullptr || std::strcmp(terminal, "dumb") == 0;
}

/// "a; b; c"; of more than ten names the first ten and the number of others.
std::string listed_some(const std::vector<std::string_view>& names) {
  constexpr std::size_t kMost = 10;
  const std::size_t shown = std::min(names.size(), kMost);
  const std::string text = join({names.begin(), names.begin() + static_cast<std::ptrdiff_t>(shown)}, "; ");
  return shown == names.size() ? text : fmt::format("{}; and {} others", text, names.size() - shown);
}

/// The names of all candidates, and of the planes of those that have some.
std::vector<std::string> names_to_choose(const Study& study) {
  std::vector<std::string> names;
  for (const Design& design : study.designs) {
    names.push_back(design.name);
    if (!design.planes) continue;
    for (const PlaneDesign& plane : design.planes->all) names.push_back(plane_candidate_name(design.name, plane.name));
  }
  return names;
}

/// The candidate of this name, or the one that has a plane of this name.
std::size_t find_candidate(const std::string& name, const Study& study) {
  const auto is_named = [&](const Design& design) { return design.name == name; };
  const auto has_plane = [&](const Design& design) {
    return design.planes &&
           std::any_of(design.planes->all.begin(), design.planes->all.end(),
                       [&](const PlaneDesign& p) { return plane_candidate_name(design.name, p.name) == name; });
  };
  const std::vector<Design>& all = study.designs;
  auto found = std::find_if(all.begin(), all.end(), is_named);
  if (found == all.end()) found = std::find_if(all.begin(), all.end(), has_plane);
  if (found != all.end()) return static_cast<std::size_t>(found - all.begin());
  const std::vector<std::string> known = names_to_choose(study);
  const std::vector<std::string_view> names(known.begin(), known.end());
  throw_input_error(fmt::format("{} has no candidate '{}'", study.file, name),
                    did_you_mean(name, names, "its candidates are: " + listed_some(names)));
}

/// The columns of the terminal, limited to 60 to 250; absent if the result does not go to a terminal.
std::optional<std::size_t> terminal_columns(const Options& options) {
  if (!is_read_at_terminal(options)) return std::nullopt;
  winsize size{};
  if (::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return std::nullopt;
  return std::clamp<std::size_t>(size.ws_col, 60, 250);
}

constexpr std::size_t kMaxResultBytes = std::size_t{256} << 20;

Data read_result(const std::string& path) {
  std::optional<Data> result = json_of_user(read_bounded_file(path, kMaxResultBytes, Readable::file_or_pipe));
  if (!result) {
    throw_input_error(fmt::format("'{}' is not JSON, or more than {} deep", path, kDeepestJson),
                      "write one with the same command and `--format json -o OLD.json`");
  }
  return *std::move(result);
}

std::string tolerance_text(double tolerance) {
  return tolerance == 0 ? "exactly" : fmt::format("within {} %", text::short_text(tolerance * 100));
}

std::string sentence(const Differences& differences, const Options& options) {
  if (differences.beyond.empty()) {
    return fmt::format("Nothing changed: {} values of {} records agree {} with {}.\n", differences.compared,
                       differences.records, tolerance_text(options.tolerance), options.against);
  }
  return fmt::format("{} of {} values changed since {} ({} asked).\n", differences.beyond.size(), differences.compared,
                     options.against, options.tolerance == 0 ? "no change" : tolerance_text(options.tolerance));
}

std::string rendered_against(const Differences& differences, const Options& options) {
  const Table table = differences_table(differences);
  switch (options.format) {
    case Format::json:
      return to_json(table_data(table), 2) + '\n';
    case Format::jsonl:
      return to_json_lines(table_data(table));
    case Format::csv:
      return csv_table(table);
    case Format::markdown:
      return markdown_table(table) + '\n' + sentence(differences, options);
    case Format::latex:
      return latex_table(table);
    case Format::table:
      break;
  }
  const std::string rows = differences.beyond.empty() ? "" : text_table(table, report_style(options)) + '\n';
  return rows + sentence(differences, options);
}

}  // namespace

Study load_spec(const Options& options, const std::string& spec, std::string* text) {
  std::error_code not_there;
  if (options.output != "-" && std::filesystem::equivalent(options.output, spec, not_there))
    throw_input_error(fmt::format("-o would overwrite the spec '{}'", spec), "name another file");
  Study study = read_study(spec, options.overrides, text);
  if (options.seed) study.seed = *options.seed;
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
  if (options.candidate.empty() || options.candidate == whole || !candidate.design->planes) return {study, candidate};
  if (!candidate.planes) expect_layout(study, candidate, "measure");
  const PlaneResult* plane = find_plane(candidate, std::string_view(options.candidate).substr(whole.size() + 1));
  CUTLINE_EXPECT(plane != nullptr);
  return {*plane->study, plane->candidate};
}

ChosenSubjects chosen_subjects(const Options& options, Study study, const std::vector<std::size_t>& chosen,
                               std::vector<Candidate> all) {
  if (!options.candidate.empty()) {
    const Subject subject = subject_of(options, study, all.at(chosen.front()));
    return {subject.study, {subject.candidate}};
  }
  ChosenSubjects kept{std::move(study), {}};
  for (const std::size_t each : chosen) kept.candidates.push_back(std::move(all[each]));
  return kept;
}

std::size_t keep_only(Study& study, std::size_t chosen) {
  const std::string name = study.designs.at(chosen).name;
  const std::string needed = study.hold.resource == Resource::none ? "" : study.hold.of;
  std::erase_if(study.designs, [&](const Design& design) { return design.name != name && design.name != needed; });
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
  std::vector<std::string_view> labels;
  for (std::size_t i = 0; i < study.delays.size(); ++i) {
    const ChosenDelay& delay = study.delays[i];
    if (delay.label == options.delay || (delay.model != nullptr && delay.model->name == options.delay)) return i;
    labels.push_back(delay.label);
  }
  throw_input_error(fmt::format("{} has no delay model '{}'", study.file, options.delay),
                    fmt::format("its delay models are: {}", join(labels, "; ")));
}

std::vector<Candidate> laid_out(const Options& options, const Study& study) {
  Effort effort = options.effort;
  effort.link_visits = 0;
  return evaluate(study, effort, Layouts::kept);
}

ReportStyle report_style(const Options& options) {
  ReportStyle style;
  if (options.width > 0) style.width = options.width;
  if (options.output != "-") return style;
  if (options.width == 0) style.width = terminal_columns(options).value_or(style.width);
  style.colour =
      options.colour == Colour::always || (options.colour == Colour::automatic && is_read_at_terminal(options) &&
                                           !variable_is_set("NO_COLOR") && !dumb_terminal());
  return style;
}

void deliver(const Options& options, text::FileWriter& files, std::string_view data) {
  if (options.output != "-") return files.write(options.output, data);
  std::string shown;
  if (is_read_at_terminal(options)) data = shown = terminal_text(data);
  const bool written = std::fwrite(data.data(), 1, data.size(), stdout) == data.size() && std::fflush(stdout) == 0;
  if (!written) throw_file_error(fmt::format("cannot write to standard output: {}", std::strerror(errno)));
}

void deliver_pieces(const Options& options, text::FileWriter& files, const text::TextPieces& pieces) {
  if (options.output != "-") return files.write_pieces(options.output, pieces);
  std::string data;
  pieces([&](std::string_view piece) { data += piece; });
  deliver(options, files, data);
}

void say(std::string_view text) { fmt::print(stderr, "{}\n", terminal_text(text)); }

bool is_read_at_terminal(const Options& options) { return options.output == "-" && ::isatty(STDOUT_FILENO) == 1; }

void expect_no_terminal(const Options& options, std::string_view result, std::string_view example) {
  if (is_read_at_terminal(options))
    throw_input_error(fmt::format("{} would fill the terminal", result), fmt::format("name a file: -o {}", example));
}

void suggest(std::string_view text) {
  if (::isatty(STDERR_FILENO) == 1) say(text);
}

std::string table_in(Format format, const Table& table) {
  if (format == Format::latex) return latex_table(table);
  return format == Format::csv ? csv_table(table) : markdown_table(table);
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
