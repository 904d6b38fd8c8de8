// SPDX-License-Identifier: Apache-2.0
// Layouts in GDSII and OASIS, read back by small readers and compared with the flat layout wire by wire.
#include <doctest/doctest.h>

#include <cmath>
#include <set>
#include <tuple>

#include "app/place.hpp"
#include "cutline/detail/layout/shapes.hpp"
#include "cutline/measure/measures.hpp"
#include "cutline/study/candidate.hpp"
#include "output/drawn.hpp"
#include "output/geometry_reader.hpp"

namespace {

using namespace cutline;
using namespace cutline::test;
using cases::Case;

/// A piece of metal: layer, datatype, first and last cell.
using Piece = std::tuple<int, int, std::int64_t, std::int64_t, std::int64_t, std::int64_t>;

/// The pitch of a cell in units of the file, from the file's unit and the rules.
geometry::Point pitch_of(const Layout& layout, const geometry::Library& file) {
  const double x = layout.rules.unit ? 1000 : layout.rules.cell_width_nm;
  const double y = layout.rules.unit ? 1000 : layout.rules.cell_height_nm;
  return {std::llround(x / file.unit_nm), std::llround(y / file.unit_nm)};
}

/// All pieces except the boxes of nodes, in cells.
std::vector<Piece> pieces_of(const geometry::Cell& flat, const geometry::Point& pitch) {
  std::vector<Piece> pieces;
  for (const geometry::Box& box : flat.boxes) {
    if (box.layer.first <= 2) continue;
    pieces.emplace_back(box.layer.first, box.layer.second, box.from.x / pitch.x, box.from.y / pitch.y,
                        (box.to.x - 1) / pitch.x, (box.to.y - 1) / pitch.y);
  }
  std::sort(pieces.begin(), pieces.end());
  return pieces;
}

/// The same pieces from the layout, wire by wire.
std::vector<Piece> expected_pieces(const Layout& layout) {
  std::vector<Piece> pieces;
  const auto add = [&](int layer, std::uint32_t plane, int purpose, std::int64_t x0, std::int64_t y0, std::int64_t x1,
                       std::int64_t y1) {
    pieces.emplace_back(layer, static_cast<int>(10 * plane) + purpose, x0, y0, x1, y1);
  };
  for_each_wire(layout, [&](const WireShapes& wire) {
    for (const Segment& s : wire.segments) add(10 * (s.layer + 1), s.plane, 0, s.x0, s.y0, s.x1, s.y1);
    for (const Via& v : wire.vias) add(10 * v.lower + 15, v.plane, 0, v.x, v.y, v.x, v.y);
    for (const Terminal& t : wire.terminals) {
      const std::uint32_t plane = t.node[Axis::z];
      const int through = t.through ? 1 : 0;
      if (t.layer == kPostLayer) {
        const Post& post = wire.posts.at(0);
        if (plane == post.z0) add(3, plane, 2 + through, t.x, t.y, t.x, t.y);
        if (plane == post.z1) add(3, plane - 1, 4 + through, t.x, t.y, t.x, t.y);
        if (plane != post.z0 && plane != post.z1) add(4, plane, 2, t.x, t.y, t.x, t.y);
        continue;
      }
      const int foot = layout.rules.via_stacks() ? 0 : t.layer;
      for (int layer = foot; layer < t.layer; ++layer) {
        add(10 * layer + 10, plane, 0, t.x, t.y, t.x, t.y);
        add(10 * layer + 15, plane, 0, t.x, t.y, t.x, t.y);
      }
      add(10 * foot + 10, plane, 2 + through, t.x, t.y, t.x, t.y);
    }
    for (const Post& post : wire.posts) {
      for (std::uint32_t z = post.z0; z < post.z1; ++z) add(3, z, 0, post.x, post.y, post.x, post.y);
      for (std::uint32_t z = post.z0 + 1; z < post.z1; ++z) add(4, z, 0, post.x, post.y, post.x, post.y);
    }
  });
  std::sort(pieces.begin(), pieces.end());
  return pieces;
}

/// The length of metal between the middles of cells, and of posts, in wire pitches.
std::int64_t length_of(const std::vector<Piece>& pieces, const Layout& layout) {
  std::int64_t length = 0;
  for (const auto& [layer, datatype, x0, y0, x1, y1] : pieces) {
    if (datatype % 10 != 0) continue;
    if (layer >= 10) length += x1 - x0 + y1 - y0;
    if (layer == 3) length += layout.rules.plane_cells;
  }
  return length;
}

/// Checks that every terminal lies in the box of its node, in its plane, and that the box holds the node's address.
void check_nodes(const Case& c, const geometry::Cell& flat, const geometry::Point& pitch) {
  std::map<std::string, const geometry::Box*> box_of;
  std::uint64_t nodes = 0, interchanges = 0;
  for (const geometry::Box& box : flat.boxes) {
    if (box.layer.first > 2) continue;
    (box.layer.first == 1 ? nodes : interchanges) += 1;
    for (const geometry::Text& text : flat.texts) {
      const bool inside = text.layer == std::pair(box.layer.first, box.layer.second + 1) && box.from.x < text.at.x &&
                          text.at.x < box.to.x && box.from.y < text.at.y && text.at.y < box.to.y;
      if (inside) CHECK(box_of.emplace(text.text, &box).second);
    }
  }
  CHECK(nodes == c.topology.node_count());
  CHECK(interchanges == c.topology.interchange_count());
  CHECK(box_of.size() == nodes + interchanges);
  for_each_wire(c.layout, [&](const WireShapes& wire) {
    for (const Terminal& t : wire.terminals) {
      const std::optional<std::uint64_t> node = node_at(c.topology, c.placement, t.node);
      if (t.through && !node) continue;  // the wire passes an empty place
      const geometry::Box& box = *box_of.at(address(c.topology, *node));
      const bool inside = box.from.x <= t.x * pitch.x && (t.x + 1) * pitch.x <= box.to.x &&
                          box.from.y <= t.y * pitch.y && (t.y + 1) * pitch.y <= box.to.y &&
                          box.layer.second == static_cast<int>(10 * t.node[Axis::z]);
      if (!inside) FAIL_CHECK("a terminal stands outside of its node");
    }
  });
}

void check_case(const Case& c) {
  CAPTURE(c.name);
  const Exported gds = drawn(c, "gds"), oasis = drawn(c, "oasis");
  const geometry::Library library = geometry::read_gds(gds.files.at(0).content);
  REQUIRE(library.tops().size() == 1);
  geometry::Cell flat = library.flat();
  const geometry::Point pitch = pitch_of(c.layout, library);
  const std::vector<Piece> pieces = pieces_of(flat, pitch);
  const bool same = pieces == expected_pieces(c.layout);
  CHECK(same);
  const Measures measures = measure(c.layout, c.topology, c.placement);
  CHECK(Int128{length_of(pieces, c.layout)} == measures.length.total_pitches);
  check_nodes(c, flat, pitch);

  const geometry::Library other = geometry::read_oasis(oasis.files.at(0).content);
  CHECK(other.unit_nm == doctest::Approx(library.unit_nm));
  geometry::Cell as_oasis = other.flat();
  std::erase_if(flat.texts, [](const geometry::Text& text) { return text.layer.first == 0; });
  for (geometry::Cell* cell : {&flat, &as_oasis}) {
    std::sort(cell->boxes.begin(), cell->boxes.end());
    std::sort(cell->texts.begin(), cell->texts.end());
  }
  const bool same_boxes = as_oasis.boxes == flat.boxes, same_texts = as_oasis.texts == flat.texts;
  CHECK(same_boxes);
  CHECK(same_texts);
}

}  // namespace

TEST_CASE("GDSII and OASIS hold every wire, via, terminal and node of every family, and nothing else") {
  // Every fifth case, because neighbouring cases differ only in layer pairs and in how they distribute their
  // dimensions.
  std::uint64_t seen = 0;
  cases::for_each_catalogue_case(cases::in_all_ways([&](const Case& c) {
                                   if (seen++ % 5 == 0) check_case(c);
                                 }),
                                 2);
  CHECK(seen > 1000);
}

TEST_CASE("GDSII and OASIS hold every wire of networks without structure, on planes and over nodes") {
  cases::for_each_random_case(24, cases::in_all_ways(check_case));
}

namespace {

/// A ring of four nodes whose boxes are `width` cells wide, with cells of `cell_nm` nanometres; 0: the unit technology.
Case ring_of(std::uint32_t width, double cell_nm) {
  Case c = cases::family_case("ring", {{"nodes", 4}});
  LayoutRules rules = c.layout.rules;
  rules.unit = cell_nm == 0;
  rules.node_width = width;
  rules.cell_width_nm = rules.cell_height_nm = cell_nm;
  return cases::routed("ring", c.topology, c.placement, rules, c.channel);
}

}  // namespace

TEST_CASE("the database unit is the finest in which coordinates fit and are whole, else the limit is named") {
  struct Unit {
    std::uint32_t width;
    double cell_nm, unit_nm;
  };
  // Four boxes and a few tracks; 2^31 = 2.1e9.
  for (const Unit& each : {Unit{1, 0, 1},
                           {500'000, 0, 1},
                           {600'000, 0, 10},
                           {6'000'000, 0, 100},
                           {10, 140, 1},
                           {10'000'000, 140, 10},
                           {10, 47.5, 0.1},
                           {10, 33.336, 0.001}}) {
    CAPTURE(each.width);
    CAPTURE(each.cell_nm);
    const Case c = ring_of(each.width, each.cell_nm);
    const Exported made = drawn(c, "gds");
    const geometry::Library library = geometry::read_gds(made.files.at(0).content);
    CHECK(library.unit_nm == doctest::Approx(each.unit_nm));
    const bool same = pieces_of(library.flat(), pitch_of(c.layout, library)) == expected_pieces(c.layout);
    CHECK(same);
    CHECK(geometry::read_oasis(drawn(c, "oasis").files.at(0).content).unit_nm == doctest::Approx(each.unit_nm));
  }
  for (const Case& c :
       {ring_of(100'000'000, 140), ring_of(300'000'000, 0), ring_of(20'000'000, 47.5), ring_of(1, 1e3 / 3)}) {
    const std::string message = refusal([&] { drawn(c, "gds"); }, ExitCode::over_limit);
    CHECK(contains(message, "32 bits (up to 2,147,483,647)"));
  }
}

TEST_CASE("planes, shapes and texts past a limit are refused, and the limit is named") {
  const Case many = cases::family_case("mesh", {{"radix", 3300}, {"dimensions", 1}}, {.axes = {Axis::z}});
  CHECK(contains(refusal([&] { drawn(many, "gds"); }, ExitCode::over_limit), "3276 planes; this layout has 3300"));
  const Case cube = cases::family_case("hypercube", {{"dimensions", 6}});
  const Effort little{.memory_bytes = 10'000};
  CHECK(
      contains(refusal([&] { drawn(cube, "oasis", to_file("a"), little); }, ExitCode::over_limit), "more than 10 kB"));
}

TEST_CASE("texts stand in layouts of up to 4,096 nodes, in larger ones on request") {
  const auto texts = [](std::int64_t dimensions, LayoutTexts wanted) {
    ExportChoice choice = to_file("a");
    choice.texts = wanted;
    const Exported made = drawn(cases::family_case("hypercube", {{"dimensions", dimensions}}), "oasis", choice);
    CHECK(says(made.notes, "no texts") == (dimensions > 12 && wanted == LayoutTexts::if_few));
    return geometry::read_oasis(made.files.at(0).content).flat().texts.size();
  };
  // An address for each node and a name for each link: n 2^(n - 1) links.
  CHECK(texts(12, LayoutTexts::if_few) == 4096 + 12 * 2048);
  CHECK(texts(12, LayoutTexts::no) == 0);
  CHECK(texts(13, LayoutTexts::if_few) == 0);
  CHECK(texts(13, LayoutTexts::yes) == 8192 + 13 * 4096);
}

TEST_CASE("parallel links have names of their own, and a wide link one name") {
  const Case c =
      cases::family_case("graph", {{"nodes", 2}, {"links", IntegerTable{{0, 1}, {0, 1}}}}, {}, 1, {.width_bits = 8});
  std::vector<std::string> names;
  for (const geometry::Text& text : geometry::read_oasis(drawn(c, "oasis").files.at(0).content).flat().texts)
    names.push_back(text.text);
  std::sort(names.begin(), names.end());
  CHECK(names == std::vector<std::string>{"0", "0-1", "0-1#2", "1"});
}

TEST_CASE("both formats say in their header what was assumed, and the layer properties name every layer") {
  const Evaluated torus(spec_of("family: torus, radix: 4, dimensions: 2"));
  for (const std::string target : {"gds", "oasis"}) {
    const Exported made = torus.to(target, to_file("a"));
    REQUIRE(made.files.size() == 2);
    const std::string& main = made.files[0].content;
    const geometry::Library file = target == "gds" ? geometry::read_gds(main) : geometry::read_oasis(main);
    CHECK(says(file.header, "network: torus: dimensions=2, radix=4; 16 nodes, 32 links, technology nangate45"));
    CHECK(says(file.header, "the database unit is 1 nm"));
    CHECK(says(made.notes, "the database unit is 1 nm"));
    CHECK(made.files[1].extension == ".lyp");
    const std::string& properties = made.files[1].content;
    CHECK(contains(properties, "the database unit is 1 nm"));
    CHECK(contains(properties, "<name>metal3</name>\n  <source>10/0@1</source>"));
    CHECK(contains(properties, "<name>vias metal3 to metal4</name>"));
    CHECK(says(file.header, "um on metal3"));
    CHECK(says(file.header, "metal3 10, metal4 20, metal5 30, metal6 40"));
    std::set<std::string> sources;
    for (const geometry::Box& box : file.flat().boxes)
      sources.insert(fmt::format("<source>{}/{}@1</source>", box.layer.first, box.layer.second));
    for (const std::string& source : sources) CHECK(contains(properties, source));
  }
}

TEST_CASE("wires are as wide as the technology says, in the database unit, and leave room between them") {
  std::string top = spec_of("family: torus, radix: 4, dimensions: 2");
  top.replace(top.find("nangate45"), 9, "{name: nangate45, terminals: top}");
  const Evaluated torus(top);
  std::map<int, std::int64_t> narrowest;
  for (const geometry::Box& box : geometry::read_gds(torus.to("gds", to_file("a")).files[0].content).flat().boxes) {
    if (box.layer.first < 10 || box.layer.first % 10 != 0 || box.layer.second != 0) continue;
    const std::int64_t side = std::min(box.to.x - box.from.x, box.to.y - box.from.y);
    const auto [found, is_new] = narrowest.emplace(box.layer.first, side);
    if (!is_new) found->second = std::min(found->second, side);
  }
  // NanGate45: metal3 is 70 nm wide, metal4 to metal6 140 nm, and all tracks are 280 nm apart.
  CHECK(narrowest == std::map<int, std::int64_t>{{10, 70}, {20, 140}, {30, 140}, {40, 140}});
}
