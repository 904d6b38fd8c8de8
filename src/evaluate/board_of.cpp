// SPDX-License-Identifier: Apache-2.0
#include "evaluate/board_of.hpp"

#include <fmt/core.h>

#include "cutline/study/laid_out.hpp"
#include "evaluate/network.hpp"
#include "study/board_choice.hpp"
#include "topology/said_sites.hpp"

namespace cutline {

namespace {

using board::Board;
using board::Connector;
using board::Nanometres;

constexpr std::uint64_t kMostSlots = 1024;
constexpr std::uint64_t kMostBoards = 4096;
constexpr std::uint64_t kMostLinkWires = 1'000'000;

void expect_slots(const Design& design, const GridSize& grid) {
  const BoardChoice& choice = *design.board;
  const std::uint64_t slots = choice.places.empty() ? kMostSlots : choice.places.size();
  if (grid[Axis::x] > slots) {
    throw_design_error(design,
                       fmt::format("'{}' takes {} slots, and {}", design.name, grid[Axis::x],
                                   choice.places.empty() ? fmt::format("a board has at most {}", slots)
                                                         : fmt::format("`places` has {}", slots)),
                       "`placement` says how many nodes stand in a row: each row is a board of its own",
                       choice.places.empty() ? "board" : "board.places");
  }
  if (grid.count() / grid[Axis::x] > kMostBoards) {
    throw_design_error(design,
                       fmt::format("'{}' stands in {} rows, and at most {} boards are measured", design.name,
                                   grid.count() / grid[Axis::x], kMostBoards),
                       "put more nodes into a row", "board");
  }
}

/// The number of a connector among those of the board, where it is listed once.
std::uint32_t number_of(const Connector& connector, Board& made) {
  const auto found = std::find(made.connectors.begin(), made.connectors.end(), connector);
  const auto number = static_cast<std::uint32_t>(found - made.connectors.begin());
  if (found == made.connectors.end()) made.connectors.push_back(connector);
  return number;
}

/// Stacks connectors into the slot of a column; returns the top of their pads.
Nanometres fill_slot(const BoardChoice& choice, const std::vector<Connector>& connectors, std::uint32_t column,
                     Board& made) {
  const Nanometres middle = middle_of_slot(choice, column);
  Nanometres y = choice.margin[1], top = y;
  const Connector* below = nullptr;
  for (const Connector& connector : connectors) {
    const Nanometres gap = below == nullptr
                               ? connector.pad / 2
                               : choice.connector_gap.value_or(std::max(below->column_pitch, connector.column_pitch));
    y += gap;
    const Nanometres x = middle - (connector.rows - 1) * connector.row_pitch / 2;
    made.slots.back().connectors.push_back({number_of(connector, made), x, y});
    y += (connector.columns - 1) * connector.column_pitch;
    top = y + (connector.pad + 1) / 2;
    below = &connector;
  }
  return top;
}

/// What a slot has: the connectors of all, or of the exceptions that name its node.
struct SlotKind {
  const std::vector<Connector>* connectors = nullptr;
  bool back = false;
};

std::vector<SlotKind> slots_by_site(const BoardChoice& choice, const Topology& topology) {
  std::vector<SlotKind> all(topology.site_count(), {&choice.connectors, false});
  const SaidSites said(topology);
  std::vector<bool> seen(all.size());
  for (std::size_t i = 0; i < choice.slots.size(); ++i) {
    const SlotConnectors& slots = choice.slots[i];
    for (std::size_t n = 0; n < slots.nodes.size(); ++n) {
      const std::string key = fmt::format("slots.{}.{}", i, n);
      for (const std::uint64_t site : said.expect_all(slots.nodes[n], key)) {
        if (seen[site]) {
          throw_input_error(fmt::format("node '{}' has two entries of `slots`", site_name(topology, site)),
                            "give what its slot has in one entry", key);
        }
        seen[site] = true;
        all[site] = {slots.connectors.empty() ? &choice.connectors : &slots.connectors, slots.back};
      }
    }
  }
  return all;
}

/// The sites that a link joins: its ends, or all that tap a bus.
std::vector<std::uint64_t> sites_of(const Topology& topology, const LinkClass& link_class, std::uint64_t a,
                                    std::uint64_t b, const std::vector<std::uint64_t>& weights) {
  if (!link_class.shared) return {a, b};
  const std::uint8_t digit = link_class.digits.front();
  return each_of<std::uint64_t>(topology.digits[digit].radix,
                                [&](std::uint32_t value) { return std::min(a, b) + value * weights[digit]; });
}

/// Where a site stands: its board, and its slot there.
struct SlotPlace {
  std::uint32_t board = 0, slot = 0;
};

/// Gives each link to the board that holds it; returns how many lead from board to board.
std::uint64_t add_links(const BuiltCandidate& candidate, const std::vector<SlotPlace>& places,
                        std::vector<Board>& boards) {
  const Design& design = *candidate.design;
  const Topology& topology = candidate.network()->topology;
  const ChannelWires channel = channel_wires(candidate.technology(), design, candidate.channel.width_bits);
  const bool pairs = design.board->tracks.pairs;
  if (pairs && channel.wires_per_bit % 2 != 0) {
    throw_design_error(design,
                       fmt::format("the tracks of the board are pairs, and '{}' has {} wires for a bit", design.name,
                                   channel.wires_per_bit),
                       "`channel: {wires_per_bit: 2}` makes its signals differential", "board.tracks.pairs");
  }
  std::uint64_t cables = 0;
  std::uint32_t next = 0;
  const std::vector<std::uint64_t> weights = digit_weights(topology);
  for_each_link(topology, [&](std::size_t number, std::size_t local, std::uint64_t a, std::uint64_t b) {
    const LinkClass& link_class = topology.classes[number];
    const std::uint64_t wires =
        channel.of_link(static_cast<std::uint32_t>(link_class.channels), link_class.width(local));
    if (wires > kMostLinkWires)
      throw_limit_error(fmt::format("a link of '{}' has {} wires, past the limit of a board", design.name, wires));
    board::BoardLink link{.link = next++};
    bool between = false;
    for (const std::uint64_t site : sites_of(topology, link_class, a, b, weights)) {
      link.slots.push_back(places[site].slot);
      between = between || places[site].board != places[a].board;
    }
    if (between) {
      ++cables;
      return;
    }
    link.wires = static_cast<std::uint32_t>(pairs ? (wires + 1) / 2 : wires);
    boards[places[a].board].links.push_back(std::move(link));
  });
  return cables;
}

/// A board for each row that has nodes, without its links. Fills the place of each site.
std::vector<Board> boards_of_rows(const BuiltCandidate& candidate, std::vector<SlotPlace>& places) {
  const Design& design = *candidate.design;
  const BoardChoice& choice = *design.board;
  const Topology& topology = candidate.network()->topology;
  const auto kinds = in_section(design, "board", [&] { return slots_by_site(choice, topology); });
  const std::uint32_t columns = candidate.network()->placement.grid()[Axis::x];
  const std::vector<std::uint64_t> sites = nodes_by_cell(topology, candidate.network()->placement);
  const Nanometres width = choice.places.empty() ? 2 * choice.margin[0] + columns * choice.slot_pitch
                                                 : choice.places.front() + choice.places.back();
  std::vector<Board> boards;
  for (std::size_t row = 0; row < sites.size(); row += columns) {
    Board made{.name = design.name, .rules = choice.tracks, .signal_layers = choice.signal_layers};
    made.thickness = choice.thickness.value_or(0);
    Nanometres top = 0;
    for (std::uint32_t column = 0; column < columns; ++column) {
      const std::uint64_t site = sites[row + column];
      if (site == kEmptyCell) continue;
      places[site] = {static_cast<std::uint32_t>(boards.size()), static_cast<std::uint32_t>(made.slots.size())};
      made.slots.push_back({site_name(topology, site), static_cast<std::uint32_t>(site), {}, kinds[site].back});
      top = std::max(top, fill_slot(choice, *kinds[site].connectors, column, made));
    }
    if (made.slots.empty()) continue;
    const Nanometres height = top + choice.margin[1];
    made.outline = {{0, 0}, {width, 0}, {width, height}, {0, height}};
    if (!choice.outline.empty()) made.outline = choice.outline;
    made.keep_outs = choice.keep_outs;
    boards.push_back(std::move(made));
  }
  return boards;
}

/// All in which boards of one design differ, but for the names and numbers of nodes and links.
std::vector<std::int64_t> flat_board(const Board& made) {
  std::vector<std::int64_t> shape = {static_cast<std::int64_t>(made.slots.size())};
  for (const board::Slot& slot : made.slots) {
    shape.push_back(slot.back ? 1 : 0);
    shape.push_back(static_cast<std::int64_t>(slot.connectors.size()));
    for (const board::PlacedConnector& placed : slot.connectors)
      shape.insert(shape.end(), {placed.connector, placed.x, placed.y});
  }
  for (const board::BoardLink& link : made.links) {
    shape.push_back(link.wires);
    shape.push_back(static_cast<std::int64_t>(link.slots.size()));
    shape.insert(shape.end(), link.slots.begin(), link.slots.end());
  }
  return shape;
}

using board::BoardBox;

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

std::optional<BoardsOfRows> boards_of_candidate(const BuiltCandidate& candidate) {
  const Design& design = *candidate.design;
  if (!design.board || candidate.laid_out() == nullptr) return std::nullopt;
  expect_slots(design, candidate.network()->placement.grid());
  std::vector<SlotPlace> places(candidate.network()->topology.site_count());
  std::vector<Board> rows = boards_of_rows(candidate, places);
  BoardsOfRows all;
  all.cables = add_links(candidate, places, rows);
  std::map<std::vector<std::int64_t>, std::vector<std::uint32_t>> seen;  // kinds by shape: connectors may still differ
  for (Board& row : rows) {
    std::vector<std::uint32_t>& alike = seen[flat_board(row)];
    const auto same = std::find_if(alike.begin(), alike.end(),
                                   [&](std::uint32_t kind) { return all.boards[kind].connectors == row.connectors; });
    if (same != alike.end()) {
      all.kind.push_back(*same);
      continue;
    }
    expect_connectors_fit(design, row);
    const auto kind = static_cast<std::uint32_t>(all.boards.size());
    alike.push_back(kind);
    all.kind.push_back(kind);
    all.boards.push_back(std::move(row));
  }
  return all;
}

std::optional<board::BoardMeasures> measure_boards(const BuiltCandidate& candidate, bool drawn) {
  const std::optional<BoardsOfRows> all = boards_of_candidate(candidate);
  if (!all) return std::nullopt;
  std::vector<board::BoardMeasures> measures;
  const auto wires = sum_over<std::uint64_t>(all->boards, board::wires_of_board);
  for (const Board& each : all->boards) {
    board::BoardMeasures& here = measures.emplace_back(board::measure_board(each));
    if (!drawn || wires > board::kMostDrawnWires) continue;
    here.drawn = in_section(*candidate.design, "board", [&] { return measure_drawn(each, board::route_board(each)); });
  }
  board::BoardMeasures of_all = board::together(measures, all->kind);
  of_all.cables = all->cables;
  return of_all;
}

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
