// SPDX-License-Identifier: Apache-2.0
#include <tuple>

#include "cutline/topology/family.hpp"
#include "topology/graph_builder.hpp"

namespace cutline {

namespace {

constexpr std::string_view kRepetitaHint =
    "`NODES n`, a line of column names, n lines `label x y`; `EDGES m`, a line of column names, m lines `label src "
    "dest "
    "weight bw delay`";

constexpr double kMostBandwidth = 9007199254740992;  // 2^53: whole numbers up to it are exact

/// One way of a link.
struct RepetitaEdge {
  std::uint32_t from = 0, to = 0;
  double bandwidth = 0;
  LinkSays says;
  std::size_t at = 0;
};

class RepetitaReader : FormatReader {
 public:
  RepetitaReader(const GraphText& file, const GraphReading& reading)
      : FormatReader(file, reading, kRepetitaHint), words_(file, '\n', kRepetitaHint) {}

  GraphFile read() {
    read_nodes();
    read_edges();
    count_widths_in_units();
    builder_.graph.directed = !all_two_way();
    for (const RepetitaEdge& edge : edges_) {
      if (builder_.graph.directed || edge.from <= edge.to) builder_.add_link(edge.at, edge.from, edge.to, edge.says);
    }
    return builder_.finish();
  }

 private:
  void next_line(std::string_view what) {
    do {
      if (!words_.next_line()) words_.fail(fmt::format("the file ends before {}", what));
    } while (words_.at_line_end());
  }

  /// Reads `NODES n` or `EDGES n` and the names of the columns below it.
  std::uint64_t read_head(std::string_view key, std::uint64_t most) {
    const std::string what = fmt::format("its line `{} n`", key);
    next_line(what);
    const std::size_t at = words_.at();
    if (words_.word() != key) fail(at, fmt::format("here {} is due", what));
    const std::uint64_t count = words_.whole(0, most, fmt::format("the number of {}", key));
    next_line("the names of its columns");
    columns_.clear();
    while (!words_.at_line_end()) columns_.push_back(words_.word());
    return count;
  }

  void read_nodes() {
    const std::uint64_t nodes = read_head("NODES", kMaxGraphNodes);
    for (std::size_t i = 1; i < columns_.size(); ++i) builder_.ignore(columns_[i], AttributeOf::nodes);
    while (builder_.graph.nodes < nodes) {
      next_line(fmt::format("node {} of {}", builder_.graph.nodes, nodes));
      const std::size_t at = words_.at();
      const std::string_view name = words_.word();
      if (!builder_.add_node(name).second) fail(at, fmt::format("the node {} is stated twice", quoted_name(name)));
      for (std::size_t i = 1; i < columns_.size(); ++i) {
        if (words_.word().empty()) words_.fail(fmt::format("this line has no {}", quoted_name(columns_[i])));
      }
    }
  }

  void read_edges() {
    const std::uint64_t edges = read_head("EDGES", kMaxLinksOfAClass);
    constexpr std::size_t kEnds = 3;  // the label, src and dest stand before the attributes
    if (columns_.size() < kEnds) words_.fail("the links have the columns label, src and dest at least");
    for (std::size_t i = kEnds; i < columns_.size(); ++i) {
      if (!builder_.reads_of_links(columns_[i])) builder_.ignore(columns_[i], AttributeOf::links);
    }
    while (edges_.size() < edges) {
      next_line(fmt::format("edge {} of {}", edges_.size(), edges));
      RepetitaEdge edge{.at = words_.at()};
      words_.word();
      edge.from = read_end();
      edge.to = read_end();
      for (std::size_t i = kEnds; i < columns_.size(); ++i) read_attribute(columns_[i], edge);
      if (!words_.at_line_end()) words_.fail("this line goes on after its last column");
      edges_.push_back(edge);
    }
    while (words_.next_line()) {
      if (!words_.at_line_end()) words_.fail(fmt::format("a line after the last of {} edges", edges));
    }
  }

  std::uint32_t read_end() {
    words_.at_line_end();  // skips blanks, so that `at` is the place of the number
    const std::uint64_t nodes = builder_.graph.nodes;
    if (nodes == 0) words_.fail("the file states no nodes");
    return static_cast<std::uint32_t>(words_.whole(0, nodes - 1, "a node, counted from 0,"));
  }

  void read_attribute(std::string_view name, RepetitaEdge& edge) {
    if (words_.at_line_end()) words_.fail(fmt::format("this line has no {}", quoted_name(name)));
    const std::size_t at = words_.at();
    const std::string_view value = words_.word();
    const bool is_width = name == builder_.width_name();
    builder_.take_figures(edge.says, name, at, value);
    if (!is_width && name != "bw") return;
    const double number = read_as<double>(value).value_or(-1);
    if (!(number >= 0 && number <= kMostBandwidth))
      fail(at, fmt::format("the {} {} is no number from 0 to 2^53", name, quoted_name(value)));
    if (name == "bw") edge.bandwidth = number;
    if (!is_width) return;
    if (number == 0) fail(at, fmt::format("the {} of a link is 0", name), "a width is above 0");
    edge.says.width = number;
  }

  /// Bandwidths are in kbit/s, so that as widths they have only their ratio: one channel width is what divides all, or
  /// the least where that is too fine.
  void count_widths_in_units() {
    if (edges_.empty() || !edges_.front().says.width) return;
    double least = kMostBandwidth, most = 0;
    std::uint64_t divides_all = 0;
    bool whole = true;
    for (const RepetitaEdge& edge : edges_) {
      least = std::min(least, *edge.says.width);
      most = std::max(most, *edge.says.width);
      whole = whole && *edge.says.width == std::floor(*edge.says.width);
      if (whole) divides_all = std::gcd(divides_all, static_cast<std::uint64_t>(*edge.says.width));
    }
    constexpr auto kMost = static_cast<double>(kMaxLinkWidth);
    double unit = static_cast<double>(divides_all);
    if (!whole || most / unit > kMost) unit = least;
    if (most / unit > kMost)
      throw_limit_error(
          fmt::format("'{}' has a link {:.6g} times as wide as another; 2^20 is the limit", file_.path, most / unit));
    for (RepetitaEdge& edge : edges_) *edge.says.width /= unit;
    if (unit != 1)
      builder_.note(
          fmt::format("widths are {} in multiples of {:.10g}, one channel width", builder_.width_name(), unit));
  }

  /// Whether the edges are pairs of opposite ones that are as wide.
  bool all_two_way() const {
    using Sorted = std::tuple<std::uint32_t, std::uint32_t, double, double, std::uint32_t, std::uint16_t>;
    std::vector<Sorted> up, down;
    for (const RepetitaEdge& edge : edges_) {
      if (edge.from == edge.to) continue;
      const auto [low, high] = std::minmax(edge.from, edge.to);
      (edge.from < edge.to ? up : down)
          .emplace_back(low, high, edge.bandwidth, edge.says.width.value_or(0), edge.says.given, edge.says.link_class);
    }
    std::ranges::sort(up);
    std::ranges::sort(down);
    return up == down;
  }

  LineWords words_;
  std::vector<std::string_view> columns_;
  std::vector<RepetitaEdge> edges_;
};

bool begins_with_repetita_nodes(std::string_view text) {
  constexpr std::string_view kBlanks = " \t\r\n", kKey = "NODES";
  text.remove_prefix(std::min(text.find_first_not_of(kBlanks), text.size()));
  if (!text.starts_with(kKey)) return false;
  const std::size_t number = text.find_first_not_of(" \t", kKey.size());
  return number > kKey.size() && number < text.size() && text[number] >= '0' && text[number] <= '9';
}

}  // namespace

GraphFormat repetita_graph_format() {
  return {.name = "repetita",
          .summary =
              "a Repetita graph: labelled nodes, one-way edges with weight, bw and delay; all in pairs: two-way links",
          .source = "Repetita, Gay, Schaus and Vissicchio 2017",
          .endings = {".graph"},
          .has_attributes = true,
          .begins = begins_with_repetita_nodes,
          .read = read_by<RepetitaReader>};
}

}  // namespace cutline
