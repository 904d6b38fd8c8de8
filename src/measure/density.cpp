// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <utility>

#include "cutline/base/sha256.hpp"
#include "measure_parts.hpp"

namespace cutline {

namespace {

constexpr std::size_t kMaxHashedCuts = std::size_t{1} << 24;

/// Sums the changes from cut to cut into counts per cut.
Profile summed(Profile changes, std::uint32_t slots) {
  for (auto* counts : {&changes.links, &changes.wires}) {
    for (std::size_t c = 1; c < counts->size(); ++c) (*counts)[c] += (*counts)[c - 1];
    counts->resize(slots - 1);
  }
  return changes;
}

void add_changes(const Layout& layout, const Pattern& pattern, std::int64_t lines, Profile& changes) {
  for (std::size_t part = 0; part < pattern.size(); ++part) {
    const std::int64_t wires = layout.wiring.kinds[pattern.kind[part]].wires;
    const std::uint32_t from = slot_of(pattern.lo[part]);
    const std::uint32_t to = slot_of(pattern.hi[part]);
    changes.links[from] += lines;
    changes.links[to] -= lines;
    changes.wires[from] += lines * wires;
    changes.wires[to] -= lines * wires;
  }
}

Profile no_changes(std::uint32_t slots) {
  return {std::vector<std::int64_t>(slots, 0), std::vector<std::int64_t>(slots, 0)};
}

/// The highest entry and the cut it belongs to, the first one.
struct Peak {
  std::int64_t count = 0;
  std::uint32_t cut = 0;
};
Peak peak(const std::vector<std::int64_t>& counts) {
  if (counts.empty()) return {};
  const auto highest = std::max_element(counts.begin(), counts.end());
  return {*highest, static_cast<std::uint32_t>(highest - counts.begin()) + 1};
}

/// The count at the middle cut, floor(slots / 2).
std::int64_t middle(const std::vector<std::int64_t>& counts) {
  return counts.empty() ? 0 : counts[(counts.size() + 1) / 2 - 1];
}

}  // namespace

std::string digest_of_counts(const std::vector<std::int64_t>& counts) {
  Sha256 sha;
  std::string piece;
  for (const std::int64_t count : counts) {
    piece += std::to_string(count);
    piece += '\n';
    if (piece.size() > 60000) {
      sha.add(piece);
      piece.clear();
    }
  }
  sha.add(piece);
  return sha.hex();
}

Profile pattern_profile(const Layout& layout, Axis axis, const Pattern& pattern) {
  const std::uint32_t slots = layout.lines(axis).slots;
  Profile changes = no_changes(slots);
  add_changes(layout, pattern, 1, changes);
  return summed(std::move(changes), slots);
}

Profile machine_profile(const Layout& layout, Axis axis) {
  const Lines& lines = layout.lines(axis);
  Profile changes = no_changes(lines.slots);
  for (std::size_t i = 0; i < lines.patterns.size(); ++i) {
    add_changes(layout, lines.patterns[i], static_cast<std::int64_t>(lines.multiplicity[i]), changes);
  }
  return summed(std::move(changes), lines.slots);
}

Density density(const Layout& layout, Axis axis) {
  Density result;
  const Lines& lines = layout.lines(axis);
  std::optional<Profile> densest;
  for (const Pattern& pattern : lines.patterns) {
    Profile profile = pattern_profile(layout, axis, pattern);
    result.per_line_peak_wires = std::max(result.per_line_peak_wires, peak(profile.wires).count);
    const Peak highest = peak(profile.links);
    if (densest && highest.count <= result.per_line_peak_links) continue;
    result.per_line_peak_links = highest.count;
    result.per_line_peak_cut = highest.cut;
    result.per_line_middle_links = middle(profile.links);
    densest = std::move(profile);
  }
  const Profile machine =
      lines.patterns.size() == 1 && lines.multiplicity[0] == 1 ? *densest : machine_profile(layout, axis);
  const Peak links = peak(machine.links);
  const Peak wires = peak(machine.wires);
  result.peak_links = links.count;
  result.peak_cut = links.cut;
  result.middle_links = middle(machine.links);
  result.peak_wires = wires.count;
  result.peak_wires_cut = wires.cut;
  result.middle_wires = middle(machine.wires);
  if (lines.slots <= kMaxHashedCuts) {
    result.profile_sha256 = digest_of_counts(machine.links);
    if (densest) result.per_line_profile_sha256 = digest_of_counts(densest->links);
  }
  return result;
}

}  // namespace cutline
