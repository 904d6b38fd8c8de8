// SPDX-License-Identifier: Apache-2.0
// The words that commands take for colours and views.
#include <fmt/core.h>

#include <utility>

#include "cutline/base/error.hpp"
#include "cutline/base/format.hpp"
#include "cutline/output/floorplan/floorplan.hpp"

namespace cutline {

namespace {

template <class Value>
using Word = std::pair<std::string_view, Value>;

constexpr Word<WireColour> kColourWords[] = {{"dimension", WireColour::dimension},
                                             {"length", WireColour::length},
                                             {"delay", WireColour::delay},
                                             {"load", WireColour::load},
                                             {"layer", WireColour::layer}};
constexpr Word<FloorplanView> kViewWords[] = {{"to-scale", FloorplanView::to_scale},
                                              {"schematic", FloorplanView::schematic},
                                              {"planes", FloorplanView::planes},
                                              {"isometric", FloorplanView::isometric}};

std::vector<std::string_view> names_of_words(const auto& words) {
  std::vector<std::string_view> names;
  for (const auto& [name, value] : words) names.push_back(name);
  return names;
}

auto value_of_word(const auto& words, std::string_view word, std::string_view mistake, std::string parameter) {
  for (const auto& [name, value] : words) {
    if (name == word) return value;
  }
  throw_input_error(fmt::format("{} '{}'", mistake, word),
                    fmt::format("it takes: {}", join(names_of_words(words), ", ")), std::move(parameter));
}

}  // namespace

std::vector<std::string_view> drawing_colours() { return names_of_words(kColourWords); }
std::vector<std::string_view> drawing_views() { return names_of_words(kViewWords); }

WireColour wire_colour(std::string_view word) {
  return value_of_word(kColourWords, word, "a floorplan cannot be coloured by", "colour");
}
FloorplanView floorplan_view(std::string_view word) {
  return value_of_word(kViewWords, word, "there is no view", "view");
}

}  // namespace cutline
