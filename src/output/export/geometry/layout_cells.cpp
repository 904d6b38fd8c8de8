// SPDX-License-Identifier: Apache-2.0
#include "cutline/study/candidate.hpp"
#include "cutline/study/laid_out.hpp"
#include "cutline/study/placed_network.hpp"
#include "cutline/study/study.hpp"
#include "layout/bands.hpp"
#include "output/export/geometry/drawing.hpp"

namespace cutline::exporting {

namespace {

/// A place on the grid of the layout's unit cells.
struct CellPlace {
  std::int64_t x = 0, y = 0;
  auto operator<=>(const CellPlace&) const = default;
};

/// Draws shapes of the layout into a cell and converts unit cells into database units.
class CellMaker {
 public:
  /// `stacks`: a via stack stands at every terminal, from the lowest layer up.
  CellMaker(const DatabaseGrid& grid, bool stacks) : grid_(grid), stacks_(stacks) {}

  /// Sets the offset of everything that is drawn from now on.
  void move(const CellPlace& by) { by_ = by; }

  void segment(const Segment& segment) {
    metal(metal_layer(segment.layer, segment.plane), grid_.size[static_cast<std::size_t>(segment.layer)],
          {segment.x0, segment.y0}, {segment.x1, segment.y1});
  }
  void via(const Via& via) {
    for (int lower = via.lower; lower < via.upper; ++lower) {
      metal(via_layer(lower, via.plane), via_size(lower), {via.x, via.y});
      if (lower > via.lower) segment({lower, via.x, via.y, via.x, via.y, via.plane});
    }
  }
  /// A terminal of a wire in a row or a column.
  void terminal(const Terminal& terminal) {
    const std::uint32_t plane = terminal.node[Axis::z];
    const int foot = stacks_ ? 0 : terminal.layer;
    if (terminal.layer > foot) {
      segment({foot, terminal.x, terminal.y, terminal.x, terminal.y, plane});
      via({terminal.x, terminal.y, foot, terminal.layer, plane});
    }
    const Purpose purpose = terminal.through ? Purpose::through : Purpose::terminals;
    metal(metal_layer(foot, plane, purpose), grid_.size[static_cast<std::size_t>(foot)], {terminal.x, terminal.y});
  }
  /// A post with those of `terminals` whose layer is kPostLayer.
  void post(const Post& post, const std::vector<Terminal>& terminals) {
    const CellPlace at = {post.x, post.y};
    for (std::uint32_t plane = post.z0; plane < post.z1; ++plane) {
      metal(post_layer(plane), grid_.post, at);
      if (plane > post.z0) metal(passed_layer(plane), grid_.post, at);
    }
    for (const Terminal& terminal : terminals) {
      if (terminal.layer != kPostLayer) continue;
      const std::uint32_t plane = terminal.node[Axis::z];
      if (plane == post.z0) {
        metal(post_layer(plane, terminal.through ? Purpose::through : Purpose::terminals), grid_.post, at);
      } else if (plane == post.z1) {
        metal(post_layer(plane - 1, terminal.through ? Purpose::upper_through : Purpose::upper_ends), grid_.post, at);
      } else {
        metal(passed_layer(plane, Purpose::terminals), grid_.post, at);
      }
    }
  }
  /// All shapes of a wire.
  void wire(const WireShapes& wire) {
    for (const Segment& each : wire.segments) segment(each);
    for (const Via& each : wire.vias) via(each);
    for (const Terminal& each : wire.terminals) {
      if (each.layer != kPostLayer) terminal(each);
    }
    for (const Post& each : wire.posts) post(each, wire.terminals);
  }
  /// A box of whole cells, such as the box of a node.
  void box(const DrawnLayer& layer, const CellPlace& at, std::int64_t width, std::int64_t height) {
    const DrawnPoint& pitch = grid_.pitch;
    put(layer, {width * pitch.x, height * pitch.y}, {(at.x + by_.x) * pitch.x, (at.y + by_.y) * pitch.y});
  }
  void use(std::uint32_t cell, const CellPlace& at) {
    uses_[cell].push_back({(at.x + by_.x) * grid_.pitch.x, (at.y + by_.y) * grid_.pitch.y});
  }

  DrawnCell done(std::string name) {
    DrawnCell cell{.name = std::move(name)};
    const auto by_rows = [](const DrawnPoint& each) { return std::tuple(each.y, each.x); };
    for (auto& [key, at] : boxes_) {
      std::ranges::sort(at, {}, by_rows);
      cell.boxes.push_back({std::get<0>(key), std::get<1>(key), std::move(at)});
    }
    for (auto& [used, at] : uses_) {
      std::ranges::sort(at, {}, by_rows);
      cell.uses.push_back({used, std::move(at)});
    }
    return cell;
  }

 private:
  void metal(const DrawnLayer& layer, const DrawnPoint& size, const CellPlace& from, const CellPlace& to) {
    const DrawnPoint whole = {(to.x - from.x) * grid_.pitch.x + size.x, (to.y - from.y) * grid_.pitch.y + size.y};
    put(layer, whole, grid_.corner(from.x + by_.x, from.y + by_.y, size));
  }
  void metal(const DrawnLayer& layer, const DrawnPoint& size, const CellPlace& at) { metal(layer, size, at, at); }
  DrawnPoint via_size(int lower) const {
    const DrawnPoint& below = grid_.size[static_cast<std::size_t>(lower)];
    const DrawnPoint& above = grid_.size[static_cast<std::size_t>(lower) + 1];
    return {std::min(below.x, above.x), std::min(below.y, above.y)};
  }
  void put(const DrawnLayer& layer, const DrawnPoint& size, const DrawnPoint& at) {
    boxes_[{layer, size}].push_back(at);
  }

  const DatabaseGrid& grid_;
  bool stacks_;
  CellPlace by_;
  std::map<std::tuple<DrawnLayer, DrawnPoint>, std::vector<DrawnPoint>> boxes_;
  std::map<std::uint32_t, std::vector<DrawnPoint>> uses_;
};

/// Shapes that occur at many places. They become a cell of their own if another cell uses them more than once.
struct Piece {
  /// Of a band of neighbouring wires: `run` is its wires along the line, `leg` those from terminals to tracks, `foot`
  /// the terminals. `facing` is all wires between neighbours that face, with their terminals. `node` is the box of a
  /// node.
  enum class Kind { run, leg, foot, facing, node };
  Kind kind = Kind::run;
  Axis axis = Axis::x;  ///< of the line
  std::uint32_t plane = 0;
  int pair = 0;             ///< layer pair; box: 1 for an interchange
  std::int64_t extent = 0;  ///< run: length in cells; leg: track of its first wire; box: width
  std::int64_t height = 0;  ///< of a box
  std::uint32_t wires = 1;
  auto operator<=>(const Piece&) const = default;
};

using Pieces = std::map<Piece, std::vector<CellPlace>>;

CellPlace placed(Axis axis, std::int64_t along, std::int64_t across) {
  return axis == Axis::x ? CellPlace{along, across} : CellPlace{across, along};
}

Segment segment_of(int layer, const CellPlace& from, const CellPlace& to, std::uint32_t plane) {
  return {layer, from.x, from.y, to.x, to.y, plane};
}

/// A name that every reader takes: at most 32 letters, digits and underscores.
std::string plain_name(const std::string& name) {
  std::string plain;
  for (const char c : name) plain += is_plain(c) ? c : '_';
  return plain.substr(0, 32);
}

class LayoutDrawer {
 public:
  explicit LayoutDrawer(const ExportLayout& from)
      : from_(from),
        layout_(from.candidate.laid_out()->layout),
        several_planes_(layout_.wiring.grid[Axis::z] > 1),
        grid_(database_grid(layout_, technology_of(from.study, *from.candidate.design))),
        top_(maker()) {}

  void add_nodes() {
    const GridSize& grid = layout_.wiring.grid;
    const std::vector<std::uint64_t> sites =
        nodes_by_cell(from_.candidate.network()->topology, from_.candidate.network()->placement);
    std::map<Pieces, std::uint32_t> drawn;
    for (std::uint32_t plane = 0; plane < grid[Axis::z]; ++plane) {
      for (std::uint32_t row = 0; row < grid[Axis::y]; ++row) {
        Pieces nodes = row_of_nodes(sites, row, plane);
        if (nodes.empty()) continue;
        const auto [found, is_new] = drawn.emplace(std::move(nodes), 0);
        if (is_new) {
          CellMaker own = maker();
          put(found->first, own);
          found->second = add(own.done(fmt::format("nodes{}", drawn.size() - 1)));
        }
        top_.use(found->second, {0, layout_.rows().box_end(row)});
      }
    }
  }
  void add_lines(Axis axis) {
    const Lines& lines = layout_.lines(axis);
    const Axis across = axis == Axis::x ? Axis::y : Axis::x;
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<std::uint32_t>> lines_of;  // by pattern and plane
    for (std::uint32_t line = 0; line < lines.pattern_of_line.size(); ++line) {
      const std::uint32_t plane = cell_on_line(layout_.wiring.grid, axis, line, 0)[Axis::z];
      lines_of[{lines.pattern_of_line[line], plane}].push_back(line);
    }
    for (const auto& [of, equal] : lines_of) {
      CellMaker pattern = maker();
      put(straight_parts(axis, equal.front()), pattern);
      DrawnCell cell = pattern.done(name(axis == Axis::x ? "row" : "column", of.first, of.second));
      if (cell.empty()) continue;
      const std::uint32_t drawn = add(std::move(cell));
      for (const std::uint32_t line : equal)
        top_.use(drawn, placed(axis, 0, edge(across, cell_on_line(layout_.wiring.grid, axis, line, 0))));
    }
  }
  /// Adds the pillars. The frame of a pillar begins where the boxes of its column and its row end.
  void add_pillars() {
    const Lines& pillars = layout_.lines(Axis::z);
    const auto origin = [&](std::uint32_t pillar) {
      const Cell place = cell_on_line(layout_.wiring.grid, Axis::z, pillar, 0);
      return CellPlace{edge(Axis::x, place), edge(Axis::y, place)};
    };
    std::vector<std::vector<CellPlace>> places(pillars.patterns.size());
    std::vector<std::uint32_t> first(pillars.patterns.size());
    for (std::uint32_t pillar = 0; pillar < pillars.pattern_of_line.size(); ++pillar) {
      const std::uint32_t pattern = pillars.pattern_of_line[pillar];
      if (places[pattern].empty()) first[pattern] = pillar;
      places[pattern].push_back(origin(pillar));
    }
    WireShapes shapes;
    for (std::uint32_t number = 0; number < pillars.patterns.size(); ++number) {
      const Pattern& pattern = pillars.patterns[number];
      CellMaker posts = maker();
      posts.move({-places[number].front().x, -places[number].front().y});
      for (std::size_t part = 0; part < pattern.size(); ++part) {
        if (pattern.is_bent(part)) continue;
        for (std::uint32_t wire = 0; wire < wires_of(layout_, pattern, part); ++wire) {
          part_shapes(layout_, Axis::z, first[number], part, wire, shapes);
          posts.wire(shapes);
        }
      }
      DrawnCell cell = posts.done(fmt::format("pillar{}", number));
      if (cell.empty()) continue;
      const std::uint32_t drawn = add(std::move(cell));
      for (const CellPlace& place : places[number]) top_.use(drawn, place);
    }
  }
  void add_bent_links() {
    if (layout_.wiring.joints.empty()) return;
    CellMaker bent = maker();
    WireShapes shapes;
    for (std::uint32_t number = 0; number < layout_.wiring.joints.size(); ++number) {
      const Joint& joint = layout_.wiring.joints[number];
      for (std::uint32_t wire = 0; wire < layout_.wiring.kind(joint).wires; ++wire) {
        if (layout_.unrouted.has_bend(number, wire)) continue;
        joint_shapes(layout_, joint, wire, shapes);
        bent.wire(shapes);
      }
    }
    top_.use(add(bent.done("bent")), {});
  }
  LayoutCells done() {
    std::string top = plain_name(from_.candidate.design->name);
    const auto is_taken = [&](const DrawnCell& cell) { return cell.name == top; };
    while (std::ranges::any_of(cells_, is_taken)) top += "_layout";
    add(top_.done(top));
    return {std::move(grid_), std::move(cells_), {}};
  }

 private:
  CellMaker maker() const { return {grid_, layout_.rules.via_stacks()}; }
  std::string name(const char* what, std::size_t number, std::uint32_t plane) const {
    return several_planes_ ? fmt::format("{}{}_plane{}", what, number, plane) : fmt::format("{}{}", what, number);
  }
  std::uint32_t add(DrawnCell cell) {
    cells_.push_back(std::move(cell));
    return static_cast<std::uint32_t>(cells_.size() - 1);
  }
  std::uint32_t cell_of(const Piece& piece) {
    const auto [found, is_new] = cell_of_.emplace(piece, 0);
    if (!is_new) return found->second;
    constexpr std::array<const char*, 5> kNames = {"run", "leg", "foot", "facing", "box"};
    CellMaker own = maker();
    draw(piece, {}, own);
    found->second = add(own.done(fmt::format("{}{}", kNames[static_cast<std::size_t>(piece.kind)], cells_.size())));
    return found->second;
  }
  /// Draws a piece in the frame of its line. A run begins at `at`; the first terminal of a leg or a foot is in the cell
  /// below `at`.
  void draw(const Piece& piece, const CellPlace& at, CellMaker& into) {
    if (piece.kind == Piece::Kind::node)
      return into.box(box_layer(piece.pair != 0, piece.plane), at, piece.extent, piece.height);
    const int run_layer = piece.axis == Axis::x ? horizontal_layer(piece.pair) : vertical_layer(piece.pair);
    const int stub_layer = piece.axis == Axis::x ? vertical_layer(piece.pair) : horizontal_layer(piece.pair);
    const auto place = [&](std::int64_t along, std::int64_t across) {
      const CellPlace by = placed(piece.axis, along, across);
      return CellPlace{at.x + by.x, at.y + by.y};
    };
    for (std::int64_t i = 0; i < piece.wires; ++i) {
      const CellPlace foot = place(i, -1), top = place(i, piece.extent + i);
      if (piece.kind == Piece::Kind::run) {
        into.segment(segment_of(run_layer, place(i, i), place(i + piece.extent, i), piece.plane));
      } else if (piece.kind == Piece::Kind::facing) {
        const CellPlace from = place(0, i), to = place(piece.extent, i);
        into.segment(segment_of(run_layer, from, to, piece.plane));
        for (const CellPlace& end : {from, to})
          into.terminal({end.x, end.y, run_layer, Cell{{0, 0, piece.plane}}, false});
      } else if (piece.kind == Piece::Kind::foot) {
        into.terminal({foot.x, foot.y, stub_layer, Cell{{0, 0, piece.plane}}, false});
      } else {
        into.segment(segment_of(stub_layer, foot, top, piece.plane));
        into.via({top.x, top.y, horizontal_layer(piece.pair), vertical_layer(piece.pair), piece.plane});
      }
    }
    if (piece.kind != Piece::Kind::leg) return;
    Piece foot = piece;
    foot.kind = Piece::Kind::foot;
    foot.extent = 0;
    into.use(cell_of(foot), at);
  }
  void put(const Pieces& pieces, CellMaker& into) {
    for (const auto& [piece, places] : pieces) {
      if (places.size() == 1) {
        draw(piece, places.front(), into);
        continue;
      }
      const std::uint32_t cell = cell_of(piece);
      for (const CellPlace& place : places) into.use(cell, place);
    }
  }
  /// The straight pieces of a line. Positions across it count from the edge of its boxes, so that all lines with the
  /// same pattern have equal pieces.
  Pieces straight_parts(Axis axis, std::uint32_t line) const {
    const Pattern& pattern = layout_.wiring.pattern(axis, line);
    const Cell place = cell_on_line(layout_.wiring.grid, axis, line, 0);
    const std::int64_t from = edge(axis == Axis::x ? Axis::y : Axis::x, place);
    const std::uint32_t band = layout_.unrouted.parts.empty() ? band_wires(pattern) : 1;
    Pieces pieces;
    WireShapes first;
    for (std::size_t part = 0; part < pattern.size(); ++part) {
      if (pattern.is_bent(part)) continue;
      const std::uint32_t wires = wires_of(layout_, pattern, part);
      for (std::uint32_t wire = 0; wire < wires; wire += band) {
        if (layout_.unrouted.has(axis, line, static_cast<std::uint32_t>(part), wire)) continue;
        part_shapes(layout_, axis, line, part, wire, first);
        const Segment& run = straight_run(first);
        const std::int64_t track = (axis == Axis::x ? run.y0 : run.x0) - from;
        Piece piece{.axis = axis, .plane = place[Axis::z], .pair = pattern.pair_of(part, wire), .wires = band};
        if (pattern.is_facing(part)) piece.kind = Piece::Kind::facing;
        piece.extent = run.x1 - run.x0 + run.y1 - run.y0;
        pieces[piece].push_back(placed(axis, axis == Axis::x ? run.x0 : run.y0, track));
        if (pattern.is_facing(part)) continue;
        piece.kind = Piece::Kind::leg;
        piece.extent = track;
        for (const Terminal& terminal : first.terminals)
          pieces[piece].push_back(placed(axis, axis == Axis::x ? terminal.x : terminal.y, 0));
      }
    }
    return pieces;
  }
  /// The nodes of a row. Vertical positions count from the edge of the row's boxes.
  Pieces row_of_nodes(const std::vector<std::uint64_t>& sites, std::uint32_t row, std::uint32_t plane) const {
    const GridSize& grid = layout_.wiring.grid;
    const Topology& topology = from_.candidate.network()->topology;
    Pieces pieces;
    for (std::uint32_t column = 0; column < grid[Axis::x]; ++column) {
      const Cell cell{{column, row, plane}};
      const std::uint64_t site = sites[column + grid[Axis::x] * line_of(grid, Axis::x, cell)];
      if (site == kEmptyCell) continue;
      const SiteKind kind = topology.kind(site);
      if (kind == SiteKind::nothing || shape_of_site(*from_.candidate.network(), site) != nullptr) continue;
      const BoxCells box = node_cells(layout_, cell);
      const Piece piece{.kind = Piece::Kind::node,
                        .plane = plane,
                        .pair = kind == SiteKind::node ? 0 : 1,
                        .extent = box.width,
                        .height = box.height};
      pieces[piece].push_back({box.x, box.y - edge(Axis::y, cell)});
    }
    return pieces;
  }
  std::int64_t edge(Axis across, const Cell& place) const {
    return layout_.positions[index(across)].box_end(place[across]);
  }

  const ExportLayout& from_;
  const Layout& layout_;
  bool several_planes_;
  DatabaseGrid grid_;
  std::vector<DrawnCell> cells_;
  std::map<Piece, std::uint32_t> cell_of_;
  CellMaker top_;
};

}  // namespace

LayoutCells layout_cells(const ExportLayout& from) {
  LayoutDrawer drawer(from);
  drawer.add_nodes();
  drawer.add_lines(Axis::x);
  drawer.add_lines(Axis::y);
  drawer.add_pillars();
  drawer.add_bent_links();
  return drawer.done();
}

const Polygon* shape_of_site(const PlacedNetwork& network, std::uint64_t site) {
  const auto& given = network.placement.given;
  if (!given) return nullptr;
  const Polygon& shape = given->plan.tiles[given->tile_of_site[site]].shape;
  return shape.empty() ? nullptr : &shape;
}

}  // namespace cutline::exporting
