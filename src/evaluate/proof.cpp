// SPDX-License-Identifier: Apache-2.0
#include "evaluate/proof.hpp"

#include <fmt/core.h>

#include "cutline/study/laid_out.hpp"
#include "evaluate/network.hpp"
#include "measure/proof.hpp"
#include "study/board_choice.hpp"
#include "topology/said_sites.hpp"

namespace cutline {

namespace {

constexpr double kRoundingOfCell = 1e-6;  ///< of a cell, for lengths that are a whole number of cells

/// Compares a layout with what the design asks of it.
class AskedProof {
 public:
  AskedProof(const Candidate& candidate, CheckResult& result)
      : technology_(candidate.technology()),
        design_(*candidate.design),
        width_bits_(candidate.channel.width_bits),
        layout_(candidate.laid_out()->layout),
        topology_(candidate.network()->topology),
        placement_(candidate.network()->placement),
        result_(result) {}

  void expect_wires() {
    const ChannelWires channel = channel_wires(technology_, design_, width_bits_);
    for (const LinkKind& kind : layout_.wiring.kinds) {
      const std::uint64_t of_channel =
          std::uint64_t{kind.width} * channel.width_bits * channel.wires_per_bit + channel.control;
      if (kind.wires == kind.channels * of_channel) continue;
      add("width", fmt::format("links of {} channels of width {} have {} wires, and {} are asked for", kind.channels,
                               kind.width, kind.wires, kind.channels * of_channel));
    }
  }

  /// In given places tiles have sizes of their own, which check() compares.
  void expect_sides() {
    if (layout_.rules.unit || placement_.given != nullptr) return;
    const std::array<Length, 2> usual = usual_sides();
    if (design_.tiles.empty()) {
      for (const Axis axis : {Axis::x, Axis::y}) {
        const std::uint32_t cells = axis == Axis::x ? layout_.rules.node_width : layout_.rules.node_height;
        expect_side("a node", axis, cells, usual[index(axis)]);
      }
      return;
    }
    const std::vector<std::uint32_t> kinds = tile_kind_of_sites(design_.tiles, topology_, placement_);
    for (std::uint64_t site = 0; site < kinds.size(); ++site) {
      if (topology_.kind(site) != SiteKind::node) continue;
      const BoxCells box = node_cells(layout_, cell_of(topology_, placement_, site));
      std::array<Length, 2> sides = usual;
      if (kinds[site] != kNoTileKind) {
        const TileKind& kind = design_.tiles[kinds[site]];
        if (kind.node_width.base > 0) sides[0] = kind.node_width;
        if (kind.node_height.base > 0) sides[1] = kind.node_height;
      }
      expect_side(site_name(topology_, site), Axis::x, box.width, sides[0]);
      expect_side(site_name(topology_, site), Axis::y, box.height, sides[1]);
    }
  }

  /// Cells that the spec gives, or the graph's file where the placement says nothing, and cells that stay empty. Under
  /// an order or a list of nodes, the cells that the spec gives are taken in any sequence.
  void expect_cells() {
    if (placement_.given != nullptr) return;
    const PlacementChoice& choice = design_.placement;
    const bool in_order = choice.permutations.empty() && placement_[Axis::x].order == "explicit";
    std::vector<Cell> listed;
    for (const auto& at : choice.cells) {
      listed.push_back(
          {{static_cast<std::uint32_t>(at[0]), static_cast<std::uint32_t>(at[1]), static_cast<std::uint32_t>(at[2])}});
    }
    const NodeNumbers numbers(topology_);
    if (!choice.cell_names.empty()) {  // in the order of the spec
      const SaidSites said(topology_);
      const std::vector<Cell> in_spec = listed;
      for (std::size_t i = 0; i < in_spec.size(); ++i)
        listed[numbers.number(said.expect(choice.cell_names[i], "cells"))] = in_spec[i];
    }
    if (listed.empty() && placement_[Axis::x].order == "given") listed = topology_.positions;
    if (listed.empty() && choice.empty.empty()) return;
    std::vector<Cell> sorted = listed;
    std::sort(sorted.begin(), sorted.end());
    const auto as_asked = [&](std::uint64_t site, const Cell& cell) {
      if (listed.empty()) return true;
      if (choice.cells.empty()) return listed[site] == cell;
      if (in_order) return listed[numbers.number(site)] == cell;
      return std::binary_search(sorted.begin(), sorted.end(), cell);
    };
    const auto stays_empty = [&](const Cell& cell) {
      return std::any_of(choice.empty.begin(), choice.empty.end(),
                         [&](const CellRange& range) { return range.contains(cell[Axis::x], cell[Axis::y]); });
    };
    for (std::uint64_t site = 0; site < topology_.site_count(); ++site) {
      if (topology_.kind(site) == SiteKind::nothing) continue;
      const Cell cell = cell_of(topology_, placement_, site);
      if (as_asked(site, cell) && !stays_empty(cell)) continue;
      add("place",
          fmt::format("{} stands in the cell ({}, {}, {}), {}", site_name(topology_, site), cell.at[0], cell.at[1],
                      cell.at[2],
                      stays_empty(cell) ? "which is to stay empty" : "which is not the one that is asked for"));
    }
  }

  void expect_spacing() {
    if (design_.packages.empty()) return;
    for (const Axis axis : {Axis::x, Axis::y}) {
      const AxisPositions& places = layout_.positions[index(axis)];
      for (std::uint32_t slot = 1; slot < places.start.size(); ++slot) {
        Length asked;
        for (const PackageLevel& level : design_.packages) {
          const std::uint32_t cells = level.cells[index(axis)];
          if (cells == 0 || slot / cells == (slot - 1) / cells) continue;
          asked = asked + (axis == Axis::x ? level.spacing : level.spacing_y);
        }
        expect_length(fmt::format("the gap between modules before {} {}", slot_word(axis), slot), axis,
                      places.start[slot] - places.end(slot - 1), asked);
      }
    }
  }

  /// On a board no column is wider than a slot.
  void expect_slots() {
    if (!keeps_slots(design_) || layout_.rules.unit || layout_.rules.given != nullptr) return;
    const double slot_nm = static_cast<double>(mean_slot_pitch(*design_.board));
    for (std::uint32_t column = 0; column < layout_.columns().box.size(); ++column) {
      const double wide_nm = layout_.columns().pitch(column) * layout_.rules.cell_width_nm;
      if (wide_nm <= slot_nm + layout_.rules.cell_width_nm) continue;
      add("size", fmt::format("column {} is {:g} nm wide, and slots are {:g} nm apart", column, wide_nm, slot_nm));
    }
  }

 private:
  static const char* slot_word(Axis axis) { return axis == Axis::x ? "column" : "row"; }

  std::array<Length, 2> usual_sides() const {
    std::array<Length, 2> sides = {technology_.node_width, technology_.node_height};
    if (const Length width = least_node_width(design_, technology_); width.base > 0) sides[0] = width;
    if (keeps_slots(design_)) sides[0] = {};  // a slot holds box and routing channel: see expect_slots
    if (design_.node_height.base > 0) sides[1] = design_.node_height;
    const std::uint32_t columns = placement_[Axis::x].slots();
    if (design_.line_length.base > 0 && columns > 1) sides[0] = {design_.line_length.base / (columns - 1)};
    return sides;
  }

  void expect_side(const std::string& node, Axis axis, std::int64_t cells, Length asked) {
    expect_length(fmt::format("the {} of {}", axis == Axis::x ? "width" : "height", node), axis, cells, asked);
  }

  void expect_length(const std::string& what, Axis axis, std::int64_t cells, Length asked) {
    const double cell_nm = layout_.rules.unit ? 1
                           : axis == Axis::x  ? layout_.rules.cell_width_nm
                                              : layout_.rules.cell_height_nm;
    if (static_cast<double>(cells) >= in_nm(asked) / cell_nm - kRoundingOfCell) return;
    add("size",
        fmt::format("{} is {} cells of {:g} nm, and {:g} nm are asked for", what, cells, cell_nm, in_nm(asked)));
  }

  void add(const char* rule, std::string message) { result_.add({rule, std::move(message)}); }

  const Technology& technology_;
  const Design& design_;
  double width_bits_;
  const Layout& layout_;
  const Topology& topology_;
  const Placement& placement_;
  CheckResult& result_;
};

}  // namespace

CheckResult prove_candidate(const Candidate& candidate, std::uint64_t effort, Watch* onlooker) {
  const LaidOut& laid_out = *candidate.laid_out();
  const PlacedNetwork& network = *candidate.network();
  CheckResult result = check(laid_out.layout, network.topology, network.placement, effort, onlooker);
  expect_measures(laid_out.measures, laid_out.layout, network.topology, network.placement, result);
  AskedProof asked(candidate, result);
  asked.expect_wires();
  asked.expect_sides();
  asked.expect_cells();
  asked.expect_spacing();
  asked.expect_slots();
  return result;
}

}  // namespace cutline
