// SPDX-License-Identifier: Apache-2.0
#include <utility>

#include "check_line.hpp"

namespace cutline::checking {

namespace {

/// The numbers of a wire's shapes: those that may change by steady steps, and those that may not change.
struct Numbers {
  std::vector<std::int64_t> steady, fixed;
};

Numbers numbers_of(const WireShapes& wire) {
  Numbers numbers{{wire.wire}, {wire.link_class, wire.taps, std::ssize(wire.segments), std::ssize(wire.posts)}};
  const auto put = [](std::vector<std::int64_t>& list, std::initializer_list<std::int64_t> values) {
    list.insert(list.end(), values);
  };
  for (const Segment& s : wire.segments) {
    put(numbers.steady, {s.x0, s.y0, s.x1, s.y1});
    put(numbers.fixed, {s.layer, s.plane});
  }
  for (const Via& v : wire.vias) {
    put(numbers.steady, {v.x, v.y});
    put(numbers.fixed, {v.lower, v.upper, v.plane});
  }
  for (const Post& p : wire.posts) {
    put(numbers.steady, {p.x, p.y});
    put(numbers.fixed, {p.z0, p.z1});
  }
  for (const Terminal& t : wire.terminals) {
    put(numbers.steady, {t.x, t.y});
    put(numbers.fixed, {t.layer, t.through ? 1 : 0, t.node[Axis::x], t.node[Axis::y], t.node[Axis::z]});
  }
  return numbers;
}

/// Whether every step from a to b is also the one from b to c, and the number of the wire grows by one.
bool in_step(const Numbers& a, const Numbers& b, const Numbers& c) {
  if (a.fixed != b.fixed || b.fixed != c.fixed || a.steady.size() != b.steady.size() ||
      b.steady.size() != c.steady.size() || b.steady[0] - a.steady[0] != 1) {
    return false;
  }
  for (std::size_t i = 0; i < a.steady.size(); ++i) {
    if (c.steady[i] - b.steady[i] != b.steady[i] - a.steady[i]) return false;
  }
  return true;
}

}  // namespace

std::size_t shapes_side_by_side(const std::vector<WireShapes>& wires, std::size_t first) {
  std::size_t next = first + 2;
  if (next >= wires.size()) return 1;
  Numbers a = numbers_of(wires[first]), b = numbers_of(wires[first + 1]);
  for (; next < wires.size(); ++next) {
    Numbers c = numbers_of(wires[next]);
    if (!in_step(a, b, c)) break;
    a = std::exchange(b, std::move(c));
  }
  return next == first + 2 ? 1 : next - first;
}

void CheckedLine::add(const WireShapes& wire) {
  reasons_.clear();
  count(wire, wire, 1, look(wire));
}

bool CheckedLine::add(const WireShapes& first, const WireShapes& last, std::uint32_t wires) {
  const Findings before = findings_;
  const std::size_t begin = metal_.size();
  reasons_.clear();
  const std::array<LineEnd, 2> ends = look(first);
  std::swap(reasons_, reasons_of_first_);
  reasons_.clear();
  const std::size_t of_last = metal_.size();
  const bool alike = look(last) == ends && reasons_ == reasons_of_first_ && findings_.count() == before.count();
  if (!alike || !join_metal(begin, of_last, wires)) {
    findings_ = before;
    metal_.resize(begin);
    return false;
  }
  count(first, last, wires, ends);
  return true;
}

/// Replaces the metal of the first wire and of the last, which begin at these places, by that of all wires.
bool CheckedLine::join_metal(std::size_t first, std::size_t last, std::uint32_t wires) {
  const std::size_t pieces = last - first;
  if (metal_.size() != last + pieces) return false;
  for (std::size_t i = first; i < last; ++i) {
    const std::optional<Metal> joined = side_by_side(metal_[i], metal_[i + pieces], wires);
    if (!joined) return false;
    metal_[i] = *joined;
  }
  metal_.resize(last);
  return true;
}

void CheckedLine::count(const WireShapes& first, const WireShapes& last, std::uint32_t wires,
                        const std::array<LineEnd, 2>& ends) {
  if (!goes_on(first)) facts_.lengths.add(first, last, wires);
  groups_.add(first, ends, wires, findings_);
  count_runs(first, wires);
}

}  // namespace cutline::checking
