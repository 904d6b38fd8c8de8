// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>
#include <memory>

#include "cutline/base/error.hpp"
#include "cutline/base/parallel.hpp"
#include "cutline/topology/topology.hpp"
#include "performance/pattern_loads.hpp"
#include "performance/route_stages.hpp"
#include "route_stages.hpp"
#include "routing/destinations.hpp"

namespace cutline {

namespace {

/// The load of the busiest channel. A shared channel carries the messages of all its nodes.
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
        const std::uint64_t others = site - site / weights[digit] % topology.digits[digit].radix * weights[digit];
        load = of_shared[{number, others}] += load;
      }
      peak = std::max(peak, load);
    }
  }
  return peak;
}

/// Walks the routes of all messages and adds up the loads.
class Walk {
 public:
  explicit Walk(const Topology& topology) : whole_(channel_graph(topology)), stages_(route_stages(topology, whole_)) {
    for (const RouteStage& stage : stages_) routes_.push_back(std::make_unique<RouteTable>(stage.graph));
  }

  /// Walks the routes of weight / divisor messages. Sums for different divisors are kept apart, so that each stays
  /// exact. Returns the number of links walked.
  std::uint64_t send(std::uint64_t from, std::uint64_t to, double weight, double divisor) {
    std::vector<double>& sums = of_divisor_[divisor];
    sums.resize(whole_.head.size());
    std::uint64_t walked = 0;
    std::uint64_t site = from;
    for (std::size_t i = 0; i < stages_.size(); ++i) {
      const RouteStage& stage = stages_[i];
      const std::uint32_t start = stage.value(site), end = stage.value(to);
      if (routes_[i]->hops(start, end) == kUnreached)
        throw_input_error("some node that messages go to cannot be reached", "channels may go one way only");
      routes_[i]->spread(start, end, weight, [&](std::uint32_t node, std::uint64_t channel, double share) {
        sums[whole_channel(whole_, stage, site, node, channel)] += share;
        ++walked;
      });
      hops_ += weight / divisor * routes_[i]->hops(start, end);
      site = site - start * stage.weight + end * stage.weight;
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
  ChannelGraph whole_;
  std::vector<RouteStage> stages_;
  std::vector<std::unique_ptr<RouteTable>> routes_;  ///< of each stage
  std::map<double, std::vector<double>> of_divisor_;
  double hops_ = 0;
};

/// Whether the tables of all shortest paths fit memory and effort.
bool tables_fit(const Topology& topology, std::uint64_t effort) {
  const bool product = topology.is_product();
  std::uint64_t entries = 0;
  if (!product) {
    const auto square = checked_product(topology.site_count(), topology.site_count());
    return square && *square <= effort;
  }
  for (const Digit& digit : topology.digits) entries += std::uint64_t{digit.radix} * digit.radix;
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

std::optional<WalkedLoads> walked_loads(const Topology& topology, const Traffic& traffic, std::uint64_t effort) {
  const std::uint64_t nodes = topology.node_count();
  CUTLINE_EXPECT(traffic.nodes == nodes);
  if (!tables_fit(topology, effort) || !fits_channel_graph(topology)) return std::nullopt;
  Walk walk(topology);
  const NodeNumbers numbers(topology);
  std::uint64_t done = 0;
  for (std::uint64_t source = 0; source < nodes; ++source) {
    stop_if_asked();
    const std::uint64_t from = numbers.site(source);
    const Destinations destinations = traffic.from(source);
    for (const Destinations::To& to : destinations.to) {
      done += 1 + walk.send(from, numbers.site(to.node), to.weight, destinations.divisor);
    }
    if (done > effort) return std::nullopt;
  }
  return std::move(walk).result(topology);
}

}  // namespace cutline
