// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "line_groups.hpp"

namespace cutline {

Bend bend(Cell at, const Cell& to, std::uint16_t kind, const GridSize& grid) {
  Bend bend;
  PartEnd begin = PartEnd::node;
  for (const Axis axis : kAxes) {
    if (at[axis] == to[axis]) continue;
    const bool goes_y = axis == Axis::x && at[Axis::y] != to[Axis::y];
    const bool goes_z = axis != Axis::z && at[Axis::z] != to[Axis::z];
    const PartEnd end = goes_y ? PartEnd::crossing : goes_z ? PartEnd::through : PartEnd::node;
    bend.line[index(axis)] = static_cast<std::uint32_t>(line_of(grid, axis, at));
    bend.part[index(axis)] = bent_part(at[axis], begin, to[axis], end, kind);
    at.at[index(axis)] = to[axis];
    begin = end;
  }
  return bend;
}

namespace {

/// The links on one line as intervals of stations, with their widths.
class LineFill {
 public:
  void add(std::uint32_t lo, std::uint32_t hi, std::int64_t width) { ends_.push_back({lo, hi, width}); }
  void remove(std::uint32_t lo, std::uint32_t hi, std::int64_t width) {
    const Interval wanted{lo, hi, width};
    const auto found = std::find(ends_.begin(), ends_.end(), wanted);
    *found = ends_.back();
    ends_.pop_back();
  }
  /// The greatest sum of widths at any station of an interval.
  std::int64_t densest(std::uint32_t lo, std::uint32_t hi) const {
    std::vector<std::pair<std::uint32_t, std::int64_t>> changes;
    for (const Interval& each : ends_) {
      if (each.hi < lo || each.lo > hi) continue;
      changes.emplace_back(std::max(each.lo, lo), each.width);
      changes.emplace_back(each.hi + 1, -each.width);
    }
    std::sort(changes.begin(), changes.end());  // at equal stations links that end come first
    std::int64_t now = 0, most = 0;
    for (const auto& [station, change] : changes) most = std::max(most, now += change);
    return most;
  }

  /// The sum of the widths of the links that end at the node of a slot.
  std::int64_t ending_at(std::uint32_t slot) const {
    std::int64_t sum = 0;
    for (const Interval& each : ends_) {
      for (const std::uint32_t end : {each.lo, each.hi}) {
        if (slot_of(end) == slot && is_link_end(end)) sum += each.width;
      }
    }
    return sum;
  }

 private:
  struct Interval {
    std::uint32_t lo, hi;
    std::int64_t width;
    bool operator==(const Interval&) const = default;
  };
  std::vector<Interval> ends_;
};

/// All rows and columns of a die, how full they are, and how much room each has.
class DieFill {
 public:
  DieFill(const GivenPlaces& given, const GridSize& grid)
      : blockages_(blocked_rectangles(given.plan)), lines_(given.router_lines) {
    const Rectangle die = die_of(given.plan);
    ends_ = {die.right(), die.top()};
    for (const Axis axis : {Axis::x, Axis::y}) {
      const std::size_t along = index(axis);
      fill_[along].resize(grid.lines(axis));
      for (std::size_t slot = 0; slot < lines_[along].size(); ++slot)
        pitch_[along].push_back((end_of(along, slot) - lines_[along][slot]).base);
    }
  }

  LineFill& line(Axis axis, std::uint32_t line) { return fill_[index(axis)][line]; }
  void add(const Bend& bend, std::int64_t width) { change(bend, width, &LineFill::add); }
  void remove(const Bend& bend, std::int64_t width) { change(bend, width, &LineFill::remove); }

  /// How full the routing channels and boxes of a bend would be with it: first the fullest, then the sum of all. The
  /// tracks of a bend take room across its two lines, its terminals along them.
  std::pair<double, double> fullness(const Bend& bend, std::int64_t width) const {
    double most = 0, sum = 0;
    for (const Axis axis : {Axis::x, Axis::y}) {
      const std::uint32_t number = bend.line[index(axis)];
      const Part& part = bend.part[index(axis)];
      const std::int64_t densest = fill_[index(axis)][number].densest(part.lo, part.hi) + width;
      const auto count = [&](std::int64_t demand, double room) {
        const double full = static_cast<double>(demand) / room;
        most = std::max(most, full);
        sum += full;
      };
      count(densest, room(axis, number, slot_of(part.lo), slot_of(part.hi)));
      const std::uint32_t end = is_crossing(part.lo) ? part.hi : part.lo;
      const std::uint32_t slot = slot_of(end);
      count(fill_[index(axis)][number].ending_at(slot) + width, pitch_[index(axis)][slot]);
    }
    return {most, sum};
  }

 private:
  Length end_of(std::size_t axis, std::size_t slot) const {
    return slot + 1 < lines_[axis].size() ? lines_[axis][slot + 1] : ends_[axis];
  }

  /// The room of a line's routing channel between two slots: its width less that of the largest blocked rectangle, but
  /// at least a hundredth. A rectangle that leaves some layers free counts half.
  double room(Axis axis, std::uint32_t line, std::uint32_t from, std::uint32_t to) const {
    const std::size_t along = index(axis), across = 1 - along;
    const double all = pitch_[across][line];
    double taken = 0;
    for (const Blockage& blockage : blockages_) {
      const Rectangle& box = blockage.box;
      const std::array<Length, 2> low = {box.x, box.y}, high = {box.right(), box.top()};
      if (high[along] <= lines_[along][from] || low[along] >= end_of(along, to)) continue;
      const Length first = std::max(low[across], lines_[across][line]);
      const Length last = std::min(high[across], end_of(across, line));
      taken = std::max(taken, (last - first).base * (blockage.layers.empty() ? 1 : 0.5));
    }
    return std::max(all - taken, 0.01 * all);
  }

  void change(const Bend& bend, std::int64_t width, void (LineFill::*how)(std::uint32_t, std::uint32_t, std::int64_t)) {
    for (const Axis axis : {Axis::x, Axis::y}) {
      const Part& part = bend.part[index(axis)];
      (fill_[index(axis)][bend.line[index(axis)]].*how)(part.lo, part.hi, width);
    }
  }

  std::array<std::vector<LineFill>, 2> fill_;
  std::vector<Blockage> blockages_;
  std::array<std::vector<Length>, 2> lines_;
  std::array<Length, 2> ends_;
  std::array<std::vector<double>, 2> pitch_;  ///< nm of each column along x, of each row along y
};

}  // namespace

std::vector<Bend> roomy_bends(std::vector<Bend> bends, const std::vector<LooseLink>& links,
                              const std::vector<LinkKind>& kinds, const GivenPlaces& given,
                              const std::array<std::vector<LineMove>, 3>& straight, const GridSize& grid) {
  constexpr int kRounds = 3;
  const auto width_of = [&](std::uint16_t kind) { return std::int64_t{kinds[kind].channels} * kinds[kind].width; };
  DieFill die(given, grid);
  for (const Axis axis : {Axis::x, Axis::y}) {
    for (const LineMove& move : straight[index(axis)]) {
      const Part part = straight_part(move.move);
      die.line(axis, move.line).add(part.lo, part.hi, width_of(move.move.kind));
    }
  }
  for (std::size_t i = 0; i < links.size(); ++i) die.add(bends[i], width_of(links[i].kind));
  for (int round = 0; round < kRounds; ++round) {
    for (std::size_t i = 0; i < links.size(); ++i) {
      const LooseLink& link = links[i];
      const std::int64_t width = width_of(link.kind);
      die.remove(bends[i], width);
      const Bend there = bend(link.a, link.b, link.kind, grid), back = bend(link.b, link.a, link.kind, grid);
      const Bend& other = bends[i].line == there.line ? back : there;
      if (die.fullness(other, width) < die.fullness(bends[i], width)) bends[i] = other;
      die.add(bends[i], width);
    }
  }
  return bends;
}

}  // namespace cutline
