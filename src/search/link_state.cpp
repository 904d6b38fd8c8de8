// SPDX-License-Identifier: Apache-2.0
#include "search/link_state.hpp"

#include <utility>

namespace cutline {

LinkState::LinkState(const LinkGrid& grid)
    : grid_(grid), heads_(grid.limits().nodes(), grid.limits().degree), in_(grid.limits().nodes(), 0) {}

std::uint64_t LinkState::lacking() const {
  const auto wanted = static_cast<std::int64_t>(limits().bisection.value_or(0));
  std::int64_t lacking = 0;
  for (const Watched& watched : watched_) lacking += std::max<std::int64_t>(0, wanted - watched.links);
  return static_cast<std::uint64_t>(lacking);
}

void LinkState::watch(const Halving& halving) {
  Watched watched{halving.half, 0};
  for (const GridLink& link : links_) watched.links += over(halving.half, link);
  watched_.push_back(watched);
}

bool LinkState::may_add(std::uint32_t a, std::uint32_t b) const {
  return a != b && open_out(a) && open_in(b) && !heads_.has(a, b) &&
         (!limits().links || links_.size() < *limits().links) &&
         (!limits().wire || wire_ + grid_.span(a, b) <= *limits().wire);
}

void LinkState::add(std::uint32_t a, std::uint32_t b) {
  if (!directed() && a > b) std::swap(a, b);
  links_.push_back({a, b});
  attach(links_.back());
}

GridLink LinkState::remove(std::size_t index) {
  const GridLink link = links_[index];
  links_[index] = links_.back();
  links_.pop_back();
  detach(link);
  return link;
}

void LinkState::undo_add() {
  const GridLink link = links_.back();
  links_.pop_back();
  detach(link);
}

void LinkState::undo_remove(std::size_t index, const GridLink& link) {
  links_.push_back(link);
  std::swap(links_[index], links_.back());
  attach(link);
}

std::uint32_t LinkState::some_open(Random& random) const {
  const std::uint32_t nodes = limits().nodes();
  auto node = static_cast<std::uint32_t>(random.below(nodes));
  for (std::uint32_t seen = 0; seen < nodes; ++seen) {
    if (open_out(node)) return node;
    node = node + 1 == nodes ? 0 : node + 1;
  }
  return nodes;
}

std::uint32_t LinkState::some_partner(std::uint32_t a, Random& random) const {
  const std::vector<std::uint32_t>& allowed = grid_.allowed(a);
  const std::uint32_t none = limits().nodes();
  if (allowed.empty() || !open_out(a)) return none;
  std::size_t at = random.below(allowed.size());
  for (std::size_t seen = 0; seen < allowed.size(); ++seen) {
    if (may_add(a, allowed[at])) return allowed[at];
    at = at + 1 == allowed.size() ? 0 : at + 1;
  }
  return none;
}

void LinkState::attach(const GridLink& link) {
  const std::uint32_t span = grid_.span(link.a, link.b), steps = grid_.steps(span);
  heads_.add(link.a, link.b, steps);
  if (directed()) {
    ++in_[link.b];
  } else {
    heads_.add(link.b, link.a, steps);
  }
  wire_ += span;
  count_over_watched(link, 1);
}

void LinkState::detach(const GridLink& link) {
  heads_.remove(link.a, link.b);
  if (directed()) {
    --in_[link.b];
  } else {
    heads_.remove(link.b, link.a);
  }
  wire_ -= grid_.span(link.a, link.b);
  count_over_watched(link, -1);
}

void LinkState::count_over_watched(const GridLink& link, std::int64_t change) {
  for (Watched& watched : watched_) watched.links += change * over(watched.half, link);
}

std::int64_t LinkState::over(std::uint32_t half, const GridLink& link) const {
  const bool from = (half >> link.a & 1) != 0, to = (half >> link.b & 1) != 0;
  return (directed() ? from && !to : from != to) ? 1 : 0;
}

}  // namespace cutline
