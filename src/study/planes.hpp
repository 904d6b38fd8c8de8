// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cutline/detail/performance/latency.hpp"
#include "cutline/detail/performance/traffic.hpp"
#include "cutline/detail/routing/routes.hpp"

// A candidate may have several networks over one floorplan, such as one for requests and one for responses. Each is a
// plane. All planes join the same nodes. Together they are one network, the joint one, which is placed and routed like
// any other. A message keeps to its plane, so each plane is measured as a candidate of its own.

namespace cutline {

struct Design;
struct TrafficAsked;

/// The traffic of a plane: uniform with or without messages to oneself, or another pattern.
struct PlaneTraffic {
  bool self = true;
  std::optional<ChosenTraffic> pattern;  ///< absent: uniform
};

/// One plane of a design.
struct PlaneDesign {
  std::string name;
  FamilyName family;
  Parameters parameters;
  std::uint32_t width = 1;                   ///< of its channels, in channel widths of the candidate
  double share = 1;                          ///< of all messages, in proportion to those of the other planes
  std::optional<PlaneTraffic> traffic;       ///< absent: the study's
  std::optional<Routing> routing;            ///< absent: the candidate's, else as choose_routing() chooses
  std::string route_table;                   ///< for Routing::table
  std::vector<LatencyInput::Part> messages;  ///< without headers; empty: the study's
  Places places;                             ///< of its keys in the spec: "plane", "topology", "topology.radix" ...
};
/// The planes of a design, at least one.
struct PlaneDesigns {
  std::vector<PlaneDesign> all;
  /// Whether a plane has traffic of its own.
  bool have_own_traffic() const {
    return std::any_of(all.begin(), all.end(), [](const PlaneDesign& plane) { return plane.traffic.has_value(); });
  }
};

/// A design with the network, routing and channel of one of its planes alone.
Design design_of_plane(const Design& design, std::size_t plane);
/// The names of the planes of a design, or of the applications that run on it; empty: it has neither.
std::vector<std::string> names_of_parts(const TrafficAsked& asked, const Design& design);
/// Throws an input error if the design has planes, each of which has `what` of its own: "routes".
void expect_no_planes(const Design& design, std::string_view what);
/// The same, also if several applications run on it.
void expect_one_part(const TrafficAsked& asked, const Design& design, std::string_view what);

}  // namespace cutline
