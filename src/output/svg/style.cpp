// SPDX-License-Identifier: Apache-2.0
#include "output/svg/style.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "base/named.hpp"
#include "cutline/base/error.hpp"
#include "cutline/base/parameters.hpp"
#include "output/svg/canvas.hpp"

namespace cutline::svg {

namespace {

constexpr std::array<Rgb, 6> kAnchors = {Rgb{0xfd, 0xf3, 0xd8}, {0xf9, 0xc7, 0x74}, {0xf0, 0x8a, 0x4b},
                                         {0xcc, 0x4a, 0x5c},    {0x80, 0x2a, 0x77}, {0x2b, 0x0f, 0x4d}};

}  // namespace

std::string to_string(Rgb colour) { return fmt::format("#{:02x}{:02x}{:02x}", colour.red, colour.green, colour.blue); }

Rgb mixed(Rgb a, Rgb b, double share) {
  const auto between = [&](std::uint8_t from, std::uint8_t to) {
    return static_cast<std::uint8_t>(std::lround(from + (to - from) * share));
  };
  return {between(a.red, b.red), between(a.green, b.green), between(a.blue, b.blue)};
}

Rgb sequential_colour(double t) {
  const double at = std::clamp(t, 0.0, 1.0) * static_cast<double>(kAnchors.size() - 1);
  const std::size_t low = std::min(static_cast<std::size_t>(at), kAnchors.size() - 2);
  return mixed(kAnchors[low], kAnchors[low + 1], at - static_cast<double>(low));
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

namespace {

/// The colours of one use, on a white and on a dark page.
struct Use {
  std::string_view name, on_white, on_dark;
};
constexpr Use kUses[] = {{"page", "#fff", "#12161b"},        {"ink", "#1c2126", "#eef1f4"},
                         {"strong", "#000", "#fff"},  // the longest link
                         {"quiet", "#4d565f", "#aeb8c2"},    {"line", "#3d4650", "#9aa5b0"},
                         {"edge", "#5b6670", "#8793a0"},     {"grid", "#dde2e7", "#2b333b"},
                         {"border", "#c4cad0", "#3d4650"},   {"box", "#e9edf1", "#2a323a"},
                         {"bar", "#c3ccd5", "#39434d"},      {"peak", "#566675", "#74828f"},
                         {"hub", "#f2d6a2", "#6b4a0c"},  // an interchange
                         {"hub-edge", "#8a5a00", "#e3b45c"}, {"wrong", "#d0312d", "#ff6a5e"}};

/// Colours that people who see no red or no green can tell apart. Even the dark ones are at least 4 times as bright as
/// the page.
constexpr ClassColours kOnDark = {"#6a7ae8", "#f46225", "#0dae80", "#faaf7a",
                                  "#ffe264", "#6bd0f6", "#c1548f", "#a292e8"};
constexpr ClassColours kLightSurfaces = {"#dbe7f5", "#fbe3c8", "#dcefdc", "#f4dbe6",
                                         "#f7f1c3", "#e2dcf2", "#d5eef0", "#e8e0d5"};
constexpr ClassColours kDarkSurfaces = {"#1d3350", "#4a3213", "#1c3f24", "#4a2036",
                                        "#45420f", "#33285a", "#12444a", "#3d3529"};

constexpr PictureStyle kStyles[] = {{"paper", 1, false, kClassColours, kLightSurfaces},
                                    {"slides", 1.8, false, kClassColours, kLightSurfaces},
                                    {"dark", 1, true, kOnDark, kDarkSurfaces}};

bool names_use(char c) { return (c >= 'a' && c <= 'z') || c == '-'; }

}  // namespace

const PictureStyle& picture_style(std::string_view name) {
  return expect_named(kStyles, name, "there is no style", "the styles are");
}

std::string_view colour_for(const PictureStyle& style, std::string_view use) {
  const Use* found = find_named(kUses, use);
  CUTLINE_EXPECT(found != nullptr);
  return style.dark ? found->on_dark : found->on_white;
}

std::string in_colours(const PictureStyle& style, std::string_view rules) {
  std::string out;
  for (std::size_t at = 0; at < rules.size();) {
    if (rules[at] != '$') {
      out += rules[at++];
      continue;
    }
    std::size_t end = at + 1;
    while (end < rules.size() && names_use(rules[end])) ++end;
    out += colour_for(style, rules.substr(at + 1, end - at - 1));
    at = end;
  }
  return out;
}

Rgb scale_colour(const PictureStyle& style, double t) { return sequential_colour(style.dark ? 1 - t : t); }

}  // namespace cutline::svg

namespace cutline {

std::vector<std::string_view> picture_styles() {
  std::vector<std::string_view> names;
  for (const svg::PictureStyle& style : svg::kStyles) names.push_back(style.name);
  return names;
}

}  // namespace cutline
