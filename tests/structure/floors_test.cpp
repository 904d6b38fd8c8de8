// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <map>
#include <set>
#include <sstream>

#include "structure/tree.hpp"
#include "support/places.hpp"

namespace {

using tree::floor_of;

/// The lines of a file in src/.
std::vector<std::string> list(const char* name) {
  return tree::read(std::filesystem::path(cutline::test::source_folder()) / "src" / name).lines;
}

std::vector<std::string> floors() { return list("floors.txt"); }

std::string climb(const std::string& from, const std::string& include, const std::vector<std::string>& order) {
  const auto own = std::find(order.begin(), order.end(), floor_of(from));
  const auto other = std::find(order.begin(), order.end(), floor_of(include));
  return other > own ? from + " includes " + include + ", which is on a higher floor" : std::string{};
}

/// The rooms of the output floor in the order of src/output/rooms.txt; rooms in one line have the same number.
std::map<std::string, std::size_t> rooms() {
  std::map<std::string, std::size_t> levels;
  const std::vector<std::string> lines = list("output/rooms.txt");
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

using Floors = std::map<std::string, std::set<std::string>>;

/// The other floors whose headers each floor includes.
Floors floors_below(const Includes& includes) {
  Floors result;
  for (const auto& [from, targets] : includes)
    for (const std::string& target : targets)
      if (floor_of(target) != floor_of(from)) result[floor_of(from)].insert(floor_of(target));
  return result;
}

bool reaches(const Floors& below, const std::string& from, const std::string& to) {
  if (from == to) return true;
  const auto next = below.find(from);
  return next != below.end() && std::any_of(next->second.begin(), next->second.end(),
                                            [&](const std::string& floor) { return reaches(below, floor, to); });
}

/// The arrows from each floor to those below it that it reaches by no other: "layout --> placement".
std::set<std::string> arrows(const Floors& below) {
  std::set<std::string> result;
  for (const auto& [from, floors] : below) {
    for (const std::string& to : floors) {
      const bool by_another = std::any_of(floors.begin(), floors.end(), [&, &to = to](const std::string& other) {
        return other != to && reaches(below, other, to);
      });
      if (!by_another) result.insert(from + " --> " + to);
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

/// The room of each library of others, by the first letters of its includes: a folder, or what the names of its files
/// begin with. Boost is many libraries, each with a row. The longest row that fits an include counts.
// clang-format off
const std::map<std::string, std::string> kRooms = {
    {"CGAL/", "src/geometry/"},
    {"CLI/", "src/app/"},
    {"Eigen/", "src/topology/"},
    {"Spectra/", "src/topology/"},
    {"boost/geometry", "src/geometry/"},
    {"boost/graph/", "src/topology/"},
    {"boost/locale/", "src/base/"},
    {"boost/math/", "src/base/"},
    {"boost/pending/", "src/topology/"},
    {"boost/polygon/", "src/geometry/"},
    {"boost/property_map/", "src/topology/"},
    {"boost/range/", "src/topology/"},
    {"expat.h", "src/topology/"},
    {"fmt/", "src/"},  // as std::format: everywhere
    {"metis.h", "src/topology/"},
    {"nlohmann/", "src/"},
    {"openssl/", "src/base/"},
    {"pybind11/", "src/python/"},
    {"tbb/", "src/base/"},
    {"yaml-cpp/", "src/base/"},
    {"zlib.h", "src/base/"},
};
// clang-format on

/// The public headers that include libraries of others, with the first letters of what they may include: `fmt`, which
/// the library's users link, and headers for those who have a library and ask for it.
const std::map<std::string, std::string> kPublicUsers = {
    {"include/cutline/base/format.hpp", "fmt/"},
    {"include/cutline/geometry/cgal.hpp", "CGAL/"},
    {"include/cutline/topology/boost_graph.hpp", "boost/"},
};

/// What a file includes from outside the repository, but for the standard library and the system: the includes above
/// its first namespace, for below it stand programs that are written into exports.
std::vector<std::string> outside_includes(const tree::File& file) {
  static const std::set<std::string> system = {"fcntl.h", "poll.h", "pthread.h", "signal.h", "unistd.h"};
  std::vector<std::string> result;
  for (const std::string& line : file.lines) {
    if (line.starts_with("namespace")) break;
    const std::string include = tree::included(line);
    const bool ours = line.find('"') != std::string::npos, standard = include.find_first_of("./") == std::string::npos;
    if (!ours && !standard && !include.starts_with("sys/") && system.count(include) == 0) result.push_back(include);
  }
  return result;
}

/// The row of kRooms that an include belongs to; empty if there is none.
std::string library_of(const std::string& include) {
  std::string longest;
  for (const auto& [library, room] : kRooms)
    if (include.starts_with(library) && library.size() > longest.size()) longest = library;
  return longest;
}

/// What is wrong with an include from outside.
std::string strays(const std::string& path, const std::string& include) {
  const auto user = kPublicUsers.find(path);
  if (user != kPublicUsers.end() && include.starts_with(user->second)) return {};
  if (path.starts_with("include/")) return path + " is public and includes " + include;
  const std::string library = library_of(include);
  if (library.empty()) return path + " includes " + include + ", a library without a room";
  return path.starts_with(kRooms.at(library)) ? std::string{} : path + " includes " + include + " outside of its room";
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
  CHECK(climb("src/evaluate/under_load.cpp", "include/cutline/study/ranking.hpp", order) != "");
}

TEST_CASE("the diagram of floors has an arrow to each floor that another one stands on") {
  std::set<std::string> drawn;
  const tree::File page = tree::read(std::filesystem::path(cutline::test::source_folder()) / "docs/design.md");
  for (const std::string& line : page.lines) {
    std::istringstream words(line);
    std::string from, arrow, to;
    if (words >> from >> arrow >> to && arrow == "-->") drawn.insert(from + " --> " + to);
  }
  const std::set<std::string> wanted = arrows(floors_below(includes_of(tree::sources())));
  for (const std::string& arrow : wanted) CHECK_MESSAGE(drawn.count(arrow) == 1, "no arrow ", arrow);
  for (const std::string& arrow : drawn) CHECK_MESSAGE(wanted.count(arrow) == 1, "no floor needs ", arrow);
  CHECK(arrows({{"c", {"a", "b"}}, {"b", {"a"}}}) == std::set<std::string>{"b --> a", "c --> b"});
}

TEST_CASE("what a floor of the library takes from another is public, or offered to other floors") {
  // The program and the Python module are built with the library, and may use its private headers.
  const std::set<std::string> from_within = {"app", "python"};
  const std::vector<std::string> offered = list("offered.txt");
  CHECK(std::is_sorted(offered.begin(), offered.end()));
  std::set<std::string> taken;
  for (const auto& [from, targets] : includes_of(tree::sources())) {
    if (from_within.count(floor_of(from)) != 0) continue;
    for (const std::string& target : targets) {
      if (target.starts_with("include/") || floor_of(target) == floor_of(from)) continue;
      taken.insert(target);
      const bool listed = std::count(offered.begin(), offered.end(), target.substr(std::string("src/").size())) == 1;
      CHECK_MESSAGE(listed, from, " includes ", target, ", which its floor does not offer");
    }
  }
  for (const std::string& header : offered)
    CHECK_MESSAGE(taken.count("src/" + header) == 1, "src/offered.txt lists ", header, ", which no other floor takes");
}

TEST_CASE("a header in detail is one that a public header needs, and no example or page includes it") {
  std::set<std::string> needed;
  std::size_t found = 0;
  for (const auto& [from, targets] : includes_of(tree::files({"include"}, {".hpp"})))
    needed.insert(targets.begin(), targets.end());
  for (const tree::File& file : tree::files({"include/cutline/detail"}, {".hpp"})) {
    CHECK_MESSAGE(needed.count(file.path) == 1, file.path, " is needed by no public header: it belongs to src/");
    ++found;
  }
  CHECK(found > 10);
  for (const tree::File& file : tree::files({"examples", "docs"}, {".cpp", ".hpp", ".md"})) {
    for (const std::string& line : file.lines)
      CHECK_MESSAGE(!tree::included(line).starts_with("cutline/detail/"), file.path, " includes ", line);
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

TEST_CASE("each library of others stays in one room") {
  const std::vector<tree::File> files = tree::sources();
  std::set<std::string> used;
  for (const tree::File& file : files) {
    for (const std::string& include : outside_includes(file)) {
      used.insert(library_of(include));
      CHECK(strays(file.path, include) == "");
    }
  }
  for (const auto& [library, room] : kRooms) CHECK_MESSAGE(used.count(library) == 1, library, " is used nowhere");
  CHECK(strays("src/topology/found_cuts.cpp", "metis.h") == "");
  CHECK(strays("src/topology/graph_formats/graphml.cpp", "expat.h") == "");
  CHECK(strays("src/spec/spec.cpp", "yaml-cpp/parser.h") != "");
  CHECK(strays("src/base/error.cpp", "boost/spirit/include/qi.hpp") != "");
  CHECK(strays("src/base/error.cpp", "curl/curl.h") != "");
  CHECK(strays("include/cutline/base/error.hpp", "openssl/evp.h") != "");
}
