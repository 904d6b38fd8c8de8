// SPDX-License-Identifier: Apache-2.0
#include "tracks.hpp"

#include <bit>

#include "cutline/base/error.hpp"

namespace cutline {

namespace {

/// The free tracks among those opened so far; gives out the lowest. A track has one bit. Every 64 bits have one bit on
/// the level above, which says whether any of them is set. So every call takes at most one step on each of six levels,
/// for any number of tracks.
class FreeTracks {
 public:
  std::uint32_t opened() const { return opened_; }
  std::uint32_t free_count() const { return free_; }

  /// The lowest free track; opens a new one where none is free.
  std::uint32_t take() {
    if (free_ == 0) return opened_++;
    std::uint32_t at = 0;
    for (std::size_t level = kLevels; level-- > 0;) {
      at = at * 64 + static_cast<std::uint32_t>(std::countr_zero(bits_[level][at]));
    }
    --free_;
    std::uint32_t track = at;
    for (auto& level : bits_) {
      level[at / 64] &= ~(std::uint64_t{1} << (at % 64));
      if (level[at / 64] != 0) break;
      at /= 64;
    }
    return track;
  }

  void give_back(std::uint32_t track) {
    ++free_;
    for (auto& level : bits_) {
      if (level.size() <= track / 64) level.resize(track / 64 + 1, 0);
      level[track / 64] |= std::uint64_t{1} << (track % 64);
      track /= 64;
    }
  }

 private:
  static constexpr std::size_t kLevels = 6;  // 64^6 tracks: more than 32 bits can count
  std::array<std::vector<std::uint64_t>, kLevels> bits_;
  std::uint32_t opened_ = 0;
  std::uint32_t free_ = 0;
};

/// The parts sorted by upper end, equal ends in the order of the pattern.
std::vector<std::uint32_t> by_upper_end(const Pattern& pattern, std::uint32_t slots) {
  std::vector<std::uint32_t> order(pattern.size());
  const std::size_t stations = std::size_t{slots} * kZones;
  if (pattern.size() < stations) {
    std::iota(order.begin(), order.end(), 0u);
    std::ranges::stable_sort(order, [&](std::uint32_t a, std::uint32_t b) { return pattern.hi[a] < pattern.hi[b]; });
    return order;
  }
  std::vector<std::uint32_t> next(stations + 1, 0);
  for (const std::uint32_t hi : pattern.hi) ++next[hi + 1];
  for (std::size_t i = 1; i <= stations; ++i) next[i] += next[i - 1];
  for (std::uint32_t part = 0; part < pattern.size(); ++part) order[next[pattern.hi[part]]++] = part;
  return order;
}

/// The greatest common divisor of the numbers of wires of the pattern's links.
std::uint32_t common_wires(const Pattern& pattern, const std::vector<LinkKind>& kinds) {
  std::vector<bool> present(kinds.size(), false);
  for (const std::uint16_t kind : pattern.kind) present[kind] = true;
  std::uint32_t common = 0;
  for (std::size_t kind = 0; kind < kinds.size(); ++kind) {
    if (present[kind]) common = std::gcd(common, kinds[kind].wires);
  }
  return std::max(common, 1u);
}

/// The number of wires of a unit. Where links keep to one pair, it is the common divisor of their numbers of wires.
/// Else it is this number divided by the pairs where that leaves no rest, and otherwise 1, so that no track is lost.
std::uint32_t unit_wires(const Pattern& pattern, const std::vector<LinkKind>& kinds, const PairRule& rule) {
  const std::uint32_t common = common_wires(pattern, kinds);
  if (rule.one_a_link) return common;
  return common % rule.pairs == 0 ? common / rule.pairs : 1;
}

class TrackAssigner {
 public:
  TrackAssigner(Pattern& pattern, const std::vector<LinkKind>& kinds, const PairRule& rule)
      : pattern_(pattern), kinds_(kinds), rule_(rule), free_(rule.pairs) {
    pattern_.pairs = static_cast<std::uint8_t>(rule.pairs);
    pattern_.wires_per_unit = unit_wires(pattern, kinds, rule);
    std::uint64_t units = 0;
    bool single = true;
    for (std::size_t part = 0; part < pattern.size(); ++part) {
      units += units_of(part);
      single = single && units_of(part) == 1;
    }
    if (units > std::numeric_limits<std::uint32_t>::max())
      throw_limit_error("a routing channel has more than 2^32 wires, the limit");
    pattern_.unit_begin.clear();
    if (!single) number_units();
    pattern_.lane.assign(units, 0);
  }

  /// Gives the parts between neighbouring slots their places in the zone. The parts of one pair of slots get
  /// consecutive places.
  void face() {
    pattern_.facing = 1;
    std::uint32_t most = 0, units = 0, slot = 0;  // places are as wide as a unit of wires
    for (std::uint32_t part = 0; part < pattern_.size(); ++part) {
      if (!pattern_.is_facing(part)) continue;
      if (slot_of(pattern_.lo[part]) != slot) units = 0;
      slot = slot_of(pattern_.lo[part]);
      for (std::uint32_t& lane : lanes_of(pattern_, part)) lane = units++ * pattern_.pairs;
      most = std::max(most, units);
    }
    expect_few(most, "neighbours have more than 2^31 wires between them, the limit");
    pattern_.facing = most * pattern_.wires_per_unit;
  }

  /// Gives every other part the lanes that it has in a pattern where no part faces.
  void take_tracks(const Pattern& none_faces) {
    pattern_.tracks = 0;
    for (std::uint32_t part = 0; part < pattern_.size(); ++part) {
      if (pattern_.is_facing(part)) continue;
      const auto from = lanes_of(none_faces, part);
      std::copy(from.begin(), from.end(), lanes_of(pattern_, part).begin());
      const std::uint32_t last = *std::ranges::max_element(from) / pattern_.pairs;
      pattern_.tracks = std::max(pattern_.tracks, (last + 1) * pattern_.wires_per_unit);
    }
  }

  void assign(const std::vector<std::uint32_t>& by_hi) {
    std::size_t done = 0;
    for (std::uint32_t part = 0; part < pattern_.size(); ++part) {
      if (pattern_.is_facing(part)) continue;
      for (; done < by_hi.size() && pattern_.hi[by_hi[done]] < pattern_.lo[part]; ++done) release(by_hi[done]);
      if (pattern_.is_bent(part)) {
        assign_bent(part);
      } else {
        assign_straight(part);
      }
    }
    const std::uint32_t most = most_over<std::uint32_t>(free_, &FreeTracks::opened);
    expect_few(most, "a routing channel has more than 2^31 tracks, the limit");
    pattern_.tracks = most * pattern_.wires_per_unit;
  }

 private:
  std::uint32_t units_of(std::size_t part) const { return kinds_[pattern_.kind[part]].wires / pattern_.wires_per_unit; }

  void number_units() {
    pattern_.unit_begin.resize(pattern_.size());
    std::uint32_t next = 0;
    for (std::size_t part = 0; part < pattern_.size(); ++part) {
      pattern_.unit_begin[part] = next;
      next += units_of(part);
    }
  }

  void expect_few(std::uint32_t places, const char* message) const {
    const std::uint64_t of_place = std::max<std::uint64_t>(pattern_.wires_per_unit, pattern_.pairs);
    if (places * of_place > std::numeric_limits<std::int32_t>::max()) throw_limit_error(message);
  }

  void assign_bent(std::uint32_t part) {
    const std::uint32_t wires = kinds_[pattern_.kind[part]].wires;
    std::uint32_t wire = 0;
    for (std::uint32_t& lane : lanes_of(pattern_, part)) {
      const std::uint8_t pair = rule_.of_bent(pattern_.pair[part], wire, wires);
      lane = free_[pair].take() * pattern_.pairs + pair;
      wire += pattern_.wires_per_unit;
    }
  }

  void assign_straight(std::uint32_t part) {
    std::size_t pair = rule_.one_a_link ? roomiest_pair(units_of(part)) : 0;
    for (std::uint32_t& lane : lanes_of(pattern_, part)) {
      if (!rule_.one_a_link && free_[pair].free_count() == 0) pair = roomiest_pair(1);
      lane = free_[pair].take() * pattern_.pairs + static_cast<std::uint32_t>(pair);
    }
  }

  void release(std::uint32_t part) {
    if (pattern_.is_facing(part)) return;
    for (const std::uint32_t lane : lanes_of(pattern_, part))
      free_[lane % pattern_.pairs].give_back(lane / pattern_.pairs);
  }

  /// The lowest pair with room for some units, else the pair that then has the fewest tracks.
  std::size_t roomiest_pair(std::uint32_t units) const {
    std::size_t best = 0;
    const auto then = [&](std::size_t pair) { return free_[pair].opened() + units - free_[pair].free_count(); };
    for (std::size_t pair = 0; pair < free_.size(); ++pair) {
      if (free_[pair].free_count() >= units) return pair;
      if (then(pair) < then(best)) best = pair;
    }
    return best;
  }

  Pattern& pattern_;
  const std::vector<LinkKind>& kinds_;
  PairRule rule_;
  std::vector<FreeTracks> free_;
};

/// Orders the terminals of each slot: first the taps, then the links that go lower, nearest first, then those that go
/// higher, farthest first, so that the wires of a node do not cross one another.
void place_terminals(Pattern& pattern, const std::vector<LinkKind>& kinds, const std::vector<std::uint32_t>& by_hi,
                     std::uint32_t slots) {
  pattern.terminals.assign(slots, 0);
  pattern.lo_terminal.assign(pattern.size(), 0);
  pattern.hi_terminal.assign(pattern.size(), 0);
  const auto take = [&](std::uint32_t slot, std::uint32_t part) {
    const std::uint32_t first = pattern.terminals[slot];
    const std::uint64_t after = std::uint64_t{first} + kinds[pattern.kind[part]].wires;
    if (after > std::numeric_limits<std::int32_t>::max())
      throw_limit_error("a node has more than 2^31 wires, the limit");
    pattern.terminals[slot] = static_cast<std::uint32_t>(after);
    return first;
  };
  for (std::uint32_t part = 0; part < pattern.size(); ++part) {
    if (!kinds[pattern.kind[part]].taps) continue;
    for (std::uint32_t slot = slot_of(pattern.lo[part]) + 1; slot < slot_of(pattern.hi[part]); ++slot) take(slot, part);
  }
  for (std::size_t i = by_hi.size(); i-- > 0;) {
    const std::uint32_t part = by_hi[i];
    if (is_crossing(pattern.hi[part]) || pattern.is_facing(part)) continue;
    pattern.hi_terminal[part] = take(slot_of(pattern.hi[part]), part);
  }
  pattern.lower_terminals = pattern.terminals;
  for (std::uint32_t part = 0; part < pattern.size(); ++part) {
    if (is_crossing(pattern.lo[part]) || pattern.is_facing(part)) continue;
    pattern.lo_terminal[part] = take(slot_of(pattern.lo[part]), part);
  }
}

/// Routes a pattern whose neighbours face. With several pairs and bent parts, fewer parts can happen to need more
/// tracks, since each wire takes the first pair with room; then all other parts keep the tracks that they have where no
/// part faces.
void route_facing(Pattern& pattern, const std::vector<LinkKind>& kinds, const PairRule& rule,
                  const std::vector<std::uint32_t>& by_hi) {
  TrackAssigner assigner(pattern, kinds, rule);
  assigner.face();
  if (rule.pairs == 1 || pattern.facing == 0) return assigner.assign(by_hi);
  Pattern none_faces(pattern);
  none_faces.facing = 0;
  assigner.assign(by_hi);
  TrackAssigner(none_faces, kinds, rule).assign(by_hi);
  if (pattern.tracks > none_faces.tracks) assigner.take_tracks(none_faces);
}

/// The parts that run on one lane.
struct LaneUse {
  std::uint32_t longest = 0;       ///< cuts that its longest part crosses
  std::uint32_t first_part = ~0u;  ///< keeps the wires of a link together
  bool bent = false;
};

template <class Visit>
void for_each_lane(Pattern& pattern, const Visit& visit) {
  for (std::uint32_t part = 0; part < pattern.size(); ++part) {
    if (pattern.is_facing(part)) continue;
    for (std::uint32_t& lane : lanes_of(pattern, part)) visit(part, lane);
  }
}

/// Moves the wires of each pair to its lowest tracks: the fullest pair may have given some of its tracks away.
void close_gaps(Pattern& pattern, std::size_t places) {
  std::vector<bool> in_use(places * pattern.pairs, false);
  for_each_lane(pattern, [&](std::uint32_t, std::uint32_t lane) { in_use[lane] = true; });
  std::vector<std::uint32_t> packed(in_use.size()), next = numbers_below<std::uint32_t>(pattern.pairs);
  for (std::uint32_t lane = 0; lane < in_use.size(); ++lane) {
    if (in_use[lane])
      packed[lane] = std::exchange(next[lane % pattern.pairs], next[lane % pattern.pairs] + pattern.pairs);
  }
  for_each_lane(pattern, [&](std::uint32_t, std::uint32_t& lane) { lane = packed[lane]; });
  pattern.tracks = *std::ranges::max_element(next) / pattern.pairs * pattern.wires_per_unit;
}

}  // namespace

void route_pattern(Pattern& pattern, const std::vector<LinkKind>& kinds, std::uint32_t slots, PairRule rule,
                   bool neighbours_face) {
  const std::vector<std::uint32_t> by_hi = by_upper_end(pattern, slots);
  if (!neighbours_face) {
    TrackAssigner(pattern, kinds, rule).assign(by_hi);
  } else {
    route_facing(pattern, kinds, rule, by_hi);
  }
  place_terminals(pattern, kinds, by_hi, slots);
}

void prefer_fast_pairs(Pattern& pattern, const std::vector<std::uint8_t>& fastest_first) {
  if (fastest_first.empty()) return;
  CUTLINE_EXPECT(fastest_first.size() == pattern.pairs);
  const std::size_t places = pattern.tracks / pattern.wires_per_unit;
  std::vector<LaneUse> uses(places * pattern.pairs);
  for_each_lane(pattern, [&](std::uint32_t part, std::uint32_t lane) {
    LaneUse& use = uses[lane];
    use.longest = std::max(use.longest, pattern.cuts(part));
    use.first_part = std::min(use.first_part, part);
    use.bent = use.bent || pattern.is_bent(part);
  });
  auto moved = numbers_below<std::uint32_t>(uses.size());
  std::vector<std::uint32_t> straight = those_with(moved, [&](std::uint32_t lane) { return !uses[lane].bent; });
  std::ranges::stable_sort(straight, [&](std::uint32_t a, std::uint32_t b) {
    if (uses[a].longest != uses[b].longest) return uses[a].longest > uses[b].longest;
    return uses[a].first_part < uses[b].first_part;
  });
  auto next = straight.begin();
  for (const std::uint8_t pair : fastest_first) {
    for (std::size_t place = 0; place < places; ++place) {
      const auto to = static_cast<std::uint32_t>(place * pattern.pairs + pair);
      if (!uses[to].bent) moved[*next++] = to;
    }
  }
  for_each_lane(pattern, [&](std::uint32_t, std::uint32_t& lane) { lane = moved[lane]; });
  close_gaps(pattern, places);
}

}  // namespace cutline
