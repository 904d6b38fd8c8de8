// SPDX-License-Identifier: Apache-2.0
// All code shares one namespace: two types of one name in it would be one type to the linker. And the files of a folder
// may be compiled together (CUTLINE_BATCHES): what an unnamed namespace has must not have the name of what some header
// has, which another file would silently use instead, nor of what another file of the folder has.
#include <doctest/doctest.h>

#include <map>
#include <regex>

#include "structure/tree.hpp"

namespace {

/// The types that lines of a file begin with, but for those that are only announced.
std::vector<std::string> types_in(const tree::File& file) {
  static const std::regex kType("(struct|class|enum class|union) (\\w+)[^;({]*\\{.*");
  std::vector<std::string> names;
  for (const std::string& line : file.lines) {
    std::smatch match;
    if (std::regex_match(line, match, kType)) names.push_back(match[2]);
  }
  return names;
}

/// Functions and constants that lines of a file begin to declare.
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

/// What a file has in its unnamed namespaces.
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

/// Where each type of a header stands; the module of Python has a namespace of its own.
std::map<std::string, std::string> header_of_types() {
  std::map<std::string, std::string> header_of;
  for (const tree::File& file : tree::files({"include", "src"}, {".hpp"})) {
    if (file.path.starts_with("src/python/")) continue;
    for (const std::string& name : types_in(file)) {
      const auto [at, is_new] = header_of.emplace(name, file.path);
      CHECK_MESSAGE(is_new, file.path, " and ", at->second, " both have a type ", name);
    }
  }
  return header_of;
}

}  // namespace

TEST_CASE("no two headers have a type of the same name, and no source file has one of a header's name") {
  const std::map<std::string, std::string> header_of = header_of_types();
  CHECK(header_of.size() > 100);
  for (const tree::File& file : tree::files({"src"}, {".cpp"})) {
    if (file.path.starts_with("src/python/")) continue;
    for (const std::string& name : types_in(file)) {
      const auto at = header_of.find(name);
      CHECK_MESSAGE(at == header_of.end(), file.path, " has a type ", name, ", and so has ",
                    at == header_of.end() ? "" : at->second);
    }
  }
}

TEST_CASE("no unnamed namespace has a function or a constant of a header's name") {
  std::map<std::string, std::string> header_of;
  for (const tree::File& file : tree::files({"include", "src"}, {".hpp"})) {
    if (file.path.starts_with("src/python/")) continue;
    for (const std::string& line : file.lines) {
      for (const std::string& name : names_in(line)) header_of.emplace(name, file.path);
    }
  }
  CHECK(header_of.size() > 500);
  for (const tree::File& file : tree::files({"src"}, {".cpp"})) {
    if (file.path.starts_with("src/python/")) continue;
    for (const std::string& name : own_names(file)) {
      const auto at = header_of.find(name);
      CHECK_MESSAGE(at == header_of.end(), file.path, " has a ", name, " of its own, and so has ",
                    at == header_of.end() ? "" : at->second);
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
