// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cutline/detail/performance/traffic.hpp"
#include "cutline/study/candidate.hpp"

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

/// What a plane is measured as: a candidate with the plane's links alone, in the joint layout. Its positions, sides and
/// area are those of the joint layout; its links, wires, lengths, loads and latencies are its own.
///
/// Or what an application is measured as: the candidate under its traffic.
struct PlaneResult {
  std::string name;
  std::uint32_t width = 1;
  double message_share = 1;  ///< its part of all messages, or of the time; those of all planes add up to 1
  double bit_share = 1;      ///< its part of all bits of messages, or of the time
  bool in_turn = false;      ///< an application: it runs while no other does
  SharedConst<Study> study;  ///< the study with the plane's traffic, loads and messages, and without designs
  Candidate candidate;       ///< named "candidate/plane"
  /// The part of a terminal's load that it carries, while it runs.
  double load_share() const { return in_turn ? 1 : bit_share; }
};
/// The planes of a candidate in the order of its design, or the applications in the order of its study.
struct PlaneResults {
  std::vector<PlaneResult> all;
};

/// The name of a plane where a candidate's is asked for: "candidate/plane".
std::string plane_candidate_name(std::string_view candidate, std::string_view plane);
/// The result of a plane or an application; null if the candidate has none of this name.
const PlaneResult* find_plane(const Candidate& candidate, std::string_view plane);

}  // namespace cutline
