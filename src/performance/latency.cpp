// SPDX-License-Identifier: Apache-2.0
#include "cutline/detail/performance/latency.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/roots.hpp"
#include "cutline/base/error.hpp"
#include "performance/latency_spread.hpp"
#include "performance/pair_costs.hpp"
#include "topology/graph_searches.hpp"

namespace cutline {

namespace {

/// Rounds up to a whole number. A number that exceeds a whole one only by a rounding error is rounded down to it.
double whole(double x) {
  constexpr double kRounding = 1e-9;
  return std::ceil(x - kRounding * std::max(1.0, x));
}

/// Adds the mean number of phits of a message, and the cycles that others of its message go first.
void add_phits(const LatencyInput& input, double period, Latency& latency) {
  for (const LatencyInput::Part& part : input.messages) {
    const double exact = part.size_bits / input.width_bits;
    const double phits = part.share * (input.whole_cycles ? std::max(1.0, whole(exact)) : exact);
    latency.phits += phits;
    latency.burst_cycles += (part.packets - 1) / 2 * (phits * period + part.share * input.packet_gap);
  }
}

using Histogram = std::vector<Int128>;

/// By search: from every node, or from one of a ring, whose nodes are all alike. A path has 2 (n - d) pairs at each
/// distance d.
std::optional<Histogram> of_graph(const ChannelGraph& graph, std::uint64_t effort) {
  const Shape shape = shape_of(graph).shape;
  Histogram pairs;
  if (shape == Shape::path) {
    const Int128 n = graph.node_count();
    for (Int128 d = 0; d < n; ++d) pairs.push_back(d == 0 ? n : 2 * (n - d));
    return pairs;
  }
  const bool alike = shape == Shape::ring || shape == Shape::one_way_ring;
  // A search visits channels and clears the counts of all nodes; a network in parts may have few channels.
  const auto visits = checked_product(graph.node_count(), std::max(graph.head.size() + 1, graph.node_count()));
  if (!alike && (!visits || *visits > effort)) return std::nullopt;
  for (std::uint32_t source = 0; source < (alike ? 1 : graph.node_count()); ++source) {
    if (!graph.is_node(source)) continue;
    const std::vector<std::uint32_t> hops = hops_from(graph, source);
    for (std::size_t node = 0; node < hops.size(); ++node) {
      if (!graph.is_node(node) || hops[node] == kUnreached) continue;
      if (hops[node] >= pairs.size()) pairs.resize(hops[node] + std::size_t{1});
      pairs[hops[node]] += alike ? graph.node_count() : 1;
    }
  }
  return pairs;
}

Histogram convolved(const Histogram& a, const Histogram& b) {
  Histogram sum(a.size() + b.size() - 1);
  for (std::size_t i = 0; i < a.size(); ++i) {
    for (std::size_t j = 0; j < b.size(); ++j) sum[i + j] += a[i] * b[j];
  }
  return sum;
}

/// The tolerance for rounding errors in sums of shares.
constexpr double kSlack = 1e-12;

/// The zero-load latency as a sum: a part that does not depend on the way, and what each hop adds. Links that take
/// times of their own and interchanges are no part of it.
struct LatencyTerms {
  Time apart, hop;
};

LatencyTerms terms_of(LatencyInput input) {
  input.mean_interchanges = 0;
  input.mean_route_wire = {};
  if (input.mean_route_cycles) input.mean_route_cycles = 0;
  const auto at = [&](double hops) {
    input.mean_hops = hops;
    return zero_load_latency(input).total();
  };
  return {at(0), at(1) - at(0)};
}

/// The latencies that the shares of all messages do not exceed, of latencies and the messages that have them.
std::array<Time, 4> quantiles(std::vector<std::pair<Time, double>> ascending, double messages) {
  std::array<Time, 4> all{};
  if (ascending.empty()) return all;
  std::sort(ascending.begin(), ascending.end());
  for (std::size_t i = 0; i < kLatencyShares.size(); ++i) {
    double sum = 0;
    auto at = ascending.begin();
    while (at + 1 < ascending.end() && (sum += at->second) < kLatencyShares[i] * messages * (1 - kSlack)) ++at;
    all[i] = kLatencyShares[i] < 1 ? at->first : ascending.back().first;  // however few take the slowest way
  }
  return all;
}

/// A latency of messages of the mean size, their hops, and how many have it.
struct MeanLatency {
  std::uint64_t hops = 0;
  Time latency;
  double messages = 0;
};

/// Sets what sizes of messages add, and the quantiles: packets of a message leave one after another.
void set_quantiles(const LatencyInput& input, const std::vector<MeanLatency>& latencies, double messages,
                   LatencySpread& spread) {
  const LatencyTerms mean = terms_of(input);
  spread.by_size.clear();
  std::vector<std::pair<Time, double>> all;
  for (const LatencyInput::Part& part : input.messages) {
    LatencyInput own = input;
    own.messages = {part};
    own.messages.front().share = 1;
    const LatencyTerms terms = terms_of(own);
    const LatencyOfSize& size =
        spread.by_size.emplace_back(LatencyOfSize{part.share, terms.apart - mean.apart, terms.hop - mean.hop});
    const auto packets = static_cast<int>(part.packets);
    const Time between =
        packets > 1 ? clock_of(own).cycle * (2 * zero_load_latency(own).burst_cycles / (packets - 1)) : Time{};
    for (const MeanLatency& each : latencies) {
      for (int place = 0; place < packets; ++place) {
        const Time of_packet = each.latency + size.at(each.hops) + between * (place - (packets - 1) / 2.0);
        if (each.messages * part.share > 0) all.emplace_back(of_packet, each.messages * part.share / packets);
      }
    }
  }
  spread.quantiles = quantiles(std::move(all), messages);
}

/// The waits of messages of one distance, in cycles.
struct Waits {
  double mean = 0, variance = 0;
  /// The share of messages that wait for at most `cycles`.
  double share_within(double cycles) const {
    if (cycles < 0) return 0;
    if (mean <= 0 || variance <= 0) return cycles >= mean ? 1 : 0;
    return gamma_share(mean * mean / variance, cycles * mean / variance);
  }
};

double mean_hops_of(const LatencySpread& spread) {
  double sum = 0;
  for (const LatencyAtDistance& at : spread.by_distance) sum += at.share * static_cast<double>(at.hops);
  return sum;
}

}  // namespace

std::string_view cycle_limit_text(CycleLimit limit) {
  constexpr std::array<std::string_view, 4> kTexts = {"longest wire", "fixed frequency", "floor", "router"};
  return kTexts.at(static_cast<std::size_t>(limit));
}

double whole_cycles(Time delay, Time cycle) { return std::max(1.0, whole(delay / cycle)); }

ChannelClock clock_of(const LatencyInput& input) {
  const bool fixed = input.clock == ClockRule::fixed;
  ChannelClock clock;
  clock.cycle = fixed ? input.fixed_cycle : input.longest_wire;
  clock.cycle_set_by = fixed ? CycleLimit::fixed_frequency : CycleLimit::longest_wire;
  if (input.floor > clock.cycle) {
    clock.cycle = input.floor;
    clock.cycle_set_by = CycleLimit::floor;
  }
  clock.site_period = input.site_period;
  clock.period_cycles = std::max(1.0, input.site_period_cycles);
  if (!fixed && input.site_period > clock.cycle) {
    clock.cycle = input.site_period;
    clock.cycle_set_by = CycleLimit::router;
  }
  if (!fixed) return clock;
  CUTLINE_EXPECT(clock.cycle.base > 0);
  clock.link_cycles = whole_cycles(input.longest_wire, clock.cycle);
  if (!input.pipelined) clock.period_cycles = std::max(clock.period_cycles, clock.link_cycles);
  clock.period_cycles = std::max(clock.period_cycles, whole(input.site_period / clock.cycle));
  return clock;
}

Latency zero_load_latency(const LatencyInput& input) {
  CUTLINE_EXPECT(input.width_bits > 0 && input.mean_hops >= 0 && !input.messages.empty());
  const ChannelClock clock = clock_of(input);
  const double ends = input.injection_cycles + input.ejection_cycles;
  Latency latency;
  const bool own_cycles = input.clock == ClockRule::fixed && input.pipelined && input.mean_route_cycles.has_value();
  const double route_cycles = own_cycles ? *input.mean_route_cycles : input.mean_hops * clock.link_cycles;
  const double routers = input.mean_hops - input.mean_interchanges + input.first_routers;
  latency.node =
      clock.cycle * (routers * input.router_cycles + input.mean_interchanges * input.interchange_cycles + ends) +
      input.router_time * routers + input.interchange_time * input.mean_interchanges + input.injection_time +
      input.ejection_time;
  add_phits(input, clock.period_cycles, latency);
  latency.wire = input.clock == ClockRule::per_link ? input.mean_route_wire : clock.cycle * route_cycles;
  const bool stored = input.switching == Switching::store_and_forward;
  const double waits = stored ? input.mean_hops * std::max(latency.phits - 1, 0.0) : latency.phits;
  latency.message = clock.cycle * (waits * clock.period_cycles + latency.burst_cycles + input.credit_cycles);
  return latency;
}

std::optional<Histogram> distance_histogram(const Topology& topology, std::uint64_t effort) {
  if (topology.node_count() > std::uint64_t{1} << 62)
    throw_limit_error("distances are counted up to 2^62 nodes, the limit");
  if (!topology.is_product()) {
    if (!fits_channel_graph(topology)) return std::nullopt;
    return of_graph(channel_graph(topology), effort);
  }
  Histogram all = {1};
  for (const DigitKind& kind : digit_kinds(topology)) {
    const auto own = of_graph(kind_graph(topology, kind), effort);
    if (!own) return std::nullopt;
    for (std::size_t i = 0; i < kind.digits.size(); ++i) {
      if (own->size() > effort / all.size()) return std::nullopt;
      all = convolved(all, *own);
    }
  }
  return all;
}

LatencySpread latency_spread(const std::vector<Int128>& histogram, LatencyInput input, SelfMessages self) {
  CUTLINE_EXPECT(input.clock != ClockRule::per_link && !input.mean_route_cycles);
  const std::size_t nearest_pair = self == SelfMessages::counted ? 0 : 1;
  double pairs = 0;
  for (std::size_t hops = nearest_pair; hops < histogram.size(); ++hops) pairs += static_cast<double>(histogram[hops]);
  LatencySpread spread;
  std::vector<MeanLatency> latencies;
  for (std::size_t hops = nearest_pair; hops < histogram.size(); ++hops) {
    input.mean_hops = static_cast<double>(hops);
    const double share = static_cast<double>(histogram[hops]) / pairs;
    latencies.push_back({hops, zero_load_latency(input).total(), share});
    spread.by_distance.push_back({hops, share, latencies.back().latency});
  }
  set_quantiles(input, latencies, 1, spread);
  return spread;
}

LatencySpread latency_spread(const std::vector<WayCount>& counts, LatencyInput input, double own_node) {
  const LatencyTerms terms = terms_of(input);
  const Time unit = input.clock == ClockRule::per_link ? nanoseconds(1) : clock_of(input).cycle;
  struct AtDistance {
    double latency = 0, messages = 0;
  };
  std::vector<AtDistance> by_hops(1);
  std::vector<MeanLatency> latencies;
  double messages = 0;
  for (const WayCount& count : counts) {
    const double own = count.hops == 0 ? count.messages * own_node : count.messages;
    if (own == 0) continue;
    const Time latency = terms.apart + terms.hop * count.hops + unit * count.delay;
    if (count.hops >= by_hops.size()) by_hops.resize(count.hops + std::size_t{1});
    AtDistance& at = by_hops[count.hops];
    at.latency += in_ns(latency) * own;
    at.messages += own;
    latencies.push_back({count.hops, latency, own});
    messages += own;
  }
  LatencySpread spread;
  for (std::size_t hops = 0; hops < by_hops.size(); ++hops) {
    const AtDistance& at = by_hops[hops];
    if (at.messages > 0)
      spread.by_distance.push_back({hops, at.messages / messages, nanoseconds(at.latency / at.messages)});
  }
  set_quantiles(input, latencies, messages, spread);
  return spread;
}

LatencySpread loaded_spread(const LatencySpread& unloaded, const ChannelWaits& waits, Time cycle) {
  LatencySpread spread;
  if (unloaded.empty()) return spread;
  spread.by_size = unloaded.by_size;
  const double mean_visits = mean_hops_of(unloaded) + 1;
  // The place of a packet in its message varies, so its mean is taken from the latency and added to the waits.
  const double start = waits.source + waits.burst, route = waits.channels + waits.virtual_channels;
  std::vector<Waits> own;
  double most = 0;
  for (const LatencyAtDistance& at : unloaded.by_distance) {
    const double times = (static_cast<double>(at.hops) + 1) / mean_visits;
    const Waits& last =
        own.emplace_back(Waits{start + route * times, waits.source_variance + waits.route_variance * times});
    spread.by_distance.push_back({at.hops, at.share, at.latency + cycle * (last.mean - waits.burst)});
    most = std::max(most, at.latency / cycle + last.mean);
  }
  const auto share_within = [&](double cycles) {
    double share = 0;
    for (std::size_t i = 0; i < own.size(); ++i) {
      const LatencyAtDistance& at = unloaded.by_distance[i];
      for (const LatencyOfSize& size : unloaded.by_size) {
        const double alone = (at.latency + size.at(at.hops)) / cycle;
        share += at.share * size.share * own[i].share_within(cycles - (alone - waits.burst));
      }
    }
    return share;
  };
  for (std::size_t q = 0; q + 1 < kLatencyShares.size(); ++q) {
    double high = most;
    // The loop ends although shares are sums with rounding errors, because no share of 1 is wanted here.
    while (share_within(high) < kLatencyShares[q]) high *= 2;
    const auto missing = [&](double cycles) { return share_within(cycles) - kLatencyShares[q]; };
    spread.quantiles[q] = cycle * root(0, high, missing, 1e-7 * high);
  }
  return spread;
}

}  // namespace cutline
