// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cutline/output/floorplan/floorplan.hpp"
#include "cutline/study/laid_out.hpp"
#include "cutline/topology/topology.hpp"
#include "evaluate/link_costs.hpp"
#include "output/floorplan/drawn_wire.hpp"
#include "output/svg/canvas.hpp"
#include "output/text/number.hpp"
#include "output/text/xml.hpp"

namespace cutline::drawing {

/// The CSS class that all rules of a picture are bound to. Reused shapes carry it too, because browsers match rules
/// only against the reused shape and its contents.
inline constexpr std::string_view kStyleClass = "cutline-floorplan";

/// The attribute of the other links where some are singled out.
inline constexpr std::string_view kPale = "opacity=\"0.15\"";

/// How much of the network a picture can show.
enum class DrawMode {
  wires,       ///< every wire, one mark each
  bands,       ///< every link, as one band as wide as its wires
  patterns,    ///< every pattern once, used by all its lines
  density_map  ///< links per cut, as colours
};

/// The parts of the picture that the user wants to see.
struct Shown {
  bool nodes = true, addresses = true, wires = true, longest = true, peak = true;
  bool modules = true, profile = true, legend = true, scale = true, title = true;
  bool heat = true, inset = true;  ///< of schematics
  std::vector<bool> classes;       ///< one a link class
};

/// Reads DrawOptions::show. Class names alone choose among the wires and leave all other parts shown. If links are
/// singled out, the longest wire and the peak cuts are hidden unless they are asked for. Throws input errors.
Shown shown_of(const DrawOptions& options, const Topology& topology);

/// The quantity that the colour of a wire shows.
struct WireColours {
  WireColour kind = WireColour::dimension;
  double low = 0, high = 0;    ///< of the scale
  std::string quantity, unit;  ///< "length", "wire pitches"
  std::size_t step(double value) const;
  bool by_class() const { return kind == WireColour::dimension; }
  bool is_scale() const { return kind != WireColour::dimension && kind != WireColour::layer; }
};

/// The links that the user singles out: those of nodes, and those over a cut of an axis (0: none). All others are pale.
struct SingledOut {
  std::vector<std::uint64_t> nodes;
  std::array<std::uint32_t, 2> cuts{};
  bool any() const { return !nodes.empty() || cuts[0] > 0 || cuts[1] > 0; }
};

/// Where addresses stand: in or beside their boxes, or outside of the plan if there is only one row or column.
enum class AddressPlace { at_nodes, below_plan, below_plan_turned, left_of_plan };

/// A point on the page, in millimetres.
struct PagePoint {
  double x = 0, y = 0;
};

/// The room around a plan inside its border; the room below it; the largest cell; the largest height of a plan for its
/// width, if no height is given.
inline constexpr double kPaddingMm = 0.8, kBelowPlanMm = 2.5, kLargestCellMm = 7, kMostHeightPerWidth = 1.25;

/// Positions of the parts of the page, in millimetres, and the map from cells to millimetres.
struct Frame {
  double page_width = 0, page_height = 0;
  /// A plane seen from a corner has page x = tilt[0] x + tilt[2] y + tilt[4], page y = tilt[1] x + tilt[3] y + tilt[5].
  std::optional<std::array<double, 6>> tilt;
  double margin = 5;
  svg::Rect plan;
  svg::Rect profile_x, profile_y;  ///< width 0: none
  AddressPlace addresses = AddressPlace::at_nodes;
  double key_y = 0;                 ///< top of scale bar and legend
  double scale_x = 1, scale_y = 1;  ///< millimetres a cell
  double to_x(double cells) const { return plan.x + cells * scale_x; }
  double to_y(double cells) const { return plan.bottom() - cells * scale_y; }
  double scale() const { return scale_x < scale_y ? scale_x : scale_y; }
  svg::Rect border() const {
    return {plan.x - kPaddingMm, plan.y - kPaddingMm, plan.width + 2 * kPaddingMm, plan.height + 2 * kPaddingMm};
  }
  /// A box of so many cells whose lower left corner stands at (x, y).
  svg::Rect rect(double x, double y, double width, double height) const {
    return {to_x(x), to_y(y + height), width * scale_x, height * scale_y};
  }
  svg::Rect rect(const BoxCells& box) const {
    return rect(static_cast<double>(box.x), static_cast<double>(box.y), box.width, box.height);
  }
  PagePoint point(double x, double y) const {
    if (!tilt) return {to_x(x), to_y(y)};
    const auto& t = *tilt;
    return {t[0] * x + t[2] * y + t[4], t[1] * x + t[3] * y + t[5]};
  }
  /// The middle of a cell.
  PagePoint middle(CellPoint cell) const { return point(cell.x + 0.5, cell.y + 0.5); }
};

/// The densest cut of an axis, all lines together.
struct PeakCut {
  std::int64_t links = 0, wires = 0;
  std::uint32_t cut = 0;  ///< 0: there is no cut
  std::size_t times = 0;  ///< number of cuts with this density
};

/// Finds the node at a cell. The node is computed from the placement if each digit belongs to one axis, else looked up
/// in a table.
class NodeFinder {
 public:
  NodeFinder(const Topology& topology, const Placement& placement);
  std::optional<std::uint64_t> at(const Cell& cell) const;
  /// The address of the node at a cell, empty if there is none.
  std::string address_at(const Cell& cell) const;

 private:
  const Topology& topology_;
  const Placement& placement_;
  std::vector<std::uint64_t> by_cell_;
  std::array<std::vector<std::uint64_t>, 3> by_slot_;  ///< of each axis: the part of a node's number
  GridSize grid_;
};

/// The contents and the style of a drawing: everything that does not depend on the page.
struct Scene {
  const Study& study;
  const Candidate& candidate;
  const DrawOptions& options;
  const svg::PictureStyle& style;
  const Topology& topology;
  const Placement& placement;
  const Layout& layout;
  NodeFinder nodes;
  Shown shown;
  DrawMode mode = DrawMode::wires;
  bool less = false;  ///< it has less detail than it would have outside of a page
  std::array<Profile, 2> profile = {};
  std::array<PeakCut, 2> peak = {};
  std::vector<DrawnWire> marks = {};  ///< modes wires and bands: all marks, in drawing order; patterns: bent links
  std::array<std::vector<std::vector<DrawnWire>>, 2> pattern_marks =
      {};  ///< mode patterns: by pattern, on its first line
  std::optional<DrawnWire> longest = {};
  SingledOut singled_out = {};
  std::vector<DrawnWire> route = {};  ///< one wire of each hop
  std::vector<std::uint64_t> route_nodes = {};
  std::vector<std::uint32_t> route_classes = {};  ///< of virtual channels, hop by hop
  std::optional<LinkKinds> links = {};            ///< present if the picture tells delays
  std::vector<std::vector<Time>> delays = {};     ///< by delay model and kind of link
  /// By the two sites that links join, the lower one first, and their class; filled if colours tell loads.
  std::map<std::array<std::uint64_t, 3>, double> loads = {};
  WireColours colours = {};
  std::string id = {};                           ///< begins every id of this picture
  std::vector<std::uint32_t> kind_of_site = {};  ///< filled for a grid with several kinds of tile

  std::uint32_t columns() const { return layout.wiring.grid[Axis::x]; }
  std::uint32_t rows() const { return layout.wiring.grid[Axis::y]; }
  std::uint32_t planes() const { return layout.wiring.grid[Axis::z]; }
  /// The number of a line of x or y in a plane.
  std::uint32_t line(Axis axis, std::uint32_t slot_across, std::uint32_t plane) const {
    return slot_across + (axis == Axis::x ? rows() : columns()) * plane;
  }
  bool unit() const { return layout.rules.unit; }
  const char* time_unit() const { return study.counts_tau() ? "tau" : "ns"; }
  /// Whether links are drawn one by one.
  bool draws_links() const { return mode == DrawMode::wires || mode == DrawMode::bands; }
  /// The length of a cell along x, in wire pitches or millimetres; its height for its width.
  double cell_length() const { return unit() ? 1 : layout.rules.cell_width_nm * 1e-6; }
  double cell_aspect() const { return unit() ? 1 : layout.rules.cell_height_nm / layout.rules.cell_width_nm; }
  /// The name of a site in the picture: its name in the user's floorplan, else its address.
  std::string address_of(std::uint64_t site) const {
    return placement.given ? site_name(topology, site) : address(topology, site);
  }
  /// Routed length: wire pitches in the unit technology, else millimetres.
  double length(const DrawnWire& wire) const;
  /// Delay of the wire's link under a delay model of the study; requires has_delays().
  Time delay(const DrawnWire& wire, std::size_t model) const { return delays[model][links->kind(wire.place)]; }
  bool has_delays() const { return links.has_value(); }
  double colour_value(const DrawnWire& wire) const;
  /// Messages over the busier channel of the wire's link, for each message that a node sends.
  double load(const DrawnWire& wire) const;
  /// "33 wire pitches" or "1.25 mm".
  std::string length_text(double length) const;
};

/// Wires on the tracks of a routing channel, between two neighbouring slots of its line.
struct TrackUse {
  Axis axis = Axis::x;
  std::uint32_t line = 0, cut = 0;  ///< between slots cut - 1 and cut
  std::uint64_t wires = 0;          ///< over the cut, also those without room
  std::uint64_t tracks = 0;         ///< tracks of the channel there, on all layers
  std::uint64_t overflow = 0;       ///< wires without room
  std::uint64_t at_own_pitch = 0;   ///< tracks that there would be if each layer had its own pitch
  double share() const {
    const std::uint64_t used = wires - overflow;
    return used >= tracks ? 1 : static_cast<double>(used) / static_cast<double>(tracks);
  }
};

/// The cells that the inset of a schematic shows, about the crossing of a row and a column.
struct InsetWindow {
  double x = 0, y = 0, width = 0, height = 0;
  double pitch_mm = 0;  ///< of its cells along x
  std::uint32_t column = 0, row = 0;
  double right() const { return x + width; }
  double top() const { return y + height; }
};
inline constexpr double kInsetMm = 38, kInsetMarkMm = 2, kLeastWidthWithInset = 150;

/// The page that a scene is drawn on.
struct Page {
  const Scene& scene;
  Frame frame = {};
  std::uint32_t plane = 0;                         ///< the plane that is drawn now
  std::span<const DrawnWire> marks = scene.marks;  ///< of that plane
  std::vector<svg::Rect> occupied = {};            ///< places on the plan where no label should stand
  std::vector<std::string> notes = {};             ///< notes printed on the picture
  std::vector<TrackUse> use = {};                  ///< shown in a schematic
  std::optional<InsetWindow> inset = {};           ///< of a schematic
  bool schematic = false;                          ///< links are drawn wider than to scale, and show no layers
};

/// Gathers everything that does not depend on the page. Throws input errors for options that do not fit the candidate.
Scene make_scene(const Study& study, const Candidate& candidate, const DrawOptions& options);

/// The candidate's route as one wire for each hop. Throws input errors for nodes that do not exist or are not
/// connected.
void find_route(Scene& scene);

/// Reads what DrawOptions::show singles out. Throws input errors for nodes and cuts that do not exist, and a limit
/// error if links are not drawn one by one.
void find_singled_out(Scene& scene);
bool is_singled_out(const Scene& scene, const DrawnWire& wire);

/// The fewest and the most links of a square of the density map, over all planes: they share one scale.
std::pair<double, double> range_of_map(const Scene& scene);

/// Decides where everything stands on the page.
void set_frame(Page& page);
/// Begins a page with its width; returns the top of what stands below the title.
double below_title(Page& page);
/// Throws an input error for a size that is too small or too large.
void expect_sizes(const DrawOptions& options);
/// The part of a given height that remains for the plan after `taken` and everything below the plan. Throws an input
/// error if it is too little.
double height_left(const Page& page, double taken);
/// One plane with its links as arcs or in lanes from router to router. The frame, the title and the border of the plan
/// must exist already.
void draw_schematic(svg::Canvas& canvas, Page& page);
/// Whether wires are so thin beside the tiles that a picture to scale would show only tiles. Needs the frame.
bool suits_schematic(const Page& page);
/// The use of all routing channels of a plane that carry wires on tracks. Cost: O(parts x slots + lines x slots).
std::vector<TrackUse> track_use(const Scene& scene);
/// The cells that the inset shows: around the place where the most wires of a row and of a column cross. Absent if
/// there is no room. Cost: O(marks + patterns x slots + nodes).
std::optional<InsetWindow> inset_window(const Scene& scene);
/// The share of tracks that the darkest colour of track use stands for, at least a tenth.
double top_of_use_scale(const std::vector<TrackUse>& all);
/// The colour of a step of that scale, and the text of the scale in the legend.
std::string use_colour(const svg::PictureStyle& style, std::size_t step);
std::string track_use_text(const Page& page);

// The parts of the picture, each into its own group.
void draw_title(svg::Canvas& canvas, const Page& page);
void draw_nodes(svg::Canvas& canvas, Page& page);
void draw_addresses(svg::Canvas& canvas, Page& page);
/// For places that the user gives: draw_tiles() draws tiles and blocked rectangles, below the wires; draw_overflow()
/// marks the places where wires have no room, above the wires.
void draw_tiles(svg::Canvas& canvas, const Page& page);
void draw_overflow(svg::Canvas& canvas, const Page& page);
/// The kinds of tile that have colours of their own, in the order of the plan, and the class of each.
inline constexpr std::size_t kTileColours = 8;
std::vector<std::string> tile_kinds(const Scene& scene);
/// The number of a site's kind among the kinds with colours, on a grid; absent if it has no colour.
std::optional<std::uint32_t> coloured_kind(const Scene& scene, std::uint64_t site);
std::string tile_class(std::size_t kind);
/// The class and the title of a site's box.
std::string site_class(SiteKind kind, std::optional<std::uint32_t> tile);
std::string site_title(const Scene& scene, const Cell& cell, std::uint64_t site);
/// The point where the links of a tile begin, if the user gives the places.
PagePoint given_router(const Page& page, std::uint64_t site);
/// The outlines of packaging levels that can be told apart, and their names where there is room.
void draw_modules(svg::Canvas& canvas, const Page& page);
void draw_module_names(svg::Canvas& canvas, Page& page);
void draw_wires(svg::Canvas& canvas, Page& page);
void draw_patterns(svg::Canvas& canvas, Page& page);
void draw_density_map(svg::Canvas& canvas, Page& page);
void draw_profiles(svg::Canvas& canvas, const Page& page);
/// The peak cuts, and those that are singled out.
void draw_cuts(svg::Canvas& canvas, Page& page);
void draw_singled_nodes(svg::Canvas& canvas, const Page& page);
/// The links and wires over a cut, all lines together.
PeakCut counts_of_cut(const Scene& scene, Axis axis, std::uint32_t cut);
void draw_longest(svg::Canvas& canvas, const Page& page);
void draw_longest_label(svg::Canvas& canvas, const Page& page);
void draw_route(svg::Canvas& canvas, const Page& page);
/// Scale bar, legend and notes; sets the height of the page if it is not given.
void draw_key(svg::Canvas& canvas, Page& page);

/// The best place for addresses at about `mm_per_cell`, and the room that they take outside of the plan.
AddressPlace address_place(const Page& page, double mm_per_cell);
double address_room_mm(const Page& page);
/// The first letters of a name that fit into a width, and an ellipsis behind them. Empty if fewer than two letters fit.
std::string shortened_name(std::string_view name, double width_mm, double size_pt);
/// Whether the names that do not fit are shortened: where most of them fit, so that a long one hides no other.
inline bool shortens_names(std::size_t fitting, std::size_t all) { return 2 * fitting >= all; }

/// Calls visit(cell, site) for the sites of the plane that is drawn now, row by row.
template <class Visit>
void for_each_site(const Page& page, const Visit& visit) {
  for (std::uint32_t row = 0; row < page.scene.rows(); ++row) {
    for (std::uint32_t column = 0; column < page.scene.columns(); ++column) {
      const Cell cell{{column, row, page.plane}};
      if (const auto site = page.scene.nodes.at(cell)) visit(cell, *site);
    }
  }
}

/// The class of a packaging level's outlines and their text in the legend, for each drawn level.
std::vector<std::pair<std::string, std::string>> module_styles(const Page& page);

/// The box of a node in the plane that is drawn now, in unit cells, with its corners at cell edges; of a tile that is a
/// polygon its largest piece, or its middle where sides are slanted.
using NodeBox = BoxCells;
NodeBox node_box(const Page& page, std::uint32_t column, std::uint32_t row);
/// The part of the box that no routing channel covers.
NodeBox open_box(const Page& page, std::uint32_t column, std::uint32_t row);

/// A sentence that says what the picture shows.
std::string facts(const Scene& scene);
/// The heights of the title block, and of scale bar, legend and notes together (for the usual number of notes).
double title_height_mm(const Page& page);
double key_height_mm(const Page& page);

/// Opens a group in which coordinates are unit cells, y upward, and the centre of cell (i, j) is (i, j).
void open_cells(svg::Canvas& canvas, const Page& page, std::string_view css_class, std::string_view attributes = {});
/// `stroke-width="..."`.
std::string stroke_width(double width, int digits = 3);
/// A dot where links end.
void put_dot(svg::Canvas& canvas, PagePoint at, double radius_mm);
/// A bar from x on, about y, with ticks of this height at its ends.
void put_scale_bar(svg::Canvas& canvas, std::array<double, 2> at, double length, double tick, std::string_view title);
/// "1 link", "40 links"; "640 wires".
std::string links_text(std::int64_t links);
std::string wires_text(std::int64_t wires);
/// The stroke of the longest wire and of a route.
double highlight_mm(const Page& page);
/// The stroke of a wire or a band, in cells, not thinner than can be printed.
double stroke_cells(const Page& page, std::uint32_t wires, std::uint8_t pair);
/// Attributes that align the dashes of a mark with those of its whole class; empty for solid marks.
std::string dash_offset(const Scene& scene, const DrawnWire& mark);
/// CSS class of a mark's colour: "d3" for a dimension, "q5" for a step of a scale.
std::string colour_class(const Scene& scene, const DrawnWire& wire);
/// ", 1.2 ns linear": the delays of a wire's link under each delay model, escaped for XML; requires has_delays().
std::string delays_text(const Scene& scene, const DrawnWire& mark);
/// "dimension 1, wire 1, span 2, 33 wire pitches"; without the number of the wire unless `numbered`.
std::string wire_words(const Scene& scene, const DrawnWire& wire, double length, bool numbered);
/// "000 – 010, dimension 1, wire 1, span 2, 33 wire pitches".
std::string wire_title(const Scene& scene, const DrawnWire& wire);

/// A machine: its floor with trays by how many cables lie in them (`hall`), bundles between racks (`bundles`), or racks
/// from the front (`racks`). Throws an input error if the candidate has no machine. Cost: O(cables).
Floorplan hall_plan(const Study& study, const Candidate& candidate, const DrawOptions& options);

}  // namespace cutline::drawing
