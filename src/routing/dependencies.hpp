// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "routing/path_table.hpp"

namespace cutline {

/// All dependencies between channels that the paths of a table have: a message holds one channel and waits for the
/// next. Numbered by their first channels.
class Dependencies {
 public:
  explicit Dependencies(const PathTable& table);

  std::size_t count() const { return next_.size(); }
  std::size_t channels() const { return first_.size() - 1; }
  std::uint32_t held(std::uint32_t dependency) const { return held_[dependency]; }
  std::uint32_t next(std::uint32_t dependency) const { return next_[dependency]; }
  /// The number of the dependency of two channels, which must exist. Cost: O(log of the channel's dependencies).
  std::uint32_t number(std::uint64_t held, std::uint64_t next) const;

  /// Calls visit(dependency) for all dependencies in which the channel is held.
  template <class Visit>
  void for_each_after(std::uint32_t channel, const Visit& visit) const {
    for (std::uint32_t d = first_[channel]; d < first_[channel + 1]; ++d) visit(d);
  }
  /// Calls visit(dependency) for all dependencies in which the channel is the next one.
  template <class Visit>
  void for_each_before(std::uint32_t channel, const Visit& visit) const {
    for (std::uint32_t i = first_before_[channel]; i < first_before_[channel + 1]; ++i) visit(before_[i]);
  }

 private:
  std::vector<std::uint32_t> first_, next_, held_;    ///< by channel, and by dependency
  std::vector<std::uint32_t> first_before_, before_;  ///< by next channel: dependencies
};

/// A set of dependencies without a cycle. Channels stand in an order that all dependencies of the set follow; where a
/// new dependency does not follow it, the order is repaired. Source: [Pearce 2006].
class AcyclicDependencies {
 public:
  explicit AcyclicDependencies(const Dependencies& all);

  bool has(std::uint32_t dependency) const { return has_[dependency] != 0; }
  /// Whether the dependency would close a cycle.
  bool closes_cycle(std::uint32_t dependency);
  /// Adds the dependency; returns false and changes nothing where it would close a cycle.
  bool add(std::uint32_t dependency);
  void remove(std::uint32_t dependency) { has_[dependency] = 0; }

 private:
  const Dependencies* all_;
  std::vector<char> has_;
  std::vector<std::uint32_t> place_;  ///< of channels in the order
  std::vector<char> seen_;
  std::vector<std::uint32_t> after_, before_;  ///< channels met in a search
};

}  // namespace cutline
