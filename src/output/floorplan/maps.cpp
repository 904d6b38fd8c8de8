// SPDX-License-Identifier: Apache-2.0
#include "output/floorplan/schematic.hpp"

namespace cutline::drawing {

namespace {

constexpr std::size_t kMostBins = 256;
constexpr std::size_t kLevels = 32;
constexpr std::size_t kRectsAPath = 200;

/// Slots of one axis in at most kMostBins bins.
struct Bins {
  std::size_t slots = 1;
  std::size_t count = 1;
  Bins(std::size_t n, std::size_t most) : slots(n), count(std::min(n, most)) {}
  std::size_t begin(std::size_t bin) const { return bin * slots / count; }
  /// Where a bin begins, in cells.
  double edge(const AxisPositions& positions, std::size_t bin) const {
    return static_cast<double>(begin(bin) < positions.start.size() ? positions.start[begin(bin)] : positions.total);
  }
};

/// Links per cut, by bin. The value of a slot is the mean of the two cuts beside it (one at the ends); the value of a
/// bin is the mean over its slots.
std::vector<double> binned(const Profile& profile, const Bins& bins) {
  std::vector<double> means(bins.count, 0);
  const std::size_t cuts = profile.links.size();
  if (cuts == 0) return means;
  for (std::size_t bin = 0; bin < bins.count; ++bin) {
    double sum = 0;
    for (std::size_t slot = bins.begin(bin); slot < bins.begin(bin + 1); ++slot) {
      const std::size_t before = slot == 0 ? 0 : slot - 1, behind = std::min(slot, cuts - 1);
      sum += static_cast<double>(profile.links[before] + profile.links[behind]) / 2;
    }
    means[bin] = sum / static_cast<double>(bins.begin(bin + 1) - bins.begin(bin));
  }
  return means;
}

using Map = std::vector<std::vector<double>>;

/// Adds to map[across][along], or for axis y to map[along][across], the mean over the lines of each bin.
void add_axis(Map& map, const Scene& scene, std::uint32_t plane, Axis axis, const std::array<Bins, 2>& bins) {
  const Bins &along = bins[index(axis)], &across = bins[1 - index(axis)];
  const Layout& layout = scene.layout;
  const Lines& lines = layout.lines(axis);
  const std::vector<std::vector<double>> means = each_of(
      lines.patterns, [&](const Pattern& pattern) { return binned(pattern_profile(layout, axis, pattern), along); });
  for (std::size_t bin = 0; bin < across.count; ++bin) {
    std::map<std::uint32_t, std::size_t> uses;
    for (std::size_t line = across.begin(bin); line < across.begin(bin + 1); ++line)
      uses[lines.pattern_of_line[scene.line(axis, static_cast<std::uint32_t>(line), plane)]] += 1;
    const auto share = 1.0 / static_cast<double>(across.begin(bin + 1) - across.begin(bin));
    for (const auto& [pattern, times] : uses) {
      for (std::size_t i = 0; i < along.count; ++i)
        (axis == Axis::x ? map[bin][i] : map[i][bin]) += means[pattern][i] * share * static_cast<double>(times);
    }
  }
}

std::string map_note(const Bins& x, const Bins& y) {
  const std::size_t most_x = (x.slots + x.count - 1) / x.count, most_y = (y.slots + y.count - 1) / y.count;
  const std::string each = most_x * most_y == 1
                               ? std::string("one node")
                               : fmt::format("up to {} × {} nodes", text::grouped(most_x), text::grouped(most_y));
  return fmt::format(
      "Density map: too many wires to draw. The colour is the number of links over the cuts beside a node, along its "
      "row plus along its column; each square is the mean over {}.",
      each);
}

/// The most bins along a side of a plane. The planes of a page share kMostBins, so each side has fewer bins if there
/// are several planes.
std::size_t bins_of_plane(std::uint32_t planes) {
  std::size_t side = 1;
  while (side * side < planes) ++side;
  return std::max<std::size_t>(32, kMostBins / side);
}

Map plane_map(const Scene& scene, std::uint32_t plane, const Bins& x, const Bins& y) {
  Map map(y.count, std::vector<double>(x.count, 0));
  add_axis(map, scene, plane, Axis::x, {x, y});
  add_axis(map, scene, plane, Axis::y, {x, y});
  return map;
}

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
  const Axis across = lower_axis_off(axis);
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

/// The rectangle, enlarged if it would be too small to see.
svg::Rect widened(svg::Rect rect) {
  constexpr double kSeenMm = 1.8;
  const double x = std::max(0.0, kSeenMm - rect.width), y = std::max(0.0, kSeenMm - rect.height);
  return {rect.x - x / 2, rect.y - y / 2, rect.width + x, rect.height + y};
}

/// The largest share of a channel's tracks that is in use.
double most_used(const std::vector<TrackUse>& all) { return most_over<double>(all, &TrackUse::share); }

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

std::pair<double, double> range_of_map(const Scene& scene) {
  const std::size_t most = bins_of_plane(scene.planes());
  const Bins x(scene.columns(), most), y(scene.rows(), most);
  std::pair<double, double> range;
  for (std::uint32_t plane = 0; plane < scene.planes(); ++plane) {
    const Map map = plane_map(scene, plane, x, y);
    if (plane == 0) range = {map[0][0], map[0][0]};
    for (const auto& row : map) {
      range.first = std::min(range.first, *std::ranges::min_element(row));
      range.second = std::max(range.second, *std::ranges::max_element(row));
    }
  }
  return range;
}

void draw_density_map(svg::Canvas& canvas, Page& page) {
  const Scene& scene = page.scene;
  if (scene.mode != DrawMode::density_map) return;
  const std::size_t most = bins_of_plane(scene.planes());
  const Bins x(scene.columns(), most), y(scene.rows(), most);
  const Map map = plane_map(scene, page.plane, x, y);
  const double low = scene.colours.low, high = scene.colours.high;
  const auto level_of = [&](double value) {
    if (high <= low) return kLevels - 1;
    return std::min(kLevels - 1, static_cast<std::size_t>((value - low) / (high - low) * static_cast<double>(kLevels)));
  };
  // One rectangle for each run of equal bins, at most kRectsAPath in a path.
  std::vector<std::vector<std::string>> paths(kLevels);
  std::vector<std::size_t> rects(kLevels, 0);
  const auto across = [&](std::size_t bin) { return page.frame.to_x(x.edge(scene.layout.columns(), bin)); };
  const auto up = [&](std::size_t bin) { return page.frame.to_y(y.edge(scene.layout.rows(), bin)); };
  for (std::size_t row = 0; row < y.count; ++row) {
    for (std::size_t from = 0, to = 0; from < x.count; from = to) {
      const std::size_t level = level_of(map[row][from]);
      while (to < x.count && level_of(map[row][to]) == level) ++to;
      if (rects[level]++ % kRectsAPath == 0) paths[level].emplace_back();
      append(paths[level].back(), "M{0} {1}H{2}V{3}H{0}z", svg::number(across(from), 2), svg::number(up(row + 1), 2),
             svg::number(across(to), 2), svg::number(up(row), 2));
    }
  }
  canvas.open("density-map");
  for (std::size_t level = 0; level < kLevels; ++level) {
    const double step = (high - low) / static_cast<double>(kLevels);
    const double from = low + step * static_cast<double>(level);
    for (const std::string& data : paths[level]) {
      canvas.path(data, "density",
                  fmt::format("{} to {} links beside a node", svg::short_number(from), svg::short_number(from + step)),
                  fmt::format("fill=\"{}\"",
                              to_string(svg::scale_colour(scene.style, static_cast<double>(level) / (kLevels - 1)))));
    }
  }
  canvas.close();
  page.notes.push_back(map_note(x, y));
}

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

void draw_track_use(svg::Canvas& canvas, const Page& page, const SchematicPlan& plan) {
  if (page.use.empty()) return;
  const double most = top_of_use_scale(page.use);
  canvas.open("track-use");
  for (const TrackUse& use : page.use) {
    const auto step = static_cast<std::size_t>(use.share() / most * svg::kScaleSteps);
    const svg::Rect channel = plan.channel(use.axis, use.line, use.cut);
    if (use.overflow > 0) {
      canvas.rect(widened(channel), "overflow", use_title(use));
    } else {
      canvas.rect(channel, "use", use_title(use),
                  fmt::format("fill=\"{}\"", use_colour(page.scene.style, std::min(step, svg::kScaleSteps - 1))));
    }
  }
  canvas.close();
}

double top_of_use_scale(const std::vector<TrackUse>& all) {
  constexpr double kLeastTop = 0.1;  // so that all colours are pale if hardly any track is in use
  return std::max(kLeastTop, most_used(all));
}

/// A violet, which no link has; close to the colour of the page if few tracks are in use.
std::string use_colour(const svg::PictureStyle& style, std::size_t step) {
  constexpr std::array<svg::Rgb, 2> kOnWhite = {svg::Rgb{0xef, 0xe9, 0xf7}, {0xa8, 0x91, 0xd6}};
  constexpr std::array<svg::Rgb, 2> kOnDarkPage = {svg::Rgb{0x2b, 0x25, 0x3d}, {0x6d, 0x55, 0xa8}};
  const auto& [low, high] = style.dark ? kOnDarkPage : kOnWhite;
  return to_string(svg::mixed(low, high, static_cast<double>(step) / (svg::kScaleSteps - 1)));
}

std::string track_use_text(const Page& page) {
  const double most = most_used(page.use), top = top_of_use_scale(page.use);
  const std::string range = fmt::format("tracks in use: 0 to {} %", svg::short_number(100 * top));
  return most < top ? fmt::format("{}, at most {} %", range, svg::short_number(100 * most)) : range;
}

}  // namespace cutline::drawing
