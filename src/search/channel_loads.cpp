// SPDX-License-Identifier: Apache-2.0
#include "search/channel_loads.hpp"

#include <algorithm>
#include <cmath>

namespace cutline {

namespace {

double square(double x) { return x * x; }

}  // namespace

void ChannelLoads::count(const AdjacencyLists& heads) {
  loads_.assign(std::size_t{heads.nodes()} * heads.most(), 0);
  without_way_ = 0;
  for (std::uint32_t source = 0; source < heads.nodes(); ++source) add_from(heads, source);
}

void ChannelLoads::add_from(const AdjacencyLists& heads, std::uint32_t source) {
  constexpr std::uint32_t kUnseen = ~0U;
  for (Seen& seen : from_) seen = {0, 0, kUnseen};
  from_[source] = {1, 0, 0};
  order_.assign(1, source);
  for (std::size_t i = 0; i < order_.size(); ++i) {
    const Seen& here = from_[order_[i]];
    for (const AdjacencyLists::Arc* arc = heads.begin(order_[i]); arc != heads.end(order_[i]); ++arc) {
      Seen& there = from_[arc->head];
      if (there.hops == kUnseen) {
        there.hops = here.hops + 1;
        order_.push_back(arc->head);
      }
      if (there.hops == here.hops + 1) there.paths += here.paths;
    }
  }
  without_way_ += heads.nodes() - order_.size();
  for (std::size_t i = order_.size(); i-- > 0;) {
    const std::uint32_t node = order_[i];
    Seen& here = from_[node];
    double* load = loads_.data() + std::size_t{node} * heads.most();
    for (const AdjacencyLists::Arc* arc = heads.begin(node); arc != heads.end(node); ++arc, ++load) {
      const Seen& there = from_[arc->head];
      if (there.hops != here.hops + 1) continue;
      const double part = here.paths / there.paths * there.carried;
      *load += part;
      here.carried += part;
    }
    if (node != source)
      here.carried += limits_.weights.empty() ? 1 : limits_.weights[std::size_t{source} * heads.nodes() + node];
  }
}

double ChannelLoads::busiest() const { return *std::max_element(loads_.begin(), loads_.end()); }

double ChannelLoads::norm() const {
  const double most = busiest();
  if (most == 0) return 0;
  double sum = 0;
  for (const double load : loads_) sum += square(square(square(square(load / most))));
  const double mean = sum / channels_;
  return channels_ * most * std::sqrt(std::sqrt(std::sqrt(std::sqrt(mean))));
}

}  // namespace cutline
