// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include <cmath>
#include <numbers>

#include "spec/candidate_keys.hpp"

namespace cutline {
namespace {

constexpr int kCornersOfCircle = 120;  // 0.05 mm within the circle of a wafer of 300 mm
constexpr double kWidestWaferNm = 1e12;
constexpr double kWaferGrid = 1e3;  // corners stand at picometres, the same on every machine

struct WaferDraft {
  Length diameter, notch;
};

const Form<WaferDraft>& wafer_form() {
  static const Form<WaferDraft> form = [] {
    Form<double> diameter = quantity_form(Measured::length);
    diameter.read = [read = diameter.read](Reader& reader, YamlId id, std::string_view what) {
      const auto length = read(reader, id, what);
      if (length && (!(*length > 0) || *length > kWidestWaferNm))
        reader.report(id, "the diameter of a wafer is more than 0 and up to 1 km", "for example 300 mm");
      return length;
    };
    return map_form<WaferDraft>(
        "a round outline", {required(field("wafer", &WaferDraft::diameter, diameter, "",
                                           "diameter of a round wafer: a polygon of 120 corners on its circle")),
                            field("notch", &WaferDraft::notch, quantity_form(Measured::length), "0 mm",
                                  "depth of the notch in the middle of its lower edge, twice as wide as it is deep")});
  }();
  return form;
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

ValueShape wafer_shape() { return wafer_form().shape; }

std::optional<Polygon> read_wafer(Reader& reader, YamlId id) {
  const std::size_t before = reader.document.diagnostics.size();
  const auto read = wafer_form().read(reader, id, "outline");
  if (!read || reader.document.diagnostics.size() > before) return std::nullopt;
  const WaferDraft& wafer = *read;
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
