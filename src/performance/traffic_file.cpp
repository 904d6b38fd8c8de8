// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include "base/files.hpp"
#include "base/letters.hpp"
#include "base/named.hpp"
#include "cutline/detail/performance/traffic.hpp"
#include "topology/graph_text.hpp"
#include "topology/said_sites.hpp"

namespace cutline {

const std::vector<RateUnit>& rate_units() {
  using Kind = RateKind;
  static const std::vector<RateUnit> all = {
      {"bits/cycle", Kind::bits_per_cycle}, {"flits/cycle", Kind::flits_per_cycle}, {"bits/ns", Kind::bits_per_ns},
      {"kbit/s", Kind::bits_per_ns, 1e-6},  {"kb/s", Kind::bits_per_ns, 1e-6},      {"kB/s", Kind::bits_per_ns, 8e-6},
      {"Mbit/s", Kind::bits_per_ns, 1e-3},  {"Mb/s", Kind::bits_per_ns, 1e-3},      {"MB/s", Kind::bits_per_ns, 8e-3},
      {"Gbit/s", Kind::bits_per_ns, 1},     {"Gb/s", Kind::bits_per_ns, 1},         {"GB/s", Kind::bits_per_ns, 8},
      {"Tb/s", Kind::bits_per_ns, 1e3},     {"TB/s", Kind::bits_per_ns, 8e3}};
  return all;
}

namespace {

// Within these bounds, sums and shares of rates neither overflow nor become 0.
constexpr double kLeastRate = 1e-100, kMostRate = 1e100;

/// A number and what stands behind it, without blanks between.
struct CutRate {
  std::optional<double> number;
  std::string_view unit;
};
CutRate cut_rate(std::string_view text) {
  double value = 0;
  const auto [stop, trouble] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (trouble != std::errc()) return {};
  std::string_view rest = text.substr(static_cast<std::size_t>(stop - text.data()));
  rest.remove_prefix(std::min(rest.find_first_not_of(' '), rest.size()));
  return {value, rest};
}

/// Reads the rates of a file of traffic: all with a unit, or none. A unit stands behind each rate, in the heading of
/// their column, or in the spec.
class RateWords {
 public:
  /// `given` is the unit that the spec gives, or null. Keeps references. Every error carries the hint.
  RateWords(const GraphText& file, std::string_view hint, const RateUnit* given)
      : file_(file), hint_(hint), column_(given) {}

  static bool is_unit(std::string_view text) { return find_named(rate_units(), text) != nullptr; }
  /// Whether a text is a number, alone or with a unit behind it.
  static bool is_rate(std::string_view text) {
    const CutRate cut = cut_rate(text);
    return cut.number && (cut.unit.empty() || is_unit(cut.unit));
  }

  /// Takes the unit that a heading has, such as `rate [GB/s]`, `rate_MB/s` or `bits/cycle`. A unit in brackets must be
  /// known.
  void take_heading(const TextWord& heading) {
    std::string_view text = heading.text;
    const bool in_brackets = text.ends_with(']') || text.ends_with(')');
    if (in_brackets) text.remove_suffix(1);
    if (const std::size_t begin = text.find_last_of(in_brackets ? "[(" : " _"); begin != std::string_view::npos)
      text.remove_prefix(begin + 1);
    if (!in_brackets && !is_unit(text)) return;
    const RateUnit& stated = unit(heading, text);
    if (column_ != nullptr && column_ != &stated)
      fail(heading, fmt::format("this column is in {}, and the spec says {}", stated.name, column_->name),
           "leave out `unit` of the spec's `traffic`");
    column_ = &stated;
  }

  /// The rate of a word, and of the unit in the word behind it, if there is one, in the own unit of kind().
  double rate(const TextWord& word, const TextWord* behind = nullptr) {
    const CutRate cut = cut_rate(word.text);
    if (!cut.number) fail(word, fmt::format("the rate {} is not a number that can be read", quoted_name(word.text)));
    const TextWord& unit_word = behind != nullptr ? *behind : word;
    const std::string_view name = behind != nullptr ? behind->text : cut.unit;
    if (behind != nullptr && !cut.unit.empty()) fail(*behind, "this line goes on after its rate");
    const RateUnit* stated = name.empty() ? nullptr : &unit(unit_word, name);
    if (*cut.number == 0) return 0;  // in any unit, and without one
    if (!(*cut.number >= kLeastRate && *cut.number <= kMostRate)) fail(word, "a rate is 0, or from 1e-100 to 1e100");
    expect_alike(unit_word, stated);
    if (stated == nullptr) stated = column_;
    return stated == nullptr ? *cut.number : *cut.number * stated->times;
  }

  /// Of all rates so far.
  RateKind kind() const {
    if (column_ != nullptr) return column_->kind;
    return first_ && *first_ != nullptr ? (*first_)->kind : RateKind::share;
  }

 private:
  [[noreturn]] void fail(const TextWord& at, std::string message, std::string hint = {}) const {
    file_.fail(at.at, std::move(message), hint.empty() ? std::string(hint_) : std::move(hint));
  }

  const RateUnit& unit(const TextWord& word, std::string_view name) const {
    if (const RateUnit* found = find_named(rate_units(), name)) return *found;
    fail(word, fmt::format("{} is no unit of rates", quoted_name(name)),
         fmt::format("the units are {}; b is a bit, B a byte", join(names_of(rate_units()), ", ")));
  }

  void expect_alike(const TextWord& word, const RateUnit* unit) {
    if (column_ != nullptr) {
      if (unit != nullptr && unit != column_)
        fail(word, fmt::format("this rate is in {}, and all rates are said to be in {}", unit->name, column_->name),
             "state the unit once: behind the rates, in the heading of their column, or as `unit` of `traffic`");
      return;
    }
    if (!first_) first_ = unit;
    const RateUnit* first = *first_;
    if ((first == nullptr) != (unit == nullptr))
      fail(word,
           fmt::format("this rate has {} unit, and those before it have {}", unit == nullptr ? "no" : "a",
                       unit == nullptr ? "one" : "none"),
           "rates with a unit are absolute, bare numbers are shares: a file has one or the other");
    if (unit != nullptr && unit->kind != first->kind)
      fail(word, fmt::format("this rate is in {}, and those before it in {}", unit->name, first->name),
           "how bits, flits and seconds compare depends on the candidate: a file has rates of one kind");
  }

  const GraphText& file_;
  std::string_view hint_;
  const RateUnit* column_ = nullptr;           ///< the unit of all rates
  std::optional<const RateUnit*> first_ = {};  ///< that of the first rate which is not 0; null: it has none
};

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
        topology_(topology) {}

  TrafficTable read() {
    read_entries();
    table_.kind = rates_.kind();
    return std::move(table_);
  }

 private:
  void read_entries() {
    std::vector<TextWord> words;
    if (!lines_.next(words)) return;
    if (words[0].text == "DEMANDS") return read_demands(words);
    const bool names_columns = are_nodes(words, 0) || (words.size() == nodes_ + 1 && are_nodes(words, 1));
    if (!names_columns && is_header(words)) {
      for (std::size_t i = 2; i < words.size(); ++i) rates_.take_heading(words[i]);
      if (!lines_.next(words)) return;
    }
    if (!is_short(words) || names_columns || is_row_of_three(words)) return read_matrix(words);
    do add_pair(words);
    while (lines_.next(words));
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
    if (!topology_.names) {
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

  /// The node of a row or column without a name; its own number where a matrix has too many.
  std::uint64_t node_at(std::uint64_t row) const { return row < nodes_ ? node_of_row(topology_, row) : row; }

  void add_pair(const std::vector<TextWord>& words) {
    if (words.size() < 3) lines_.fail(words.back(), "this line has no rate after its source and destination");
    if (words.size() > 4) lines_.fail(words[4], "this line goes on after its rate");
    const std::uint64_t source = node(words[0]), destination = node(words[1]);
    table_.entries.push_back({source, destination, rates_.rate(words[2], words.size() > 3 ? &words[3] : nullptr)});
  }

  /// Repetita's demands: a line `label source destination rate` each, by the numbers of nodes, after two lines of
  /// heads.
  void read_demands(std::vector<TextWord>& words) {
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
      for (std::uint64_t number = 0; number < words.size(); ++number) columns.push_back(node_at(number));
    }
    if (columns.size() != nodes_)
      refuse(words.front(), fmt::format("a matrix of {} columns for {} nodes", columns.size(), nodes_));
    std::uint64_t row = 0;
    do {
      const std::size_t first = labelled ? 1 : 0;
      if (words.size() != columns.size() + first)
        lines_.fail(words.back(), fmt::format("this row has {} numbers, and the matrix {} columns",
                                              words.size() - first, columns.size()));
      const std::uint64_t source = labelled ? node(words[0]) : node_at(row);
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
  const Topology& topology_;
  TrafficTable table_;
};

}  // namespace

TrafficTable read_traffic_file(const std::string& path, const Topology& topology, const RateUnit* unit) {
  const GraphText file{path, read_text_file(path, kMaxTrafficBytes)};
  return TrafficReader(file, topology, unit).read();
}

}  // namespace cutline
