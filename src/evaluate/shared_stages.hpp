// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cutline/detail/base/memo.hpp"
#include "cutline/layout/layout.hpp"
#include "evaluate/link_costs.hpp"

namespace cutline {

/// What a layout with its measures follows from where nothing is packaged and no board keeps its columns.
struct LayoutQuestion {
  SharedConst<PlacedNetwork> network;
  LayoutRules rules;
  ChannelWires channel;
  bool operator==(const LayoutQuestion&) const = default;
};

/// Stages that designs of a sweep have in common although other keys tell them apart: designs that differ in messages,
/// delays or routers have one layout, and those of one technology the same layers under a delay model. Of the layouts
/// small ones are kept, up to kMostSharedBytes each.
struct SharedStages {
  Memo<LayoutQuestion, SharedConst<LaidOut>> layouts{64};
  Memo<SharedConst<LaidOut>, SharedConst<LinkKinds>> kinds{64};
  /// By technology and number of the delay model in the study; the technologies outlive this.
  Memo<std::pair<const Technology*, std::size_t>, LayeredDelay> layers{64};
};

}  // namespace cutline
