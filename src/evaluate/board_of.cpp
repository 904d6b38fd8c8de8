// SPDX-License-Identifier: Apache-2.0
#include "evaluate/board_of.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "cutline/study/laid_out.hpp"
#include "cutline/study/placed_network.hpp"
#include "evaluate/network.hpp"
#include "study/board_choice.hpp"

namespace cutline {

namespace {

using board::Board;
using board::Connector;
using board::Nanometres;

constexpr std::uint64_t kMostSlots = 1024;
constexpr std::uint64_t kMostLinkWires = 1'000'000;

std::string one_row_hint(const Topology& topology) {
  if (!topology.has_dimensions || topology.digits.size() < 2)
    return fmt::format("`placement: {{columns: {}}}` puts its nodes into one row", topology.site_count());
  std::string axes = "x";
  for (std::size_t digit = 1; digit < topology.digits.size(); ++digit) axes += ", x";
  return fmt::format("`placement: {{axes: [{}]}}` puts its nodes into one row", axes);
}

void expect_one_row(const Design& design, const PlacedNetwork& placed) {
  const GridSize grid = placed.placement.grid();
  if (grid[Axis::y] > 1 || grid[Axis::z] > 1) {
    throw_design_error(design,
                       fmt::format("a board has one row of slots, and '{}' stands on {} x {} x {} cells", design.name,
                                   grid[Axis::x], grid[Axis::y], grid[Axis::z]),
                       one_row_hint(placed.topology), "board");
  }
  if (grid[Axis::x] > kMostSlots) {
    throw_design_error(
        design, fmt::format("'{}' takes {} slots, and a board has at most {}", design.name, grid[Axis::x], kMostSlots),
        "split the machine into boards", "board");
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
  const Nanometres middle = choice.margin[0] + choice.slot_pitch / 2 + column * choice.slot_pitch;
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

/// The connectors of every site: those of all slots, or of the exceptions that name it.
std::vector<const std::vector<Connector>*> connectors_by_site(const BoardChoice& choice, const Topology& topology) {
  std::vector<const std::vector<Connector>*> all(topology.site_count(), &choice.connectors);
  const SaidSites said(topology);
  for (const SlotConnectors& slots : choice.slots) {
    for (const SaidNodes& nodes : slots.nodes) {
      for (const std::uint64_t site : said.expect_all(nodes, "board")) all[site] = &slots.connectors;
    }
  }
  return all;
}

/// The sites that a link joins: its ends, or all that tap a bus.
std::vector<std::uint64_t> sites_of(const Topology& topology, const LinkClass& link_class, std::uint64_t a,
                                    std::uint64_t b, const std::vector<std::uint64_t>& weights) {
  if (!link_class.shared) return {a, b};
  const std::uint8_t digit = link_class.digits.front();
  std::vector<std::uint64_t> all;
  for (std::uint32_t value = 0; value < topology.digits[digit].radix; ++value)
    all.push_back(std::min(a, b) + value * weights[digit]);
  return all;
}

void add_links(const BuiltCandidate& candidate, const std::vector<std::uint32_t>& slot_of, Board& made) {
  const Design& design = *candidate.design;
  const Topology& topology = candidate.network()->topology;
  const ChannelWires channel = channel_wires(candidate.technology(), design, candidate.channel.width_bits);
  if (made.rules.pairs && channel.wires_per_bit % 2 != 0) {
    throw_design_error(design,
                       fmt::format("the tracks of the board are pairs, and '{}' has {} wires for a bit", design.name,
                                   channel.wires_per_bit),
                       "`channel: {wires_per_bit: 2}` makes its signals differential", "board");
  }
  const std::vector<std::uint64_t> weights = digit_weights(topology);
  for_each_link(topology, [&](std::size_t number, std::size_t local, std::uint64_t a, std::uint64_t b) {
    const LinkClass& link_class = topology.classes[number];
    const std::uint64_t wires =
        channel.of_link(static_cast<std::uint32_t>(link_class.channels), link_class.width(local));
    if (wires > kMostLinkWires)
      throw_limit_error(fmt::format("a link of '{}' has {} wires, past the limit of a board", design.name, wires));
    board::BoardLink link{.link = static_cast<std::uint32_t>(made.links.size())};
    for (const std::uint64_t site : sites_of(topology, link_class, a, b, weights)) link.slots.push_back(slot_of[site]);
    link.wires = static_cast<std::uint32_t>(made.rules.pairs ? (wires + 1) / 2 : wires);
    made.links.push_back(std::move(link));
  });
}

}  // namespace

std::optional<Board> board_of(const BuiltCandidate& candidate) {
  const Design& design = *candidate.design;
  if (!design.board || candidate.laid_out() == nullptr) return std::nullopt;
  const BoardChoice& choice = *design.board;
  const Topology& topology = candidate.network()->topology;
  expect_one_row(design, *candidate.network());
  Board made{.name = design.name, .rules = choice.tracks, .signal_layers = choice.signal_layers};
  made.thickness = choice.thickness.value_or(0);
  const auto connectors = in_section(design, "board", [&] { return connectors_by_site(choice, topology); });
  std::vector<std::uint32_t> slot_of(topology.site_count(), 0);
  const std::vector<std::uint64_t> sites = nodes_by_cell(topology, candidate.network()->placement);
  Nanometres top = 0;
  for (std::uint32_t column = 0; column < sites.size(); ++column) {
    const std::uint64_t site = sites[column];
    if (site == kEmptyCell) continue;
    slot_of[site] = static_cast<std::uint32_t>(made.slots.size());
    made.slots.push_back({site_name(topology, site), static_cast<std::uint32_t>(site), {}});
    top = std::max(top, fill_slot(choice, *connectors[site], column, made));
  }
  add_links(candidate, slot_of, made);
  const Nanometres width = 2 * choice.margin[0] + static_cast<Nanometres>(sites.size()) * choice.slot_pitch;
  const Nanometres height = top + choice.margin[1];
  made.outline = {{0, 0}, {width, 0}, {width, height}, {0, height}};
  return made;
}

}  // namespace cutline
