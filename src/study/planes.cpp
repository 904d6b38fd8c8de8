// SPDX-License-Identifier: Apache-2.0
#include "cutline/study/planes.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "cutline/study/study.hpp"

namespace cutline {

std::string plane_candidate_name(std::string_view candidate, std::string_view plane) {
  return std::string(candidate) + '/' + std::string(plane);
}

Design design_of_plane(const Design& design, std::size_t plane) {
  const PlaneDesign& own = design.planes->all.at(plane);
  Design alone = design;
  alone.planes = nullptr;
  alone.name = plane_candidate_name(design.name, own.name);
  alone.family = own.family;
  alone.parameters = own.parameters;
  if (own.routing) {
    alone.routing = own.routing;
    alone.route_table = own.route_table;
  }
  for (const auto& [key, place] : own.places) alone.places[key == "plane" ? "candidate" : key] = place;
  return alone;
}

void expect_no_planes(const Design& design, std::string_view what) {
  if (!design.planes) return;
  const std::string first = plane_candidate_name(design.name, design.planes->all.front().name);
  throw_input_error(fmt::format("'{}' has planes, and each plane has its own {}", design.name, what),
                    fmt::format("name one of its planes: -c '{}'", first));
}

const PlaneResult* find_plane(const Candidate& candidate, std::string_view plane) {
  if (!candidate.planes) return nullptr;
  const std::vector<PlaneResult>& all = candidate.planes->all;
  const auto found = std::find_if(all.begin(), all.end(), [&](const PlaneResult& each) { return each.name == plane; });
  return found != all.end() ? &*found : nullptr;
}

}  // namespace cutline
