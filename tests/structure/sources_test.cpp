// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <regex>
#include <set>

#include "cutline/topology/family.hpp"
#include "structure/tree.hpp"
#include "support/places.hpp"

namespace {

/// The keys of the sources that a text names: "Dally 1990" of "[Dally 1990, eq. 9]".
std::set<std::string> keys(const std::vector<std::string>& lines) {
  static const std::regex kKey(R"(\[([A-Z][^\]\[",:;0-9]* [12][0-9]{3}[a-z]?)[,\]])");
  std::set<std::string> result;
  for (const std::string& line : lines) {
    for (std::sregex_iterator match(line.begin(), line.end(), kKey), end; match != end; ++match)
      result.insert((*match)[1]);
  }
  return result;
}

tree::File page(const std::string& name) {
  return tree::read(std::filesystem::path(cutline::test::source_folder()) / "docs" / name);
}

}  // namespace

TEST_CASE("a source key is the name and the year, whatever follows") {
  CHECK(keys({"see [Dally 1990, eq. 9] and [Arjona Aroca 2012]", "a[5], [0 1990], `radices: [8, 4]`"}) ==
        std::set<std::string>{"Dally 1990", "Arjona Aroca 2012"});
}

TEST_CASE("every source that the code or a layout names stands in docs/sources.md") {
  std::set<std::string> bibliography;
  for (const std::string& line : page("sources.md").lines) {
    if (line.compare(0, 3, "- [") == 0) bibliography.merge(keys({line.substr(0, line.find(']') + 1)}));
  }
  CHECK(bibliography.size() > 5);
  for (const tree::File& file : tree::files({"include", "src", "layouts"}, {".hpp", ".cpp", ".yaml"})) {
    for (const std::string& key : keys(file.lines)) {
      CHECK_MESSAGE(bibliography.count(key) == 1, file.path, " names [", key,
                    "], which docs/sources.md does not resolve");
    }
  }
}

TEST_CASE("the design lists the floors in their order") {
  std::string order;
  for (const std::string& floor :
       tree::read(std::filesystem::path(cutline::test::source_folder()) / "src/floors.txt").lines) {
    order += (order.empty() ? "" : " < ") + floor;
  }
  const tree::File design = page("design.md");
  CHECK(std::count(design.lines.begin(), design.lines.end(), order) == 1);
}

TEST_CASE("no file above the topology asks which family a network is of") {
  std::string names;
  for (const cutline::Family& family : cutline::families())
    names += (names.empty() ? "" : "|") + std::string(family.name);
  const std::regex asks("(family|printed\\(\\)|->name)[^;]*[=!]= ?\"(" + names + ")\"|FamilyName[({]\"");
  for (const tree::File& file : tree::sources()) {
    if (file.path.find("/topology/") != std::string::npos) continue;
    for (const std::string& line : file.lines) CHECK_MESSAGE(!std::regex_search(line, asks), file.path, ": ", line);
  }
}
