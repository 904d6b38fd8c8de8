// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cutline/geometry/tile_plan.hpp"

namespace cutline {

struct GraphText;

/// One row of the catalogue of floorplan formats.
struct FloorplanFormat {
  std::string_view name;
  std::string_view summary;
  std::string_view source;
  std::vector<std::string_view> endings;  ///< of files, with the dot
  bool needs_lef = false;                 ///< the sizes of tiles stand in a second file
  /// `lef` is null where the format needs none. Throws input errors with file, line, column and hint.
  TilePlan (*read)(const GraphText& file, const GraphText* lef) = nullptr;
};

/// Every format; files with unknown endings are read in the first one.
const std::vector<FloorplanFormat>& floorplan_formats();

/// Reads a file of up to 2^28 bytes and 2^20 tiles. `lef` is the path of the file with the sizes of tiles, or empty.
/// Throws input errors with file, line, column and hint, limit errors and file errors. Cost: O(bytes log tiles).
TilePlan read_floorplan_file(const std::string& path, const std::string& lef);

}  // namespace cutline
