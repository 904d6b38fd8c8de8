// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "measure/package_legs.hpp"

namespace cutline {

/// Fills, link by link or once for all lines of a pattern, what depends on a link's ends alone: its lengths by level,
/// its crossings from edge to edge, delays and energies. Cost: O((parts of distinct patterns + bent links) x levels).
void measure_crossings(const Layout& layout, const Crossings& crossings, PackageMeasures& measures);

}  // namespace cutline
