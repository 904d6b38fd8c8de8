// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <map>
#include <set>
#include <sstream>

#include "structure/tree.hpp"
#include "support/places.hpp"

namespace {

std::vector<std::string> floors() {
  return tree::read(std::filesystem::path(cutline::test::source_folder()) / "src/floors.txt").lines;
}

/// The floor of "include/cutline/base/error.hpp", "src/base/error.cpp" or "cutline/base/error.hpp". A file outside of
/// the floors' folders, such as "src/cutline.cpp", is a floor of its own.
std::string floor_of(const std::string& path) {
  for (const std::string prefix : {"include/cutline/", "src/", "cutline/"}) {
    if (path.compare(0, prefix.size(), prefix) != 0) continue;
    return path.substr(prefix.size(), path.find_first_of("/.", prefix.size()) - prefix.size());
  }
  return {};
}

std::string climb(const std::string& from, const std::string& include, const std::vector<std::string>& order) {
  const auto own = std::find(order.begin(), order.end(), floor_of(from));
  const auto other = std::find(order.begin(), order.end(), floor_of(include));
  return other > own ? from + " includes " + include + ", which is on a higher floor" : std::string{};
}

/// The rooms of the output floor in the order of src/output/rooms.txt; rooms in one line have the same number.
std::map<std::string, std::size_t> rooms() {
  std::map<std::string, std::size_t> levels;
  const std::vector<std::string> lines =
      tree::read(std::filesystem::path(cutline::test::source_folder()) / "src/output/rooms.txt").lines;
  for (std::size_t level = 0; level < lines.size(); ++level) {
    std::istringstream names(lines[level]);
    for (std::string name; names >> name;) levels[name] = level;
  }
  return levels;
}

/// The innermost room of a file of the output floor; empty for files of other floors.
std::string room_of(const std::string& path, const std::map<std::string, std::size_t>& levels) {
  for (const std::string prefix : {"include/cutline/output/", "src/output/"}) {
    if (path.compare(0, prefix.size(), prefix) != 0) continue;
    std::string folder = path.substr(prefix.size(), path.rfind('/') - prefix.size());
    while (levels.count(folder) == 0 && folder.find('/') != std::string::npos) folder.resize(folder.rfind('/'));
    return folder;
  }
  return {};
}

std::string leaves_room(const std::string& from, const std::string& include,
                        const std::map<std::string, std::size_t>& levels) {
  const std::string own = room_of(from, levels), other = room_of(include, levels);
  if (own.empty() || other.empty() || own == other) return {};
  return levels.at(other) < levels.at(own) ? std::string{}
                                           : from + " includes " + include + ", of a room beside or above";
}

/// The file of the repository that an include names; empty for files from outside.
std::string resolve(const std::string& from, const std::string& include, const std::set<std::string>& known) {
  const std::string folder = from.substr(0, from.rfind('/') + 1);
  for (const std::string& path : {"include/" + include, folder + include, "src/" + include}) {
    std::string normal = std::filesystem::path(path).lexically_normal().generic_string();
    if (known.count(normal) != 0) return normal;
  }
  return {};
}

using Includes = std::map<std::string, std::vector<std::string>>;

Includes includes_of(const std::vector<tree::File>& files) {
  std::set<std::string> known;
  for (const tree::File& file : files) known.insert(file.path);
  Includes result;
  for (const tree::File& file : files) {
    for (const std::string& line : file.lines) {
      const std::string target = resolve(file.path, tree::included(line), known);
      if (!target.empty()) result[file.path].push_back(target);
    }
  }
  return result;
}

/// A file that includes itself, directly or through others; empty if there is none.
std::string cycle(const Includes& includes) {
  for (const auto& [start, first] : includes) {
    std::set<std::string> seen;
    std::vector<std::string> open = first;
    while (!open.empty()) {
      const std::string file = open.back();
      open.pop_back();
      if (file == start) return start;
      const auto next = includes.find(file);
      if (seen.insert(file).second && next != includes.end())
        open.insert(open.end(), next->second.begin(), next->second.end());
    }
  }
  return {};
}

}  // namespace

TEST_CASE("every source file stands on a floor") {
  const std::vector<std::string> order = floors();
  REQUIRE(order.size() >= 2);
  for (const tree::File& file : tree::sources()) {
    CAPTURE(file.path);
    CHECK(std::count(order.begin(), order.end(), floor_of(file.path)) == 1);
  }
}

TEST_CASE("includes stay on their floor or go down") {
  const std::vector<std::string> order = floors();
  std::size_t checked = 0;
  for (const auto& [from, targets] : includes_of(tree::sources())) {
    for (const std::string& target : targets) {
      CHECK(climb(from, target, order) == "");
      ++checked;
    }
  }
  CHECK(checked > 50);
  CHECK(climb("src/base/error.cpp", "include/cutline/spec/spec.hpp", order) != "");
}

TEST_CASE("what a floor of the library takes from another is public") {
  // The program and the Python module are built with the library, and may use its private headers.
  const std::set<std::string> from_within = {"app", "python"};
  for (const auto& [from, targets] : includes_of(tree::sources())) {
    if (from_within.count(floor_of(from)) != 0) continue;
    for (const std::string& target : targets) {
      const bool shown = target.starts_with("include/") || floor_of(target) == floor_of(from);
      CHECK_MESSAGE(shown, from, " includes ", target, ", which is private to its floor");
    }
  }
}

TEST_CASE("every file of the output floor stands in a room, and includes only its own or lower ones") {
  const std::map<std::string, std::size_t> levels = rooms();
  REQUIRE(levels.size() > 10);
  for (const tree::File& file : tree::sources()) {
    if (floor_of(file.path) != "output") continue;
    CAPTURE(file.path);
    CHECK(levels.count(room_of(file.path, levels)) == 1);
  }
  std::size_t checked = 0;
  for (const auto& [from, targets] : includes_of(tree::sources())) {
    for (const std::string& target : targets) {
      CHECK(leaves_room(from, target, levels) == "");
      ++checked;
    }
  }
  CHECK(checked > 50);
  CHECK(leaves_room("src/output/text/xml.cpp", "include/cutline/output/record/record.hpp", levels) != "");
  CHECK(leaves_room("src/output/figure/svg.cpp", "src/output/floorplan/scene.hpp", levels) != "");
}

TEST_CASE("no file includes itself by way of others") {
  CHECK(cycle(includes_of(tree::sources())) == "");
  CHECK(cycle({{"a", {"b"}}, {"b", {"c"}}, {"c", {"b"}}}) == "b");
}

TEST_CASE("each library of others stays behind one file") {
  // The files where a library may be included, by the first words of the include; each header under include/ counts as
  // a file.
  const std::map<std::string, std::string> libraries = {{"yaml-cpp/", "src/base/"},    {"CLI/", "src/app/"},
                                                        {"metis", "src/topology/"},    {"Eigen/", "src/topology/"},
                                                        {"Spectra/", "src/topology/"}, {"expat", "src/topology/"},
                                                        {"openssl/", "src/base/"},     {"tbb/", "src/base/"},
                                                        {"CGAL/", "src/placement/"},   {"zlib", "src/base/"}};
  std::map<std::string, std::set<std::string>> users;
  for (const tree::File& file : tree::sources()) {
    for (const std::string& line : file.lines) {
      const std::string include = tree::included(line);
      for (const auto& [library, folder] : libraries) {
        const std::string start = library == "tbb/" && include.compare(0, 7, "oneapi/") == 0 ? "oneapi/" : library;
        if (include.compare(0, start.size(), start) != 0) continue;
        users[library].insert(file.path);
        CAPTURE(include);
        CHECK_MESSAGE(file.path.compare(0, folder.size(), folder) == 0, file.path, " may not include it");
      }
    }
  }
  for (const auto& [library, files] : users) CHECK_MESSAGE(files.size() == 1, library, " is included by several files");
  CHECK(users.size() == libraries.size());
}
