// SPDX-License-Identifier: Apache-2.0
#include "output/export/walk.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <tuple>

#include "cutline/base/error.hpp"
#include "cutline/measure/placed_links.hpp"
#include "cutline/study/design.hpp"
#include "cutline/study/laid_out.hpp"
#include "cutline/study/link_table.hpp"
#include "cutline/study/placed_network.hpp"
#include "cutline/topology/given_links.hpp"
#include "cutline/topology/graph_shape.hpp"

namespace cutline::exporting {

namespace {

void refuse_buses(const Candidate& candidate) {
  for (const LinkClass& each : candidate.network()->topology.classes) {
    if (!each.shared) continue;
    throw_input_error(
        fmt::format("'{}' has a bus: one set of wires that joins several nodes, and exports hold links of two ends",
                    candidate.design->name),
        "export a network of links, or measure and draw this one");
  }
}

/// Fills nodes and links from the layout.
class Walker {
 public:
  Walker(const Study& study, const Candidate& candidate, const ChosenDelay& delay, ExportNetwork& out)
      : study_(study),
        candidate_(candidate),
        delay_(delay),
        out_(out),
        topology_(candidate.network()->topology),
        numbers_(topology_),
        layout_(candidate.laid_out()->layout),
        sites_(nodes_by_cell(topology_, candidate.network()->placement)),
        table_(candidate),
        costs_(link_costs(study, candidate, table_, delay)) {}

  void add_nodes() {
    const std::uint64_t count = topology_.node_count() + topology_.interchange_count();
    out_.nodes.resize(count);
    const GridSize& grid = layout_.wiring.grid;
    for (std::uint64_t i = 0; i < sites_.size(); ++i) {
      if (sites_[i] == kEmptyCell) continue;
      const std::uint64_t site{sites_[i]};
      const SiteKind kind = topology_.kind(site);
      if (kind == SiteKind::nothing) continue;
      const Cell cell = cell_numbered(grid, i);
      ExportNode& node = out_.nodes[numbers_.number(site)];
      node.address = address(topology_, site);
      node.interchange = is_inner(kind);
      node.kind = site_word(kind);
      node.terminals = node.interchange ? 0 : topology_.concentration;
      const SiteTiles& tiles = candidate_.facts.tiles;
      if (!tiles.alike()) node.tile = tiles.kind[site];
      if (!tiles.terminals.empty()) node.terminals = tiles.terminals[site];
      set_place(node, site, cell);
    }
  }

  void add_links() {
    for_each_link_by_itself(topology_, candidate_.network()->placement, layout_,
                            [&](const PlacedLink& link) { add(link); });
    std::sort(out_.links.begin(), out_.links.end(), [](const ExportLink& a, const ExportLink& b) {
      return std::tuple(a.from, a.to, a.link_class, a.delay.base, a.length_pitches, a.width_bits) <
             std::tuple(b.from, b.to, b.link_class, b.delay.base, b.length_pitches, b.width_bits);
    });
  }

  void add_circuits() { out_.circuits = link_circuits(study_, candidate_, table_, delay_); }

 private:
  void set_place(ExportNode& node, std::uint64_t site, const Cell& cell) const {
    const LayoutRules& rules = layout_.rules;
    const BoxCells box = node_cells(layout_, cell);
    const auto nm = [](double cells, double cell_nm) { return nanometres(cells * cell_nm); };
    node.cell = cell;
    node.box = {nm(static_cast<double>(box.x), rules.cell_width_nm),
                nm(static_cast<double>(box.y), rules.cell_height_nm), nm(box.width, rules.cell_width_nm),
                nm(box.height, rules.cell_height_nm)};
    if (const auto& given = candidate_.network()->placement.given) {
      const Tile& tile = given->plan.tiles[given->tile_of_site[site]];
      node.box = tile.box;
      node.shape = tile.shape;
    }
    const std::vector<std::int64_t>& planes = layout_.positions[index(Axis::z)].start;
    const auto height_of_plane = planes.empty() ? 0.0 : static_cast<double>(planes[cell[Axis::z]]);
    node.at_pitches = {static_cast<double>(box.x) + box.width / 2.0, static_cast<double>(box.y) + box.height / 2.0,
                       height_of_plane};
    node.at = {node.box.x + node.box.width * 0.5, node.box.y + node.box.height * 0.5,
               nm(node.at_pitches[2], rules.cell_depth_nm)};
  }

  void add(const PlacedLink& placed) {
    const LinkKind& kind = link_kind(layout_, placed.place);
    const std::uint32_t wires = table_.kind(placed.place);
    const LinkGeometry& way = table_.geometry(wires);
    ExportLink link{.from = numbers_.number(placed.a),
                    .to = numbers_.number(placed.b),
                    .one_way = placed.one_way,
                    .link_class = kind.link_class,
                    .width = kind.width,
                    .wires = kind.wires,
                    .width_bits = out_.width_bits * kind.width,
                    .span = way.span.pitches(),
                    .length_pitches = way.cells_x + way.cells_y + way.cells_z,
                    .delay = costs_[wires].delay,
                    .energy_pj_per_bit = costs_[wires].energy_pj_per_bit,
                    .circuit = wires,
                    .in_layout = out_.links.size()};
    const LayoutRules& rules = layout_.rules;
    link.length = nanometres(static_cast<double>(way.cells_x) * rules.cell_width_nm +
                             static_cast<double>(way.cells_y) * rules.cell_height_nm +
                             static_cast<double>(way.cells_z) * rules.cell_depth_nm);
    const auto& given = topology_.given;
    if (const GivenLink* figures = given ? given->find(kind.given) : nullptr) {
      link.given = kind.given;
      link.given_length = figures->length;
      link.given_delay = figures->delay || figures->cycles;
    }
    if (!link.one_way && link.from > link.to) std::swap(link.from, link.to);
    CUTLINE_EXPECT(std::isfinite(link.delay.base) && link.delay.base >= 0);
    out_.links.push_back(link);
  }

  const Study& study_;
  const Candidate& candidate_;
  const ChosenDelay& delay_;
  ExportNetwork& out_;
  const Topology& topology_;
  NodeNumbers numbers_;
  const Layout& layout_;
  std::vector<std::uint64_t> sites_;
  LinkTable table_;
  std::vector<LinkCost> costs_;  ///< by kind
};

/// Whether the links of a class are a complete graph: one link, both ways, between any two nodes.
bool is_complete(const LinkClass& each, std::uint32_t nodes) {
  std::set<std::pair<std::uint32_t, std::uint32_t>> pairs;
  for (const LocalLink& link : each.links) pairs.insert({std::min(link.a, link.b), std::max(link.a, link.b)});
  return each.channels == 2 && pairs.size() == each.links.size() &&
         pairs.size() == std::uint64_t{nodes} * (nodes - 1) / 2;
}

std::vector<ExportDimension> dimensions_of(const Topology& topology) {
  std::vector<ExportDimension> out(topology.digits.size());
  if (topology.has_interchanges() || topology.classes.size() != topology.digits.size()) return {};
  for (std::size_t i = 0; i < topology.classes.size(); ++i) {
    const LinkClass& each = topology.classes[i];
    if (each.digits.size() != 1 || !each.only.empty() || each.shared) return {};
    ExportDimension& dimension = out[each.digits[0]];
    if (dimension.radix != 0) return {};  // a second class on this digit
    const std::uint32_t radix = topology.digits[each.digits[0]].radix;
    dimension = {radix, DimensionShape::line, each.channels == 1, static_cast<std::uint16_t>(i)};
    const Shape shape = shape_of_links(each.links, radix, each.channels);
    if (shape == Shape::ring || shape == Shape::one_way_ring) {
      dimension.shape = DimensionShape::ring;
    } else if (shape == Shape::other) {
      if (!is_complete(each, radix)) return {};
      dimension.shape = DimensionShape::complete;
    }
  }
  return out;
}

}  // namespace

void walk_layout(const Study& study, const Candidate& candidate, const ChosenDelay& delay, bool circuits,
                 ExportNetwork& out) {
  refuse_buses(candidate);
  Walker walker(study, candidate, delay, out);
  walker.add_nodes();
  walker.add_links();
  if (circuits) walker.add_circuits();
  const auto& given = candidate.network()->topology.given;
  out.has_given_lengths = given && given->has_lengths;
  out.dimensions = dimensions_of(candidate.network()->topology);
}

}  // namespace cutline::exporting
