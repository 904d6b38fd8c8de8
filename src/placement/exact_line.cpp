// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <bit>
#include <limits>
#include <mutex>
#include <unordered_set>

#include "cutline/base/error.hpp"
#include "cutline/placement/arrangement.hpp"

namespace cutline {

namespace {

using Set = std::uint32_t;
constexpr std::uint32_t kNone = ~std::uint32_t{0};

std::uint64_t links_of(const ChannelGraph& graph, std::uint32_t node, Set among) {
  std::uint64_t weight = 0;
  for (std::uint64_t c = graph.first[node]; c < graph.first[node + 1]; ++c) {
    if ((among >> graph.head[c] & 1) != 0) weight += graph.weight(c);
  }
  return weight;
}

/// The least cost of every set of nodes as the first ones of a line: the cuts after each of them, added up, or the
/// densest. Tables of several such would fill the memory, so there is one at a time.
class SubsetTable {
 public:
  SubsetTable(const ChannelGraph& graph, bool adds) : graph_(graph), nodes_(graph.node_count()), adds_(adds) {
    for (std::uint32_t node = 0; node < nodes_; ++node) degree_.push_back(links_of(graph, node, ~Set{0}));
  }

  ExactLine solve() {
    least_.assign(std::size_t{1} << nodes_, 0);
    fill(static_cast<std::uint32_t>(nodes_), 0, 0);
    ExactLine result{least_.back(), Cells(nodes_)};
    Set set = static_cast<Set>(least_.size() - 1);
    for (auto place = static_cast<std::uint32_t>(nodes_); place-- > 0;) {
      const std::uint32_t last = last_of(set);
      result.places[last] = place;
      set ^= Set{1} << last;
    }
    return result;
  }

 private:
  /// All sets with these nodes and any of the lower ones, in the order of their numbers; `cut` is that of `set`.
  void fill(std::uint32_t lower, Set set, std::uint64_t cut) {
    if (lower == 0) {
      if (set != 0) least_[set] = with_cut(least_before(set), cut);
      return;
    }
    const std::uint32_t node = lower - 1;
    fill(node, set, cut);
    fill(node, set | Set{1} << node, cut + degree_[node] - 2 * links_of(graph_, node, set));
  }

  std::uint32_t with_cut(std::uint32_t before, std::uint64_t cut) const {
    const auto own = static_cast<std::uint32_t>(cut);
    return adds_ ? before + own : std::max(before, own);
  }

  std::uint32_t least_before(Set set) const {
    std::uint32_t least = kNone;
    for (Set rest = set; rest != 0; rest &= rest - 1) least = std::min(least, least_[set ^ (rest & -rest)]);
    return least;
  }

  /// The lowest node that may stand last of a set.
  std::uint32_t last_of(Set set) const {
    const std::uint32_t least = least_before(set);
    Set rest = set;
    while (least_[set ^ (rest & -rest)] != least) rest &= rest - 1;
    return static_cast<std::uint32_t>(std::countr_zero(rest));
  }

  const ChannelGraph& graph_;
  std::size_t nodes_;
  bool adds_;
  std::vector<std::uint64_t> degree_;
  std::vector<std::uint32_t> least_;
};

/// Whether a line has no link longer than `longest`: nodes are placed from the left, and a node with a neighbour there
/// has a last place. What has failed once, the same set with the same last places, is not tried again.
class BandSearch {
 public:
  BandSearch(const ChannelGraph& graph, std::uint32_t longest, std::uint64_t& states)
      : graph_(graph),
        nodes_(static_cast<std::uint32_t>(graph.node_count())),
        longest_(longest),
        states_(states),
        places_(nodes_, kNone) {}

  bool run() { return extend(0, std::string(nodes_, static_cast<char>(nodes_))); }
  bool gave_up() const { return states_ > kMostStates; }
  const Cells& places() const { return places_; }

 private:
  static constexpr std::uint64_t kMostStates = std::uint64_t{1} << 22;

  /// `last[v]`: before which place v must stand; 0 where it stands already.
  bool extend(std::uint32_t place, const std::string& last) {
    if (place == nodes_) return true;
    if (!has_room(place, last) || ++states_ > kMostStates || !failed_.insert(last).second) return false;
    for (std::uint32_t node = 0; node < nodes_; ++node) {
      if (last[node] == 0) continue;
      std::string next = last;
      next[node] = 0;
      for (std::uint64_t c = graph_.first[node]; c < graph_.first[node + 1]; ++c) {
        char& other = next[graph_.head[c]];
        other = std::min(other, static_cast<char>(place + longest_ + 1));
      }
      places_[node] = place;
      if (extend(place + 1, next)) return true;
    }
    return false;
  }

  /// No more nodes must stand before a place than there are places.
  bool has_room(std::uint32_t place, const std::string& last) const {
    std::vector<std::uint32_t> due(nodes_ + 1, 0);
    for (const char before : last) {
      if (before != 0) ++due[static_cast<std::size_t>(before)];
    }
    std::uint32_t nodes = 0;
    for (std::uint32_t before = 0; before <= nodes_; ++before) {
      nodes += due[before];
      if (place + nodes > before && nodes > 0) return false;
    }
    return true;
  }

  const ChannelGraph& graph_;
  std::uint32_t nodes_;
  std::uint32_t longest_;
  std::uint64_t& states_;
  Cells places_;
  std::unordered_set<std::string> failed_;
};

std::optional<ExactLine> least_longest(const ChannelGraph& graph) {
  if (graph.head.empty()) {
    ExactLine any;
    for (std::uint32_t node = 0; node < graph.node_count(); ++node) any.places.push_back(node);
    return any;
  }
  std::uint64_t states = 0;
  for (std::uint32_t longest = 1;; ++longest) {
    BandSearch search(graph, longest, states);
    if (search.run()) return ExactLine{longest, search.places()};
    if (search.gave_up()) return std::nullopt;
  }
}

/// Largest sum that a table holds.
bool fits(const ChannelGraph& graph) {
  std::uint64_t weight = 0;
  for (const std::uint32_t each : graph.weights) weight += each;
  return weight / 2 * graph.node_count() < kNone;
}

}  // namespace

std::optional<ExactLine> exact_line(const GridGraph& line) {
  CUTLINE_EXPECT(line.rows == 1 && line.columns == line.node_count() && line.columns <= kMostExactNodes);
  if (line.minimised == Minimised::longest)
    return line.columns > kMostExactLongest ? std::nullopt : least_longest(line.graph);
  if (!fits(line.graph)) return std::nullopt;
  static std::mutex one_at_a_time;
  const std::lock_guard lock(one_at_a_time);
  ExactLine result = SubsetTable(line.graph, line.minimised == Minimised::total).solve();
  if (line.minimised == Minimised::area) result.value = cost(line, result.places).value;
  return result;
}

}  // namespace cutline
