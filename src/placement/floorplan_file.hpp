// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cutline/detail/geometry/polygons.hpp"

namespace cutline {

struct GraphText;

/// One row of the catalogue of floorplan formats.
struct FloorplanFormat {
  std::string_view name;
  std::string_view summary;
  std::string_view source;
  std::vector<std::string_view> endings;  ///< of files, with the dot
  bool needs_lef = false;                 ///< the sizes of tiles stand in files of their own
  /// `lef` is empty where the format needs none. Throws input errors with file, line, column and hint.
  TilePlan (*read)(const GraphText& file, const std::vector<GraphText>& lef) = nullptr;
};

/// Every format; files with unknown endings are read in the first one.
const std::vector<FloorplanFormat>& floorplan_formats();

/// Reads a file of up to 2^28 bytes and 2^20 tiles. `lef`: the paths of the files with the sizes of tiles, if the
/// format needs them. Throws input errors with file, line, column and hint, limit errors and file errors. Cost: O(bytes
/// log tiles).
TilePlan read_floorplan_file(const std::string& path, const std::vector<std::string>& lef);

/// The key by which errors name a tile of a plan that is of no file: "positions[3]".
std::string key_of_tile(std::size_t number);
/// An input error about a tile of a plan, at its line of the plan's file, or at its key if the plan is of no file.
[[noreturn]] void fail_at_tile(const TilePlan& plan, const Tile& tile, std::string message, std::string hint);
/// "'core0' (line 3)"; "'core0'" if the plan is of no file.
std::string tile_and_line(const TilePlan& plan, const Tile& tile);

}  // namespace cutline
