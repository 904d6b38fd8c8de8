// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <string>

#include "cutline/geometry/polygon.hpp"
#include "cutline/topology/graph_text.hpp"

namespace cutline {

/// A macro of LEF as it stands in orientation N with its lower left corner at 0, 0.
struct MacroOutline {
  Length width, height;   ///< its SIZE
  Polygon shape;          ///< what its shapes on layers of the type OVERLAP are together; empty: all of SIZE
  bool is_boxed = false;  ///< its shapes are no single polygon within SIZE, which stands for them
  bool operator==(const MacroOutline&) const = default;
};
using MacroOutlines = std::map<std::string, MacroOutline, std::less<>>;

/// Adds the macros of a LEF file. Throws an input error, with file, line and column, for what cannot be read, and
/// for a macro that is another one elsewhere.
void read_lef_macros(const GraphText& file, MacroOutlines& macros);

}  // namespace cutline
