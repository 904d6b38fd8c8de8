// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "output/floorplan/scene.hpp"
#include "output/svg/palette.hpp"
#include "output/svg/text.hpp"
#include "output/text/number.hpp"

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
void add_axis(Map& map, const Scene& scene, std::uint32_t plane, Axis axis, const Bins& along, const Bins& across) {
  const Layout& layout = scene.layout;
  const Lines& lines = layout.lines(axis);
  std::vector<std::vector<double>> means;
  means.reserve(lines.patterns.size());
  for (const Pattern& pattern : lines.patterns) means.push_back(binned(pattern_profile(layout, axis, pattern), along));
  for (std::size_t bin = 0; bin < across.count; ++bin) {
    std::map<std::uint32_t, std::size_t> uses;
    for (std::size_t line = across.begin(bin); line < across.begin(bin + 1); ++line)
      uses[lines.pattern_of_line[scene.line(axis, static_cast<std::uint32_t>(line), plane)]] += 1;
    const auto share = 1.0 / static_cast<double>(across.begin(bin + 1) - across.begin(bin));
    for (const auto& [pattern, times] : uses) {
      for (std::size_t i = 0; i < along.count; ++i) {
        (axis == Axis::x ? map[bin][i] : map[i][bin]) += means[pattern][i] * share * static_cast<double>(times);
      }
    }
  }
}

/// The paths of each colour, with one rectangle for each run of equal bins; a path has at most kRectsAPath of them.
class LevelPaths {
 public:
  LevelPaths(const Frame& frame, const Layout& layout, const Bins& x, const Bins& y)
      : frame_(frame), layout_(layout), x_(x), y_(y), data_(kLevels), rects_(kLevels, 0), paths_(kLevels) {}
  void add(std::size_t level, std::size_t row, std::size_t from, std::size_t to) {
    const double left = frame_.to_x(edge(layout_.columns(), x_, from)),
                 right = frame_.to_x(edge(layout_.columns(), x_, to));
    const double bottom = frame_.to_y(edge(layout_.rows(), y_, row)),
                 top = frame_.to_y(edge(layout_.rows(), y_, row + 1));
    data_[level] += fmt::format("M{} {}H{}V{}H{}z", svg::number(left, 2), svg::number(top, 2), svg::number(right, 2),
                                svg::number(bottom, 2), svg::number(left, 2));
    if (++rects_[level] % kRectsAPath == 0) flush(level);
  }
  void flush(std::size_t level) {
    if (!data_[level].empty()) paths_[level].push_back(std::move(data_[level]));
    data_[level].clear();
  }
  const std::vector<std::string>& paths(std::size_t level) const { return paths_[level]; }

 private:
  static double edge(const AxisPositions& positions, const Bins& bins, std::size_t bin) {
    const std::size_t slot = bins.begin(bin);
    return static_cast<double>(slot < positions.start.size() ? positions.start[slot] : positions.total);
  }
  const Frame& frame_;
  const Layout& layout_;
  const Bins& x_;
  const Bins& y_;
  std::vector<std::string> data_;
  std::vector<std::size_t> rects_;
  std::vector<std::vector<std::string>> paths_;
};

std::string map_note(const Bins& x, const Bins& y) {
  const std::size_t most_x = (x.slots + x.count - 1) / x.count, most_y = (y.slots + y.count - 1) / y.count;
  const std::string each = most_x * most_y == 1
                               ? std::string("one node")
                               : fmt::format("up to {} × {} nodes", text::grouped(most_x), text::grouped(most_y));
  return fmt::format(
      "Density map: too many wires to draw. The colour is the number of links over the cuts beside a node, along its "
      "row "
      "plus along its column; each square is the mean over {}.",
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
  add_axis(map, scene, plane, Axis::x, x, y);
  add_axis(map, scene, plane, Axis::y, y, x);
  return map;
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
      range.first = std::min(range.first, *std::min_element(row.begin(), row.end()));
      range.second = std::max(range.second, *std::max_element(row.begin(), row.end()));
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
  LevelPaths paths(page.frame, scene.layout, x, y);
  for (std::size_t row = 0; row < y.count; ++row) {
    for (std::size_t from = 0, to = 0; from < x.count; from = to) {
      const std::size_t level = level_of(map[row][from]);
      while (to < x.count && level_of(map[row][to]) == level) ++to;
      paths.add(level, row, from, to);
    }
  }
  canvas.open("density-map");
  for (std::size_t level = 0; level < kLevels; ++level) {
    paths.flush(level);
    const double step = (high - low) / static_cast<double>(kLevels);
    const double from = low + step * static_cast<double>(level);
    for (const std::string& data : paths.paths(level)) {
      canvas.path(data, "density",
                  fmt::format("{} to {} links beside a node", svg::short_number(from), svg::short_number(from + step)),
                  fmt::format("fill=\"{}\"",
                              to_string(svg::scale_colour(scene.style, static_cast<double>(level) / (kLevels - 1)))));
    }
  }
  canvas.close();
  page.notes.push_back(map_note(x, y));
}

}  // namespace cutline::drawing
