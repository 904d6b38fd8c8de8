// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "cutline/output/svg_text.hpp"
#include "svg_scene.hpp"

namespace cutline {

namespace {

constexpr std::size_t kMostBars = 512;
constexpr double kHeadroom = 1.04;

/// Cuts first .. last (one, or neighbours taken together) and their densest.
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
    return fmt::format("cut {} along {}: {}, {}", bar.first, letter(axis), counted(links, "link"), counted(wires, "wire"));
  }
  return fmt::format("cuts {} to {} along {}: at most {}, {}", bar.first, bar.last, letter(axis), counted(links, "link"),
                     counted(wires, "wire"));
}

/// The middle of a slot's box area, in cells: bars reach from middle to middle, and a cut lies between.
double slot_middle(const AxisPositions& positions, std::size_t slot) {
  return static_cast<double>(positions.start[slot]) + positions.box[slot] / 2.0;
}

std::string_view bar_class(const Bar& bar, std::int64_t peak) { return bar.links == peak ? "bar peak-bar" : "bar"; }

double gap_for(double extent_mm, std::size_t bars) { return std::min(0.25, 0.12 * extent_mm / static_cast<double>(bars)); }

void draw_profile_x(SvgCanvas& canvas, const Scene& scene) {
  const Rect& box = scene.frame.profile_x;
  const PeakCut& peak = scene.peak[0];
  const double per_link = box.height / (kHeadroom * static_cast<double>(std::max<std::int64_t>(1, peak.links)));
  canvas.open("profile");
  for (const std::int64_t tick : nice_ticks(peak.links)) {
    const double y = box.bottom() - static_cast<double>(tick) * per_link;
    canvas.line(box.x, y, box.right(), y, tick == 0 ? "axis" : "grid", {});
    canvas.text(box.right() + 1, y + kDigitEm * kLeastPt * kPointMm / 2, grouped(static_cast<std::uint64_t>(tick)), {"tick"});
  }
  const std::vector<Bar> bars = bars_of(scene.profile[0]);
  const double gap = gap_for(box.width, bars.size());
  for (const Bar& bar : bars) {
    const double left = scene.frame.to_x(slot_middle(scene.layout.columns(), bar.first - 1)) + gap / 2;
    const double right = scene.frame.to_x(slot_middle(scene.layout.columns(), bar.last)) - gap / 2;
    const double height = static_cast<double>(bar.links) * per_link;
    canvas.rect({left, box.bottom() - height, right - left, height}, bar_class(bar, peak.links), bar_title(bar, Axis::x));
  }
  canvas.text(box.right() + 1, box.y - 1.4, "links per cut", {"caption"});
  canvas.close();
}

void draw_ticks_y(SvgCanvas& canvas, const Scene& scene, double per_link) {
  const Rect& box = scene.frame.profile_y;
  const double base = box.bottom() + 0.9 + kDigitEm * kLeastPt * kPointMm;
  double free_from = box.x - 10;
  for (const std::int64_t tick : nice_ticks(scene.peak[1].links)) {
    const double x = box.x + static_cast<double>(tick) * per_link;
    canvas.line(x, box.y, x, box.bottom(), tick == 0 ? "axis" : "grid", {});
    const std::string text = grouped(static_cast<std::uint64_t>(tick));
    const double width = text_width_mm(text, kLeastPt);
    if (x - width / 2 < free_from) continue;
    canvas.text(x, base, text, {"tick", kLeastPt, Anchor::middle});
    free_from = x + width / 2 + 1;
  }
}

void draw_profile_y(SvgCanvas& canvas, const Scene& scene) {
  const Rect& box = scene.frame.profile_y;
  const PeakCut& peak = scene.peak[1];
  const double per_link = box.width / (kHeadroom * static_cast<double>(std::max<std::int64_t>(1, peak.links)));
  canvas.open("profile");
  draw_ticks_y(canvas, scene, per_link);
  const std::vector<Bar> bars = bars_of(scene.profile[1]);
  const double gap = gap_for(box.height, bars.size());
  for (const Bar& bar : bars) {
    const double bottom = scene.frame.to_y(slot_middle(scene.layout.rows(), bar.first - 1)) - gap / 2;
    const double top = scene.frame.to_y(slot_middle(scene.layout.rows(), bar.last)) + gap / 2;
    canvas.rect({box.x, top, static_cast<double>(bar.links) * per_link, bottom - top}, bar_class(bar, peak.links),
                bar_title(bar, Axis::y));
  }
  if (scene.frame.profile_x.width == 0) canvas.text(box.x, box.y - 1.4, "links per cut", {"caption"});
  canvas.close();
}

}  // namespace

void draw_profiles(SvgCanvas& canvas, const Scene& scene) {
  if (scene.frame.profile_x.width > 0) draw_profile_x(canvas, scene);
  if (scene.frame.profile_y.width > 0) draw_profile_y(canvas, scene);
}

}  // namespace cutline
