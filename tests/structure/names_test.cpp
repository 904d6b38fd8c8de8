// SPDX-License-Identifier: Apache-2.0
// All code shares one namespace, so the linker would take two types of the same name for one. Names in an unnamed
// namespace must also differ from those in headers: if files are compiled in one batch, another file would silently use
// the unnamed one instead.
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
    bool unnamed = false;
    for (const std::string& line : file.lines) {
      unnamed = (unnamed || line == "namespace {") && line != "}  // namespace";
      if (!unnamed) continue;
      for (const std::string& name : names_in(line)) {
        const auto at = header_of.find(name);
        CHECK_MESSAGE(at == header_of.end(), file.path, " has a ", name, " of its own, and so has ",
                      at == header_of.end() ? "" : at->second);
      }
    }
  }
}
