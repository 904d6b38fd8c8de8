// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "output/export/geometry/layout_cells.hpp"

namespace cutline::exporting {

/// A network of up to this many nodes gets texts by default; on request it gets at most this many texts.
inline constexpr std::uint64_t kNodesWithTexts = 4096;
inline constexpr std::uint64_t kMostTexts = 1 << 22;

/// The row of the catalogue of exports for a format of geometry.
Export geometry_row(std::string_view name, std::string_view summary, std::string_view source,
                    std::string_view extension, decltype(Export::write_layout) write);

/// The files of a format of geometry: the main file, encoded from the cells by `encode`, and layer properties for
/// KLayout beside it. Adds notes on units, widths and layers. Before drawing anything, throws limit errors for too many
/// planes, texts or shapes, and for coordinates beyond 32 bits.
std::vector<ExportFile> export_geometry(const Export& target, ExportLayout& from, const ExportChoice& choice,
                                        std::string (*encode)(const LayoutCells&));

}  // namespace cutline::exporting
