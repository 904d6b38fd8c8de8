// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <map>

#include "structure/tree.hpp"

namespace {

constexpr std::size_t kBlock = 6;

struct CodeLine {
  std::size_t number = 0;  ///< in its file, counted from 1
  std::string text;        ///< without indentation
};

/// The lines of code: no blank lines, comments, directives, closing brackets or openings of namespaces.
std::vector<CodeLine> code_of(const tree::File& file) {
  std::vector<CodeLine> code;
  for (std::size_t i = 0; i < file.lines.size(); ++i) {
    const std::string& line = file.lines[i];
    const std::size_t from = line.find_first_not_of(" \t");
    if (from == std::string::npos || line.find_first_not_of(" \t{}();,") == std::string::npos) continue;
    const std::string text = line.substr(from);
    const auto begins = [&](const char* with) { return text.rfind(with, 0) == 0; };
    if (begins("//") || begins("#") || begins("namespace") || begins("using namespace") || begins("}  //")) continue;
    code.push_back({i + 1, text});
  }
  return code;
}

}  // namespace

TEST_CASE("no six lines of code stand twice") {
  std::map<std::string, std::string> places;  // of each block of lines, the first place
  for (const tree::File& file : tree::files({"include", "src", "tests"}, {".hpp", ".cpp"})) {
    const std::vector<CodeLine> code = code_of(file);
    for (std::size_t i = 0; i + kBlock <= code.size(); ++i) {
      std::string block;
      for (std::size_t j = i; j < i + kBlock; ++j) block += code[j].text + '\n';
      const std::string place = file.path + ":" + std::to_string(code[i].number);
      const auto [first, is_new] = places.emplace(std::move(block), place);
      CHECK_MESSAGE(is_new, place, " repeats six lines of ", first->second, ": let one function serve both");
    }
  }
}
