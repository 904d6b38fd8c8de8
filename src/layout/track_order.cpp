// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <queue>
#include <tuple>

#include "cutline/base/parallel.hpp"
#include "cutline/detail/layout/shapes.hpp"
#include "tracks.hpp"

namespace cutline {

namespace {

/// The wires on one track. A track is as wide as a unit of its pattern.
struct TrackLoad {
  std::uint64_t stubs = 0;                                 ///< on all lines of the pattern, of one wire of each unit
  double rest = -std::numeric_limits<double>::infinity();  ///< length of its longest wire without stubs

  void add(std::uint64_t more_stubs, double wire_rest) {
    stubs += more_stubs;
    rest = std::max(rest, wire_rest);
  }
};

/// The tracks of a pattern, pair by pair.
struct PatternLoad {
  std::uint32_t units = 0;  ///< tracks of the fullest pair
  double step = 0;          ///< how much longer the two stubs of a wire are on the next track
  std::vector<TrackLoad> tracks;

  TrackLoad& at(const Pattern& pattern, std::uint32_t lane) {
    return tracks[std::size_t{lane % pattern.pairs} * units + lane / pattern.pairs];
  }
  double stubs_length(std::uint32_t track) const { return step * (track + 1.0); }
};

class TrackOrderer {
 public:
  explicit TrackOrderer(Layout& layout)
      : layout_(layout), cell_(cell_size(layout.rules)), longest_(layout.rules.layer_pairs, 0) {}

  void order() {
    for (const Axis axis : {Axis::x, Axis::y}) {
      loads_[index(axis)].resize(layout_.lines(axis).patterns.size());
      parallel_for(loads_[index(axis)].size(), [&](std::size_t pattern) { add_straight_links(axis, pattern); });
    }
    find_longest();
    for (const Axis axis : {Axis::x, Axis::y}) {
      add_bent_links(axis);
      parallel_for(loads_[index(axis)].size(), [&](std::size_t pattern) { permute(axis, pattern); });
    }
  }

 private:
  void add_straight_links(Axis axis, std::size_t number) {
    const Lines& lines = layout_.lines(axis);
    const Pattern& pattern = lines.patterns[number];
    PatternLoad& load = loads_[index(axis)][number];
    load.units = pattern.tracks / pattern.wires_per_unit;
    load.step = 2.0 * pattern.wires_per_unit * (axis == Axis::x ? cell_.y : cell_.x);
    load.tracks.resize(std::size_t{load.units} * layout_.rules.layer_pairs);
    for (std::size_t part = 0; part < pattern.size(); ++part) {
      if (pattern.is_bent(part) || pattern.is_facing(part)) continue;
      const std::uint64_t stubs = stub_count(layout_, pattern, part);
      const std::int64_t along = part_cells_along(layout_, axis, pattern, part);
      const double rest = static_cast<double>(along) * (axis == Axis::x ? cell_.x : cell_.y);
      for (const std::uint32_t lane : lanes_of(pattern, part))
        load.at(pattern, lane).add(stubs * lines.multiplicity[number], rest);
    }
  }

  /// Calls visit(first, last) for every bundle of wires that lie side by side on both lines. The last wire of a bundle
  /// is its longest: it has the farthest tracks, and terminals are in the order of tracks.
  template <class Visit>
  void for_each_bundle(const Joint& joint, const Visit& visit) const {
    const std::uint32_t wires = layout_.wiring.kind(joint).wires;
    for (std::uint32_t first = 0, end = 0; first < wires; first = end) {
      end = wires;
      for (const Axis axis : {Axis::x, Axis::y}) {
        if (!joint.has(axis)) continue;
        const std::uint32_t unit = layout_.wiring.pattern(axis, joint.line[index(axis)]).wires_per_unit;
        end = std::min(end, (first / unit + 1) * unit);
      }
      visit(first, end - 1);
    }
  }

  /// The number of stubs by which a bent wire grows with its track on this axis. It is 0 where the part on the other
  /// axis comes from beyond this axis's tracks: then that part becomes shorter by as much as the stub becomes longer.
  std::uint64_t stubs_of(const Joint& joint, Axis axis) const {
    const Axis other = lower_axis_off(axis);
    if (!joint.has(other)) return 2;
    const Pattern& pattern = layout_.wiring.pattern(other, joint.line[index(other)]);
    return is_crossing(pattern.hi[joint.part[index(other)]]) ? 2 : 0;
  }

  void add_bent_links(Axis axis) {
    const Lines& lines = layout_.lines(axis);
    for (const Joint& joint : layout_.wiring.joints) {
      const std::uint64_t stubs = joint.has(axis) ? stubs_of(joint, axis) : 0;
      if (stubs == 0) continue;
      const std::uint32_t number = lines.pattern_of_line[joint.line[index(axis)]];
      const Pattern& pattern = lines.patterns[number];
      const std::uint32_t part = joint.part[index(axis)];
      PatternLoad& load = loads_[index(axis)][number];
      for_each_bundle(joint, [&](std::uint32_t first, std::uint32_t last) {
        const std::uint32_t lane = pattern.lane[pattern.first_unit(part) + first / pattern.wires_per_unit];
        const double length = cell_.length(joint_run(layout_, joint, last));
        const bool begins_unit = first % pattern.wires_per_unit == 0;
        load.at(pattern, lane).add(begins_unit ? stubs : 0, length - load.stubs_length(lane / pattern.pairs));
      });
    }
  }

  /// Finds the longest wire of each pair, among the straight links in the loads and all bent links.
  void find_longest() {
    for (const auto& loads : loads_) {
      for (const PatternLoad& load : loads) {
        for (std::size_t i = 0; i < load.tracks.size(); ++i) {
          double& longest = longest_[i / load.units];
          const auto track = static_cast<std::uint32_t>(i % load.units);
          longest = std::max(longest, load.tracks[i].rest + load.stubs_length(track));
        }
      }
    }
    for (const Joint& joint : layout_.wiring.joints) {
      const Axis axis = joint.first();
      const Pattern& pattern = layout_.wiring.pattern(axis, joint.line[index(axis)]);
      for_each_bundle(joint, [&](std::uint32_t, std::uint32_t last) {
        double& longest = longest_[pattern.pair_of(joint.part[index(axis)], last)];
        longest = std::max(longest, cell_.length(joint_run(layout_, joint, last)));
      });
    }
  }

  /// The farthest place that a track may take; never nearer than its present place, even with rounding.
  std::uint32_t deadline(const PatternLoad& load, std::size_t pair, std::uint32_t track) const {
    constexpr double kRounding = 1e-9;  // of a step
    const double rest = load.tracks[pair * load.units + track].rest;
    const double last = std::floor((longest_[pair] - rest) / load.step + kRounding) - 1;
    return static_cast<std::uint32_t>(std::clamp(last, double(track), load.units - 1.0));
  }

  /// The new place of each track of a pair.
  std::vector<std::uint32_t> places(const PatternLoad& load, std::size_t pair) const {
    constexpr std::uint32_t kEnd = ~0u;
    std::vector<std::tuple<std::uint64_t, double, std::uint32_t>> lightest;  // of equal ones the farthest first
    for (std::uint32_t track = load.units; track-- > 0;) {
      const TrackLoad& of = load.tracks[pair * load.units + track];
      lightest.emplace_back(of.stubs, of.rest, load.units - 1 - track);
    }
    std::ranges::sort(lightest);
    const auto track_of = [&](std::uint32_t rank) { return load.units - 1 - std::get<2>(lightest[rank]); };
    std::vector<std::uint32_t> first(load.units, kEnd), next(load.units);  // lists of ranks by deadline
    for (std::uint32_t rank = 0; rank < load.units; ++rank) {
      std::uint32_t& list = first[deadline(load, pair, track_of(rank))];
      next[rank] = std::exchange(list, rank);
    }
    std::priority_queue<std::uint32_t, std::vector<std::uint32_t>, std::greater<>> may_lie_here;
    std::vector<std::uint32_t> places(load.units);
    for (std::uint32_t place = load.units; place-- > 0;) {
      for (std::uint32_t rank = first[place]; rank != kEnd; rank = next[rank]) may_lie_here.push(rank);
      places[track_of(may_lie_here.top())] = place;
      may_lie_here.pop();
    }
    return places;
  }

  void permute(Axis axis, std::size_t number) {
    Pattern& pattern = layout_.wiring[axis].patterns[number];
    const PatternLoad& load = loads_[index(axis)][number];
    const auto place = each_of(longest_.size(), [&](std::size_t pair) { return places(load, pair); });
    for (std::size_t part = 0; part < pattern.size(); ++part) {
      if (pattern.is_facing(part)) continue;
      for (std::uint32_t& lane : lanes_of(pattern, part)) {
        const std::uint32_t pair = lane % pattern.pairs;
        lane = place[pair][lane / pattern.pairs] * pattern.pairs + pair;
      }
    }
  }

  Layout& layout_;
  CellSize cell_;
  std::array<std::vector<PatternLoad>, 2> loads_;  ///< by axis and pattern
  std::vector<double> longest_;                    ///< by layer pair
};

}  // namespace

void order_tracks(Layout& layout) { TrackOrderer(layout).order(); }

}  // namespace cutline
