// SPDX-License-Identifier: Apache-2.0
// The corner of a schematic that shows its densest crossing as it is routed.

#include "output/floorplan/schematic.hpp"

namespace cutline::drawing {

namespace {

constexpr double kLeastInsetPitchMm = 0.1, kMostInsetPitchMm = 1.5;  ///< of wires
constexpr double kAround = 1.25, kMoreCells = 10;                    ///< the window is this times the tracks, and more
constexpr double kBeforeTracks = 0.15;                               ///< share of the window, if tracks do not fit
constexpr double kBarShare = 0.4;                                    ///< of the frame, for the longest scale bar
constexpr double kViasFromMm = 0.3;

/// The range of the tracks that meet at a crossing, along one axis.
struct Range {
  double low = std::numeric_limits<double>::infinity(), high = -std::numeric_limits<double>::infinity();
  void widen(double at, double half) {
    low = std::min(low, at - half);
    high = std::max(high, at + half);
  }
  bool empty() const { return low > high; }
};

/// Wires over the cut behind a slot; for the last slot of a line, over the cut before it.
std::int64_t wires_at(const Profile& profile, std::uint32_t slot) {
  if (profile.wires.empty()) return 0;
  return profile.wires[std::min<std::size_t>(slot, profile.wires.size() - 1)];
}

/// The column and the row with the most wires where they cross.
std::array<std::uint32_t, 2> densest_crossing(const Scene& scene) {
  std::array<std::vector<Profile>, 2> profiles;
  for (const Axis axis : {Axis::x, Axis::y}) {
    for (const Pattern& pattern : scene.layout.lines(axis).patterns)
      profiles[index(axis)].push_back(pattern_profile(scene.layout, axis, pattern));
  }
  const auto profile = [&](Axis axis, std::uint32_t line) -> const Profile& {
    return profiles[index(axis)][scene.layout.lines(axis).pattern_of_line[line]];
  };
  std::array<std::uint32_t, 2> best{};
  std::int64_t most = -1;
  for (std::uint32_t row = 0; row < scene.rows(); ++row) {
    for (std::uint32_t column = 0; column < scene.columns(); ++column) {
      const std::int64_t wires = wires_at(profile(Axis::x, row), column) + wires_at(profile(Axis::y, column), row);
      if (wires <= most) continue;
      most = wires;
      best = {column, row};
    }
  }
  return best;
}

/// The range of the wires of a row beside a column, or of a column beside a row. They lie on the tracks of the line's
/// channel, or if there are none, between neighbours that face.
Range tracks_beside(const Scene& scene, Axis axis, std::uint32_t line, double place) {
  const Axis across = lower_axis_off(axis);
  const auto channel = static_cast<double>(scene.layout.positions[index(across)].box_end(line));
  Range tracks, facing;
  for (const DrawnWire& mark : scene.marks) {
    if ((axis == Axis::x ? mark.a : mark.b)[across] != line) continue;
    for (std::size_t i = 1; i < mark.line.count; ++i) {
      const CellPoint p = mark.line.at[i - 1], q = mark.line.at[i];
      const auto [from, to] = axis == Axis::x ? std::minmax({p.x, q.x}) : std::minmax({p.y, q.y});
      const double at = axis == Axis::x ? p.y : p.x;
      if (from < place && place < to) (at >= channel ? tracks : facing).widen(at, (mark.wires - 1) / 2.0);
    }
  }
  return tracks.empty() ? facing : tracks;
}

/// The range of tracks, or the middle of the crossing if there are none.
Range or_middle(Range range, const AxisPositions& places, std::uint32_t slot) {
  if (!range.empty()) return range;
  range.widen((static_cast<double>(places.box_end(slot)) + static_cast<double>(places.end(slot))) / 2, 0);
  return range;
}

/// The start of a window around the tracks. If they do not all fit, the window shows the first tracks, with some room
/// before them, so that their edge is seen.
double window_start(const Range& tracks, double cells) {
  const bool fits = tracks.high - tracks.low < cells;
  return fits ? (tracks.low + tracks.high - cells) / 2 : tracks.low - kBeforeTracks * cells;
}

/// The pieces of wires inside a window, by layer pair and colour.
class Pieces {
 public:
  Pieces(const Page& page, const InsetWindow& window) : page_(page), window_(window) {}
  void add(const DrawnWire& wire) {
    std::string& data = data_[{wire.pair, colour_class(page_.scene, wire)}];
    for (std::size_t i = 1; i < wire.line.count; ++i) {
      const CellPoint p = wire.line.at[i - 1], q = wire.line.at[i];
      const double x0 = std::max(std::min(p.x, q.x), window_.x), x1 = std::min(std::max(p.x, q.x), window_.right());
      const double y0 = std::max(std::min(p.y, q.y), window_.y), y1 = std::min(std::max(p.y, q.y), window_.top());
      if (x0 > x1 || y0 > y1) continue;
      data += fmt::format("M{} {}", svg::number(x0, 2), svg::number(y0, 2));
      data += x1 > x0 ? fmt::format("h{}", svg::number(x1 - x0, 2)) : fmt::format("v{}", svg::number(y1 - y0, 2));
    }
    for (const CellPoint& via : wire.vias) {
      const bool inside = via.x > window_.x && via.x < window_.right() && via.y > window_.y && via.y < window_.top();
      if (inside)
        vias_[colour_class(page_.scene, wire)] += fmt::format("M{} {}h0", svg::number(via.x), svg::number(via.y));
    }
  }
  /// Draws upper layers above lower ones, and thinner.
  void draw(svg::Canvas& canvas) const {
    const std::uint32_t pairs = page_.scene.layout.rules.layer_pairs;
    for (const auto& [group, data] : data_) {
      const double lower = pairs < 2 ? 0.5 : 1 - static_cast<double>(group.first) / (pairs - 1);
      if (data.empty()) continue;
      canvas.path(data, "wire " + group.second, {}, stroke_width(0.3 + 0.3 * lower));
    }
    if (window_.pitch_mm < kViasFromMm) return;
    for (const auto& [colour, data] : vias_) canvas.path(data, "via " + colour, {}, "stroke-width=\"0.8\"");
  }

 private:
  const Page& page_;
  const InsetWindow& window_;
  std::map<std::pair<std::uint8_t, std::string>, std::string> data_;
  std::map<std::string, std::string> vias_;
};

/// The boxes of the nodes around the crossing, clipped to the window.
void draw_boxes(svg::Canvas& canvas, const Page& page, const InsetWindow& window) {
  for_each_site(page, [&](const Cell& cell, std::uint64_t) {
    const NodeBox box = node_box(page, cell[Axis::x], cell[Axis::y]);
    const double left = std::max(window.x, static_cast<double>(box.x) - 0.5);
    const double bottom = std::max(window.y, static_cast<double>(box.y) - 0.5);
    const double right = std::min(window.right(), static_cast<double>(box.x) + box.width - 0.5);
    const double top = std::min(window.top(), static_cast<double>(box.y) + box.height - 0.5);
    if (left >= right || bottom >= top) return;
    canvas.put(
        "<rect class=\"node\" stroke=\"none\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" stroke-width=\"0\"/>\n",
        svg::number(left), svg::number(bottom), svg::number(right - left), svg::number(top - bottom));
  });
}

void draw_inset_bar(svg::Canvas& canvas, const Page& page, const svg::Rect& frame) {
  const double cell = page.scene.cell_length(), pitch = page.inset->pitch_mm;
  const double length = svg::nice_below(kBarShare * frame.width / pitch * cell), bar = length / cell * pitch;
  const double y = frame.bottom() - 1.6, x = frame.x + 1.2;
  const std::string text = page.scene.length_text(length);
  canvas.rect({x - 0.6, y - 1.2, bar + svg::text_width_mm(text, svg::kLeastPt) + 2.6, svg::kDigitMm + 0.6},
              "module-field", {});
  put_scale_bar(canvas, {x, y}, bar, 1.4, fmt::format("scale of the inset: {}", text));
  canvas.text(x + bar + 1, y + svg::kDigitMm / 2, text, {"legend-text"});
}

}  // namespace

std::optional<InsetWindow> inset_window(const Scene& scene) {
  if (scene.marks.empty() || !scene.shown.inset || !scene.shown.wires || scene.planes() > 1) return std::nullopt;
  if (scene.options.width_mm < kLeastWidthWithInset) return std::nullopt;
  const auto [column, row] = densest_crossing(scene);
  const AxisPositions &columns = scene.layout.columns(), &rows = scene.layout.rows();
  const Range x =
      or_middle(tracks_beside(scene, Axis::y, column, static_cast<double>(rows.end(row)) - 0.5), columns, column);
  const Range y =
      or_middle(tracks_beside(scene, Axis::x, row, static_cast<double>(columns.end(column)) - 0.5), rows, row);
  const double cells = kAround * std::max(x.high - x.low, y.high - y.low) + kMoreCells;
  const double pitch = std::clamp(kInsetMm / cells, kLeastInsetPitchMm, kMostInsetPitchMm);
  const double width = kInsetMm / pitch, height = width / scene.cell_aspect();
  return InsetWindow{window_start(x, width), window_start(y, height), width, height, pitch, column, row};
}

void draw_inset(svg::Canvas& canvas, Page& page) {
  if (!page.inset) return;
  const InsetWindow& window = *page.inset;
  const svg::Rect frame = {page.frame.page_width - page.frame.margin - kInsetMm, page.frame.key_y + 1, kInsetMm,
                           kInsetMm};
  Page inside{page.scene, page.frame, page.plane};
  inside.frame.scale_x = window.pitch_mm;
  inside.frame.scale_y = window.pitch_mm * window.width / window.height;
  inside.frame.plan = {frame.x - (window.x + 0.5) * inside.frame.scale_x, frame.bottom(), 0,
                       (window.y + 0.5) * inside.frame.scale_y};
  Pieces pieces(page, window);
  for (const DrawnWire& mark : page.scene.marks) {
    Range x, y;
    for (const CellPoint& point : mark.line) {
      x.widen(point.x, mark.wires);
      y.widen(point.y, mark.wires);
    }
    if (x.low > window.right() || x.high < window.x || y.low > window.top() || y.high < window.y) continue;
    const Layout& layout = page.scene.layout;
    const auto line = static_cast<std::uint32_t>(line_of(layout.wiring.grid, mark.place.axis, mark.a));
    for (std::uint32_t wire = mark.wire; wire < mark.wire + mark.wires; ++wire)
      pieces.add(drawn_band(layout, mark.place, line, wire));
  }
  canvas.open("inset");
  canvas.rect(frame, "plan", fmt::format("row {} and column {}, to scale", window.row, window.column));
  open_cells(canvas, inside, "inset-wires");
  draw_boxes(canvas, page, window);
  pieces.draw(canvas);
  canvas.close();
  canvas.rect(frame, "scale-bar", {});
  draw_inset_bar(canvas, page, frame);
  canvas.close();
  page.notes.push_back(
      fmt::format("The inset shows the densest crossing, of row {} and column {}, to scale, {} times as large.",
                  window.row, window.column, svg::short_number(window.pitch_mm / page.frame.scale_x)));
}

void mark_inset(svg::Canvas& canvas, const Page& page) {
  if (!page.inset) return;
  const InsetWindow& window = *page.inset;
  const double x = page.frame.to_x(window.x + window.width / 2), y = page.frame.to_y(window.y + window.height / 2);
  const double width = std::max(kInsetMarkMm, window.width * page.frame.scale_x);
  const double height = std::max(kInsetMarkMm, window.height * page.frame.scale_y);
  canvas.rect({x - width / 2, y - height / 2, width, height}, "scale-bar", "shown in the inset");
}

}  // namespace cutline::drawing
