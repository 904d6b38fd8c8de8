// SPDX-License-Identifier: Apache-2.0
#include "cutline/technology/technology.hpp"

#include <doctest/doctest.h>

#include <array>

#include "cutline/base/error.hpp"

using namespace cutline;

namespace {

Layer layer(const char* name, LayerDirection direction, double pitch_nm) {
  return {name, direction, nanometres(pitch_nm)};
}

Technology two_pairs() {
  Technology technology;
  technology.name = "test";
  technology.layers = {layer("m1", LayerDirection::horizontal, 140), layer("m2", LayerDirection::vertical, 190),
                       layer("m3", LayerDirection::horizontal, 280), layer("m4", LayerDirection::vertical, 160)};
  return technology;
}

std::string trouble(const Technology& technology) {
  try {
    expect_consistent(technology);
  } catch (const Error& error) {
    CHECK(error.diagnostics().front().parameter == "layers");
    return error.what();
  }
  return "none";
}

}  // namespace

TEST_CASE("the tracks of an axis have the coarsest pitch of its layers") {
  const Technology technology = two_pairs();
  CHECK(technology.layer_pairs() == 2);
  CHECK(in_nm(technology.track_pitch(LayerDirection::horizontal)) == 280);
  CHECK(in_nm(technology.track_pitch(LayerDirection::vertical)) == 190);
  CHECK(trouble(technology) == "none");
}

TEST_CASE("the unit technology has pairs of layers and no metres") {
  for (const int pairs : {1, 2, 5}) {
    const Technology technology = unit_technology(pairs);
    CHECK(technology.unit);
    CHECK(technology.layer_pairs() == pairs);
    CHECK(in_nm(technology.track_pitch(LayerDirection::vertical)) == 0);
    CHECK(technology.wires_per_bit == 1);
    CHECK(technology.control_wires == 0);
    CHECK(trouble(technology) == "none");
  }
}

TEST_CASE("layers that do not pair are refused by name") {
  Technology technology = two_pairs();
  technology.layers[1].direction = LayerDirection::horizontal;
  CHECK(trouble(technology) ==
        "error: layers 'm1' and 'm2' of technology 'test' form a pair and run in the same direction\n"
        "hint: layers come in pairs from the bottom, one horizontal and one vertical");
  technology = two_pairs();
  technology.layers.pop_back();
  CHECK(trouble(technology) ==
        "error: layer 'm3' of technology 'test' has no partner\n"
        "hint: layers come in pairs from the bottom, one horizontal and one vertical");
  technology.layers.clear();
  CHECK(trouble(technology) == "error: technology 'test' has no layers");
  technology = two_pairs();
  technology.layers[2].pitch = {};
  CHECK(trouble(technology) ==
        "error: layer 'm3' of technology 'test' has no pitch\n"
        "hint: a pitch is the distance of neighbouring wires, centre to centre: `pitch: 0.28 um`");
}

TEST_CASE("of a layer that is 60 % free tracks stand a pitch / 0.6 apart, in whole nanometres") {
  Technology technology = two_pairs();
  for (Layer& layer : technology.layers) layer.pitch = nanometres(280);
  CHECK(in_nm(technology.track_pitch(LayerDirection::horizontal)) == 280);
  for (Layer& layer : technology.layers) {
    if (layer.direction == LayerDirection::horizontal) layer.free = 0.6;
  }
  CHECK(in_nm(technology.track_pitch(LayerDirection::horizontal)) == doctest::Approx(467));
  CHECK(in_nm(technology.track_pitch(LayerDirection::vertical)) == 280);
}

TEST_CASE("a layer of a finer pitch than the coarsest of its axis loses the tracks between theirs") {
  Technology technology = two_pairs();
  std::vector<Layer>& layers = technology.layers;
  const std::array<double, 4> pitch_nm = {80, 70, 126, 70};
  for (std::size_t i = 0; i < layers.size(); ++i) layers[i].pitch = nanometres(pitch_nm[i]);
  layers[0].free = layers[2].free = 0.5;  // both of one axis: tracks 160 nm and 252 nm apart
  REQUIRE(layers[0].direction == layers[2].direction);
  CHECK(in_nm(layers[0].track_pitch()) == 160);
  CHECK(technology.tracks_lost(layers[0]) == doctest::Approx(1 - 160.0 / 252));
  for (const std::size_t coarsest : {1, 2, 3}) CHECK(technology.tracks_lost(layers[coarsest]) == 0);
  for (const Layer& layer : unit_technology(2).layers) CHECK(unit_technology(2).tracks_lost(layer) == 0);
}

TEST_CASE("the fastest layer pair has the least resistance times capacitance; none is preferred where all are equal") {
  Technology technology = two_pairs();
  const auto fastest = [&] { return technology.fastest_pairs(LayerDirection::horizontal); };
  for (Layer& layer : technology.layers) layer.figures.set(TechnologyFigure::r_ohm_per_mm, 100);
  CHECK(fastest().empty());  // no capacitance is known
  for (Layer& layer : technology.layers) layer.figures.set(TechnologyFigure::c_ff_per_mm, 200);
  CHECK(fastest().empty());
  Layer& upper =
      technology.layers[2].direction == LayerDirection::horizontal ? technology.layers[2] : technology.layers[3];
  upper.figures.set(TechnologyFigure::r_ohm_per_mm, 20);
  CHECK(fastest() == std::vector<std::uint8_t>{1, 0});
  upper.figures.set(TechnologyFigure::r_ohm_per_mm, 120);
  CHECK(fastest() == std::vector<std::uint8_t>{0, 1});
}
