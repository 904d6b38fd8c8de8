// SPDX-License-Identifier: Apache-2.0
#include <tuple>

#include "cutline/base/format.hpp"
#include "cutline/topology/family.hpp"
#include "topology/graph_builder.hpp"

// What is done with a graph when its file has been read: widths made whole, places and terminals checked, notes.

namespace cutline {

std::optional<std::uint64_t> node_number(std::string_view text) {
  const auto number = read_as<std::uint64_t>(text);
  if (!number || *number >= kMaxGraphNodes || (text[0] == '0' && text.size() > 1)) return std::nullopt;
  return number;
}

void LateLinks::add(std::size_t at, std::string_view a, std::string_view b, const LinkSays& says) {
  if (links_.size() == kMaxLinksOfAClass || ends_.size() > kMaxGraphNodes)
    throw_limit_error(fmt::format("'{}' has more than 2^27 links or 2^26 nodes, the limits", file_.path));
  const std::uint32_t from = ends_.insert(a).first;
  links_.push_back({at, from, ends_.insert(b).first, says});
}

void LateLinks::join(GraphBuilder& builder, FunctionRef<std::optional<std::uint64_t>(std::string_view)> node_of) const {
  constexpr std::uint64_t kNone = ~std::uint64_t{0};
  std::vector<std::uint64_t> nodes;
  for (std::uint32_t end = 0; end < ends_.size(); ++end) nodes.push_back(node_of(ends_[end]).value_or(kNone));
  std::vector<std::uint32_t> added;
  if (!builder.graph.attributes.links.empty()) added.reserve(links_.size());
  for (std::uint32_t i = 0; i < links_.size(); ++i) {
    const Link& link = links_[i];
    for (const std::uint32_t end : {link.a, link.b}) {
      if (nodes[end] == kNone)
        file_.fail(link.at, fmt::format("this link names {}, which is no node of the file", quoted_name(ends_[end])),
                   "both ends of a link are nodes that the file states");
    }
    const bool is_added = builder.add_link(link.at, nodes[link.a], nodes[link.b], link.says);
    if (is_added && added.capacity() > 0) added.push_back(i);
  }
  if (added.size() < links_.size()) builder.pick_links(added);
}

void add_matrix_links(GraphBuilder& builder, std::vector<MatrixEntry> entries) {
  const auto sort = [](std::vector<MatrixEntry>& all) {
    const auto is_before = [](const MatrixEntry& x, const MatrixEntry& y) {
      return std::tie(x.row, x.column, x.value) < std::tie(y.row, y.column, y.value);
    };
    if (!std::ranges::is_sorted(all, is_before)) std::ranges::sort(all, is_before);
  };
  sort(entries);
  std::vector<MatrixEntry> transpose = entries;
  for (MatrixEntry& entry : transpose) std::swap(entry.row, entry.column);
  sort(transpose);
  builder.graph.directed = transpose != entries;
  for (const MatrixEntry& entry : entries) {
    if (builder.graph.directed || entry.row < entry.column)
      builder.add_link(0, entry.row, entry.column, {.width = entry.value});
  }
}

/// Makes real widths whole: by the least factor up to 1000 that makes all of them whole, or else so that the narrowest
/// link has at least 100, and all are within a half of their share.
void GraphBuilder::scale_widths() {
  if (real_widths_.empty()) return;
  widths_are_whole_ = false;
  constexpr double kAlike = 2e-6;  // files round to six digits
  const auto whole_at = [&](double factor) {
    return std::ranges::all_of(real_widths_, [&](double width) {
      return std::abs(width * factor - std::round(width * factor)) <= kAlike * width * factor;
    });
  };
  constexpr int kMostFactor = 1000;
  double factor = 1;
  while (factor <= kMostFactor && !whole_at(factor)) ++factor;
  const auto [least, most] = std::minmax_element(real_widths_.begin(), real_widths_.end());
  const bool whole = factor <= kMostFactor;
  if (!whole) factor = 100 / *least;
  if (*most * factor > static_cast<double>(kMaxLinkWidth)) factor = static_cast<double>(kMaxLinkWidth) / *most;
  graph.widths.clear();
  for (const double width : real_widths_)
    graph.widths.push_back(static_cast<std::uint32_t>(std::max(1.0, std::round(width * factor))));
  graph.notes.push_back(fmt::format(
      "widths of links are no whole numbers: all are multiplied by {:.6g}{}, so that they keep their shares", factor,
      whole ? "" : " and rounded"));
}

/// Links without the attribute that the user names are a mistake of the spec or of the file, not links of width 1.
void GraphBuilder::finish_widths() {
  const std::uint64_t all = with_width_ + without_width_;
  if (without_width_ == 0 || (with_width_ == 0 && reading_.width.empty())) return;
  if (reading_.width.empty()) {
    graph.notes.push_back(fmt::format("{} of the {} links have no width: theirs is 1", without_width_, all));
    return;
  }
  if (with_width_ > 0) {
    file_.fail(
        without_width_at_, fmt::format("this link has no {}", quoted_name(reading_.width)),
        fmt::format("`width_from` takes the widths of all links from it; {} of {} have none", without_width_, all));
  }
  const auto& known = ignored_[static_cast<std::size_t>(AttributeOf::links)];
  const std::vector<std::string_view> names(known.begin(), known.end());
  throw_input_error(fmt::format("no link of '{}' has the attribute {}", file_.path, quoted_name(reading_.width)),
                    did_you_mean(reading_.width, names,
                                 names.empty() ? "its links have no attributes"
                                               : fmt::format("its links have: {}", join(names, ", "))),
                    "width_from");
}

void GraphBuilder::finish_places() {
  if (graph.positions.empty() && places_are_whole_) return;
  axes_given_.resize(graph.nodes);
  const bool all = std::ranges::all_of(axes_given_, [](std::uint8_t given) { return (given & 3U) == 3U; });
  std::vector<Cell> sorted;
  if (all && places_are_whole_) sorted = graph.positions;
  std::ranges::sort(sorted);
  const bool distinct = std::ranges::adjacent_find(sorted) == sorted.end();
  if (!sorted.empty() && distinct) return;
  graph.positions.clear();
  const char* why = !places_are_whole_ ? "they are not all whole numbers from 0 to 2^26 - 1"
                    : !all             ? "not every node has x and y"
                                       : "two nodes stand in one cell";
  graph.notes.push_back(fmt::format("the nodes' places x, y are not taken: {}", why));
}

void GraphBuilder::finish_terminals() {
  if (terminals_.empty()) return;
  terminals_.resize(graph.nodes, kUnsaid);
  std::uint64_t switches = 0;
  std::uint32_t least = kUnsaid;
  for (const std::uint32_t count : terminals_) {
    switches += count == 0 ? 1 : 0;
    if (count == 0 || count == kUnsaid) continue;
    graph.concentration = std::max(graph.concentration, count);
    least = std::min(least, count);
  }
  if (least < graph.concentration) {
    graph.notes.push_back(fmt::format("nodes have from {} to {} terminals", least, graph.concentration));
    graph.terminals = terminals_;
    std::ranges::replace(graph.terminals, kUnsaid, graph.concentration);
  }
  if (switches == 0) return;
  graph.notes.push_back(fmt::format("{} of the {}'s {} nodes are switches, without terminals; they are numbered last",
                                    switches, word(), graph.nodes));
  graph.switches.resize(graph.nodes);
  for (std::uint32_t node = 0; node < graph.nodes; ++node) graph.switches[node] = terminals_[node] == 0;
}

/// What a network knows better than its file is written anew by exports: the cells that nodes take, and their kinds.
/// The names of nodes that attributes give are names, not attributes.
void GraphBuilder::finish_attributes() {
  GraphAttributes& all = graph.attributes;
  if (!graph.positions.empty() && !kept_.is_covered("x")) {
    for (const std::string_view axis : {"x", "y", "z"}) all.nodes.drop(axis);
  }
  if (kinds_are_known_ && !kept_.is_covered("kind")) all.nodes.drop("kind");
  if (!kept_.is_covered("terminals")) all.nodes.drop("terminals");
  if (reading_.width.empty() && widths_are_whole_ && !kept_.is_covered("width")) all.links.drop("width");
  kept_.finish(graph.notes);
}

/// Adds a note on the numbering if the names are not the numbers themselves.
void GraphBuilder::note_numbers() {
  constexpr std::size_t kShown = 4;
  std::vector<std::string> first;
  bool same = true;
  std::uint32_t number = 0;  // counts the nodes that are not switches
  for (std::uint32_t node = 0; node < graph.names.size() && (same || number <= kShown); ++node) {
    if (!graph.switches.empty() && graph.switches[node]) continue;
    same = same && graph.names[node] == std::to_string(number);
    if (number < kShown) first.push_back(fmt::format("{} is {}", number, quoted_name(graph.names[node])));
    ++number;
  }
  if (same) return;
  graph.notes.push_back(fmt::format("nodes are numbered as the {} names them: {}{}", word(), join(first, ", "),
                                    number > kShown ? " ..." : ""));
}

GraphFile GraphBuilder::finish() {
  finish_widths();
  scale_widths();
  finish_figures();
  if (self_links_ > 0)
    graph.notes.push_back(fmt::format("{} of the {}'s links join a node to itself: they are no wires, and left out",
                                      self_links_, word()));
  finish_places();
  finish_tiles();
  finish_terminals();
  finish_attributes();
  note_numbers();
  std::set<std::string_view> ignored;
  for (const auto& of : ignored_) ignored.insert(of.begin(), of.end());
  std::vector<std::string> names;
  for (const std::string_view name : ignored) names.push_back(quoted_name(name));
  const bool more = names.size() > kMostIgnored;
  names.resize(std::min(names.size(), kMostIgnored));
  if (!names.empty())
    graph.notes.push_back(
        fmt::format("attributes that are not read: {}{}", join(names, ", "), more ? " and more" : ""));
  return std::move(graph);
}

RepeatedLinks keep_first_links(GraphFile& graph, bool one_way) {
  const auto ends = [&](std::size_t i) {
    const LocalLink& link = graph.links[i];
    return one_way ? std::pair(link.a, link.b) : std::pair<std::uint32_t, std::uint32_t>(std::minmax(link.a, link.b));
  };
  auto kept = numbers_below<std::size_t>(graph.links.size());
  std::ranges::sort(kept, [&](std::size_t i, std::size_t j) { return std::pair(ends(i), i) < std::pair(ends(j), j); });
  RepeatedLinks repeated;
  const auto of = [](const auto& list, std::size_t i, std::uint32_t none) { return list.empty() ? none : list[i]; };
  for (std::size_t i = 1; i < kept.size(); ++i) {
    if (ends(kept[i - 1]) != ends(kept[i])) continue;
    const auto says = [&](std::size_t at) {
      return std::array<std::uint32_t, 3>{of(graph.widths, at, 1), of(graph.given, at, 0), of(graph.classes, at, 0)};
    };
    const auto one = says(kept[i - 1]), other = says(kept[i]);
    if (one != other) repeated.unlike = {{graph.links[kept[i]], one[0], other[0]}};
  }
  kept.erase(std::unique(kept.begin(), kept.end(), [&](std::size_t i, std::size_t j) { return ends(i) == ends(j); }),
             kept.end());
  std::ranges::sort(kept);
  repeated.dropped = graph.links.size() - kept.size();
  if (!graph.attributes.links.empty()) {
    graph.attributes.links.finish();
    graph.attributes.links.pick({kept.begin(), kept.end()});
  }
  const auto keep = [&](auto& list) {
    if (list.empty()) return;
    for (std::size_t i = 0; i < kept.size(); ++i) list[i] = list[kept[i]];
    list.resize(kept.size());
  };
  keep(graph.links);
  keep(graph.widths);
  keep(graph.given);
  keep(graph.classes);
  return repeated;
}

}  // namespace cutline
