// SPDX-License-Identifier: Apache-2.0
#include "routing/arc_flows.hpp"

#include <algorithm>
#include <array>
#include <vector>

namespace cutline {

namespace {

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

}  // namespace

bool has_dateline(const ChannelGraph& digit) {
  const auto radix = static_cast<std::uint32_t>(digit.node_count());
  bool closed = false;
  for (std::uint32_t value = 0; value < radix; ++value) {
    for (std::uint64_t c = digit.first[value]; c < digit.first[value + 1]; ++c) {
      const std::uint32_t steps = (digit.head[c] + radix - value) % radix;
      if (steps != 1 && steps != radix - 1) return false;
      closed = closed || (value == radix - 1 && digit.head[c] == 0);
    }
  }
  return closed && (radix > 3 || (radix == 3 && digit.head.size() == radix));
}

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

}  // namespace cutline
