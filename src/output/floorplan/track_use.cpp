// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <tuple>
#include <vector>

#include "cutline/study/laid_out.hpp"
#include "cutline/study/study.hpp"
#include "output/floorplan/schematic.hpp"
#include "output/svg/style.hpp"
#include "output/svg/text.hpp"
#include "output/text/number.hpp"

namespace cutline::drawing {

namespace {

/// Wires on tracks over each cut of a pattern. Wires between neighbours that face take no track and do not count.
std::vector<std::uint64_t> wires_on_tracks(const Layout& layout, const Pattern& pattern, std::uint32_t slots) {
  std::vector<std::uint64_t> over(slots, 0);
  for (std::size_t part = 0; part < pattern.size(); ++part) {
    if (pattern.is_facing(part)) continue;
    for (std::uint32_t cut = slot_of(pattern.lo[part]) + 1; cut <= slot_of(pattern.hi[part]); ++cut)
      over[cut] += wires_of(layout, pattern, part);
  }
  return over;
}

/// Tracks on all layers beside the nodes of a line; if wires may run over nodes, also those over them.
std::uint64_t tracks_of_line(const Layout& layout, Axis across, std::uint32_t slot) {
  const AxisPositions& places = layout.positions[index(across)];
  const bool over_boxes = layout.rules.over_nodes && layout.rules.given == nullptr;
  const std::uint32_t cells =
      over_boxes ? places.pitch(slot) - terminal_cells(layout, across, slot) : places.channel[slot];
  return std::uint64_t{cells} * layout.rules.layer_pairs;
}

/// How many times as many tracks the layers of an axis would have if each kept its own pitch.
double at_own_pitches(const Technology& technology, Axis axis) {
  double sum = 0, layers = 0;
  for (const Layer& layer : technology.layers) {
    if ((layer.direction == LayerDirection::horizontal) != (axis == Axis::x)) continue;
    sum += 1 / (1 - technology.tracks_lost(layer));
    layers += 1;
  }
  return sum / layers;
}

void add_uses(const Scene& scene, Axis axis, std::vector<TrackUse>& all) {
  const Layout& layout = scene.layout;
  const Axis across = axis == Axis::x ? Axis::y : Axis::x;
  const Lines& lines = layout.lines(axis);
  std::vector<std::vector<std::uint64_t>> by_pattern;
  const double own_pitches = at_own_pitches(technology_of(scene.study, *scene.candidate.design), axis);
  for (const Pattern& pattern : lines.patterns) by_pattern.push_back(wires_on_tracks(layout, pattern, lines.slots));
  for (std::uint32_t line = 0; line < layout.wiring.grid[across]; ++line) {
    const std::vector<std::uint64_t>& wires = by_pattern[lines.pattern_of_line[line]];
    const std::uint64_t tracks = tracks_of_line(layout, across, line);
    for (std::uint32_t cut = 1; cut < lines.slots; ++cut) {
      if (wires[cut] > 0)
        all.push_back({axis, line, cut, wires[cut], tracks, 0,
                       static_cast<std::uint64_t>(static_cast<double>(tracks) * own_pitches)});
    }
  }
}

/// A violet, which no link has; close to the colour of the page if few tracks are in use.
std::string use_colour(const svg::PictureStyle& style, std::size_t step) {
  constexpr std::array<svg::Rgb, 2> kOnWhite = {svg::Rgb{0xef, 0xe9, 0xf7}, {0xa8, 0x91, 0xd6}};
  constexpr std::array<svg::Rgb, 2> kOnDarkPage = {svg::Rgb{0x2b, 0x25, 0x3d}, {0x6d, 0x55, 0xa8}};
  const auto& [low, high] = style.dark ? kOnDarkPage : kOnWhite;
  const double share = static_cast<double>(step) / (svg::kScaleSteps - 1);
  const auto mix = [&](std::uint8_t from, std::uint8_t to) {
    return static_cast<std::uint8_t>(std::lround(from + (to - from) * share));
  };
  return to_string(svg::Rgb{mix(low.red, high.red), mix(low.green, high.green), mix(low.blue, high.blue)});
}

/// The rectangle, enlarged if it would be too small to see.
svg::Rect widened(svg::Rect rect) {
  constexpr double kSeenMm = 1.8;
  const double x = std::max(0.0, kSeenMm - rect.width), y = std::max(0.0, kSeenMm - rect.height);
  return {rect.x - x / 2, rect.y - y / 2, rect.width + x, rect.height + y};
}

std::string use_title(const TrackUse& use) {
  const bool row = use.axis == Axis::x;
  std::string text = fmt::format("{} {}, between {} {} and {}: {} of {} tracks in use", row ? "row" : "column",
                                 use.line, row ? "columns" : "rows", use.cut - 1, use.cut,
                                 text::grouped(use.wires - use.overflow), text::grouped(use.tracks));
  if (use.at_own_pitch > use.tracks)
    text += fmt::format(" ({} if each layer kept its own pitch)", text::grouped(use.at_own_pitch));
  if (use.overflow > 0) text += fmt::format(", {} wires without room", text::grouped(use.overflow));
  return text;
}

}  // namespace

std::vector<TrackUse> track_use(const Scene& scene) {
  std::vector<TrackUse> all;
  for (const Axis axis : {Axis::x, Axis::y}) add_uses(scene, axis, all);
  const Overflow* overflow = scene.candidate.laid_out()->measures.overflow();
  if (!overflow) return all;
  std::map<std::tuple<Axis, std::uint32_t, std::uint32_t>, std::uint64_t> without_room;
  for (const EdgeOverflow& edge : overflow->edges) without_room[{edge.axis, edge.line, edge.cut}] = edge.wires;
  for (TrackUse& use : all) {
    const auto found = without_room.find({use.axis, use.line, use.cut});
    if (found != without_room.end()) use.overflow = found->second;
  }
  return all;
}

double most_used(const std::vector<TrackUse>& all) {
  double most = 0;
  for (const TrackUse& use : all) most = std::max(most, use.share());
  return most;
}

void draw_track_use(svg::Canvas& canvas, const Page& page, const SchematicPlan& plan) {
  if (page.use.empty()) return;
  const double most = top_of_use_scale(page.use);
  canvas.open("track-use");
  for (const TrackUse& use : page.use) {
    const auto step = static_cast<std::size_t>(use.share() / most * svg::kScaleSteps);
    const std::string fill =
        use.overflow > 0
            ? std::string()
            : fmt::format("fill=\"{}\"", use_colour(page.scene.style, std::min(step, svg::kScaleSteps - 1)));
    const svg::Rect channel = plan.channel(use.axis, use.line, use.cut);
    canvas.rect(use.overflow > 0 ? widened(channel) : channel, use.overflow > 0 ? "overflow" : "use", use_title(use),
                fill);
  }
  canvas.close();
}

double top_of_use_scale(const std::vector<TrackUse>& all) {
  constexpr double kLeastTop = 0.1;  // so that all colours are pale if hardly any track is in use
  return std::max(kLeastTop, most_used(all));
}

void draw_use_scale(svg::Canvas& canvas, const Page& page, const svg::Rect& room) {
  const double width = room.width / svg::kScaleSteps, share = top_of_use_scale(page.use) / svg::kScaleSteps;
  for (std::size_t step = 0; step < svg::kScaleSteps; ++step) {
    canvas.rect({room.x + static_cast<double>(step) * width, room.y, width, room.height}, "use-key",
                fmt::format("{:.3g} to {:.3g} % of the tracks", 100 * share * static_cast<double>(step),
                            100 * share * static_cast<double>(step + 1)),
                fmt::format("fill=\"{}\"", use_colour(page.scene.style, step)));
  }
}

std::string track_use_text(const Page& page) {
  const double most = most_used(page.use), top = top_of_use_scale(page.use);
  const std::string range = fmt::format("tracks in use: 0 to {} %", svg::short_number(100 * top));
  return most < top ? fmt::format("{}, at most {} %", range, svg::short_number(100 * most)) : range;
}

}  // namespace cutline::drawing
