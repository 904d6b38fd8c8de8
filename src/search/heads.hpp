// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace cutline {

/// The arcs out of each router, and what each costs. An arc is one direction of a link; it leads to its head. A router
/// has room for a fixed number of arcs, and unused room holds arcs from the router to itself, so that loops over them
/// have a constant length.
class Heads {
 public:
  struct Arc {
    std::uint16_t head = 0, steps = 1;
  };

  Heads(std::uint32_t nodes, std::uint32_t most) : most_(most), count_(nodes, 0), arcs_(std::size_t{nodes} * most) {
    for (std::uint32_t node = 0; node < nodes; ++node) std::fill_n(first(node), most, empty(node));
  }

  std::uint32_t nodes() const { return static_cast<std::uint32_t>(count_.size()); }
  std::uint32_t most() const { return most_; }
  std::uint32_t arcs() const { return all_; }
  std::uint32_t count(std::uint32_t node) const { return count_[node]; }
  const Arc* begin(std::uint32_t node) const { return arcs_.data() + std::size_t{node} * most_; }
  const Arc* end(std::uint32_t node) const { return begin(node) + count_[node]; }
  bool has(std::uint32_t from, std::uint32_t to) const {
    return std::any_of(begin(from), end(from), [&](const Arc& arc) { return arc.head == to; });
  }
  void add(std::uint32_t from, std::uint32_t to, std::uint32_t steps) {
    first(from)[count_[from]++] = {static_cast<std::uint16_t>(to), static_cast<std::uint16_t>(steps)};
    ++all_;
  }
  void remove(std::uint32_t from, std::uint32_t to) {
    Arc* arcs = first(from);
    Arc& last = arcs[--count_[from]];
    *std::find_if(arcs, &last, [&](const Arc& arc) { return arc.head == to; }) = last;
    last = empty(from);
    --all_;
  }

 private:
  static Arc empty(std::uint32_t node) { return {static_cast<std::uint16_t>(node), 1}; }
  Arc* first(std::uint32_t node) { return arcs_.data() + std::size_t{node} * most_; }

  std::uint32_t most_, all_ = 0;
  std::vector<std::uint32_t> count_;
  std::vector<Arc> arcs_;
};

}  // namespace cutline
