// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cutline/measure/measures.hpp"

namespace cutline {

Density density(const Layout& layout, Axis axis);
Tracks tracks(const Layout& layout, Axis axis);
Lengths lengths(const Layout& layout, const Topology& topology, const Placement& placement);
LayoutSize layout_size(const Layout& layout, std::uint64_t nodes);

}  // namespace cutline
