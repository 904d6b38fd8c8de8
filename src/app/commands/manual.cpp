// SPDX-License-Identifier: Apache-2.0
#include <cctype>

#include "app/command.hpp"
#include "cutline/base/format.hpp"

namespace cutline::app {

namespace {

/// An option that at least this many commands share is described once for all of them.
constexpr std::size_t kCommon = 4;

constexpr std::string_view kDescription =
    R"(A study asks which interconnection network to build. It is a YAML file, the SPEC: what all candidates share
(technology, wiring held equal, messages, clock, delay models) and the candidates themselves, each a topology and the
way its nodes are placed.

Cutline places every candidate on a grid, routes every wire on tracks, measures lengths, densities, pins and area, turns
wire lengths into delays, and ranks the candidates. Where a number is a bound and not exact, the result says so.

Start with 'cutline new', compare with 'cutline compare', and ask 'cutline explain' where a number comes from. A hyphen
in the place of a file is standard input or standard output; specs and results may be read from pipes, what a spec names
only from files. Results go to standard output, everything else to standard error; how far long work is, is shown on a
terminal only.)";

constexpr std::string_view kSpec =
    R"(The keys of a spec, with their types, units, defaults and meanings, are listed by 'cutline list keys'; 'cutline schema'
prints them as JSON Schema, by which an editor completes and checks a spec while it is typed. Quantities carry their
units, as in '2 GHz'. Paths in a spec are relative to it.)";

constexpr std::string_view kFiles[][2] = {
    {"share/cutline/new/", "the specs that 'cutline new' prints"},
    {"share/cutline/gallery/", "specs that ask questions of today, and one for every family of networks"},
    {"share/cutline/papers/", "specs of networks in the literature, with the numbers that were printed"},
    {"share/cutline/technologies/", "layers, drivers and media, each number with its source"},
    {"share/cutline/cutline.schema.json", "the JSON Schema of a spec"},
    {"FILE.partial", "what an interrupted sweep had measured, beside the FILE that it was to write"}};

constexpr std::string_view kEnvironment[][2] = {
    {"NO_COLOR", "where it is set and not empty, nothing is coloured unless --color always asks for it"},
    {"TERM", "where it is dumb or not set, nothing is coloured either"},
    {"SLURM_ARRAY_TASK_ID", "the part that --shard slurm measures; with SLURM_ARRAY_TASK_MIN, _MAX and _COUNT"}};

constexpr std::string_view kExamples[][2] = {
    {"A spec to start from, its ranking, and where a number comes from:",
     "cutline new noc -o noc.yaml\ncutline compare noc.yaml\ncutline explain noc.yaml -c mesh latency"},
    {"The floorplan of a candidate, and its wires for another tool:",
     "cutline draw noc.yaml -c mesh -o mesh.svg\ncutline export noc.yaml -c mesh --to csv -o mesh.csv"},
    {"Another value, without a change of the file:",
     "cutline compare noc.yaml --set 'candidates[mesh].topology.radix=4' --set population=any"},
    {"A sweep in two parts, and the best of both:",
     "cutline measure noc.yaml --shard 1/2 -o part1.jsonl\ncutline measure noc.yaml --shard 2/2 -o part2.jsonl\n"
     "cutline merge part1.jsonl part2.jsonl --by performance.latency_ns --top 10"}};

/// Escapes a text for roff, so that hyphens can be copied and no line begins like a request.
std::string roff(std::string_view text) {
  std::string out;
  bool begins = true;
  for (const char c : text) {
    if (begins && (c == '.' || c == '\'')) out += "\\&";
    begins = c == '\n';
    if (c == '\\') {
      out += "\\e";
    } else if (c == '-') {
      out += "\\-";
    } else {
      out += c;
    }
  }
  return out;
}

/// Breaks a text into short lines, for readers of the page's source.
std::string filled(std::string_view text) {
  constexpr std::size_t kWidth = 72;
  std::string joined(text);
  std::replace(joined.begin(), joined.end(), '\n', ' ');
  return sum_over<std::string>(wrap_text(joined, kWidth), [&](const std::string& line) { return roff(line) + '\n'; });
}

std::string in_bold(std::string_view text) { return "\\fB" + roff(text) + "\\fR"; }
std::string italic(std::string_view text) { return "\\fI" + roff(text) + "\\fR"; }

std::string section(std::string_view title, const std::string& body) {
  return fmt::format(".SH \"{}\"\n{}", title, body);
}

std::string paragraphs(std::string_view text) {
  std::string out;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find("\n\n", begin), text.size());
    out += (out.empty() ? "" : ".PP\n") + filled(text.substr(begin, end - begin));
    begin = end + 2;
  }
  return out;
}

/// A term with its meaning below it.
std::string entry(const std::string& head, std::string_view text) { return ".TP\n" + head + '\n' + filled(text); }

template <std::size_t N>
std::string entries(const std::string_view (&rows)[N][2]) {
  std::string out;
  for (const auto& [head, text] : rows) out += entry(in_bold(head), text);
  return out;
}

std::string head_of(const CommandOption& option) {
  if (option.is_argument()) return italic(option.names.front());
  const std::string head = join(each_of(option.names, in_bold), ", ");
  return option.value.empty() ? head : head + ' ' + italic(option.value);
}

/// `cutline measure SPEC... [options]`.
std::string usage(const Command& command) {
  std::string out = "cutline " + command.name;
  for (const CommandOption& option : command.options) {
    if (!option.is_argument() && !option.required) continue;
    const std::string name = option.is_argument() ? option.names.front() + (option.repeated ? "..." : "")
                                                  : option.names.back() + ' ' + option.value;
    out += option.required ? ' ' + name : " [" + name + ']';
  }
  return out + " [options]";
}

/// A summary as a sentence: summaries begin with a small letter and have no full stop.
std::string as_sentence(std::string summary) {
  summary.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(summary.front())));
  return summary.back() == '.' ? summary : summary + '.';
}

using CommonOptions = std::map<std::string, CommandOption, std::less<>>;

CommonOptions common_options(const std::vector<Command>& commands) {
  std::map<std::pair<std::string, std::string>, std::size_t> count;
  CommonOptions common;
  for (const Command& command : commands) {
    for (const CommandOption& option : command.options) {
      const std::string key(option.key());
      if (!option.is_argument() && ++count[{key, option.help}] == kCommon) common.emplace(key, option);
    }
  }
  return common;
}

std::string command_text(const Command& command, const CommonOptions& common) {
  std::string out = fmt::format(".SS \"{}\"\n{}", roff(usage(command)), filled(as_sentence(command.summary)));
  std::string others;
  for (const CommandOption& option : command.options) {
    const auto shared = common.find(option.key());
    if (!option.is_argument() && shared != common.end() && shared->second.help == option.help) {
      others += (others.empty() ? "" : ",\n") + in_bold(option.key());
    } else {
      out += entry(head_of(option), option.help);
    }
  }
  return others.empty() ? out : out + ".PP\nCommon options:\n" + others + ".\n";
}

std::string commands_text(const std::vector<Command>& commands, const CommonOptions& common) {
  return sum_over<std::string>(commands, [&](const Command& command) { return command_text(command, common); });
}

std::string common_text(const CommonOptions& common) {
  return sum_over<std::string>(common, [](const auto& each) { return entry(head_of(each.second), each.second.help); });
}

std::string exits_text() {
  std::string out;
  for (const ExitMeaning& exit : exit_meanings()) {
    const std::string more = exit.detail.empty() ? "" : fmt::format(": {}", exit.detail);
    out += entry(in_bold(std::to_string(static_cast<int>(exit.code))), std::string(exit.brief) + more);
  }
  return out;
}

std::string examples_text() {
  std::string out;
  for (const auto& [text, lines] : kExamples)
    out += fmt::format("{}{}.PP\n.RS 4\n.nf\n{}\n.fi\n.RE\n", out.empty() ? "" : ".PP\n", filled(text), roff(lines));
  return out;
}

std::string manual_page() {
  std::vector<Command> shown = those_with(commands(), [&](const Command& command) { return !command.hidden; });
  const CommonOptions common = common_options(shown);
  const std::string see =
      "Where cutline is installed: share/cutline, the library of specs to run and change. klayout(1) shows "
      "layouts that 'cutline export' writes, rsvg-convert(1) makes pictures of pixels of drawings.";
  return fmt::format(".\\\" SPDX-License-Identifier: Apache-2.0\n.TH CUTLINE 1 {} \"cutline {}\" \"User Commands\"\n",
                     CUTLINE_DATE, CUTLINE_VERSION) +
         section("NAME", "cutline \\-\n" + filled(kPurpose)) +
         section("SYNOPSIS", in_bold("cutline") + ' ' + italic("COMMAND") + " [" + italic("argument") + "...] [" +
                                 italic("options") + "]\n") +
         section("DESCRIPTION", paragraphs(kDescription)) + section("COMMANDS", commands_text(shown, common)) +
         section("COMMON OPTIONS", common_text(common)) + section("SPEC", paragraphs(kSpec)) +
         section("FILES", entries(kFiles)) + section("ENVIRONMENT", entries(kEnvironment)) +
         section("EXIT STATUS", exits_text()) + section("EXAMPLES", examples_text()) +
         section("SEE ALSO", paragraphs(see));
}

}  // namespace

Command manual_command() {
  return {.name = "manual",
          .summary = "print the page of man(1)",
          .options = {output_option()},
          .run =
              [](const Options& options, text::FileWriter& files) {
                deliver(options, files, manual_page());
                return ExitCode::done;
              },
          .hidden = true};
}

}  // namespace cutline::app
