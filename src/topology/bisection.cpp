// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include "cutline/base/error.hpp"
#include "cutline/base/parallel.hpp"
#include "graph_searches.hpp"
#include "topology/exact_cut.hpp"

namespace cutline {

namespace {

/// The most links and sites with which a better cut is searched for. Larger networks would take too long for a measure.
constexpr std::uint64_t kMostPartitionedLinks = std::uint64_t{1} << 20;

/// An upper bound on every cut: all links.
Cut all_links(const Topology& topology) {
  Cut all;
  for (const LinkClass& link_class : topology.classes) {
    const std::uint64_t links = link_class.links.size() * topology.copies(link_class);
    all.links += links;
    all.channels += links * static_cast<std::uint64_t>(link_class.channels);
    for (std::size_t link = 0; link < link_class.links.size(); ++link)
      all.widths += topology.copies(link_class) * link_weight(link_class, link, CutIn::wires);
  }
  return all;
}

/// The most links with which every partition is improved; for larger networks only the best one is.
constexpr std::uint64_t kMostImprovedAll = std::uint64_t{1} << 19;

/// The most links with which partitions are recombined, and with which some are annealed too: past that, walks of an
/// affordable length find nothing that METIS does not.
constexpr std::uint64_t kMostRecombined = 1u << 18, kMostWalked = 1u << 16;

/// The first of the partitions with the least cut.
std::size_t least_of(const ChannelGraph& graph, const std::vector<Sides>& partitions) {
  std::vector<std::uint64_t> cuts;
  for (const Sides& sides : partitions) cuts.push_back(crossing(graph, sides));
  return static_cast<std::size_t>(std::ranges::min_element(cuts) - cuts.begin());
}

/// Whether halves of digits are good cuts already, so that a short search will do: sweeps have thousands of these. A
/// graph without dimensions is one digit, which says nothing of its cuts.
bool has_cuts_of_digits(const Topology& topology) {
  return topology.is_product() && (topology.digits.size() > 1 || topology.has_dimensions);
}

int seeds_for(const Topology& topology) {
  const std::uint64_t links = topology.link_count();
  if (has_cuts_of_digits(topology) && links <= (1u << 16)) return 8;
  if (links > (1u << 16)) return links <= (1u << 19) ? 3 : 1;
  return static_cast<int>(std::clamp<std::uint64_t>((1u << 20) / std::max<std::uint64_t>(1, links), 16, 60));
}

/// Why there is no spectral bound, in brackets; empty if there is one or if nodes share links.
std::string without_spectral(const Topology& topology, const std::optional<std::uint64_t>& spectral) {
  if (spectral || has_shared_links(topology)) return {};
  if (topology.has_interchanges()) return " (no spectral bound with interchanges)";
  return fmt::format(" (no spectral bound past {} nodes)", kMostSpectralNodes);
}

/// The most link visits for a cheap lower bound.
constexpr std::uint64_t kCheapEffort = 100'000'000;

constexpr std::uint64_t kMostEffort = ~std::uint64_t{0};

constexpr const char* kExact = "branch and bound";

BisectionWidth exact_width(const Cut& cut, CutIn what) { return {cut.in(what), cut.in(what), cut.channels, kExact}; }

/// The first half of the sites on side 0, the others on side 1.
Sides first_half(const ChannelGraph& graph) {
  Sides sides(graph.node_count());
  std::fill(sides.begin() + static_cast<std::ptrdiff_t>(sides.size() / 2), sides.end(), std::uint8_t{1});
  return sides;
}

/// The least partition where sites are few; nothing if there are more, or if it is not proved.
std::optional<Partition> least_of_few(const Topology& topology, CutIn what) {
  return topology.site_count() <= kMostExactSites ? least_partition(topology, what) : std::nullopt;
}

/// Up to so many sites branch and bound ends for any graph, so that it needs no bounds to begin with.
constexpr std::uint64_t kFewSites = 32;

/// The bound by flows; 0 where halves of digits do as well, or past what takes some seconds.
std::uint64_t bound_by_flows(const Topology& topology, CutIn what, std::uint64_t enough, std::uint64_t effort) {
  constexpr std::uint64_t kMostLinks = 1u << 18, kShare = 60;
  const bool sees_no_more = has_cuts_of_digits(topology) || has_shared_links(topology);
  if (sees_no_more || topology.site_count() <= kFewSites || topology.link_count() > kMostLinks) return 0;
  return flow_bound(link_graph(topology, what), enough, effort / kShare);
}

/// Branch and bound between the bounds of a network that is small, or sparse and of some hundred sites.
NarrowedCut narrowed_range(const Topology& topology, CutIn what, const NarrowedCut& known, std::uint64_t effort) {
  constexpr std::uint64_t kMostSites = 1024, kLinksOfSite = 4;
  constexpr std::uint64_t kOfSmall = 400'000'000, kOfSparse = 10'000'000, kOfDigits = 5'000'000;
  const std::uint64_t sites = topology.site_count();
  const bool small = sites <= kFewSites, sparse = sites <= kMostSites && topology.link_count() <= kLinksOfSite * sites;
  if (known.least >= known.most || !(small || sparse)) return known;
  const std::uint64_t most = small ? kOfSmall : has_cuts_of_digits(topology) ? kOfDigits : kOfSparse;
  const ChannelGraph graph = link_graph(topology, what);
  return narrowed({.graph = graph, .pulls = {}, .below = known.most, .visits = std::min(effort, most)}, known.least);
}

/// The cut of a network in parts, some of which have half of the nodes together.
BisectionWidth whole_parts_cut() { return {0, 0, 0, "whole parts on each side"}; }

/// The best known cut, and the method that found it.
struct KnownCut {
  Cut cut;
  const char* by;
};

/// The best cut found. The halves in node order cost one pass over the links, so they come first; METIS is tried only
/// if their cut is above the lower bound.
KnownCut least_known_cut(const Topology& topology, std::uint64_t lower, CutIn what) {
  const auto halved = halving_cut(topology, what);
  const KnownCut known{halved.value_or(all_links(topology)), halved ? kHalves : "all links"};
  if (lower >= known.cut.in(what) || !can_be_partitioned(topology)) return known;
  const Partition improved = improved_partition(topology, what, lower);
  return improved.cut.in(what) < known.cut.in(what) ? KnownCut{improved.cut, improved.found_by} : known;
}

/// The upper bound of bisection_bounds(), with the lower bound of cheap_bisection_bound(). Exact where sites are few.
BisectionWidth bisection_above(const Topology& topology, bool in_parts, CutIn what) {
  if (const auto least = least_of_few(topology, what)) return exact_width(least->cut, what);
  if (in_parts && whole_parts(topology)) return whole_parts_cut();
  const std::uint64_t lower = cheap_bisection_bound(topology, what);
  const auto [cut, by] = least_known_cut(topology, lower, what);
  return {lower, cut.in(what), cut.channels, by};
}

/// The least cut by the network's theorem; nothing if it says nothing of such a cut.
std::optional<BisectionWidth> by_theorem(const Topology& topology, CutIn what) {
  const BisectionTheorem& theorem = topology.theorems.bisection;
  if (!theorem.told()) return std::nullopt;
  const std::string method = "theorem: " + theorem.theorem;
  if (what == CutIn::wires && theorem.fewest_wires)
    return BisectionWidth{theorem.fewest_wires->widths, theorem.fewest_wires->widths, theorem.fewest_wires->channels,
                          method};
  const auto weight = equal_link_weight(topology, what);
  if (!weight) return std::nullopt;
  return BisectionWidth{theorem.links * *weight, theorem.links * *weight, theorem.channels, method};
}

/// The same cut, where every link weighs as much.
BisectionWidth times(BisectionWidth width, std::uint64_t weight) {
  width.lower *= weight;
  width.upper *= weight;
  return width;
}

BisectionWidth bisection(const Topology& topology, std::uint64_t effort, bool in_parts, CutIn what, CutSearch search) {
  if (const auto known = by_theorem(topology, what)) return *known;
  const Cut all = all_links(topology);
  switch (search) {
    case CutSearch::none:
      return {0, all.in(what), all.channels, "not searched"};
    case CutSearch::above:
      return bisection_above(topology, in_parts, what);
    case CutSearch::full:
      break;
  }
  return bisection_bounds(topology, effort, what);
}

}  // namespace

bool can_be_partitioned(const Topology& topology) {
  return topology.site_count() <= kMostPartitionedLinks && topology.link_count() <= kMostPartitionedLinks;
}

Cut cut_between(const Topology& topology, const Sides& sides) {
  Cut cut;
  const bool has_two_sides = std::ranges::adjacent_find(sides, std::not_equal_to<>()) != sides.end();
  for_each_link(topology, [&](std::size_t link_class, std::size_t link, std::uint64_t a, std::uint64_t b) {
    const LinkClass& own = topology.classes[link_class];
    // Shared wires pass all nodes of the network, which is one line, so any two sides have some of each.
    if (own.shared ? !has_two_sides : sides[a] == sides[b]) return;
    ++cut.links;
    cut.channels += static_cast<std::uint64_t>(own.channels);
    cut.widths += link_weight(own, link, CutIn::wires);
  });
  return cut;
}

std::optional<Partition> least_partition(const Topology& topology, CutIn what, std::uint64_t visits) {
  const ChannelGraph graph = link_graph(topology, what);
  Sides sides = first_half(graph);
  improve(graph, sides);
  ExactCut found = exact_cut({.graph = graph, .pulls = {}, .below = crossing(graph, sides), .visits = visits});
  if (!found.proved) return std::nullopt;
  if (!found.sides.empty()) sides = std::move(found.sides);
  const Cut cut = cut_between(topology, sides);
  return Partition{std::move(sides), cut, kExact};
}

Partition improved_partition(const Topology& topology, CutIn what, std::uint64_t lower) {
  const ChannelGraph graph = link_graph(topology, what);
  std::vector<Sides> partitions = metis_partitions(graph, seeds_for(topology));
  partitions.insert(partitions.begin(), first_half(graph));
  std::size_t best = least_of(graph, partitions);
  if (topology.link_count() > kMostImprovedAll) {
    improve(graph, partitions[best]);
  } else {
    for (Sides& sides : partitions) improve(graph, sides);
    best = least_of(graph, partitions);
  }
  Sides sides = partitions[best];
  const char* by = best == 0 ? "improved halves" : "METIS";
  if (!has_cuts_of_digits(topology) && topology.link_count() <= kMostRecombined && crossing(graph, sides) > lower) {
    // A sweep may have thousands of small graphs, and these gain little.
    const std::uint64_t links = topology.link_count();
    const bool no_walks = links > kMostWalked || is_thin(graph, crossing(graph, sides));
    const std::size_t most = no_walks ? 0 : links <= (1u << 14) ? 8 : 2;
    const std::size_t walks = std::min({most, partitions.size(), 1 + graph.addressed_count() / 128});
    const auto first = partitions.end() - static_cast<std::ptrdiff_t>(walks);
    for (Sides& walked : walked_partitions(graph, {first, partitions.end()})) partitions.push_back(std::move(walked));
    Sides found = recombined(graph, std::move(partitions), lower);
    if (crossing(graph, found) < crossing(graph, sides)) {
      sides = std::move(found);
      by = walks > 0 ? "METIS, annealed and recombined" : "METIS, recombined";
    }
  }
  const Cut cut = cut_between(topology, sides);
  return {std::move(sides), cut, by};
}

/// The cheaper bound comes first: congestion costs a search from each node. The spectral bound costs O(nodes^3), so it
/// is tried only if the bounds still differ.
BisectionWidth certified_bounds(const Topology& topology, std::uint64_t effort, CutIn what) {
  std::uint64_t lower = congestion_bound(topology, effort, what);
  const char* below = lower > 1 ? "congestion" : lower == 1 ? "connectivity" : "nothing";
  if (lower == 0 && can_be_partitioned(topology)) {
    if (whole_parts(topology)) return whole_parts_cut();
    lower = 1;
    below = "a part that is cut";
  }
  auto [cut, above] = least_known_cut(topology, lower, what);
  std::uint64_t upper = cut.in(what);
  std::string left_out;
  if (lower < upper) {
    const auto spectral = spectral_bound(topology, lower, what);
    left_out = without_spectral(topology, spectral);
    if (spectral > lower) {
      lower = *spectral;
      below = "spectral";
    }
    const std::uint64_t by_flows = lower < upper ? bound_by_flows(topology, what, upper, effort) : 0;
    if (by_flows > lower) {
      lower = by_flows;
      below = "flows";
    }
    if (lower < upper) {
      const NarrowedCut range = narrowed_range(topology, what, {lower, upper, {}}, effort);
      if (!range.sides.empty()) {
        cut = cut_between(topology, range.sides);
        above = kExact;
      }
      if (range.least == range.most) return exact_width(cut, what);
      if (range.least > lower) below = kExact;
      lower = range.least;
      upper = range.most;
    }
  }
  CUTLINE_EXPECT(lower <= upper);
  return {lower, upper, cut.channels,
          lower == upper ? fmt::format("certificate: {} = {}", below, above)
                         : fmt::format("bounds: {} below, {} above{}", below, above, left_out)};
}

BisectionWidth bisection_bounds(const Topology& topology, std::uint64_t effort, CutIn what) {
  const auto least = least_of_few(topology, what);
  return least ? exact_width(least->cut, what) : certified_bounds(topology, effort, what);
}

void measure_bisections(const Topology& given, std::uint64_t effort, CutSearch search, GraphMeasures& measures) {
  const auto renumbered = search != CutSearch::none ? renumbered_by_shape(given) : std::nullopt;
  const Topology& topology = renumbered ? renumbered->topology : given;
  const bool in_parts = measures.parts.count > 1;
  measures.bisection = bisection(topology, effort, in_parts, CutIn::links, search);
  const auto weight = equal_link_weight(topology, CutIn::wires);
  measures.bisection_wires =
      weight ? times(measures.bisection, *weight) : bisection(topology, effort, in_parts, CutIn::wires, search);
}

std::uint64_t cheap_bisection_bound(const Topology& topology, CutIn what) {
  if (const auto known = by_theorem(topology, what)) return known->lower;
  const bool of_digits = topology.is_product() && topology.digits.size() > 1;
  if (of_digits) return congestion_bound(topology, kCheapEffort, what);
  constexpr std::uint64_t kMostLinks = 1u << 14, kVisits = 2'000'000;
  const bool few = topology.link_count() <= kMostLinks && topology.site_count() <= kMostLinks;
  return few && !has_shared_links(topology) ? flow_bound(link_graph(topology, what), kMostEffort, kVisits) : 0;
}

BalancedPartition best_partition(const Topology& given, const BisectionWidth& width, CutIn what) {
  if (!can_be_partitioned(given)) {
    throw_limit_error(fmt::format("partitions are written for up to {} sites and as many links", kMostPartitionedLinks),
                      "a smaller network of the same kind");
  }
  const auto renumbered = renumbered_by_shape(given);
  const Topology& topology = renumbered ? renumbered->topology : given;
  Partition best = halves(topology, what);
  const auto whole = best.cut.in(what) > 0 && width.upper == 0 ? whole_parts(topology) : std::nullopt;
  if (whole) {
    best = *whole;
  } else if (best.cut.in(what) > width.lower) {
    auto other = least_of_few(topology, what);
    if (!other) other = improved_partition(topology, what, width.lower);
    const NarrowedCut known = {width.lower, other->cut.in(what), {}};
    if (known.most > width.upper) {
      NarrowedCut range = narrowed_range(topology, what, known, kMostEffort);
      if (!range.sides.empty()) other = Partition{range.sides, cut_between(topology, range.sides), kExact};
    }
    if (other->cut.in(what) < best.cut.in(what)) best = std::move(*other);
  }
  if (renumbered) {
    Sides sides;
    for (const std::uint32_t number : renumbered->numbers) sides.push_back(best.sides[number]);
    best.sides = std::move(sides);
  }
  return {std::move(best.sides), best.cut.links, best.cut.channels, best.cut.widths, best.found_by};
}

}  // namespace cutline
