// SPDX-License-Identifier: Apache-2.0
#include "cutline/routing/flows.hpp"

#include "routing/destinations.hpp"
#include "routing/line_flows.hpp"
#include "routing/ways_to.hpp"

namespace cutline {

namespace {

/// Messages that wait at a site, by the queue that they came through.
struct Arrived {
  std::uint32_t queue = 0;
  double messages = 0;
};

void add_turn(std::vector<Turn>& turns, std::uint32_t next, double messages) {
  for (Turn& turn : turns) {
    if (turn.next == next) return void(turn.messages += messages);
  }
  turns.push_back({next, messages});
}

/// Sends messages for one destination in one layer along their ways.
class Sender {
 public:
  Sender(const Routes& routes, WithoutWay without_way, Flows& flows)
      : routes_(routes), without_way_(without_way), flows_(flows), arrived_(routes.graph->node_count()) {}

  /// `sent` has the messages of each site.
  void send(std::uint32_t destination, std::uint32_t layer, const std::vector<double>& sent) {
    const WaysToNode ways = routes_.ways_to(destination, layer);
    for (std::uint32_t site = 0; site < sent.size() && without_way_ == WithoutWay::refused; ++site) {
      if (sent[site] > 0 && ways.first[site] == ways.first[site + 1])
        throw_input_error("some node that messages go to cannot be reached", "channels may go one way only");
    }
    for (const std::uint32_t site : ways.order) {
      for (std::uint32_t i = ways.first[site]; i < ways.first[site + 1]; ++i) go(site, ways.hops[i], layer, sent[site]);
      arrived_[site].clear();
    }
    for (const Arrived& last : arrived_[destination]) flows_.ends[last.queue] += last.messages;
    arrived_[destination].clear();
  }

 private:
  void go(std::uint32_t site, const NextHop& hop, std::uint32_t layer, double own) {
    const std::uint32_t queue = hop.channel * routes_.classes() + layer * routes_.datelines + hop.dateline;
    double passing = own * hop.share;
    flows_.begins[queue] += passing;
    for (const Arrived& from : arrived_[site]) {
      const double messages = from.messages * hop.share;
      add_turn(flows_.turns[from.queue], queue, messages);
      passing += messages;
    }
    if (passing <= 0) return;
    flows_.messages[queue] += passing;
    flows_.mean_hops += passing;
    arrived_[routes_.graph->head[hop.channel]].push_back({queue, passing});
  }

  const Routes& routes_;
  WithoutWay without_way_;
  Flows& flows_;
  std::vector<std::vector<Arrived>> arrived_;
};

constexpr std::uint64_t kNoChannel = ~std::uint64_t{0};
enum class Way : std::uint8_t { up, down };

/// The channels of a path or a ring from each of its values, upwards and downwards.
struct Arcs {
  std::uint32_t radix = 0;
  bool closed = false;   ///< a ring
  bool one_way = false;  ///< upwards alone
  std::vector<std::uint64_t> up, down;
  const std::vector<std::uint64_t>& channels(Way way) const { return way == Way::up ? up : down; }
};

/// Nothing where a channel joins no neighbours, or two channels lead the same way.
std::optional<Arcs> arcs_of(const ChannelGraph& graph) {
  Arcs arcs{.radix = static_cast<std::uint32_t>(graph.node_count()), .up = {}, .down = {}};
  if (arcs.radix < 3) return std::nullopt;
  for (auto* each : {&arcs.up, &arcs.down}) each->assign(arcs.radix, kNoChannel);
  for (std::uint32_t value = 0; value < arcs.radix; ++value) {
    for (std::uint64_t c = graph.first[value]; c < graph.first[value + 1]; ++c) {
      const std::uint32_t steps = (graph.head[c] + arcs.radix - value) % arcs.radix;
      if (steps != 1 && steps != arcs.radix - 1) return std::nullopt;
      std::uint64_t& own = (steps == 1 ? arcs.up : arcs.down)[value];
      if (own != kNoChannel) return std::nullopt;
      own = c;
    }
  }
  arcs.closed = arcs.up.back() != kNoChannel;
  arcs.one_way = arcs.closed && graph.head.size() == arcs.radix;
  const std::size_t channels = arcs.one_way ? arcs.radix : 2 * (arcs.radix - (arcs.closed ? 0 : 1));
  const bool ends = arcs.closed || arcs.down.front() == kNoChannel;
  return ends && graph.head.size() == channels ? std::optional(arcs) : std::nullopt;
}

/// How far the messages of a value go one way: up to `hops` all of them do; of those that go one hop further, the share
/// `tie`.
struct Reach {
  std::uint32_t hops = 0;
  double tie = 0;
};

Reach reach_of(const Arcs& arcs, Way way, std::uint32_t value, std::optional<std::uint32_t> others) {
  if (!arcs.closed) return {way == Way::up ? arcs.radix - 1 - value : value};
  if (arcs.one_way) return {way == Way::up ? arcs.radix - 1 : 0};
  Reach reach{(arcs.radix - 1) / 2};
  if (arcs.radix % 2 == 0) reach.tie = 0.5;
  if (arcs.radix % 4 == 0 && others) reach.tie = ((value + *others) % 2 == 0) == (way == Way::up) ? 1 : 0;
  return reach;
}

/// Messages over a channel, by class of virtual channels.
using ByClass = std::array<double, 2>;

/// Adds the messages that go one way over a channel. The channel's value stands `at` places from the end where this way
/// begins. Messages are in class 1 while the last link of a ring is ahead.
void add_channel(const Arcs& arcs, Way way, std::uint32_t at, std::optional<std::uint32_t> others, Flows& flows) {
  const std::uint32_t radix = arcs.radix;
  const auto value = [&](std::uint32_t place) { return way == Way::up ? place : radix - 1 - place; };
  const std::uint64_t channel = arcs.channels(way)[value(at)];
  if (channel == kNoChannel) return;
  ByClass all{}, last{}, own{};
  const bool dated = flows.classes > 1;
  const auto class_of = [&](std::uint32_t hops) { return std::size_t{dated && at + hops >= radix}; };
  const std::uint32_t before_end = dated ? radix - 1 - at : radix;
  for (std::uint32_t behind = 0; behind < radix; ++behind) {
    if (behind > at && !arcs.closed) break;
    const Reach reach = reach_of(arcs, way, value((at + radix - behind) % radix), others);
    if (reach.hops + (reach.tie > 0 ? 1 : 0) <= behind) break;
    const std::uint32_t ahead = reach.hops - behind;
    ByClass passing{static_cast<double>(std::min(ahead, before_end)), 0};
    passing[1] = ahead - passing[0];
    passing[class_of(ahead + 1)] += reach.tie;
    all = {all[0] + passing[0], all[1] + passing[1]};
    if (behind == 0) own = passing;
    last[class_of(1)] += ahead > 0 ? 1 : reach.tie;
  }
  const std::uint64_t next = arcs.channels(way)[value((at + 1) % radix)];
  for (std::uint32_t c = 0; c < flows.classes; ++c) {
    const std::uint64_t queue = channel * flows.classes + c;
    flows.messages[queue] = all[c];
    flows.begins[queue] = own[c];
    flows.ends[queue] = last[c];
    flows.mean_hops += all[c] / radix;
    const std::uint32_t then = at + 1 == radix ? 0 : c;
    const double on = all[c] - last[c];
    if (on > 0) flows.turns[queue].push_back({static_cast<std::uint32_t>(next * flows.classes + then), on});
  }
}

/// The flows of a message from every value to every other along a digit whose channels form a path 0, 1 ... or the ring
/// that closes it, both ways or upwards alone. The result is that of flows_of on dimension_order_routes with `others`,
/// or with ties shared evenly where `others` is absent. Nothing where the graph has another form. Cost: O(radix^2),
/// with a few additions each.
std::optional<Flows> arc_flows(const std::shared_ptr<const ChannelGraph>& digit, std::optional<std::uint32_t> others) {
  const std::optional<Arcs> arcs = arcs_of(*digit);
  if (!arcs) return std::nullopt;
  Flows flows;
  flows.graph = digit;
  flows.classes = has_dateline(*digit) ? 2 : 1;
  const std::size_t queues = digit->head.size() * flows.classes;
  for (auto* each : {&flows.messages, &flows.begins, &flows.ends}) each->resize(queues);
  flows.turns.resize(queues);
  flows.sent.assign(arcs->radix, arcs->radix - 1);
  flows.taken = flows.sent;
  flows.within.resize(arcs->radix);
  for (const Way way : {Way::up, Way::down}) {
    for (std::uint32_t at = 0; at < arcs->radix; ++at) add_channel(*arcs, way, at, others, flows);
  }
  return flows;
}

/// A line of a digit as a network of its own.
Topology network_of_line(const Topology& whole, std::size_t digit) {
  Topology line;
  line.digits = {whole.digits[digit]};
  for (const LinkClass& link_class : whole.classes) {
    if (link_class.digits[0] != digit) continue;
    line.classes.push_back(link_class);
    line.classes.back().digits = {0};
    line.classes.back().only.clear();
  }
  return line;
}

/// The share of a digit's lines on which the other digits have an even sum.
double even_share(const Topology& topology, std::size_t digit) {
  double surplus = 1;  // of even sums over odd ones
  for (std::size_t other = 0; other < topology.digits.size(); ++other) {
    const std::uint32_t radix = topology.digits[other].radix;
    if (other != digit) surplus *= radix % 2 == 0 ? 0 : 1.0 / radix;
  }
  return (1 + surplus) / 2;
}

using SharedFlows = std::shared_ptr<const Flows>;

/// Rings of more values have one kind of line, with ties shared evenly: less than one in 64 of their messages has a
/// tie.
constexpr std::uint32_t kLongRing = 64;

/// `others` is the sum of the other digits; absent where ties are shared evenly.
SharedFlows flows_between_values(const Topology& line, std::optional<std::uint32_t> others) {
  const auto graph = std::make_shared<const ChannelGraph>(channel_graph(line));
  if (auto arcs = arc_flows(graph, others)) return std::make_shared<const Flows>(std::move(*arcs));
  const auto demand = [](std::uint32_t source, std::uint32_t destination) { return source == destination ? 0.0 : 1.0; };
  return std::make_shared<const Flows>(
      flows_of(dimension_order_routes(line, others.value_or(0)), demand, WithoutWay::left_out));
}

}  // namespace

double Flows::load(std::uint64_t channel) const {
  double sum = 0;
  for (std::uint64_t q = channel * classes; q < (channel + 1) * classes; ++q) sum += messages[q];
  return sum;
}

std::vector<double> Flows::loads() const {
  std::vector<double> all;
  for (std::uint64_t channel = 0; channel * classes < messages.size(); ++channel) all.push_back(load(channel));
  return all;
}

Flows flows_of(const Routes& routes, DemandTo demand, WithoutWay without_way) {
  if (routes.leg) return flows_over_random_nodes(routes, demand, without_way);
  const ChannelGraph& graph = *routes.graph;
  const auto sites = static_cast<std::uint32_t>(graph.node_count());
  Flows flows;
  flows.graph = routes.graph;
  flows.classes = routes.classes();
  const std::size_t queues = graph.head.size() * flows.classes;
  for (auto* each : {&flows.messages, &flows.begins, &flows.ends}) each->resize(queues);
  flows.turns.resize(queues);
  for (auto* each : {&flows.sent, &flows.taken, &flows.within}) each->resize(sites);
  Sender sender(routes, without_way, flows);
  std::vector<std::vector<double>> of_layer(routes.layers, std::vector<double>(sites));
  for (std::uint32_t destination = 0; destination < sites; ++destination) {
    if (!graph.is_node(destination)) continue;
    std::vector<char> used(routes.layers);
    for (std::uint32_t source = 0; source < sites; ++source) {
      if (!graph.is_node(source)) continue;
      const double messages = demand(source, destination);
      flows.sent[source] += messages;
      flows.taken[destination] += messages;
      if (source == destination) {
        flows.within[source] += messages;
      } else if (messages > 0) {
        const std::uint32_t layer = routes.layer(source, destination);
        of_layer[layer][source] = messages;
        used[layer] = 1;
      }
    }
    for (std::uint32_t layer = 0; layer < routes.layers; ++layer) {
      if (!used[layer]) continue;
      sender.send(destination, layer, of_layer[layer]);
      std::ranges::fill(of_layer[layer], 0);
    }
  }
  const double nodes = static_cast<double>(graph.addressed_count());
  flows.mean_hops /= nodes;
  return flows;
}

Flows uniform_flows(const Routes& routes) {
  const double share = 1 / static_cast<double>(routes.graph->addressed_count());
  return flows_of(
      routes, [share](std::uint32_t, std::uint32_t) { return share; }, WithoutWay::left_out);
}

std::vector<std::uint32_t> waiting_circle(const Flows& flows) {
  const auto step = [&](std::uint32_t queue, std::size_t i) {
    return i < flows.turns[queue].size() ? flows.turns[queue][i].next : kNoStep;
  };
  return first_circle(flows.queues(), step, [](std::uint32_t) {});
}

std::vector<PathHop> first_path(const Routes& routes, std::uint32_t source, std::uint32_t destination) {
  std::vector<PathHop> path;
  if (source == destination) return path;
  if (routes.leg)
    throw_input_error("messages go over a random node, so a pair has no one path", "ask for `routing: minimal`");
  const std::uint32_t layer = routes.layer(source, destination);
  const WaysToNode ways = routes.ways_to(destination, layer);
  for (std::uint32_t site = source; site != destination; site = routes.graph->head[path.back().channel]) {
    if (ways.first[site] == ways.first[site + 1])
      throw_input_error("some node that messages go to cannot be reached", "channels may go one way only");
    const NextHop& hop = ways.hops[ways.first[site]];
    path.push_back({hop.channel, layer * routes.datelines + hop.dateline});
    CUTLINE_EXPECT(path.size() < routes.graph->node_count());
  }
  return path;
}

std::vector<LineFlows> uniform_line_flows(const Topology& topology) {
  CUTLINE_EXPECT(topology.is_product() && !topology.has_interchanges());
  std::vector<std::vector<LineFlows>> of_digit(topology.digits.size());
  for (const DigitKind& kind : digit_kinds(topology)) {
    const Topology line = network_of_line(topology, kind.digits[0]);
    const bool told = kind.radix <= kLongRing || topology.digits.size() == 1;
    const SharedFlows even = flows_between_values(line, told ? std::optional(0U) : std::nullopt);
    const bool alternates = told && even->classes > 1 && kind.radix % 4 == 0 && topology.digits.size() > 1;
    const SharedFlows odd = alternates ? flows_between_values(line, 1) : even;
    for (const std::size_t digit : kind.digits) {
      const double share = odd->begins == even->begins ? 1 : even_share(topology, digit);
      of_digit[digit].push_back({digit, share, even});
      if (share < 1) of_digit[digit].push_back({digit, 1 - share, odd});
    }
  }
  std::vector<LineFlows> lines;
  std::ranges::reverse(of_digit);
  for (const std::vector<LineFlows>& digit : of_digit) lines.insert(lines.end(), digit.begin(), digit.end());
  return lines;
}

double line_visits(const Topology& topology) {
  double visits = 0;
  for (const DigitKind& kind : digit_kinds(topology)) {
    double links = 0;
    for (const std::size_t c : kind.classes) links += static_cast<double>(topology.classes[c].links.size());
    visits += 2.0 * kind.radix * links;
  }
  return visits;
}

Traffic mean_traffic(std::vector<SharedTraffic> parts) {
  const std::uint64_t nodes = parts.front().traffic.nodes;
  return {nodes, [parts = std::move(parts)](std::uint64_t source) {
            std::map<std::uint64_t, double> sum;
            for (const SharedTraffic& part : parts) {
              const Destinations all = part.traffic.from(source);
              for (const Destinations::To& to : all.to) sum[to.node] += part.share * to.weight / all.divisor;
            }
            Destinations mean;
            for (const auto& [node, weight] : sum) mean.to.push_back({node, weight});
            return mean;
          }};
}

Traffic answered(const Traffic& requests, double replies) {
  Traffic back{requests.nodes, {}};
  std::vector<Destinations> to(requests.nodes);
  for (std::uint64_t source = 0; source < requests.nodes; ++source) {
    const Destinations all = requests.from(source);
    for (const Destinations::To& each : all.to) to[each.node].to.push_back({source, each.weight / all.divisor});
  }
  back.from = [to = std::move(to)](std::uint64_t source) { return to[source]; };
  return mean_traffic({{1 - replies, requests}, {replies, std::move(back)}});
}

}  // namespace cutline
