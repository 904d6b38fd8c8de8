// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include <algorithm>

#include "cutline/study/design.hpp"
#include "measure/packages.hpp"
#include "output/floorplan/scene.hpp"

namespace cutline::drawing {

namespace {

constexpr double kLeastModuleMm = 2, kRoundMm = 1, kStepMm = 0.45, kFieldMm = 0.3;
constexpr std::uint64_t kMostModules = 4096;

/// A packaging level whose outlines can be told apart on the page. The whole machine has the border of the plan
/// instead.
struct DrawnLevel {
  std::size_t number = 0;
  std::string name;
  ModuleGrid grid;
};

/// A module on the page. Each level lies one step outside of the level below it, in the gap between modules.
svg::Rect module_rect(const Page& page, const DrawnLevel& level, const Cell& module) {
  const Frame& frame = page.frame;
  std::array<double, 2> lower{}, upper{};
  for (const Axis axis : {Axis::x, Axis::y}) {
    const AxisPositions& places = page.scene.layout.positions[index(axis)];
    const std::uint32_t step = level.grid.cells[index(axis)], slots = page.scene.layout.wiring.grid[axis];
    const std::uint32_t begin = module[axis] * step, last = std::min(slots - begin, step) + begin - 1;
    lower[index(axis)] = static_cast<double>(places.start[begin]);
    upper[index(axis)] = static_cast<double>(places.end(last));
  }
  const double out = kStepMm * static_cast<double>(level.number);
  const double left = frame.to_x(lower[0]) - out, right = frame.to_x(upper[0]) + out;
  const double top = frame.to_y(upper[1]) - out, bottom = frame.to_y(lower[1]) + out;
  return {left, top, right - left, bottom - top};
}

std::vector<DrawnLevel> drawn_levels(const Page& page) {
  std::vector<DrawnLevel> levels;
  if (!page.scene.shown.modules || page.scene.candidate.design->packages.empty()) return levels;
  const Packages& packages = page.scene.candidate.design->packages;
  const std::vector<ModuleGrid> grids = module_grids(packages, page.scene.layout.wiring.grid);
  for (std::size_t number = 0; number + 1 < packages.size(); ++number) {
    const std::uint64_t modules = grids[number].modules.count();
    if (modules == 1 || modules > kMostModules) continue;
    DrawnLevel level{number, packages[number].name, grids[number]};
    const svg::Rect first = module_rect(page, level, Cell{});
    if (std::min(first.width, first.height) >= kLeastModuleMm) levels.push_back(std::move(level));
  }
  return levels;
}

template <class Visit>
void for_each_module(const DrawnLevel& level, const Visit& visit) {
  for (std::uint32_t y = 0; y < level.grid.modules[Axis::y]; ++y) {
    for (std::uint32_t x = 0; x < level.grid.modules[Axis::x]; ++x) visit(Cell{{x, y, 0}});
  }
}

std::string module_class(const DrawnLevel& level) { return fmt::format("module m{}", level.number % 3); }

std::string module_name(const DrawnLevel& level, const Cell& module) {
  return fmt::format("{} {},{}", level.name, module[Axis::x], module[Axis::y]);
}

}  // namespace

std::vector<std::pair<std::string, std::string>> module_styles(const Page& page) {
  std::vector<std::pair<std::string, std::string>> styles;
  for (const DrawnLevel& level : drawn_levels(page)) {
    styles.emplace_back(module_class(level),
                        fmt::format("{}, {} × {} cells", level.name, level.grid.cells[0], level.grid.cells[1]));
  }
  return styles;
}

void draw_modules(svg::Canvas& canvas, const Page& page) {
  const std::vector<DrawnLevel> levels = drawn_levels(page);
  if (levels.empty()) return;
  canvas.open("modules");
  for (const DrawnLevel& level : levels) {
    for_each_module(level, [&](const Cell& module) {
      const svg::Rect rect = module_rect(page, level, module);
      const double round = std::min(kRoundMm, std::min(rect.width, rect.height) / 6);
      canvas.rect(rect, module_class(level), module_name(level, module), fmt::format("rx=\"{}\"", svg::number(round)));
    });
  }
  canvas.close();
}

void draw_module_names(svg::Canvas& canvas, Page& page) {
  const double height = svg::kDigitMm;
  canvas.open("module-names");
  for (const DrawnLevel& level : drawn_levels(page)) {
    for_each_module(level, [&](const Cell& module) {
      const svg::Rect rect = module_rect(page, level, module);
      const std::string name = module_name(level, module);
      const double width = svg::text_width_mm(name, svg::kLeastPt);
      if (width + 2 * kRoundMm > rect.width || 4 * height > rect.height) return;
      // The name stands on the outline: at the top, or for every other level at the bottom.
      const double x = rect.x + kRoundMm, middle = level.number % 2 == 0 ? rect.y : rect.bottom();
      const svg::Rect field{x - kFieldMm, middle - height / 2 - kFieldMm, width + 2 * kFieldMm, height + 2 * kFieldMm};
      canvas.rect(field, "module-field", {});
      canvas.text(x, middle + height / 2, name, {"module-name"});
      page.occupied.push_back(field);
    });
  }
  canvas.close();
}

}  // namespace cutline::drawing
