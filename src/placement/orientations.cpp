// SPDX-License-Identifier: Apache-2.0
#include "placement/orientations.hpp"

namespace cutline {

namespace {

struct NamedOrientation {
  std::string_view word;
  Orientation orientation;
};
// The words of DEF mirror a tile before they turn it; FW and FE mirror at the other axis, which is two turns more.
// Source: LEF/DEF 5.8 Language Reference, "Component orientation".
constexpr NamedOrientation kOrientations[] = {
    {"0", {0, false}}, {"90", {1, false}}, {"180", {2, false}}, {"270", {3, false}},
    {"N", {0, false}}, {"W", {1, false}},  {"S", {2, false}},   {"E", {3, false}},
    {"FN", {0, true}}, {"FW", {3, true}},  {"FS", {2, true}},   {"FE", {1, true}}};

}  // namespace

std::optional<Orientation> find_orientation(std::string_view word) {
  for (const NamedOrientation& known : kOrientations) {
    if (known.word == word) return known.orientation;
  }
  return std::nullopt;
}

}  // namespace cutline
