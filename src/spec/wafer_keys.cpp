// SPDX-License-Identifier: Apache-2.0
#include "spec/wafer_keys.hpp"

#include <fmt/core.h>

#include <cmath>
#include <numbers>
#include <vector>

namespace cutline {

namespace {

constexpr int kCornersOfCircle = 120;  // 0.05 mm within the circle of a wafer of 300 mm
constexpr double kWidestWaferNm = 1e12;
constexpr double kWaferGrid = 1e3;  // corners stand at picometres, the same on every machine

struct WaferDraft {
  Length diameter, notch;
};

const std::vector<Key<WaferDraft>>& wafer_keys() {
  static const ValueShape shape = quantity_shape({Measured::length});
  static const std::vector<Key<WaferDraft>> keys = {
      {"wafer", shape, "", "diameter of a round wafer: a polygon of 120 corners on its circle",
       [](Reader& r, YamlId id, WaferDraft& wafer) {
         const auto read = read_quantity(r, id, "wafer", {Measured::length}, 0);
         if (!read) return;
         wafer.diameter = {read->value};
         if (!(read->value > 0) || read->value > kWidestWaferNm)
           r.report(id, "the diameter of a wafer is more than 0 and up to 1 km", "for example 300 mm");
       },
       true},
      {"notch", shape, "0 mm", "depth of the notch in the middle of its lower edge, twice as wide as it is deep",
       [](Reader& r, YamlId id, WaferDraft& wafer) {
         if (const auto read = read_quantity(r, id, "notch", {Measured::length}, 0)) wafer.notch = {read->value};
       }}};
  return keys;
}

Polygon wafer_polygon(const WaferDraft& wafer) {
  const double radius = in_nm(wafer.diameter) / 2, notch = in_nm(wafer.notch);
  Polygon polygon;
  const auto add = [&](double x, double y) {
    polygon.corners.push_back({nanometres(std::round((radius + x) * kWaferGrid) / kWaferGrid),
                               nanometres(std::round((radius + y) * kWaferGrid) / kWaferGrid)});
  };
  const double side = -std::sqrt(radius * radius - notch * notch);  // where the notch meets the circle
  if (notch > 0) {
    add(-notch, side);
    add(0, -radius + notch);
    add(notch, side);
  }
  for (int i = 0; i < kCornersOfCircle; ++i) {
    const double angle = 2 * std::numbers::pi * i / kCornersOfCircle - std::numbers::pi / 2;
    const double x = radius * std::cos(angle), y = radius * std::sin(angle);
    if (notch == 0 || y > 0 || std::abs(x) > notch + 1 / kWaferGrid) add(x, y);
  }
  return polygon;
}

}  // namespace

ValueShape wafer_shape() { return map_shape(wafer_keys()); }

std::optional<Polygon> read_wafer(Reader& reader, YamlId id) {
  WaferDraft wafer;
  const std::size_t before = reader.document.diagnostics.size();
  if (!read_map(reader, id, "a round outline", wafer_keys(), wafer) || reader.document.diagnostics.size() > before)
    return std::nullopt;
  if (in_nm(wafer.notch) > in_nm(wafer.diameter) / 4) {
    reader.report(id, "the notch is deeper than a quarter of the wafer", "the notch of a wafer of 300 mm is 1 mm deep");
    return std::nullopt;
  }
  Polygon polygon = wafer_polygon(wafer);
  if (const auto fault = polygon_fault(polygon.corners)) {
    reader.report(id, fmt::format("the wafer {}", fault_words(*fault)), std::string(fault_hint(*fault)));
    return std::nullopt;
  }
  return polygon;
}

}  // namespace cutline
