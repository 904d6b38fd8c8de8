// SPDX-License-Identifier: Apache-2.0
// Polygons of a floorplan in DEF, LEF, GDSII and OASIS: read back as they were given, and by KLayout.
#include <doctest/doctest.h>

#include <cmath>
#include <map>

#include "cutline/study/laid_out.hpp"
#include "cutline/study/placed_network.hpp"
#include "output/exported_files.hpp"
#include "output/geometry_reader.hpp"
#include "placement/floorplan_file.hpp"

using namespace cutline;
using namespace cutline::test;

namespace {

/// Two L-shaped tiles in one another's arms, a turned one and a rectangle on a die with a notch that begins left of and
/// below 0, a blocked triangle and a blocked L. 100 um are 200,000 units of DEF.
Evaluated polygons() {
  const std::string ell =
      "[[0 um, 0 um], [100 um, 0 um], [100 um, 50 um], [50 um, 50 um], [50 um, 100 um], [0 um, 100 um]]";
  std::string spec = spec_of(
      "family: graph, nodes: 4, links: [[0, 1], [1, 2], [2, 3]]",
      "defaults: {placement: {outline: [[-10 um, -20 um], [350 um, -20 um], [350 um, 200 um], [250 um, 200 um], [250 "
      "um, "
      "150.0005 um], [150 um, 150.0005 um], [150 um, 200 um], [-10 um, 200 um]], positions: [{node: 0, x: 0 um, y: 0 "
      "um, "
      "shape: " +
          ell + "}, {node: 1, x: 50 um, y: 50 um, shape: " + ell +
          ", rotation: S}, {node: 2, x: 170.1235 um, y: 0 um, shape: " + ell +
          ", rotation: FW}, {node: 3, x: 280 um, y: 0 um, width: 60 um, height: 60 um}], blocked: [{x: 160 um, y: 110 "
          "um, shape: [[0 um, 0 um], [10 um, 0 um], [0 um, 10 um]]}, {x: 200 um, y: 110 um, layers: [metal3], shape: "
          "[[0 um, 0 um], [20 um, 0 um], [20 um, 5 um], [5 um, 5 um], [5 um, 10 um], [0 um, 10 um]]}]}}\n");
  spec.erase(spec.find("node: {width"), spec.find("channel:") - spec.find("node: {width"));
  return Evaluated(spec.replace(spec.find("32 bits"), 7, "2 bits"));
}

const TilePlan& plan_of(const Evaluated& study) { return study.one().network()->placement.given->plan; }

using Corners = std::vector<std::pair<std::int64_t, std::int64_t>>;

/// The corners in halves of a nanometre, which are units of DEF, from the least one on.
Corners halves(const Polygon& polygon) {
  Corners corners;
  for (const Polygon::Corner& corner : polygon.corners) {
    const double x = in_nm(corner.x) * 2, y = in_nm(corner.y) * 2;
    CHECK(std::abs(x - std::round(x)) < 1e-3);
    corners.emplace_back(std::llround(x), std::llround(y));
  }
  if (!corners.empty()) std::rotate(corners.begin(), std::min_element(corners.begin(), corners.end()), corners.end());
  return corners;
}

/// Twice the area.
std::int64_t doubled_area(const std::vector<geometry::Point>& corners) {
  std::int64_t sum = 0;
  for (std::size_t i = 0; i < corners.size(); ++i) {
    const geometry::Point &a = corners[i], &b = corners[(i + 1) % corners.size()];
    sum += a.x * b.y - b.x * a.y;
  }
  return sum;
}

}  // namespace

TEST_CASE("a floorplan of polygons is the same after DEF and LEF, in units of the database") {
  const Evaluated study = polygons();
  const TilePlan& plan = plan_of(study);
  REQUIRE(plan.tiles.size() == 4);
  REQUIRE(plan.tiles[2].shape.corners.size() == 6);
  const Exported files = study.to("def", to_file("chip.def"));
  CHECK_FALSE(says(files.notes, "rounded"));
  CHECK(says(files.notes, "at 45 degrees too"));  // the blocked triangle
  const Folder folder;
  write_files(folder, files, "chip.def");
  const TilePlan back = read_floorplan_file((folder / "chip.def").string(), {(folder / "chip.lef").string()});
  CHECK(halves(back.outline_shape) == halves(plan.outline_shape));
  REQUIRE(back.tiles.size() == plan.tiles.size());
  for (std::size_t i = 0; i < plan.tiles.size(); ++i) {
    CAPTURE(i);
    CHECK(back.tiles[i].name == "n" + plan.tiles[i].name);
    CHECK(halves(shape_of(back.tiles[i])) == halves(shape_of(plan.tiles[i])));
    CHECK(back.tiles[i].shape.empty() == plan.tiles[i].shape.empty());
  }
  REQUIRE(back.blockages.size() >= 2);  // the first one on each layer, the second on one
  for (const Blockage& each : back.blockages) {
    const bool is_second = halves(each.shape) == halves(plan.blockages[1].shape);
    CHECK((is_second || halves(each.shape) == halves(plan.blockages[0].shape)));
    if (is_second) CHECK(each.layers == std::vector<std::string>{"metal3"});
  }
}

TEST_CASE("GDSII and OASIS have the outline and the tiles of a floorplan as polygons") {
  const Evaluated study = polygons();
  const TilePlan& plan = plan_of(study);
  for (const char* target : {"gds", "oasis"}) {
    CAPTURE(target);
    const std::string bytes = study.to(target, to_file("chip")).files.at(0).content;
    const geometry::Library library =
        std::string(target) == "gds" ? geometry::read_gds(bytes) : geometry::read_oasis(bytes);
    const geometry::Cell flat = library.flat();
    REQUIRE(flat.polygons.size() == 4);
    const double mm2 = library.unit_nm * library.unit_nm * 1e-12 / 2;
    std::size_t outlines = 0, tiles = 0;
    for (const geometry::Polygon& polygon : flat.polygons) {
      const double area = static_cast<double>(doubled_area(polygon.corners)) * mm2;
      const bool is_outline = polygon.layer == geometry::LayerNumber{5, 0};
      if (!is_outline) CHECK(polygon.layer == geometry::LayerNumber{1, 0});
      ++(is_outline ? outlines : tiles);
      CHECK(area ==
            doctest::Approx(in_mm2(is_outline ? polygon_area(plan.outline_shape) : polygon_area(plan.tiles[0].shape))));
    }
    CHECK(outlines == 1);
    CHECK(tiles == 3);
    const auto is_node = [](const geometry::Box& box) { return box.layer == geometry::LayerNumber{1, 0}; };
    CHECK(std::count_if(flat.boxes.begin(), flat.boxes.end(), is_node) == 1);
  }
}

TEST_CASE("a floorplan of rectangles has no polygons in any file") {
  std::string spec = spec_of("family: graph, nodes: 2, links: [[0, 1]]",
                             "defaults: {placement: {outline: [[0 um, 0 um], [300 um, 0 um], [300 um, 100 um], [0 um, "
                             "100 um]], positions: [{node: 0, x: 0 um, y: 0 um, width: 90 um, height: 80 um}, {node: "
                             "1, x: 100 um, y: 10 um, width: 60 um, height: 60 um}]}}\n");
  spec.erase(spec.find("node: {width"), spec.find("channel:") - spec.find("node: {width"));
  const Evaluated study(spec);
  CHECK_FALSE(says(study.to("def", to_file("chip.def")).notes, "at 45 degrees too"));
  for (const ExportFile& file : study.to("def", to_file("chip.def")).files) {
    CHECK(file.content.find("POLYGON") == std::string::npos);
    CHECK(file.content.find("OVERLAP") == std::string::npos);
  }
  CHECK(study.to("def", to_file("chip.def")).files.at(0).content.find("DIEAREA ( 0 0 ) ( 600000 200000 ) ;") !=
        std::string::npos);
  CHECK(geometry::read_gds(study.to("gds", to_file("chip.gds")).files.at(0).content).flat().polygons.empty());
}

TEST_CASE("KLayout reads the areas of polygons from DEF, LEF, GDSII and OASIS" * doctest::skip(!has_tool("klayout"))) {
  const Evaluated study = polygons();
  const TilePlan& plan = plan_of(study);
  const Folder folder;
  write_files(folder, study.to("def", to_file("chip.def")), "chip.def");
  folder.write("chip.gds", study.to("gds", to_file("chip.gds")).files.at(0).content);
  folder.write("chip.oas", study.to("oasis", to_file("chip.oas")).files.at(0).content);
  folder.write("areas.py", R"(import pya
for name in ["chip.gds", "chip.oas", "chip.def"]:
    options = pya.LoadLayoutOptions()
    options.lefdef_config.dbu = 0.0005
    layout = pya.Layout()
    layout.read(name, options)
    for layer in layout.layer_indexes():
        shapes = pya.Region(layout.top_cell().begin_shapes_rec(layer))
        of = layout.get_info(layer)
        print("AREA", name, of.name or f"{of.layer}/{of.datatype}", shapes.merged().area() * layout.dbu ** 2)
print("DONE")
)");
  const std::string output = folder.output_of("klayout -b -r areas.py");
  CHECK_MESSAGE(output.find("DONE") != std::string::npos, output);
  std::map<std::string, double> areas;
  for (const std::string& line : lines_of(output)) {
    std::stringstream words(line);
    std::string word, file, layer;
    double um2 = 0;
    if (words >> word >> file >> layer >> um2 && word == "AREA") areas[file + " " + layer] = um2;
  }
  const double die = in_mm2(polygon_area(plan.outline_shape)) * 1e6,
               ell = in_mm2(polygon_area(plan.tiles[0].shape)) * 1e6;
  for (const char* name : {"chip.gds 5/0", "chip.oas 5/0", "chip.def OUTLINE"}) {
    CAPTURE(name);
    CHECK(areas[name] == doctest::Approx(die).epsilon(1e-5));
  }
  CHECK(areas["chip.def OVERLAP.OBS"] == doctest::Approx(3 * ell));
  for (const char* name : {"chip.gds 1/0", "chip.oas 1/0"})
    CHECK(areas[name] == doctest::Approx(3 * ell + 3600).epsilon(1e-2));  // the rectangle counts whole wire pitches
}
