// SPDX-License-Identifier: Apache-2.0
#include "technology/plausibility.hpp"

#include <fmt/core.h>

#include <cmath>
#include <numbers>

namespace cutline {
namespace {

/// A range of usual values, in the unit of the messages.
struct Usual {
  double least, most;
  std::string_view unit;
};

constexpr Usual kCapacitance = {0.05, 0.4, "fF/um"};
constexpr Usual kResistivity = {0.003, 0.5, "ohm um"};
constexpr Usual kVia = {0.001, 500, "ohm"};
constexpr Usual kPitch = {15, 1e8, "nm"};
constexpr Usual kSupply = {0.2, 20, "V"};
constexpr Usual kFanout = {1, 5000, "ps"};
constexpr Usual kFlight = {3.3356, 14, "ps/mm"};
constexpr double kWrongUnit = 100;
constexpr double kNeighbours = 10;

double in_micrometres(Length length) { return in_nm(length) * 1e-3; }
double width_um(const Layer& layer) {
  const double* width = layer.figures.find(TechnologyFigure::width_nm);
  return width != nullptr ? in_micrometres(nanometres(*width)) : in_micrometres(layer.pitch) / 2;
}

/// The factor by which a value lies outside the range; 1 if it lies inside.
double factor_outside(double value, const Usual& usual) {
  return value < usual.least ? usual.least / value : value > usual.most ? value / usual.most : 1;
}

/// A figure that a technology gives, as a message names it.
struct GivenFigure {
  const char* key;
  double value;
  std::string what;
};

void compare(std::vector<Implausible>& found, const std::string& owner, const GivenFigure& given, const Usual& usual) {
  const auto& [key, value, what] = given;
  const double factor = value > 0 ? factor_outside(value, usual) : kWrongUnit;
  if (factor <= 1 + 1e-9) return;
  Implausible doubt{owner, key, {}, {}, factor >= kWrongUnit};
  doubt.message = fmt::format("{} is {:.4g} {}, usual is {:g} to {:g} {}", what, value, usual.unit, usual.least,
                              usual.most, usual.unit);
  doubt.hint = doubt.error ? "is its unit right? a factor of 1000 is the common slip"
                           : "look the number up again; a comment in the file may say why it is so";
  found.push_back(std::move(doubt));
}

std::string named(const Layer& layer, const char* what) { return fmt::format("{} of layer '{}'", what, layer.name); }

void look_at_layer(std::vector<Implausible>& found, const Layer& layer) {
  compare(found, layer.name, {"pitch", in_nm(layer.pitch), named(layer, "'pitch'")}, kPitch);
  if (!found.empty() && found.back().owner == layer.name && found.back().error) return;
  const double* width_nm = layer.figures.find(TechnologyFigure::width_nm);
  if (width_nm != nullptr && (*width_nm <= 0 || *width_nm >= in_nm(layer.pitch))) {
    found.push_back({layer.name, "width",
                     fmt::format("layer '{}' has wires {:g} um wide at a pitch of {:g} um", layer.name,
                                 in_micrometres(nanometres(*width_nm)), in_micrometres(layer.pitch)),
                     "a pitch is a width and a space", true});
    return;
  }
  if (const double* c = layer.figures.find(TechnologyFigure::c_ff_per_mm))
    compare(found, layer.name, {"c", *c * 1e-3, named(layer, "'c'")}, kCapacitance);
  if (const double* via = layer.figures.find(TechnologyFigure::via_ohm))
    compare(found, layer.name, {"via", *via, named(layer, "'via'")}, kVia);
  const double* r = layer.figures.find(TechnologyFigure::r_ohm_per_mm);
  if (r == nullptr || !layer.unlike.empty()) return;
  const double width = width_um(layer);
  const std::string what = fmt::format("{} times its width squared", named(layer, "'r'"));
  compare(found, layer.name, {"r", *r * 1e-3 * width * width, what}, kResistivity);
}

/// A figure of a layer that changes little from one layer to the next.
using FigureOf = std::optional<double> (*)(const Layer&);

std::optional<double> capacitance(const Layer& layer) {
  const double* c = layer.figures.find(TechnologyFigure::c_ff_per_mm);
  return c != nullptr ? std::optional(*c) : std::nullopt;
}
std::optional<double> resistivity(const Layer& layer) {
  const double* r = layer.figures.find(TechnologyFigure::r_ohm_per_mm);
  return r != nullptr ? std::optional(*r * width_um(layer) * width_um(layer)) : std::nullopt;
}

/// The index of the more similar of the two nearest layers. These are the layers below and above or, at an end of the
/// stack, the next two.
std::size_t likest(const std::vector<double>& figures, std::size_t i) {
  const std::size_t last = figures.size() - 1;
  const std::size_t one = i == 0 ? 1 : i - 1;
  const std::size_t other = i == 0     ? std::min<std::size_t>(2, last)
                            : i < last ? i + 1
                                       : last - std::min<std::size_t>(2, last);
  const auto distance = [&](std::size_t j) {
    return j == i ? std::numeric_limits<double>::infinity() : std::abs(std::log(figures[i] / figures[j]));
  };
  return distance(other) < distance(one) ? other : one;
}

/// Finds layers whose figure is ten times above or below that of both nearest layers. If there are two layers only, it
/// names both, because either may be wrong.
void compare_layers(std::vector<Implausible>& found, const std::vector<Layer>& layers, const char* key, FigureOf of) {
  std::vector<const Layer*> known;
  std::vector<double> figures;
  for (const Layer& layer : layers) {
    if (of(layer).value_or(0) <= 0 || !layer.unlike.empty()) continue;
    known.push_back(&layer);
    figures.push_back(*of(layer));
  }
  for (std::size_t i = 0; known.size() > 1 && i < known.size(); ++i) {
    const std::size_t near = likest(figures, i);
    const double ratio = figures[i] / figures[near];
    const double factor = std::max(ratio, 1 / ratio);
    if (factor < kNeighbours) continue;
    found.push_back({known[i]->name, key,
                     fmt::format("'{}' of layer '{}' lies a factor of {:.3g} {} that of its neighbour '{}'{}", key,
                                 known[i]->name, factor, ratio > 1 ? "above" : "below", known[near]->name,
                                 key[0] == 'r' ? ", widths allowed for" : ""),
                     "if it is so, say why: `unlike: ...`", factor >= kWrongUnit});
  }
}

void look_at_driver(std::vector<Implausible>& found, const char* owner, const Driver& driver) {
  const double fanout = std::numbers::ln2 * driver.r_chain_ohm * (4 * driver.input_ff + driver.parasitic_ff) * 1e-3;
  const std::string what = fmt::format("the delay of '{}' with four of itself as load", driver.cell);
  compare(found, owner, {"r_chain", fanout, what}, kFanout);
  if (driver.r_step_ohm > driver.r_chain_ohm) {
    found.push_back({owner, "r_step",
                     fmt::format("'{}' drives a sharp edge with more resistance than a chain's edges", driver.cell),
                     "r_chain is usually 1.4 to 1.9 times r_step", false});
  }
}

}  // namespace

std::vector<Implausible> implausible_values(const Technology& technology) {
  std::vector<Implausible> found;
  const std::vector<Layer>& layers = technology.all_layers;
  for (const Layer& layer : layers) look_at_layer(found, layer);
  compare_layers(found, layers, "c", capacitance);
  compare_layers(found, layers, "r", resistivity);
  if (const double* vdd = technology.figures.find(TechnologyFigure::vdd_v))
    compare(found, {}, {"vdd", *vdd, "the supply 'vdd'"}, kSupply);
  if (const double* flight = technology.figures.find(TechnologyFigure::flight_ps_per_mm))
    compare(found, {}, {"flight", *flight, "the time of flight"}, kFlight);
  if (technology.driver) look_at_driver(found, "unit", *technology.driver);
  if (technology.largest_driver.input_ff > 0) look_at_driver(found, "largest", technology.largest_driver);
  return found;
}

}  // namespace cutline
