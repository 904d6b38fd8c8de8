// SPDX-License-Identifier: Apache-2.0
#include "cutline/routing/route_file.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cctype>
#include <charconv>

#include "cutline/base/error.hpp"
#include "cutline/base/files.hpp"
#include "cutline/topology/graph_text.hpp"
#include "cutline/topology/topology.hpp"
#include "routing/path_table.hpp"

namespace cutline {

namespace {

constexpr std::size_t kMaxRouteFileBytes = std::size_t{1} << 30;
constexpr std::uint64_t kMostTableSites = 1 << 14, kMostTableLayers = 256;
constexpr const char* kRouteFileHint = "a line is `site,destination,next,layer`, and # begins a comment";

/// Reads the numbers of a table line by line.
class RouteLines {
 public:
  explicit RouteLines(const GraphText& file) : file_(file) {}

  /// Goes to the next line that says something; false at the end.
  bool next_line() {
    do {
      if (next_ >= file_.text.size()) return false;
      at_ = next_;
      end_ = std::min(file_.text.find('\n', at_), file_.text.size());
      next_ = end_ + 1;
    } while (at_line_end());
    begin_ = at_;
    return true;
  }
  bool at_line_end() {
    while (at_ < end_ && is_between(file_.text[at_])) ++at_;
    return at_ == end_ || file_.text[at_] == '#';
  }
  /// A whole number below a limit.
  std::uint32_t number(std::uint64_t limit, const char* what) {
    if (at_line_end()) fail(fmt::format("{} is missing", what));
    std::uint64_t value = 0;
    const char* const last = file_.text.data() + end_;
    const auto [stop, trouble] = std::from_chars(file_.text.data() + at_, last, value);
    if (trouble == std::errc::invalid_argument || (stop != last && !is_between(*stop) && *stop != '#'))
      fail(fmt::format("{} is a whole number", what));
    if (trouble != std::errc() || value >= limit) fail(fmt::format("{} is from 0 to {}", what, limit - 1));
    number_at_ = at_;
    at_ = static_cast<std::size_t>(stop - file_.text.data());
    return static_cast<std::uint32_t>(value);
  }
  bool begins_with_letter() const { return std::isalpha(static_cast<unsigned char>(file_.text[begin_])) != 0; }
  std::size_t line_begin() const { return begin_; }
  [[noreturn]] void fail(std::string message) const { file_.fail(at_, std::move(message), kRouteFileHint); }
  /// At the number that was read last.
  [[noreturn]] void fail_there(std::string message, std::string hint) const {
    file_.fail(number_at_, std::move(message), std::move(hint));
  }

 private:
  static bool is_between(char c) { return c == ' ' || c == '\t' || c == ',' || c == '\r'; }

  const GraphText& file_;
  std::size_t begin_ = 0, at_ = 0, end_ = 0, next_ = 0, number_at_ = 0;
};

/// A table of routes as it is read.
class RouteFile {
 public:
  RouteFile(const Topology& topology, std::shared_ptr<const ChannelGraph> graph, const GraphText& file)
      : file_(file), graph_(*graph), table_(graph), nodes_(topology.node_count()) {
    const NodeNumbers numbers(topology);
    number_of_.resize(graph_.node_count());
    for (std::uint32_t site = 0; site < graph_.node_count(); ++site) {
      if (!graph_.kinds.empty() && graph_.kinds[site] == SiteKind::nothing) continue;
      number_of_[site] = static_cast<std::uint32_t>(numbers.number(site));
      if (site_of_.size() <= number_of_[site]) site_of_.resize(number_of_[site] + 1);
      site_of_[number_of_[site]] = site;
    }
    layers_.resize(nodes_ * nodes_);
  }

  void read() {
    RouteLines text(file_);
    for (bool first = true; text.next_line(); first = false) {
      if (first && text.begins_with_letter()) continue;
      read_line(text);
    }
  }

  void expect_all_arrive() const {
    for (std::uint32_t destination = 0; destination < nodes_; ++destination) {
      std::vector<char> arrives(site_of_.size());
      arrives[destination] = 1;
      for (std::uint32_t source = 0; source < nodes_; ++source) expect_arrives(source, destination, arrives);
    }
  }

  Routes routes() && {
    Routes routes = routes_by(std::move(table_));
    routes.layers = layer_count_;
    auto layers = std::make_shared<const std::vector<std::uint8_t>>(std::move(layers_));
    auto numbers = std::make_shared<const std::vector<std::uint32_t>>(std::move(number_of_));
    routes.layer = [layers, numbers, nodes = nodes_](std::uint32_t source, std::uint32_t destination) {
      return std::uint32_t{(*layers)[(*numbers)[source] * nodes + (*numbers)[destination]]};
    };
    return routes;
  }

 private:
  void read_line(RouteLines& text) {
    const std::uint32_t site = text.number(site_of_.size(), "the site");
    const std::uint32_t destination = text.number(nodes_, "the destination");
    if (table_.has_way(site_of_[site], site_of_[destination]))
      text.fail_there(fmt::format("where messages for {} go at {} was said before", destination, site),
                      "each pair has one line");
    const std::uint32_t next = text.number(site_of_.size(), "the next site");
    set(text, site, destination, next);
    if (!text.at_line_end()) text.fail("this line goes on after its layer");
  }

  void set(RouteLines& text, std::uint32_t site, std::uint32_t destination, std::uint32_t next) {
    if (site == destination)
      text.fail_there("messages stay where they are to go", "leave out the lines from a node to itself");
    std::vector<std::uint64_t> parallel;
    for (std::uint64_t c = graph_.first[site_of_[site]]; c < graph_.first[site_of_[site] + 1]; ++c) {
      if (graph_.head[c] == site_of_[next]) parallel.push_back(c);
    }
    if (parallel.empty())
      text.fail_there(fmt::format("no channel leads from {} to {}", site, next), neighbours_hint(site));
    table_.set(site_of_[site], site_of_[destination], parallel[destination % parallel.size()]);
    if (text.at_line_end()) return;
    const std::uint32_t layer = text.number(kMostTableLayers, "the layer");
    if (site >= nodes_) {
      if (layer > 0) text.fail_there("messages start at nodes, and only there they get a layer", kRouteFileHint);
      return;
    }
    layers_[site * nodes_ + destination] = static_cast<std::uint8_t>(layer);
    layer_count_ = std::max(layer_count_, layer + 1);
  }

  std::string neighbours_hint(std::uint32_t site) const {
    constexpr std::uint64_t kShown = 8;
    std::string names;
    const std::uint64_t begin = graph_.first[site_of_[site]], end = graph_.first[site_of_[site] + 1];
    for (std::uint64_t c = begin; c < std::min(end, begin + kShown); ++c)
      names += fmt::format("{}{}", names.empty() ? "" : ", ", number_of_[graph_.head[c]]);
    return names.empty() ? fmt::format("no channel leaves {}", site)
                         : fmt::format("channels of {} lead to {}{}", site, names, end > begin + kShown ? " ..." : "");
  }

  /// Follows a path to its end or to a site that is known to arrive.
  void expect_arrives(std::uint32_t source, std::uint32_t destination, std::vector<char>& arrives) const {
    std::vector<std::uint32_t> path;
    for (std::uint32_t at = source; arrives[at] == 0; at = next(at, destination)) {
      if (!table_.has_way(site_of_[at], site_of_[destination])) fail_missing(path, at, destination);
      path.push_back(at);
      if (path.size() >= site_of_.size()) fail_circle(at, destination);
    }
    for (const std::uint32_t at : path) arrives[at] = 1;
  }

  std::uint32_t next(std::uint32_t at, std::uint32_t destination) const {
    return number_of_[graph_.head[table_.channel(site_of_[at], site_of_[destination])]];
  }

  [[noreturn]] void fail_missing(const std::vector<std::uint32_t>& path, std::uint32_t at,
                                 std::uint32_t destination) const {
    file_.fail(path.empty() ? file_.text.size() : line_of(path.back(), destination),
               fmt::format("no line says where messages for {} go at {}", destination, at), kRouteFileHint);
  }

  [[noreturn]] void fail_circle(std::uint32_t at, std::uint32_t destination) const {
    constexpr int kShown = 8;
    std::string circle = fmt::format("{}", at);
    int shown = 0;
    for (std::uint32_t each = next(at, destination); each != at && ++shown < kShown; each = next(each, destination))
      circle += fmt::format(", {}", each);
    file_.fail(line_of(at, destination),
               fmt::format("messages for {} go round in a circle: {}{}", destination, circle,
                           shown < kShown ? fmt::format(", {}", at) : " ..."),
               "each line must lead nearer to the destination by some measure");
  }

  /// Where the line of a pair begins.
  std::size_t line_of(std::uint32_t site, std::uint32_t destination) const {
    RouteLines text(file_);
    for (bool first = true; text.next_line(); first = false) {
      if (first && text.begins_with_letter()) continue;
      const std::uint32_t from = text.number(site_of_.size(), "the site");
      if (text.number(nodes_, "the destination") == destination && from == site) break;
    }
    return text.line_begin();
  }

  const GraphText& file_;
  const ChannelGraph& graph_;
  PathTable table_;
  std::uint64_t nodes_;
  std::vector<std::uint32_t> number_of_, site_of_;
  std::vector<std::uint8_t> layers_;  ///< by number of the source, then of the destination
  std::uint32_t layer_count_ = 1;
};

}  // namespace

Routes table_routes(const Topology& topology, std::shared_ptr<const ChannelGraph> graph, const std::string& path) {
  if (graph->node_count() > kMostTableSites)
    throw_limit_error("a file gives routes up to 2^14 sites, the limit", "the other routings need no file");
  const GraphText file{path, read_bounded_file(path, kMaxRouteFileBytes)};
  RouteFile table(topology, std::move(graph), file);
  table.read();
  table.expect_all_arrive();
  return std::move(table).routes();
}

}  // namespace cutline
