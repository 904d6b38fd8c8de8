// SPDX-License-Identifier: Apache-2.0
#include "output/floorplan/scene.hpp"

namespace cutline::drawing {

namespace {

constexpr std::size_t kMostBars = 512;
constexpr double kHeadroom = 1.04, kAboveProfile = 1.9, kPeakTextMm = 12.5;
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
  const bool one = bar.first == bar.last;
  const std::string cuts = one ? fmt::format("cut {}", bar.first) : fmt::format("cuts {} to {}", bar.first, bar.last);
  return fmt::format("{} along {}: {}{}, {}", cuts, letter(axis), one ? "" : "at most ", links_text(bar.links),
                     wires_text(bar.wires));
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

void draw_ticks_x(svg::Canvas& canvas, const Page& page, double per_link) {
  const svg::Rect& box = page.frame.profile_x;
  for (const std::int64_t tick : svg::nice_ticks(page.scene.peak[0].links, kTicksX)) {
    const double y = box.bottom() - static_cast<double>(tick) * per_link;
    canvas.line(box.x, y, box.right(), y, tick == 0 ? "axis" : "grid", {});
    canvas.text(box.right() + 1, y + svg::kDigitMm / 2, count_text(tick), {"tick"});
  }
}

void draw_ticks_y(svg::Canvas& canvas, const Page& page, double per_link) {
  constexpr double kApartMm = 1.2;
  const svg::Rect& box = page.frame.profile_y;
  const double base = box.bottom() + 0.9 + svg::kDigitMm;
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

/// Bars that stand on the plan for the cuts between columns, and lie beside it for those between rows.
void draw_profile(svg::Canvas& canvas, const Page& page, Axis axis) {
  const Frame& frame = page.frame;
  const bool upright = axis == Axis::x;
  const svg::Rect& box = upright ? frame.profile_x : frame.profile_y;
  if (box.width == 0) return;
  const auto peak = static_cast<double>(std::max<std::int64_t>(1, page.scene.peak[index(axis)].links));
  const double per_link = (upright ? box.height : box.width) / (kHeadroom * peak);
  canvas.open("profile");
  (upright ? draw_ticks_x : draw_ticks_y)(canvas, page, per_link);
  const std::vector<Bar> bars = bars_of(page.scene.profile[index(axis)]);
  const double gap = gap_for(upright ? box.width : box.height, bars.size());
  const AxisPositions& places = page.scene.layout.positions[index(axis)];
  for (const Bar& bar : bars) {
    const double from = before_cut(places, bar.first), to = before_cut(places, bar.last + 1);
    const double length = static_cast<double>(bar.links) * per_link;
    const double start = upright ? frame.to_x(from) + gap / 2 : frame.to_y(to) + gap / 2;
    const double end = upright ? frame.to_x(to) - gap / 2 : frame.to_y(from) - gap / 2;
    canvas.rect(upright ? svg::Rect{start, box.bottom() - length, end - start, length}
                        : svg::Rect{box.x, start, length, end - start},
                bar_class(page, bar, axis), bar_title(bar, axis));
  }
  if (upright || frame.profile_x.width == 0)
    canvas.text(upright ? box.right() + 1 : box.x, box.y - 1.9, "links per cut", {"caption"});
  canvas.close();
}

std::string cut_title(const PeakCut& cut, Axis axis, std::string_view name) {
  const std::string more =
      cut.times > 1 ? fmt::format("; {} cuts are as dense", text::grouped(cut.times)) : std::string();
  return fmt::format("{} along {}: cut {}, {}, {}{}", name, letter(axis), cut.cut, links_text(cut.links),
                     wires_text(cut.wires), more);
}

/// Above the plan and its profile. Over a plan narrower than itself it ends with the plan, as the unit stands behind.
void label_upright_cut(svg::Canvas& canvas, const Page& page, double x, const PeakCut& cut, std::string_view name) {
  const svg::Rect &plan = page.frame.plan, &profile = page.frame.profile_x;
  const std::string label = fmt::format("{} {}: {}", name, cut.cut, links_text(cut.links));
  const double half = svg::kBoldEm * svg::text_width_mm(label, svg::kLeastPt) / 2;
  const double left = std::max(half, std::min(plan.x, plan.right() - 2 * half) + half);
  const double right = std::max(left, plan.right() - half);
  canvas.text(std::clamp(x, left, right), profile.width > 0 ? profile.y - kAboveProfile : plan.y - 2, label,
              {"mark-label", svg::kLeastPt, svg::Anchor::middle});
}

/// In short lines, at the right of the plan and its profile.
void label_level_cut(svg::Canvas& canvas, const Page& page, double y, const PeakCut& cut, std::string_view name) {
  const svg::Rect &plan = page.frame.plan, &profile = page.frame.profile_y;
  const auto fits = [](const std::string& text) { return svg::text_width_mm(text, svg::kLeastPt) <= kPeakTextMm; };
  std::vector<std::string> lines = {fmt::format("cut {}:", cut.cut)};
  if (name != "cut") lines.insert(lines.begin(), std::string(name.substr(0, name.find(' '))));
  const auto links = static_cast<std::uint64_t>(cut.links);
  if (fits(links_text(cut.links))) {
    lines.push_back(links_text(cut.links));
  } else {
    lines.push_back(fits(text::grouped(links)) ? text::grouped(links) : svg::compact(links));
    lines.emplace_back("links");
  }
  const double em = svg::kLeastPt * svg::kPointMm;
  const double height = em * (svg::kDigitEm + static_cast<double>(lines.size() - 1) * svg::kLineEm);
  const double lowest = std::max(plan.y, plan.bottom() - height);
  double base = std::clamp(y - height / 2, plan.y, lowest) + em * svg::kDigitEm;
  for (const std::string& line : lines) {
    canvas.text((profile.width > 0 ? profile.right() : plan.right() + 1) + 0.8, base, line, {"mark-label"});
    base += em * svg::kLineEm;
  }
}

void draw_cut(svg::Canvas& canvas, Page& page, Axis axis, const PeakCut& cut, std::string_view name) {
  if (cut.cut == 0) return;
  const svg::Rect &plan = page.frame.plan, &above = page.frame.profile_x, &beside = page.frame.profile_y;
  const bool upright = axis == Axis::x;
  const auto start = static_cast<double>(page.scene.layout.positions[index(axis)].start[cut.cut]);
  const double at = upright ? page.frame.to_x(start) : page.frame.to_y(start);
  for (const std::string_view css_class : {"cut-halo", "cut"}) {
    const std::string title = cut_title(cut, axis, name);
    if (upright) {
      canvas.line(at, above.width > 0 ? above.bottom() : plan.y - 1, at, plan.bottom() + 1, css_class, title);
    } else {
      canvas.line(plan.x - 1, at, beside.width > 0 ? beside.x : plan.right() + 1, at, css_class, title);
    }
  }
  page.occupied.push_back(upright ? svg::Rect{at - 0.3, plan.y, 0.6, plan.height}
                                  : svg::Rect{plan.x, at - 0.3, plan.width, 0.6});
  (upright ? label_upright_cut : label_level_cut)(canvas, page, at, cut, name);
}

}  // namespace

PeakCut counts_of_cut(const Scene& scene, Axis axis, std::uint32_t cut) {
  const Profile& profile = scene.profile[index(axis)];
  return {profile.links[cut - 1], profile.wires[cut - 1], cut, 1};
}

void draw_profiles(svg::Canvas& canvas, const Page& page) {
  for (const Axis axis : {Axis::x, Axis::y}) draw_profile(canvas, page, axis);
}

void draw_cuts(svg::Canvas& canvas, Page& page) {
  const Scene& scene = page.scene;
  if (!scene.shown.peak && !scene.singled_out.any()) return;
  canvas.open("peak-cuts");
  for (const Axis axis : {Axis::x, Axis::y}) {
    const std::uint32_t chosen = scene.singled_out.cuts[index(axis)];
    if (chosen > 0) {
      draw_cut(canvas, page, axis, counts_of_cut(scene, axis, chosen), "cut");
    } else if (scene.shown.peak) {
      draw_cut(canvas, page, axis, scene.peak[index(axis)], "peak cut");
    }
  }
  canvas.close();
}

}  // namespace cutline::drawing
