// SPDX-License-Identifier: Apache-2.0

#include <map>
#include <set>
#include <unordered_map>

#include "base/utf8.hpp"
#include "cutline/layout/shapes.hpp"
#include "cutline/study/laid_out.hpp"
#include "cutline/study/placed_network.hpp"
#include "output/export/file_text.hpp"
#include "output/export/geometry/layout_cells.hpp"
#include "output/words/phrases.hpp"

namespace cutline::exporting {

namespace {

/// A network of up to this many nodes gets texts by default; on request it gets at most this many texts.
constexpr std::uint64_t kNodesWithTexts = 4096;
constexpr std::uint64_t kMostTexts = 1 << 22;

constexpr double kBytesOfAShape = 160;  // in the cells and in the files together, at most
constexpr double kShapesOfAWire = 9;    // at most, of a bent wire: its segments, vias and terminals

void expect_planes(const ExportLayout& from) {
  const std::uint32_t planes = from.candidate.laid_out()->layout.wiring.grid[Axis::z];
  if (planes <= kMostPlanesDrawn) return;
  throw_limit_error(
      fmt::format("the numbers of layers reach for {} planes; this layout has {}", kMostPlanesDrawn, planes),
      "export a network on fewer planes");
}

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
  if (bytes <= static_cast<double>(from.memory_bytes)) return;
  throw_limit_error(fmt::format("a layout of {} rectangles would take {}, more than {}", text::short_text(shapes),
                                text::bytes_text(bytes), text::bytes_text(static_cast<double>(from.memory_bytes))),
                    "allow more with --max-memory");
}

bool wants_texts(ExportLayout& from, const ExportChoice& choice) {
  const Topology& topology = from.candidate.network()->topology;
  const std::uint64_t nodes = topology.node_count() + topology.interchange_count();
  const std::uint64_t texts = nodes + topology.link_count();
  if (choice.texts == LayoutTexts::yes && texts > kMostTexts) {
    throw_limit_error(
        fmt::format("a layout holds up to {} texts; this network has {} nodes and links",
                    text::with_thousands(kMostTexts), text::with_thousands(static_cast<std::int64_t>(texts))),
        "leave out --texts");
  }
  if (choice.texts != LayoutTexts::if_few) return choice.texts == LayoutTexts::yes;
  if (topology.node_count() <= kNodesWithTexts && texts <= kMostTexts) return true;
  from.notes.push_back(
      fmt::format("no texts: a network of {} nodes has no addresses and names of links in its layout unless "
                  "--texts asks for them",
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
  const bool joined = std::any_of(from.candidate.laid_out()->layout.wiring.joints.begin(),
                                  from.candidate.laid_out()->layout.wiring.joints.end(),
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
      header_opening(target, design.name, words::network_text(design), topology.node_count(),
                     topology.interchange_count(), site_word(inner_kind(topology)),
                     fmt::format("{}, technology {}", text::counted(topology.link_count(), "link"),
                                 technology_of(from.study, design).name));
  lines.push_back(
      fmt::format("layers: nodes 1, interchanges and switches 2, posts 3 and 4, {}, vias from one to the next 5 more; "
                  "datatypes in plane "
                  "z: 10 z shapes, + 1 texts, + 2 terminals",
                  metals_text(from)));
  lines.push_back(fmt::format("{}: {}", target.name, target.ignores));
  for (const std::string& note : from.notes) lines.push_back("note: " + note);
  std::transform(lines.begin(), lines.end(), lines.begin(), on_one_line);
  return lines;
}

class TextWriter {
 public:
  TextWriter(const ExportLayout& from, const DatabaseGrid& grid)
      : layout_(from.candidate.laid_out()->layout), topology_(from.candidate.network()->topology), grid_(grid) {
    const std::vector<std::uint64_t> sites = nodes_by_cell(topology_, from.candidate.network()->placement);
    for (std::size_t i = 0; i < sites.size(); ++i) {
      if (sites[i] != kEmptyCell && topology_.kind(sites[i]) != SiteKind::nothing) add_node(i, sites[i]);
    }
  }

  void add_link(const WireShapes& wire) {
    const std::string name = name_of(wire);
    if (!wire.segments.empty()) {
      const Segment& run = straight_run(wire);
      const DrawnPoint& size = grid_.size[static_cast<std::size_t>(run.layer)];
      const DrawnPoint from = grid_.corner(run.x0, run.y0, size), to = grid_.corner(run.x1, run.y1, size);
      put(metal_layer(run.layer, run.plane, Purpose::texts), {from.x, from.y}, {to.x + size.x, to.y + size.y}, name);
    }
    for (const Post& post : wire.posts) {
      const DrawnPoint at = grid_.corner(post.x, post.y, grid_.post);
      put(post_layer(post.z0, Purpose::texts), at, {at.x + grid_.post.x, at.y + grid_.post.y}, name);
    }
  }

  std::vector<DrawnText> take() { return std::move(texts_); }

 private:
  std::size_t number(const Cell& cell) const {
    const GridSize& grid = layout_.wiring.grid;
    return cell[Axis::x] + std::size_t{grid[Axis::x]} * line_of(grid, Axis::x, cell);
  }

  void add_node(std::size_t i, std::uint64_t site) {
    const GridSize& grid = layout_.wiring.grid;
    const auto row_line = static_cast<std::uint32_t>(i / grid[Axis::x]);
    const Cell cell = cell_on_line(grid, Axis::x, row_line, static_cast<std::uint32_t>(i % grid[Axis::x]));
    const BoxCells box = node_cells(layout_, cell);
    const DrawnPoint from = {box.x * grid_.pitch.x, box.y * grid_.pitch.y};
    const bool interchange = is_inner(topology_.kind(site));
    put(box_layer(interchange, cell[Axis::z], Purpose::texts), from,
        {from.x + box.width * grid_.pitch.x, from.y + box.height * grid_.pitch.y},
        addresses_.emplace(i, address(topology_, site)).first->second);
  }

  /// Puts a text in the middle of a box.
  void put(const DrawnLayer& layer, const DrawnPoint& from, const DrawnPoint& to, std::string text) {
    texts_.push_back({layer, {(from.x + to.x) / 2, (from.y + to.y) / 2}, std::move(text)});
  }

  /// The name of a link: the addresses of its ends; the second and later of parallel links also have a number.
  std::string name_of(const WireShapes& wire) {
    const Cell& from = wire.terminals.front().node;
    const Cell& to = wire.terminals.back().node;
    std::string name = fmt::format("{}-{}", addresses_.at(number(from)), addresses_.at(number(to)));
    if (const std::uint32_t count = ++used_[name]; count > 1) name += fmt::format("#{}", count);
    return name;
  }

  const Layout& layout_;
  const Topology& topology_;
  const DatabaseGrid& grid_;
  std::unordered_map<std::size_t, std::string> addresses_;  // by number of the cell
  std::unordered_map<std::string, std::uint32_t> used_;
  std::vector<DrawnText> texts_;
};

}  // namespace

std::vector<DrawnText> layout_texts(const ExportLayout& from, const DatabaseGrid& grid) {
  const Layout& layout = from.candidate.laid_out()->layout;
  TextWriter writer(from, grid);
  WireShapes shapes;
  for (const Axis axis : kAxes) {
    for (std::uint32_t line = 0; line < layout.lines(axis).pattern_of_line.size(); ++line) {
      const Pattern& pattern = layout.wiring.pattern(axis, line);
      for (std::size_t part = 0; part < pattern.size(); ++part) {
        if (pattern.is_bent(part)) continue;
        part_shapes(layout, axis, line, part, 0, shapes);
        writer.add_link(shapes);
      }
    }
  }
  for (const Joint& joint : layout.wiring.joints) {
    joint_shapes(layout, joint, 0, shapes);
    writer.add_link(shapes);
  }
  return writer.take();
}

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
          .most_nodes = 1 << 24,
          .most_links = 1 << 30,
          .write_layout = write};
}

std::vector<ExportFile> export_geometry(const Export& target, ExportLayout& from, const ExportChoice& choice,
                                        std::string (*encode)(const LayoutCells&)) {
  CUTLINE_EXPECT(from.candidate.laid_out());
  expect_planes(from);
  const bool texts = wants_texts(from, choice);
  expect_shapes(from);
  LayoutCells drawing = layout_cells(from, texts);
  add_geometry_export_notes(drawing.grid, from);
  drawing.header = header_of(target, from);
  const Technology& technology = technology_of(from.study, *from.candidate.design);
  const bool planes = from.candidate.laid_out()->layout.wiring.grid[Axis::z] > 1;
  return {{"", encode(drawing)}, {".lyp", layer_properties(layers_of(drawing), technology, planes, drawing.header)}};
}

}  // namespace cutline::exporting
