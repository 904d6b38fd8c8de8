// SPDX-License-Identifier: Apache-2.0
#include "cutline/study/placed_network.hpp"
#include "evaluate/rankable.hpp"
#include "rank/quantities/rows.hpp"

namespace cutline {

namespace {

constexpr auto size_of = part_within<measures_of, &Measures::size>;

const SizeMillimetres* size_mm_of(const UnderDelay& a) {
  const LayoutSize* size = size_of(a);
  return size != nullptr && size->in_metres() ? &size->mm : nullptr;
}

const LayoutDepth* planes_of(const UnderDelay& a) {
  const LayoutSize* size = size_of(a);
  return size != nullptr && size->has_planes() ? &size->planes : nullptr;
}

const LayoutDepth* planes_in_mm(const UnderDelay& a) { return size_mm_of(a) != nullptr ? planes_of(a) : nullptr; }

std::int64_t sum(const std::vector<std::uint32_t>& cells) {
  return std::accumulate(cells.begin(), cells.end(), std::int64_t{0});
}

/// Which of nodes and routing channels takes more of the machine's sides, and so sets the node pitch.
Data pitch_set_by(const UnderDelay& a) {
  if (layout_of(a) == nullptr) return {};
  const Layout& layout = layout_of(a)->layout;
  if (layout.rules.over_nodes) return wiring_sets_pitch(layout) ? "wiring over the nodes" : "node boxes";
  const std::int64_t in_boxes = sum(layout.columns().box) + sum(layout.rows().box);
  const std::int64_t in_channels = sum(layout.columns().channel) + sum(layout.rows().channel);
  return in_channels > in_boxes ? "routing channels" : "node boxes";
}

std::int64_t layers(const Layout& layout) { return 2 * std::int64_t{layout.rules.layer_pairs}; }
const char* wiring(const Layout& layout) { return layout.rules.over_nodes ? "over" : "beside"; }
const char* terminals(const Layout& layout) { return layout.rules.neighbours_face ? "facing" : "top"; }

/// Puts the terminals, the logic and the router of a tile of this kind into `out`.
void put_tile(const UnderDelay& a, std::uint32_t kind, Data::Map& out) {
  const Design& design = *a.candidate.design;
  const TileKind& tile = design.tiles[kind];
  const SiteCosts& sites = a.candidate.sites;
  const bool built = a.candidate.can_be_built();
  const SiteCost router = !built ? SiteCost{} : sites.of_tiles.empty() ? sites.router : sites.of_tiles[kind];
  const Duration delay = router_of_kind(design, kind).delay;
  const auto in_time = [&] { return in_ns(a.wires->clock.cycle * delay.cycles + delay.time); };
  out.emplace_back("terminals", tile.terminals.value_or(a.candidate.network()->topology.concentration));
  out.emplace_back("area_mm2", tile.area ? Data(in_mm2(*tile.area)) : Data());
  out.emplace_back("energy_pj_per_bit", Data(tile.pj_per_bit));
  out.emplace_back("router_ns", a.wires != nullptr ? Data(in_time()) : Data());
  out.emplace_back("router_area_mm2", to_data(site_value(router.area_mm2)));
  out.emplace_back("router_energy_pj_per_bit", to_data(site_value(router.energy_pj_per_bit)));
}

/// The kinds of tile, with the number of tiles of each.
Data tiles(const UnderDelay& a) {
  const std::vector<TileKind>& kinds = a.candidate.design->tiles;
  const PlacedNetwork* network = a.candidate.network();
  if (network == nullptr) return {};
  if (kinds.empty()) return Data::List{};
  const std::vector<std::uint32_t> of_site = tile_kind_of_sites(kinds, network->topology, network->placement);
  Data::List list;
  for (std::uint32_t kind = 0; kind < kinds.size(); ++kind) {
    const auto count = static_cast<std::uint64_t>(std::count(of_site.begin(), of_site.end(), kind));
    Data::Map one = {{"name", kinds[kind].name}, {"count", count}};
    put_tile(a, kind, one);
    list.push_back(std::move(one));
  }
  return list;
}

/// Wires on a board are on its own layers.
Data layers_of_layout(const UnderDelay& a) {
  if (measures_of(a) == nullptr || a.candidate.board) return {};
  return layers_with_wires(*measures_of(a));
}

/// The wires that run on each layer, by the layer's name, and what the common pitch of an axis costs it.
Data wires_by_layer(const UnderDelay& a) {
  if (measures_of(a) == nullptr) return {};
  const Technology& technology = technology_of(a.study, *a.candidate.design);
  const std::vector<std::uint64_t>& wires = measures_of(a)->wires_on_layers;
  Data::List list;
  for (std::size_t layer = 0; layer < wires.size(); ++layer) {
    const Layer& named = technology.metal(static_cast<int>(layer));
    Data::Map one = {{"layer", named.name}, {"wires", wires[layer]}};
    if (!technology.unit) {
      one.emplace_back("track_pitch_nm", in_nm(technology.track_pitch(named.direction)));
      one.emplace_back("own_track_pitch_nm", in_nm(named.track_pitch()));
      one.emplace_back("tracks_lost_fraction", technology.tracks_lost(named));
    }
    list.push_back(std::move(one));
  }
  return list;
}

Data router_fraction(const UnderDelay& a) {
  return layout_of(a) != nullptr ? Data(router_area_fraction(a.candidate)) : Data();
}

bool given_die(const UnderDelay& a) { return measures_of(a) != nullptr && measures_of(a)->overflow(); }
bool wires_over(const UnderDelay& a) { return measures_of(a) != nullptr && measures_of(a)->over(); }
bool in_metres(const UnderDelay& a) { return size_mm_of(a) != nullptr; }

template <Axis axis>
std::int64_t site_cells(const Layout& layout) {
  return sum(layout.positions[index(axis)].box);
}
template <Axis axis>
std::int64_t channel_cells(const Layout& layout) {
  return sum(layout.positions[index(axis)].channel);
}
template <Axis axis>
std::int64_t gap_cells(const Layout& layout) {
  return sum(layout.rules.gaps[index(axis)]);
}
/// Cells of the node boxes along an axis; null if wires run beside the nodes.
template <Axis axis>
Data node_boxes(const Layout& layout) {
  return layout.rules.over_nodes ? Data(sum(layout.positions[index(axis)].node_box)) : Data();
}
/// Cells that wiring over the nodes adds to their boxes.
template <Axis axis>
Data growth(const Layout& layout) {
  if (!layout.rules.over_nodes) return {};
  return site_cells<axis>(layout) + channel_cells<axis>(layout) - sum(layout.positions[index(axis)].node_box);
}
bool has_gaps(const UnderDelay& a) {
  if (layout_of(a) == nullptr) return false;
  const auto& all = layout_of(a)->layout.rules.gaps;
  return !all[index(Axis::x)].empty() || !all[index(Axis::y)].empty();
}

/// The derivations of the width (along x) or the height of a layout: of given dies, of nodes below the wires, and of
/// columns or rows with gaps between modules and without.
template <Axis axis>
std::vector<Derivation> side_derivations() {
  constexpr bool x = axis == Axis::x;
  constexpr Symbol side = {x ? "width" : "height", x ? "layout.width_pitches" : "layout.height_pitches",
                           "wire pitches"};
  constexpr Symbol mm = {"mm", x ? "layout.width_mm" : "layout.height_mm", "mm"};
  std::vector<Symbol> parts = {
      side,
      {"boxes", of_layout<site_cells<axis>>, "cells of node boxes"},
      {"channels", of_layout<channel_cells<axis>>, "cells of the routing channels between them"},
      {"pairs", facts::layer_pairs, "layer pairs that share the tracks"}};
  constexpr std::string_view kColumns = "derived: columns of boxes and the routing channels between them";
  const Derivation without_gaps = {x ? "width = boxes + channels" : "height = boxes + channels", kColumns, parts};
  parts.push_back({"gaps", of_layout<gap_cells<axis>>, "cells between modules"});
  return {when(given_die, {"the die that the user gives, or the smallest around all tiles, in whole wire pitches",
                           "definition",
                           {side, mm}}),
          when(wires_over, {x ? "width = boxes + growth" : "height = boxes + growth",
                            "derived: a node pitch is the larger of the node box and of terminals plus tracks",
                            {side,
                             {"boxes", of_layout<node_boxes<axis>>, "cells of node boxes, tracks above them"},
                             {"growth", of_layout<growth<axis>>, "cells that the wiring needs beyond the boxes"}}}),
          when(has_gaps, {x ? "width = boxes + channels + gaps" : "height = boxes + channels + gaps", kColumns, parts}),
          without_gaps};
}

MeasureParts area_parts(const UnderDelay& a) {
  const LayoutSize& size = measures_of(a)->size;
  const double all = size.in_metres() ? size.mm.area_mm2 : static_cast<double>(size.area_pitches2);
  const std::string unit = size.in_metres() ? "mm2" : "pitches^2";
  const double nodes = all * size.polygon_fraction * size.node_area_fraction;
  return {{{PartKind::wiring_area, all - nodes, unit}, {PartKind::node_area, nodes, unit}}, true};
}

constexpr Symbol kWidth = {"width", "layout.width_pitches", "wire pitches"};
constexpr Symbol kHeight = {"height", "layout.height_pitches", "wire pitches"};

Quantities size_in_mm() {
  return {
      {"layout.layers", Unit::none, "wiring layers", of_layout<layers>},
      {"layout.layers_with_wires", Unit::none, "those that carry wires", layers_of_layout,
       called("layers_with_wires", "layers", {}, "layers")},
      {"layout.width_mm", Unit::mm, "width of the layout", member_of<size_mm_of, &SizeMillimetres::width>},
      {"layout.height_mm", Unit::mm, "height of the layout", member_of<size_mm_of, &SizeMillimetres::height>},
      {"layout.depth_mm", Unit::mm, "depth of the layout", member_of<planes_in_mm, &LayoutDepth::mm>},
      derived(with_parts({"layout.area_mm2", Unit::mm2, "area of the routed layout",
                          member_of<size_mm_of, &SizeMillimetres::area_mm2>, called("area", "area", "area_mm2", "area"),
                          nullptr, true},
                         area_parts),
              {when(in_metres, {"area = width * height",
                                "definition",
                                {{"area", "layout.area_mm2", "mm2"},
                                 {"width", "layout.width_mm", "mm"},
                                 {"height", "layout.height_mm", "mm"}}})}),
      derived({"layout.volume_mm3", Unit::mm3, "volume of the layout in cubic millimetres",
               member_of<planes_in_mm, &LayoutDepth::volume_mm3>, called("volume")},
              {when(in_metres, {"volume = area * depth",
                                "definition",
                                {{"volume", "layout.volume_mm3", "mm3"},
                                 {"area", "layout.area_mm2", "mm2, of one plane"},
                                 {"depth", "layout.depth_mm", "mm"}}})}),
  };
}

Quantities size_in_pitches() {
  return {
      derived({"layout.width_pitches", Unit::wire_pitches, "width of the layout in wire pitches",
               member_of<size_of, &LayoutSize::width_pitches>, called("layout_width")},
              side_derivations<Axis::x>()),
      derived({"layout.height_pitches", Unit::wire_pitches, "height of the layout in wire pitches",
               member_of<size_of, &LayoutSize::height_pitches>, called("layout_height")},
              side_derivations<Axis::y>()),
      derived({"layout.depth_pitches", Unit::wire_pitches, "depth of the layout in wire pitches",
               member_of<planes_of, &LayoutDepth::pitches>, called("layout_depth")},
              {{"depth = planes * pitch",
                "definition",
                {{"depth", "layout.depth_pitches", "wire pitches"},
                 {"planes", "grid.planes", ""},
                 {"pitch", of_layout<[](const Layout& layout) { return layout.rules.plane_cells; }>,
                  "wire pitches from plane to plane"},
                 {"depth_mm", "layout.depth_mm", "mm"}}}}),
      derived(with_parts({"layout.area_pitches2", Unit::wire_pitches2, "area of the routed layout",
                          member_of<size_of, &LayoutSize::area_pitches2>,
                          called("area", "area", "area_pitches2", "area"), nullptr, true},
                         area_parts),
              {{"area = width * height",
                "definition",
                {{"area", "layout.area_pitches2", "square wire pitches"}, kWidth, kHeight}}}),
      derived({"layout.volume_pitches3", Unit::wire_pitches3, "volume of the layout in cubic wire pitches",
               member_of<planes_of, &LayoutDepth::volume_pitches3>, called("volume")},
              {{"volume = area * depth",
                "definition",
                {{"volume", "layout.volume_pitches3", "cubic wire pitches"},
                 {"area", "layout.area_pitches2", "square wire pitches, of one plane"},
                 {"depth", "layout.depth_pitches", "wire pitches"}}}}),
      derived({"layout.node_area_fraction", Unit::none,
               "part of the area that node boxes take, of given places that of the polygons",
               member_of<size_of, &LayoutSize::node_area_fraction>, called("node_area_fraction")},
              {{"area of all node boxes or tiles / area of the die, both without notches",
                "definition",
                {{"fraction", "layout.node_area_fraction", ""}}}}),
  };
}

Quantities parts_and_wiring() {
  return {
      derived({"layout.router_area_fraction", Unit::none,
               "area of all routers, interchanges and switches over that of the layout", router_fraction,
               called("router_area_fraction")},
              {{"(N * A + (X + S) * A_x) / area",
                "definition",
                {symbols::nodes,
                 {"A", "routers.router.area_mm2", "area of one router"},
                 {"X", "interchanges", "interchanges"},
                 {"S", "switches", "switches without terminals"},
                 {"A_x", "routers.interchange.area_mm2", "area of an interchange or switch"},
                 {"area", "layout.area_mm2", "of the layout in mm2"}}}}),
      {"layout.channels_width_pitches", Unit::wire_pitches, "width of all vertical routing channels together",
       of_layout<channel_cells<Axis::x>>},
      {"layout.channels_height_pitches", Unit::wire_pitches, "height of all horizontal routing channels together",
       of_layout<channel_cells<Axis::y>>},
      {"layout.pitch_set_by", Unit::none, "what takes most of the layout's sides", pitch_set_by},
      {"layout.wiring", Unit::none, "whether wires run beside or over the nodes", of_layout<wiring>},
      {"layout.terminals", Unit::none, "whether links between neighbours leave by the facing sides, or all at the top",
       of_layout<terminals>},
      {"layout.wires_on_layers", Unit::none,
       "wires that run along each layer, from the lowest; a bent wire runs along two, stubs count nowhere; the pitch "
       "of its tracks, its own, and the part of its tracks that it loses to the coarsest layer of its axis",
       wires_by_layer},
      {"layout.tiles", Unit::none,
       "kinds of tile, how many there are of each, and what one has; none where all are alike", tiles},
  };
}

}  // namespace

Data facts::layer_pairs(const UnderDelay& a) {
  return of_layout<[](const Layout& layout) { return layout.rules.layer_pairs; }>(a);
}

Quantities layout_quantities() { return joined({size_in_mm(), size_in_pitches(), parts_and_wiring()}); }

}  // namespace cutline
