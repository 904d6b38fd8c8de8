// SPDX-License-Identifier: Apache-2.0
// Two types of one name in a namespace would be one type to the linker. The program and the rooms of the output floor
// have namespaces for their private names. The files of a folder may be compiled together (CUTLINE_BATCHES). So a name
// in an unnamed namespace must differ from two kinds of names: those that headers have in plain `cutline` or in the
// room, which another file would silently use instead, and those of the folder's other files.
#include <doctest/doctest.h>

#include <map>
#include <regex>
#include <set>

#include "structure/tree.hpp"

namespace {

/// The second groups of the lines of a file that match.
std::vector<std::string> names_by(const std::regex& pattern, const tree::File& file) {
  std::vector<std::string> names;
  for (const std::string& line : file.lines) {
    std::smatch match;
    if (std::regex_match(line, match, pattern)) names.push_back(match[2]);
  }
  return names;
}

/// The types that the lines of a file begin to define; declarations alone do not count.
std::vector<std::string> types_in(const tree::File& file) {
  static const std::regex kType("(struct|class|enum class|union) (\\w+)[^;({]*\\{.*");
  return names_by(kType, file);
}

/// These, and the names that it gives to types of others outside of bodies: `using Loads = ...`.
std::vector<std::string> types_and_aliases_in(const tree::File& file) {
  static const std::regex kAlias("(struct|class|enum class|union|using) (\\w+)( =.*|[^;({]*\\{.*)");
  return names_by(kAlias, file);
}

/// The functions and constants that a line begins to declare.
std::vector<std::string> names_in(const std::string& line) {
  static const std::regex kFunction("[A-Za-z][^(={;]*[ &*>](\\w+)\\(.*"),
      kConstant("\\b(k[A-Z]\\w*)(\\[[^\\]]*\\])? ?[={]");
  if (std::regex_search(line, std::regex("^(using|namespace|return|template) "))) return {};
  std::vector<std::string> names;
  std::smatch match;
  if (std::regex_search(line, std::regex("^(inline )?const(expr)? "))) {
    for (std::sregex_iterator at(line.begin(), line.end(), kConstant), end; at != end; ++at) names.push_back((*at)[1]);
  }
  if (names.empty() && std::regex_match(line, match, kFunction)) names.push_back(match[1]);
  return names;
}

/// The lines in a file's unnamed namespaces.
std::vector<std::string> own_names(const tree::File& file) {
  tree::File own;
  bool unnamed = false;
  for (const std::string& line : file.lines) {
    unnamed = (unnamed || line == "namespace {") && line != "}  // namespace";
    if (unnamed) own.lines.push_back(line);
  }
  std::vector<std::string> names = types_in(own);
  for (const std::string& line : own.lines) {
    for (const std::string& name : names_in(line)) names.push_back(name);
  }
  return names;
}

/// The namespace within `cutline` for the names of the floors of boards and of machines, and for private names of the
/// program or of a room of the output floor: "svg". Empty for files of other floors, and for public headers.
std::string room_namespace(const std::string& path) {
  static const std::map<std::string, std::string> kOtherNames = {
      {"explain", "explanation"}, {"export", "exporting"}, {"floorplan", "drawing"}};
  static const std::regex kRoom("src/(app|board|machine|output/(\\w+))/.*");
  std::smatch match;
  if (!std::regex_match(path, match, kRoom)) return {};
  const std::string folder = match[2].matched ? match[2] : match[1];
  const auto at = kOtherNames.find(folder);
  return at == kOtherNames.end() ? folder : at->second;
}

/// The header of each name, by namespace and name: "svg::Rect" in a room, "::Table" in plain `cutline`.
using Headers = std::map<std::string, std::string>;

/// The header, of the file's room or of plain `cutline`, whose name a file would see; empty if there is none.
std::string header_seen(const Headers& headers, const std::string& path, const std::string& name) {
  for (const std::string& room : {room_namespace(path), std::string()}) {
    const auto at = headers.find(room + "::" + name);
    if (at != headers.end()) return at->second;
  }
  return {};
}

/// All files of an ending except those of the Python module, which has its own namespace; rooms come last.
std::vector<tree::File> code(const char* ending) {
  std::vector<tree::File> files = tree::files({"include", "src"}, {ending});
  std::erase_if(files, [](const tree::File& file) { return file.path.starts_with("src/python/"); });
  std::stable_partition(files.begin(), files.end(),
                        [](const tree::File& file) { return room_namespace(file.path).empty(); });
  return files;
}

/// Whether lines only declare types of others, up to the end of their namespace.
bool announces(const std::vector<std::string>& lines, std::size_t from) {
  static const std::regex kAnnounced("(struct|class) \\w+;|");
  while (from < lines.size() && std::regex_match(lines[from], kAnnounced)) ++from;
  return from < lines.size() && lines[from].starts_with("}");
}

/// The lines that open a namespace that the file of a room may not open. Every file may open the namespace of its room.
/// A header may open plain `cutline` only to declare types; a source file may open it, and an unnamed one, for
/// anything.
std::vector<std::string> misplaced(const tree::File& file) {
  const std::string own = "namespace cutline::" + room_namespace(file.path) + " {";
  const bool source = file.path.ends_with(".cpp");
  std::vector<std::string> wrong;
  for (std::size_t i = 0; i < file.lines.size(); ++i) {
    const std::string& line = file.lines[i];
    if (!line.starts_with("namespace ") || !line.ends_with("{") || line == own || (source && line == "namespace {"))
      continue;
    if (line != "namespace cutline {" || (!source && !announces(file.lines, i + 1))) wrong.push_back(line);
  }
  return wrong;
}

/// What files include of rooms of other floors than their own, as "output/tables/search.hpp".
std::set<std::string> taken_by_other_floors() {
  std::set<std::string> taken;
  for (const tree::File& file : tree::sources()) {
    for (const std::string& line : file.lines) {
      const std::string include = tree::included(line);
      if (include.starts_with("output/") && tree::floor_of(file.path) != "output") taken.insert(include);
    }
  }
  return taken;
}

}  // namespace

TEST_CASE("what a private header of a room declares for the room stands in the room's namespace") {
  const std::set<std::string> taken = taken_by_other_floors();
  CHECK(taken.count("output/tables/search.hpp") == 1);
  std::size_t checked = 0;
  for (const char* ending : {".hpp", ".cpp"}) {
    for (const tree::File& file : code(ending)) {
      if (room_namespace(file.path).empty() || taken.count(file.path.substr(std::string("src/").size())) == 1) continue;
      for (const std::string& line : misplaced(file)) FAIL_CHECK(file.path, " has ", line);
      ++checked;
    }
  }
  CHECK(checked > 120);
  const std::vector<std::string> announced = {"namespace cutline {", "struct Layer;", "}", "namespace cutline::svg {"};
  CHECK(misplaced({"src/output/svg/canvas.hpp", announced}).empty());
  CHECK(misplaced({"src/output/floorplan/scene.hpp", announced}).size() == 1);
  CHECK(misplaced({"src/app/options.hpp", {"namespace cutline {", "struct Options {"}}).size() == 1);
}

TEST_CASE("no header uses a namespace as a whole") {
  for (const tree::File& file : code(".hpp")) {
    for (const std::string& line : file.lines)
      CHECK_MESSAGE(line.find("using namespace") == std::string::npos, file.path, " has ", line);
  }
}

TEST_CASE(
    "no two headers of a namespace have a type or an alias of one name, and no source file has one that it sees") {
  Headers headers;
  for (const tree::File& file : code(".hpp")) {
    for (const std::string& name : types_and_aliases_in(file)) {
      const std::string other = header_seen(headers, file.path, name);
      CHECK_MESSAGE(other.empty(), file.path, " and ", other, " both have a type ", name);
      headers.emplace(room_namespace(file.path) + "::" + name, file.path);
    }
  }
  CHECK(headers.size() > 100);
  for (const tree::File& file : code(".cpp")) {
    for (const std::string& name : types_and_aliases_in(file)) {
      const std::string other = header_seen(headers, file.path, name);
      CHECK_MESSAGE(other.empty(), file.path, " has a type ", name, ", and so has ", other);
    }
  }
}

TEST_CASE("no unnamed namespace has a function or a constant of a header that it sees") {
  Headers headers;
  for (const tree::File& file : code(".hpp")) {
    for (const std::string& line : file.lines) {
      for (const std::string& name : names_in(line))
        headers.emplace(room_namespace(file.path) + "::" + name, file.path);
    }
  }
  CHECK(headers.size() > 500);
  for (const tree::File& file : code(".cpp")) {
    for (const std::string& name : own_names(file)) {
      const std::string other = header_seen(headers, file.path, name);
      CHECK_MESSAGE(other.empty(), file.path, " has a ", name, " of its own, and so has ", other);
    }
  }
}

TEST_CASE("no two source files of a folder have a name of their own in common") {
  std::map<std::string, std::string> file_of;
  for (const tree::File& file : tree::files({"src", "tests"}, {".cpp"})) {
    if (file.path.starts_with("tests/") &&
        (!file.path.ends_with("_test.cpp") || file.path.starts_with("tests/layout/")))
      continue;  // not compiled together
    const std::string folder = file.path.substr(0, file.path.rfind('/') + 1);
    for (const std::string& name : own_names(file)) {
      const auto [at, is_new] = file_of.emplace(folder + name, file.path);
      CHECK_MESSAGE((is_new || at->second == file.path), file.path, " and ", at->second, " both have a ", name);
    }
  }
  CHECK(file_of.size() > 500);
}
