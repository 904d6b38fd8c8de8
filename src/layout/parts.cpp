// SPDX-License-Identifier: Apache-2.0
#include "parts.hpp"

#include <algorithm>

#include "cutline/base/error.hpp"

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

}  // namespace cutline
