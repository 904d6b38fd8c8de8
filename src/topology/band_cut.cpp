// SPDX-License-Identifier: Apache-2.0
#include <cstdlib>

#include "topology/levelled_cuts.hpp"

namespace cutline {

namespace {

constexpr std::uint32_t kOutside = ~std::uint32_t{0};

/// The nodes that may change sides, and which of them each node of the graph is.
struct Band {
  std::vector<std::uint32_t> nodes, number;
};

/// The nodes at the cut, in an order that is drawn.
std::vector<std::uint32_t> nodes_at_cut(const MergedGraph& graph, const Sides& sides, Random& random) {
  std::vector<std::uint32_t> nodes;
  for (std::uint32_t node = 0; node < graph.count(); ++node) {
    const auto begin = graph.head.begin() + graph.first[node], end = graph.head.begin() + graph.first[node + 1];
    if (std::any_of(begin, end, [&](std::uint32_t head) { return sides[head] != sides[node]; })) nodes.push_back(node);
  }
  for (std::size_t i = nodes.size(); i > 1; --i) std::swap(nodes[i - 1], nodes[random.below(i)]);
  return nodes;
}

Band band_around(const MergedGraph& graph, const Sides& sides, std::int64_t room, Random& random) {
  Band band;
  band.number.assign(graph.count(), kOutside);
  std::array<std::int64_t, 2> size = {0, 0};
  const auto take = [&](std::uint32_t node) {
    std::int64_t& of_side = size[sides[node]];
    if (band.number[node] != kOutside || of_side + graph.size[node] > room) return;
    of_side += graph.size[node];
    band.number[node] = static_cast<std::uint32_t>(band.nodes.size());
    band.nodes.push_back(node);
  };
  for (const std::uint32_t node : nodes_at_cut(graph, sides, random)) take(node);
  for (std::size_t i = 0; i < band.nodes.size(); ++i) {
    const std::uint32_t node = band.nodes[i];
    for (std::uint32_t c = graph.first[node]; c < graph.first[node + 1]; ++c) {
      if (sides[graph.head[c]] == sides[node]) take(graph.head[c]);
    }
  }
  return band;
}

/// A flow from the first side's nodes outside the band, which are one source, to those of the second, one sink.
class BandFlow {
 public:
  BandFlow(const MergedGraph& graph, const Sides& sides, const Band& band)
      : source_(static_cast<std::uint32_t>(band.nodes.size())), arcs_of_(source_ + 2) {
    for (std::uint32_t number = 0; number < source_; ++number) {
      const std::uint32_t node = band.nodes[number];
      std::array<std::int64_t, 2> out = {0, 0};
      for (std::uint32_t c = graph.first[node]; c < graph.first[node + 1]; ++c) {
        const std::uint32_t head = graph.head[c], other = band.number[head];
        if (other == kOutside) out[sides[head]] += graph.weight[c];
        if (other == kOutside || head > node) cut_ += sides[head] != sides[node] ? graph.weight[c] : 0;
        if (other != kOutside && head > node) join(number, other, graph.weight[c], graph.weight[c]);
      }
      if (out[0] > 0) join(source_, number, out[0], 0);
      if (out[1] > 0) join(number, sink(), out[1], 0);
    }
  }

  /// Whether the greatest flow is less than what the sides cut within the band.
  bool is_lighter() {
    std::int64_t flow = 0;
    while (flow < cut_ && find_way()) flow += push();
    return flow < cut_;
  }

  /// Which numbers can still be reached from `begin`, against the arcs if `back`. Adds them to `reached`.
  std::vector<std::uint32_t> reach(std::uint32_t begin, bool back, std::vector<std::uint8_t>& reached) const {
    std::vector<std::uint32_t> found = {begin};
    reached[begin] = 1;
    for (std::size_t i = 0; i < found.size(); ++i) {
      for (const std::uint32_t arc : arcs_of_[found[i]]) {
        const std::uint32_t head = arcs_[arc].head;
        if (reached[head] != 0 || arcs_[back ? arc ^ 1 : arc].left == 0) continue;
        reached[head] = 1;
        found.push_back(head);
      }
    }
    return found;
  }

  std::uint32_t source() const { return source_; }
  std::uint32_t sink() const { return source_ + 1; }

 private:
  /// Arcs 2i and 2i + 1 are the two directions of one link.
  struct Arc {
    std::uint32_t head = 0;
    std::int64_t left = 0;  ///< what it can still carry
  };

  void join(std::uint32_t from, std::uint32_t to, std::int64_t there, std::int64_t back) {
    arcs_of_[from].push_back(static_cast<std::uint32_t>(arcs_.size()));
    arcs_.push_back({to, there});
    arcs_of_[to].push_back(static_cast<std::uint32_t>(arcs_.size()));
    arcs_.push_back({from, back});
  }

  /// A shortest way from the source to the sink, as the arc that leads to each node; whether there is one.
  bool find_way() {
    way_.assign(source_ + 2, kOutside);
    queue_.assign(1, source_);
    for (std::size_t i = 0; i < queue_.size(); ++i) {
      for (const std::uint32_t arc : arcs_of_[queue_[i]]) {
        const std::uint32_t head = arcs_[arc].head;
        if (arcs_[arc].left == 0 || way_[head] != kOutside || head == source_) continue;
        way_[head] = arc;
        if (head == sink()) return true;
        queue_.push_back(head);
      }
    }
    return false;
  }

  std::int64_t push() {
    std::int64_t most = std::numeric_limits<std::int64_t>::max();
    for (std::uint32_t node = sink(); node != source_; node = arcs_[way_[node] ^ 1].head)
      most = std::min(most, arcs_[way_[node]].left);
    for (std::uint32_t node = sink(); node != source_; node = arcs_[way_[node] ^ 1].head) {
      arcs_[way_[node]].left -= most;
      arcs_[way_[node] ^ 1].left += most;
    }
    return most;
  }

  std::uint32_t source_;
  std::vector<std::vector<std::uint32_t>> arcs_of_;
  std::vector<Arc> arcs_;
  std::vector<std::uint32_t> way_, queue_;
  std::int64_t cut_ = 0;
};

}  // namespace

std::optional<Sides> lighter_in_band(const MergedGraph& graph, const Sides& sides, std::int64_t room, Random& random) {
  constexpr int kTries = 3;
  const Band band = band_around(graph, sides, room, random);
  BandFlow flow(graph, sides, band);
  if (!flow.is_lighter()) return std::nullopt;
  const std::size_t count = band.nodes.size();
  std::vector<std::uint8_t> least(count + 2), to_sink(count + 2);
  flow.reach(flow.source(), false, least);
  flow.reach(flow.sink(), true, to_sink);
  std::vector<std::uint32_t> either;
  std::int64_t first = 0;  // the size of the first side
  for (std::uint32_t node = 0; node < graph.count(); ++node) {
    const std::uint32_t number = band.number[node];
    if (number == kOutside ? sides[node] == 0 : least[number] != 0) first += graph.size[node];
    if (number != kOutside && least[number] == 0 && to_sink[number] == 0) either.push_back(number);
  }
  const auto uneven = [&](std::int64_t size) { return std::abs(2 * size - graph.total); };
  std::vector<std::uint8_t> best = least;
  std::int64_t best_uneven = uneven(first);
  for (int tries = 0; tries < kTries && !either.empty() && 2 * first < graph.total; ++tries) {
    for (std::size_t i = either.size(); i > 1; --i) std::swap(either[i - 1], either[random.below(i)]);
    std::vector<std::uint8_t> own = least;
    std::int64_t size = first;
    for (const std::uint32_t number : either) {
      if (own[number] != 0 || 2 * size >= graph.total) continue;
      for (const std::uint32_t added : flow.reach(number, false, own)) size += graph.size[band.nodes[added]];
      if (uneven(size) >= best_uneven) continue;
      best_uneven = uneven(size);
      best = own;
    }
  }
  Sides found = sides;
  for (std::size_t number = 0; number < count; ++number) found[band.nodes[number]] = best[number] != 0 ? 0 : 1;
  return found;
}

}  // namespace cutline
