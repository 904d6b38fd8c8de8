// SPDX-License-Identifier: Apache-2.0
#include <bit>
#include <mutex>
#include <unordered_set>

#include "cutline/base/error.hpp"
#include "placement/order.hpp"

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

/// The least cost of every set of up to half the nodes as the first ones of a line: the sum of the cuts after each of
/// them, or the densest cut. A line read backwards costs the same, so two complementary sets make a whole line. Sets
/// that differ only in the lowest nodes form a block; a block is contiguous and computed together. Tables of several
/// lines would fill the memory, so there is one at a time.
class SubsetTable {
 public:
  SubsetTable(const ChannelGraph& graph, bool adds)
      : graph_(graph),
        nodes_(static_cast<std::uint32_t>(graph.node_count())),
        low_nodes_(std::min(nodes_, kMostLowNodes)),
        adds_(adds) {
    for (std::uint32_t node = 0; node < nodes_; ++node) degree_.push_back(links_of(graph, node, ~Set{0}));
    for (Set low = 0; low < Set{1} << low_nodes_; ++low)
      low_added_.push_back(low == 0 ? 0 : added(highest_of(low), low));
    cuts_.resize(low_added_.size());
  }

  ExactLine solve() {
    const std::uint32_t half = nodes_ / 2;
    const Set all = (Set{1} << nodes_) - 1;
    least_.assign(std::size_t{all} + 1, kNone);
    fill(nodes_, 0, 0, half);
    ExactLine result{kNone, Cells(nodes_)};
    Set left = 0;
    for (Set set = (Set{1} << half) - 1; set <= all; set = next_as_large(set)) {
      if (least_[set] >= result.value) continue;
      const std::uint32_t value = joined(least_[set], least_before(all ^ set));
      if (value < result.value) left = set;
      result.value = std::min<std::uint64_t>(result.value, value);
    }
    Set right = all ^ left;
    for (std::uint32_t place = half; place-- > 0;) result.places[take_last(left)] = place;
    for (std::uint32_t place = half; place < nodes_; ++place) result.places[take_last(right)] = place;
    return result;
  }

 private:
  static constexpr std::uint32_t kMostLowNodes = 5;

  static std::uint32_t highest_of(Set set) { return static_cast<std::uint32_t>(std::bit_width(set)) - 1; }

  /// The next larger number with the same number of ones: the highest one of the lowest run moves up by one place, and
  /// the others of that run move to the bottom.
  static Set next_as_large(Set set) {
    if (set == 0) return kNone;
    const Set lowest = set & -set;
    const Set carried = set + lowest;
    return carried | ((carried ^ set) / lowest >> 2);
  }

  std::uint32_t joined(std::uint32_t a, std::uint32_t b) const { return adds_ ? a + b : std::max(a, b); }

  /// By how much the cut of a set grows when a node joins it, modulo 2^32.
  std::uint32_t added(std::uint32_t node, Set set) const {
    return static_cast<std::uint32_t>(degree_[node] - 2 * links_of(graph_, node, set));
  }

  /// Fills all blocks with these nodes and up to `more` of the lower ones, in the order of their numbers. `cut` is the
  /// cut of `set`.
  void fill(std::uint32_t lower, Set set, std::uint32_t cut, std::uint32_t more) {
    if (lower == low_nodes_) {
      fill_cuts(set, cut);
      fill_block(set);
      return;
    }
    const std::uint32_t node = lower - 1;
    fill(node, set, cut, more);
    if (more > 0) fill(node, set | Set{1} << node, cut + added(node, set), more - 1);
  }

  void fill_cuts(Set high, std::uint32_t cut) {
    cuts_[0] = cut;
    for (std::uint32_t node = 0; node < low_nodes_; ++node) {
      const Set first = Set{1} << node;
      const auto among = static_cast<std::uint32_t>(2 * links_of(graph_, node, high));
      for (Set low = first; low < 2 * first; ++low) cuts_[low] = cuts_[low ^ first] + low_added_[low] - among;
    }
  }

  /// Sets of more than half the nodes come out wrong, and are not used.
  void fill_block(Set high) {
    std::uint32_t* const least = &least_[high];
    for (Set rest = high; rest != 0; rest &= rest - 1) {
      const std::uint32_t* const before = &least_[high ^ (rest & -rest)];
      for (Set low = 0; low < cuts_.size(); ++low) least[low] = std::min(least[low], before[low]);
    }
    if (high == 0) least[0] = 0;
    for (Set low = high == 0 ? 1 : 0; low < cuts_.size(); ++low) {
      for (Set rest = low; rest != 0; rest &= rest - 1) least[low] = std::min(least[low], least[low ^ (rest & -rest)]);
      least[low] = joined(least[low], cuts_[low]);
    }
  }

  std::uint32_t least_before(Set set) const {
    std::uint32_t least = kNone;
    for (Set rest = set; rest != 0; rest &= rest - 1) least = std::min(least, least_[set ^ (rest & -rest)]);
    return least;
  }

  /// Removes from a set the lowest node that can stand last in it at the least cost, and returns the node.
  std::uint32_t take_last(Set& set) const {
    const std::uint32_t least = least_before(set);
    Set rest = set;
    while (least_[set ^ (rest & -rest)] != least) rest &= rest - 1;
    set ^= rest & -rest;
    return static_cast<std::uint32_t>(std::countr_zero(rest));
  }

  const ChannelGraph& graph_;
  std::uint32_t nodes_;
  std::uint32_t low_nodes_;
  bool adds_;
  std::vector<std::uint64_t> degree_;
  std::vector<std::uint32_t> low_added_;  ///< of each set of low nodes: by how much its highest node raises the cut of
                                          ///< the others
  std::vector<std::uint32_t> cuts_;       ///< of the block's sets
  std::vector<std::uint32_t> least_;
};

/// Searches for a line with no link longer than `longest`. Nodes are placed from the left, and a node with a placed
/// neighbour has a last place. A state that has failed once, the same set with the same last places, is not tried
/// again.
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

  /// `last[v]`: the place before which v must stand; 0 where v is placed already.
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

  /// Whether there is room: for every place, the nodes that must stand before it are no more than the free places
  /// before it.
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

/// Whether the largest possible sum fits an entry of the table.
bool fits(const ChannelGraph& graph) {
  const std::uint64_t weight = sum_over<std::uint64_t>(graph.weights);
  return weight / 2 * graph.node_count() < kNone;
}

Cells arrange_exact(const ArrangeTask& task, Arranged&) {
  GridGraph grid = task.grid;
  grid.columns = grid.node_count();  // no order is better for spare columns
  if (grid.minimised == Minimised::longest && grid.columns > kMostExactLongest)
    throw_limit_error("the order 'exact' finds the least longest span of lines of up to 20 places, the limit",
                      "minimise something else, or take the order 'annealed'", "order");
  if (const auto found = exact_line(grid)) return found->places;
  throw_limit_error("this line takes the order 'exact' more than 2^22 states or sums past 2^32, the limits",
                    "take the order 'annealed'", "order");
}

}  // namespace

std::optional<ExactLine> exact_line(const GridGraph& line) {
  CUTLINE_EXPECT(line.rows == 1 && line.columns == line.node_count() && line.columns <= kMostExactNodes);
  const auto weighs_more = [](std::uint32_t weight) { return weight > 1; };
  if (line.minimised == Minimised::longest && line.weighs_longest &&
      std::ranges::any_of(line.graph.weights, weighs_more)) {
    return std::nullopt;
  }
  if (line.minimised == Minimised::longest)
    return line.columns > kMostExactLongest ? std::nullopt : least_longest(line.graph);
  if (!fits(line.graph)) return std::nullopt;
  static std::mutex one_at_a_time;
  const std::lock_guard lock(one_at_a_time);
  ExactLine result = SubsetTable(line.graph, line.minimised == Minimised::total).solve();
  if (line.minimised == Minimised::area) result.value = cost(line, result.places).value;
  return result;
}

Order exact_order() {
  return {.name = "exact",
          .summary = "the least of all orders of a line of up to 27 places (of the longest span: 20)",
          .source = "[Held 1962]",
          .arrange = arrange_exact,
          .most_nodes = kMostExactNodes};
}

}  // namespace cutline
