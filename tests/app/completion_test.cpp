// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <algorithm>
#include <regex>
#include <set>

#include "app/place.hpp"
#include "support/tools.hpp"

namespace {

using namespace cutline::test;
using Words = std::vector<std::string>;

constexpr const char* kCompletionSpec = R"(cutline: 1
delay: [constant, linear]
population: any
machine: {rows: 2, columns: 4, rack: {units: 48, switches: 8}, rate: 100 Gb/s}
candidates:
  - {name: a torus, topology: {family: torus, radix: 4, dimensions: 2}}
  - {name: cube, topology: {family: hypercube, dimensions: 4}}
  - {name: ring, topology: {family: ring}, sweep: {topology.nodes: [4, 8]}}
)";

std::string quoted(const std::string& word) { return "'" + std::regex_replace(word, std::regex("'"), "'\\''") + "'"; }

Words lines_of(const std::string& text) {
  Words lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

std::string all_quoted(const Words& words) {
  std::string text;
  for (const std::string& word : words) text += " " + quoted(word);
  return text;
}

/// The words offered for the last of the given words.
Words offered(const Place& place, Words words) {
  words.insert(words.begin(), "cutline");
  const Run run = place.run("__complete " + std::to_string(words.size() - 1) + all_quoted(words));
  CHECK(run.code == 0);
  CHECK(run.err == "");
  Words found;
  for (const std::string& line : lines_of(run.out)) found.push_back(line.substr(0, line.find('\t')));
  return found;
}

/// The words that bash would put in place of the last word. All words are as typed.
Words in_bash(const Place& place, Words words) {
  words.insert(words.begin(), "cutline");
  const std::string script = "PATH=\"$(dirname '" + program_file() + "'):$PATH\"; source <(cutline completion bash); " +
                             "COMP_WORDS=(" + all_quoted(words) + "); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); " +
                             "complete -p cutline | grep -q _cutline; _cutline; " +
                             "printf '%s\\n' \"${COMPREPLY[@]}\"";
  Words found = lines_of(place.output_of("bash --norc --noprofile -c " + quoted(script)));
  std::sort(found.begin(), found.end());
  return found;
}

bool has(const Words& words, const std::string& word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

}  // namespace

TEST_CASE("every command and option of the help is offered, and nothing else") {
  const Place place;
  const auto matches = [](const std::string& text, const char* pattern) {
    std::set<std::string> found;
    const std::regex each(pattern);
    for (std::sregex_iterator at(text.begin(), text.end(), each), end; at != end; ++at) found.insert((*at)[1]);
    return found;
  };
  const std::string help = place.run("--help").out;
  const Words commands = offered(place, {""});
  CHECK(std::set<std::string>(commands.begin(), commands.end()) ==
        matches(help.substr(help.find("Subcommands:")), "\n  ([a-z]+) "));
  CHECK(commands.size() > 10);
  for (const std::string& command : commands) {
    CAPTURE(command);
    const Words options = offered(place, {command, "--"});
    const std::string text = place.run(command + " --help").out;
    CHECK(std::set<std::string>(options.begin(), options.end()) ==
          matches(text.substr(text.find("Options:")), "(?:\n  |,)(--[a-z-]+)"));
  }
  CHECK(offered(place, {"me"}) == Words{"measure", "merge"});
  CHECK(offered(place, {"nonsense", ""}).empty());
}

TEST_CASE("an option that stands there is not offered again, but for those that may be given several times") {
  const Place place;
  const Words options = offered(place, {"compare", "x.yaml", "-o", "out", "--format=json", "--set", "a=b", "--"});
  CHECK(!has(options, "--output"));
  CHECK(!has(options, "--format"));
  CHECK(has(options, "--set"));
  CHECK(offered(place, {"compare", "--", "--"}) == Words{":files yaml yml jsonl"});
}

TEST_CASE("every value that is offered is one that the program takes") {
  const Place place(kCompletionSpec);
  struct Case {
    Words words;
    std::string command;  ///< the completed word is its last one
    int least;
  };
  for (const Case& each :
       {Case{{"list", "orders", "--format", ""}, "list orders --format ", 5},
        Case{{"list", "orders", "--color", ""}, "list orders --color ", 3}, Case{{"list", ""}, "list ", 8},
        Case{{"list", "families", ""}, "list families ", 10}, Case{{"list", "keys", "hold"}, "list keys ", 3},
        Case{{"draw", "--show", ""}, "draw spec.yaml -c cube -o x.svg --show ", 8},
        Case{{"draw", "--view", ""}, "draw spec.yaml -c cube -o x.svg --view ", 2},
        Case{{"draw", "--colour", ""}, "draw spec.yaml -c cube -o x.svg --colour ", 3},
        Case{{"profile", "--axis", ""}, "profile spec.yaml -c cube --dry-run --axis ", 3},
        Case{{"export", "--to", ""}, "list exports ", 10},
        Case{{"export", "--route-cost", ""}, "export spec.yaml -c cube --to csv --route-cost ", 3},
        Case{{"explain", "spec.yaml", ""}, "list measures ", 10},
        Case{{"explain", "spec.yaml", "-c", ""}, "explain spec.yaml latency -c ", 3},
        Case{{"explain", "spec.yaml", "--delay", ""}, "explain spec.yaml latency -c cube --delay ", 2},
        Case{{"delay", "--technology", "n"}, "delay --length 1mm --technology ", 1},
        Case{{"delay", "--technology", "nangate45", "--layer", ""},
             "delay --length 1mm --technology nangate45 --layer ",
             3},
        Case{{"completion", ""}, "completion ", 3}}) {
    CAPTURE(each.command);
    int taken = 0;
    for (const std::string& value : offered(place, each.words)) {
      if (value[0] == ':') continue;
      CAPTURE(value);
      const Run run = place.run(each.command + quoted(value));
      CHECK_MESSAGE(run.code == 0, run.err);
      ++taken;
    }
    CHECK(taken >= each.least);
  }
}

TEST_CASE("candidates are those of the spec on the line, before or after the word") {
  const Place place(kCompletionSpec);
  const Words all = {"a torus", "cube", "ring nodes=4", "ring nodes=8"};
  CHECK(offered(place, {"measure", "spec.yaml", "-c", ""}) == all);
  CHECK(offered(place, {"measure", "spec.yaml", "--candidate=r"}) ==
        Words{"--candidate=ring nodes=4", "--candidate=ring nodes=8"});
  const Run before = place.run("__complete 3 cutline draw -c '' spec.yaml");
  CHECK(lines_of(before.out).size() == all.size());
  CHECK(offered(place, {"measure", "spec.yaml", "--set", "candidates[0].name=b", "-c", "b"}) == Words{"b"});
  CHECK(offered(place, {"explain", "spec.yaml", "--delay", ""}).size() == 2);
  CHECK(offered(place, {"explain", "--delay", ""}).size() > 5);
}

TEST_CASE("a spec that cannot be read offers nothing and says nothing") {
  const Place place(kCompletionSpec);
  place.write("bad.yaml", "cutline: 1\ncandidates: [\n");
  for (const char* spec : {"bad.yaml", "absent.yaml", ".", "/dev/zero", "-"}) {
    CAPTURE(std::string(spec));
    CHECK(offered(place, {"measure", spec, "-c", ""}).empty());
  }
  CHECK(offered(place, {"list", "nonsense", ""}).empty());
  CHECK(offered(place, {"delay", "--technology", "nonsense", "--layer", ""}).empty());
}

TEST_CASE("lists by commas go on") {
  const Place place;
  CHECK(offered(place, {"draw", "--show", "nodes,pe"}) == Words{":open", "nodes,peak"});
  CHECK(offered(place, {"draw", "--show=nodes,pe"}) == Words{":open", "--show=nodes,peak"});
}

TEST_CASE("bash completes commands, options, values, names with blanks and files" * doctest::skip(!has_tool("bash"))) {
  const Place place(kCompletionSpec);
  place.write("a spec.yaml", kCompletionSpec);
  place.write("notes.txt", "");
  fs::create_directory(place / "some folder");
  fs::remove(place / ".tool");
  CHECK(in_bash(place, {"comp"}) == Words{"compare", "completion"});
  CHECK(in_bash(place, {"compare", "--thr"}) == Words{"--threads"});
  CHECK(in_bash(place, {"compare", "--format", "js"}) == Words{"json", "jsonl"});
  // bash splits words at '=' and keeps the part before it.
  CHECK(in_bash(place, {"compare", "--format", "=", "js"}) == Words{"json", "jsonl"});
  CHECK(in_bash(place, {"compare", "--format", "="}).size() == 6);
  CHECK(in_bash(place, {"measure", "spec.yaml", "-c", "ri"}) == Words{"ring nodes=4", "ring nodes=8"});
  CHECK(in_bash(place, {"measure", "spec.yaml", "-c", "ring\\ nodes", "=", ""}) == Words{"4", "8"});
  CHECK(in_bash(place, {"measure", "spec.yaml", "-c", "'a t"}) == Words{"a torus"});
  CHECK(in_bash(place, {"measure", "a\\ spec.yaml", "-c", "a"}) == Words{"a torus"});
  CHECK(in_bash(place, {"compare", ""}) == Words{"a spec.yaml", "some folder", "spec.yaml"});
  CHECK(in_bash(place, {"compare", "a\\ s"}) == Words{"a spec.yaml"});
  CHECK(in_bash(place, {"compare", "spec.yaml", "-o", "no"}) == Words{"notes.txt"});
  CHECK(in_bash(place, {"compare", "spec.yaml", "--output", "=", "no"}) == Words{"notes.txt"});
}

TEST_CASE("fish completes what the program offers" * doctest::skip(!has_tool("fish"))) {
  const Place place(kCompletionSpec);
  const auto in_fish = [&](const std::string& line) {
    return place.output_of("PATH=\"$(dirname '" + program_file() + "'):$PATH\" HOME=\"$PWD\" fish --no-config -c " +
                           quoted("cutline completion fish | source; complete -C " + quoted(line)));
  };
  CHECK(contains(in_fish("cutline compare --thr"), "--threads\t"));
  CHECK(contains(in_fish("cutline measure spec.yaml -c ri"), "ring nodes=8\t"));
  CHECK(contains(in_fish("cutline compare "), "spec.yaml"));
  CHECK(contains(in_fish("cutline compare --format=js"), "--format=jsonl"));
}

TEST_CASE("a shell that there is not is an error that names those that there are") {
  const Place place;
  const Run run = place.run("completion tcsh");
  CHECK(run.code == 2);
  CHECK(contains(run.err, "it takes: bash, fish or zsh"));
}

// ctest recognises the message and counts the file as skipped, so that a missing program does not look like a passed
// test.
TEST_CASE("without bash nothing is completed, and a message says so") {
  if (!has_tool("bash")) MESSAGE("bash is not installed: tests skipped");
}
