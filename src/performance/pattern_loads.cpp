// SPDX-License-Identifier: Apache-2.0
#include "performance/pattern_loads.hpp"

#include <algorithm>
#include <numeric>

#include "cutline/base/error.hpp"
#include "cutline/detail/base/values.hpp"
#include "performance/route_stages.hpp"
#include "topology/graph_searches.hpp"

namespace cutline {

namespace {

using Pairs = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

/// Ways round a ring, or along a path, stored as differences: an amount is added where a way begins and subtracted
/// where it ends. The arrays go round the ring twice, so that no way wraps.
struct Ways {
  explicit Ways(std::size_t nodes) : on(2 * nodes + 1), back(2 * nodes + 1), ring(nodes) {}
  /// Adds an amount that goes from a node over `hops` channels upwards; add_back() the same downwards.
  void add_on(std::size_t from, std::size_t hops, double amount) {
    on[from] += amount;
    on[from + hops] -= amount;
  }
  void add_back(std::size_t from, std::size_t hops, double amount) {
    back[from + ring + 1] -= amount;
    back[from + ring + 1 - hops] += amount;
  }
  /// The amount that leaves each node, from the differences of one direction.
  std::vector<double> leaving(const std::vector<double>& differences) const {
    std::vector<double> amounts(ring);
    double sum = 0;
    for (std::size_t at = 0; at < 2 * ring; ++at) {
      sum += differences[at];
      amounts[at % ring] += sum;
    }
    return amounts;
  }
  std::vector<double> on, back;
  std::size_t ring;
};

using Loads = std::optional<std::vector<double>>;

/// One digit of a product network: its graph, and the loads of its channels by messages within it.
class DigitLoads {
 public:
  DigitLoads(const Topology& topology, std::size_t digit) {
    const DigitKind kind = digit_alone(topology, digit);
    graph_ = kind_graph(topology, kind);
    if (kind.classes.size() != 1 || !graph_.kinds.empty()) return;
    const LinkClass& own = topology.classes[kind.classes[0]];
    shape_ = shape_of_links(own.links, topology.digits[digit].radix, own.channels);
  }
  DigitLoads(const DigitLoads&) = delete;  // the table refers to the graph
  DigitLoads& operator=(const DigitLoads&) = delete;
  const ChannelGraph& graph() const { return graph_; }

  /// The load of every channel if each pair of the digit's values stands for one message, from its first to its second
  /// value. Paths and rings take O(radix + pairs), other digits a table of all shortest paths; absent if that would
  /// pass `effort`.
  Loads of_pairs(const Pairs& pairs, std::uint64_t effort) {
    if (shape_ == Shape::path || shape_ == Shape::ring || shape_ == Shape::one_way_ring) return on_a_line(pairs);
    if (!routes_) {
      const auto table = checked_product(graph_.node_count(), graph_.head.size() + graph_.node_count());
      if (!table || *table > effort) return std::nullopt;
      routes_ = std::make_unique<RouteTable>(graph_);
    }
    std::vector<double> loads(graph_.head.size());
    for (const auto& [from, to] : pairs)
      routes_->spread(from, to, 1,
                      [&](std::uint32_t, std::uint64_t channel, double share) { loads[channel] += share; });
    return loads;
  }

 private:
  std::vector<double> on_a_line(const Pairs& pairs) const {
    const std::size_t nodes = graph_.node_count();
    const bool path = shape_ == Shape::path;
    Ways ways(nodes);
    for (const auto& [from, to] : pairs) {
      if (from == to) continue;
      const std::size_t on = (to + nodes - from) % nodes;
      if (path ? to > from : shape_ == Shape::one_way_ring || 2 * on < nodes) {
        ways.add_on(from, on, 1);
      } else if (path || 2 * on > nodes) {
        ways.add_back(from, path ? from - to : nodes - on, 1);
      } else {
        ways.add_on(from, on, 0.5);
        ways.add_back(from, on, 0.5);
      }
    }
    const std::vector<double> on = ways.leaving(ways.on), back = ways.leaving(ways.back);
    std::vector<double> loads(graph_.head.size());
    for (std::size_t node = 0; node < nodes; ++node) {
      for (std::uint64_t c = graph_.first[node]; c < graph_.first[node + 1]; ++c) {
        const bool upwards = path ? graph_.head[c] > node : graph_.head[c] == (node + 1) % nodes;
        loads[c] = upwards ? on[node] : back[node];
      }
    }
    return loads;
  }

  ChannelGraph graph_;
  Shape shape_ = Shape::other;
  std::unique_ptr<RouteTable> routes_;
};

double node_copies(const Topology& topology, std::size_t digit) {
  const std::uint64_t copies = topology.node_count() / topology.node_value_count(digit);
  return static_cast<double>(copies);
}

Loads uniform_loads(const Topology& topology, std::size_t digit, const UniformDigits& form, const DigitLoads& own,
                    std::uint64_t effort) {
  Loads loads = channel_loads(own.graph(), effort);
  if (!loads) return std::nullopt;
  const double divisor = static_cast<double>(topology.node_count() - (form.self ? 0 : 1));
  for (double& load : *loads) load = load * node_copies(topology, digit) / divisor;
  return loads;
}

Loads permuted_loads(const Topology& topology, std::size_t digit, const PermutedDigits& form, DigitLoads& own,
                     std::uint64_t effort) {
  const std::vector<std::uint32_t> values = topology.node_values(digit);
  const std::vector<std::uint32_t>& image = form.image[digit];
  CUTLINE_EXPECT(image.size() == values.size());
  Pairs pairs;
  pairs.reserve(values.size());
  for (std::size_t rank = 0; rank < values.size(); ++rank) pairs.emplace_back(values[rank], values[image[rank]]);
  return own.of_pairs(pairs, effort);
}

/// Whether the digit belongs to the half of the digits that is corrected first.
bool is_first(const Topology& topology, std::size_t digit) { return digit >= topology.digits.size() / 2; }

/// The digit with which a digit exchanges its value.
std::size_t partner_of(const Topology& topology, std::size_t digit) {
  return (digit + topology.digits.size() / 2) % topology.digits.size();
}

/// For each value of the partner, a row with the loads of the digit's channels: for messages from all of the digit's
/// values to this value where the digit is corrected first, else from this value to all of them. Rows of interchanges
/// are 0.
Loads swapped_loads(const Topology& topology, std::size_t digit, DigitLoads& own, std::uint64_t effort) {
  const std::size_t partner = partner_of(topology, digit);
  const bool into = is_first(topology, digit);
  const std::vector<std::uint32_t> values = topology.node_values(digit);
  const std::vector<std::uint32_t> partners = topology.node_values(partner);
  const std::size_t channels = own.graph().head.size();
  const auto visits = checked_product(topology.digits[partner].radix, channels + values.size());
  if (!visits || *visits > effort) return std::nullopt;
  std::vector<double> rows(topology.digits[partner].radix * channels);
  Pairs pairs(values.size());
  for (std::size_t rank = 0; rank < partners.size(); ++rank) {
    for (std::size_t i = 0; i < values.size(); ++i) {
      pairs[i] = into ? std::pair(values[i], values[rank]) : std::pair(values[rank], values[i]);
    }
    const Loads loads = own.of_pairs(pairs, effort);
    if (!loads) return std::nullopt;
    std::copy(loads->begin(), loads->end(), rows.begin() + static_cast<std::ptrdiff_t>(partners[rank] * channels));
  }
  return rows;
}

/// The other digits of the same half of whose pairs exactly one digit is corrected when this digit is. In the first
/// half these are the digits corrected before it, in the second half those after it.
std::vector<std::size_t> half_way(const Topology& topology, std::size_t digit) {
  const bool first = is_first(topology, digit);
  const std::size_t begin = first ? digit + 1 : 0, end = first ? topology.digits.size() : digit;
  std::vector<std::size_t> others(end - begin);
  std::iota(others.begin(), others.end(), begin);
  return others;
}

bool halves_match(const Topology& topology) {
  const std::size_t half = topology.digits.size() / 2;
  for (std::size_t digit = 0; digit < half; ++digit) {
    if (topology.digits[digit].radix != topology.digits[digit + half].radix ||
        topology.node_values(digit) != topology.node_values(digit + half))
      return false;
  }
  return topology.digits.size() == 2 * half;
}

/// The number of channels of the node that has the fewest.
double least_channels(const ChannelGraph& graph) {
  std::uint64_t least = graph.head.size();
  for (std::size_t node = 0; node < graph.node_count(); ++node)
    least = std::min(least, graph.first[node + 1] - graph.first[node]);
  return static_cast<double>(least);
}

}  // namespace

double PatternLoads::load(std::uint64_t from, std::uint32_t link_class, std::uint32_t local_link,
                          std::uint64_t to) const {
  if (own_channels_) {
    std::uint64_t channels = 0;
    for (const Digit& digit : digits_) {
      const std::uint64_t node = value(from, digit);
      channels += digit.graph.first[node + 1] - digit.graph.first[node];
    }
    return 1 / static_cast<double>(channels);
  }
  const Digit& digit = digits_[digit_of_class_[link_class]];
  const ChannelGraph& graph = digit.graph;
  const std::uint64_t node = value(from, digit);
  const std::uint64_t c = channel_at(graph, node, value(to, digit), link_class, local_link);
  const std::uint64_t row = digit.partner ? value(from, digits_[*digit.partner]) : 0;
  const auto alike = [&](std::size_t other) {
    const std::size_t partner = (other + digits_.size() / 2) % digits_.size();
    return value(from, digits_[other]) == value(from, digits_[partner]);
  };
  if (!std::all_of(digit.alike.begin(), digit.alike.end(), alike)) return 0;
  return digit.times * digit.loads[row * graph.head.size() + c];
}

std::optional<PatternLoads> pattern_loads(const Topology& topology, const DigitForm& form, std::uint64_t effort) {
  if (std::holds_alternative<std::monostate>(form) || !topology.is_product()) return std::nullopt;
  const bool swapped = std::holds_alternative<SwappedHalves>(form);
  if (swapped && !halves_match(topology)) return std::nullopt;
  if (std::holds_alternative<OwnChannels>(form) && has_shared_links(topology)) return std::nullopt;
  PatternLoads all;
  all.class_peaks_.resize(topology.classes.size());
  const std::vector<std::uint64_t> weights = digit_weights(topology);
  all.own_channels_ = std::holds_alternative<OwnChannels>(form);
  double least = 0;
  for (std::size_t digit = 0; digit < topology.digits.size(); ++digit) {
    DigitLoads own(topology, digit);
    PatternLoads::Digit made{.graph = own.graph(), .loads = {}, .partner = {}, .alike = {}, .weight = weights[digit]};
    Loads loads = std::vector<double>(own.graph().head.size());
    if (const auto* uniform = std::get_if<UniformDigits>(&form)) {
      loads = uniform_loads(topology, digit, *uniform, own, effort);
    } else if (const auto* permuted = std::get_if<PermutedDigits>(&form)) {
      loads = permuted_loads(topology, digit, *permuted, own, effort);
    } else if (swapped) {
      made.partner = partner_of(topology, digit);
      made.alike = half_way(topology, digit);
      for (const std::size_t other : made.alike) made.times *= topology.node_value_count(other);
      loads = swapped_loads(topology, digit, own, effort);
    }
    if (!loads) return std::nullopt;
    made.loads = std::move(*loads);
    all.add(topology, digit, std::move(made));
    least += least_channels(all.digits_.back().graph);
  }
  for (const LinkClass& link_class : topology.classes) all.digit_of_class_.push_back(link_class.digits[0]);
  if (all.own_channels_) {
    all.peak_ = 1 / least;
    all.mean_hops_ = 1;
    all.share_own_channels(topology, least);
  }
  return all;
}

void PatternLoads::share_own_channels(const Topology& topology, double least) {
  for (const Digit& digit : digits_) {
    const double of_others = least - least_channels(digit.graph);
    for (std::size_t node = 0; node < digit.graph.node_count(); ++node) {
      const std::uint64_t first = digit.graph.first[node], last = digit.graph.first[node + 1];
      for (std::uint64_t c = first; c < last; ++c) {
        const std::uint32_t number = digit.graph.link_class[c];
        const double load = 1 / (of_others + static_cast<double>(last - first));
        double& most = class_peaks_[number];
        most = std::max(most, load / topology.classes[number].width(digit.graph.local_link[c]));
      }
    }
  }
}

void PatternLoads::add(const Topology& topology, std::size_t digit, Digit made) {
  // A row of loads belongs to as many copies of the digit's graph as the other digits, without the partner, have
  // values. If only one in k of these copies has load, it counts k times.
  const double rows = made.partner ? topology.node_value_count(*made.partner) : 1;
  const double places = node_copies(topology, digit) / rows;
  const double sum = std::accumulate(made.loads.begin(), made.loads.end(), 0.0);
  mean_hops_ += sum * places / static_cast<double>(topology.node_count());
  // A shared channel carries the messages of all its nodes.
  double shared = 0;
  for (std::size_t i = 0; i < made.loads.size(); ++i) {
    const std::size_t c = i % made.graph.head.size();
    const bool is_shared = topology.classes[made.graph.link_class[c]].shared;
    if (c == 0) shared = 0;
    if (is_shared) shared += made.loads[i];
    const double load = made.times * (is_shared ? shared : made.loads[i]);
    const std::uint32_t link_class = made.graph.link_class[c];
    peak_ = std::max(peak_, load);
    class_peaks_[link_class] =
        std::max(class_peaks_[link_class], load / topology.classes[link_class].width(made.graph.local_link[c]));
  }
  digits_.push_back(std::move(made));
}

}  // namespace cutline
