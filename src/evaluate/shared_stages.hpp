// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cutline/detail/base/memo.hpp"
#include "evaluate/link_costs.hpp"
#include "performance/pair_costs.hpp"

namespace cutline {

/// What a layout with its measures follows from where nothing is packaged and no board keeps its columns.
struct LayoutQuestion {
  SharedConst<PlacedNetwork> network;
  LayoutRules rules;
  ChannelWires channel;
  bool operator==(const LayoutQuestion&) const = default;
};

/// What the costs of all pairs of nodes follow from under uniform traffic.
struct PairsQuestion {
  SharedConst<LaidOut> laid_out;
  Routing routing = Routing::minimal;
  std::vector<double> link_costs;  ///< by kind of link; one entry: of all links
  bool operator==(const PairsQuestion&) const = default;
};

/// What the uses of links follow from under uniform traffic.
struct UsesQuestion {
  SharedConst<LaidOut> laid_out;
  Routing routing = Routing::minimal;
  double factor = 1;  ///< on what a mean message costs
  bool operator==(const UsesQuestion&) const = default;
};

/// What the layers of a technology follow from under a delay model of any scale; the technology outlives the question.
struct LayersQuestion {
  const Technology* technology = nullptr;
  const DelayModel* model = nullptr;
  Parameters parameters;
  bool operator==(const LayersQuestion&) const = default;
};

/// Stages that designs of a sweep have in common although other keys tell them apart: designs that differ in messages,
/// delays or routers have one layout, and those of one technology the same layers under a delay model. Of the layouts
/// small ones are kept, up to kMostSharedBytes each. All studies of a sweep share them, under one effort.
struct SharedStages {
  Memo<LayoutQuestion, SharedConst<LaidOut>> layouts{64};
  Memo<SharedConst<LaidOut>, SharedConst<LinkKinds>> kinds{64};
  Memo<UsesQuestion, SharedConst<RouteUses>> uses{64};  ///< null: past the effort
  /// The pairs of nodes by cost; null: past the effort. A network without symmetry has up to 3 MB of them.
  Memo<PairsQuestion, SharedConst<std::vector<PairCount>>> pairs{16};
  Memo<LayersQuestion, LayeredDelay> layers{64};
};

/// Whether designs of a sweep may share the candidate's layout: it is small, and links have the same kinds for all.
bool shares_layout(const BuiltCandidate& candidate);

}  // namespace cutline
