// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "cutline/base/error.hpp"
#include "cutline/detail/delay/delay_model.hpp"

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

namespace {

/// The mean of a figure along a wire on two layers; absent where one of them does not have it.
std::optional<double> mean(const GivenFigures& row, const GivenFigures& column, TechnologyFigure figure,
                           double share_of_row) {
  const double* a = row.find(figure);
  const double* b = column.find(figure);
  if (a == nullptr || b == nullptr) return std::nullopt;
  return *a == *b ? *a : share_of_row * *a + (1 - share_of_row) * *b;
}

}  // namespace

LayeredDelay::LayeredDelay(const ChosenDelay& chosen, const Technology& technology) : scale_(chosen.scale) {
  std::vector<Pair> pairs;
  const auto piece = [&](const Layer& layer) {
    const WireMedium medium = wire_medium(technology, layer.name);
    Piece made{layer.name, choose_delay(chosen.model->name, chosen.parameters, medium), {}, medium.via_ohm};
    made.range = length_range(made.chosen);
    return made;
  };
  if (technology.unit) {
    Piece abstract{"", choose_delay(chosen.model->name, chosen.parameters), {}, 0};
    pairs.assign(technology.layers.size() / 2, {abstract, abstract, abstract.chosen});
  }
  for (std::size_t i = 0; !technology.unit && i + 1 < technology.layers.size(); i += 2) {
    const bool first = technology.layers[i].direction == LayerDirection::horizontal;
    Pair pair{piece(technology.layers[first ? i : i + 1]), piece(technology.layers[first ? i + 1 : i]), {}};
    pair.mixed = pair.horizontal.chosen;
    pair.mixed.medium.name = fmt::format("{} {}", technology.name, pair.horizontal.layer + ", " + pair.vertical.layer);
    pairs.push_back(std::move(pair));
  }
  on_.resize(pairs.size());
  pairs_ = std::move(pairs);
}

void LayeredDelay::set_scale(double scale) { scale_ = scale; }

double LayeredDelay::vias_ohm(const LayeredWire& wire) const {
  const Pair& pair = pairs_->at(wire.pair);
  const double between = std::abs(pair.horizontal.stack_ohm - pair.vertical.stack_ohm);
  const double row_end = pair.vertical.stack_ohm + between;
  const double column_end = pair.horizontal.stack_ohm + between;
  if (wire.along_x && wire.along_y) return row_end + between + column_end;
  if (wire.stays_on_layer) return 2 * (wire.along_y ? pair.vertical : pair.horizontal).stack_ohm;
  return 2 * (wire.along_y ? column_end : row_end);
}

const ChosenDelay& LayeredDelay::on(const LayeredWire& wire) {
  const Pair& pair = pairs_->at(wire.pair);
  std::optional<ChosenDelay>& on = on_[wire.pair];
  if (!on) on = pair.mixed;
  on->scale = scale_;
  WireMedium& medium = on->medium;
  if (!medium.metres) return *on;
  const WireMedium& row = pair.horizontal.chosen.medium;
  const WireMedium& column = pair.vertical.chosen.medium;
  const double flat = wire.x.base + wire.y.base;
  const double share = flat > 0 ? wire.x.base / flat : 1;
  for (const TechnologyFigure figure :
       {TechnologyFigure::r_ohm_per_mm, TechnologyFigure::c_ff_per_mm, TechnologyFigure::flight_ps_per_mm})
    medium.figures.set(figure, mean(row.figures, column.figures, figure, share));
  medium.via_ohm = vias_ohm(wire) / 2;
  return *on;
}

LayeredCircuit LayeredDelay::circuit(const LayeredWire& wire) {
  return {layers(wire.pair), wire, vias_ohm(wire), wire_circuit(on(wire), wire.x + wire.y + wire.z)};
}

const LayeredDelay::Piece& LayeredDelay::most_of(const LayeredWire& wire) const {
  const Pair& pair = pairs_->at(wire.pair);
  return wire.y > wire.x ? pair.vertical : pair.horizontal;
}

const LengthRange& LayeredDelay::range(const LayeredWire& wire) const { return most_of(wire).range; }

std::optional<std::string> LayeredDelay::warning(const LayeredWire& wire) const {
  return length_warning(most_of(wire).chosen, wire.x + wire.y + wire.z);
}

std::string LayeredDelay::layers(std::uint32_t pair) const {
  const Pair& of = pairs_->at(pair);
  return of.horizontal.layer + ", " + of.vertical.layer;
}

ChosenDelay default_delay(const Technology& technology) {
  if (technology.unit) return choose_delay("linear", {});
  const auto serves = [&](const char* name) {
    return std::all_of(technology.layers.begin(), technology.layers.end(), [&](const Layer& layer) {
      return what_is_missing(*find_delay_model(name), wire_medium(technology, layer.name)).empty();
    });
  };
  for (const char* name : {"d2m", "time_of_flight"}) {
    if (serves(name)) return choose_delay(name, {}, wire_medium(technology));
  }
  return choose_delay("linear", {}, wire_medium(technology));
}

}  // namespace cutline
