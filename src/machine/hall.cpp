// SPDX-License-Identifier: Apache-2.0
#include "machine/hall.hpp"

#include <fmt/core.h>

#include <cmath>

namespace cutline::machine {

namespace {

Nanometres height_of(const Hall& hall, const Port& port) {
  const Nanometres unit = hall.rack_at(port.rack).unit;
  return port.unit * unit + unit / 2;
}

/// From a port to the tray.
Nanometres rise(const Hall& hall, const Port& port) {
  if (hall.to_tray) return *hall.to_tray;
  const Nanometres height = height_of(hall, port);
  return hall.tray_gap + (hall.tray == Tray::floor ? height : hall.height() - height);
}

Nanometres between_racks(const Hall& hall, const Port& a, const Port& b) {
  const Nanometres x = way_along(hall, a.rack, b.rack), y = way_across(hall, a.rack, b.rack);
  if (hall.tray != Tray::straight) return x + y + rise(hall, a) + rise(hall, b);
  const auto z = static_cast<double>(height_of(hall, a) - height_of(hall, b));
  const double straight = std::hypot(static_cast<double>(x), static_cast<double>(y), z);
  return static_cast<Nanometres>(std::ceil(straight)) + 2 * hall.to_tray.value_or(0);
}

}  // namespace

void set_racks_of_switches(Hall& hall, std::vector<char> of_switches) {
  hall.of_switches = std::move(of_switches);
  std::vector<Nanometres> widths(hall.columns);
  for (std::uint32_t rack = 0; rack < hall.racks(); ++rack) {
    Nanometres& width = widths[hall.column(rack)];
    width = std::max(width, hall.rack_at(rack).width);
  }
  hall.edges = {0};
  for (const Nanometres width : widths) hall.edges.push_back(hall.edges.back() + width);
}

Nanometres way_along(const Hall& hall, std::uint32_t a, std::uint32_t b) {
  const auto [low, high] = std::minmax({hall.column(a), hall.column(b)});
  const std::vector<Nanometres>& edges = hall.edges;
  Nanometres way = edges.empty() ? (high - low) * hall.rack.width
                                 : (edges[high] + edges[high + 1] - edges[low] - edges[low + 1]) / 2;
  for (const Door& door : hall.doors) {
    if (low < door.after && door.after <= high) way += door.width;
  }
  return way;
}

Nanometres way_across(const Hall& hall, std::uint32_t a, std::uint32_t b) {
  const auto [low, high] = std::minmax({hall.row(a), hall.row(b)});
  Nanometres way = (high - low) * hall.depth();
  for (std::uint32_t row = low; row < high; ++row) way += hall.behind(row);
  return way;
}

Nanometres cable_length(const Hall& hall, const Port& a, const Port& b) {
  Nanometres way = hall.slack;
  if (a.rack == b.rack) {
    way += hall.inside.value_or(std::abs(height_of(hall, a) - height_of(hall, b)));
  } else {
    way += between_racks(hall, a, b) + 2 * hall.service_loop;
  }
  return (way + kCentimetre - 1) / kCentimetre * kCentimetre;
}

std::string port_text(const Hall& hall, const Port& port) {
  return fmt::format("row {}, rack {}, unit {}", hall.row(port.rack) + 1, hall.column(port.rack) + 1, port.unit + 1);
}

std::string rack_text(const Hall& hall, std::uint32_t rack) {
  return fmt::format("{:02}-{:02}", hall.row(rack) + 1, hall.column(rack) + 1);
}

}  // namespace cutline::machine
