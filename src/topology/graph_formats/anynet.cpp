// SPDX-License-Identifier: Apache-2.0
#include <tuple>

#include "topology/graph_builder.hpp"

namespace cutline {

namespace {

constexpr std::string_view kAnynetHint = "a line is `router R node N ... router S [LATENCY] ...`";
constexpr std::uint64_t kMaxLatency = std::uint64_t{1} << 31;
constexpr std::uint64_t kMaxTerminals = 4096;

/// Two numbers that a line joins, and the place in the text.
struct Joined {
  std::uint32_t a = 0;
  std::uint32_t b = 0;
  std::size_t at = 0;
};

bool is_before(const Joined& x, const Joined& y) { return std::tie(x.a, x.b, x.at) < std::tie(y.a, y.b, y.at); }
bool is_same(const Joined& x, const Joined& y) { return x.a == y.a && x.b == y.b; }

class AnynetReader : FormatReader {
 public:
  AnynetReader(const GraphText& file, const GraphReading& reading)
      : FormatReader(file, reading, kAnynetHint), words_(file, '\n', kAnynetHint) {}

  GraphFile read() {
    while (words_.next_line()) {
      if (!words_.at_line_end()) read_line();
    }
    keep_first(routers_);
    for (std::uint32_t i = 0; i < routers_.size(); ++i) {
      if (routers_[i].a == i) continue;
      fail(routers_[i].at, fmt::format("there is a router {}, and no router {}", routers_[i].a, i),
           "routers count from 0 without a gap");
    }
    builder_.graph.nodes = routers_.size();
    add_links();
    add_terminals();
    if (has_latencies_) builder_.note("latencies of links are not read: they follow from where the wires run");
    if (has_node_latencies_)
      builder_.note(
          "latencies of nodes are not read; BookSim takes such a number for a link to the router of that number");
    return builder_.finish();
  }

 private:
  struct Item {
    bool is_router = false;
    std::uint32_t number = 0;
    std::size_t at = 0;
  };

  /// Reads `router R` or `node N`.
  Item item() {
    const std::size_t at = words_.next_at();
    const std::string_view kind = words_.word();
    if (kind != "router" && kind != "node")
      fail(at, fmt::format("{} stands in the place of `router` or `node`", quoted_name(kind)));
    const std::size_t number_at = words_.next_at();
    const auto number = static_cast<std::uint32_t>(words_.whole(0, kMaxGraphNodes - 1, "a router or node"));
    return {kind == "router", number, number_at};
  }

  void read_line() {
    const Item head = item();
    if (head.is_router) routers_.push_back({head.number, 0, head.at});
    while (!words_.at_line_end()) {
      const Item next = item();
      if (head.is_router && next.is_router) {
        links_.push_back({head.number, next.number, next.at});
      } else if (head.is_router != next.is_router) {
        const Item& node = head.is_router ? next : head;
        const Item& router = head.is_router ? head : next;
        terminals_.push_back({node.number, router.number, next.at});
        routers_.push_back({router.number, 0, next.at});
      } else {
        fail(next.at, "a node is joined to a node", "nodes are joined to routers");
      }
      read_latency(head.is_router && next.is_router);
    }
  }

  /// BookSim takes a number after a node for a link to the router of that number; files mean the node's latency.
  void read_latency(bool of_link) {
    if (words_.at_line_end()) return;
    const char letter = file_.text[words_.at()];
    if (letter < '0' || letter > '9') return;
    words_.whole(1, kMaxLatency, "a latency");
    (of_link ? has_latencies_ : has_node_latencies_) = true;
  }

  static void keep_first(std::vector<Joined>& all) {
    std::ranges::sort(all, is_before);
    all.erase(std::unique(all.begin(), all.end(), is_same), all.end());
  }

  /// A link may be named by one of its routers or by both; it is one link in either case.
  void add_links() {
    for (const Joined& each : links_) {
      if (each.b < routers_.size()) continue;
      fail(each.at, fmt::format("router {} has no line of its own, nor a node", each.b),
           fmt::format("the routers are 0 to {}", routers_.size() - 1));
    }
    const std::size_t named = links_.size();
    keep_first(links_);
    if (named > links_.size())
      builder_.note(
          fmt::format("{} links stand twice with one router: they are one link, as in BookSim", named - links_.size()));
    for (Joined& each : links_) {
      if (each.a > each.b) std::swap(each.a, each.b);
    }
    keep_first(links_);
    for (const Joined& each : links_) builder_.add_link(each.at, each.a, each.b);
  }

  void add_terminals() {
    keep_first(terminals_);
    std::vector<std::uint64_t> count(routers_.size(), 0);
    for (std::size_t i = 0; i < terminals_.size(); ++i) {
      const Joined& each = terminals_[i];
      if (i > 0 && terminals_[i - 1].a == each.a)
        fail(each.at, fmt::format("node {} is at the routers {} and {}", each.a, terminals_[i - 1].b, each.b),
             "a node is at one router");
      if (each.a != i)
        fail(each.at, fmt::format("there is a node {}, and no node {}", each.a, i), "nodes count from 0 without a gap");
      ++count[each.b];
    }
    if (terminals_.empty()) {
      builder_.note("the file has no nodes at its routers: each gets one terminal");
      return;
    }
    for (std::uint32_t router = 0; router < routers_.size(); ++router) {
      if (count[router] > kMaxTerminals)
        fail(routers_[router].at, fmt::format("router {} has {} nodes", router, count[router]), "at most 4096");
      builder_.set_terminals(router, count[router]);
    }
  }

  LineWords words_;
  std::vector<Joined> routers_;    ///< a is the number of a router, at is where the file states it
  std::vector<Joined> links_;      ///< of two routers
  std::vector<Joined> terminals_;  ///< a node and its router
  bool has_latencies_ = false, has_node_latencies_ = false;
};

}  // namespace

GraphFormat anynet_graph_format() {
  return {.name = "anynet",
          .summary = "BookSim's own networks: routers with their nodes and links, both ways; no parallel links",
          .source = "BookSim 2, src/networks/anynet.cpp",
          .endings = {".anynet", ".any"},
          .begins = [](std::string_view text) { return text.starts_with("router ") || text.starts_with("node "); },
          .read = read_by<AnynetReader>};
}

}  // namespace cutline
