// SPDX-License-Identifier: Apache-2.0
#include "base/files.hpp"
#include "base/letters.hpp"
#include "cutline/base/format.hpp"
#include "routing/ways_to.hpp"
#include "topology/graph_text.hpp"
#include "topology/said_sites.hpp"

namespace cutline {

namespace {

constexpr std::size_t kMaxRouteFileBytes = std::size_t{1} << 30;
constexpr std::uint64_t kMostTableSites = 1 << 14, kMostTableLayers = 256, kMostDatelines = 256;
constexpr const char* kRouteFileHint = "a line is `site,destination,next,layer`, and # begins a comment";

/// Reads a table line by line; commas and blanks lie between its words.
class RouteLines : public LineWords {
 public:
  explicit RouteLines(const GraphText& file) : LineWords(file, '#', kRouteFileHint, ',') {}

  /// Goes to the next line that has more than a comment; false at the end.
  bool next_line() {
    bool more = LineWords::next_line();
    while (more && at_line_end()) more = LineWords::next_line();
    if (more) begin_ = at_;
    return more;
  }
  bool names_columns() const { return std::string_view(file_.text).substr(begin_, 4) == "site"; }
  /// A whole number below a limit.
  std::uint32_t number(std::uint64_t limit, const char* what) {
    expect_more(what);
    last_ = at_;
    return static_cast<std::uint32_t>(whole(0, limit - 1, what));
  }
  /// A part of the messages, above 0 and up to 1.
  double share() {
    expect_more("the share");
    const LineWords before = *this;
    const auto value = read_as<double>(LineWords::word());
    if (!value || !(*value > 0 && *value <= 1)) before.fail("a share is above 0 and at most 1");
    return *value;
  }
  /// A site by its name, which may stand in double quotes; a quote in it is written twice.
  std::string site_name(const char* what) {
    expect_more(what);
    if (file_.text[at_] != '"') return std::string(word());
    last_ = at_++;
    std::string name;
    for (; at_ < end_; ++at_) {
      if (file_.text[at_] == '"' && (++at_ == end_ || file_.text[at_] != '"')) return name;
      name += file_.text[at_];
    }
    fail("this name has no closing quote");
  }
  /// A name of a column; empty at the line's end.
  std::string_view word() {
    last_ = next_at();
    return LineWords::word();
  }
  std::size_t line_begin() const { return begin_; }
  /// Where the number, name or column that was read last begins.
  std::size_t last() const { return last_; }
  /// At that place.
  [[noreturn]] void fail_there(std::string message, std::string hint) const {
    file_.fail(last_, std::move(message), std::move(hint));
  }

 private:
  void expect_more(const char* what) {
    if (at_line_end()) fail(fmt::format("{} is missing", what));
  }

  std::size_t begin_ = 0, last_ = 0;
};

/// Columns after `site,destination,next`.
enum class RouteColumn : std::uint8_t { layer, within, dateline, share, parallel };
constexpr std::array<std::string_view, 5> kRouteColumns = {"layer", "within", "dateline", "share", "parallel"};

/// The columns of a line after its sites.
struct RouteLine {
  std::optional<std::uint32_t> layer, parallel;
  std::uint32_t within = kAllLayers, dateline = 0;
  double share = 1;
};

/// A table of routes as it is read.
class RouteFile {
 public:
  RouteFile(const Topology& topology, const std::shared_ptr<const ChannelGraph>& graph, const GraphText& file)
      : file_(file),
        topology_(topology),
        said_(topology),
        graph_(*graph),
        table_(graph),
        nodes_(topology.node_count()) {
    const NodeNumbers numbers(topology);
    number_of_.resize(graph_.node_count());
    for (std::uint32_t site = 0; site < graph_.node_count(); ++site) {
      if (!graph_.kinds.empty() && graph_.kinds[site] == SiteKind::nothing) continue;
      number_of_[site] = static_cast<std::uint32_t>(numbers.number(site));
      if (site_of_.size() <= number_of_[site]) site_of_.resize(number_of_[site] + 1);
      site_of_[number_of_[site]] = site;
    }
    layers_.resize(nodes_ * nodes_, kNoLayer);
  }

  void read() {
    RouteLines text(file_);
    for (bool first = true; text.next_line(); first = false) {
      if (first && text.names_columns()) {
        read_names(text);
      } else {
        read_line(text);
      }
    }
    table_.sort();
  }

  /// Checks that no line is repeated, that shares add up, and that every message that has a way arrives.
  void expect_all_arrive() const {
    for (const auto& expect : {&RouteFile::expect_whole_ways, &RouteFile::expect_arrive}) {
      for (std::uint32_t destination = 0; destination < nodes_; ++destination) {
        for (std::uint32_t layer = 0; layer < layer_count_; ++layer) (this->*expect)(destination, layer);
      }
    }
  }

  Routes routes() && {
    Routes routes;
    routes.graph = table_.shared_graph();
    routes.layers = layer_count_;
    routes.datelines = datelines_;
    const auto table = std::make_shared<const WayTable>(std::move(table_));
    routes.ways_to = [table](std::uint32_t destination, std::uint32_t layer) {
      return table->ways_to(destination, layer);
    };
    auto layers = std::make_shared<const std::vector<std::uint16_t>>(std::move(layers_));
    auto numbers = std::make_shared<const std::vector<std::uint32_t>>(std::move(number_of_));
    routes.layer = [layers, numbers, nodes = nodes_](std::uint32_t source, std::uint32_t destination) {
      return layer_in(*layers, nodes, (*numbers)[source], (*numbers)[destination]);
    };
    return routes;
  }

 private:
  static constexpr std::uint16_t kNoLayer = 0xffff;

  static std::uint32_t layer_in(const std::vector<std::uint16_t>& layers, std::uint64_t nodes, std::uint32_t source,
                                std::uint32_t destination) {
    const std::uint16_t layer = layers[source * nodes + destination];
    return layer == kNoLayer ? 0 : layer;
  }

  void read_names(RouteLines& text) {
    for (const char* each : {"site", "destination", "next"}) {
      if (text.word() != each) text.fail_there(fmt::format("this column is to be `{}`", each), kRouteFileHint);
    }
    columns_.clear();
    while (!text.at_line_end()) {
      const std::string_view name = text.word();
      const auto found = std::ranges::find(kRouteColumns, name);
      const auto column = static_cast<RouteColumn>(found - kRouteColumns.begin());
      if (found == kRouteColumns.end())
        text.fail_there(fmt::format("there is no column '{}'", name),
                        fmt::format("columns are: site, destination, next, {}", join(std::span(kRouteColumns), ", ")));
      if (std::ranges::find(columns_, column) != columns_.end())
        text.fail_there(fmt::format("a second column '{}'", name), "name each column once");
      columns_.push_back(column);
    }
  }

  /// Reads a site by its name or number; returns its number, which is below the limit.
  std::uint32_t read_site(RouteLines& text, std::uint64_t limit, const char* what) const {
    if (!topology_.names) return text.number(limit, what);
    const std::string name = text.site_name(what);
    const auto site = said_.find(name);
    if (!site) text.fail_there(fmt::format("there is no node {}", quoted_name(name)), said_.how_nodes_are_called(name));
    const std::uint32_t number = number_of_[*site];
    if (number >= limit) text.fail_there(fmt::format("{} is a node, no switch", what), kRouteFileHint);
    return number;
  }
  /// For messages: the name of the site with this number.
  std::string name(std::uint32_t number) const { return site_name(topology_, site_of_[number]); }

  void read_line(RouteLines& text) {
    const std::uint32_t site = read_site(text, site_of_.size(), "the site");
    const std::uint32_t destination = read_site(text, nodes_, "the destination");
    const std::uint32_t next = read_site(text, site_of_.size(), "the next site");
    if (site == destination)
      text.fail_there("messages stay where they are to go", "leave out the lines from a node to itself");
    std::vector<std::uint64_t> parallel;
    for (std::uint64_t c = graph_.first[site_of_[site]]; c < graph_.first[site_of_[site] + 1]; ++c) {
      if (graph_.head[c] == site_of_[next]) parallel.push_back(c);
    }
    if (parallel.empty())
      text.fail_there(fmt::format("no channel leads from {} to {}", name(site), name(next)), neighbours_hint(site));
    const RouteLine line = rest_of_line(text, parallel.size());
    const std::uint64_t channel = parallel[line.parallel.value_or(destination % parallel.size())];
    table_.add(site_of_[site], site_of_[destination], {static_cast<std::uint32_t>(channel), line.dateline, line.share},
               line.within);
    datelines_ = std::max(datelines_, line.dateline + 1);
    if (line.within != kAllLayers) layer_count_ = std::max(layer_count_, line.within + 1);
    if (line.layer) set_layer(text, site, destination, *line.layer);
  }

  RouteLine rest_of_line(RouteLines& text, std::size_t parallel) const {
    RouteLine line;
    for (const RouteColumn column : columns_) {
      if (text.at_line_end()) return line;
      if (column == RouteColumn::layer) line.layer = text.number(kMostTableLayers, "the layer");
      if (column == RouteColumn::within) line.within = text.number(kMostTableLayers, "the layer within");
      if (column == RouteColumn::dateline) line.dateline = text.number(kMostDatelines, "the dateline");
      if (column == RouteColumn::share) line.share = text.share();
      if (column == RouteColumn::parallel) line.parallel = text.number(parallel, "the parallel channel");
    }
    if (!text.at_line_end()) text.fail(fmt::format("this line goes on after its {}", last_column()));
    return line;
  }

  std::string_view last_column() const {
    return columns_.empty() ? "next site" : kRouteColumns[static_cast<std::size_t>(columns_.back())];
  }

  void set_layer(RouteLines& text, std::uint32_t site, std::uint32_t destination, std::uint32_t layer) {
    if (site >= nodes_) {
      if (layer > 0) text.fail_there("messages start at nodes, and only there they get a layer", kRouteFileHint);
      return;
    }
    std::uint16_t& own = layers_[site * nodes_ + destination];
    if (own != kNoLayer && own != layer)
      text.fail_there(
          fmt::format("messages from {} for {} were in layer {} before", name(site), name(destination), own),
          "all lines of a pair give the same layer");
    own = static_cast<std::uint16_t>(layer);
    layer_count_ = std::max(layer_count_, layer + 1);
  }

  std::string neighbours_hint(std::uint32_t site) const {
    constexpr std::uint64_t kShown = 8;
    std::string names;
    const std::uint64_t begin = graph_.first[site_of_[site]], end = graph_.first[site_of_[site] + 1];
    for (std::uint64_t c = begin; c < std::min(end, begin + kShown); ++c)
      names += fmt::format("{}{}", names.empty() ? "" : ", ", name(number_of_[graph_.head[c]]));
    return names.empty()
               ? fmt::format("no channel leaves {}", name(site))
               : fmt::format("channels of {} lead to {}{}", name(site), names, end > begin + kShown ? " ..." : "");
  }

  void expect_whole_ways(std::uint32_t destination, std::uint32_t layer) const {
    const WaysToNode said = table_.said(site_of_[destination], layer);
    for (std::uint32_t site = 0; site < site_of_.size(); ++site) expect_whole(said, site, destination);
  }

  void expect_arrive(std::uint32_t destination, std::uint32_t layer) const {
    const WaysToNode said = table_.said(site_of_[destination], layer);
    std::vector<std::uint32_t> circle;
    const std::vector<std::uint32_t> hops = longest_ways(graph_, said, site_of_[destination], circle);
    if (!circle.empty()) fail_circle(circle, destination);
    std::vector<std::uint32_t> any;  // hops by any way
    for (std::uint32_t source = 0; source < nodes_; ++source) {
      if (source == destination || hops[site_of_[source]] != kNoWay) continue;
      if (layer_in(layers_, nodes_, source, destination) != layer) continue;
      if (any.empty()) any = hops_from(reversed(graph_), site_of_[destination]);
      if (any[site_of_[source]] != kUnreached) fail_missing(said, hops, source, destination);
    }
  }

  /// Checks that the hops of a site differ, and that their shares add up.
  void expect_whole(const WaysToNode& said, std::uint32_t site, std::uint32_t destination) const {
    constexpr double kSlack = 1e-6;
    const auto begin = said.hops.begin() + said.first[site_of_[site]];
    const auto end = said.hops.begin() + said.first[site_of_[site] + 1];
    double sum = 0;
    for (auto hop = begin; hop != end; ++hop) {
      sum += hop->share;
      const auto alike = [&](const NextHop& other) {
        return hop->share == 1 || (other.channel == hop->channel && other.dateline == hop->dateline);
      };
      if (std::any_of(begin, hop, alike))
        file_.fail(line_of(site, destination, 2).destination,
                   fmt::format("where messages for {} go at {} was said before", name(destination), name(site)),
                   "each pair has one line, or several that differ, with a `share` of the messages each");
    }
    if (begin == end || std::abs(sum - 1) <= kSlack) return;
    file_.fail(line_of(site, destination).begin,
               fmt::format("the shares of messages for {} at {} add up to {:.6g}", name(destination), name(site), sum),
               "shares of a pair's lines add up to 1");
  }

  /// Reports a missing line: follows a message to the site from which no line leads on.
  [[noreturn]] void fail_missing(const WaysToNode& said, const std::vector<std::uint32_t>& hops, std::uint32_t source,
                                 std::uint32_t destination) const {
    std::uint32_t at = site_of_[source];
    std::optional<std::uint32_t> before;
    while (said.first[at] < said.first[at + 1]) {
      before = number_of_[at];
      std::uint32_t i = said.first[at];
      while (hops[graph_.head[said.hops[i].channel]] != kNoWay) ++i;
      at = graph_.head[said.hops[i].channel];
    }
    file_.fail(before ? line_of(*before, destination).begin : file_.text.size(),
               fmt::format("no line says where messages for {} go at {}", name(destination), name(number_of_[at])),
               kRouteFileHint);
  }

  [[noreturn]] void fail_circle(const std::vector<std::uint32_t>& circle, std::uint32_t destination) const {
    constexpr std::size_t kShown = 8;
    std::string sites;
    for (std::size_t i = 0; i < std::min(circle.size(), kShown); ++i)
      sites += fmt::format("{}, ", name(number_of_[circle[i]]));
    sites += circle.size() <= kShown ? name(number_of_[circle.front()]) : "...";
    file_.fail(line_of(number_of_[circle.front()], destination).begin,
               fmt::format("messages for {} go round in a circle: {}", name(destination), sites),
               "each line must lead nearer to the destination by some measure");
  }

  struct LinePlace {
    std::size_t begin = 0, destination = 0;
  };
  /// Where the first line of a pair stands, or the second.
  LinePlace line_of(std::uint32_t site, std::uint32_t destination, int which = 1) const {
    RouteLines text(file_);
    for (bool first = true; text.next_line(); first = false) {
      if (first && text.names_columns()) continue;
      const std::uint32_t from = read_site(text, site_of_.size(), "the site");
      if (read_site(text, nodes_, "the destination") == destination && from == site && --which == 0) break;
    }
    return {text.line_begin(), text.last()};
  }

  const GraphText& file_;
  const Topology& topology_;
  SaidSites said_;
  const ChannelGraph& graph_;
  WayTable table_;
  std::uint64_t nodes_;
  std::vector<RouteColumn> columns_ = {RouteColumn::layer};
  std::vector<std::uint32_t> number_of_, site_of_;
  std::vector<std::uint16_t> layers_;  ///< by number of the source, then of the destination
  std::uint32_t layer_count_ = 1, datelines_ = 1;
};

}  // namespace

Routes table_routes(const Topology& topology, const std::shared_ptr<const ChannelGraph>& graph,
                    const std::string& path) {
  if (graph->node_count() > kMostTableSites)
    throw_limit_error("a file gives routes up to 2^14 sites, the limit", "the other routings need no file");
  const GraphText file{path, read_text_file(path, kMaxRouteFileBytes)};
  RouteFile table(topology, graph, file);
  table.read();
  table.expect_all_arrive();
  return std::move(table).routes();
}

}  // namespace cutline
