// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "cutline/geometry/polygon.hpp"
#include "spec/reader.hpp"

namespace cutline {

/// The shape of `{wafer: 300 mm, notch: 1 mm}`, an outline.
ValueShape wafer_shape();
/// Reads a round wafer as the polygon of 120 corners on its circle, in a box that begins at 0, 0, or a
/// little above it where the notch in the middle of the lower edge takes the lowest corners. Reports what is wrong, and
/// is absent then.
std::optional<Polygon> read_wafer(Reader& reader, YamlId id);

}  // namespace cutline
