// SPDX-License-Identifier: Apache-2.0
#include "performance/credit_waits.hpp"

#include <cmath>
#include <deque>
#include <functional>
#include <map>
#include <set>
#include <utility>
#include <vector>

namespace cutline {

CreditWaits::CreditWaits(const LoadedRouters& routers, double flits)
    : fills(std::floor((flits - 1) / routers.depth_flits)),
      buffer(routers.depth_flits * routers.period_cycles),
      passing(routers.router_cycles - routers.head_cycles),
      held(routers.head_cycles) {}

namespace {

/// By row of the queues, the chance that the tail of a message is late by a time or more when its head leaves the row.
/// The chance for a time follows from that for the time that a router later takes off.
class LateTails {
 public:
  LateTails(const LoadedQueues& queues, const CreditWaits& waits)
      : queues_(queues), waits_(waits), messages_(queues.first.size() - 1) {
    for (const LoadedQueues::Queue& queue : queues.queues)
      late_.push_back(queue.ejects ? 0 : waits.of_link(queue.cycles));
    for (std::size_t q = 0; q < queues.queues.size(); ++q) messages_[q] = queues.queues[q].visits;
    std::vector<double> sums(messages_.size());
    for (const LoadedQueues::Source& source : queues.sources) {
      for (const LoadedQueues::Feed& feed : source.first) sums[feed.to] += source.share * feed.share;
    }
    for (std::size_t q = 0; q < queues.queues.size(); ++q) push(q, 1, sums);
    for (std::size_t row = messages_.size(); row-- > queues.queues.size();) {
      messages_[row] = sums[row];
      push(row, 1, sums);
    }
  }

  /// Times are taken from the longest down. Below that of a terminal none counts, since the last channel waits as long.
  double mean() const {
    const double least = waits_.of_terminal();
    std::set<double, std::greater<>> times(late_.begin(), late_.end());
    std::deque<std::pair<double, std::vector<double>>> known;  // within what one router takes off
    std::vector<double> none(messages_.size());
    double sum = least, before = 0, chance = 0;
    for (auto next = times.begin(); next != times.end() && *next > least; next = times.erase(next)) {
      const double time = *next;
      while (known.size() > 1 && known[1].first >= time + waits_.held) known.pop_front();
      const bool is_known = !known.empty() && known.front().first >= time + waits_.held;
      std::vector<double> chances(messages_.size());
      if (before > 0) sum += chance * (before - time);
      chance = spread(time, is_known ? known.front().second : none, chances);
      const std::vector<double>& last = known.empty() ? none : known.back().second;
      if (!nearly_equal(last, chances)) times.insert(time - waits_.held);
      known.emplace_back(time, std::move(chances));
      before = time;
    }
    return sum + chance * (before - least);
  }

 private:
  static bool nearly_equal(const std::vector<double>& a, const std::vector<double>& b) {
    constexpr double kNone = 1e-9;
    return std::equal(a.begin(), a.end(), b.begin(), [](double x, double y) { return std::abs(x - y) < kNone; });
  }
  bool passes_router(std::size_t row) const { return row < late_.size() && !queues_.queues[row].ejects; }

  /// Adds the messages of a row that are late to the rows that they go on to.
  void push(std::size_t row, double chance, std::vector<double>& sums) const {
    if (chance == 0) return;
    for (std::uint64_t k = queues_.first[row]; k < queues_.first[row + 1]; ++k)
      sums[queues_.next[k].to] += messages_[row] * queues_.next[k].share * chance;
  }

  /// Sets the chances for a time by row; `sooner` holds those for the time and what a router takes off. Returns the
  /// share of all messages that come so late.
  double spread(double time, const std::vector<double>& sooner, std::vector<double>& chances) const {
    std::vector<double> earlier(messages_.size()), sums(messages_.size());
    for (std::size_t row = 0; row < messages_.size(); ++row) push(row, sooner[row], earlier);
    for (std::size_t q = 0; q < late_.size(); ++q) {
      if (!passes_router(q)) continue;
      chances[q] = late_[q] >= time ? 1 : earlier[q] / messages_[q];
      push(q, chances[q], sums);
    }
    for (std::size_t row = messages_.size(); row-- > late_.size();) {
      if (messages_[row] > 0) chances[row] = sums[row] / messages_[row];
      push(row, chances[row], sums);
    }
    double share = 0;
    for (std::size_t q = 0; q < late_.size(); ++q) share += passes_router(q) ? 0 : sums[q];
    return share;
  }

  const LoadedQueues& queues_;
  CreditWaits waits_;
  std::vector<double> late_;      ///< by queue: of its link by itself
  std::vector<double> messages_;  ///< by row: how often a mean message passes it
};

/// Messages by how late their tails are.
using Lates = std::map<double, double>;

/// All messages of one size, each along its routes.
Lates all_arrivals(const Routes& routes, DemandTo demand, const std::vector<double>& cycles, const CreditWaits& waits) {
  const ChannelGraph& graph = *routes.graph;
  const auto sites = static_cast<std::uint32_t>(graph.node_count());
  Lates arrived;
  // Adds the messages that arrive at a destination. `late`: by site, those that start there; changed.
  const auto arrive = [&](const WaysToNode& ways, std::uint32_t destination, std::vector<Lates>& late) {
    for (const std::uint32_t site : ways.order) {
      for (const auto& [time, messages] : late[site]) {
        for (std::uint32_t i = ways.first[site]; i < ways.first[site + 1]; ++i) {
          const NextHop& hop = ways.hops[i];
          late[graph.head[hop.channel]][waits.after(time, cycles[hop.channel])] += messages * hop.share;
        }
      }
    }
    for (const auto& [time, messages] : late[destination]) arrived[std::max(time, waits.of_terminal())] += messages;
  };
  for (std::uint32_t destination = 0; destination < sites; ++destination) {
    if (!graph.is_node(destination)) continue;
    arrived[waits.of_terminal()] += demand(destination, destination);
    for (std::uint32_t layer = 0; layer < routes.layers; ++layer) {
      const WaysToNode ways = routes.ways_to(destination, layer);
      std::vector<Lates> late(sites);
      for (const std::uint32_t source : ways.order) {
        if (!graph.is_node(source) || routes.layer(source, destination) != layer) continue;
        if (const double messages = demand(source, destination); messages > 0)
          late[source][waits.of_terminal()] = messages;
      }
      arrive(ways, destination, late);
    }
  }
  return arrived;
}

double mean_of(const Lates& all) {
  double sum = 0, messages = 0;
  for (const auto& [time, each] : all) {
    sum += time * each;
    messages += each;
  }
  return messages > 0 ? sum / messages : 0;
}

/// The mean over sizes of what `of_size` gives for each that is longer than a buffer.
double mean_over_sizes(const LoadedRouters& routers, FunctionRef<double(const CreditWaits&)> of_size) {
  double mean = 0;
  for (const MessageSize& size : routers.sizes) {
    const CreditWaits waits(routers, size.flits);
    if (waits.fills > 0) mean += size.share * of_size(waits);
  }
  return mean;
}

}  // namespace

double mean_credit_wait(const LoadedQueues& queues, const LoadedRouters& routers) {
  return mean_over_sizes(routers, [&](const CreditWaits& waits) { return LateTails(queues, waits).mean(); });
}

double mean_credit_wait(const Routes& routes, DemandTo demand, const std::vector<double>& cycles,
                        const LoadedRouters& routers) {
  return mean_over_sizes(
      routers, [&](const CreditWaits& waits) { return mean_of(all_arrivals(routes, demand, cycles, waits)); });
}

}  // namespace cutline
