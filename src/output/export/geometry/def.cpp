// SPDX-License-Identifier: Apache-2.0
#include "output/export/geometry/drawing.hpp"

namespace cutline::exporting {

namespace {

constexpr double kMostUnits = 1e9;  // readers add coordinates in 32 bits
constexpr std::uint64_t kMostWires = 1 << 20;
/// The database units of a micron that LEF allows and that divide a nanometre. With the first, the middle of a cell of
/// whole nanometres is a whole number.
constexpr std::array<int, 5> kUnitsPerMicron = {2000, 4000, 8000, 10000, 20000};

/// The die: the user's, or as large as the layout.
Rectangle die_in(const ExportNetwork& network) {
  if (network.plan != nullptr) return die_of(*network.plan);
  const Layout& layout = *network.layout;
  return {{},
          {},
          nanometres(static_cast<double>(layout.columns().total) * layout.rules.cell_width_nm),
          nanometres(static_cast<double>(layout.rows().total) * layout.rules.cell_height_nm)};
}

bool is_whole(double units) { return std::abs(units - std::round(units)) < 1e-4; }

/// Whether `holds` is true of every box and every polygon that the user gives.
template <class Holds>
bool all_given(const ExportNetwork& network, const Holds& holds) {
  if (network.plan == nullptr) return true;
  const auto both = [&](const auto& each) { return holds(each.box, each.shape); };
  return holds(die_in(network), network.plan->outline_shape) && std::ranges::all_of(network.nodes, both) &&
         std::ranges::all_of(network.plan->blockages, both);
}

/// Whether in these units half a cell, and all that the user gives, are whole numbers.
bool are_exact(const ExportNetwork& network, int units_per_micron) {
  const double per_nm = units_per_micron * 1e-3;
  const auto exact = [&](Length length) { return is_whole(in_nm(length) * per_nm); };
  const LayoutRules& rules = network.layout->rules;
  return is_whole(rules.cell_width_nm / 2 * per_nm) && is_whole(rules.cell_height_nm / 2 * per_nm) &&
         all_given(network, [&](const Rectangle& box, const Polygon& shape) {
           return exact(box.x) && exact(box.y) && exact(box.width) && exact(box.height) &&
                  std::ranges::all_of(shape.corners,
                                      [&](const Polygon::Corner& at) { return exact(at.x) && exact(at.y); });
         });
}

/// The farthest coordinate in these units.
double farthest(const ExportNetwork& network, int units_per_micron) {
  const Rectangle die = die_in(network);
  double most = 0;
  for (const Length at : {die.x, die.y, die.right(), die.top()}) most = std::max(most, std::abs(in_nm(at)));
  return most * units_per_micron * 1e-3;
}

/// The first units that are exact and in which the die fits; without any, the first.
int units_of(const ExportNetwork& network) {
  for (const int units : kUnitsPerMicron) {
    if (are_exact(network, units) && farthest(network, units) <= kMostUnits) return units;
  }
  return kUnitsPerMicron.front();
}

/// Writes nets and components of a layout in one plane: tiles, die and blockages as the user gives them, tracks and
/// wires by the cells of the layout, which begin at the die's lower left corner.
class DefWriter {
 public:
  explicit DefWriter(const ExportNetwork& network)
      : network_(network),
        layout_(*network.layout),
        layers_(*network.material, network.layout->rules, units_of(network)),
        die_(die_in(network)),
        names_(design_names(network)) {
    number_at_.resize(layout_.wiring.grid.count());
    for (std::size_t i = 0; i < network.nodes.size(); ++i) number_at_[place(network.nodes[i].cell)] = i;
    links_.resize(network.links.size());
    for (std::size_t i = 0; i < network.links.size(); ++i) links_[network.links[i].in_layout] = i;
    find_macros();
  }

  std::vector<ExportFile> files(const std::string& header) {
    std::string out;
    append(out, "{}VERSION 5.8 ;\nDIVIDERCHAR \"/\" ;\nBUSBITCHARS \"[]\" ;\nDESIGN {} ;\n", header, kNetworkModule);
    append(out, "UNITS DISTANCE MICRONS {} ;\n", layers_.units_per_micron());
    append(out, "PROPERTYDEFINITIONS\n  NET link_delay_ps REAL ;\nEND PROPERTYDEFINITIONS\n");
    const bool is_polygon = network_.plan != nullptr && !network_.plan->outline_shape.empty();
    append(out, "DIEAREA {} ;\n", is_polygon ? corners(network_.plan->outline_shape) : corners(die_));
    put_tracks(out);
    put_components(out);
    put_blockages(out);
    put_nets(out);
    append(out, "END DESIGN\n");
    std::vector<const LefMacro*> macros(macros_.size());
    for (const auto& [macro, number] : macros_) macros[number] = &macro;
    return {{"", out}, {".lef", header + lef_text(layers_, macros)}};
  }

 private:
  double units(Length length) const { return in_nm(length) * layers_.units_per_micron() * 1e-3; }
  std::int64_t whole(Length length) const { return std::llround(units(length)); }
  double cell_units(Axis axis) const {
    return units(nanometres(axis == Axis::x ? layout_.rules.cell_width_nm : layout_.rules.cell_height_nm));
  }
  std::int64_t middle(Axis axis, std::int64_t cell) const {
    return std::llround(units(axis == Axis::x ? die_.x : die_.y) +
                        (static_cast<double>(cell) + 0.5) * cell_units(axis));
  }
  /// The lower left and the upper right corner.
  std::string corners(const Rectangle& box) const {
    return fmt::format("( {} {} ) ( {} {} )", whole(box.x), whole(box.y), whole(box.right()), whole(box.top()));
  }
  /// All corners of a polygon in turn.
  std::string corners(const Polygon& shape) const {
    std::vector<std::string> points;
    for (const Polygon::Corner& corner : shape.corners)
      points.push_back(fmt::format("( {} {} )", whole(corner.x), whole(corner.y)));
    return join(points, " ");
  }
  std::string point(std::int64_t x, std::int64_t y) const {
    return fmt::format("( {} {} )", middle(Axis::x, x), middle(Axis::y, y));
  }
  /// An end of a piece of wire. In DEF the metal reaches past the end by half its width unless the file says otherwise.
  std::string end(std::size_t layer, std::int64_t x, std::int64_t y) const {
    const CellMetal& metal = layers_.metal(layer);
    const DrawnPoint half = layers_.half_size(layer);
    if (metal.length == metal.width) return point(x, y);
    return fmt::format("( {} {} {} )", middle(Axis::x, x), middle(Axis::y, y), std::min(half.x, half.y));
  }
  std::size_t place(const Cell& cell) const {
    return cell[Axis::x] + std::size_t{layout_.wiring.grid[Axis::x]} * cell[Axis::y];
  }

  /// The lowest layer of a terminal: the lowest one of its stack of vias, if it has one.
  std::size_t pin_layer(const Terminal& terminal) const {
    return layout_.rules.via_stacks() ? 0 : layers_.place(terminal.layer);
  }
  LefPin pin(const Terminal& terminal) const {
    const ExportNode& node = network_.nodes[number_at_[place(terminal.node)]];
    return {middle(Axis::x, terminal.x) - whole(node.box.x), middle(Axis::y, terminal.y) - whole(node.box.y),
            pin_layer(terminal)};
  }

  /// Finds the macros: equal boxes with equal terminals share one.
  void find_macros() {
    boxes_.resize(network_.nodes.size());
    for (std::size_t i = 0; i < boxes_.size(); ++i) {
      const Rectangle& box = network_.nodes[i].box;
      boxes_[i] = {whole(box.right()) - whole(box.x), whole(box.top()) - whole(box.y), {}, {}};
      for (const Polygon::Corner& corner : network_.nodes[i].shape.corners)
        boxes_[i].shape.push_back({whole(corner.x) - whole(box.x), whole(corner.y) - whole(box.y)});
    }
    for_each_wire(layout_, [&](const WireShapes& wire) {
      for (const Terminal& each : wire.terminals) boxes_[number_at_[place(each.node)]].pins.push_back(pin(each));
    });
    for (LefMacro& box : boxes_) {
      std::ranges::sort(box.pins);
      CUTLINE_EXPECT(std::ranges::adjacent_find(box.pins) == box.pins.end());
      macros_.emplace(box, macros_.size());
    }
  }

  void put_tracks(std::string& out) const {
    for (std::size_t i = 0; i < layers_.size(); ++i) {
      const Axis across = layers_[i].direction == LayerDirection::horizontal ? Axis::y : Axis::x;
      const double step = cell_units(across);
      if (step != std::round(step)) continue;
      append(out, "TRACKS {} {} DO {} STEP {} LAYER {} ;\n", across == Axis::x ? "X" : "Y", middle(across, 0),
             layout_.positions[index(across)].total, std::llround(step), layers_[i].name);
    }
  }

  void put_components(std::string& out) const {
    append(out, "COMPONENTS {} ;\n", boxes_.size());
    for (std::size_t i = 0; i < boxes_.size(); ++i) {
      const ExportNode& node = network_.nodes[i];
      append(out, "- {} node{} + FIXED ( {} {} ) N ;\n", names_[i], macros_.at(boxes_[i]), whole(node.box.x),
             whole(node.box.y));
    }
    append(out, "END COMPONENTS\n");
  }

  /// Writes what the user's floorplan keeps free of wires.
  void put_blockages(std::string& out) const {
    if (network_.plan == nullptr) return;
    std::string rectangles;
    std::size_t count = 0;
    for (const Blockage& blockage : network_.plan->blockages) {
      for (std::size_t i = 0; i < layers_.size(); ++i) {
        const std::vector<std::string>& names = blockage.layers;
        if (!names.empty() && std::ranges::find(names, layers_[i].name) == names.end()) continue;
        ++count;
        append(rectangles, "- LAYER {} {} ;\n", layers_[i].name,
               blockage.shape.empty() ? "RECT " + corners(blockage.box) : "POLYGON " + corners(blockage.shape));
      }
    }
    if (count > 0) append(out, "BLOCKAGES {} ;\n{}END BLOCKAGES\n", count, rectangles);
  }

  std::string pin_text(const Terminal& terminal) const {
    const std::size_t node = number_at_[place(terminal.node)];
    const std::vector<LefPin>& pins = boxes_[node].pins;
    return fmt::format("( {} p{} )", names_[node], std::ranges::lower_bound(pins, pin(terminal)) - pins.begin());
  }

  /// The pieces and vias of a wire. Their order does not matter to DEF.
  std::vector<std::string> routing(const WireShapes& wire) const {
    std::vector<std::string> pieces;
    for (const Segment& each : wire.segments) {
      if (each.x0 == each.x1 && each.y0 == each.y1) continue;  // a via in this cell covers it
      const std::size_t layer = layers_.place(each.layer);
      pieces.push_back(
          fmt::format("{} {} {}", layers_[layer].name, end(layer, each.x0, each.y0), end(layer, each.x1, each.y1)));
    }
    const auto add_via = [&](std::size_t lower, std::int64_t x, std::int64_t y) {
      pieces.push_back(fmt::format("{} {} {}", layers_[lower].name, point(x, y), layers_.via(lower)));
    };
    for (const Via& each : wire.vias) {
      const auto [lower, upper] = std::minmax({layers_.place(each.lower), layers_.place(each.upper)});
      for (std::size_t i = lower; i < upper; ++i) add_via(i, each.x, each.y);
    }
    for (const Terminal& each : wire.terminals) {
      for (std::size_t i = pin_layer(each); i < layers_.place(each.layer); ++i) add_via(i, each.x, each.y);
    }
    return pieces;
  }

  void put_nets(std::string& out) const {
    const auto wires = sum_over<std::uint64_t>(network_.links, &ExportLink::wires);
    append(out, "NETS {} ;\n", wires - layout_.unrouted.wires());
    for_each_wire(layout_, [&](const WireShapes& wire) {
      const std::size_t number = links_.at(wire.link);
      const ExportLink& link = network_.links[number];
      append(out, "- l{}_{}_{}_{} {} {}\n", number, link.from, link.to, wire.wire, pin_text(wire.terminals.front()),
             pin_text(wire.terminals.back()));
      const char* begin = "  + ROUTED";
      for (const std::string& piece : routing(wire)) {
        append(out, "{} {}\n", begin, piece);
        begin = "    NEW";
      }
      append(out, "  + PROPERTY link_delay_ps {:.6f} ;\n", in_ns(link.delay) * 1e3);
    });
    append(out, "END NETS\n");
  }

  const ExportNetwork& network_;
  const Layout& layout_;
  LayerStack layers_;
  Rectangle die_;
  std::vector<std::string> names_;      ///< of nodes
  std::vector<std::size_t> number_at_;  ///< of nodes, by cell
  std::vector<std::size_t> links_;      ///< in the order of the layout's wires
  std::vector<LefMacro> boxes_;         ///< of nodes
  std::map<LefMacro, std::size_t> macros_;
};

void expect_def_holds(const Export& target, ExportNetwork& network) {
  expect_links(target, network);
  if (network.unit) {
    throw_input_error(fmt::format("{} counts in microns, and the unit technology has no metres", target.name),
                      "name a technology that has them, as `technology: nangate45`");
  }
  const Layout& layout = *network.layout;
  if (layout.wiring.grid[Axis::z] > 1) {
    throw_input_error(
        fmt::format("{} holds one plane, and '{}' has {}", target.name, network.name, layout.wiring.grid[Axis::z]),
        "place the network in one plane");
  }
  const Rectangle die = die_in(network);
  expect_at_most(
      farthest(network, kUnitsPerMicron.front()), kMostUnits,
      "export a smaller network of the same kind; a candidate with a `board:` has the files of its board, as `--to "
      "kicad`",
      "{} holds layouts of up to {} mm, for readers count half nanometres in 32 bits; this one measures {} mm by {} mm",
      target.name, kMostUnits / kUnitsPerMicron.front() * 1e-3, text::short_text(in_mm(die.width)),
      text::short_text(in_mm(die.height)));
  const auto wires = sum_over<std::uint64_t>(network.links, &ExportLink::wires);
  expect_at_most(static_cast<double>(wires), kMostWires, "make the channels narrower: each wire is a net",
                 "{} holds up to {} wires; '{}' has {}", target.name, kMostWires, network.name, wires);
  if (!all_given(network, [](const Rectangle&, const Polygon& shape) { return is_rectilinear(shape); })) {
    note(network,
         "polygons are written with all their corners; the dies of DEF have sides along the axes alone, and its other "
         "polygons at 45 degrees too, so that some readers refuse others");
  }
  if (!are_exact(network, units_of(network)))
    note(network, "places are rounded to half nanometres, and tracks at no whole number of them are left out");
}

void note_vias(ExportNetwork& network) {
  const LayerStack layers(*network.material, network.layout->rules, units_of(network));
  std::size_t i = 0;
  while (i + 1 < layers.size() && layers.via_ohm(i)) ++i;
  if (i + 1 < layers.size())
    note(network,
         "technology {} does not tell the resistance of every via: LEF has none for the others, and readers may take "
         "that for nothing",
         network.technology);
}

std::vector<ExportFile> write_def(const Export& target, ExportNetwork& network, const ExportChoice&) {
  expect_def_holds(target, network);
  note_vias(network);
  const auto is_changed = [](const ExportNode& node) {
    return std::ranges::any_of(node.address, [](char c) { return c <= ' ' || c > '~'; });
  };
  if (network.named && std::ranges::any_of(network.nodes, is_changed))
    note(network,
         "names with blanks or with letters past ASCII have _ for these, and then the node's number, as `cutline list "
         "nodes` tells it");
  return DefWriter(network).files(commented_header(target, network, "#"));
}

}  // namespace

Export def_export() {
  return {.name = "def",
          .summary = "routers and layout tools: node boxes, tracks, every wire as it runs, and LEF",
          .source = "LEF/DEF 5.8 language reference",
          .extension = ".def",
          .ignores =
              "nodes are boxes without contents or obstructions, and a net joins the ends of one wire, whichever way "
              "its link's channel goes; delays are the property link_delay_ps of nets, which few tools read: that of "
              "its link's slowest wire for each of a link's wires; layers that do not carry the network are left out",
          .route_cost = RouteCostUse::none,
          .times = LinkTimes::delays,
          .tells_names = true,
          .several_files = true,
          .draws_wires = true,
          .limits = {1 << 18, 1 << 18, 1500},
          .write = write_def};
}

}  // namespace cutline::exporting
