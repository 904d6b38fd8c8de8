// SPDX-License-Identifier: Apache-2.0
#include "search/link_state.hpp"

#include <fmt/core.h>

namespace cutline {

LinkState::LinkState(const LinkGrid& grid, Turns turns)
    : grid_(grid),
      turns_(turns),
      heads_(grid.limits().nodes(), grid.limits().degree),
      tails_(grid.limits().nodes(), directed() ? grid.limits().degree : 0),
      orbit_at_(std::size_t{grid.limits().nodes()} * grid.limits().nodes()),
      cuts_(grid.limits(), grid.places()),
      sides_(grid.limits().nodes()) {}

std::string why_not_kept(const LinkLimits& limits) {
  const LinkGrid grid(limits);
  LinkState state(grid, Turns::none);
  for (const GridLink& link : limits.kept) {
    if (!state.try_add(link.a, link.b))
      return fmt::format("the link of routers {} and {} is there twice, or the limits have no room for it", link.a,
                         link.b);
  }
  return {};
}

std::vector<GridLink> LinkState::links() const {
  std::vector<GridLink> all;
  for (const Orbit& orbit : orbits_) all.insert(all.end(), orbit.begin(), orbit.end());
  return all;
}

std::uint64_t LinkState::lacking() const {
  const auto wanted = static_cast<std::int32_t>(limits().bisection);
  std::int64_t lacking = 0;
  for (const std::int32_t links : watched_) lacking += std::max(0, wanted - links);
  return static_cast<std::uint64_t>(lacking);
}

void LinkState::watch(const Halving& halving) {
  for (std::size_t node = 0; node < sides_.size(); ++node) sides_[node].push_back(halving.first_half[node]);
  watched_.push_back(0);
  for (const GridLink& link : links()) {
    const std::uint8_t from = sides_[link.a].back(), to = sides_[link.b].back();
    watched_.back() += (directed() ? from > to : from != to) ? 1 : 0;
  }
}

void LinkState::forget_turns() {
  if (turns_ == Turns::none) return;
  turns_ = Turns::none;
  const std::vector<GridLink> all = links();
  orbits_.clear();
  for (const GridLink& link : all) {
    orbits_.push_back(orbit_of(grid_, turns_, link));
    number(orbits_.size() - 1);
  }
}

void LinkState::number(std::size_t index) {
  if (index >= orbits_.size()) return;
  for (const GridLink& link : orbits_[index]) {
    orbit_at_[std::size_t{link.a} * limits().nodes() + link.b] = static_cast<std::uint32_t>(index);
    if (!directed()) orbit_at_[std::size_t{link.b} * limits().nodes() + link.a] = static_cast<std::uint32_t>(index);
  }
}

bool LinkState::may_add(std::uint32_t a, std::uint32_t b) const {
  return open_out(a) && open_in(b) && a != b && links_ < limits().links && wire_ + grid_.span(a, b) <= limits().wire &&
         !heads_.has(a, b) && (!cuts_.limited() || cuts_.have_room(a, b));
}

bool LinkState::try_add(std::uint32_t a, std::uint32_t b) {
  if (!may_add(a, b) || !grid_.fits(a, b)) return false;
  const Orbit orbit = orbit_of(grid_, turns_, {a, b});
  if (!try_attach(orbit)) return false;
  changes_.push_back({true, orbits_.size(), orbit});
  orbits_.push_back(orbit);
  number(orbits_.size() - 1);
  return true;
}

bool LinkState::try_attach(const Orbit& orbit) {
  for (const GridLink& link : orbit) {
    if (may_add(link.a, link.b)) {
      attach(link);
      continue;
    }
    for (const GridLink* done = orbit.begin(); done != &link; ++done) detach(*done);
    return false;
  }
  return true;
}

void LinkState::remove(std::size_t index) {
  changes_.push_back({false, index, orbits_[index]});
  for (const GridLink& link : orbits_[index]) detach(link);
  orbits_[index] = orbits_.back();
  orbits_.pop_back();
  number(index);
}

bool LinkState::changed() const {
  std::size_t added = 0, again = 0;
  for (const Change& change : changes_) {
    if (!change.added) continue;
    ++added;
    for (const Change& other : changes_) again += !other.added && other.orbit == change.orbit ? 1 : 0;
  }
  return again < added || added * 2 < changes_.size();
}

void LinkState::take_back() {
  for (; !changes_.empty(); changes_.pop_back()) {
    const Change& change = changes_.back();
    if (change.added) {
      for (const GridLink& link : change.orbit) detach(link);
      orbits_.pop_back();
      continue;
    }
    for (const GridLink& link : change.orbit) attach(link);
    orbits_.push_back(change.orbit);
    std::swap(orbits_[change.index], orbits_.back());
    number(change.index);
    number(orbits_.size() - 1);
  }
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

bool LinkState::add_some(std::uint32_t a, Random& random) {
  const std::vector<std::uint32_t>& allowed = grid_.allowed(a);
  if (allowed.empty() || !open_out(a)) return false;
  std::size_t at = random.below(allowed.size());
  for (std::size_t seen = 0; seen < allowed.size(); ++seen) {
    if (try_add(a, allowed[at])) return true;
    at = at + 1 == allowed.size() ? 0 : at + 1;
  }
  return false;
}

void LinkState::attach(const GridLink& link) {
  const std::uint32_t span = grid_.span(link.a, link.b), steps = grid_.steps(span);
  heads_.add(link.a, link.b, steps);
  if (directed()) {
    tails_.add(link.b, link.a, steps);
  } else {
    heads_.add(link.b, link.a, steps);
  }
  wire_ += span;
  ++links_;
  count(link, 1);
}

void LinkState::detach(const GridLink& link) {
  heads_.remove(link.a, link.b);
  if (directed()) {
    tails_.remove(link.b, link.a);
  } else {
    heads_.remove(link.b, link.a);
  }
  wire_ -= grid_.span(link.a, link.b);
  --links_;
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
