// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>
#include <memory>

#include "cutline/base/error.hpp"
#include "cutline/performance/pattern_loads.hpp"
#include "route_table.hpp"
#include "topology/digit_graphs.hpp"

namespace cutline {

namespace {

/// What of a site's number a route corrects at a time: one digit of a product network, or all of any other.
struct Stage {
  ChannelGraph graph;
  std::unique_ptr<RouteTable> routes;
  std::uint64_t weight = 1;
  std::uint64_t value(std::uint64_t site) const { return site / weight % graph.node_count(); }
};

std::vector<Stage> stages_of(const Topology& topology, const ChannelGraph& whole, DimensionOrder order) {
  std::vector<Stage> stages;
  if (!topology.is_product()) {
    stages.push_back({whole, nullptr, 1});
  } else {
    const std::vector<std::uint64_t> weights = digit_weights(topology);
    for (std::size_t digit = 0; digit < topology.radices.size(); ++digit) {
      DigitKind own{.radix = topology.radices[digit], .nodes = 0, .digits = {digit}, .classes = {}};
      for (std::size_t i = 0; i < topology.classes.size(); ++i) {
        if (topology.classes[i].digits[0] == digit) own.classes.push_back(i);
      }
      stages.push_back({kind_graph(topology, own, false), nullptr, weights[digit]});
    }
    if (order == DimensionOrder::highest_first) std::reverse(stages.begin(), stages.end());
  }
  return stages;
}

/// The most that a channel carries; a shared one carries what all of its nodes send over it.
double peak_load(const Topology& topology, const WalkedLoads& walked) {
  const std::vector<std::uint64_t> weights = digit_weights(topology);
  std::map<std::pair<std::uint32_t, std::uint64_t>, double> of_shared;
  double peak = 0;
  for (std::uint64_t site = 0; site < walked.graph.node_count(); ++site) {
    for (std::uint64_t c = walked.graph.first[site]; c < walked.graph.first[site + 1]; ++c) {
      const std::uint32_t number = walked.graph.link_class[c];
      double load = walked.loads[c];
      if (topology.classes[number].shared) {
        const std::uint8_t digit = topology.classes[number].digits[0];
        const std::uint64_t others = site - site / weights[digit] % topology.radices[digit] * weights[digit];
        load = of_shared[{number, others}] += load;
      }
      peak = std::max(peak, load);
    }
  }
  return peak;
}

/// The walk of all messages, and what it found.
class Walk {
 public:
  Walk(const Topology& topology, DimensionOrder order)
      : whole_(channel_graph(topology)), stages_(stages_of(topology, whole_, order)) {
    for (Stage& stage : stages_) stage.routes = std::make_unique<RouteTable>(stage.graph);
  }

  /// Sums of different divisors are kept apart, so that each stays exact. Returns the links walked.
  std::uint64_t send(std::uint64_t from, std::uint64_t to, double weight, double divisor) {
    std::vector<double>& sums = of_divisor_[divisor];
    sums.resize(whole_.head.size());
    std::uint64_t walked = 0;
    std::uint64_t site = from;
    for (Stage& stage : stages_) {
      const auto start = static_cast<std::uint32_t>(stage.value(site));
      const auto end = static_cast<std::uint32_t>(stage.value(to));
      if (stage.routes->hops(start, end) == kUnreached)
        throw_input_error("some node that messages go to cannot be reached", "channels may go one way only");
      const std::uint64_t others = site - start * stage.weight;
      stage.routes->spread(start, end, weight, [&](std::uint32_t node, std::uint64_t channel, double share) {
        sums[channel_of(stage, others, node, channel)] += share;
        ++walked;
      });
      hops_ += weight / divisor * stage.routes->hops(start, end);
      site = others + end * stage.weight;
    }
    CUTLINE_EXPECT(site == to);
    return walked;
  }

  WalkedLoads result(const Topology& topology) && {
    const std::uint64_t nodes = topology.node_count();
    WalkedLoads walked{.graph = std::move(whole_), .loads = {}, .mean_hops = hops_ / static_cast<double>(nodes)};
    walked.loads.resize(walked.graph.head.size());
    for (const auto& [divisor, sums] : of_divisor_) {
      for (std::size_t c = 0; c < sums.size(); ++c) walked.loads[c] += sums[c] / divisor;
    }
    walked.peak = peak_load(topology, walked);
    return walked;
  }

 private:
  /// The channel of the whole network that a digit's channel is where the other digits stand as they do.
  std::uint64_t channel_of(const Stage& stage, std::uint64_t others, std::uint32_t node, std::uint64_t channel) const {
    const std::uint64_t site = others + node * stage.weight;
    const std::uint64_t head = others + stage.graph.head[channel] * stage.weight;
    const auto is_it = [&](std::uint64_t c) {
      return whole_.head[c] == head && whole_.link_class[c] == stage.graph.link_class[channel] &&
             whole_.local_link[c] == stage.graph.local_link[channel];
    };
    std::uint64_t c = whole_.first[site];
    while (c < whole_.first[site + 1] && !is_it(c)) ++c;
    CUTLINE_EXPECT(c < whole_.first[site + 1]);
    return c;
  }

  ChannelGraph whole_;
  std::vector<Stage> stages_;
  std::map<double, std::vector<double>> of_divisor_;
  double hops_ = 0;
};

/// Memory and time of the tables of all shortest paths.
bool tables_fit(const Topology& topology, std::uint64_t effort) {
  const bool product = topology.is_product();
  std::uint64_t entries = 0;
  if (!product) {
    const auto square = checked_product(topology.site_count(), topology.site_count());
    return square && *square <= effort;
  }
  for (const std::uint32_t radix : topology.radices) entries += std::uint64_t{radix} * radix;
  return entries <= effort && topology.site_count() <= effort;
}

}  // namespace

std::vector<double> WalkedLoads::class_peaks(const Topology& topology) const {
  std::vector<double> peaks(topology.classes.size());
  for (std::size_t c = 0; c < loads.size(); ++c) {
    const LinkClass& link_class = topology.classes[graph.link_class[c]];
    const double load = link_class.shared ? peak : loads[c];
    double& most = peaks[graph.link_class[c]];
    most = std::max(most, load / link_class.width(graph.local_link[c]));
  }
  return peaks;
}

std::optional<WalkedLoads> walked_loads(const Topology& topology, const Traffic& traffic, std::uint64_t effort,
                                        DimensionOrder order) {
  const std::uint64_t nodes = topology.node_count();
  CUTLINE_EXPECT(traffic.nodes == nodes);
  if (!tables_fit(topology, effort) || !fits_channel_graph(topology)) return std::nullopt;
  Walk walk(topology, order);
  const NodeNumbers numbers(topology);
  std::uint64_t done = 0;
  for (std::uint64_t source = 0; source < nodes; ++source) {
    const std::uint64_t from = numbers.site(source).index;
    const Destinations destinations = traffic.from(source);
    for (const Destinations::To& to : destinations.to) {
      done += 1 + walk.send(from, numbers.site(to.node).index, to.weight, destinations.divisor);
    }
    if (done > effort) return std::nullopt;
  }
  return std::move(walk).result(topology);
}

}  // namespace cutline
