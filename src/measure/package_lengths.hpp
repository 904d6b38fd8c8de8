// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "measure/package_legs.hpp"

namespace cutline {

/// Fills the measures that belong to single links: lengths by level, crossings from edge to edge, delays and energies.
/// Takes straight links once for all lines of a pattern, bent links one by one. Cost: O((parts of distinct patterns +
/// bent links) x levels).
void measure_crossings(const Layout& layout, const Crossings& crossings, PackageMeasures& measures);

}  // namespace cutline
