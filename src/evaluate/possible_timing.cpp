// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include "delay/length_laws.hpp"
#include "evaluate/timing.hpp"

namespace cutline {

namespace {

/// Throws an input error if a layer of the technology lacks a figure that a delay model needs.
void expect_layers(const DelaysAsked& asked, const Technology& technology, const Design& design) {
  if (technology.unit) return;
  for (const ChosenDelay& delay : asked.delays) {
    if (!delay.model->counts_metres()) continue;
    for (const Layer& layer : technology.layers) {
      const std::string missing = what_is_missing(*delay.model, wire_medium(technology, layer.name));
      if (missing.empty()) continue;
      throw_design_error(design, fmt::format("'{}': the delay {} {}", design.name, delay.model->name, missing),
                         "choose another delay model, or a technology that has them", "technology");
    }
  }
}

}  // namespace

bool wants_layout(const ChosenDelay& delay) {
  return delay.model->counts_metres() || counted_length(delay.parameters) == CountedLength::routed ||
         length_unit(delay.parameters).value_or(LengthUnit::node_pitch) != LengthUnit::node_pitch;
}

void expect_timing_possible(const DelaysAsked& asked, const Technology& technology, const Design& design) {
  if (!design.ideal) return expect_layers(asked, technology, design);
  if (asked.clock.rule == ClockRule::per_link) {
    throw_design_error(
        design, fmt::format("'{}' is ideal: it has no wires of its own for the clock rule per_link", design.name),
        "use `rule: longest_wire` or `fixed`, or leave out `ideal`", "ideal");
  }
  for (const ChosenDelay& delay : asked.delays) {
    if (!wants_layout(delay)) continue;
    throw_design_error(design,
                       fmt::format("'{}' is ideal: it has no routed wires for the delay {}", design.name, delay.label),
                       delay.model->counts_metres() ? "take linear or logarithmic, or leave out `ideal`"
                                                    : "use `length: span` and `per: node_pitch`, or leave out `ideal`",
                       "ideal");
  }
}

}  // namespace cutline
