// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "cutline/output/svg_text.hpp"
#include "svg_scene.hpp"

namespace cutline {

namespace {

constexpr double kMostAddressPt = 10;

/// The box of a node in unit cells, corners at cell edges.
struct Box {
  std::int64_t x = 0, y = 0;
  std::uint32_t width = 0, height = 0;
};

Box box_at(const Layout& layout, std::uint32_t column, std::uint32_t row) {
  Box box;
  box.width = box_width(layout, pattern_of(layout, Axis::x, row), column);
  box.height = box_height(layout, pattern_of(layout, Axis::y, column), row);
  box.x = layout.columns().box_end(column) - box.width;
  box.y = layout.rows().box_end(row) - box.height;
  return box;
}

std::string outline(const Scene& scene) {
  const double pitch_mm = scene.frame.scale();
  const std::uint32_t side = std::min(scene.layout.columns().box[0], scene.layout.rows().box[0]);
  return fmt::format("stroke-width=\"{}\"", svg_number(std::min(0.15 / pitch_mm, 0.08 * side), 4));
}

void put_box(SvgCanvas& canvas, const Box& box, std::int64_t y) {
  canvas.put("<rect class=\"node\" x=\"{:.1f}\" y=\"{:.1f}\" width=\"{}\" height=\"{}\"",
             static_cast<double>(box.x) - 0.5, static_cast<double>(y) - 0.5, box.width, box.height);
}

/// A row's boxes as one shape that equal rows use again.
void draw_rows_of_nodes(SvgCanvas& canvas, const Scene& scene) {
  std::map<std::vector<std::pair<std::uint32_t, std::uint32_t>>, std::size_t> shapes;
  for (std::uint32_t row = 0; row < scene.rows(); ++row) {
    std::vector<Box> boxes;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> key;
    for (std::uint32_t column = 0; column < scene.columns(); ++column) {
      const bool stands = scene.nodes.at(Cell{{column, row, 0}}).has_value();
      boxes.push_back(stands ? box_at(scene.layout, column, row) : Box{});
      key.emplace_back(boxes.back().width, boxes.back().height);
    }
    const auto [shape, is_new] = shapes.emplace(std::move(key), shapes.size());
    const std::int64_t top = scene.layout.rows().box_end(row);
    if (is_new) {
      canvas.put("<defs><g id=\"{}-nodes{}\">\n", scene.id, shape->second);
      for (const Box& box : boxes) {
        if (box.width == 0) continue;
        put_box(canvas, box, box.y - top);
        canvas.raw("/>\n");
      }
      canvas.raw("</g></defs>\n");
    }
    canvas.put("<use class=\"nodes\" xlink:href=\"#{}-nodes{}\" y=\"{}\"><title>the nodes of row {}</title></use>\n", scene.id,
               shape->second, top, row);
  }
}

/// How an address is set into its box: in one, two or three lines of equal length.
struct Setting {
  std::size_t lines = 1;
  double size_pt = 0;
};

Setting best_setting(std::size_t letters, double width_mm, double height_mm) {
  Setting best;
  for (std::size_t lines = 1; lines <= 3 && lines <= letters; ++lines) {
    const std::string line((letters + lines - 1) / lines, '0');
    const double by_width = width_mm / text_width_mm(line, 1);
    const double by_height = height_mm / ((kDigitEm + static_cast<double>(lines - 1) * kLineEm) * kPointMm);
    const double size = std::min({by_width, by_height, kMostAddressPt});
    if (size > best.size_pt + 0.8) best = {lines, size};
  }
  return best;
}

}  // namespace

void draw_nodes(SvgCanvas& canvas, Scene& scene) {
  if (!scene.shown.nodes || scene.mode == DrawMode::density_map) return;
  open_cells(canvas, scene, "nodes", outline(scene));
  if (scene.mode == DrawMode::patterns) {
    draw_rows_of_nodes(canvas, scene);
  } else {
    for (std::uint32_t row = 0; row < scene.rows(); ++row) {
      for (std::uint32_t column = 0; column < scene.columns(); ++column) {
        const std::string address = scene.nodes.address_at(Cell{{column, row, 0}});
        if (address.empty()) continue;
        const Box box = box_at(scene.layout, column, row);
        put_box(canvas, box, box.y);
        canvas.put("><title>node {}, column {}, row {}</title></rect>\n", address, column, row);
      }
    }
  }
  canvas.close();
}

void draw_addresses(SvgCanvas& canvas, Scene& scene) {
  if (!scene.shown.addresses) return;
  constexpr std::string_view kTooSmall = "Addresses are left out: at this size they would be smaller than 7 pt.";
  if (scene.mode == DrawMode::patterns || scene.mode == DrawMode::density_map) {
    scene.notes.emplace_back(kTooSmall);
    return;
  }
  struct Label {
    std::string text;
    Box box;
  };
  std::vector<Label> labels;
  double size_pt = kMostAddressPt;
  const auto fitting = [&](const Label& label) {
    // Terminals stand in the last column and row of cells.
    const double width = (label.box.width - 0.6) * scene.frame.scale_x - 0.3;
    const double height = (label.box.height - 0.6) * scene.frame.scale_y - 0.3;
    return best_setting(label.text.size(), width, height);
  };
  for (std::uint32_t row = 0; row < scene.rows(); ++row) {
    for (std::uint32_t column = 0; column < scene.columns(); ++column) {
      Label label{scene.nodes.address_at(Cell{{column, row, 0}}), {}};
      if (label.text.empty()) continue;
      label.box = box_at(scene.layout, column, row);
      size_pt = std::min(size_pt, fitting(label).size_pt);
      labels.push_back(std::move(label));
    }
  }
  if (size_pt < kLeastPt) {
    scene.notes.emplace_back(kTooSmall);
    return;
  }
  canvas.open("addresses");
  const double em = size_pt * kPointMm;
  for (const Label& label : labels) {
    const std::size_t lines = fitting(label).lines;
    const std::size_t letters = (label.text.size() + lines - 1) / lines;
    const double x = scene.frame.to_x(static_cast<double>(label.box.x) + (label.box.width - 0.6) / 2.0);
    const double middle = scene.frame.to_y(static_cast<double>(label.box.y) + (label.box.height - 0.6) / 2.0);
    double y = middle + em * (kDigitEm - static_cast<double>(lines - 1) * kLineEm) / 2;
    for (std::size_t first = 0; first < label.text.size(); first += letters, y += em * kLineEm) {
      canvas.text(x, y, label.text.substr(first, letters), {"address", size_pt, Anchor::middle});
    }
  }
  canvas.close();
}

}  // namespace cutline
