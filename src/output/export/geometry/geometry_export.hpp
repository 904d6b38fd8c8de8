// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "output/export/geometry/layout_cells.hpp"

namespace cutline {

/// The network of up to so many nodes that has texts unless the user says otherwise, and the most texts that there are
/// on request.
inline constexpr std::uint64_t kNodesWithTexts = 4096;
inline constexpr std::uint64_t kMostTexts = 1 << 22;

/// The catalogue's row of a format of geometry.
Export geometry_row(std::string_view name, std::string_view summary, std::string_view source,
                    std::string_view extension, decltype(Export::write_layout) write);

/// The files of a format of geometry: the main one with what `encode` makes of the cells, and layer properties for
/// KLayout beside it. Adds notes on units, widths and layers. Throws limit errors, before anything is drawn, for too
/// many planes, texts or shapes, and for coordinates past 32 bits.
std::vector<ExportFile> export_geometry(const Export& target, ExportLayout& from, const ExportChoice& choice,
                                        std::string (*encode)(const LayoutCells&));

}  // namespace cutline
