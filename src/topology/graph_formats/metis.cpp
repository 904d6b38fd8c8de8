// SPDX-License-Identifier: Apache-2.0
#include "cutline/topology/family.hpp"
#include "topology/graph_builder.hpp"

namespace cutline {

namespace {

constexpr std::string_view kMetisHint =
    "the first line is `NODES LINKS [FORMAT [WEIGHTS]]`; each further line is a node with its neighbours, from 1; % "
    "begins a comment";
constexpr std::uint64_t kMaxWeight = ~std::uint32_t{0};

struct Header {
  std::uint64_t nodes = 0;
  std::uint64_t links = 0;
  bool sizes = false;
  bool link_weights = false;
  std::uint64_t node_weights = 0;  ///< how many weights come before the neighbours of a node, in addition to its size
};

struct Neighbour {
  std::uint32_t node = 0;
  std::uint32_t weight = 1;
  std::size_t at = 0;
};

class MetisReader : FormatReader {
 public:
  MetisReader(const GraphText& file, const GraphReading& reading)
      : FormatReader(file, reading, kMetisHint), words_(file, '%', kMetisHint) {}

  GraphFile read() {
    read_header();
    first_.push_back(0);
    while (first_.size() <= header_.nodes) {
      if (!words_.next_line())
        words_.fail(fmt::format("the file ends before node {} of {}", first_.size(), header_.nodes));
      if (words_.is_comment()) continue;
      read_node(static_cast<std::uint32_t>(first_.size() - 1));
      first_.push_back(builder_.graph.links.size());
    }
    while (words_.next_line()) {
      if (!words_.at_line_end()) words_.fail(fmt::format("a line after the last of {} nodes", header_.nodes));
    }
    expect_both_ways();
    builder_.graph.nodes = header_.nodes;
    take_weights();
    return builder_.finish();
  }

 private:
  void read_header() {
    do {
      if (!words_.next_line()) words_.fail("the file has no first line of numbers");
    } while (words_.at_line_end());
    header_.nodes = words_.whole(1, kMaxGraphNodes, "the number of nodes");
    header_at_ = words_.next_at();
    header_.links = words_.whole(0, kMaxLinksOfAClass, "the number of links");
    if (words_.at_line_end()) return;
    const std::size_t at = words_.at();
    const std::string_view format = words_.word();
    if (format.size() > 3 || format.find_first_not_of("01") != std::string_view::npos)
      fail(at, "the format is up to three digits of 0 and 1", "sizes of nodes, weights of nodes, of links: 011");
    const auto digit = [&](std::size_t from_the_right) {
      return from_the_right < format.size() && format[format.size() - 1 - from_the_right] == '1';
    };
    header_.link_weights = digit(0);
    header_.node_weights = digit(1) ? 1 : 0;
    header_.sizes = digit(2);
    constexpr std::uint64_t kMostWeights = 1024;
    if (!words_.at_line_end()) {
      const std::uint64_t weights = words_.whole(1, kMostWeights, "the number of a node's weights");
      if (digit(1)) header_.node_weights = weights;
    }
    if (!words_.at_line_end()) words_.fail("the first line goes on after its fourth number");
  }

  /// Reads the line of a node. A link is added when its lower node is read; the links of a node are sorted by their
  /// higher nodes, so that the higher node later finds the link by binary search.
  void read_node(std::uint32_t node) {
    line_at_.push_back(words_.at());
    for (std::uint64_t i = 0; i < header_.node_weights + (header_.sizes ? 1 : 0); ++i)
      words_.whole(0, kMaxWeight, "a weight or size of a node");
    neighbours_.clear();
    while (!words_.at_line_end()) neighbours_.push_back(read_neighbour(node));
    std::ranges::sort(neighbours_, {}, [](const Neighbour& each) { return std::pair(each.node, each.at); });
    for (std::size_t i = 0; i < neighbours_.size(); ++i) {
      const Neighbour& each = neighbours_[i];
      if (i > 0 && neighbours_[i - 1].node == each.node)
        fail(each.at, fmt::format("node {} names its neighbour {} twice", node + 1, each.node + 1),
             "a METIS graph has no parallel links: add their weights");
      if (each.node < node) {
        match(node, each);
      } else {
        builder_.add_link(each.at, node, each.node);
        weights_.push_back(each.weight);
        matched_.push_back(false);
      }
    }
  }

  Neighbour read_neighbour(std::uint32_t node) {
    Neighbour next{.at = words_.next_at()};
    next.node = static_cast<std::uint32_t>(words_.whole(0, ~std::uint32_t{0}, "a neighbour"));
    if (next.node < 1 || next.node > header_.nodes)
      fail(next.at, fmt::format("node {} does not exist", next.node), fmt::format("nodes are 1 to {}", header_.nodes));
    if (--next.node == node)
      fail(next.at, fmt::format("node {} is linked to itself", node + 1),
           "a METIS graph has no such links: leave it out");
    if (!header_.link_weights) return next;
    if (words_.at_line_end())
      words_.fail(fmt::format("the link to node {} has no weight, and the first line says they have", next.node + 1));
    next.weight = static_cast<std::uint32_t>(words_.whole(1, kMaxWeight, "the weight of a link"));
    return next;
  }

  void match(std::uint32_t node, const Neighbour& lower) {
    const auto& links = builder_.graph.links;
    const auto begin = links.begin() + static_cast<std::ptrdiff_t>(first_[lower.node]);
    const auto end = links.begin() + static_cast<std::ptrdiff_t>(first_[lower.node + 1]);
    const auto found = std::lower_bound(begin, end, node, [](const LocalLink& a, std::uint32_t b) { return a.b < b; });
    if (found == end || found->b != node) one_sided(lower.at, node, lower.node);
    const auto link = static_cast<std::size_t>(found - links.begin());
    matched_[link] = true;
    if (weights_[link] == lower.weight) return;
    fail(lower.at,
         fmt::format("the link of nodes {} and {} has the weights {} and {}", lower.node + 1, node + 1, weights_[link],
                     lower.weight),
         "a link has one weight, written with both of its nodes");
  }

  void expect_both_ways() {
    const auto lone = std::ranges::find(matched_, false);
    if (lone != matched_.end()) {
      const LocalLink& link = builder_.graph.links[static_cast<std::size_t>(lone - matched_.begin())];
      one_sided(line_at_[link.a], link.a, link.b);
    }
    if (builder_.graph.links.size() == header_.links) return;
    fail(header_at_, fmt::format("the first line promises {} links, and there are {}", header_.links, matched_.size()),
         "a link is counted once, though both of its nodes name it");
  }

  [[noreturn]] void one_sided(std::size_t at, std::uint32_t names, std::uint32_t named) {
    fail(at, fmt::format("node {} names {}, which does not name it", names + 1, named + 1),
         "a METIS graph has no directions: a link stands with both of its nodes");
  }

  /// Takes the weights of links as widths. The unit of weights is unknown, so widths keep their ratios only.
  void take_weights() {
    if (header_.node_weights > 0 || header_.sizes) builder_.note("weights and sizes of nodes are not read");
    if (weights_.empty()) return;
    const std::uint32_t unit = std::accumulate(weights_.begin(), weights_.end(), std::uint32_t{0},
                                               [](std::uint32_t a, std::uint32_t b) { return std::gcd(a, b); });
    const std::uint32_t widest = *std::ranges::max_element(weights_) / unit;
    if (widest > kMaxLinkWidth)
      throw_limit_error(
          fmt::format("'{}' has a link {} times as heavy as its unit; 2^20 is the limit", file_.path, widest));
    if (unit > 1)
      builder_.note(fmt::format("weights of links are widths: {}, what divides all, is one channel width", unit));
    if (widest == 1) return;
    builder_.graph.widths = std::move(weights_);
    for (std::uint32_t& width : builder_.graph.widths) width /= unit;
  }

  LineWords words_;
  Header header_;
  std::size_t header_at_ = 0;
  std::vector<std::size_t> line_at_;  ///< place in the text of each node's line
  /// Index of the first link from each node to a higher one, and the number of all links.
  std::vector<std::size_t> first_;
  std::vector<std::uint32_t> weights_;
  std::vector<bool> matched_;
  std::vector<Neighbour> neighbours_;  ///< of the node that is being read
};

}  // namespace

GraphFormat metis_graph_format() {
  return {.name = "metis",
          .summary = "a METIS graph: links of both their nodes, from 1; weights of links are widths, in their ratio",
          .source = "METIS 5.1 manual, section 4.1.1",
          .endings = {".graph", ".metis"},
          .read = read_by<MetisReader>};
}

}  // namespace cutline
