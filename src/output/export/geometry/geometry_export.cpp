// SPDX-License-Identifier: Apache-2.0
#include <set>
#include <unordered_map>

#include "base/utf8.hpp"
#include "cutline/study/laid_out.hpp"
#include "cutline/study/placed_network.hpp"
#include "output/export/geometry/drawing.hpp"
#include "output/words/phrases.hpp"

namespace cutline::exporting {

namespace {

/// A network of up to this many nodes gets texts by default; on request it gets at most this many texts.
constexpr std::uint64_t kNodesWithTexts = 4096;
constexpr std::uint64_t kMostTexts = 1 << 22;

constexpr double kBytesOfAShape = 160;  // in the cells and in the files together, at most
constexpr double kShapesOfAWire = 9;    // at most, of a bent wire: its segments, vias and terminals

/// The largest number of planes whose datatypes fit: numbers have 16 bits, and readers take them as signed.
constexpr std::uint32_t kMostPlanesDrawn = 3276;

/// Throws a limit error if there are too many rectangles. The count is an upper bound: it takes no two pieces of a
/// pattern as shared.
void expect_shapes(const ExportLayout& from) {
  const Layout& layout = from.candidate.laid_out()->layout;
  const double stack = layout.rules.via_stacks() ? 4.0 * layout.rules.layer_pairs : 0;
  double shapes = 0;
  const auto wires = [&](const LinkKind& kind) { return static_cast<double>(kind.wires); };
  for (const Axis axis : kAxes) {
    const Lines& lines = layout.lines(axis);
    const auto most = static_cast<double>(axis == Axis::z ? 1 : layout.wiring.grid[Axis::z]);
    for (std::size_t i = 0; i < lines.patterns.size(); ++i) {
      const Pattern& pattern = lines.patterns[i];
      double of_line = 0;
      for (std::size_t part = 0; part < pattern.size(); ++part) {
        if (pattern.is_bent(part)) continue;
        const LinkKind& kind = layout.wiring.kinds[pattern.kind[part]];
        const double taps = kind.taps ? pattern.cuts(part) : 0;
        of_line += wires(kind) * (kShapesOfAWire + stack + taps * (3 + stack));
      }
      shapes += of_line * std::min(most, static_cast<double>(lines.multiplicity[i]));
    }
  }
  for (const Joint& joint : layout.wiring.joints) shapes += wires(layout.wiring.kind(joint)) * (kShapesOfAWire + stack);
  const double bytes = shapes * kBytesOfAShape;
  const auto most = static_cast<double>(from.memory_bytes);
  expect_at_most(bytes, most, "allow more with --max-memory", "a layout of {} rectangles would take {}, more than {}",
                 text::short_text(shapes), text::bytes_text(bytes), text::bytes_text(most));
}

bool wants_texts(ExportLayout& from, const ExportChoice& choice) {
  const Topology& topology = from.candidate.network()->topology;
  const std::uint64_t nodes = topology.node_count() + topology.interchange_count();
  const std::uint64_t texts = nodes + topology.link_count();
  if (choice.texts == LayoutTexts::yes)
    expect_at_most(static_cast<double>(texts), kMostTexts, "leave out --texts",
                   "a layout holds up to {} texts; this network has {} nodes and links",
                   text::with_thousands(kMostTexts), text::with_thousands(static_cast<std::int64_t>(texts)));
  if (choice.texts != LayoutTexts::if_few) return choice.texts == LayoutTexts::yes;
  if (topology.node_count() <= kNodesWithTexts && texts <= kMostTexts) return true;
  from.notes.push_back(fmt::format(
      "no texts: a network of {} nodes has no addresses and names of links in its layout unless --texts asks for them",
      text::with_thousands(static_cast<std::int64_t>(topology.node_count()))));
  return false;
}

std::vector<DrawnLayer> layers_of(const LayoutCells& drawing) {
  std::set<DrawnLayer> layers;
  for (const DrawnCell& cell : drawing.cells) {
    for (const DrawnBoxes& boxes : cell.boxes) layers.insert(boxes.layer);
    for (const DrawnPolygon& polygon : cell.polygons) layers.insert(polygon.layer);
    for (const DrawnText& text : cell.texts) layers.insert(text.layer);
  }
  return {layers.begin(), layers.end()};
}

/// The widths of metals, each with its layers: "0.07 um on metal3, metal5".
std::string widths_text(const DatabaseGrid& grid, const Technology& technology) {
  std::map<std::int64_t, std::vector<std::string>> metals;
  for (int layer = 0; layer < static_cast<int>(grid.size.size()); ++layer) {
    const DrawnPoint& size = grid.size[static_cast<std::size_t>(layer)];
    metals[layer == horizontal_layer(layer / 2) ? size.y : size.x].push_back(metal_text(layer, technology));
  }
  std::vector<std::string> parts;
  for (const auto& [width, of] : metals)
    parts.push_back(fmt::format("{} um on {}", micrometres(grid, width), join(of, ", ")));
  return join(parts, "; ");
}

void add_geometry_export_notes(const DatabaseGrid& grid, ExportLayout& from) {
  const LayoutRules& rules = from.candidate.laid_out()->layout.rules;
  from.notes.push_back(
      fmt::format("a wire pitch is drawn as {} um along x and {} um along y{}; the database unit is {}",
                  micrometres(grid, grid.pitch.x), micrometres(grid, grid.pitch.y),
                  rules.unit ? ", for the unit technology has no metres" : "", unit_text(grid)));
  from.notes.push_back(
      fmt::format("wires are {}", widths_text(grid, technology_of(from.study, *from.candidate.design))));
  const bool joined = std::ranges::any_of(from.candidate.laid_out()->layout.wiring.joints,
                                          [](const Joint& joint) { return joint.has(Axis::z); });
  if (joined) {
    from.notes.push_back(
        "a link that leaves its row or column for a pillar falls into two nets: the box where it does, or the empty "
        "place of one, joins them, at terminals of datatypes 10 z + 3 and 10 z + 5");
  }
}

/// The layer number of each metal: "metal3 10, metal4 20".
std::string metals_text(const ExportLayout& from) {
  std::vector<std::string> parts;
  for (int layer = 0; layer < 2 * static_cast<int>(from.candidate.laid_out()->layout.rules.layer_pairs); ++layer) {
    parts.push_back(fmt::format("{} {}", metal_text(layer, technology_of(from.study, *from.candidate.design)),
                                metal_layer(layer, 0).layer));
  }
  return join(parts, ", ");
}

std::vector<std::string> header_of(const Export& target, const ExportLayout& from) {
  const Design& design = *from.candidate.design;
  const Topology& topology = from.candidate.network()->topology;
  std::vector<std::string> lines =
      header_opening(target, design.name, words::network_text(design),
                     sites_text(topology.node_count(), topology.interchange_count(), site_word(inner_kind(topology))),
                     fmt::format("{}, technology {}", text::counted(topology.link_count(), "link"),
                                 technology_of(from.study, design).name));
  lines.push_back(
      fmt::format("layers: nodes 1, interchanges and switches 2, posts 3 and 4, {}, vias from one to the next 5 more; "
                  "datatypes in plane z: 10 z shapes, + 1 texts, + 2 terminals",
                  metals_text(from)));
  lines.push_back(fmt::format("{}: {}", target.name, target.ignores));
  for (const std::string& note : from.notes) lines.push_back("note: " + note);
  std::ranges::transform(lines, lines.begin(), on_one_line);
  return lines;
}

/// Calls visit(number of the cell, site) for each site of a network that is something.
void for_each_drawn_site(const PlacedNetwork& network, FunctionRef<void(std::uint64_t, std::uint64_t)> visit) {
  const std::vector<std::uint64_t> sites = nodes_by_cell(network.topology, network.placement);
  for (std::uint64_t i = 0; i < sites.size(); ++i) {
    if (sites[i] != kEmptyCell && network.topology.kind(sites[i]) != SiteKind::nothing) visit(i, sites[i]);
  }
}

/// The texts of a layout: addresses of nodes and names of links. The first wire of a link has the name in the middle of
/// its run, and again on its post.
class LayoutTextWriter {
 public:
  LayoutTextWriter(const ExportLayout& from, const DatabaseGrid& grid)
      : layout_(from.candidate.laid_out()->layout), grid_(grid), addresses_(layout_.wiring.grid.count()) {
    const Topology& topology = from.candidate.network()->topology;
    for_each_drawn_site(*from.candidate.network(), [&](std::uint64_t i, std::uint64_t site) {
      const Cell cell = cell_numbered(layout_.wiring.grid, i);
      const BoxCells box = node_cells(layout_, cell);
      put(box_layer(is_inner(topology.kind(site)), cell[Axis::z], Purpose::texts),
          {box.x * grid_.pitch.x, box.y * grid_.pitch.y}, {box.width * grid_.pitch.x, box.height * grid_.pitch.y},
          addresses_[i] = address(topology, site));
    });
    WireShapes shapes;
    for (const Axis axis : kAxes) {
      for (std::uint32_t line = 0; line < layout_.lines(axis).pattern_of_line.size(); ++line) {
        const Pattern& pattern = layout_.wiring.pattern(axis, line);
        for (std::size_t part = 0; part < pattern.size(); ++part) {
          if (pattern.is_bent(part)) continue;
          part_shapes(layout_, axis, line, part, 0, shapes);
          add_link(shapes);
        }
      }
    }
    for (const Joint& joint : layout_.wiring.joints) {
      joint_shapes(layout_, joint, 0, shapes);
      add_link(shapes);
    }
  }

  std::vector<DrawnText> take() { return std::move(texts_); }

 private:
  void add_link(const WireShapes& wire) {
    const std::string name = name_of(wire);
    if (!wire.segments.empty()) {
      const Segment& run = straight_run(wire);
      const DrawnPoint& size = grid_.size[static_cast<std::size_t>(run.layer)];
      const DrawnPoint from = grid_.corner(run.x0, run.y0, size), to = grid_.corner(run.x1, run.y1, size);
      put(metal_layer(run.layer, run.plane, Purpose::texts), from, {to.x - from.x + size.x, to.y - from.y + size.y},
          name);
    }
    for (const Post& post : wire.posts)
      put(post_layer(post.z0, Purpose::texts), grid_.corner(post.x, post.y, grid_.post), grid_.post, name);
  }

  /// Puts a text in the middle of a box of a size.
  void put(const DrawnLayer& layer, const DrawnPoint& from, const DrawnPoint& size, std::string text) {
    texts_.push_back({layer, {(2 * from.x + size.x) / 2, (2 * from.y + size.y) / 2}, std::move(text)});
  }

  /// The name of a link: the addresses of its ends; the second and later of parallel links also have a number.
  std::string name_of(const WireShapes& wire) {
    const auto at = [&](const Terminal& end) { return addresses_.at(cell_number(layout_.wiring.grid, end.node)); };
    std::string name = fmt::format("{}-{}", at(wire.terminals.front()), at(wire.terminals.back()));
    if (const std::uint32_t count = ++used_[name]; count > 1) name += fmt::format("#{}", count);
    return name;
  }

  const Layout& layout_;
  const DatabaseGrid& grid_;
  std::vector<std::string> addresses_;  ///< by number of the cell
  std::unordered_map<std::string, std::uint32_t> used_;
  std::vector<DrawnText> texts_;
};

/// The polygons of the die, whose lower left corner is that of the layout: its outline and its tiles.
std::vector<DrawnPolygon> layout_polygons(const PlacedNetwork& network, const DatabaseGrid& grid) {
  std::vector<DrawnPolygon> polygons;
  if (!network.placement.given) return polygons;
  const Rectangle die = die_of(network.placement.given->plan);
  const auto units = [&](Length at) { return std::llround(in_nm(at) / grid.unit_nm()); };
  const auto add = [&](const DrawnLayer& layer, const Polygon& shape) {
    std::vector<DrawnPoint>& corners = polygons.emplace_back(DrawnPolygon{layer, {}}).corners;
    for (const Polygon::Corner& corner : shape.corners)
      corners.push_back({units(corner.x - die.x), units(corner.y - die.y)});
  };
  const Polygon& outline = network.placement.given->plan.outline_shape;
  if (!outline.empty()) add(outline_layer(), outline);
  for_each_drawn_site(network, [&](std::uint64_t, std::uint64_t site) {
    const bool is_node = network.topology.kind(site) == SiteKind::node;
    if (const Polygon* shape = shape_of_site(network, site)) add(box_layer(!is_node, 0), *shape);
  });
  return polygons;
}

}  // namespace

Export geometry_row(std::string_view name, std::string_view summary, std::string_view source,
                    std::string_view extension, decltype(Export::write_layout) write) {
  return {.name = name,
          .summary = summary,
          .source = source,
          .extension = extension,
          .ignores = "a layout holds shapes, no delays",
          .route_cost = RouteCostUse::none,
          .takes_texts = true,
          .several_files = true,
          .draws_wires = true,
          .limits = {1 << 24, 1 << 30},
          .write_layout = write};
}

std::vector<ExportFile> export_geometry(const Export& target, ExportLayout& from, const ExportChoice& choice,
                                        std::string (*encode)(const LayoutCells&)) {
  CUTLINE_EXPECT(from.candidate.laid_out());
  const std::uint32_t planes = from.candidate.laid_out()->layout.wiring.grid[Axis::z];
  expect_at_most(planes, kMostPlanesDrawn, "export a network on fewer planes",
                 "the numbers of layers reach for {} planes; this layout has {}", kMostPlanesDrawn, planes);
  const bool texts = wants_texts(from, choice);
  expect_shapes(from);
  LayoutCells drawing = layout_cells(from);
  drawing.cells.back().polygons = layout_polygons(*from.candidate.network(), drawing.grid);
  if (texts) drawing.cells.back().texts = LayoutTextWriter(from, drawing.grid).take();
  add_geometry_export_notes(drawing.grid, from);
  drawing.header = header_of(target, from);
  const Technology& technology = technology_of(from.study, *from.candidate.design);
  return {{"", encode(drawing)},
          {".lyp", layer_properties(layers_of(drawing), technology, planes > 1, drawing.header)}};
}

}  // namespace cutline::exporting
