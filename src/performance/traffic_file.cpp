// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "base/files.hpp"
#include "base/letters.hpp"
#include "cutline/base/error.hpp"
#include "cutline/performance/traffic_pattern.hpp"
#include "cutline/topology/said_sites.hpp"
#include "performance/rate_words.hpp"
#include "topology/graph_text.hpp"

namespace cutline {

namespace {

constexpr std::size_t kMaxTrafficBytes = std::size_t{1} << 30;
constexpr std::string_view kHint =
    "a line is `source destination rate`, or the file is a matrix with a row and a column for each node, in both "
    "cases by numbers or by names (in double quotes if they hold blanks), or Repetita's demands; # begins a comment";

/// Reads a user's traffic: a list of pairs, or a dense matrix with or without names.
class TrafficReader {
 public:
  TrafficReader(const GraphText& file, const Topology& topology, const RateUnit* unit)
      : file_(file),
        lines_(file, kHint),
        rates_(file, kHint, unit),
        nodes_(topology.node_count()),
        said_(topology),
        named_(topology.names) {}

  TrafficTable read() {
    TrafficTable table = read_entries();
    table.kind = rates_.kind();
    return table;
  }

 private:
  TrafficTable read_entries() {
    std::vector<TextWord> words;
    if (!lines_.next(words)) return {};
    if (words[0].text == "DEMANDS") return read_demands(words);
    const bool names_columns = are_nodes(words, 0) || (words.size() == nodes_ + 1 && are_nodes(words, 1));
    if (!names_columns && is_header(words)) {
      for (std::size_t i = 2; i < words.size(); ++i) rates_.take_heading(words[i]);
      if (!lines_.next(words)) return {};
    }
    if (is_short(words) && !names_columns && !is_row_of_three(words)) {
      do add_pair(words);
      while (lines_.next(words));
    } else {
      read_matrix(words);
    }
    return std::move(table_);
  }

  /// Whether a line may be `source destination rate`, with a unit behind the rate or without.
  static bool is_short(const std::vector<TextWord>& words) {
    return words.size() <= 3 || (words.size() == 4 && RateWords::is_unit(words[3].text));
  }
  /// Whether the words of a line, from the first one on, are names of nodes, as the columns of a matrix have.
  bool are_nodes(const std::vector<TextWord>& words, std::size_t first) const {
    const auto is_name = [&](const TextWord& word) { return !read_as<double>(word.text) && said_.find(word.text); };
    return std::all_of(words.begin() + static_cast<std::ptrdiff_t>(first), words.end(), is_name);
  }
  /// A line of three column names, none of which is a node or a number: `source,destination,rate`, perhaps with a unit
  /// behind it, as in `rate [GB/s]`.
  bool is_header(const std::vector<TextWord>& words) const {
    const bool has_unit = words.size() == 4 && words[3].text.find_first_of("/[(") != std::string_view::npos;
    if (words.size() != 3 && !has_unit) return false;
    const auto is_other = [&](const TextWord& word) { return !read_as<double>(word.text) && !said_.find(word.text); };
    if (!std::all_of(words.begin(), words.end(), is_other)) return false;
    const auto begins = [&](std::size_t i, std::string_view with) { return words[i].text.starts_with(with); };
    if (begins(1, "s") || begins(1, "from") || begins(0, "d") || begins(0, "to"))
      lines_.fail(words[0], "the columns are source, destination and rate, in this order");
    return true;
  }
  /// Whether the text is a matrix of three nodes, the first of which sends nothing to itself: three lines of numbers.
  bool is_row_of_three(const std::vector<TextWord>& words) const {
    if (nodes_ != 3 || words[0].text != "0" || words[1].text == "0") return false;
    TableLines lines(file_, kHint);
    std::vector<TextWord> row;
    std::size_t rows = 0;
    while (lines.next(row)) ++rows;
    const auto is_number = [](const TextWord& word) { return read_as<double>(word.text).has_value(); };
    return rows == 3 && std::all_of(words.begin(), words.end(), is_number);
  }

  void refuse(const TextWord& at, const std::string& why) {
    if (!table_.refusal.empty()) return;
    const auto line = 1 + std::count(file_.text.begin(), file_.text.begin() + static_cast<std::ptrdiff_t>(at.at), '\n');
    table_.refusal = fmt::format("line {} of {}: {}", line, file_.path, why);
  }

  /// The number of the node that a word means; where there is none, 0, and the table is refused.
  std::uint64_t node(const TextWord& word) {
    if (!named_) {
      if (const auto number = read_as<std::uint64_t>(word.text); number && *number < nodes_) return *number;
    }
    if (const auto site = said_.find(word.text); !site) {
      refuse(word, fmt::format("no node {}: {}", quoted_name(word.text), said_.how_nodes_are_called(word.text)));
    } else if (const auto number = said_.node_number(*site)) {
      return *number;
    } else {
      refuse(word, fmt::format("no message begins or ends at {}, which is no node", quoted_name(word.text)));
    }
    return 0;
  }

  void add_pair(const std::vector<TextWord>& words) {
    if (words.size() < 3) lines_.fail(words.back(), "this line has no rate after its source and destination");
    if (words.size() > 4) lines_.fail(words[4], "this line goes on after its rate");
    const std::uint64_t source = node(words[0]), destination = node(words[1]);
    table_.entries.push_back({source, destination, rates_.rate(words[2], words.size() > 3 ? &words[3] : nullptr)});
  }

  /// Repetita's demands: a line `label source destination rate` each, by the numbers of nodes, after two lines of
  /// heads.
  TrafficTable read_demands(std::vector<TextWord>& words) {
    const auto number = [&](const TextWord& word) -> std::uint64_t {
      const auto value = read_as<std::uint64_t>(word.text);
      if (!value) lines_.fail(word, fmt::format("{} is no number of a node", quoted_name(word.text)));
      if (*value >= nodes_) refuse(word, fmt::format("no node {}: the network has {}", *value, nodes_));
      return *value < nodes_ ? *value : 0;
    };
    const auto promised = words.size() == 2 ? read_as<std::uint64_t>(words[1].text) : std::nullopt;
    if (!promised) lines_.fail(words.back(), "the first line is `DEMANDS n`");
    while (lines_.next(words)) {
      if (words[0].text == "label") continue;
      if (words.size() != 4) lines_.fail(words.back(), "a demand is `label source destination rate`");
      table_.entries.push_back({number(words[1]), number(words[2]), rates_.rate(words[3])});
    }
    if (table_.entries.size() != *promised)
      file_.fail(file_.text.size(),
                 fmt::format("{} demands, and the first line promises {}", table_.entries.size(), *promised),
                 std::string(kHint));
    return std::move(table_);
  }

  /// A matrix: with a first line of names and a name before each row, or of numbers alone, node 0 first.
  void read_matrix(std::vector<TextWord>& words) {
    std::vector<std::uint64_t> columns;
    const bool labelled = !RateWords::is_rate(words.back().text) || words.size() == nodes_ + 1;
    if (labelled) {
      const std::size_t corner = words.size() == nodes_ + 1 ? 1 : 0;  // a word above the names of rows
      if (corner == 1) rates_.take_heading(words[0]);
      for (std::size_t i = corner; i < words.size(); ++i) columns.push_back(node(words[i]));
      if (!lines_.next(words)) lines_.fail({{}, 0}, "the matrix has names of columns, and no rows");
    } else {
      for (std::uint64_t number = 0; number < words.size(); ++number) columns.push_back(number);
    }
    if (columns.size() != nodes_)
      refuse(words.front(), fmt::format("a matrix of {} columns for {} nodes", columns.size(), nodes_));
    std::uint64_t row = 0;
    do {
      const std::size_t first = labelled ? 1 : 0;
      if (words.size() != columns.size() + first)
        lines_.fail(words.back(), fmt::format("this row has {} numbers, and the matrix {} columns",
                                              words.size() - first, columns.size()));
      const std::uint64_t source = labelled ? node(words[0]) : row;
      for (std::size_t i = 0; i < columns.size(); ++i)
        table_.entries.push_back({source, columns[i], rates_.rate(words[i + first])});
      ++row;
    } while (lines_.next(words));
    if (row != columns.size())
      file_.fail(file_.text.size(), fmt::format("the matrix has {} columns and {} rows", columns.size(), row),
                 std::string(kHint));
  }

  const GraphText& file_;
  TableLines lines_;
  RateWords rates_;
  std::uint64_t nodes_;
  SaidSites said_;
  bool named_;
  TrafficTable table_;
};

}  // namespace

TrafficTable read_traffic_file(const std::string& path, const Topology& topology, const RateUnit* unit) {
  const GraphText file{path, read_text_file(path, kMaxTrafficBytes)};
  return TrafficReader(file, topology, unit).read();
}

}  // namespace cutline
