// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <utility>

#include "base/files.hpp"
#include "cutline/base/error.hpp"
#include "placement/floorplan_file.hpp"
#include "topology/graph_text.hpp"

namespace cutline {

#define CUTLINE_FLOORPLAN_FORMAT(name) FloorplanFormat name##_floorplan_format();
#include "floorplan_formats.inc"
#undef CUTLINE_FLOORPLAN_FORMAT

namespace {

constexpr std::size_t kMaxFloorplanBytes = std::size_t{1} << 28;
constexpr std::size_t kMaxTiles = std::size_t{1} << 20;

const FloorplanFormat& floorplan_format_of(const std::string& path) {
  for (const FloorplanFormat& format : floorplan_formats()) {
    for (const std::string_view ending : format.endings) {
      if (path.ends_with(ending)) return format;
    }
  }
  return floorplan_formats().front();
}

void expect_own_names(const TilePlan& floorplan) {
  std::map<std::string_view, const Tile*> seen;
  for (const Tile& tile : floorplan.tiles) {
    const auto [first, is_new] = seen.emplace(tile.name, &tile);
    if (is_new) continue;
    fail_at_tile(floorplan, tile, fmt::format("{} has a second place here", tile_and_line(floorplan, *first->second)),
                 "a tile stands in one place");
  }
}

}  // namespace

const std::vector<FloorplanFormat>& floorplan_formats() {
  static const std::vector<FloorplanFormat> all = {
#define CUTLINE_FLOORPLAN_FORMAT(name) name##_floorplan_format(),
#include "floorplan_formats.inc"
#undef CUTLINE_FLOORPLAN_FORMAT
  };
  return all;
}

TilePlan read_floorplan_file(const std::string& path, const std::vector<std::string>& lef) {
  const FloorplanFormat& format = floorplan_format_of(path);
  if (format.needs_lef && lef.empty())
    throw_input_error(fmt::format("'{}' does not say how large its tiles are", path),
                      fmt::format("name its LEF files too: positions: {{file: {}, lef: tiles.lef}}", path),
                      "positions");
  if (!format.needs_lef && !lef.empty())
    throw_input_error(fmt::format("'{}' needs no LEF file: it says how large its tiles are", path), "leave out `lef`",
                      "positions");
  const GraphText file{path, read_text_file(path, kMaxFloorplanBytes)};
  std::vector<GraphText> sizes;
  for (const std::string& each : lef) sizes.push_back({each, read_text_file(each, kMaxFloorplanBytes)});
  TilePlan floorplan = format.read(file, sizes);
  if (floorplan.tiles.empty()) throw_input_error(fmt::format("'{}' places no tiles", path), {}, "positions");
  if (floorplan.tiles.size() > kMaxTiles)
    throw_limit_error(fmt::format("'{}' has more than 2^20 tiles, the limit", path), {}, "positions");
  floorplan.file = path;
  expect_own_names(floorplan);
  return floorplan;
}

std::string key_of_tile(std::size_t number) { return fmt::format("positions[{}]", number); }

void fail_at_tile(const TilePlan& plan, const Tile& tile, std::string message, std::string hint) {
  if (plan.file.empty()) {
    const auto number = static_cast<std::size_t>(&tile - plan.tiles.data());
    throw_input_error(std::move(message), std::move(hint), key_of_tile(number));
  }
  GraphText{plan.file, read_text_file(plan.file, kMaxFloorplanBytes)}.fail(tile.at, std::move(message),
                                                                           std::move(hint));
}

std::string tile_and_line(const TilePlan& plan, const Tile& tile) {
  if (plan.file.empty()) return quoted_name(tile.name);
  const std::string text = read_text_file(plan.file, kMaxFloorplanBytes);
  const auto end = text.begin() + static_cast<std::ptrdiff_t>(std::min(tile.at, text.size()));
  return fmt::format("{} (line {})", quoted_name(tile.name), std::count(text.begin(), end, '\n') + 1);
}

}  // namespace cutline
