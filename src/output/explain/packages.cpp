// SPDX-License-Identifier: Apache-2.0
#include "output/explain/derivations.hpp"

namespace cutline::explanation {

namespace {

constexpr std::string_view kLinkByLink = "counted on the routed layout, by pattern and module";

}  // namespace

std::vector<Derivation> package_derivations() {
  const std::vector<Erratum> none = {};
  return {
      {"module_pins",
       nullptr,
       "sum of the wires of all links with exactly one end in the module",
       kLinkByLink,
       {{"pins", "modules.0.pins_max", "wires"},
        {"busiest", "modules.0.pins_max_module", "x, y, z among the modules"},
        {"all modules", "modules.0.pins_total", "wires"},
        {"offered", "modules.0.pins_offered", "pins left for links"},
        {"with others", "modules.0.pins_max_with_others", "and the pins that carry no links"},
        {"used", "modules.0.used_fraction", "share of the module with least to spare"}},
       none},
      {"module_wires",
       nullptr,
       "sum over the module's faces of the wires that cross it on their way",
       kLinkByLink,
       {{"all faces", "modules.0.wires_max", "wires"},
        {"each face", "modules.0.face_wires_max", "the most over each face"}},
       none},
      {"module_density",
       nullptr,
       "wires over the densest cut through a module, without those that run on an outer level / the module's side",
       "derived: a wire runs on the innermost level that has a module there with one of its link's ends",
       {{"used", "modules.0.wires_per_mm", "wires per mm"},
        {"offered", "modules.0.wires_per_mm_offered", "wires per mm of a layer x layers x usable share"}},
       none},
      {"media",
       nullptr,
       "a link takes the first medium of the list that reaches: way between the modules + slack <= reach",
       "definition",
       {{"links", "modules.0.links_crossing", "of this level's modules"},
        {"longest way", "modules.0.longest_crossing_mm", "mm, without slack"},
        {"furthest reach", "modules.0.reach_mm", "mm, of the medium that reaches furthest"},
        {"over reach", "modules.0.over_reach", "links that no medium reaches"}},
       none},
      {"crossing_delay",
       nullptr,
       "sum over the levels below the innermost common module of phy_delay + the medium's delay + flight x (way + "
       "slack)",
       "derived: a link crosses once on each level at which its ends are in different modules",
       {{"max", "crossings.delay_max_ns", "of the worst link"}, {"mean", "crossings.delay_mean_ns", "over all links"}},
       none}};
}

}  // namespace cutline::explanation
