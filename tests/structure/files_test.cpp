// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <utility>

#include "structure/tree.hpp"

namespace {

const std::vector<std::string> kCode = {".hpp", ".cpp", ".inc"};

/// The scripts and style sheets of reports and of their tests.
std::vector<tree::File> page_code() { return tree::files({"src", "tests"}, {".js", ".css"}); }

std::vector<tree::File> all_code() { return tree::files({"include", "src", "tests", "examples"}, kCode); }

bool contains(const std::string& text, const std::string& word) { return text.find(word) != std::string::npos; }

/// The length of a line of UTF-8, in characters and not in bytes.
std::size_t characters(const std::string& line) {
  const auto inside = [](char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; };
  return line.size() - static_cast<std::size_t>(std::count_if(line.begin(), line.end(), inside));
}

}  // namespace

TEST_CASE("every C++ file names its licence in the first line") {
  for (const tree::File& file : all_code()) {
    if (file.lines.empty() || contains(file.path, ".inc")) continue;
    CAPTURE(file.path);
    CHECK(file.lines[0] == "// SPDX-License-Identifier: Apache-2.0");
  }
}

TEST_CASE("every script and every style sheet names its licence in the first line") {
  CHECK(!page_code().empty());
  for (const tree::File& file : page_code()) {
    CAPTURE(file.path);
    CHECK(contains(file.lines.at(0), "SPDX-License-Identifier: Apache-2.0"));
  }
}

TEST_CASE("every header guards itself") {
  for (const tree::File& file : tree::files({"include", "src", "tests"}, {".hpp"})) {
    CAPTURE(file.path);
    CHECK(std::count(file.lines.begin(), file.lines.end(), "#pragma once") == 1);
  }
}

TEST_CASE("no file is longer than 400 lines and no line longer than 120 characters") {
  std::vector<tree::File> files = all_code();
  CHECK(files.size() > 40);
  for (tree::File& file : page_code()) files.push_back(std::move(file));
  for (const tree::File& file : files) {
    CHECK_MESSAGE(file.lines.size() <= 400, file.path, " has ", file.lines.size(), " lines");
    const auto longer = std::find_if(file.lines.begin(), file.lines.end(), [](const std::string& line) {
      return characters(line) > 120 && !contains(line, "R\"");
    });
    const auto place = longer - file.lines.begin() + 1;
    CHECK_MESSAGE(longer == file.lines.end(), file.path, ":", place, " is longer than 120 characters; clang-format it");
  }
}

TEST_CASE("no file names the machine it was written on or unfinished work") {
  // Written in two pieces, so that this file does not contain them either.
  const std::vector<std::string> words = {std::string("/wor") + "k/", std::string("/hom") + "e/",
                                          std::string("TO") + "DO", std::string("FIX") + "ME"};
  const std::vector<std::string> endings = {".hpp", ".cpp", ".inc",  ".cmake", ".txt", ".yaml",
                                            ".md",  ".csv", ".json", ".js",    ".css"};
  for (const tree::File& file :
       tree::files({"include", "src", "tests", "examples", "layouts", "scripts", "docs"}, endings)) {
    for (std::size_t i = 0; i < file.lines.size(); ++i) {
      for (const std::string& word : words) {
        if (contains(file.lines[i], word)) FAIL_CHECK(file.path, ":", i + 1, " says ", word);
      }
    }
  }
}
