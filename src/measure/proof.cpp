// SPDX-License-Identifier: Apache-2.0
#include "measure/proof.hpp"

#include <fmt/core.h>

#include <cmath>

#include "cutline/topology/topology.hpp"
#include "measure/placed_links.hpp"

namespace cutline {

namespace {

/// Digests of more cuts would take longer than the check itself.
constexpr std::size_t kMostHashedCuts = std::size_t{1} << 16;
constexpr std::array<const char*, 3> kLinesOf = {"rows", "columns", "pillars"};

/// Adds a violation for each stated number that is not the shown one.
class StatedNumbers {
 public:
  explicit StatedNumbers(CheckResult& result) : result_(result) {}

  template <class Value>
  void equal(const char* rule, const std::string& what, const Value& stated, const Value& shown) {
    if (stated != shown) differ(rule, what, stated, shown);
  }
  /// For sums of real numbers, which may be added up in another order.
  void near(const char* rule, const std::string& what, double stated, double shown) {
    constexpr double kRounding = 1e-9;
    if (!(std::abs(stated - shown) <= kRounding * std::max(std::abs(stated), std::abs(shown))))
      differ(rule, what, stated, shown);
  }

 private:
  template <class Value>
  void differ(const char* rule, const std::string& what, const Value& stated, const Value& shown) {
    result_.add({rule, fmt::format("{}: stated {}, and the shapes show {}", what, stated, shown)});
  }
  CheckResult& result_;
};

/// The number of the first cut with the most; 0 without cuts.
std::uint32_t densest_cut(const std::vector<std::int64_t>& counts) {
  if (counts.empty()) return 0;
  return static_cast<std::uint32_t>(std::ranges::max_element(counts) - counts.begin()) + 1;
}

/// Cut floor(P / 2) of the P positions of counts.size() + 1.
std::int64_t at_middle(const std::vector<std::int64_t>& counts) {
  return counts.empty() ? 0 : counts[(counts.size() + 1) / 2 - 1];
}

void compare_cuts(const Density& stated, const ShownCuts& shown, const std::string& lines, StatedNumbers& compare) {
  const auto expect = [&](const char* what, std::int64_t told, std::int64_t seen) {
    compare.equal("cut", lines + ": " + what, told, seen);
  };
  expect("links over the densest cut", stated.peak_links, most_over<std::int64_t>(shown.links));
  expect("the densest cut", stated.peak_cut, densest_cut(shown.links));
  expect("links over the middle cut", stated.middle_links, at_middle(shown.links));
  expect("wires over the cut with the most", stated.peak_wires, most_over<std::int64_t>(shown.wires));
  expect("the cut with the most wires", stated.peak_wires_cut, densest_cut(shown.wires));
  expect("wires over the middle cut", stated.middle_wires, at_middle(shown.wires));
  expect("links over the densest cut of one line", stated.per_line_peak_links,
         most_over<std::int64_t>(shown.links_of_densest));
  expect("the densest cut of one line", stated.per_line_peak_cut, densest_cut(shown.links_of_densest));
  expect("links over the middle cut of that line", stated.per_line_middle_links, at_middle(shown.links_of_densest));
  expect("wires over a cut of one line", stated.per_line_peak_wires, shown.most_wires_of_line);
  if (shown.links.size() > kMostHashedCuts) return;
  if (!stated.profile_sha256.empty())
    compare.equal("cut", lines + ": digest of the links over all cuts", stated.profile_sha256,
                  digest_of_counts(shown.links));
  if (!stated.per_line_profile_sha256.empty())
    compare.equal("cut", lines + ": digest of the links over the cuts of one line", stated.per_line_profile_sha256,
                  digest_of_counts(shown.links_of_densest));
}

void compare_spans(const Lengths& stated, const std::vector<ShownClass>& classes, StatedNumbers& compare) {
  Span longest;
  Int128 total = 0;
  std::size_t rows = 0;
  for (const ShownClass& seen : classes) {
    if (seen.links == 0) continue;
    longest = std::max(longest, seen.longest_span);
    total += seen.total_halves;
    if (rows++ >= stated.by_class.size()) continue;
    const ClassLength& told = stated.by_class[rows - 1];
    const std::string of = "links of " + told.name;
    compare.equal("span", of, told.links, seen.links);
    compare.equal("span", of + ": longest span", told.longest_span.pitches(), seen.longest_span.pitches());
    const double mean = static_cast<double>(seen.total_halves) / 2 / static_cast<double>(seen.links);
    compare.near("span", of + ": mean span", told.mean_span, mean);
  }
  compare.equal("span", "classes with links", stated.by_class.size(), rows);
  compare.equal("span", "longest span", stated.longest_span.pitches(), longest.pitches());
  compare.equal("span", "total span, in half node pitches", stated.total_span_halves, total);
}

void compare_lengths(const Lengths& stated, const ShownNumbers& shown, std::uint64_t wires, const Layout& layout,
                     StatedNumbers& compare) {
  const Int128 total = shown.cells[0] + shown.cells[1] + shown.cells[2];
  const auto all = static_cast<double>(std::max<std::uint64_t>(1, wires));
  compare.equal("length", "length of all wires, in wire pitches", stated.total_pitches, total);
  compare.near("length", "mean length of a wire, in wire pitches", stated.mean_pitches,
               static_cast<double>(total) / all);
  compare.equal("length", "longest wire, in wire pitches", stated.longest_pitches, shown.longest.cells());
  if (!stated.mm) return;
  const CellSize cell = cell_size(layout.rules);
  const double total_mm = (static_cast<double>(shown.cells[0]) * cell.x + static_cast<double>(shown.cells[1]) * cell.y +
                           static_cast<double>(shown.cells[2]) * cell.z) *
                          1e-6;
  compare.near("length", "length of all wires, in mm", stated.mm->total, total_mm);
  compare.near("length", "mean length of a wire, in mm", stated.mm->mean, total_mm / all);
  compare.near("length", "longest wire, in mm", stated.mm->longest, cell.length(shown.longest) * 1e-6);
}

/// Checks that the stated link has the longest wire, either end first.
void compare_longest_link(const Lengths& stated, const ShownNumbers& shown, const Topology& topology,
                          const Placement& placement, StatedNumbers& compare) {
  const auto name = [&](std::uint64_t a, std::uint64_t b) {
    const auto [low, high] = std::minmax(a, b);
    return fmt::format("{} - {}", site_name(topology, low), site_name(topology, high));
  };
  const auto a = node_at(topology, placement, shown.longest_ends[0]);
  const auto b = node_at(topology, placement, shown.longest_ends[1]);
  compare.equal("length", "the link with the longest wire", name(stated.longest_link_a, stated.longest_link_b),
                a && b ? name(*a, *b) : "none between two sites");
}

void compare_size(const LayoutSize& stated, const Layout& layout, StatedNumbers& compare) {
  const std::int64_t width = layout.columns().total, height = layout.rows().total;
  compare.equal("size", "width, in wire pitches", stated.width_pitches, width);
  compare.equal("size", "height, in wire pitches", stated.height_pitches, height);
  compare.equal("size", "area, in square wire pitches", stated.area_pitches2, static_cast<Int128>(width) * height);
  if (layout.wiring.grid[Axis::z] > 1)
    compare.equal("size", "depth, in wire pitches", stated.planes.pitches, layout.positions[2].total);
  if (layout.rules.unit) return;
  const double width_mm = static_cast<double>(width) * layout.rules.cell_width_nm * 1e-6;
  const double height_mm = static_cast<double>(height) * layout.rules.cell_height_nm * 1e-6;
  compare.near("size", "width, in mm", stated.mm.width, width_mm);
  compare.near("size", "height, in mm", stated.mm.height, height_mm);
  compare.near("size", "area, in mm2", stated.mm.area_mm2, width_mm * height_mm);
}

}  // namespace

void expect_measures(const Measures& stated, const Layout& layout, const Topology& topology, const Placement& placement,
                     CheckResult& result) {
  const ShownNumbers& shown = result.shown;
  StatedNumbers compare(result);
  compare_lengths(stated.length, shown, result.wires, layout, compare);
  compare_longest_link(stated.length, shown, topology, placement, compare);
  compare_spans(stated.length, shown.classes, compare);
  for (const Axis axis : kAxes) {
    const std::size_t i = index(axis);
    compare_cuts(stated.density[i], shown.cuts[i], kLinesOf[i], compare);
    if (layout.rules.given != nullptr) continue;  // there blocked tracks and those of wires without room differ
    compare.equal("tracks", fmt::format("{}: wires side by side in the fullest", kLinesOf[i]), stated.tracks[i].wires,
                  shown.tracks[i]);
  }
  for (std::size_t layer = 0; layer < shown.wires_on_layers.size(); ++layer) {
    const std::uint64_t told = layer < stated.wires_on_layers.size() ? stated.wires_on_layers[layer] : 0;
    compare.equal("layers", fmt::format("wires on layer {}", layer), told, shown.wires_on_layers[layer]);
  }
  compare_size(stated.size, layout, compare);
}

}  // namespace cutline
