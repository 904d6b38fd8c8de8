// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include <algorithm>

#include "evaluate/board_of.hpp"
#include "evaluate/network.hpp"
#include "study/board_choice.hpp"

namespace cutline {

namespace {

using board::Board;
using board::BoardBox;
using board::Nanometres;

/// The pads of a connector, as a box.
struct PadField {
  BoardBox box;
  std::uint32_t slot = 0;
};

std::vector<PadField> pad_fields(const Board& made) {
  std::vector<PadField> fields;
  for (std::uint32_t slot = 0; slot < made.slots.size(); ++slot) {
    for (const board::PlacedConnector& placed : made.slots[slot].connectors) {
      const board::Connector& connector = made.connectors[placed.connector];
      const BoardBox pins = {placed.x, placed.y, placed.x + (connector.rows - 1) * connector.row_pitch,
                             placed.y + (connector.columns - 1) * connector.column_pitch};
      fields.push_back({board::grown(pins, (connector.pad + 1) / 2), slot});
    }
  }
  std::sort(fields.begin(), fields.end(), [](const PadField& a, const PadField& b) { return a.box.x0 < b.box.x0; });
  return fields;
}

std::string reach_of(const BoardBox& box) {
  const auto mm = [](Nanometres at) { return static_cast<double>(at) * 1e-6; };
  return fmt::format("x {:.6g} to {:.6g} mm, y {:.6g} to {:.6g} mm", mm(box.x0), mm(box.x1), mm(box.y0), mm(box.y1));
}

void expect_apart(const Design& design, const Board& made, const std::vector<PadField>& fields) {
  for (std::size_t a = 0; a < fields.size(); ++a) {
    for (std::size_t b = a + 1; b < fields.size() && fields[b].box.x0 <= fields[a].box.x1; ++b) {
      if (!board::overlap(fields[a].box, fields[b].box)) continue;
      throw_design_error(
          design,
          fmt::format("the connectors of slots '{}' and '{}' overlap at {}", made.slots[fields[a].slot].name,
                      made.slots[fields[b].slot].name, reach_of(fields[b].box)),
          "slots stay where they are: give them places farther apart, or narrower connectors",
          design.board->places.empty() ? "board.slot_pitch" : "board.places");
    }
  }
}

void expect_keep_outs(const Design& design, const Board& made, const std::vector<PadField>& fields) {
  BoardBox all = {made.outline[0][0], made.outline[0][1], made.outline[0][0], made.outline[0][1]};
  for (const auto& [x, y] : made.outline)
    all = {std::min(all.x0, x), std::min(all.y0, y), std::max(all.x1, x), std::max(all.y1, y)};
  for (std::size_t i = 0; i < made.keep_outs.size(); ++i) {
    const BoardBox& keep_out = made.keep_outs[i];
    const std::string key = fmt::format("board.keep_outs.{}", i);
    if (!board::overlap(all, keep_out)) {
      throw_design_error(design, fmt::format("the keep-out at {} lies off the board", reach_of(keep_out)),
                         fmt::format("the board reaches over {}", reach_of(all)), key);
    }
    for (const PadField& field : fields) {
      if (!board::overlap(field.box, keep_out)) continue;
      throw_design_error(design,
                         fmt::format("a connector of slot '{}', at {}, stands in the keep-out at {}",
                                     made.slots[field.slot].name, reach_of(field.box), reach_of(keep_out)),
                         "move the keep-out, or the slot", key);
    }
  }
}

}  // namespace

void expect_connectors_fit(const Design& design, const Board& made) {
  const std::vector<PadField> fields = pad_fields(made);
  expect_apart(design, made, fields);
  if (!design.board->outline.empty() || !design.board->places.empty()) {
    for (const PadField& field : fields) {
      if (board::is_inside(made.outline, field.box, made.rules.edge)) continue;
      throw_design_error(
          design,
          fmt::format("a connector of slot '{}', at {}, is not on the board with {:.6g} mm to its edge",
                      made.slots[field.slot].name, reach_of(field.box), static_cast<double>(made.rules.edge) * 1e-6),
          "`margin`, `places` and `outline` count from the same corner",
          design.board->outline.empty() ? "board.places" : "board.outline");
    }
  }
  expect_keep_outs(design, made, fields);
}

}  // namespace cutline
