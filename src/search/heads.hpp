// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace cutline {

/// The heads of the arcs from every router, up to a fixed number each, and what each arc costs.
class Heads {
 public:
  struct Arc {
    std::uint16_t head = 0, steps = 1;
  };

  Heads(std::uint32_t nodes, std::uint32_t most) : most_(most), count_(nodes, 0), arcs_(std::size_t{nodes} * most) {}

  std::uint32_t nodes() const { return static_cast<std::uint32_t>(count_.size()); }
  std::uint32_t count(std::uint32_t node) const { return count_[node]; }
  const Arc* begin(std::uint32_t node) const { return arcs_.data() + std::size_t{node} * most_; }
  const Arc* end(std::uint32_t node) const { return begin(node) + count_[node]; }
  bool has(std::uint32_t from, std::uint32_t to) const {
    return std::any_of(begin(from), end(from), [&](const Arc& arc) { return arc.head == to; });
  }
  void add(std::uint32_t from, std::uint32_t to, std::uint32_t steps) {
    arcs_[std::size_t{from} * most_ + count_[from]++] = {static_cast<std::uint16_t>(to),
                                                         static_cast<std::uint16_t>(steps)};
  }
  void remove(std::uint32_t from, std::uint32_t to) {
    Arc* first = arcs_.data() + std::size_t{from} * most_;
    *std::find_if(first, first + count_[from], [&](const Arc& arc) { return arc.head == to; }) =
        first[count_[from] - 1];
    --count_[from];
  }

 private:
  std::uint32_t most_;
  std::vector<std::uint32_t> count_;
  std::vector<Arc> arcs_;
};

}  // namespace cutline
