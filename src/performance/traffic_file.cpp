// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <charconv>
#include <filesystem>
#include <fstream>

#include "cutline/base/error.hpp"
#include "cutline/performance/traffic_pattern.hpp"

namespace cutline {

namespace {

// Their sums and shares are numbers too.
constexpr double kLeastWeight = 1e-100, kMostWeight = 1e100;

/// One line of the file, read from left to right.
struct TrafficLine {
  const std::string& path;
  int number = 0;
  std::string text = {};
  std::size_t at = 0;

  [[noreturn]] void fail(std::string message) const {
    const Place place{path, number, static_cast<int>(at) + 1, text};
    throw Error(ExitCode::bad_input, {{.message = std::move(message),
                                       .hint = "a line is `source destination weight`, and # begins a comment",
                                       .place = place}});
  }
  static bool is_between(char c) { return c == ' ' || c == '\t' || c == ',' || c == '\r'; }
  bool at_end() {
    while (at < text.size() && is_between(text[at])) ++at;
    return at == text.size() || text[at] == '#';
  }
  template <class Number>
  Number read(const char* what) {
    if (at_end()) fail(fmt::format("{} is missing", what));
    Number value{};
    const char* end = text.data() + text.size();
    const auto [stop, trouble] = std::from_chars(text.data() + at, end, value);
    if (trouble != std::errc() || (stop != end && !is_between(*stop) && *stop != '#'))
      fail(fmt::format("{} is not a number that can be read", what));
    at = static_cast<std::size_t>(stop - text.data());
    return value;
  }
};

}  // namespace

std::vector<TrafficEntry> read_traffic_file(const std::string& path) {
  std::error_code trouble;
  if (std::filesystem::is_directory(path, trouble))
    throw_file_error(fmt::format("'{}' is a folder, not a file of traffic", path));
  std::ifstream file(path, std::ios::binary);
  if (!file) throw_file_error(fmt::format("cannot read '{}'", path), "paths are relative to the spec");
  std::vector<TrafficEntry> entries;
  TrafficLine line{.path = path};
  while (std::getline(file, line.text)) {
    ++line.number;
    line.at = 0;
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
