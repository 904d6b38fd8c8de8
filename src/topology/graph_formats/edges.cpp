// SPDX-License-Identifier: Apache-2.0
#include "topology/graph_builder.hpp"

namespace cutline {

namespace {

constexpr std::string_view kHint =
    "a line is `a b` or `a b width`, with blanks, commas or semicolons between; #, % and // begin a comment";

/// The number of a node as programs write it, without quotes.
std::optional<std::uint64_t> plain_number(const GraphText& file, const TextWord& word) {
  return file.text[word.at] == '"' ? std::nullopt : node_number(word.text);
}

class EdgeReader : FormatReader {
 public:
  EdgeReader(const GraphText& file, const GraphReading& reading)
      : FormatReader(file, reading, kHint), counted_(reading.counted), is_chosen_(reading.format.empty()) {}

  GraphFile read() {
    TableLines lines(file_, kHint);
    std::vector<TextWord> words;
    bool more = lines.next(words);
    if (more && file_.text[words[0].at] != '"' && is_header(words)) more = lines.next(words);
    // The first link says whether all nodes are numbers: a name among numbers is a mistake, not a node.
    named_ = more && !(words.size() > 1 && plain_number(file_, words[0]) && plain_number(file_, words[1]));
    builder_.graph.states_nodes = named_;
    const auto add = [&](const std::vector<TextWord>& line) { named_ ? add_named(line) : add_numbers(line); };
    try {
      for (; more; more = lines.next(words)) {
        if (words.size() < 2) lines.fail(words[0], "a link has two nodes");
        if (words.size() > 3) lines.fail(words[3], "this line goes on after its width");
        add(words);
        ++lines_;
        square_ = square_ && words.size() == (width_of_line_ == 0 ? words.size() : width_of_line_);
        width_of_line_ = words.size();
      }
    } catch (const Error&) {
      join_waiting();  // of several mistakes the first one is told
      throw;
    }
    join_waiting();
    if (!named_) name_if_gaps();
    if (is_chosen_ && !named_ && square_ && lines_ == width_of_line_)
      builder_.note(
          "each line is taken for a link; the file may also be a matrix, a row a line: then "
          "say `format: matrix`");
    return builder_.finish();
  }

 private:
  /// A line of column names, such as `source,target,weight`.
  static bool is_header(const std::vector<TextWord>& words) {
    constexpr std::array<std::string_view, 6> kFirst = {"source", "from", "src", "Source", "From", "FromNodeId"};
    return words.size() > 1 && std::ranges::find(kFirst, words[0].text) != kFirst.end();
  }

  void expect_name(const TextWord& word) const {
    if (file_.text[word.at] == '{') fail(word.at, "attributes in braces stand in the place of a node");
  }

  std::uint64_t numbered(const TextWord& word) {
    const auto number = plain_number(file_, word);
    if (!number) {
      expect_name(word);
      fail(word.at, fmt::format("{} is no number of a node, 0 to 2^26 - 1", quoted_name(word.text)),
           "the first link has numbers, so all have; with quotes around its nodes, all are names");
    }
    builder_.graph.nodes = std::max(builder_.graph.nodes, *number + 1);
    const auto at = static_cast<std::size_t>(*number);
    if (seen_.size() <= at) seen_.resize(std::max(at + 1, 2 * seen_.size()));
    if (!seen_[at]) numbers_.push_back(static_cast<std::uint32_t>(*number));
    seen_[at] = true;
    return *number;
  }

  /// A width: a number, or the first attribute of NetworkX's {'weight': 2}.
  std::optional<double> width(const TextWord& word) {
    std::string_view text = word.text;
    if (text.starts_with('{')) {
      const std::size_t colon = text.find(':');
      if (colon == std::string_view::npos) return std::nullopt;  // {}: no attributes
      text = text.substr(colon + 1, text.find_first_of(",}", colon) - colon - 1);
    }
    return builder_.width(word.at, text);
  }

  void add_numbers(const std::vector<TextWord>& words) {
    const std::uint64_t a = numbered(words[0]), b = numbered(words[1]);
    builder_.add_link(words[0].at, a, b, {.width = words.size() > 2 ? width(words[2]) : std::nullopt});
  }

  /// Links wait until there are many, since many names are looked up in less time than one by one.
  void add_named(const std::vector<TextWord>& words) {
    constexpr std::size_t kMostWaiting = 256;
    for (std::size_t end = 0; end < 2; ++end) {
      expect_name(words[end]);
      ends_.push_back(words[end].text);
    }
    waiting_.push_back({words[0].at, std::nullopt});
    if (words.size() > 2) waiting_.back().width = width(words[2]);
    if (waiting_.size() == kMostWaiting) join_waiting();
  }

  void join_waiting() {
    if (waiting_.empty()) return;
    ends_.resize(2 * waiting_.size());  // a line with a mistake may have left an end
    nodes_.resize(ends_.size());
    builder_.add_nodes(ends_, nodes_);
    for (std::size_t i = 0; i < waiting_.size(); ++i)
      builder_.add_link(waiting_[i].at, nodes_[2 * i], nodes_[2 * i + 1], {.width = waiting_[i].width});
    ends_.clear();
    waiting_.clear();
  }

  /// In a list that counts from 1, or leaves numbers out, the numbers are names: those that stand in no link are no
  /// nodes, unless the user counts the nodes.
  void name_if_gaps() {
    GraphFile& graph = builder_.graph;
    const std::uint64_t gaps = graph.nodes - numbers_.size();
    if (gaps == 0 || counted_) return;
    const std::uint64_t last = graph.nodes - 1;
    std::vector<std::uint32_t> node(static_cast<std::size_t>(graph.nodes));
    std::ranges::sort(numbers_);
    for (const std::uint32_t number : numbers_) node[number] = builder_.add_node(std::to_string(number)).first;
    for (LocalLink& link : graph.links) link = {node[link.a], node[link.b]};
    graph.states_nodes = true;
    graph.notes.push_back(
        gaps == 1 && !seen_[0]
            ? std::string("the list counts its nodes from 1: their numbers are taken for names")
            : fmt::format("{} numbers up to {} stand in no link: numbers are taken for names", gaps, last));
  }

  struct WaitingLink {
    std::size_t at = 0;
    std::optional<double> width;
  };

  bool counted_ = false;
  bool is_chosen_ = false;  ///< the user names no format
  bool square_ = true;      ///< all lines have as many words
  std::size_t lines_ = 0, width_of_line_ = 0;
  bool named_ = false;
  std::vector<bool> seen_;              ///< of numbers
  std::vector<std::uint32_t> numbers_;  ///< that were seen; few of them may reach far
  std::vector<std::string_view> ends_;  ///< two names for each waiting link
  std::vector<std::uint32_t> nodes_;
  std::vector<WaitingLink> waiting_;
};

}  // namespace

GraphFormat edges_graph_format() {
  return {.name = "edges",
          .summary = "an edge list: a link `a b` or `a b width` a line, by numbers from 0 or by names",
          .source = "SNAP, NetworkX and others",
          .endings = {".edges", ".links", ".edgelist", ".csv", ".tsv"},
          .read = read_by<EdgeReader>};
}

}  // namespace cutline
