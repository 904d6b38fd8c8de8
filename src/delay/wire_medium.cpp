// SPDX-License-Identifier: Apache-2.0
#include "cutline/delay/wire_medium.hpp"

#include <cmath>

namespace cutline {
namespace {

void add_layer(WireMedium& medium, const Technology& technology, const Layer& layer) {
  medium.name += " " + layer.name;
  for (const TechnologyFigure figure : {TechnologyFigure::r_ohm_per_mm, TechnologyFigure::c_ff_per_mm}) {
    if (const double* value = layer.figures.find(figure)) medium.figures.set(figure, *value);
  }
  medium.via_ohm = via_stack_ohm(technology, layer);
  if (layer.figures.has(TechnologyFigure::l_nh_per_mm) && layer.figures.has(TechnologyFigure::c_ff_per_mm)) {
    medium.figures.set(TechnologyFigure::flight_ps_per_mm, std::sqrt(layer.figures[TechnologyFigure::l_nh_per_mm] *
                                                                     layer.figures[TechnologyFigure::c_ff_per_mm]));
  }
}

}  // namespace

WireMedium wire_medium(const Technology& technology, std::string_view layer) {
  WireMedium medium;
  if (technology.unit) return medium;
  medium.name = technology.name;
  medium.metres = true;
  static_cast<Signalling&>(medium) = static_cast<const Signalling&>(technology);  // that part alone
  if (const Layer* found = find_layer(technology, layer)) add_layer(medium, technology, *found);
  if (const auto& edge = technology.edge) medium.ends = {edge->reach, {}, edge->latency, edge->energy_pj_per_bit};
  if (technology.cable) medium.ends = technology.cable;
  return medium;
}

}  // namespace cutline
