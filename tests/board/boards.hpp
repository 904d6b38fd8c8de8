// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "board/board.hpp"

/// Backplanes made by hand: slots side by side, a connector each.
namespace cutline::test {

using Links = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

inline constexpr board::Nanometres kMm = 1'000'000;

/// A field of the 2 mm hard metric family, all pins signals but for every `ground`-th row; 0: no grounds.
inline board::Connector hard_metric(std::uint32_t columns = 47, std::uint32_t ground = 0) {
  board::Connector out{.name = "HM", .columns = columns, .rows = 5, .column_pitch = 2 * kMm, .row_pitch = 2 * kMm};
  out.pad = 11 * kMm / 10;
  out.drill = 7 * kMm / 10;
  out.pins.resize(std::size_t{columns} * out.rows);
  for (std::size_t i = 0; i < out.pins.size(); ++i) {
    if (ground > 0 && i % out.rows % ground == ground - 1) out.pins[i].use = board::PinUse::ground;
  }
  return out;
}

/// Pairs along the rows, each followed by a ground: four of them in each of `columns` columns.
inline board::Connector pair_connector(std::uint32_t columns = 10) {
  board::Connector out{.name = "pairs", .columns = columns, .rows = 12, .column_pitch = 25 * kMm / 10};
  out.row_pitch = 15 * kMm / 10;
  out.pad = 9 * kMm / 10;
  out.drill = 5 * kMm / 10;
  for (std::uint32_t i = 0; i < columns * out.rows; ++i) {
    board::ConnectorPin pin{.pair = static_cast<std::int32_t>(i / 3), .positive = i % 3 == 0};
    if (i % 3 == 2) pin = {.use = board::PinUse::ground};
    out.pins.push_back(pin);
  }
  return out;
}

/// Slots `pitch` apart with a connector each, and links of `wires` wires; tracks and spaces of 8 mil (n = 1 in a field
/// of 2 mm), pairs of 5 mil.
inline board::Board backplane(const board::Connector& connector, std::uint32_t slots, const Links& links,
                              std::uint32_t wires, board::Nanometres pitch = 20 * kMm) {
  board::Board out{.name = "backplane", .connectors = {connector}};
  out.rules = {.width = 203'200, .space = 203'200, .clearance = 203'200, .edge = kMm, .gap = 127'000};
  out.rules.pairs = connector.pins.front().pair >= 0;
  if (out.rules.pairs) {
    out.rules.width = out.rules.clearance = 127'000;
    out.rules.pair_space = 381'000;
  }
  for (std::uint32_t s = 0; s < slots; ++s)
    out.slots.push_back({std::to_string(s), s, {{0, 20 * kMm + s * pitch, 20 * kMm}}});
  for (std::uint32_t l = 0; l < links.size(); ++l) out.links.push_back({l, {links[l].first, links[l].second}, wires});
  const board::Nanometres width = 40 * kMm + (slots - 1) * pitch + (connector.rows - 1) * connector.row_pitch;
  const board::Nanometres height = 40 * kMm + (connector.columns - 1) * connector.column_pitch;
  out.outline = {{0, 0}, {width, 0}, {width, height}, {0, height}};
  return out;
}

inline Links ring_of(std::uint32_t n) {
  Links links;
  for (std::uint32_t i = 0; i < n; ++i) links.push_back({i, (i + 1) % n});
  return links;
}

inline Links full_mesh_of(std::uint32_t n) {
  Links links;
  for (std::uint32_t i = 0; i < n; ++i) {
    for (std::uint32_t j = i + 1; j < n; ++j) links.push_back({i, j});
  }
  return links;
}

/// A mesh of side x side slots that stand in one row, line by line; a torus if its lines are closed.
inline Links square_of(std::uint32_t side, bool closed) {
  Links links;
  for (std::uint32_t a = 0; a < side; ++a) {
    for (std::uint32_t b = 0; b + (closed ? 0 : 1) < side; ++b) {
      const std::uint32_t next = (b + 1) % side;
      links.push_back({side * a + b, side * a + next});
      links.push_back({side * b + a, side * next + a});
    }
  }
  return links;
}

inline Links cube_of(std::uint32_t dimensions) {
  Links links;
  for (std::uint32_t i = 0; i < 1U << dimensions; ++i) {
    for (std::uint32_t d = 0; d < dimensions; ++d) {
      if ((i >> d & 1U) == 0) links.push_back({i, i | 1U << d});
    }
  }
  return links;
}

/// Two hubs in the middle, each linked to all other slots, and to each other.
inline Links dual_star_of(std::uint32_t n) {
  Links links = {{n / 2 - 1, n / 2}};
  for (std::uint32_t i = 0; i < n; ++i) {
    if (i != n / 2 - 1 && i != n / 2) {
      links.push_back({i, n / 2 - 1});
      links.push_back({i, n / 2});
    }
  }
  return links;
}

}  // namespace cutline::test
