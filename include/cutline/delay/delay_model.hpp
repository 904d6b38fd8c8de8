// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cutline/base/parameters.hpp"
#include "cutline/base/quantity.hpp"

namespace cutline {

/// What a delay model may know of one wire.
struct WireLength {
  double span = 0;                ///< node pitches
  double routed_pitches = 0;      ///< wire pitches along the wire
  Length routed;                  ///< zero in the unit technology
  double node_pitch_pitches = 1;  ///< wire pitches from node to node, the mean over the axes
  Length node_pitch;              ///< the same in metres; zero in the unit technology
};

/// One row of the catalogue of wire delay models.
struct DelayModel {
  std::string_view name;
  std::string_view summary;
  std::string_view source;
  std::vector<Field> fields;
  /// Delay of one wire; parameters complete. Never negative, never decreasing with length.
  Time (*delay)(const Parameters&, const WireLength&) = nullptr;
};

const std::vector<DelayModel>& delay_models();
const DelayModel* find_delay_model(std::string_view name);

/// A model as the user chose it, with its parameters complete.
struct ChosenDelay {
  const DelayModel* model = nullptr;
  Parameters parameters;
  std::string label;  ///< the name, or the name and the parameters that differ from their defaults
  Time operator()(const WireLength& wire) const { return model->delay(parameters, wire); }
};

/// Completes the parameters; throws input errors.
ChosenDelay choose_delay(std::string_view name, Parameters parameters);

}  // namespace cutline
