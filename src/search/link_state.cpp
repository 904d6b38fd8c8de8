// SPDX-License-Identifier: Apache-2.0
#include "search/link_state.hpp"

#include <utility>

namespace cutline {

LinkState::LinkState(const LinkGrid& grid)
    : grid_(grid),
      heads_(grid.limits().nodes(), grid.limits().degree),
      in_(grid.limits().nodes(), 0),
      cuts_(grid.limits()),
      sides_(grid.limits().nodes()) {}

std::uint64_t LinkState::lacking() const {
  const auto wanted = static_cast<std::int32_t>(limits().bisection.value_or(0));
  std::int64_t lacking = 0;
  for (const std::int32_t links : watched_) lacking += std::max(0, wanted - links);
  return static_cast<std::uint64_t>(lacking);
}

void LinkState::watch(const Halving& halving) {
  for (std::size_t node = 0; node < sides_.size(); ++node) sides_[node].push_back(halving.first_half[node]);
  watched_.push_back(0);
  for (const GridLink& link : links_) {
    const std::uint8_t from = sides_[link.a].back(), to = sides_[link.b].back();
    watched_.back() += (directed() ? from > to : from != to) ? 1 : 0;
  }
}

bool LinkState::may_add(std::uint32_t a, std::uint32_t b) const {
  return a != b && open_out(a) && open_in(b) && !heads_.has(a, b) &&
         (!limits().links || links_.size() < *limits().links) &&
         (!limits().wire || wire_ + grid_.span(a, b) <= *limits().wire) && (!cuts_.limited() || cuts_.have_room(a, b));
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
  count(link, 1);
}

void LinkState::detach(const GridLink& link) {
  heads_.remove(link.a, link.b);
  if (directed()) {
    --in_[link.b];
  } else {
    heads_.remove(link.b, link.a);
  }
  wire_ -= grid_.span(link.a, link.b);
  count(link, -1);
}

void LinkState::count(const GridLink& link, std::int32_t change) {
  if (cuts_.limited()) cuts_.count(link.a, link.b, change);
  const std::vector<std::uint8_t>&from = sides_[link.a], &to = sides_[link.b];
  if (directed()) {
    for (std::size_t i = 0; i < watched_.size(); ++i) watched_[i] += from[i] > to[i] ? change : 0;
  } else {
    for (std::size_t i = 0; i < watched_.size(); ++i) watched_[i] += from[i] != to[i] ? change : 0;
  }
}

}  // namespace cutline
