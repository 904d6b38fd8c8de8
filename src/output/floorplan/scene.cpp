// SPDX-License-Identifier: Apache-2.0
#include "output/floorplan/scene.hpp"

#include "cutline/study/placed_network.hpp"
#include "evaluate/candidate_routes.hpp"
#include "study/work_estimate.hpp"

namespace cutline::drawing {

namespace {

constexpr std::uint64_t kEveryWireNodes = 1024;
constexpr std::uint64_t kEveryWireWires = 20'000;
constexpr std::uint64_t kMostMarks = 60'000;       ///< written one by one
constexpr std::uint64_t kMostInstances = 200'000;  ///< drawn by a viewer, reused shapes counted each time
constexpr std::uint64_t kMostInPage = 10'000;      ///< the same in a page, which has many pictures

constexpr double kFromMetres = 10000;     ///< in millimetres; lengths from this one on are told in metres
constexpr double kThinnestLinkMm = 0.01;  ///< thinner links leave no ink

struct Counts {
  std::uint64_t wires = 0;
  std::uint64_t links = 0;
  std::uint64_t distinct = 0;  ///< straight parts of distinct patterns, and bent links
  std::uint64_t bands = 0;     ///< of all links, and of distinct ones
  std::uint64_t distinct_bands = 0;
};

/// The product of two counts, limited to 2^60 if it overflows: a drawing need only know that there are too many marks.
std::uint64_t times(std::uint64_t a, std::uint64_t b) { return checked_product(a, b).value_or(std::uint64_t{1} << 60); }

Counts count(const Layout& layout) {
  Counts counts;
  const auto add = [&](std::uint64_t links, std::uint64_t wires, std::uint64_t bands, std::uint64_t lines) {
    counts.distinct += links;
    counts.distinct_bands += bands;
    counts.bands += times(bands, lines);
    counts.links += times(links, lines);
    counts.wires += times(wires, lines);
  };
  for (const Axis axis : kAxes) {
    const Lines& lines = layout.lines(axis);
    for (std::size_t p = 0; p < lines.patterns.size(); ++p) {
      const Pattern& pattern = lines.patterns[p];
      std::uint64_t parts = 0, wires = 0, bands = 0;
      for (std::size_t part = 0; part < pattern.size(); ++part) {
        if (pattern.is_bent(part)) continue;
        parts += 1;
        wires += wires_of(layout, pattern, part);
        bands += wires_of(layout, pattern, part) / band_wires(pattern);
      }
      add(parts, wires, bands, lines.multiplicity[p]);
    }
  }
  for (const Joint& joint : layout.wiring.joints) {
    const std::uint32_t wires = layout.wiring.kind(joint).wires;
    add(1, wires, wires / band_wires(layout, joint), 1);
  }
  return counts;
}

PeakCut peak_of(const Profile& profile) {
  if (profile.links.empty()) return {};
  const auto densest = std::ranges::max_element(profile.links);
  const auto index = static_cast<std::size_t>(densest - profile.links.begin());
  return {*densest, profile.wires[index], static_cast<std::uint32_t>(index) + 1,
          static_cast<std::size_t>(std::count(densest, profile.links.end(), *densest))};
}

/// A short name for the ids of one picture, so that several can stand in one page.
std::string picture_id(const Candidate& candidate) {
  std::uint64_t hash = 1469598103934665603ull;
  for (const char c : candidate.design->name) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211ull;
  return fmt::format("f{:08x}", static_cast<std::uint32_t>(hash ^ hash >> 32));
}

/// Sorts marks in the order of drawing: lower layers first, then colour by colour.
void sort_marks(const Scene& scene, std::vector<DrawnWire>& marks) {
  std::vector<std::tuple<std::size_t, std::size_t, std::size_t>> order;
  order.reserve(marks.size());
  for (const DrawnWire& mark : marks) {
    const std::size_t colour = scene.colours.by_class()   ? mark.link_class
                               : scene.colours.is_scale() ? scene.colours.step(scene.colour_value(mark))
                                                          : mark.pair;
    order.emplace_back(mark.pair, colour, order.size());
  }
  std::ranges::sort(order);
  std::vector<DrawnWire> sorted;
  sorted.reserve(order.size());
  for (const auto& [pair, colour, i] : order) sorted.push_back(std::move(marks[i]));
  marks = std::move(sorted);
}

void gather_marks(Scene& scene) {
  const std::uint32_t most = scene.mode == DrawMode::wires ? 1 : kWholeBand;
  for (const Axis axis : kAxes) {
    const Lines& lines = scene.layout.lines(axis);
    for (std::uint32_t line = 0; scene.draws_links() && line < lines.pattern_of_line.size(); ++line)
      add_line_marks(scene.layout, axis, line, most, scene.marks);
    for (std::size_t p = 0; scene.mode == DrawMode::patterns && axis != Axis::z && p < lines.patterns.size(); ++p)
      add_line_marks(scene.layout, axis, first_line_of(lines, p), most,
                     scene.pattern_marks[index(axis)].emplace_back());
  }
  if (scene.mode != DrawMode::density_map) add_joint_marks(scene.layout, most, scene.marks);
}

/// Calls body with each list of marks.
template <class Body>
void for_each_list(Scene& scene, Body body) {
  body(scene.marks);
  for (auto& axis : scene.pattern_marks) std::ranges::for_each(axis, body);
}

/// The mode of a layout. It follows from how much a viewer can hold, and from what a reader can see in a picture of
/// this width.
DrawMode draw_mode(const Layout& layout, const Topology& topology, double width_mm, bool in_page) {
  const Counts counts = count(layout);
  const std::uint64_t nodes = topology.node_count();
  if (nodes <= kEveryWireNodes && counts.wires <= kEveryWireWires) return DrawMode::wires;
  if (nodes <= kEveryWireNodes && counts.links <= kMostMarks) return DrawMode::bands;
  const std::uint64_t most = in_page ? kMostInPage : kMostInstances;
  const bool few = counts.distinct <= kMostMarks && nodes <= most && counts.links + nodes <= most;
  const double link_mm = width_mm / static_cast<double>(layout.columns().total) * static_cast<double>(counts.wires) /
                         static_cast<double>(std::max<std::uint64_t>(1, counts.links));
  return few && link_mm >= kThinnestLinkMm ? DrawMode::patterns : DrawMode::density_map;
}

/// The mode of a picture whose colours show loads. Each line has loads of its own, so one line cannot stand for others
/// with the same pattern.
DrawMode mode_of_loads(DrawMode mode, const Layout& layout) {
  const Counts counts = count(layout);
  if (mode < DrawMode::patterns) return mode;
  if (counts.links > kMostMarks) {
    throw_input_error(fmt::format("{} links are too many to colour each by its load", counts.links),
                      fmt::format("up to {} can be drawn so; `profile --loads` lists all channels", kMostMarks),
                      "colour");
  }
  return DrawMode::bands;
}

/// The key of a link in Scene::loads.
std::array<std::uint64_t, 3> link_ends(std::uint64_t a, std::uint64_t b, std::uint32_t link_class) {
  return {std::min(a, b), std::max(a, b), link_class};
}

void set_loads(Scene& scene) {
  for (const ChannelUnderLoad& channel : loaded_channels(scene.study, scene.candidate, {})) {
    if (channel.use != ChannelUse::link) continue;
    double& most = scene.loads[link_ends(channel.from, channel.to, channel.link_class)];
    most = std::max(most, channel.messages);
  }
}

void set_colour_scale(Scene& scene) {
  WireColours& colours = scene.colours;
  if (!colours.is_scale()) return;
  if (colours.kind == WireColour::length)
    colours.quantity = "length", colours.unit = scene.unit() ? "wire pitches" : "mm";
  if (colours.kind == WireColour::delay) colours.quantity = "delay", colours.unit = scene.time_unit();
  if (colours.kind == WireColour::load) colours.quantity = "load", colours.unit = "messages for each of a node";
  colours.low = std::numeric_limits<double>::infinity();
  const auto widen = [&](const DrawnWire& mark) {
    colours.low = std::min(colours.low, scene.colour_value(mark));
    colours.high = std::max(colours.high, scene.colour_value(mark));
  };
  for_each_list(scene, [&](const std::vector<DrawnWire>& marks) { std::ranges::for_each(marks, widen); });
  if (scene.longest) widen(*scene.longest);
  const std::vector<bool>& classes = scene.shown.classes;
  if (colours.kind == WireColour::delay && std::ranges::find(classes, false) == classes.end()) {
    for (const Time delay : scene.delays[scene.options.delay]) {
      colours.low = std::min(colours.low, in_ns(delay));
      colours.high = std::max(colours.high, in_ns(delay));
    }
  }
  if (colours.low > colours.high) colours.low = colours.high;
}

/// Memory that a picture takes beside the layout: its marks in the order of drawing and as text, the nodes of every
/// cell where a list holds them, and the densities of all cuts.
double picture_memory(const PlacedNetwork& network, const Layout& layout, DrawMode mode) {
  constexpr double kBytesPerMark = 1500, kBytesPerCell = 8, kBytesPerSlot = 64;
  const Counts counts = count(layout);
  const std::uint64_t marks = mode == DrawMode::wires      ? counts.wires
                              : mode == DrawMode::bands    ? counts.bands
                              : mode == DrawMode::patterns ? counts.distinct_bands
                                                           : 0;
  const GridSize& grid = layout.wiring.grid;
  const bool by_cell = !digits_have_axes(network.topology, network.placement);
  return kBytesPerMark * static_cast<double>(marks) +
         (by_cell ? kBytesPerCell * static_cast<double>(grid.count()) : 0) +
         kBytesPerSlot * (static_cast<double>(grid[Axis::x]) + grid[Axis::y]);
}

const Candidate& drawable(const Candidate& candidate) {
  CUTLINE_EXPECT(candidate.design != nullptr);
  if (!candidate.laid_out()) {
    const bool ideal = candidate.design->ideal;
    throw_input_error(
        fmt::format("candidate '{}' has no layout to draw", candidate.design->name),
        ideal ? "it is ideal: closed forms only; remove 'ideal: true' to lay it out" : "it cannot be built");
  }
  return candidate;
}

}  // namespace

std::size_t WireColours::step(double value) const {
  if (high <= low) return svg::kScaleSteps - 1;
  const double share = (value - low) / (high - low);
  return std::min(svg::kScaleSteps - 1,
                  static_cast<std::size_t>(std::max(0.0, share * static_cast<double>(svg::kScaleSteps))));
}

double Scene::length(const DrawnWire& wire) const {
  const double cells_z = static_cast<double>(wire.planes()) * layout.rules.plane_cells;
  const double cells_x = wire.cells(&CellPoint::x), cells_y = wire.cells(&CellPoint::y);
  if (unit()) return cells_x + cells_y + cells_z;
  return (cells_x * layout.rules.cell_width_nm + cells_y * layout.rules.cell_height_nm +
          cells_z * layout.rules.cell_depth_nm) *
         1e-6;
}

double Scene::load(const DrawnWire& wire) const {
  const auto found = loads.find(link_ends(nodes.at(wire.a).value_or(0), nodes.at(wire.b).value_or(0), wire.link_class));
  return found == loads.end() ? 0 : found->second;
}

double Scene::colour_value(const DrawnWire& wire) const {
  if (colours.kind == WireColour::load) return load(wire);
  return colours.kind == WireColour::delay ? in_ns(delay(wire, options.delay)) : length(wire);
}

std::string Scene::length_text(double value) const {
  if (unit()) return fmt::format("{} wire pitch{}", svg::short_number(value), value == 1 ? "" : "es");
  if (value < 0.1) return fmt::format("{} µm", svg::short_number(value * 1000));
  return value < kFromMetres ? fmt::format("{} mm", svg::short_number(value))
                             : fmt::format("{} m", svg::short_number(value / 1000));
}

Scene make_scene(const Study& whole, const Candidate& candidate, const DrawOptions& options) {
  const Study& study = study_of(whole, *candidate.design);
  const PlacedNetwork& network = *drawable(candidate).network();
  const Layout& layout = candidate.laid_out()->layout;
  const int mode =
      static_cast<int>(draw_mode(layout, network.topology, options.width_mm, options.in_page)) + options.coarser;
  const auto shown_mode = static_cast<DrawMode>(std::min(mode, static_cast<int>(DrawMode::density_map)));
  expect_memory(layout_memory(candidate) + picture_memory(network, layout, shown_mode),
                {.memory_bytes = options.memory_bytes});
  Scene scene{study,
              candidate,
              options,
              svg::picture_style(options.style),
              network.topology,
              network.placement,
              layout,
              NodeFinder(network.topology, network.placement),
              shown_of(options, network.topology)};
  scene.shown.title = scene.shown.title && options.title;
  if (!candidate.design->tiles.empty())
    scene.kind_of_site = tile_kind_of_sites(candidate.design->tiles, network.topology, network.placement);
  scene.mode = shown_mode;
  scene.less = scene.mode != draw_mode(layout, network.topology, options.width_mm, false);
  if (scene.planes() > 1 || options.view == FloorplanView::isometric) scene.shown.peak = false;  // one plane only
  scene.id = picture_id(candidate);
  scene.colours.kind = options.colour;
  if (scene.colours.kind == WireColour::load) {
    scene.mode = mode_of_loads(scene.mode, layout);
    set_loads(scene);
  }
  if (scene.colours.kind == WireColour::delay && options.delay >= study.delays.size())
    throw_input_error("the study has no such delay model to colour by", {}, "delay");
  if (scene.colours.kind == WireColour::delay || options.in_page) {
    scene.links.emplace(candidate);
    for (const ChosenDelay& delay : study.delays)
      scene.delays.push_back(LinkCosts(study, candidate, *scene.links, delay).delays());
  }
  for (const Axis axis : {Axis::x, Axis::y}) {
    scene.profile[index(axis)] = machine_profile(layout, axis);
    scene.peak[index(axis)] = peak_of(scene.profile[index(axis)]);
  }
  gather_marks(scene);
  for_each_list(scene, [&](std::vector<DrawnWire>& marks) {
    std::erase_if(marks, [&](const DrawnWire& mark) { return !scene.shown.classes[mark.link_class]; });
  });
  scene.longest = wire_at(layout, candidate.laid_out()->measures.length.longest_wire);
  find_singled_out(scene);
  set_colour_scale(scene);
  for_each_list(scene, [&](std::vector<DrawnWire>& marks) { sort_marks(scene, marks); });
  if (scene.mode == DrawMode::density_map) std::tie(scene.colours.low, scene.colours.high) = range_of_map(scene);
  if (options.route) find_route(scene);
  return scene;
}

}  // namespace cutline::drawing
