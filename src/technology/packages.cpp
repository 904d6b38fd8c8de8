// SPDX-License-Identifier: Apache-2.0
#include "cutline/technology/packages.hpp"

#include <fmt/format.h>

#include "cutline/base/error.hpp"

namespace cutline {

namespace {

[[noreturn]] void refuse(std::string message, std::string hint) {
  throw_input_error(std::move(message), std::move(hint), "packages");
}

}  // namespace

bool is_whole_machine(const PackageLevel& level) { return level.cells == std::array<std::uint32_t, 3>{}; }

std::optional<double> offered_wires_per_mm(const PackageLevel& level, LayerDirection direction) {
  if (level.wires_per_mm) return *level.wires_per_mm * level.layers * level.usable;
  if (!level.technology || level.technology->unit) return std::nullopt;
  double wires = 0;
  for (const Layer& layer : level.technology->layers) {
    if (layer.direction == direction) wires += 1 / in_mm(layer.pitch);
  }
  return wires * level.usable;
}

void expect_fits(const Packages& below, const PackageLevel& level) {
  for (const PackageLevel& other : below) {
    if (other.name == level.name) refuse(fmt::format("two levels of packages are called '{}'", level.name), {});
  }
  if (below.empty()) return;
  const PackageLevel& last = below.back();
  if (is_whole_machine(last)) {
    refuse(fmt::format("the level '{}' has no 'cells', but '{}' stands above it", last.name, level.name),
           "only the outermost level may leave them out: it is the whole machine");
  }
  for (std::size_t axis = 0; axis < 3 && !is_whole_machine(level); ++axis) {
    if (level.cells[axis] % last.cells[axis] == 0) continue;
    refuse(fmt::format("a {} is {} cells along {}, no whole number of {}s, which are {}", level.name, level.cells[axis],
                       "xyz"[axis], last.name, last.cells[axis]),
           "'cells' counts grid cells on every level");
  }
}

}  // namespace cutline
