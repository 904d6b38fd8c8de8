// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <cstdio>

#include "structure/tree.hpp"
#include "support/places.hpp"

namespace {

std::string joined(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + "\n";
  return text;
}

/// The block between fences that follows the first line with these words.
std::string block_after(const std::string& words) {
  const tree::File readme = tree::read(std::filesystem::path(cutline::test::source_folder()) / "README.md");
  const auto is_fence = [](const std::string& line) { return line.compare(0, 3, "```") == 0; };
  const auto end = readme.lines.end();
  const auto said = std::find_if(readme.lines.begin(), end,
                                 [&](const std::string& line) { return line.find(words) != std::string::npos; });
  const auto open = std::find_if(said, end, is_fence);
  if (open == end) return {};
  return joined({open + 1, std::find_if(open + 1, end, is_fence)});
}

std::string output_of(const std::string& command) {
  std::string text;
  std::FILE* pipe = popen(command.c_str(), "r");
  REQUIRE(pipe != nullptr);
  for (int c = std::fgetc(pipe); c != EOF; c = std::fgetc(pipe)) text += static_cast<char>(c);
  CHECK(pclose(pipe) == 0);
  return text;
}

}  // namespace

TEST_CASE("the first spec of the README is the file that it names") {
  const tree::File spec =
      tree::read(std::filesystem::path(cutline::test::source_folder()) / "layouts/gallery/first.yaml");
  REQUIRE(spec.lines.size() > 5);
  // The file begins with two lines of comment.
  CHECK(block_after("`layouts/gallery/first.yaml` asks") == joined({spec.lines.begin() + 2, spec.lines.end()}));
}

TEST_CASE("the README quotes what the program prints") {
  const std::string command = "cd " + cutline::test::source_folder() + " && " + cutline::test::program_file() +
                              " compare layouts/gallery/first.yaml";
  CHECK(block_after("`cutline compare layouts/gallery/first.yaml` prints:") == output_of(command));
}

/// The commands between backticks in a page, without the word `cutline`.
std::vector<std::string> commands_of(const std::string& text) {
  const std::string opening = "`cutline ";
  std::vector<std::string> commands;
  for (std::size_t at = text.find(opening); at != std::string::npos; at = text.find(opening, at + 1))
    commands.push_back(text.substr(at + opening.size(), text.find('`', at + 1) - at - opening.size()));
  return commands;
}

/// The command with a spec of ours and names of its own in the place of the words in capitals.
std::string filled(std::string command) {
  const std::pair<const char*, const char*> words[] = {{"SPEC...", "layouts/gallery/first.yaml"},
                                                       {"SPEC", "layouts/gallery/first.yaml"},
                                                       {"-c NAME", "-c torus"},
                                                       {"KIND", "pareto"},
                                                       {"--x KEY", "--x nodes"},
                                                       {"--group KEY", "--group family"},
                                                       {"KEY", "latency"},
                                                       {"QUANTITY", "latency"},
                                                       {"FORMAT", "csv"}};
  for (const auto& [word, value] : words) {
    for (std::size_t at = command.find(word); at != std::string::npos; at = command.find(word))
      command.replace(at, std::string(word).size(), value);
  }
  return command;
}

TEST_CASE("the commands that the README and the pages give for a spec run") {
  const std::string folder = cutline::test::source_folder();
  std::vector<tree::File> pages = tree::files({"docs"}, {".md"});
  pages.push_back(tree::read(std::filesystem::path(folder) / "README.md"));
  std::size_t ran = 0;
  for (const tree::File& page : pages) {
    for (const std::string& given : commands_of(joined(page.lines))) {
      const bool of_spec = given.find("SPEC") != std::string::npos || given.find("layouts/") != std::string::npos;
      const bool writes = given.find("-o ") != std::string::npos || given.rfind("search", 0) == 0;
      if (!of_spec && given.rfind("list ", 0) != 0) continue;
      if (writes || given.rfind("plot", 0) == 0) continue;  // files and pictures have tests of their own
      const std::string command = filled(given);
      if (std::any_of(command.begin(), command.end(), [](char c) { return c >= 'A' && c <= 'Z'; })) continue;
      CAPTURE(page.path);
      CAPTURE(command);
      output_of("cd " + folder + " && " + cutline::test::program_file() + " " + command + " > /dev/null");
      ++ran;
    }
  }
  CHECK(ran >= 6);
}
