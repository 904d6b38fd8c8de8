// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "cutline/geometry/cell.hpp"
#include "cutline/layout/check.hpp"
#include "cutline/layout/runs.hpp"
#include "cutline/layout/shapes.hpp"
#include "cutline/placement/placement.hpp"

namespace cutline::checking {

/// Violations as they are found: all are counted, the first ones kept in words.
class Findings {
 public:
  /// `message` makes the text; it is called for kept violations only.
  template <class Message>
  void add(const char* rule, const Message& message) {
    if (kept_.size() < kKeptViolations) kept_.push_back({rule, message()});
    ++count_;
  }
  void merge(const Findings& other) {
    for (const Violation& violation : other.kept_) {
      if (kept_.size() < kKeptViolations) kept_.push_back(violation);
    }
    count_ += other.count_;
  }
  std::uint64_t count() const { return count_; }
  const std::vector<Violation>& kept() const { return kept_; }

 private:
  std::uint64_t count_ = 0;
  std::vector<Violation> kept_;
};

/// The routed lengths of wires, added up piece of metal by piece of metal.
class ShownLengths {
 public:
  ShownLengths() = default;
  explicit ShownLengths(const LayoutRules& rules) : cell_(cell_size(rules)), plane_cells_(rules.plane_cells) {}
  /// Adds `wires` wires side by side, of which these are the first and the last.
  void add(const WireShapes& first, const WireShapes& last, std::uint32_t wires);
  /// Adds `times` copies of the other wires; of equally long wires the first stays.
  void merge(const ShownLengths& other, std::uint64_t times = 1);
  void write(ShownNumbers& shown) const;

 private:
  /// The run of one wire: of all its metal, and of the pieces that lead from end to end.
  struct Run {
    WireRun all, way;
  };
  Run run_of(const WireShapes& wire) const;
  void keep_longer(const WireShapes& wire, const WireRun& way);

  CellSize cell_;
  std::uint32_t plane_cells_ = 1;
  std::array<Int128, 3> cells_{};
  WireRun longest_;
  double longest_length_ = 0;
  std::array<Cell, 2> ends_{};
};

/// The spans of links, by class: the distances of their ends in the placement.
class ShownSpans {
 public:
  ShownSpans(const Placement& placement, std::size_t classes);
  /// Adds `times` links of a class; a class that the network does not have is not counted.
  void add(std::uint16_t link_class, const Cell& a, const Cell& b, std::uint64_t times);
  void merge(const ShownSpans& other);
  const std::vector<ShownClass>& classes() const { return classes_; }

 private:
  const Placement* placement_;
  std::vector<ShownClass> classes_;
};

}  // namespace cutline::checking
