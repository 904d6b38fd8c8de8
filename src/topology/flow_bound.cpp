// SPDX-License-Identifier: Apache-2.0
#include "base/random.hpp"
#include "cutline/base/parallel.hpp"
#include "topology/placed_sites.hpp"

namespace cutline {

namespace {

constexpr std::uint32_t kFarAway = ~std::uint32_t{0};
constexpr std::uint32_t kLongest = 64;  ///< length of the most loaded links; the least is 1

/// Trees of shortest ways from a source to all nodes, each of which gets a message.
class WayTrees {
 public:
  WayTrees(const SiteLinks& links, const std::vector<std::uint32_t>& length)
      : links_(links), length_(length), distance_(links.count()), by_(links.count()), messages_(links.count()) {}

  /// How many messages each link carries, listed at the end from which they come.
  const std::vector<std::uint32_t>& loads(std::uint32_t source) {
    search(source);
    loads_.assign(links_.head.size(), 0);
    for (const std::uint32_t site : order_) messages_[site] = links_.size[site];
    for (std::size_t i = order_.size(); i-- > 1;) {
      const std::uint32_t site = order_[i], link = by_[site];
      loads_[link] = messages_[site];
      messages_[links_.head[links_.back[link]]] += messages_[site];
    }
    return loads_;
  }

 private:
  /// Lengths are small numbers, so sites wait by their distance, in a ring of lists.
  void search(std::uint32_t source) {
    std::ranges::fill(distance_, kFarAway);
    order_.clear();
    reach(source, kFarAway, 0);
    for (std::uint32_t distance = 0; waiting_ > 0; ++distance) {
      std::vector<std::uint32_t>& here = lists_[distance % lists_.size()];
      waiting_ -= here.size();
      for (const std::uint32_t site : here) {
        if (distance_[site] == distance) leave(site);
      }
      here.clear();
    }
  }
  void leave(std::uint32_t site) {
    order_.push_back(site);
    for (std::uint32_t link = links_.first[site]; link < links_.first[site + 1]; ++link) {
      const std::uint32_t distance = distance_[site] + length_[link];
      if (distance < distance_[links_.head[link]]) reach(links_.head[link], link, distance);
    }
  }
  void reach(std::uint32_t site, std::uint32_t link, std::uint32_t distance) {
    distance_[site] = distance;
    by_[site] = link;
    lists_[distance % lists_.size()].push_back(site);
    ++waiting_;
  }

  const SiteLinks& links_;
  const std::vector<std::uint32_t>& length_;
  std::vector<std::uint32_t> distance_, by_, messages_, order_, loads_;
  std::array<std::vector<std::uint32_t>, kLongest + 1> lists_;
  std::size_t waiting_ = 0;
};

/// Messages on their ways, and the links that carry most of them.
class EvenFlows {
 public:
  explicit EvenFlows(const SiteLinks& links)
      : links_(links), load_(links.head.size(), 0), length_(links.head.size(), 1), trees_(kTrees, {links, length_}) {
    for (std::uint32_t site = 0; site < links.count(); ++site) {
      if (links.size[site] > 0) sources_.push_back(site);
    }
    Random random(1);
    for (std::size_t i = sources_.size(); i > 1; --i) std::swap(sources_[i - 1], sources_[random.below(i)]);
    for (std::uint32_t link = 0; link < links.head.size(); ++link) {
      if (link < links.back[link]) busiest_.push_back(link);
    }
  }

  static constexpr std::size_t kTrees = 8;  ///< between two looks at the loads

  void send() {
    std::array<const std::vector<std::uint32_t>*, kTrees> found{};
    parallel_for(kTrees, [&](std::size_t i) { found[i] = &trees_[i].loads(sources_[(next_ + i) % sources_.size()]); });
    next_ += kTrees;
    for (const std::uint32_t link : busiest_) {
      for (const auto* loads : found) load_[link] += (*loads)[link] + (*loads)[links_.back[link]];
    }
    across_ += static_cast<std::int64_t>(kTrees * (sources_.size() / 2));
  }

  /// The least weight of links that carry all messages across a balanced cut.
  std::uint64_t bound() {
    std::ranges::sort(busiest_, [&](std::uint32_t a, std::uint32_t b) {
      const Int128 one = Int128{load_[a]} * links_.weight[b], other = Int128{load_[b]} * links_.weight[a];
      return one != other ? one > other : a < b;
    });
    std::int64_t left = across_, weight = 0;
    for (const std::uint32_t link : busiest_) {
      pressure_ = static_cast<double>(load_[link]) / static_cast<double>(links_.weight[link]);
      if (load_[link] >= left) {
        const Int128 rest = (Int128{left} * links_.weight[link] + load_[link] - 1) / load_[link];
        return static_cast<std::uint64_t>(weight) + static_cast<std::uint64_t>(rest);
      }
      left -= load_[link];
      weight += links_.weight[link];
    }
    return static_cast<std::uint64_t>(weight);
  }

  /// Makes links longer that are as busy as those that fill the bound.
  void stretch() {
    for (const std::uint32_t link : busiest_) {
      const double load = static_cast<double>(load_[link]) / static_cast<double>(links_.weight[link]);
      double share = std::min(1.0, load / pressure_);
      for (int doubled = 0; doubled < 3; ++doubled) share *= share;
      const double length = 1 + share * (kLongest - 1);
      length_[link] = length_[links_.back[link]] = static_cast<std::uint32_t>(length);
    }
  }

 private:
  const SiteLinks& links_;
  std::vector<std::int64_t> load_;
  std::vector<std::uint32_t> length_, sources_, busiest_;
  std::vector<WayTrees> trees_;
  std::size_t next_ = 0;
  std::int64_t across_ = 0;  ///< messages that cross every balanced cut, at least
  double pressure_ = 0;
};

}  // namespace

std::uint64_t flow_bound(const ChannelGraph& graph, std::uint64_t enough, std::uint64_t visits) {
  constexpr std::uint64_t kPatience = 25;  // looks, and a third of all so far
  const SiteLinks links(graph);
  if (graph.addressed_count() < 2 || first_unreachable(graph)) return 0;
  EvenFlows flows(links);
  std::uint64_t best = 0, best_look = 0;
  const std::uint64_t looks = visits / (EvenFlows::kTrees * (links.head.size() + links.count()));
  for (std::uint64_t look = 0; look < looks && best < enough && 2 * look < 3 * best_look + 2 * kPatience; ++look) {
    flows.send();
    const std::uint64_t bound = flows.bound();
    flows.stretch();
    if (bound <= best) continue;
    best = bound;
    best_look = look;
  }
  return best;
}

}  // namespace cutline
