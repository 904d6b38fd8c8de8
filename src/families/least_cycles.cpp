// SPDX-License-Identifier: Apache-2.0

#include "cutline/study/placed_network.hpp"
#include "families/floors.hpp"

namespace cutline {

namespace {

/// A channel to a site, and the cycles that it takes at least.
struct Road {
  std::uint32_t to = 0, cycles = 0;
};
using Roads = std::vector<std::vector<Road>>;  ///< by site

constexpr std::uint32_t kNotReached = std::numeric_limits<std::uint32_t>::max();

/// Quickest ways from one site to all, with cycles of at most `most_cycles` a road. Sites wait in buckets by their
/// cycles, which are small whole numbers. Source: [Dial 1969].
class QuickestWays {
 public:
  QuickestWays(const Roads& roads, std::uint32_t most_cycles) : roads_(roads), buckets_(most_cycles + 1) {}

  /// The cycles to each site; kNotReached: there is no way.
  const std::vector<std::uint32_t>& from(std::uint32_t source) {
    cycles_.assign(roads_.size(), kNotReached);
    reach(source, 0);
    for (std::uint32_t now = 0; waiting_ > 0; ++now) {
      std::vector<std::uint32_t>& bucket = buckets_[now % buckets_.size()];
      for (std::size_t i = 0; i < bucket.size(); ++i) {
        if (cycles_[bucket[i]] != now) continue;  // a quicker way came later
        for (const Road& road : roads_[bucket[i]]) reach(road.to, now + road.cycles);
      }
      waiting_ -= bucket.size();
      bucket.clear();
    }
    return cycles_;
  }

 private:
  /// No road takes 0 cycles, so that the bucket that is being emptied takes no more sites.
  void reach(std::uint32_t site, std::uint32_t cycles) {
    if (cycles >= cycles_[site]) return;
    cycles_[site] = cycles;
    buckets_[cycles % buckets_.size()].push_back(site);
    ++waiting_;
  }

  const Roads& roads_;
  std::vector<std::vector<std::uint32_t>> buckets_;
  std::vector<std::uint32_t> cycles_;
  std::size_t waiting_ = 0;
};

/// The mean of the quickest ways between two of the nodes, over all ordered pairs; absent if some pair has none.
std::optional<double> mean_of_quickest(const Roads& roads, const std::vector<std::uint32_t>& nodes) {
  const auto slowest = [](const std::vector<Road>& here) { return most_over<std::uint32_t>(here, &Road::cycles); };
  QuickestWays ways(roads, most_over<std::uint32_t>(roads, slowest));
  double sum = 0;
  for (const std::uint32_t source : nodes) {
    const std::vector<std::uint32_t>& cycles = ways.from(source);
    for (const std::uint32_t node : nodes) {
      if (cycles[node] == kNotReached) return std::nullopt;
      sum += cycles[node];
    }
  }
  return sum / static_cast<double>(nodes.size()) / static_cast<double>(nodes.size());
}

void add_link(const LinkClass& links, std::uint64_t a, std::uint64_t b, std::uint32_t cycles, Roads& roads) {
  roads[a].push_back({static_cast<std::uint32_t>(b), cycles});
  if (links.channels == 2) roads[b].push_back({static_cast<std::uint32_t>(a), cycles});
}

/// In a product the quickest way is made of those along the digits. Copies of a link may differ in length; the
/// shortest counts for all.
std::optional<double> mean_of_product(const PlacedNetwork& placed, const std::vector<std::uint32_t>& cycles) {
  const Topology& topology = placed.topology;
  std::vector<std::vector<std::uint64_t>> shortest;  // by class and link
  for (const LinkClass& links : topology.classes)
    shortest.emplace_back(links.links.size(), std::numeric_limits<std::uint64_t>::max());
  for_each_link(topology, [&](std::size_t number, std::size_t link, std::uint64_t a, std::uint64_t b) {
    std::uint64_t& span = shortest[number][link];
    span = std::min(span, span_between(placed, a, b));
  });
  double sum = 0;
  for (std::size_t digit = 0; digit < topology.digits.size(); ++digit) {
    Roads roads(topology.digits[digit].radix);
    for (std::size_t number = 0; number < topology.classes.size(); ++number) {
      const LinkClass& links = topology.classes[number];
      if (links.digits.front() != digit) continue;
      for (std::size_t link = 0; link < links.links.size(); ++link)
        add_link(links, links.links[link].a, links.links[link].b, cycles[shortest[number][link]], roads);
    }
    const auto mean = mean_of_quickest(roads, numbers_below<std::uint32_t>(roads.size()));
    if (!mean) return std::nullopt;
    sum += *mean;
  }
  return sum;
}

}  // namespace

std::uint64_t span_between(const PlacedNetwork& placed, std::uint64_t a, std::uint64_t b) {
  const Cell from = cell_of(placed.topology, placed.placement, a), to = cell_of(placed.topology, placed.placement, b);
  const auto apart = [&](Axis axis) {
    return static_cast<std::uint64_t>(
        std::abs(static_cast<std::int64_t>(from[axis]) - static_cast<std::int64_t>(to[axis])));
  };
  return apart(Axis::x) + apart(Axis::y);
}

std::optional<double> least_mean_cycles(const PlacedNetwork& placed, const std::vector<std::uint32_t>& cycles) {
  constexpr std::uint64_t kMostRoads = 16'000'000;
  const Topology& topology = placed.topology;
  if (std::ranges::any_of(topology.classes, &LinkClass::shared)) return std::nullopt;
  if (topology.is_product() && !topology.has_interchanges()) return mean_of_product(placed, cycles);
  const std::uint64_t sites = topology.site_count(), nodes = topology.node_count();
  if (sites > kMostRoads || nodes * 2 * topology.link_count() > kMostRoads) return std::nullopt;
  Roads roads(sites);
  for_each_link(topology, [&](std::size_t number, std::size_t, std::uint64_t a, std::uint64_t b) {
    add_link(topology.classes[number], a, b, cycles[span_between(placed, a, b)], roads);
  });
  const std::vector<std::uint32_t> sources = those_with(
      numbers_below<std::uint32_t>(sites), [&](std::uint32_t site) { return topology.kind(site) == SiteKind::node; });
  return mean_of_quickest(roads, sources);
}

}  // namespace cutline
