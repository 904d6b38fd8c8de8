// SPDX-License-Identifier: Apache-2.0
#include "cutline/topology/link_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string_view>

#include "cutline/base/error.hpp"
#include "cutline/topology/family.hpp"

namespace cutline {

namespace {

constexpr std::uint64_t kMaxNode = (std::uint64_t{1} << 26) - 1;
constexpr std::uint64_t kMaxFileBytes = std::uint64_t{4} << 30;

std::string read_whole(const std::string& path) {
  std::error_code trouble;
  if (std::filesystem::is_directory(path, trouble))
    throw_file_error(fmt::format("'{}' is a folder, not a file of links", path));
  std::ifstream file(path, std::ios::binary);
  if (!file) throw_file_error(fmt::format("cannot read '{}'", path), "paths are relative to the spec");
  const std::uintmax_t bytes = std::filesystem::file_size(path, trouble);
  if (!trouble && bytes > kMaxFileBytes) throw_limit_error(fmt::format("'{}' is larger than 4 GiB, the limit", path));
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

/// One line of the file, and what is wrong with it.
struct LineReader {
  const std::string& path;
  int number = 0;
  std::string_view line;
  const char* at = nullptr;

  [[noreturn]] void fail(std::string message,
                         std::string hint = "a line is `a b` or `a b width`, and # begins a comment") const {
    const int column = static_cast<int>(at - line.data()) + 1;
    const Place place{path, number, column, std::string(line)};
    throw Error(ExitCode::bad_input, {{.message = std::move(message), .hint = std::move(hint), .place = place}});
  }
  const char* end() const { return line.data() + line.size(); }
  void skip_blanks() {
    while (at != end() && (*at == ' ' || *at == '\t' || *at == '\r')) ++at;
  }
  bool at_end() {
    skip_blanks();
    return at == end() || *at == '#';
  }
  std::uint64_t whole(std::uint64_t least, std::uint64_t most, std::string_view what) {
    skip_blanks();
    std::uint64_t value = 0;
    const auto [stop, trouble] = std::from_chars(at, end(), value);
    const bool ends = stop == end() || *stop == ' ' || *stop == '\t' || *stop == '\r' || *stop == '#';
    if (trouble != std::errc() || !ends) fail(fmt::format("{} is a whole number", what));
    if (value < least || value > most) fail(fmt::format("{} is from {} to {}", what, least, most), {});
    at = stop;
    return value;
  }
};

void read_link(LineReader& reader, LinkList& list) {
  const std::uint64_t a = reader.whole(0, kMaxNode, "a node");
  const std::uint64_t b = reader.whole(0, kMaxNode, "a node");
  if (a == b) reader.fail(fmt::format("node {} is linked to itself", a), {});
  list.links.push_back({static_cast<std::uint32_t>(a), static_cast<std::uint32_t>(b)});
  list.nodes = std::max({list.nodes, a + 1, b + 1});
  if (!reader.at_end()) {
    list.widths.resize(list.links.size() - 1, 1);
    list.widths.push_back(static_cast<std::uint32_t>(reader.whole(1, 1u << 20, "a width")));
  } else if (!list.widths.empty()) {
    list.widths.push_back(1);
  }
  if (!reader.at_end()) reader.fail("this line goes on after its width");
}

}  // namespace

LinkList read_link_file(const std::string& path) {
  const std::string text = read_whole(path);
  LinkList list;
  LineReader reader{.path = path};
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    reader.line = std::string_view(text).substr(begin, end - begin);
    reader.at = reader.line.data();
    ++reader.number;
    if (!reader.at_end()) read_link(reader, list);
    if (list.links.size() > kMaxLinksOfAClass)
      throw_limit_error(fmt::format("'{}' has more than 2^27 links, the limit", path));
    begin = end + 1;
  }
  return list;
}

}  // namespace cutline
