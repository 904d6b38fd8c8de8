// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include <algorithm>
#include <string>
#include <vector>

#include "cutline/study/laid_out.hpp"
#include "output/floorplan/scene.hpp"
#include "output/svg/canvas.hpp"
#include "output/text/number.hpp"

namespace cutline::drawing {

namespace {

constexpr std::size_t kMostBars = 512;
constexpr double kHeadroom = 1.04;
constexpr std::int64_t kTicksX = 5, kTicksY = 3;

/// A bar for the cuts first .. last (one cut, or neighbouring cuts together), with the counts of the densest of them.
struct Bar {
  std::size_t first = 0, last = 0;
  std::int64_t links = 0, wires = 0;
};

std::vector<Bar> bars_of(const Profile& profile) {
  const std::size_t cuts = profile.links.size();
  const std::size_t together = (cuts + kMostBars - 1) / kMostBars;
  std::vector<Bar> bars;
  for (std::size_t cut = 0; cut < cuts; cut += together) {
    Bar bar{cut + 1, std::min(cuts, cut + together), 0, 0};
    for (std::size_t c = bar.first; c <= bar.last; ++c) {
      bar.links = std::max(bar.links, profile.links[c - 1]);
      bar.wires = std::max(bar.wires, profile.wires[c - 1]);
    }
    bars.push_back(bar);
  }
  return bars;
}

std::string bar_title(const Bar& bar, Axis axis) {
  const auto links = static_cast<std::uint64_t>(bar.links), wires = static_cast<std::uint64_t>(bar.wires);
  if (bar.first == bar.last) {
    return fmt::format("cut {} along {}: {}, {}", bar.first, letter(axis), text::counted(links, "link"),
                       text::counted(wires, "wire"));
  }
  return fmt::format("cuts {} to {} along {}: at most {}, {}", bar.first, bar.last, letter(axis),
                     text::counted(links, "link"), text::counted(wires, "wire"));
}

/// The place half-way between a cut and the one before it, in cells. A bar stands around its cut.
double before_cut(const AxisPositions& positions, std::size_t cut) {
  const std::int64_t here = cut < positions.start.size() ? positions.start[cut] : positions.total;
  return static_cast<double>(positions.start[cut - 1] + here) / 2;
}

std::string count_text(std::int64_t tick) { return svg::compact(static_cast<std::uint64_t>(tick)); }

/// The CSS class of a bar. In a schematic, the cut that has more wires than tracks stands out.
std::string_view bar_class(const Page& page, const Bar& bar, Axis axis) {
  const Overflow* overflow = page.scene.candidate.laid_out()->measures.overflow();
  const bool full = page.schematic && overflow && overflow->over_cut > 0 && overflow->fullest->axis == axis &&
                    bar.first <= overflow->fullest->cut && overflow->fullest->cut <= bar.last;
  return full ? "overflow" : bar.links == page.scene.peak[index(axis)].links ? "bar peak-bar" : "bar";
}

/// The gap between bars. Bars that are too narrow to be told apart overlap a little, so that no seam shows.
double gap_for(double extent_mm, std::size_t bars) {
  const double pitch = extent_mm / static_cast<double>(bars + 1);
  return pitch < 0.8 ? -0.06 : std::min(3.0, 0.2 * pitch);
}

void draw_profile_x(svg::Canvas& canvas, const Page& page) {
  const svg::Rect& box = page.frame.profile_x;
  const PeakCut& peak = page.scene.peak[0];
  const double per_link = box.height / (kHeadroom * static_cast<double>(std::max<std::int64_t>(1, peak.links)));
  canvas.open("profile");
  for (const std::int64_t tick : svg::nice_ticks(peak.links, kTicksX)) {
    const double y = box.bottom() - static_cast<double>(tick) * per_link;
    canvas.line(box.x, y, box.right(), y, tick == 0 ? "axis" : "grid", {});
    canvas.text(box.right() + 1, y + svg::kDigitEm * svg::kLeastPt * svg::kPointMm / 2, count_text(tick), {"tick"});
  }
  const std::vector<Bar> bars = bars_of(page.scene.profile[0]);
  const double gap = gap_for(box.width, bars.size());
  for (const Bar& bar : bars) {
    const double left = page.frame.to_x(before_cut(page.scene.layout.columns(), bar.first)) + gap / 2;
    const double right = page.frame.to_x(before_cut(page.scene.layout.columns(), bar.last + 1)) - gap / 2;
    const double height = static_cast<double>(bar.links) * per_link;
    canvas.rect({left, box.bottom() - height, right - left, height}, bar_class(page, bar, Axis::x),
                bar_title(bar, Axis::x));
  }
  canvas.text(box.right() + 1, box.y - 1.9, "links per cut", {"caption"});
  canvas.close();
}

void draw_ticks_y(svg::Canvas& canvas, const Page& page, double per_link) {
  constexpr double kApartMm = 1.2;
  const svg::Rect& box = page.frame.profile_y;
  const double base = box.bottom() + 0.9 + svg::kDigitEm * svg::kLeastPt * svg::kPointMm;
  std::vector<std::int64_t> ticks = svg::nice_ticks(page.scene.peak[1].links, kTicksY);
  const auto width = [](std::int64_t tick) { return svg::text_width_mm(count_text(tick), svg::kLeastPt); };
  for (std::size_t i = 1; i < ticks.size(); ++i) {
    const double room = static_cast<double>(ticks[i] - ticks[i - 1]) * per_link;
    if ((width(ticks[i]) + width(ticks[i - 1])) / 2 + kApartMm > room)
      ticks = svg::nice_ticks(page.scene.peak[1].links, 2);
  }
  double free_from = box.x - kApartMm - width(0) / 2;
  for (const std::int64_t tick : ticks) {
    const double x = box.x + static_cast<double>(tick) * per_link;
    canvas.line(x, box.y, x, box.bottom(), tick == 0 ? "axis" : "grid", {});
    const double middle = std::max(x, free_from + kApartMm + width(tick) / 2);
    canvas.text(middle, base, count_text(tick), {"tick", svg::kLeastPt, svg::Anchor::middle});
    free_from = middle + width(tick) / 2;
  }
}

void draw_profile_y(svg::Canvas& canvas, const Page& page) {
  const svg::Rect& box = page.frame.profile_y;
  const PeakCut& peak = page.scene.peak[1];
  const double per_link = box.width / (kHeadroom * static_cast<double>(std::max<std::int64_t>(1, peak.links)));
  canvas.open("profile");
  draw_ticks_y(canvas, page, per_link);
  const std::vector<Bar> bars = bars_of(page.scene.profile[1]);
  const double gap = gap_for(box.height, bars.size());
  for (const Bar& bar : bars) {
    const double bottom = page.frame.to_y(before_cut(page.scene.layout.rows(), bar.first)) - gap / 2;
    const double top = page.frame.to_y(before_cut(page.scene.layout.rows(), bar.last + 1)) + gap / 2;
    canvas.rect({box.x, top, static_cast<double>(bar.links) * per_link, bottom - top}, bar_class(page, bar, Axis::y),
                bar_title(bar, Axis::y));
  }
  if (page.frame.profile_x.width == 0) canvas.text(box.x, box.y - 1.9, "links per cut", {"caption"});
  canvas.close();
}

}  // namespace

void draw_profiles(svg::Canvas& canvas, const Page& page) {
  if (page.frame.profile_x.width > 0) draw_profile_x(canvas, page);
  if (page.frame.profile_y.width > 0) draw_profile_y(canvas, page);
}

}  // namespace cutline::drawing
