// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cutline/detail/measure/package_measures.hpp"

namespace cutline {

struct PlacedNetwork;

/// A network routed at its channel's width.
struct LaidOut {
  SharedConst<PlacedNetwork> network;
  Layout layout;
  Measures measures;
  PackageMeasures packages;                ///< no levels if nothing is packaged
  std::optional<GivenLengths> given = {};  ///< absent if the graph's file gives no lengths
};

}  // namespace cutline
