// SPDX-License-Identifier: Apache-2.0
#include "line_groups.hpp"

#include <algorithm>
#include <fmt/core.h>
#include <map>
#include <unordered_map>
#include <utility>

#include "cutline/base/error.hpp"
#include "cutline/base/parallel.hpp"

namespace cutline {

namespace {

/// A stable counting sort by one key in 0 .. bins - 1.
template <class Key>
void sort_by(std::vector<Part>& parts, std::vector<Part>& scratch, std::size_t bins, const Key& key) {
  std::vector<std::uint32_t> next(bins + 1, 0);
  for (const Part& part : parts) ++next[key(part) + 1];
  for (std::size_t bin = 1; bin <= bins; ++bin) next[bin] += next[bin - 1];
  scratch.resize(parts.size());
  for (const Part& part : parts) scratch[next[key(part)]++] = part;
  parts.swap(scratch);
}

void sort_parts(std::vector<Part>& parts, std::uint32_t slots) {
  const std::size_t stations = std::size_t{slots} * kZones;
  if (parts.size() < stations) {
    std::sort(parts.begin(), parts.end());
    return;
  }
  const auto by_kind = [](const Part& a, const Part& b) { return std::tie(a.kind, a.pair) < std::tie(b.kind, b.pair); };
  if (!std::is_sorted(parts.begin(), parts.end(), by_kind)) std::stable_sort(parts.begin(), parts.end(), by_kind);
  std::vector<Part> scratch;
  sort_by(parts, scratch, stations, [&](const Part& part) { return stations - 1 - part.hi; });
  sort_by(parts, scratch, stations, [&](const Part& part) { return part.lo; });
}

}  // namespace

Pattern make_pattern(std::vector<Part> parts, std::uint32_t slots) {
  sort_parts(parts, slots);
  Pattern pattern;
  pattern.lo.reserve(parts.size());
  pattern.hi.reserve(parts.size());
  pattern.kind.reserve(parts.size());
  pattern.pair.reserve(parts.size());
  for (const Part& part : parts) {
    pattern.lo.push_back(part.lo);
    pattern.hi.push_back(part.hi);
    pattern.kind.push_back(part.kind);
    pattern.pair.push_back(part.pair);
  }
  return pattern;
}

std::uint32_t part_index(const Pattern& pattern, const Part& part, std::uint32_t n) {
  std::size_t first = 0;
  std::size_t count = pattern.size();
  while (count > 0) {
    const std::size_t half = count / 2;
    const std::size_t at = first + half;
    if (Part{pattern.lo[at], pattern.hi[at], pattern.kind[at], pattern.pair[at]} < part) {
      first = at + 1;
      count -= half + 1;
    } else {
      count = half;
    }
  }
  CUTLINE_EXPECT(first + n < pattern.size() && pattern.lo[first + n] == part.lo && pattern.hi[first + n] == part.hi);
  return static_cast<std::uint32_t>(first + n);
}

namespace {

constexpr std::uint32_t kNoGroup = ~0u;
constexpr std::uint64_t kMaxPlaces = std::uint64_t{1} << 28;

/// Splits every group into the lines that a set names and the rest.
void refine(LineGroups& groups, const std::vector<std::uint32_t>& lower, const std::vector<std::uint32_t>& upper,
            std::uint32_t lower_cells, const std::vector<std::uint32_t>& blocks_of_set) {
  std::vector<std::uint32_t> inside(groups.blocks.size(), kNoGroup);
  for (const std::uint32_t high : upper) {
    for (const std::uint32_t low : lower) {
      std::uint32_t& group = groups.of_line[low + lower_cells * high];
      std::uint32_t& target = inside[group];
      if (target == kNoGroup) {
        target = static_cast<std::uint32_t>(groups.blocks.size());
        std::vector<std::uint32_t> all = groups.blocks[group];
        all.insert(all.end(), blocks_of_set.begin(), blocks_of_set.end());
        groups.blocks.push_back(std::move(all));
      }
      group = target;
    }
  }
}

/// Where the parts of one line begin and end in the list of all.
struct Range {
  std::size_t begin = 0;
  std::size_t end = 0;
};

bool equal_parts(const std::vector<LinePart>& parts, Range a, Range b) {
  return std::equal(
      parts.begin() + static_cast<std::ptrdiff_t>(a.begin), parts.begin() + static_cast<std::ptrdiff_t>(a.end),
      parts.begin() + static_cast<std::ptrdiff_t>(b.begin), parts.begin() + static_cast<std::ptrdiff_t>(b.end),
      [](const LinePart& p, const LinePart& q) { return p.part == q.part; });
}

std::uint64_t hash_of(std::uint32_t group, const std::vector<LinePart>& parts, Range range) {
  std::uint64_t hash = 0x9e3779b97f4a7c15ULL ^ group;
  for (std::size_t i = range.begin; i < range.end; ++i) {
    const Part& part = parts[i].part;
    for (const std::uint64_t word :
         {std::uint64_t{part.lo} << 32 | part.hi, std::uint64_t{part.kind} << 8 | part.pair}) {
      hash = (hash ^ word) * 0xff51afd7ed558ccdULL;
      hash ^= hash >> 32;
    }
  }
  return hash;
}

/// The parts that make up a pattern: the blocks of a group, and a range of the parts of single lines.
struct Recipe {
  std::uint32_t group = 0;
  Range range;
};

Pattern cook(const LinkBlocks& blocks, const LineGroups& groups, const std::vector<LinePart>& parts,
             const Recipe& recipe, std::uint32_t slots) {
  std::size_t count = recipe.range.end - recipe.range.begin;
  for (const std::uint32_t block : groups.blocks[recipe.group]) count += blocks.blocks[block].moves.size();
  std::vector<Part> all;
  all.reserve(count);
  for (const std::uint32_t block : groups.blocks[recipe.group]) {
    for (const Move& move : blocks.blocks[block].moves) all.push_back(straight_part(move));
  }
  for (std::size_t i = recipe.range.begin; i < recipe.range.end; ++i) all.push_back(parts[i].part);
  return make_pattern(std::move(all), slots);
}

}  // namespace

LineGroups group_lines(const LinkBlocks& blocks, const GridSize& grid, Axis axis) {
  LineGroups groups;
  groups.of_line.assign(grid.lines(axis), 0);
  groups.blocks.emplace_back();
  std::map<std::array<std::uint32_t, 2>, std::vector<std::uint32_t>> sets;
  for (std::uint32_t i = 0; i < blocks.blocks.size(); ++i) {
    if (blocks.blocks[i].axis == axis) sets[blocks.blocks[i].still].push_back(i);
  }
  const std::uint32_t lower_cells = grid.cells[axis == Axis::x ? 1 : 0];
  for (const auto& [still, members] : sets) {
    refine(groups, blocks.lists[still[0]], blocks.lists[still[1]], lower_cells, members);
  }
  return groups;
}

Lines make_lines(const LinkBlocks& blocks, const LineGroups& groups, const std::vector<LinePart>& parts,
                 std::uint32_t slots) {
  Lines lines;
  lines.slots = slots;
  lines.pattern_of_line.resize(groups.of_line.size());
  std::vector<Recipe> recipes;
  std::vector<std::uint32_t> plain(groups.blocks.size(),
                                   kNoGroup);  // the pattern of a group's lines without parts of their own
  std::unordered_multimap<std::uint64_t, std::uint32_t> known;
  std::size_t next = 0;
  for (std::uint32_t line = 0; line < groups.of_line.size(); ++line) {
    Range range{next, next};
    while (range.end < parts.size() && parts[range.end].line == line) ++range.end;
    next = range.end;
    const std::uint32_t group = groups.of_line[line];
    std::uint32_t found = plain[group];
    std::uint64_t hash = 0;
    if (range.begin != range.end) {
      hash = hash_of(group, parts, range);
      found = kNoGroup;
      const auto [first, last] = known.equal_range(hash);
      for (auto entry = first; entry != last; ++entry) {
        const Recipe& recipe = recipes[entry->second];
        if (recipe.group == group && equal_parts(parts, recipe.range, range)) found = entry->second;
      }
    }
    if (found == kNoGroup) {
      found = static_cast<std::uint32_t>(recipes.size());
      recipes.push_back({group, range});
      lines.multiplicity.push_back(0);
      if (range.begin == range.end) {
        plain[group] = found;
      } else {
        known.emplace(hash, found);
      }
    }
    lines.pattern_of_line[line] = found;
    ++lines.multiplicity[found];
  }
  if (recipes.size() * std::uint64_t{slots} > kMaxPlaces) {
    throw_limit_error(
        fmt::format("{} different lines of {} places each: more than 2^28 places, the limit", recipes.size(), slots),
        "place the nodes closer together");
  }
  lines.patterns.resize(recipes.size());
  parallel_for(recipes.size(),
               [&](std::size_t i) { lines.patterns[i] = cook(blocks, groups, parts, recipes[i], slots); });
  return lines;
}

}  // namespace cutline
