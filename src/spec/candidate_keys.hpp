// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "cutline/study/study.hpp"
#include "spec/keys.hpp"

namespace cutline {

/// The keys of one candidate. read_candidates() reads `name` and `sweep` before.
const Keys<Design>& candidate_keys();

// Each key of a candidate whose value has rules of its own stands in the file that reads it. Positions, outlines and
// blocked rectangles are given in metres and add to the floorplan of the design.
using CandidateKey = Key<Design>();
CandidateKey blocked_key, cells_key, channel_key, empty_key, interchange_key, node_key, order_key, outline_key,
    packages_key, placement_key, planes_key, positions_key, router_key, routing_key, snap_key, tiles_key, topology_key;

/// A time of a router, in cycles or seconds.
Form<Duration> duration_form();

/// The form of `{wafer: 300 mm, notch: 1 mm}`, an outline.
ValueShape wafer_shape();
/// Reads a round wafer as the polygon of 120 corners on its circle, in a box that begins at 0, 0, or a
/// little above it where the notch in the middle of the lower edge takes the lowest corners. Reports what is wrong, and
/// is absent then.
std::optional<Polygon> read_wafer(Reader& reader, YamlId id);

/// The parts of the spec that candidates are made from.
struct CandidateSources {
  std::vector<YamlEntry> shared;  ///< channel, router, node and packages of the top level
  std::optional<YamlId> defaults;
  std::optional<YamlId> candidates;
};

/// Reads and names all candidates. The keys of a candidate override the defaults, and the defaults override the keys of
/// the top level. A sweep gives one design for each of its points. Throws a limit error past 10,000 designs; reports
/// all other mistakes.
std::vector<Design> read_candidates(Reader& reader, const CandidateSources& sources);

}  // namespace cutline
