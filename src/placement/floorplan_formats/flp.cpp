// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include "base/letters.hpp"
#include "placement/floorplan_file.hpp"
#include "topology/graph_text.hpp"

namespace cutline {

namespace {

constexpr double kMostMetres = 1e3;

Length flp_metres(LineWords& words, std::string_view what, double least) {
  const std::string_view word = words.word();
  const std::optional<double> value = read_as_finite(word);
  if (!value) words.fail(fmt::format("{} is a number of metres", what));
  if (*value < least || *value > kMostMetres) words.fail(fmt::format("{} is from {:g} to 1000 metres", what, least));
  return nanometres(*value * 1e9);
}

TilePlan read_flp(const GraphText& file, const std::vector<GraphText>&) {
  LineWords words(file, '#', "a line is `name width height left bottom` in metres, and # begins a comment");
  TilePlan floorplan;
  while (words.next_line()) {
    if (words.at_line_end()) continue;
    Tile tile;
    tile.at = words.at();
    tile.name = words.word();
    tile.box.width = flp_metres(words, "the width", 0);
    tile.box.height = flp_metres(words, "the height", 0);
    tile.box.x = flp_metres(words, "the left side", -kMostMetres);
    tile.box.y = flp_metres(words, "the lower side", -kMostMetres);
    tile.router_x = tile.box.x + tile.box.width * 0.5;
    tile.router_y = tile.box.y + tile.box.height * 0.5;
    floorplan.tiles.push_back(std::move(tile));  // figures of heat may follow on the line
  }
  return floorplan;
}

}  // namespace

FloorplanFormat flp_floorplan_format() {
  return {.name = "flp",
          .summary = "a line a tile: its name, width, height, left and lower side in metres; routers in the middle",
          .source = "HotSpot",
          .endings = {".flp"},
          .read = read_flp};
}

}  // namespace cutline
