// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <algorithm>

#include "app/place.hpp"
#include "support/tools.hpp"

namespace {

using namespace cutline::test;

std::vector<std::string> manual_lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

/// The completions offered for the last argument, each up to its tab.
std::vector<std::string> manual_offered(const Place& place, const std::string& arguments) {
  std::vector<std::string> words = manual_lines_of(place.run("__complete " + arguments).out);
  for (std::string& word : words) word = word.substr(0, word.find('\t'));
  return words;
}

/// The text without the marks that roff puts between letters and before hyphens.
std::string plain(std::string text) {
  for (const std::string mark : {"\\fB", "\\fI", "\\fR"}) {
    for (std::size_t at; (at = text.find(mark)) != std::string::npos;) text.erase(at, mark.size());
  }
  text.erase(std::remove(text.begin(), text.end(), '\\'), text.end());
  return text;
}

}  // namespace

TEST_CASE("the manual has every command with all its options") {
  const Place place;
  const std::string page = plain(place.run("manual").out);
  for (const std::string& command : manual_offered(place, "1 cutline ''")) {
    CAPTURE(command);
    const std::size_t begin = page.find(".SS \"cutline " + command + " ");
    REQUIRE(begin != std::string::npos);
    const std::string section = page.substr(begin, page.find("\n.S", begin + 1) - begin);
    for (const std::string& option : manual_offered(place, "2 cutline " + command + " --"))
      CHECK(contains(section, option));
  }
}

TEST_CASE("the manual has what every option means") {
  const Place place;
  std::string page = plain(place.run("manual").out);
  std::replace(page.begin(), page.end(), '\n', ' ');
  for (const std::string& line : manual_lines_of(place.run("__complete 2 cutline measure --").out)) {
    const std::string meaning = line.substr(line.find('\t') + 1);
    CHECK_MESSAGE(contains(page, meaning), meaning);
  }
  for (const char* words : {".SH \"NAME\" cutline - ", ".SH \"EXIT STATUS\"", "130", "NO_COLOR", ".SH \"EXAMPLES\""}) {
    CHECK_MESSAGE(contains(page, words), words);
  }
}

TEST_CASE("the examples of the manual run, in their order") {
  const Place place;
  const std::string page = place.run("manual").out;
  int examples = 0;
  for (const std::string& line : manual_lines_of(plain(page.substr(page.find(".SH \"EXAMPLES\""))))) {
    if (line.rfind("cutline ", 0) != 0) continue;
    const Run run = place.run(line.substr(8));
    CHECK_MESSAGE(run.code == 0, line, ": ", run.err);
    ++examples;
  }
  CHECK(examples >= 6);
}

TEST_CASE("mandoc has nothing to say against the manual" * doctest::skip(!has_tool("mandoc"))) {
  const Place place;
  CHECK(place.run("manual -o cutline.1").code == 0);
  CHECK(place.output_of("mandoc -T lint -W all cutline.1") == "");
}

TEST_CASE("groff has nothing to say against the manual, and shows it" * doctest::skip(!has_tool("groff"))) {
  const Place place;
  CHECK(place.run("manual -o cutline.1").code == 0);
  CHECK(place.output_of("groff -man -ww -T ascii -z cutline.1") == "");
  CHECK(contains(place.output_of("groff -man -T ascii -P -cbou cutline.1"), "EXIT STATUS"));
}

// ctest recognises the message and counts the file as skipped, so that a missing program does not look like a passed
// test.
TEST_CASE("without mandoc and groff the manual is not rendered, and a message says so") {
  if (!has_tool("mandoc") && !has_tool("groff")) MESSAGE("neither mandoc nor groff is installed: tests skipped");
}

TEST_CASE("no message carries a control character to the terminal, from a spec, a file or the command line") {
  const Place place("cutline: 1\ncandidates:\n  - {name: mesh, topology: {family: mesh, radix: 4, dimensions: 2}}\n");
  const std::string head = "cutline: 1\ncandidates:\n  - {name: a, topology: ";
  place.write("path.yaml", head + "{family: graph, file: \"g\\e[31m\\u202E.dot\"}}\n");
  place.write("key.yaml", head + "{family: ring, nodes: 4}, \"k\\e[31m\": 1}\n");
  place.write("choice.yaml", head + "{family: \"r\\e[31ming\", nodes: 4}}\n");
  place.write("number.yaml", head + "{family: ring, nodes: \"4\\e[31m\"}}\n");
  place.write("name.dot", "graph g { a -- \"b\xc2\x9b\"; }\n");
  place.write("graph.yaml", head + "{family: graph, file: name.dot}}\n");
  const std::string escape = "\"$(printf 'x\\033[31m')\"";
  for (const std::string& arguments :
       {std::string("compare path.yaml"), std::string("compare key.yaml"), std::string("compare choice.yaml"),
        std::string("compare number.yaml"), std::string("compare graph.yaml"), "measure spec.yaml -c " + escape,
        "compare spec.yaml --set " + escape, "compare spec.yaml --by " + escape, "compare --" + escape,
        "compare " + escape, escape, "list " + escape, "export spec.yaml -c mesh --to " + escape,
        "delay --length 1mm --technology " + escape, "draw spec.yaml -c mesh --show " + escape}) {
    CAPTURE(arguments);
    const Run run = place.run(arguments);
    CHECK(run.code >= 2);
    CHECK(run.out.empty());
    CHECK(run.err.find('\x1b') == std::string::npos);
    CHECK(run.err.find("\xe2\x80\xae") == std::string::npos);
    CHECK(run.err.find("\xc2\x9b") == std::string::npos);
    CHECK((contains(run.err, "1B") || contains(run.err, "9B")));  // its number is told
  }
}
