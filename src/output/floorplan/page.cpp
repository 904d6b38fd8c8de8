// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "output/floorplan/scene.hpp"

namespace cutline::drawing {

namespace {

constexpr double kLeastWidthMm = 60, kMostWidthMm = 5000;
constexpr double kLeastPlanMm = 5;
constexpr double kProfileMm = 14, kProfileGapMm = 2, kPeakLabelMm = 14, kTopLabelMm = 4.6, kCaptionMm = 20;
constexpr double kAxisNumbersMm = 3.6;
constexpr double kThickestWireMm = 0.6;
constexpr double kLeastInkMm = 0.008;
constexpr double kThinnestMm = 0.03, kThinnestAmongBoxesMm = 0.06;

struct Room {
  double above = 0, right = 0, below = kBelowPlanMm, left = 0;
};

Room room_around(const Scene& scene) {
  Room room;
  const bool cuts_x = scene.columns() > 1, cuts_y = scene.rows() > 1;
  if (cuts_x && scene.shown.profile) {
    room.above = kTopLabelMm + kProfileMm + kProfileGapMm;
    room.right = kCaptionMm;
  } else if (cuts_x && scene.shown.peak) {
    room.above = kTopLabelMm;
  }
  if (cuts_y && scene.shown.profile) {
    room.right = kProfileGapMm + kProfileMm + kPeakLabelMm;
    room.below += kAxisNumbersMm;
    room.above = std::max(room.above, kTopLabelMm);
  } else if (cuts_y && scene.shown.peak) {
    room.right = std::max(room.right, kPeakLabelMm);
  }
  return room;
}

/// Widens the schematic of a long and narrow plan: up to a share of the room, or until slots are wide enough.
void widen_narrow_plan(Page& page, double width, double height) {
  constexpr double kShare = 0.45, kWideMm = 25;
  Frame& frame = page.frame;
  const auto wider = [](double& scale, std::int64_t cells, std::uint32_t slots, double room) {
    scale = std::max(scale, std::min(kShare * room, slots * kWideMm) / static_cast<double>(cells));
  };
  wider(frame.scale_x, page.scene.layout.columns().total, page.scene.columns(), width);
  wider(frame.scale_y, page.scene.layout.rows().total, page.scene.rows(), height);
}

constexpr double kHeadingPt = 10.5, kFactsPt = 7.5;
constexpr double kAfterTitle = 3;

std::string title_order(const Scene& scene) {
  if (scene.planes() > 1) return fmt::format("{} order", cutline::order_text(scene.placement, ", "));
  const std::string& x = scene.placement[Axis::x].order;
  const std::string& y = scene.placement[Axis::y].order;
  if (scene.rows() == 1) return fmt::format("{} order", x);
  if (scene.columns() == 1) return fmt::format("{} order", y);
  return x == y ? fmt::format("{} order", x) : fmt::format("{} order along x, {} along y", x, y);
}

std::string size_text(const Scene& scene) {
  const AxisPositions& columns = scene.layout.columns();
  const AxisPositions& rows = scene.layout.rows();
  const LayoutSize& size = scene.candidate.laid_out()->measures.size;
  const bool deep = scene.planes() > 1;
  const auto cells = [](std::int64_t count) { return text::grouped(static_cast<std::uint64_t>(count)); };
  if (scene.unit())
    return fmt::format("{} × {}{} wire pitches", cells(columns.total), cells(rows.total),
                       deep ? " × " + cells(size.planes.pitches) : "");
  if (deep)
    return fmt::format("{} × {} × {} mm", svg::short_number(size.mm.width), svg::short_number(size.mm.height),
                       svg::short_number(size.planes.mm));
  const double width = static_cast<double>(columns.total) * scene.layout.rules.cell_width_nm * 1e-6;
  const double height = static_cast<double>(rows.total) * scene.layout.rules.cell_height_nm * 1e-6;
  const bool metres = std::max(width, height) >= 10000;
  return fmt::format("{} × {} {}", svg::short_number(metres ? width / 1000 : width),
                     svg::short_number(metres ? height / 1000 : height), metres ? "m" : "mm");
}

struct TitleLine {
  std::string text;
  std::string_view css_class;
  double size_pt;
};

double line_height(const TitleLine& line) {
  return line.size_pt * svg::kPointMm * svg::kLineEm + (line.css_class == "title" ? 0.6 : 0);
}

std::vector<TitleLine> title_lines(const Page& page) {
  std::vector<TitleLine> lines;
  const double width = page.scene.options.width_mm - 2 * page.frame.margin;
  for (const std::string& line : svg::wrap_text(page.scene.candidate.design->name, width, kHeadingPt))
    lines.push_back({svg::fitted_text(line, width / svg::kBoldEm, kHeadingPt), "title", kHeadingPt});
  for (const std::string& line : svg::wrap_text(facts(page.scene), width, kFactsPt))
    lines.push_back({svg::fitted_text(line, width, kFactsPt), "facts", kFactsPt});
  return lines;
}

}  // namespace

void expect_sizes(const DrawOptions& options) {
  const double least_mm = kLeastWidthMm * svg::picture_style(options.style).larger;
  const auto fits = [&](double mm) { return mm >= least_mm && mm <= kMostWidthMm; };
  if (!fits(options.width_mm) || !(options.height_mm >= 0 && options.height_mm <= kMostWidthMm)) {
    throw_input_error("a picture of this size cannot be drawn",
                      fmt::format("a width from {} to {} mm, a height up to as much", least_mm, kMostWidthMm), "size");
  }
}

double height_left(const Page& page, double taken) {
  const double others = taken + key_height_mm(page) + page.frame.margin;
  const double height = page.scene.options.height_mm - others;
  if (height < kLeastPlanMm) {
    throw_input_error("the picture is too low for its title, profile and legend",
                      fmt::format("make it at least {} mm high, or show less",
                                  std::ceil((others + kLeastPlanMm) * page.scene.style.larger)),
                      "size");
  }
  return height;
}

double below_title(Page& page) {
  page.frame.page_width = page.scene.options.width_mm;
  return page.frame.margin + title_height_mm(page);
}

void set_frame(Page& page) {
  Frame& frame = page.frame;
  const AxisPositions& columns = page.scene.layout.columns();
  const AxisPositions& rows = page.scene.layout.rows();
  const double cell_height = page.scene.cell_aspect();
  const double cells_wide = static_cast<double>(columns.total);
  const double cells_high = static_cast<double>(rows.total) * cell_height;
  Room room = room_around(page.scene);
  const double top = below_title(page) + room.above;
  double width = frame.page_width - 2 * frame.margin - room.right;
  frame.addresses = address_place(page, std::min(width / cells_wide, kLargestCellMm));
  if (frame.addresses != AddressPlace::at_nodes) {
    (frame.addresses == AddressPlace::left_of_plan ? room.left : room.below) += address_room_mm(page);
    width -= room.left;
  }
  const double height =
      page.scene.options.height_mm > 0 ? height_left(page, top + room.below) : width * kMostHeightPerWidth;
  frame.scale_x = std::min({width / cells_wide, height / cells_high, kLargestCellMm});
  frame.scale_y = frame.scale_x * cell_height;
  if (page.schematic) widen_narrow_plan(page, width, height);
  frame.plan.width = frame.scale_x * cells_wide;
  frame.plan.height = frame.scale_y * static_cast<double>(rows.total);
  frame.plan.x = frame.margin + room.left + (width - frame.plan.width) / 2;
  frame.plan.y = top;
  if (page.scene.columns() > 1 && page.scene.shown.profile)
    frame.profile_x = {frame.plan.x, top - kProfileGapMm - kProfileMm, frame.plan.width, kProfileMm};
  if (page.scene.rows() > 1 && page.scene.shown.profile)
    frame.profile_y = {frame.plan.right() + kProfileGapMm, top, kProfileMm, frame.plan.height};
  frame.key_y = frame.plan.bottom() + room.below;
}

void open_cells(svg::Canvas& canvas, const Page& page, std::string_view css_class, std::string_view attributes) {
  const Frame& frame = page.frame;
  const auto& t = frame.tilt;
  const std::string map = t ? fmt::format("matrix({:.9g} {:.9g} {:.9g} {:.9g} {} {})", (*t)[0], (*t)[1], (*t)[2],
                                          (*t)[3], svg::number((*t)[4], 5), svg::number((*t)[5], 5))
                            : fmt::format("translate({} {}) scale({:.9g} {:.9g})", svg::number(frame.plan.x, 5),
                                          svg::number(frame.plan.bottom(), 5), frame.scale_x, -frame.scale_y);
  canvas.open(css_class,
              fmt::format("transform=\"{} translate(0.5 0.5)\"{}{}", map, attributes.empty() ? "" : " ", attributes));
}

std::string stroke_width(double width, int digits) {
  return fmt::format("stroke-width=\"{}\"", svg::number(width, digits));
}

void put_dot(svg::Canvas& canvas, PagePoint at, double radius_mm) {
  canvas.put("<circle class=\"longest-end\" cx=\"{}\" cy=\"{}\" r=\"{}\"/>\n", svg::number(at.x), svg::number(at.y),
             svg::number(radius_mm));
}

void put_scale_bar(svg::Canvas& canvas, std::array<double, 2> at, double length, double tick, std::string_view title) {
  const auto [x, y] = at;
  canvas.path(fmt::format("M{0} {1}v{5}M{0} {2}h{3}M{4} {1}v{5}", svg::number(x), svg::number(y - tick / 2),
                          svg::number(y), svg::number(length), svg::number(x + length), svg::number(tick)),
              "scale-bar", title);
}

std::string links_text(std::int64_t links) { return text::counted(static_cast<std::uint64_t>(links), "link"); }
std::string wires_text(std::int64_t wires) { return text::counted(static_cast<std::uint64_t>(wires), "wire"); }

double stroke_cells(const Page& page, std::uint32_t wires, std::uint8_t pair) {
  const double pitch_mm = page.frame.scale();
  const auto share_of = [](const AxisPositions& positions) {
    const double channels = sum_over<double>(positions.channel);
    return channels / std::max(1.0, static_cast<double>(positions.total));
  };
  const double channels = std::max(share_of(page.scene.layout.columns()), share_of(page.scene.layout.rows()));
  const double least_mm =
      channels < 0.15 ? kThinnestAmongBoxesMm : std::clamp(0.9 * pitch_mm * wires, kLeastInkMm, kThinnestMm);
  const std::uint32_t pairs = page.scene.layout.rules.layer_pairs;
  const double lower = pairs < 2 ? 0 : 1 - static_cast<double>(pair) / (pairs - 1);
  // At a small pitch, a wire takes a larger share of the pitch, so that its colour can be seen.
  const double share = std::clamp(0.45 + (0.4 - pitch_mm), 0.45, 0.7);
  const double wire = pairs < 2 ? share : share * (0.5 + 0.9 * lower);
  return std::max(wires - 1 + std::min(wire, kThickestWireMm / pitch_mm * wire / share), least_mm / pitch_mm);
}

std::string colour_class(const Scene& scene, const DrawnWire& wire) {
  if (scene.colours.by_class()) return fmt::format("d{}", wire.link_class % svg::kClassColours.size());
  if (!scene.colours.is_scale()) return fmt::format("d{}", wire.pair % svg::kClassColours.size());
  return fmt::format("q{}", scene.colours.step(scene.colour_value(wire)));
}

std::string dash_offset(const Scene& scene, const DrawnWire& mark) {
  const bool dashed = scene.colours.by_class() && mark.link_class >= svg::kClassColours.size();
  if (!dashed || mark.line.count < 3) return {};
  const CellPoint stub = mark.line.at[0], run = mark.line.at[1], end = mark.line.at[2];
  const double stub_length = std::abs(run.x - stub.x) + std::abs(run.y - stub.y);
  const bool level = run.y == end.y;
  const double start = level ? run.x : run.y, direction = (level ? end.x : end.y) < start ? -1 : 1;
  return fmt::format(" stroke-dashoffset=\"{}\"", svg::number(direction * start - stub_length, 1));
}

std::string wire_words(const Scene& scene, const DrawnWire& wire, double length, bool numbered) {
  std::string wires;
  if (numbered && wire.wires == 1) wires = fmt::format("wire {}, ", wire.wire + 1);
  if (numbered && wire.wires > 1) wires = fmt::format("wires {} to {}, ", wire.wire + 1, wire.wire + wire.wires);
  return fmt::format("{}, {}span {}, {}", scene.topology.classes[wire.link_class].name, wires, wire.span(),
                     scene.length_text(length));
}

std::string wire_title(const Scene& scene, const DrawnWire& wire) {
  return fmt::format("{} – {}, {}", scene.nodes.address_at(wire.a), scene.nodes.address_at(wire.b),
                     wire_words(scene, wire, scene.length(wire), true));
}

std::string facts(const Scene& scene) {
  std::string pairs;
  if (scene.layout.rules.layer_pairs > 1) pairs = fmt::format("; {} layers", 2 * scene.layout.rules.layer_pairs);
  if (scene.layout.rules.over_nodes) pairs += "; wires over the nodes";
  const std::string planes = scene.planes() > 1 ? fmt::format(" × {}", text::grouped(scene.planes())) : std::string();
  std::string interchanges;
  if (scene.topology.has_interchanges())
    interchanges = ", " + text::counted(scene.topology.interchange_count(), site_word(inner_kind(scene.topology)));
  return fmt::format("{}: {}{}, {}; {} × {}{} cells, {}{}; {}.", scene.topology.family.printed(),
                     text::counted(scene.topology.node_count(), "node"), interchanges,
                     text::counted(scene.topology.link_count(), "link"), text::grouped(scene.columns()),
                     text::grouped(scene.rows()), planes, title_order(scene), pairs, size_text(scene));
}

double title_height_mm(const Page& page) {
  if (!page.scene.shown.title) return 0;
  double height = kAfterTitle;
  for (const TitleLine& line : title_lines(page)) height += line_height(line);
  return height;
}

void draw_title(svg::Canvas& canvas, const Page& page) {
  if (!page.scene.shown.title) return;
  double y = page.frame.margin;
  for (const TitleLine& line : title_lines(page)) {
    const double em = line.size_pt * svg::kPointMm;
    canvas.text(page.frame.margin, y + em * 0.85, line.text, {line.css_class, line.size_pt});
    y += line_height(line);
  }
}

}  // namespace cutline::drawing
