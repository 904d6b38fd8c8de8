// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cutline/study/candidate.hpp"

namespace cutline {

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
