// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cutline/base/quantity.hpp"

namespace cutline {

struct Layout;

/// Distance between neighbouring nodes: the mean over all axes with more than one node.
struct NodePitch {
  double pitches = 1;
  Length length;
};
NodePitch node_pitch(const Layout& layout);

}  // namespace cutline
