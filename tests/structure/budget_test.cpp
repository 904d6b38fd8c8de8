// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <array>
#include <map>
#include <set>
#include <sstream>

#include "structure/tree.hpp"

/// Holds every room to its row of src/budget.txt, whose head says what is counted.
namespace {

using tree::floor_of;

/// Lines, lines that are not blank or comments, files, public headers, headers that other floors include.
using Counts = std::array<std::size_t, 5>;
using Rooms = std::map<std::string, Counts>;

constexpr std::size_t kSlack = 60;  ///< lines that a row may be above its room before it must come down

/// The floor of a file, or its room in the floor `output`.
std::string counted_room(const std::string& path) {
  if (path.starts_with("scripts/")) return "scripts";
  const std::string floor = floor_of(path);
  const auto at = path.find("output/");
  if (floor != "output" || at == std::string::npos) return floor;
  const std::size_t begin = at + std::string("output/").size(), end = path.find('/', begin);
  return end == std::string::npos ? floor : "output/" + path.substr(begin, end - begin);
}

bool is_bare(const std::string& line) {
  const auto first = line.find_first_not_of(" \t");
  if (first == std::string::npos) return false;
  const bool is_comment = line.compare(first, 2, "//") == 0 || line.compare(first, 2, "# ") == 0;
  return !is_comment;
}

std::vector<tree::File> counted_files() {
  std::vector<tree::File> all =
      tree::files({"include", "src"}, {".hpp", ".cpp", ".inc", ".in", ".js", ".css", ".cmake"});
  for (tree::File& script : tree::files({"scripts"}, {""})) all.push_back(std::move(script));
  return all;
}

Rooms counted() {
  Rooms rooms;
  std::map<std::string, std::string> home;  // of each header, by what includes say
  const std::vector<tree::File> files = counted_files();
  for (const tree::File& file : files) {
    Counts& room = rooms[counted_room(file.path)];
    room[0] += file.lines.size();
    room[1] += static_cast<std::size_t>(std::count_if(file.lines.begin(), file.lines.end(), is_bare));
    ++room[2];
    if (!file.path.ends_with(".hpp")) continue;
    const bool is_public = file.path.starts_with("include/");
    if (is_public) ++room[3];
    home[file.path.substr(std::string(is_public ? "include/" : "src/").size())] = file.path;
  }
  std::set<std::string> offered;
  for (const tree::File& file : files) {
    if (file.path.starts_with("scripts")) continue;
    for (const std::string& line : file.lines) {
      const auto header = home.find(tree::included(line));
      if (header == home.end() || floor_of(header->second) == floor_of(file.path)) continue;
      if (offered.insert(header->second).second) ++rooms[counted_room(header->second)][4];
    }
  }
  return rooms;
}

Rooms budgeted() {
  Rooms rooms;
  for (const std::string& line : tree::read(cutline::test::source_folder() + "/src/budget.txt").lines) {
    if (line.empty() || line[0] == '#') continue;
    std::istringstream words(line);
    std::string name;
    Counts counts{};
    words >> name;
    for (std::size_t& count : counts) words >> count;
    REQUIRE_MESSAGE(!words.fail(), "src/budget.txt: ", line);
    rooms[name] = counts;
  }
  return rooms;
}

std::string row(const std::string& name, const Counts& counts) {
  return fmt::format("{:<18} {:>6} {:>6} {:>5} {:>6} {:>7}", name, counts[0], counts[1], counts[2], counts[3],
                     counts[4]);
}

}  // namespace

TEST_CASE("no room is larger than its row of src/budget.txt, and rows come down with their rooms") {
  const Rooms now = counted(), budget = budgeted();
  std::string wrong;
  for (const auto& [name, counts] : now) {
    const auto held = budget.find(name);
    const Counts most = held == budget.end() ? Counts{} : held->second;
    bool fits = most[0] <= counts[0] + kSlack;
    for (std::size_t i = 0; i < counts.size(); ++i) fits = fits && counts[i] <= most[i];
    if (!fits) wrong += row(name, counts) + "\n";
  }
  for (const auto& [name, counts] : budget)
    if (now.count(name) == 0) wrong += name + " is no room\n";
  CHECK_MESSAGE(wrong.empty(), "these rooms are now as follows; a row that grows needs its reason:\n", wrong);
}
