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

TEST_CASE("the commands that the README gives for a spec of ours run") {
  const tree::File readme = tree::read(std::filesystem::path(cutline::test::source_folder()) / "README.md");
  const std::string text = joined(readme.lines), opening = "`cutline ";
  std::size_t ran = 0;
  for (std::size_t at = text.find(opening); at != std::string::npos; at = text.find(opening, at + 1)) {
    const std::string command = text.substr(at + opening.size(), text.find('`', at + 1) - at - opening.size());
    if (command.find("layouts/") == std::string::npos || command.find("-o ") != std::string::npos) continue;
    CAPTURE(command);
    output_of("cd " + cutline::test::source_folder() + " && " + cutline::test::program_file() + " " + command);
    ++ran;
  }
  CHECK(ran >= 2);
}
