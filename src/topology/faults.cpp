// SPDX-License-Identifier: Apache-2.0
#include "cutline/detail/topology/faults.hpp"

#include <fmt/core.h>

#include <set>

#include "base/random.hpp"
#include "cutline/base/error.hpp"
#include "cutline/base/parallel.hpp"
#include "graph_searches.hpp"
#include "topology/balanced_cuts.hpp"
#include "topology/graph_searches.hpp"
#include "topology/said_sites.hpp"

namespace cutline {

namespace {

constexpr std::uint64_t kDefaultSamples = 100;
/// What the share of a route costs beside a plain visit of a link: 1,452 links of a dragonfly of 264 nodes, failing one
/// by one, take about 4 s.
constexpr double kVisitsPerShare = 1.5;

/// Links that fail together, given by their numbers in the order of for_each_link, and the number of choices that this
/// sample represents.
struct Sample {
  std::vector<std::uint64_t> links;
  std::uint64_t times = 1;
  std::vector<std::uint64_t> gone = {};  ///< sites that fail too
};

/// Whether the digit has a ring or a complete graph, with links of equal width. There an automorphism takes any link to
/// any other.
bool links_are_alike(const Topology& topology, const DigitKind& kind) {
  if (kind.classes.size() != 1) return false;
  const LinkClass& own = topology.classes[kind.classes[0]];
  if (!own.widths.empty()) return false;
  const Shape shape = shape_of_links(own.links, kind.radix, own.channels);
  if (shape == Shape::ring || shape == Shape::one_way_ring) return true;
  std::set<std::pair<std::uint32_t, std::uint32_t>> pairs;
  for (const LocalLink& link : own.links) pairs.insert(std::minmax(link.a, link.b));
  const std::uint64_t all = std::uint64_t{kind.radix} * (kind.radix - 1) / 2;
  return own.channels == 2 && own.links.size() == all && pairs.size() == all;
}

/// One link of every kind of digit, if these represent all links; else nothing.
std::vector<Sample> one_of_each_kind(const Topology& topology) {
  if (!topology.is_product() || topology.has_interchanges()) return {};
  std::vector<Sample> samples;
  for (const DigitKind& kind : digit_kinds(topology)) {
    if (kind.radix == 1) continue;
    if (!links_are_alike(topology, kind)) return {};
    const LinkClass& own = topology.classes[kind.classes[0]];
    std::uint64_t first = std::numeric_limits<std::uint64_t>::max(), number = 0;
    for_each_link(topology, [&](std::size_t link_class, std::size_t, std::uint64_t, std::uint64_t) {
      if (link_class == kind.classes[0]) first = std::min(first, number);
      ++number;
    });
    samples.push_back({{first}, own.links.size() * topology.copies(own) * kind.digits.size()});
  }
  return samples;
}

/// Draws `count` of `links` links; every choice is equally likely. Source: [Bentley 1987], an algorithm of R. Floyd.
std::vector<std::uint64_t> drawn(Random& random, std::uint64_t links, std::uint64_t count) {
  std::set<std::uint64_t> chosen;
  for (std::uint64_t last = links - count; last < links; ++last) {
    const std::uint64_t link = random.below(last + 1);
    if (!chosen.insert(link).second) chosen.insert(last);
  }
  return {chosen.begin(), chosen.end()};
}

std::vector<Sample> samples_of(const Topology& topology, const LinkFaults& faults, std::uint64_t samples,
                               std::uint64_t seed) {
  std::vector<Sample> all(samples);
  Random random(seed);
  for (Sample& sample : all) sample.links = drawn(random, topology.link_count(), faults.links);
  return all;
}

/// The number of ways to choose `count` of `links` links, but at most `most`.
std::uint64_t choices(std::uint64_t links, std::uint64_t count, std::uint64_t most) {
  double ways = 1;  // an exact whole number unless it is far above `most`
  for (std::uint64_t i = 1; i <= std::min(count, links - count); ++i) {
    ways = ways * static_cast<double>(links - i + 1) / static_cast<double>(i);
    if (ways >= static_cast<double>(most)) return most;
  }
  return static_cast<std::uint64_t>(ways);
}

std::vector<Sample> every_choice(std::uint64_t links, std::uint64_t count) {
  std::vector<Sample> all;
  auto chosen = numbers_below<std::uint64_t>(count);
  while (true) {
    all.push_back({chosen});
    // The next choice in lexicographic order: the last link that can move on moves on by one, and the links after it
    // take the numbers that follow.
    std::uint64_t last = count;
    while (last > 0 && chosen[last - 1] == links - count + last - 1) --last;
    if (last == 0) return all;
    std::iota(chosen.begin() + static_cast<std::ptrdiff_t>(last - 1), chosen.end(), chosen[last - 1] + 1);
  }
}

/// The measures of the network without the links of one sample.
struct Left {
  double mean_distance = 0;
  double peak_load = 0;
};

/// `sent`: messages of a mean node, one to each node that it has a way to, itself included.
double peak_load(const Topology& topology, const ChannelGraph& graph, double sent) {
  const auto loads = channel_loads(graph, std::numeric_limits<std::uint64_t>::max());
  CUTLINE_EXPECT(loads.has_value());
  double peak = 0;
  for (std::size_t c = 0; c < loads->size(); ++c) {
    const std::uint32_t width = topology.classes[graph.link_class[c]].width(graph.local_link[c]);
    peak = std::max(peak, (*loads)[c] / width);
  }
  return peak / sent;
}

/// Links and nodes that the user names; absent with the reason in `why` where the network does not have them.
std::optional<Sample> named_sample(const Topology& topology, const LinkFaults& faults, std::string& why) {
  const SaidSites said(topology);
  const auto site = [&](const std::string& name) {
    const auto found = said.find(name);
    if (!found && why.empty()) why = fmt::format("no node {}: {}", name, said.how_nodes_are_called(name));
    return found.value_or(0);
  };
  Sample sample;
  for (const std::string& name : faults.nodes) sample.gone.push_back(site(name));
  std::vector<std::pair<std::uint64_t, std::uint64_t>> pairs;
  for (const SaidPair& pair : faults.between) pairs.push_back(std::minmax({site(pair.first), site(pair.second)}));
  if (!why.empty()) return std::nullopt;
  std::vector<bool> joined(pairs.size(), false);
  std::uint64_t number = 0;
  for_each_link(topology, [&](std::size_t, std::size_t, std::uint64_t a, std::uint64_t b) {
    const auto is_gone = [&](std::uint64_t end) { return std::ranges::find(sample.gone, end) != sample.gone.end(); };
    const auto found = std::ranges::find(pairs, std::pair(std::min(a, b), std::max(a, b)));
    if (found != pairs.end()) joined[static_cast<std::size_t>(found - pairs.begin())] = true;
    if (found != pairs.end() || is_gone(a) || is_gone(b)) sample.links.push_back(number);
    ++number;
  });
  const auto apart = std::ranges::find(joined, false);
  if (apart == joined.end()) return sample;
  const SaidPair& pair = faults.between[static_cast<std::size_t>(apart - joined.begin())];
  why = fmt::format("no link joins {} and {}", pair.first, pair.second);
  return std::nullopt;
}

std::string words_of(const LinkFaults& faults) {
  std::string words;
  for (const std::string& name : faults.nodes) words += fmt::format("{}node {}", words.empty() ? "" : ", ", name);
  for (const SaidPair& pair : faults.between)
    words += fmt::format("{}{} - {}", words.empty() ? "" : ", ", pair.first, pair.second);
  return words;
}

ChannelGraph graph_without(const Topology& topology, const std::vector<std::uint64_t>& links,
                           const std::vector<std::uint64_t>& gone) {
  ChannelGraph graph = channel_graph_without(topology, links);
  for (const std::uint64_t site : gone) {
    graph.kinds.resize(graph.node_count(), SiteKind::node);
    graph.kinds[site] = SiteKind::nothing;
  }
  return graph;
}

Distances distances_of(const ChannelGraph& graph) {
  const auto found = distances(graph, shape_of(graph), false, std::numeric_limits<std::uint64_t>::max());
  CUTLINE_EXPECT(found.has_value());
  return *found;
}

bool reach_each_other(const Topology& topology, const ChannelGraph& graph) {
  return !first_unreachable(graph) && (!has_one_way_links(topology) || !first_unreachable(reversed(graph)));
}

/// The ordered pairs of distinct nodes that have a way before a link fails, between nodes that are not gone; absent if
/// all have.
std::optional<Int128> ways_before(const Topology& topology, const std::vector<std::uint64_t>& gone) {
  const ChannelGraph graph = graph_without(topology, {}, gone);
  if (reach_each_other(topology, graph)) return std::nullopt;
  return distances_of(graph).pairs;
}

std::optional<Left> left_of(const Topology& topology, const Sample& sample, const std::optional<Int128>& before) {
  const ChannelGraph graph = graph_without(topology, sample.links, sample.gone);
  if (!before && !reach_each_other(topology, graph)) return std::nullopt;
  const Distances found = distances_of(graph);
  const auto nodes = static_cast<double>(graph.addressed_count());
  if (nodes == 0 || (before && found.pairs < *before)) return std::nullopt;
  const auto pairs = static_cast<double>(found.pairs);
  return Left{static_cast<double>(found.total) / std::max(1.0, pairs),
              peak_load(topology, graph, (pairs + nodes) / nodes)};
}

/// Adds up the samples in order, so that the sums have the same bits on any number of threads.
void sum_up(const std::vector<Sample>& samples, const std::vector<std::optional<Left>>& left, FaultMeasures& out) {
  double all = 0, connected = 0;
  FaultSpread distance, load;
  for (std::size_t i = 0; i < samples.size(); ++i) {
    const auto times = static_cast<double>(samples[i].times);
    all += times;
    if (!left[i]) continue;
    connected += times;
    distance.mean += times * left[i]->mean_distance;
    load.mean += times * left[i]->peak_load;
    distance.worst = std::max(distance.worst, left[i]->mean_distance);
    load.worst = std::max(load.worst, left[i]->peak_load);
  }
  out.connected_fraction = connected / all;
  if (connected == 0) return;
  distance.mean /= connected;
  load.mean /= connected;
  out.left = {distance, load};
}

double visits_of(const Topology& topology, std::uint64_t samples) {
  const auto nodes = static_cast<double>(topology.node_count());
  const double channels = std::max(2 * static_cast<double>(topology.link_count()), nodes);
  return static_cast<double>(samples) * nodes * channels * kVisitsPerShare;
}

FaultMeasures fail_named(const Topology& topology, const LinkFaults& faults, std::uint64_t effort) {
  FaultMeasures out;
  out.named = words_of(faults);
  out.exact = true;
  out.samples = 1;
  out.method = "as named";
  std::string why;
  if (has_shared_links(topology)) why = "nodes share links";
  if (visits_of(topology, 1) > static_cast<double>(effort)) why = fmt::format("more than {} link visits", effort);
  const auto sample = why.empty() ? named_sample(topology, faults, why) : std::nullopt;
  if (!sample) {
    out.method = "not computed: " + why;
    return out;
  }
  out.failed_links = sample->links.size();
  sum_up({*sample}, {left_of(topology, *sample, ways_before(topology, sample->gone))}, out);
  return out;
}

}  // namespace

FaultMeasures fail_links(const Topology& topology, const LinkFaults& faults, std::uint64_t seed, std::uint64_t effort) {
  if (faults.named()) return fail_named(topology, faults, effort);
  const std::uint64_t links = topology.link_count();
  FaultMeasures out;
  out.failed_links = faults.links;
  if (faults.links > links) {
    out.method = fmt::format("not computed: there are only {} links", links);
    return out;
  }
  const std::uint64_t wished = faults.samples > 0 ? faults.samples : faults.links == 1 ? links : kDefaultSamples;
  const std::uint64_t all = choices(links, faults.links, wished + 1);
  out.exact = all <= wished;
  out.samples = std::min(all, wished);
  if (has_shared_links(topology)) {
    out.method = "not computed: nodes share links";
    return out;
  }
  std::vector<Sample> samples;
  const bool small = visits_of(topology, 1) <= static_cast<double>(effort);
  if (small && out.exact && faults.links == 1) samples = one_of_each_kind(topology);
  const char* choice = faults.links == 1 ? "every link" : "every choice of links";
  out.method = !samples.empty() ? "one link of each kind" : out.exact ? choice : "a sample";
  const double visits = visits_of(topology, samples.empty() ? out.samples : samples.size());
  if (visits > static_cast<double>(effort)) {
    out.method = fmt::format("not computed: {} would take {:.2g} link visits, more than {}",
                             out.samples == 1 ? "one sample" : fmt::format("{} samples", out.samples), visits, effort);
    return out;
  }
  if (faults.links == 0) {
    samples.resize(1);
    out.method = "no link fails";
  } else if (samples.empty()) {
    samples = out.exact ? every_choice(links, faults.links)
                        : samples_of(topology, faults, out.samples, faults.seed.value_or(seed));
  }
  const auto before = ways_before(topology, {});
  std::vector<std::optional<Left>> left(samples.size());
  parallel_for(samples.size(), [&](std::size_t i) { left[i] = left_of(topology, samples[i], before); });
  sum_up(samples, left, out);
  return out;
}

namespace {

/// Over the best balanced cuts of what each sample leaves, in links or in wires.
std::optional<FaultSpread> bisections_left(const Topology& topology, const std::vector<Sample>& samples, CutIn what) {
  if (!can_be_partitioned(topology)) return std::nullopt;
  constexpr std::uint64_t kLinksInAll = 1u << 18, kMostSeeds = 8;  // about 2 s of METIS
  const std::uint64_t links = std::max<std::uint64_t>(1, topology.link_count() * samples.size());
  const auto seeds = static_cast<int>(std::min(kMostSeeds, kLinksInAll / links));
  const Sides whole = best_partition(topology, {.lower = 0, .upper = ~std::uint64_t{0}}, what).sides;
  std::vector<std::optional<std::uint64_t>> cuts(samples.size());
  parallel_for(cuts.size(), [&](std::size_t i) {
    cuts[i] = damaged_cut(topology, {samples[i].links, samples[i].gone}, whole, seeds, what);
  });
  std::erase(cuts, std::nullopt);
  if (cuts.empty()) return std::nullopt;
  FaultSpread spread{0, static_cast<double>(**std::ranges::min_element(cuts))};
  for (const auto& cut : cuts) spread.mean += static_cast<double>(*cut) / static_cast<double>(cuts.size());
  return spread;
}

FaultSpread spread_times(const FaultSpread& spread, std::uint32_t weight) {
  return {spread.mean * weight, spread.worst * weight};
}

}  // namespace

FaultMeasures fail_parts(const Topology& topology, const std::vector<std::vector<std::uint64_t>>& parts,
                         std::uint64_t effort) {
  FaultMeasures out;
  out.exact = true;
  out.samples = parts.size();
  out.method = "every part";
  if (has_shared_links(topology)) {
    out.method = "not computed: nodes share links";
  } else if (visits_of(topology, parts.size()) > static_cast<double>(effort)) {
    out.method = fmt::format("not computed: more than {} link visits", effort);
  } else if (parts.empty()) {
    out.method = "not computed: there is no such part";
  }
  if (out.method != "every part") return out;
  std::vector<Sample> samples(parts.size());
  std::vector<std::size_t> part_of(topology.site_count(), parts.size());
  for (std::size_t part = 0; part < parts.size(); ++part) {
    samples[part].gone = parts[part];
    for (const std::uint64_t site : parts[part]) part_of[site] = part;
  }
  std::uint64_t number = 0;
  for_each_link(topology, [&](std::size_t, std::size_t, std::uint64_t a, std::uint64_t b) {
    const std::size_t own = part_of[a], other = part_of[b];
    if (own < parts.size()) samples[own].links.push_back(number);
    if (other < parts.size() && other != own) samples[other].links.push_back(number);
    ++number;
  });
  std::vector<std::optional<Left>> left(samples.size());
  parallel_for(samples.size(),
               [&](std::size_t i) { left[i] = left_of(topology, samples[i], ways_before(topology, samples[i].gone)); });
  for (const Sample& sample : samples)
    out.failed_links = std::max<std::uint64_t>(out.failed_links, sample.links.size());
  sum_up(samples, left, out);
  out.lost.bisection = bisections_left(topology, samples, CutIn::links);
  const auto weight = equal_link_weight(topology, CutIn::wires);
  if (!weight) out.lost.bisection_channels = bisections_left(topology, samples, CutIn::wires);
  if (weight && out.lost.bisection) out.lost.bisection_channels = spread_times(*out.lost.bisection, *weight);
  return out;
}

}  // namespace cutline
