// SPDX-License-Identifier: Apache-2.0
#include <numeric>

#include "cutline/layout/layout.hpp"
#include "cutline/placement/place.hpp"
#include "cutline/technology/technology.hpp"
#include "cutline/topology/family.hpp"
#include "cutline/topology/topology.hpp"
#include "emulation_parts.hpp"

namespace cutline {

namespace {

constexpr int kMostRouted = 12;  // p of 2^2p processors

/// Both directions of a link side by side make a track.
double tracks_across(const AxisPositions& lines) {
  return std::accumulate(lines.channel.begin(), lines.channel.end(), 0.0) / 2;
}

}  // namespace

std::optional<HostTracks> routed_cycle_tracks(const Wafer& wafer, WaferHost host) {
  if (!wafer.has_ccc() || wafer.p > kMostRouted) return std::nullopt;
  const auto dimensions = static_cast<std::int64_t>(2 * wafer.ccc_half_dimensions());
  const Topology cycles = build_topology("ccc", {{"dimensions", dimensions}});
  PlacementChoice choice;
  choice.orders = {is_gray(host) ? "gray" : "natural"};
  const LayoutRules rules = layout_rules(unit_technology(), {}, {});
  const Layout layout = route(wire_up(cycles, place(cycles, choice)), rules, ChannelWires{1, 1, 0});
  return HostTracks{tracks_across(layout.rows()), tracks_across(layout.columns())};
}

}  // namespace cutline
