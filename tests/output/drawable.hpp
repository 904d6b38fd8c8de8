// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <utility>

#include "cutline/output/floorplan/floorplan.hpp"
#include "cutline/study/laid_out.hpp"
#include "cutline/study/placed_network.hpp"
#include "cutline/study/study.hpp"
#include "support/laid_out.hpp"

namespace cutline::test {

/// A network with everything that a drawing of it needs.
struct Drawable {
  Study study;
  Candidate candidate;
  std::string svg(const DrawOptions& options = {}) const { return floorplan_svg(study, candidate, options); }
};

inline std::unique_ptr<Drawable> drawable(const std::string& family, const Parameters& parameters,
                                          const PlacementChoice& choice = {}, int pairs = 1,
                                          const ChannelWires& channel = {}) {
  auto result = std::make_unique<Drawable>();
  RoutedCase laid_out = lay_out(family, parameters, choice, pairs, channel);
  Design design{.name = family, .family = family};
  design.parameters = parameters;
  result->candidate.design = SharedConst<Design>(std::move(design));
  result->candidate.of_study = result->study.technology;
  result->candidate.channel.width_bits = channel.width_bits;
  const PlacedNetwork network{std::move(laid_out.topology), std::move(laid_out.placement)};
  result->candidate.built =
      SharedConst<LaidOut>({network, std::move(laid_out.layout), std::move(laid_out.measures), {}});
  return result;
}

}  // namespace cutline::test
