// SPDX-License-Identifier: Apache-2.0
#include "cutline/base/error.hpp"
#include "line_groups.hpp"
#include "tracks.hpp"

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

/// Pillars have one layer pair: their posts pass through all layers.
constexpr std::array<Axis, 2> kSides = {Axis::x, Axis::y};

/// Counts what links take of one line, on each layer pair, at the stations where some part begins or ends.
class StationLoads {
 public:
  void add_stations(std::uint32_t lo, std::uint32_t hi) { stations_.insert(stations_.end(), {lo, hi}); }
  /// To be called when all stations are known.
  void prepare(std::uint32_t pairs = 1) {
    std::ranges::sort(stations_);
    stations_.erase(std::unique(stations_.begin(), stations_.end()), stations_.end());
    load_.assign(pairs, std::vector<std::int64_t>(stations_.size(), 0));
  }
  std::int64_t densest(std::uint32_t lo, std::uint32_t hi, std::uint32_t pair = 0) const {
    const auto [first, last] = range(lo, hi);
    return *std::max_element(load_[pair].begin() + first, load_[pair].begin() + last);
  }
  void add(std::uint32_t lo, std::uint32_t hi, std::int64_t amount, std::uint32_t pair = 0) {
    const auto [first, last] = range(lo, hi);
    for (auto i = first; i < last; ++i) load_[pair][static_cast<std::size_t>(i)] += amount;
  }

 private:
  std::pair<std::ptrdiff_t, std::ptrdiff_t> range(std::uint32_t lo, std::uint32_t hi) const {
    const auto first = std::lower_bound(stations_.begin(), stations_.end(), lo);
    const auto last = std::upper_bound(first, stations_.end(), hi);
    return {first - stations_.begin(), last - stations_.begin()};
  }
  std::vector<std::uint32_t> stations_;
  std::vector<std::vector<std::int64_t>> load_;
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
      ending_[along].resize(grid.lines(axis), std::vector<std::int64_t>(grid[axis]));
      for (std::size_t slot = 0; slot < lines_[along].size(); ++slot)
        pitch_[along].push_back((end_of(along, slot) - lines_[along][slot]).base);
    }
  }

  void add_stations(Axis axis, std::uint32_t line, const Part& part) {
    fill_[index(axis)][line].add_stations(part.lo, part.hi);
  }
  void prepare() {
    for (auto& lines : fill_) {
      for (StationLoads& line : lines) line.prepare();
    }
  }
  /// Adds the links of a part, or by a negative width takes them away.
  void add(Axis axis, std::uint32_t line, const Part& part, std::int64_t width) {
    fill_[index(axis)][line].add(part.lo, part.hi, width);
    for (const std::uint32_t end : {part.lo, part.hi}) {
      if (is_link_end(end)) ending_[index(axis)][line][slot_of(end)] += width;
    }
  }
  void add(const Bend& bend, std::int64_t width) {
    for (const Axis axis : kSides) add(axis, bend.line[index(axis)], bend.part[index(axis)], width);
  }

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
      count(ending_[index(axis)][number][slot] + width, pitch_[index(axis)][slot]);
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

  std::array<std::vector<StationLoads>, 2> fill_;
  std::array<std::vector<std::vector<std::int64_t>>, 2> ending_;  ///< by line and slot: width of links at its node
  std::vector<Blockage> blockages_;
  std::array<std::vector<Length>, 2> lines_;
  std::array<Length, 2> ends_;
  std::array<std::vector<double>, 2> pitch_;  ///< nm of each column along x, of each row along y
};

/// The part of a joint on one of its lines, as a station interval.
std::array<std::uint32_t, 2> stations_of(const Wiring& wiring, Axis axis, const Joint& joint) {
  const Pattern& pattern = wiring.pattern(axis, joint.line[index(axis)]);
  return {pattern.lo[joint.part[index(axis)]], pattern.hi[joint.part[index(axis)]]};
}

/// A link whose wires the pairs do not share equally, and its lines, on which it meets other such links.
struct UnevenLink {
  struct Side {
    StationLoads* load;
    std::array<std::uint32_t, 2> at;
  };
  std::vector<Side> sides;
  std::vector<std::uint32_t> wires;  ///< number on each pair if its first wires are on pair 0

  std::uint32_t wires_on(std::uint32_t pair, std::uint32_t first) const {
    return wires[(pair + wires.size() - first) % wires.size()];
  }
  std::int64_t densest(std::uint32_t first) const {
    std::int64_t most = 0;
    for (std::uint32_t pair = 0; pair < wires.size(); ++pair) {
      for (const Side& side : sides) {
        const std::uint32_t here = wires_on(pair, first);
        if (here > 0) most = std::max(most, side.load->densest(side.at[0], side.at[1], pair) + here);
      }
    }
    return most;
  }
};

/// Chooses the pair of the first wires of each uneven link; all other links begin with pair 0.
std::vector<std::uint8_t> choose_pairs(const Wiring& wiring, const PairRule& rule) {
  const std::uint32_t pairs = rule.pairs;
  const auto is_uneven = [&](const Joint& joint) { return rule.one_a_link || wiring.kind(joint).wires % pairs != 0; };
  std::array<std::map<std::uint32_t, StationLoads>, 2> loads;
  for (const Axis axis : kSides) {
    auto& of_axis = loads[index(axis)];
    for (const Joint& joint : wiring.joints) {
      if (!joint.has(axis) || !is_uneven(joint)) continue;
      const auto [lo, hi] = stations_of(wiring, axis, joint);
      of_axis[joint.line[index(axis)]].add_stations(lo, hi);
    }
    for (auto& [line, load] : of_axis) load.prepare(pairs);
  }
  std::vector<std::uint8_t> chosen;
  for (const Joint& joint : wiring.joints) {
    chosen.push_back(0);
    if (!is_uneven(joint)) continue;
    UnevenLink link{.sides = {}, .wires = std::vector<std::uint32_t>(pairs, 0)};
    for (const Axis axis : kSides) {
      if (joint.has(axis))
        link.sides.push_back({&loads[index(axis)].at(joint.line[index(axis)]), stations_of(wiring, axis, joint)});
    }
    const std::uint32_t wires = wiring.kind(joint).wires;
    for (std::uint32_t wire = 0; wire < wires; ++wire) ++link.wires[rule.of_bent(0, wire, wires)];
    std::int64_t least = std::numeric_limits<std::int64_t>::max();
    for (std::uint32_t first = 0; first < pairs; ++first) {
      const std::int64_t most = link.densest(first);
      if (most < least) chosen.back() = static_cast<std::uint8_t>(first);
      least = std::min(least, most);
    }
    for (std::uint32_t pair = 0; pair < pairs; ++pair) {
      for (const UnevenLink::Side& side : link.sides)
        side.load->add(side.at[0], side.at[1], link.wires_on(pair, chosen.back()), pair);
    }
  }
  return chosen;
}

bool equal_but_pair(const Pattern& pattern, std::size_t a, std::size_t b) {
  return pattern.lo[a] == pattern.lo[b] && pattern.hi[a] == pattern.hi[b] && pattern.kind[a] == pattern.kind[b];
}

/// One bent part of a line: its place in the pattern, its pair, its joint.
struct BentPart {
  std::uint32_t part;
  std::uint8_t pair;
  std::uint32_t joint;
};

/// Sorts each run of equal parts by ascending pair, as the order of parts requires; the joints follow their parts.
void order_pairs(std::vector<BentPart>& bent, const Pattern& pattern) {
  std::ranges::sort(bent, {}, &BentPart::part);
  for (std::size_t begin = 0; begin < bent.size();) {
    std::size_t end = begin + 1;
    while (end < bent.size() && equal_but_pair(pattern, bent[begin].part, bent[end].part)) ++end;
    const std::uint32_t first = bent[begin].part;
    std::stable_sort(bent.begin() + static_cast<std::ptrdiff_t>(begin), bent.begin() + static_cast<std::ptrdiff_t>(end),
                     [](const BentPart& a, const BentPart& b) { return a.pair < b.pair; });
    for (std::size_t i = begin; i < end; ++i) bent[i].part = first + static_cast<std::uint32_t>(i - begin);
    begin = end;
  }
}

/// Splits the patterns of one axis by the pairs of their bent parts.
void split_patterns(Wiring& wiring, Axis axis, const std::vector<std::uint8_t>& pairs) {
  Lines& lines = wiring[axis];
  std::map<std::uint32_t, std::vector<BentPart>> by_line;
  for (std::uint32_t j = 0; j < wiring.joints.size(); ++j) {
    const Joint& joint = wiring.joints[j];
    if (joint.has(axis)) by_line[joint.line[index(axis)]].push_back({joint.part[index(axis)], pairs[j], j});
  }
  std::map<std::pair<std::uint32_t, std::vector<std::uint8_t>>, std::uint32_t> known;
  for (auto& [line, bent] : by_line) {
    const std::uint32_t old = lines.pattern_of_line[line];
    order_pairs(bent, lines.patterns[old]);
    std::vector<std::uint8_t> key;
    for (const BentPart& part : bent) {
      key.push_back(part.pair);
      wiring.joints[part.joint].part[index(axis)] = part.part;
    }
    const auto [entry, added] = known.try_emplace({old, key}, static_cast<std::uint32_t>(lines.patterns.size()));
    if (added) {
      lines.patterns.push_back(Pattern(lines.patterns[old]));
      lines.multiplicity.push_back(0);
      for (const BentPart& part : bent) lines.patterns.back().pair[part.part] = part.pair;
    }
    --lines.multiplicity[old];
    ++lines.multiplicity[entry->second];
    lines.pattern_of_line[line] = entry->second;
  }
}

/// Drops patterns that no line has and numbers the others by their first line.
void renumber(Lines& lines) {
  constexpr std::uint32_t kUnseen = ~0u;
  std::vector<std::uint32_t> number(lines.patterns.size(), kUnseen);
  std::vector<Pattern> patterns;
  std::vector<std::uint64_t> multiplicity;
  for (std::uint32_t& of_line : lines.pattern_of_line) {
    if (number[of_line] == kUnseen) {
      number[of_line] = static_cast<std::uint32_t>(patterns.size());
      patterns.push_back(std::move(lines.patterns[of_line]));
      multiplicity.push_back(lines.multiplicity[of_line]);
    }
    of_line = number[of_line];
  }
  lines.patterns = std::move(patterns);
  lines.multiplicity = std::move(multiplicity);
}

}  // namespace

std::vector<Bend> roomy_bends(std::vector<Bend> bends, const std::vector<LooseLink>& links,
                              const std::vector<LinkKind>& kinds, const Placement& placement,
                              const std::array<std::vector<LineMove>, 3>& straight) {
  constexpr int kRounds = 3;
  const GridSize grid = placement.grid();
  const auto width_of = [&](std::uint16_t kind) { return std::int64_t{kinds[kind].channels} * kinds[kind].width; };
  DieFill die(*placement.given, grid);
  for (const Axis axis : kSides) {
    for (const LineMove& move : straight[index(axis)]) die.add_stations(axis, move.line, straight_part(move.move));
    for (const LooseLink& link : links) {
      for (const Bend& turn : {bend(link.a, link.b, link.kind, grid), bend(link.b, link.a, link.kind, grid)})
        die.add_stations(axis, turn.line[index(axis)], turn.part[index(axis)]);
    }
  }
  die.prepare();
  for (const Axis axis : kSides) {
    for (const LineMove& move : straight[index(axis)])
      die.add(axis, move.line, straight_part(move.move), width_of(move.move.kind));
  }
  for (std::size_t i = 0; i < links.size(); ++i) die.add(bends[i], width_of(links[i].kind));
  for (int round = 0; round < kRounds; ++round) {
    for (std::size_t i = 0; i < links.size(); ++i) {
      const LooseLink& link = links[i];
      const std::int64_t width = width_of(link.kind);
      die.add(bends[i], -width);
      const Bend there = bend(link.a, link.b, link.kind, grid), back = bend(link.b, link.a, link.kind, grid);
      const Bend& other = bends[i].line == there.line ? back : there;
      if (die.fullness(other, width) < die.fullness(bends[i], width)) bends[i] = other;
      die.add(bends[i], width);
    }
  }
  return bends;
}

void assign_bent_pairs(Wiring& wiring, const PairRule& rule) {
  if (rule.pairs == 1 || wiring.joints.empty()) return;
  const std::vector<std::uint8_t> chosen = choose_pairs(wiring, rule);
  if (std::ranges::all_of(chosen, [](std::uint8_t first) { return first == 0; })) return;
  for (const Axis axis : kSides) {
    split_patterns(wiring, axis, chosen);
    renumber(wiring[axis]);
  }
}

}  // namespace cutline
