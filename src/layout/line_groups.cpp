// SPDX-License-Identifier: Apache-2.0
#include "line_groups.hpp"

#include <fmt/core.h>

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
  if (!std::ranges::is_sorted(parts, by_kind)) std::ranges::stable_sort(parts, by_kind);
  std::vector<Part> scratch;
  sort_by(parts, scratch, stations, [&](const Part& part) { return stations - 1 - part.hi; });
  sort_by(parts, scratch, stations, [&](const Part& part) { return part.lo; });
}

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
  lines.pattern_of_line.reserve(groups.of_line.size());
  const auto in_order = [&](const Recipe& a, const Recipe& b) {
    const auto at = [&](std::size_t i) { return parts.begin() + static_cast<std::ptrdiff_t>(i); };
    const auto sooner = [](const LinePart& one, const LinePart& other) { return one.part < other.part; };
    if (a.group != b.group) return a.group < b.group;
    return std::lexicographical_compare(at(a.range.begin), at(a.range.end), at(b.range.begin), at(b.range.end), sooner);
  };
  std::map<Recipe, std::uint32_t, decltype(in_order)> known(in_order);
  std::vector<std::uint32_t> plain(groups.blocks.size(), kNoGroup);  // the pattern of a group's lines of blocks alone
  std::vector<Recipe> recipes;
  std::size_t next = 0;
  for (std::uint32_t line = 0; line < groups.of_line.size(); ++line) {
    Recipe recipe{groups.of_line[line], {next, next}};
    while (next < parts.size() && parts[next].line == line) ++next;
    recipe.range.end = next;
    std::uint32_t own = kNoGroup;
    std::uint32_t& found = recipe.range.begin == next ? plain[recipe.group] : own;
    if (found == kNoGroup) {
      found = known.try_emplace(recipe, static_cast<std::uint32_t>(recipes.size())).first->second;
      if (found == recipes.size()) {
        recipes.push_back(recipe);
        lines.multiplicity.push_back(0);
      }
    }
    lines.pattern_of_line.push_back(found);
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
