// SPDX-License-Identifier: Apache-2.0
#include "output/export/boards/board_files.hpp"
#include "output/export/file_text.hpp"

namespace cutline::exporting {

namespace {

/// The least distance that the rules allow anywhere: the project's own; rules add the others.
board::Nanometres least_distance(const board::TrackRules& rules) {
  const board::Nanometres nets = std::min(rules.between(), rules.clearance);
  return rules.pairs ? std::min(rules.gap, nets) : nets;
}

/// The wires of a link differ by `match` at most: each is at most as much shorter than the longest. Of pairs, KiCad
/// holds the length of each line against the mean of both. It adds the heights of vias to lengths: links with vias have
/// no rules.
void match_rules(const NamedBoard& board, std::string& out) {
  const board::TrackRules& rules = board.board.rules;
  const auto rule = [&](std::string_view name, const std::string& nets, const std::string& constraint) {
    append(out, "(rule \"{} {}\"\n  (condition \"A.NetName == '{}'\")\n  (constraint {}))\n", name, nets, nets,
           constraint);
  };
  const std::vector<board::Nanometres> lengths = lengths_of_nets(board.routed);
  std::vector<board::Nanometres> longest(board.board.links.size());
  for (std::size_t net = 0; net < lengths.size(); ++net) {
    board::Nanometres& most = longest[board.routed.nets[net].link];
    most = std::max(most, lengths[net]);
  }
  for (const board::BoardVia& via : board.routed.vias) longest[board.routed.nets[via.net].link] = 0;
  for (std::size_t number = 0; number < longest.size(); ++number) {
    const board::BoardLink& link = board.board.links[number];
    if (longest[number] == 0) continue;
    if (rules.match && (link.wires > 1 || rules.pairs))
      rule("link", fmt::format("L{}_*", link.link),
           fmt::format("length (min {}mm) (max {}mm)",
                       mm_text(std::max<board::Nanometres>(0, longest[number] - *rules.match)),
                       mm_text(longest[number])));
    for (std::uint32_t pair = 0; rules.pairs && rules.match_in_pairs && pair < link.wires; ++pair)
      rule("pair", fmt::format("L{}_{}_*", link.link, pair),
           fmt::format("skew (max {}mm)", mm_text(*rules.match_in_pairs)));
  }
}

using board::Nanometres;
using Corners = std::vector<std::array<Nanometres, 2>>;

/// KiCad counts nanometres in 32 bits, and takes the length of diagonals in them too.
constexpr Nanometres kMostOfKicad = 1'518'500'000;

/// Writes a board for KiCad 6, format 20211014.
class KicadBoard {
 public:
  explicit KicadBoard(const NamedBoard& board) : board_(board), layers_(copper_stack(board)) {}

  std::string write() {
    expect_size();
    opening();
    footprints();
    tracks();
    surroundings();
    planes();
    return out_ + ")\n";
  }

 private:
  std::string layer_name(std::size_t layer) const { return copper_name(layer, layers_.size()); }
  std::string at(Nanometres x, Nanometres y) const {
    return fmt::format("{} {}", mm_text(board_.x(x)), mm_text(board_.y(y)));
  }

  void expect_size() const {
    Nanometres most = 0;
    const auto reach = [&](Nanometres x, Nanometres y) { most = std::max({most, board_.x(x), board_.y(y)}); };
    for (const auto& corner : board_.board.outline) reach(corner[0], corner[1]);
    for (const board::Pin& pin : board_.routed.pins) reach(pin.x, pin.y);
    if (most <= kMostOfKicad) return;
    throw_limit_error(fmt::format("the board is {} mm long, and KiCad holds boards up to {} mm", mm_text(most),
                                  mm_text(kMostOfKicad)),
                      "export its nets as `pins`, or a smaller board");
  }

  void opening() {
    constexpr Nanometres kUsualThickness = 1'600'000;
    const Nanometres thickness = board_.board.thickness > 0 ? board_.board.thickness : kUsualThickness;
    out_ = fmt::format(
        "(kicad_pcb (version 20211014) (generator cutline)\n  (general (thickness {})) (paper \"A4\")\n  (layers\n",
        mm_text(thickness));
    const std::size_t count = layers_.size();
    for (std::size_t i = 0; i < count; ++i) {
      const bool plane = board_.is_plane(layers_[i]);
      append(out_, "    ({} \"{}\" {})\n", i + 1 == count ? 31 : i, copper_name(i, count), plane ? "power" : "signal");
    }
    out_ +=
        "    (38 \"B.Mask\" user) (39 \"F.Mask\" user) (44 \"Edge.Cuts\" user) (48 \"B.Fab\" user) (49 \"F.Fab\" "
        "user))\n";
    out_ += "  (setup (pad_to_mask_clearance 0))\n  (net 0 \"\")\n";
    for (std::size_t n = 0; n < board_.nets.size(); ++n) append(out_, "  (net {} \"{}\")\n", n + 1, board_.nets[n]);
  }

  void footprints() {
    const board::Pin* before = nullptr;
    for (const board::Pin& pin : board_.routed.pins) {
      const board::Connector& connector = connector_of(board_.board, pin);
      const board::PlacedConnector& placed = board_.board.slots[pin.slot].connectors[pin.connector];
      if (before == nullptr || before->slot != pin.slot || before->connector != pin.connector) {
        if (before != nullptr) out_ += "  )\n";
        const bool back = board_.board.slots[pin.slot].back;
        append(out_, "  (footprint \"cutline:{}\" (layer \"{}.Cu\") (at {})\n    (attr through_hole)\n",
               footprint_name(connector), back ? 'B' : 'F', at(placed.x, placed.y));
        text("reference", board_.reference(pin), "0 2", back);
        text("value", footprint_name(connector), "0 4", back);
      }
      before = &pin;
      append(out_, "    (pad \"{}\" thru_hole circle (at {} {}) (size {} {}) (drill {}) (layers \"*.Cu\" \"*.Mask\")",
             pin_name(pin.column, pin.row), mm_text(pin.x - placed.x), mm_text(placed.y - pin.y),
             mm_text(connector.pad), mm_text(connector.pad), mm_text(connector.drill));
      if (const std::size_t net = board_.net_number(pin); net > 0)
        append(out_, " (net {} \"{}\")", net, board_.nets[net - 1]);
      out_ += ")\n";
    }
    if (before != nullptr) out_ += "  )\n";
  }
  void text(std::string_view what, std::string_view words, std::string_view where, bool back) {
    append(out_, "    (fp_text {} \"{}\" (at {}) (layer \"{}.Fab\")", what, words, where, back ? 'B' : 'F');
    append(out_, " (effects (font (size 1 1) (thickness 0.15)){}))\n", back ? " (justify mirror)" : "");
  }

  void tracks() {
    std::vector<std::string> names(layers_.size());  // of each signal layer
    for (std::size_t i = 0; i < layers_.size(); ++i) {
      if (layers_[i] < names.size()) names[layers_[i]] = layer_name(i);
    }
    const std::string width = mm_text(board_.board.rules.width);
    for (const board::BoardTrack& s : board_.routed.segments) {
      append(out_, "  (segment (start {}) (end {}) (width {}) (layer \"{}\") (net {}))\n", at(s.x0, s.y0),
             at(s.x1, s.y1), width, names[s.layer], s.net + 1);
    }
    const board::TrackRules& rules = board_.board.rules;
    for (const board::BoardVia& via : board_.routed.vias) {
      append(out_, "  (via (at {}) (size {}) (drill {}) (layers \"F.Cu\" \"B.Cu\") (net {}))\n", at(via.x, via.y),
             mm_text(rules.via_pad), mm_text(rules.via_drill), via.net + 1);
    }
  }

  void surroundings() {
    const Corners& outline = board_.board.outline;
    for (std::size_t i = 0; i < outline.size(); ++i) {
      const auto &from = outline[i], &to = outline[(i + 1) % outline.size()];
      append(out_, "  (gr_line (start {}) (end {}) (layer \"Edge.Cuts\") (width 0.1))\n", at(from[0], from[1]),
             at(to[0], to[1]));
    }
    for (const board::BoardBox& k : board_.board.keep_outs) {
      out_ += "  (zone (net 0) (net_name \"\") (layers";
      for (std::size_t i = 0; i < layers_.size(); ++i) append(out_, " \"{}\"", layer_name(i));
      out_ +=
          ") (hatch edge 0.5)\n    (connect_pads (clearance 0)) (min_thickness 0.1)\n    (keepout (tracks not_allowed)"
          " (vias not_allowed) (pads allowed) (copperpour allowed) (footprints allowed))\n"
          "    (fill (thermal_gap 0.5) (thermal_bridge_width 0.5))\n";
      polygon("polygon", {{k.x0, k.y0}, {k.x1, k.y0}, {k.x1, k.y1}, {k.x0, k.y1}});
      out_ += "  )\n";
    }
  }

  /// Planes of ground and power, filled: all copper but for a square around each pin of another net.
  void planes() {
    const std::optional<board::BoardBox> all = plane_box(board_);
    if (!all) return;
    const Corners box = {{all->x0, all->y0}, {all->x1, all->y0}, {all->x1, all->y1}, {all->x0, all->y1}};
    for (std::size_t i = 0; i < layers_.size(); ++i) {
      const std::size_t net = board_.plane_net(layers_[i]);
      if (net == 0) continue;
      append(out_, "  (zone (net {}) (net_name \"{}\") (layer \"{}\") (hatch edge 0.5)\n", net, board_.nets[net - 1],
             layer_name(i));
      append(out_, "    (connect_pads yes (clearance {})) (min_thickness 0.1) (filled_areas_thickness no)\n",
             mm_text(board_.board.rules.from_planes()));
      out_ += "    (fill yes (thermal_gap 0.5) (thermal_bridge_width 0.5))\n";
      polygon("polygon", box);
      polygon(fmt::format("filled_polygon (layer \"{}\")", layer_name(i)), plane_with_holes(*all, holes(net)));
      out_ += "  )\n";
    }
  }

  /// The holes of the plane of a net: around pins of other nets, and around vias.
  std::vector<board::BoardBox> holes(std::size_t net) const {
    std::vector<board::BoardBox> all;
    const board::TrackRules& rules = board_.board.rules;
    for (const board::Pin& pin : board_.routed.pins) {
      const Nanometres reach = connector_of(board_.board, pin).pad / 2 + rules.from_planes();
      if (board_.net_number(pin) != net) all.push_back(board::grown({pin.x, pin.y, pin.x, pin.y}, reach));
    }
    for (const board::BoardVia& via : board_.routed.vias)
      all.push_back(board::grown({via.x, via.y, via.x, via.y}, rules.via_pad / 2 + rules.from_planes()));
    return all;
  }

  void polygon(std::string_view what, const Corners& corners) {
    append(out_, "    ({} (pts", what);
    for (std::size_t i = 0; i < corners.size(); ++i)
      append(out_, "{}(xy {})", i % 8 == 0 ? "\n      " : " ", at(corners[i][0], corners[i][1]));
    out_ += "))\n";
  }

  const NamedBoard& board_;
  std::vector<std::uint32_t> layers_;
  std::string out_;
};

}  // namespace

std::string kicad_project(const board::TrackRules& rules) {
  const std::string least = mm_text(least_distance(rules)), width = mm_text(rules.width);
  constexpr board::Nanometres kUsualPad = 600'000, kUsualDrill = 300'000;
  const board::Nanometres pad = rules.via_pad > 0 ? rules.via_pad : kUsualPad;
  const board::Nanometres drill = rules.via_pad > 0 ? rules.via_drill : kUsualDrill;
  return fmt::format(R"({{
  "board": {{"design_settings": {{"rules": {{
    "min_clearance": {0}, "min_track_width": {1}, "min_copper_edge_clearance": {2},
    "min_hole_clearance": 0.0, "min_hole_to_hole": 0.0, "min_via_diameter": {4}, "min_through_hole_diameter": {5},
    "min_via_annular_width": {6}}}}}}},
  "meta": {{"version": 1}},
  "net_settings": {{"classes": [{{"name": "Default", "clearance": {0}, "track_width": {1},
    "diff_pair_gap": {3}, "diff_pair_width": {1}, "via_diameter": {4}, "via_drill": {5}}}],
    "meta": {{"version": 2}}}}
}}
)",
                     least, width, mm_text(rules.edge), rules.pairs ? mm_text(rules.gap) : least, mm_text(pad),
                     mm_text(drill), mm_text((pad - drill) / 2));
}

std::string kicad_rules(const NamedBoard& board) {
  const board::TrackRules& rules = board.board.rules;
  std::string out = "(version 1)\n";
  append(out, "(rule \"tracks\"\n  (condition \"A.Type == 'Track' && B.Type == 'Track'{}\")\n",
         rules.pairs ? " && !AB.isCoupledDiffPair()" : "");
  append(out, "  (constraint clearance (min {}mm)))\n", mm_text(rules.between()));
  append(out,
         "(rule \"pads\"\n  (condition \"A.Type == 'Pad' || B.Type == 'Pad'\")\n  (constraint clearance (min {}mm)))\n",
         mm_text(rules.clearance));
  match_rules(board, out);
  return out;
}

std::vector<ExportFile> kicad_files(const NamedBoard& board) {
  return {{"", KicadBoard(board).write()},
          {".kicad_pro", kicad_project(board.board.rules)},
          {".kicad_dru", kicad_rules(board)}};
}

Export kicad_export() {
  return board_row("kicad", "a routed board for KiCad 6 and later: connectors, tracks, planes, rules",
                   "KiCad, board file format 20211014", ".kicad_pcb", of_boards<kicad_files>, true);
}

}  // namespace cutline::exporting
