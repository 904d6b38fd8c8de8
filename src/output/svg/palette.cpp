// SPDX-License-Identifier: Apache-2.0
#include "output/svg/palette.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "output/svg/canvas.hpp"

namespace cutline::svg {

namespace {

constexpr std::array<Rgb, 6> kAnchors = {Rgb{0xfd, 0xf3, 0xd8}, {0xf9, 0xc7, 0x74}, {0xf0, 0x8a, 0x4b},
                                         {0xcc, 0x4a, 0x5c},    {0x80, 0x2a, 0x77}, {0x2b, 0x0f, 0x4d}};

std::uint8_t between(std::uint8_t from, std::uint8_t to, double share) {
  return static_cast<std::uint8_t>(std::lround(from + (to - from) * share));
}

}  // namespace

std::string to_string(Rgb colour) { return fmt::format("#{:02x}{:02x}{:02x}", colour.red, colour.green, colour.blue); }

Rgb sequential_colour(double t) {
  const double at = std::clamp(t, 0.0, 1.0) * static_cast<double>(kAnchors.size() - 1);
  const std::size_t low = std::min(static_cast<std::size_t>(at), kAnchors.size() - 2);
  const double share = at - static_cast<double>(low);
  const Rgb a = kAnchors[low], b = kAnchors[low + 1];
  return {between(a.red, b.red, share), between(a.green, b.green, share), between(a.blue, b.blue, share)};
}

std::string dash_pattern(std::size_t class_index, double units_per_mm) {
  constexpr std::array<std::array<double, 4>, 3> kDashes = {
      {{2.4, 0.6, 2.4, 0.6}, {0.9, 0.5, 0.9, 0.5}, {2.4, 0.5, 0.6, 0.5}}};
  const std::size_t group = class_index / kClassColours.size();
  if (group == 0) return {};
  std::string text;
  for (const double mm : kDashes[(group - 1) % kDashes.size()]) {
    text += fmt::format("{}{}", text.empty() ? "" : " ", number(mm * units_per_mm));
  }
  return text;
}

}  // namespace cutline::svg
