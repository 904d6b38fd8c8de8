// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include <algorithm>
#include <charconv>
#include <utility>

#include "cutline/base/files.hpp"
#include "cutline/performance/traffic_pattern.hpp"
#include "cutline/topology/graph_text.hpp"

namespace cutline {

namespace {

constexpr std::size_t kMaxTrafficBytes = std::size_t{1} << 30;
// Within these bounds, sums and shares of weights neither overflow nor become 0.
constexpr double kLeastWeight = 1e-100, kMostWeight = 1e100;

/// One line of the file, read from left to right.
struct TrafficLine {
  const GraphText& file;
  std::size_t at = 0, end = 0;

  [[noreturn]] void fail(std::string message) const {
    file.fail(at, std::move(message), "a line is `source destination weight`, and # begins a comment");
  }
  static bool is_between(char c) { return c == ' ' || c == '\t' || c == ',' || c == '\r'; }
  bool at_end() {
    while (at < end && is_between(file.text[at])) ++at;
    return at == end || file.text[at] == '#';
  }
  template <class Number>
  Number read(const char* what) {
    if (at_end()) fail(fmt::format("{} is missing", what));
    Number value{};
    const char* last = file.text.data() + end;
    const auto [stop, trouble] = std::from_chars(file.text.data() + at, last, value);
    if (trouble != std::errc() || (stop != last && !is_between(*stop) && *stop != '#'))
      fail(fmt::format("{} is not a number that can be read", what));
    at = static_cast<std::size_t>(stop - file.text.data());
    return value;
  }
};

}  // namespace

std::vector<TrafficEntry> read_traffic_file(const std::string& path) {
  const GraphText file{path, read_bounded_file(path, kMaxTrafficBytes)};
  std::vector<TrafficEntry> entries;
  TrafficLine line{file};
  for (std::size_t begin = 0; begin < file.text.size(); begin = line.end + 1) {
    line.at = begin;
    line.end = std::min(file.text.find('\n', begin), file.text.size());
    if (line.at_end()) continue;
    TrafficEntry entry;
    entry.source = line.read<std::uint64_t>("the source");
    entry.destination = line.read<std::uint64_t>("the destination");
    entry.weight = line.read<double>("the weight");
    const bool sound = entry.weight == 0 || (entry.weight >= kLeastWeight && entry.weight <= kMostWeight);
    if (!sound) line.fail("a weight is 0, or from 1e-100 to 1e100");
    if (!line.at_end()) line.fail("this line goes on after its weight");
    entries.push_back(entry);
  }
  return entries;
}

}  // namespace cutline
