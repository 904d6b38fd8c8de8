// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <regex>
#include <set>

#include "structure/tree.hpp"
#include "support/places.hpp"

namespace {

std::filesystem::path root() { return cutline::test::source_folder(); }

/// All pages with links that readers of the repository follow.
std::vector<tree::File> pages() {
  std::vector<tree::File> all = tree::files({"docs", "examples", "layouts", "tests"}, {".md"});
  for (const char* name : {"README.md", "CONTRIBUTING.md", "CHANGELOG.md"}) all.push_back(tree::read(root() / name));
  return all;
}

/// The anchor that GitHub and others make of a heading: small letters, hyphens for blanks, no other marks.
std::string anchor_of(const std::string& heading) {
  std::string anchor;
  for (const char c : heading) {
    if (c == ' ' || c == '-') anchor += '-';
    if (std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_')
      anchor += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  }
  return anchor;
}

std::set<std::string> anchors(const tree::File& page) {
  std::set<std::string> all;
  for (const std::string& line : page.lines) {
    const std::size_t marks = line.find_first_not_of('#');
    if (marks != std::string::npos && marks > 0 && line[marks] == ' ') all.insert(anchor_of(line.substr(marks + 1)));
  }
  return all;
}

/// The targets of the links in a line, except those on other sites: "spec.md#router".
std::vector<std::string> links(const std::string& line) {
  static const std::regex kLink(R"(\]\(([^)\s]+)\))");
  std::vector<std::string> targets;
  for (std::sregex_iterator match(line.begin(), line.end(), kLink), end; match != end; ++match) {
    if ((*match)[1].str().find("://") == std::string::npos) targets.push_back((*match)[1]);
  }
  return targets;
}

/// Whether the target of a link on a page exists: the file and, if named, the heading in it.
bool leads_somewhere(const tree::File& page, const std::string& target) {
  const std::string path = target.substr(0, target.find('#'));
  const auto file = path.empty() ? root() / page.path : (root() / page.path).parent_path() / path;
  if (!std::filesystem::exists(file)) return false;
  if (target.find('#') == std::string::npos) return true;
  return anchors(tree::read(file)).count(target.substr(target.find('#') + 1)) == 1;
}

}  // namespace

TEST_CASE("every link of a page leads to a file and a heading that stand") {
  std::size_t checked = 0;
  for (const tree::File& page : pages()) {
    for (const std::string& line : page.lines) {
      for (const std::string& target : links(line)) {
        CHECK_MESSAGE(leads_somewhere(page, target), page.path, " leads to ", target);
        ++checked;
      }
    }
  }
  CHECK(checked > 50);
  CHECK(links("see [a](b.md#c), [d](https://e.org) and ![f](g.svg)") == std::vector<std::string>{"b.md#c", "g.svg"});
}

TEST_CASE("the README stays short, and leads to every page of docs/") {
  const tree::File readme = tree::read(root() / "README.md");
  CHECK(readme.lines.size() <= 150);
  std::set<std::string> led_to;
  for (const std::string& line : readme.lines) {
    for (const std::string& target : links(line)) led_to.insert(target);
  }
  for (const tree::File& page : tree::files({"docs"}, {".md"})) CHECK_MESSAGE(led_to.count(page.path) == 1, page.path);
}

TEST_CASE("every folder of tests says what it proves") {
  const tree::File page = tree::read(root() / "tests/README.md");
  for (const auto& entry : std::filesystem::directory_iterator(root() / "tests")) {
    const std::string start = "| [" + entry.path().filename().string() + "](";
    if (!entry.is_directory()) continue;
    CHECK_MESSAGE(std::any_of(page.lines.begin(), page.lines.end(),
                              [&](const std::string& line) { return line.compare(0, start.size(), start) == 0; }),
                  "tests/README.md has no line of ", entry.path().filename().string());
  }
}
