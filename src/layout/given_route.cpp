// SPDX-License-Identifier: Apache-2.0

#include "cutline/base/error.hpp"
#include "cutline/base/parallel.hpp"
#include "cutline/detail/layout/shapes.hpp"
#include "tracks.hpp"

namespace cutline {

namespace {

constexpr std::array<Axis, 2> kGivenAxes = {Axis::x, Axis::y};
constexpr std::uint32_t kUnused = ~0u;

/// Gives every line with links a pattern of its own. Lines without links keep sharing one.
void part_lines(Lines& lines) {
  std::vector<Pattern> patterns;
  std::uint32_t empty = kUnused;
  for (std::uint32_t& of_line : lines.pattern_of_line) {
    const Pattern& shared = lines.patterns[of_line];
    if (shared.size() == 0 && empty != kUnused) {
      of_line = empty;
      continue;
    }
    if (shared.size() == 0) empty = static_cast<std::uint32_t>(patterns.size());
    patterns.push_back(Pattern(shared));
    of_line = static_cast<std::uint32_t>(patterns.size() - 1);
  }
  lines.patterns = std::move(patterns);
  lines.multiplicity.assign(lines.patterns.size(), 0);
  for (const std::uint32_t of_line : lines.pattern_of_line) ++lines.multiplicity[of_line];
}

/// Every slot begins with the cells of its terminals; its routing channel takes the rest up to the next slot. Each has
/// at least one cell.
AxisPositions given_positions(const Wiring& wiring, const LayoutRules& rules, Axis axis) {
  const std::vector<std::int64_t>& starts = rules.given->start[index(axis)];
  const std::uint32_t slots = wiring.grid[axis];
  CUTLINE_EXPECT(starts.size() == slots);
  const std::uint32_t stacks = row_of_stacks(rules, axis);
  AxisPositions places;
  places.start = starts;
  places.total = rules.given->total[index(axis)];
  places.box.assign(slots, 1 + stacks);
  for (const Pattern& pattern : wiring[axis].patterns) {
    for (std::uint32_t slot = 0; slot < slots; ++slot)
      places.box[slot] = std::max(places.box[slot], pattern.terminals[slot] + stacks);
  }
  places.channel.assign(slots, 0);
  for (std::uint32_t slot = 0; slot < slots; ++slot) {
    const std::int64_t pitch = (slot + 1 < slots ? starts[slot + 1] : places.total) - starts[slot];
    CUTLINE_EXPECT(pitch >= 2);
    places.box[slot] = static_cast<std::uint32_t>(std::min<std::int64_t>(places.box[slot], pitch - 1));
    places.channel[slot] = static_cast<std::uint32_t>(
        std::min<std::int64_t>(pitch - places.box[slot], std::numeric_limits<std::int32_t>::max()));
  }
  places.node_box = places.box;
  return places;
}

/// The rows of bent links whose columns are parts of one line, by part.
using RowsOfBends = std::map<std::uint32_t, const Joint*>;

/// By column.
std::vector<RowsOfBends> rows_of_bends(const Layout& layout) {
  std::vector<RowsOfBends> all(layout.lines(Axis::y).pattern_of_line.size());
  for (const Joint& joint : layout.wiring.joints) all[joint.line[1]][joint.part[1]] = &joint;
  return all;
}

/// Assigns the tracks of one line around blocked cells, wire by wire. Rows come first: columns know the tracks of
/// theirs.
class BlockedLine {
 public:
  BlockedLine(Layout& layout, Axis axis, std::uint32_t line, const RowsOfBends* rows)
      : line_(layout, axis, line),
        pattern_(layout.wiring[axis].patterns[layout.wiring[axis].pattern_of_line[line]]),
        rows_(rows),
        busy_until_(layout.rules.layer_pairs) {
    const std::int64_t first = line_.across().start[line_.slot_across], last = line_.across().end(line_.slot_across);
    for (const BlockedCells& cells : layout.rules.given->blocked) {
      const BlockedFrame frame = in_line_frame(cells);
      if (frame.across0 < last && frame.across1 >= first) blocked_.push_back(&cells);
    }
  }

  bool anything_blocked() const { return !blocked_.empty() && pattern_.size() > 0; }

  void assign() {
    pattern_.wires_per_unit = 1;
    pattern_.unit_begin.clear();
    pattern_.lane.clear();
    for (std::uint32_t part = 0; part < pattern_.size(); ++part) {
      pattern_.unit_begin.push_back(static_cast<std::uint32_t>(pattern_.lane.size()));
      for (const Lane& lane : lanes_for(part)) {
        pattern_.lane.push_back(lane.track * pattern_.pairs + lane.pair);
        occupy(lane, pattern_.hi[part]);
      }
    }
    // Count only tracks in use; blocked tracks between them carry nothing.
    std::ptrdiff_t most = 0;
    for (const auto& busy : busy_until_) {
      const auto unused = std::ranges::count(busy, kUnused);
      most = std::max(most, static_cast<std::ptrdiff_t>(busy.size()) - unused);
    }
    pattern_.tracks = static_cast<std::uint32_t>(most);
  }

 private:
  struct Lane {
    std::uint32_t track;
    std::uint8_t pair;
  };

  std::uint32_t wires(std::uint32_t part) const { return line_.layout.wiring.kinds[pattern_.kind[part]].wires; }
  std::uint32_t room() const { return line_.across().channel[line_.slot_across]; }
  bool keeps_one_pair() const { return line_.layout.rules.link_on_one_pair; }

  void occupy(const Lane& lane, std::uint32_t until) {
    auto& busy = busy_until_[lane.pair];
    if (busy.size() <= lane.track) busy.resize(lane.track + 1, kUnused);
    busy[lane.track] = until;
  }

  std::uint32_t next_free(std::uint32_t part, std::uint8_t pair, std::uint32_t track) const {
    const auto& busy = busy_until_[pair];
    while (track < busy.size() && busy[track] != kUnused && busy[track] >= pattern_.lo[part]) ++track;
    return track;
  }

  /// The pairs that a wire may take, as a range [first, last). A wire of a bent link has its pair already.
  std::pair<std::uint8_t, std::uint8_t> pairs_of(std::uint32_t part, std::uint32_t wire) const {
    if (!pattern_.is_bent(part)) return {std::uint8_t{0}, pattern_.pairs};
    const PairRule rule{pattern_.pairs, keeps_one_pair()};
    const std::uint8_t pair = rule.of_bent(pattern_.pair[part], wire, wires(part));
    return {pair, static_cast<std::uint8_t>(pair + 1)};
  }

  /// Where a run begins and ends, or how far it may reach: over the whole of a crossing. `least`: not over it, but to
  /// the track of its row where that is known.
  std::array<std::int64_t, 2> run_of(std::uint32_t part, std::uint32_t wire, bool least) const {
    const auto end = [&](PartSide side) {
      const std::uint32_t station = pattern_.end(part, side);
      if (!least || !is_crossing(station)) return line_.end(part, side, wire);
      if (rows_ == nullptr) return line_.along().box_end(slot_of(station));
      const Joint& joint = *rows_->at(part);
      const LineFrame row(line_.layout, Axis::x, joint.line[0]);
      return row.track(row.pattern.track_of(joint.part[0], wire));
    };
    return {end(PartSide::lo), end(PartSide::hi)};
  }

  /// The lowest open lane from the tracks `from` on, by pair, within reach.
  std::optional<Lane> open_lane(std::uint32_t part, std::pair<std::uint8_t, std::uint8_t> pairs,
                                const std::vector<std::uint32_t>& from, const std::array<std::int64_t, 2>& run,
                                const std::array<std::int64_t, 2>& stubs) const {
    for (std::uint8_t pair = pairs.first; pair < pairs.second; ++pair) {
      const std::uint32_t reached = reach(part, pair, stubs);
      std::uint32_t track = from[pair];
      while (track < reached) {
        const std::uint32_t open = first_open(pair, track, run);
        if (open == track) return Lane{track, pair};
        track = next_free(part, pair, open);
      }
    }
    return std::nullopt;
  }

  /// The lanes that the wires of a part take, each on the lowest pair with room, above the wires before it on that
  /// pair; past the channel's end nothing is blocked. Where no track is open over the whole of a crossing, as at the
  /// border of a round die, one is taken that is open up to the track of the other line.
  std::vector<Lane> lanes_for(std::uint32_t part) const {
    std::vector<std::uint32_t> inside, past;  // by pair: the track for the next wire
    for (std::uint8_t pair = 0; pair < pattern_.pairs; ++pair) {
      inside.push_back(next_free(part, pair, 0));
      past.push_back(next_free(part, pair, room()));
    }
    std::vector<Lane> lanes;
    for (std::uint32_t wire = 0; wire < wires(part); ++wire) {
      const std::array<std::int64_t, 2> whole = run_of(part, wire, false), least = run_of(part, wire, true);
      auto [first, last] = pairs_of(part, wire);
      if (keeps_one_pair() && wire > 0) {
        first = lanes.front().pair;
        last = static_cast<std::uint8_t>(first + 1);
      }
      std::optional<Lane> found = open_lane(part, {first, last}, inside, whole, least);
      if (!found && least != whole) found = open_lane(part, {first, last}, inside, least, least);
      std::uint32_t& next = found ? inside[found->pair] : past[first];  // without room; later wires may find some
      lanes.push_back(found.value_or(Lane{next, first}));
      next = next_free(part, lanes.back().pair, lanes.back().track + 1);
    }
    return lanes;
  }

  /// Blocked cells along and across this line.
  struct BlockedFrame {
    std::int64_t along0, along1, across0, across1;
  };
  BlockedFrame in_line_frame(const BlockedCells& cells) const {
    if (line_.axis == Axis::x) return {cells.x0, cells.x1, cells.y0, cells.y1};
    return {cells.y0, cells.y1, cells.x0, cells.x1};
  }

  /// How many tracks the stubs of a wire reach before they meet blocked cells, and in a column its row; blocked cells
  /// at the edge of the box count too.
  std::uint32_t reach(std::uint32_t part, std::uint8_t pair, const std::array<std::int64_t, 2>& ends) const {
    const int stub_layer = line_.axis == Axis::x ? vertical_layer(pair) : horizontal_layer(pair);
    const std::int64_t edge = line_.across().box_end(line_.slot_across) - 1;
    std::int64_t tracks = room();
    for (const PartSide side : {PartSide::lo, PartSide::hi}) {
      if (rows_ == nullptr && is_crossing(pattern_.end(part, side))) continue;
      const std::int64_t at = ends[side == PartSide::hi ? 1 : 0];
      for (const BlockedCells* cells : blocked_) {
        const BlockedFrame frame = in_line_frame(*cells);
        const bool above = frame.along0 <= at && at <= frame.along1 && frame.across1 >= edge;
        if (above && cells->layers[static_cast<std::size_t>(stub_layer)])
          tracks = std::min(tracks, std::max<std::int64_t>(0, frame.across0 - edge - 1));
      }
    }
    return static_cast<std::uint32_t>(tracks);
  }

  /// The first track from `track` on at which a run meets no blocked cells.
  std::uint32_t first_open(std::uint8_t pair, std::uint32_t track, const std::array<std::int64_t, 2>& ends) const {
    const auto run_layer =
        static_cast<std::size_t>(line_.axis == Axis::x ? horizontal_layer(pair) : vertical_layer(pair));
    const std::int64_t first = line_.track(track);
    std::int64_t at = first;
    for (bool moves = true; moves;) {
      moves = false;
      for (const BlockedCells* cells : blocked_) {
        const BlockedFrame frame = in_line_frame(*cells);
        const bool in_the_way = cells->layers[run_layer] && ends[0] <= frame.along1 && frame.along0 <= ends[1] &&
                                frame.across0 <= at && at <= frame.across1;
        if (!in_the_way) continue;
        at = frame.across1 + 1;
        moves = true;
      }
    }
    const std::int64_t most = std::numeric_limits<std::uint32_t>::max();
    return static_cast<std::uint32_t>(std::min(track + (at - first), most));
  }

  LineFrame line_;
  Pattern& pattern_;
  const RowsOfBends* rows_;  ///< null for a row
  std::vector<const BlockedCells*> blocked_;
  std::vector<std::vector<std::uint32_t>> busy_until_;  ///< by pair and track: the station up to which it is taken
};

}  // namespace

Layout route_in_given_places(Wiring wiring, const LayoutRules& rules) {
  CUTLINE_EXPECT(rules.over_nodes && wiring.grid[Axis::z] == 1);
  Layout layout{.wiring = std::move(wiring), .rules = rules};
  for (const Axis axis : kGivenAxes) {
    Lines& lines = layout.wiring[axis];
    part_lines(lines);
    parallel_for(lines.patterns.size(), [&](std::size_t pattern) {
      route_pattern(lines.patterns[pattern], layout.wiring.kinds, lines.slots,
                    {rules.layer_pairs, rules.link_on_one_pair});
      if (!rules.link_on_one_pair) prefer_fast_pairs(lines.patterns[pattern], rules.fastest_pairs[index(axis)]);
    });
  }
  for (const Axis axis : kGivenAxes) layout.positions[index(axis)] = given_positions(layout.wiring, rules, axis);
  bool anything_blocked = false;
  const std::vector<RowsOfBends> rows = rows_of_bends(layout);
  for (const Axis axis : kGivenAxes) {
    for (std::uint32_t line = 0; line < layout.lines(axis).pattern_of_line.size(); ++line) {
      BlockedLine assigner(layout, axis, line, axis == Axis::y ? &rows[line] : nullptr);
      if (!assigner.anything_blocked()) continue;
      anything_blocked = true;
      assigner.assign();
    }
  }
  if (!anything_blocked) order_tracks(layout);
  layout.unrouted = find_unrouted(layout);
  return layout;
}

}  // namespace cutline
