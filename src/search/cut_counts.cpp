// SPDX-License-Identifier: Apache-2.0
#include "search/cut_counts.hpp"

#include <algorithm>

namespace cutline {

namespace {

/// The lines between two positions, ascending.
struct BetweenLines {
  BetweenLines(std::uint32_t a, std::uint32_t b) : first(std::min(a, b) + 1), end(std::max(a, b) + 1) {}
  std::uint32_t first, end;
};

}  // namespace

CutCounts::CutCounts(const LinkLimits& limits)
    : columns_(limits.columns),
      limited_(std::min(limits.middle_cut, limits.any_cut) != kNoLimit),
      along_x_(side(limits.columns, limits)),
      along_y_(side(limits.rows, limits)) {}

CutCounts::Side CutCounts::side(std::uint32_t positions, const LinkLimits& limits) {
  Side side{std::vector<std::uint64_t>(positions, 0), std::vector<std::uint64_t>(positions, limits.any_cut)};
  std::uint64_t& middle = side.most[positions / 2];
  if (positions == std::max(limits.columns, limits.rows)) middle = std::min(middle, limits.middle_cut);
  return side;
}

bool CutCounts::have_room(std::uint32_t a, std::uint32_t b) const {
  const auto has_room = [](const Side& side, const BetweenLines& lines) {
    for (std::uint32_t line = lines.first; line < lines.end; ++line) {
      if (side.links[line] >= side.most[line]) return false;
    }
    return true;
  };
  return has_room(along_x_, {a % columns_, b % columns_}) && has_room(along_y_, {a / columns_, b / columns_});
}

void CutCounts::count(std::uint32_t a, std::uint32_t b, std::int32_t change) {
  const auto add = [change](Side& side, const BetweenLines& lines) {
    for (std::uint32_t line = lines.first; line < lines.end; ++line)
      side.links[line] += static_cast<std::uint64_t>(std::int64_t{change});
  };
  add(along_x_, {a % columns_, b % columns_});
  add(along_y_, {a / columns_, b / columns_});
}

GridCuts CutCounts::cuts() const {
  GridCuts cuts;
  const std::size_t longer = std::max(along_x_.links.size(), along_y_.links.size());
  for (const Side* side : {&along_x_, &along_y_}) {
    if (side->links.size() == longer) cuts.middle = std::max(cuts.middle, side->links[longer / 2]);
    cuts.densest = std::max(cuts.densest, *std::max_element(side->links.begin(), side->links.end()));
  }
  return cuts;
}

GridCuts grid_cuts(const LinkLimits& limits, const std::vector<GridLink>& links) {
  CutCounts counts(limits);
  for (const GridLink& link : links) counts.count(link.a, link.b, 1);
  return counts.cuts();
}

}  // namespace cutline
