// SPDX-License-Identifier: Apache-2.0
#include "base/utf8.hpp"
#include "output/floorplan/scene.hpp"

namespace cutline::drawing {

std::string shortened_name(std::string_view name, double width_mm, double size_pt) {
  constexpr std::string_view kEllipsis = "\u2026";
  constexpr std::size_t kLeastLetters = 2;
  std::string shown;
  std::size_t letters = 0;
  for (std::size_t end = 0; end < name.size(); ++letters) {
    end += first_character(name.substr(end)).bytes.size();
    const std::string tried = std::string(name.substr(0, end)) + std::string(kEllipsis);
    if (svg::text_width_mm(tried, size_pt) > width_mm) break;
    shown = tried;
  }
  return letters < kLeastLetters ? std::string() : shown;
}

using svg::kDigitEm;
using svg::kLeastPt;
using svg::kPointMm;

namespace {

constexpr double kTerminals = 0.85;  ///< of the last column and row of cells, where terminals stand
constexpr double kMostPt = 9, kAddressPaddingMm = 0.3, kTightPaddingMm = 0.2, kTightLineEm = 1.0, kOutsideGapMm = 1.2;
constexpr double kBesideGapMm = 0.4;  ///< from a box to an address beside or below it

/// The address of one node and how it is set, in or beside its box.
struct Label {
  std::string text;
  std::uint32_t column = 0, row = 0;
  std::vector<std::string> lines;
  double size_pt = 0;
  bool beside = false;  ///< left of the box, in its slot
  bool below = false;   ///< below the box, in its slot
  bool fits() const { return size_pt >= kLeastPt; }
};

/// The digits of an address in equal groups of at least two, one group per line. If dots stand between digits, lines
/// end at dots, and one digit per line is enough. Empty if the address cannot be broken so.
std::vector<std::string> broken(const std::string& text, std::size_t lines) {
  std::vector<std::string> digits;
  const bool dotted = text.find('.') != std::string::npos;
  for (const char c : text) {
    if (digits.empty() || !dotted || digits.back().back() == '.') digits.emplace_back();
    digits.back() += c;
  }
  const std::size_t each = digits.size() / lines;
  if (each * lines != digits.size() || (lines > 1 && !dotted && each < 2)) return {};
  std::vector<std::string> result(lines);
  for (std::size_t i = 0; i < digits.size(); ++i) result[i / each] += digits[i];
  return result;
}

void set_inside(Label& label, double width_mm, double height_mm) {
  for (std::size_t count = 1; count <= 3 && count <= label.text.size(); ++count) {
    const std::vector<std::string> lines = broken(label.text, count);
    if (lines.empty()) continue;
    double size =
        std::min(kMostPt, height_mm / ((kDigitEm + static_cast<double>(count - 1) * kTightLineEm) * kPointMm));
    for (const std::string& line : lines) size = std::min(size, width_mm / svg::text_width_mm(line, 1));
    size = std::clamp(0.92 * size, std::min(size, kLeastPt), kMostPt);
    const bool better = label.fits() ? size > label.size_pt + 1 : size > label.size_pt;
    if (better) {
      label.lines = lines;
      label.size_pt = size;
    }
  }
}

/// The box area of a slot holds only the box. An address that is too large for the box may therefore stand beside or
/// below it.
void set_beside(Label& label, const Layout& layout, const NodeBox& box, double scale_x, double scale_y) {
  const double width = svg::text_width_mm(label.text, kLeastPt), height = svg::kDigitMm;
  const AxisPositions& columns = layout.columns();
  const AxisPositions& rows = layout.rows();
  // The gap may reach into the routing channel before the slot, but not into the next box.
  const auto fits = [](double text, std::int64_t cells, double scale, const AxisPositions& places, std::uint32_t slot) {
    const double room = static_cast<double>(cells) * scale;
    const double channel = slot > 0 ? places.channel[slot - 1] * scale : kBesideGapMm;
    return text + kAddressPaddingMm <= room && text + kBesideGapMm <= room + channel;
  };
  label.beside = fits(width, box.x - columns.start[label.column], scale_x, columns, label.column) &&
                 height + kAddressPaddingMm <= rows.box[label.row] * scale_y;
  label.below = !label.beside && fits(height, box.y - rows.start[label.row], scale_y, rows, label.row) &&
                width + kAddressPaddingMm <= columns.box[label.column] * scale_x;
  if (label.beside || label.below) label.size_pt = kLeastPt;
}

/// The cells at the top of a box: a row of terminals, and posts below it. Terminals also stand in the last column.
double taken_above(const Scene& scene, std::uint32_t row) {
  const std::vector<std::uint32_t>& field = scene.layout.rows().field;
  return kTerminals + (field.empty() ? 0 : field[row]);
}

/// Shortens names that are too long for their boxes, where most others fit. Coordinates and numbers are never
/// shortened, for they would mean another node.
void shorten_long_names(const Page& page, double scale_x, double scale_y, std::vector<Label>& labels) {
  const auto fitting = std::ranges::count_if(labels, [](const Label& label) { return label.fits(); });
  if (!page.scene.topology.names || !shortens_names(static_cast<std::size_t>(fitting), labels.size())) return;
  for (Label& label : labels) {
    if (label.fits() || label.text.find_first_not_of("0123456789") == std::string::npos) continue;
    const NodeBox box = open_box(page, label.column, label.row);
    const double width = (box.width - kTerminals) * scale_x - kAddressPaddingMm;
    const double height = (box.height - taken_above(page.scene, label.row)) * scale_y - kTightPaddingMm;
    std::string name = shortened_name(label.text, width, kLeastPt);
    if (height < svg::kDigitMm || name.empty()) continue;
    label.lines = {std::move(name)};
    label.size_pt = kLeastPt;
  }
}

std::vector<Label> set_labels(const Page& page, double scale_x, double scale_y) {
  std::vector<Label> labels;
  for_each_site(page, [&](const Cell& cell, std::uint64_t site) {
    const std::uint32_t column = cell[Axis::x], row = cell[Axis::y];
    Label label{page.scene.address_of(site), column, row, {}};
    if (label.text.empty()) return;
    const NodeBox box = open_box(page, column, row);
    set_inside(label, (box.width - kTerminals) * scale_x - kAddressPaddingMm,
               (box.height - taken_above(page.scene, row)) * scale_y - kTightPaddingMm);
    if (!label.fits()) set_beside(label, page.scene.layout, box, scale_x, scale_y);
    labels.push_back(std::move(label));
  });
  shorten_long_names(page, scale_x, scale_y, labels);
  return labels;
}

void draw_label(svg::Canvas& canvas, Page& page, const Label& label, double size_pt) {
  const NodeBox box = open_box(page, label.column, label.row);
  const Frame& frame = page.frame;
  const double em = size_pt * kPointMm;
  if (label.beside || label.below) {
    const double x =
        frame.to_x(static_cast<double>(box.x + (label.below ? box.width : 0))) - (label.below ? 0 : kBesideGapMm);
    const double top = frame.to_y(static_cast<double>(box.y + (label.below ? 0 : box.height)));
    canvas.text(x, top + em * kDigitEm + (label.below ? kBesideGapMm : 0.1), label.text,
                {"address", size_pt, svg::Anchor::end});
    const double width = svg::text_width_mm(label.text, size_pt);
    page.occupied.push_back({x - width, top, width, em});
    return;
  }
  const double x = frame.to_x(static_cast<double>(box.x) + (box.width - kTerminals) / 2.0);
  const double middle =
      frame.to_y(static_cast<double>(box.y) + (box.height - taken_above(page.scene, label.row)) / 2.0);
  double y = middle + em * (kDigitEm - static_cast<double>(label.lines.size() - 1) * kTightLineEm) / 2;
  for (const std::string& line : label.lines) {
    canvas.text(x, y, line, {"address", size_pt, svg::Anchor::middle});
    const double width = svg::text_width_mm(line, size_pt);
    page.occupied.push_back({x - width / 2, y - em * kDigitEm, width, em * kDigitEm});
    y += em * kTightLineEm;
  }
}

void draw_outside(svg::Canvas& canvas, const Page& page) {
  const Frame& frame = page.frame;
  const double digit = svg::kDigitMm;
  for (const Label& label : set_labels(page, 0, 0)) {
    const NodeBox box = open_box(page, label.column, label.row);
    const double x = frame.to_x(static_cast<double>(box.x) + box.width / 2.0);
    const double y = frame.to_y(static_cast<double>(box.y) + box.height / 2.0);
    const double below = frame.plan.bottom() + kOutsideGapMm;
    if (frame.addresses == AddressPlace::left_of_plan) {
      canvas.text(frame.plan.x - kOutsideGapMm, y + digit / 2, label.text, {"address", kLeastPt, svg::Anchor::end});
    } else if (frame.addresses == AddressPlace::below_plan_turned) {
      canvas.text(x + digit / 2, below, label.text, {"address", kLeastPt, svg::Anchor::end, -90});
    } else {
      canvas.text(x, below + digit, label.text, {"address", kLeastPt, svg::Anchor::middle});
    }
  }
}

double longest_address_mm(const Scene& scene) {
  return svg::text_width_mm(scene.nodes.address_at(Cell{{scene.columns() - 1, scene.rows() - 1, 0}}), kLeastPt);
}

}  // namespace

AddressPlace address_place(const Page& page, double mm_per_cell) {
  const bool written = page.scene.shown.addresses && page.scene.draws_links();
  const bool one_row = page.scene.rows() == 1, one_column = page.scene.columns() == 1;
  if (!written || one_row == one_column || page.scene.planes() > 1) return AddressPlace::at_nodes;
  const std::vector<Label> labels = set_labels(page, mm_per_cell, mm_per_cell * page.scene.cell_aspect());
  if (std::ranges::all_of(labels, [](const Label& label) { return label.fits(); })) return AddressPlace::at_nodes;
  if (one_column) return AddressPlace::left_of_plan;
  double pitch = static_cast<double>(page.scene.layout.columns().total);
  for (std::uint32_t column = 1; column < page.scene.columns(); ++column) {
    pitch = std::min(pitch, static_cast<double>(page.scene.layout.columns().start[column] -
                                                page.scene.layout.columns().start[column - 1]));
  }
  if (pitch * mm_per_cell >= longest_address_mm(page.scene) + kAddressPaddingMm) return AddressPlace::below_plan;
  const bool turned = pitch * mm_per_cell >= kLeastPt * kPointMm;
  return turned ? AddressPlace::below_plan_turned : AddressPlace::at_nodes;
}

double address_room_mm(const Page& page) {
  const bool across = page.frame.addresses == AddressPlace::below_plan;
  return kOutsideGapMm + (across ? kLeastPt * kPointMm : longest_address_mm(page.scene));
}

void draw_addresses(svg::Canvas& canvas, Page& page) {
  if (!page.scene.shown.addresses) return;
  // A no-break space keeps the number with its unit.
  constexpr std::string_view kTooSmall = "left out: they would be smaller than 7\u00a0pt.";
  if (!page.scene.draws_links()) {
    page.notes.push_back(fmt::format("Addresses are {}", kTooSmall));
    return;
  }
  canvas.open("addresses");
  if (page.frame.addresses != AddressPlace::at_nodes) {
    draw_outside(canvas, page);
    canvas.close();
    return;
  }
  const std::vector<Label> labels = set_labels(page, page.frame.scale_x, page.frame.scale_y);
  double size_pt = kMostPt;
  std::size_t drawn = 0;
  for (const Label& label : labels) {
    if (!label.fits()) continue;
    size_pt = std::min(size_pt, label.size_pt);
    drawn += 1;
  }
  for (const Label& label : labels) {
    if (label.fits()) draw_label(canvas, page, label, size_pt);
  }
  canvas.close();
  if (drawn == labels.size()) return;
  const std::string which =
      drawn == 0 ? "Addresses" : fmt::format("{} of {} addresses", labels.size() - drawn, labels.size());
  page.notes.push_back(fmt::format("{} are {}", which, kTooSmall));
}

}  // namespace cutline::drawing
