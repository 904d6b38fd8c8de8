// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>

#include "board/shapes.hpp"
#include "output/export/boards/board_files.hpp"
#include "output/export/file_text.hpp"

namespace cutline::exporting {

namespace {

using board::Nanometres;
using Corners = std::vector<std::array<Nanometres, 2>>;

/// KiCad counts nanometres in 32 bits, and takes the length of diagonals in them too.
constexpr Nanometres kMostOfKicad = 1'518'500'000;

/// Writes a board for KiCad 6, format 20211014.
class KicadBoard {
 public:
  explicit KicadBoard(const NamedBoard& board) : board_(board), layers_(copper_layers(board)) {}

  std::string write() {
    expect_size();
    opening();
    footprints();
    tracks();
    surroundings();
    if (board_.has_ground) planes();
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
    out_ = "(kicad_pcb (version 20211014) (generator cutline)\n  (general (thickness 1.6)) (paper \"A4\")\n  (layers\n";
    const std::size_t count = layers_.size();
    for (std::size_t i = 0; i < count; ++i) {
      const bool plane = board_.has_ground && layers_[i] == board::kNone;
      append(out_, "    ({} \"{}\" {})\n", i + 1 == count ? 31 : i, copper_name(i, count), plane ? "power" : "signal");
    }
    out_ += "    (38 \"B.Mask\" user) (39 \"F.Mask\" user) (44 \"Edge.Cuts\" user) (49 \"F.Fab\" user))\n";
    out_ += "  (setup (pad_to_mask_clearance 0))\n  (net 0 \"\")\n";
    for (std::size_t n = 0; n < board_.nets.size(); ++n) append(out_, "  (net {} \"{}\")\n", n + 1, board_.nets[n]);
  }

  void footprints() {
    const board::Pin* before = nullptr;
    for (const board::Pin& pin : board_.routed.pins) {
      const board::Connector& connector = board_.connector(pin);
      const board::PlacedConnector& placed = board_.board.slots[pin.slot].connectors[pin.connector];
      if (before == nullptr || before->slot != pin.slot || before->connector != pin.connector) {
        if (before != nullptr) out_ += "  )\n";
        append(out_, "  (footprint \"cutline:{}\" (layer \"F.Cu\") (at {})\n    (attr through_hole)\n",
               footprint_name(connector), at(placed.x, placed.y));
        text("reference", board_.reference(pin), "0 2");
        text("value", footprint_name(connector), "0 4");
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
  void text(std::string_view what, std::string_view words, std::string_view where) {
    append(out_, "    (fp_text {} \"{}\" (at {}) (layer \"F.Fab\") (effects (font (size 1 1) (thickness 0.15))))\n",
           what, words, where);
  }

  void tracks() {
    std::vector<std::string> names(layers_.size());  // of each signal layer
    for (std::size_t i = 0; i < layers_.size(); ++i) {
      if (layers_[i] != board::kNone) names[layers_[i]] = layer_name(i);
    }
    const std::string width = mm_text(board_.board.rules.width);
    for (const board::BoardTrack& s : board_.routed.segments) {
      append(out_, "  (segment (start {}) (end {}) (width {}) (layer \"{}\") (net {}))\n", at(s.x0, s.y0),
             at(s.x1, s.y1), width, names[s.layer], s.net + 1);
    }
    for (const board::Via& via : board_.routed.vias) {
      append(out_, "  (via (at {}) (size {}) (drill {}) (layers \"F.Cu\" \"B.Cu\") (net {}))\n", at(via.x, via.y),
             mm_text(board_.board.rules.via_pad), mm_text(board_.board.rules.via_drill), via.net + 1);
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

  /// Planes of ground, filled: all copper but for a square around each pin of another net.
  void planes() {
    Corners box;
    const Corners filled = plane(box);
    for (std::size_t i = 0; i < layers_.size(); ++i) {
      if (layers_[i] != board::kNone) continue;
      append(out_, "  (zone (net {}) (net_name \"GND\") (layer \"{}\") (hatch edge 0.5)\n", board_.nets.size(),
             layer_name(i));
      append(out_, "    (connect_pads yes (clearance {})) (min_thickness 0.1) (filled_areas_thickness no)\n",
             mm_text(board_.board.rules.clearance));
      out_ += "    (fill yes (thermal_gap 0.5) (thermal_bridge_width 0.5))\n";
      polygon("polygon", box);
      polygon(fmt::format("filled_polygon (layer \"{}\")", layer_name(i)), filled);
      out_ += "  )\n";
    }
  }

  /// One polygon with holes: on each line of pins a slit without width leads from its left edge through all holes and
  /// back. Holes that touch become one. `box` is the polygon without holes.
  Corners plane(Corners& box) const {
    std::map<Nanometres, std::vector<board::BoardBox>> holes;
    const Nanometres clearance = board_.board.rules.clearance;
    const board::BoardBox all = plane_box(board_);
    for (const board::Pin& pin : board_.routed.pins) {
      const Nanometres reach = board_.connector(pin).pad / 2 + clearance;
      const board::BoardBox hole = board::grown({pin.x, pin.y, pin.x, pin.y}, reach);
      if (pin.use != board::PinUse::ground) holes[pin.y].push_back(hole);
    }
    for (const board::Via& via : board_.routed.vias)
      holes[via.y].push_back(board::grown({via.x, via.y, via.x, via.y}, board_.board.rules.via_pad / 2 + clearance));
    box = {{all.x0, all.y0}, {all.x1, all.y0}, {all.x1, all.y1}, {all.x0, all.y1}};
    Corners out = {{all.x0, all.y0}};
    for (auto& [y, boxes] : holes) {
      std::ranges::sort(boxes, {}, &board::BoardBox::x0);
      std::vector<board::BoardBox> merged;
      for (const board::BoardBox& hole : boxes) {
        if (merged.empty() || merged.back().x1 < hole.x0) merged.push_back(hole);
        merged.back().x1 = hole.x1;
      }
      out.push_back({all.x0, y});
      for (const board::BoardBox& h : merged) out.insert(out.end(), {{h.x0, y}, {h.x0, h.y0}, {h.x1, h.y0}, {h.x1, y}});
      for (auto h = merged.rbegin(); h != merged.rend(); ++h)
        out.insert(out.end(), {{h->x1, y}, {h->x1, h->y1}, {h->x0, h->y1}, {h->x0, y}});
      out.push_back({all.x0, y});
    }
    out.insert(out.end(), {{all.x0, all.y1}, {all.x1, all.y1}, {all.x1, all.y0}});
    return out;
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

/// The least distance that the rules allow anywhere: the project's own; rules add the others.
Nanometres least_distance(const board::TrackRules& rules) {
  return rules.pairs ? std::min({rules.gap, rules.pair_space, rules.clearance})
                     : std::min(rules.space, rules.clearance);
}

std::string kicad_project(const board::TrackRules& rules) {
  const std::string least = mm_text(least_distance(rules)), width = mm_text(rules.width);
  return fmt::format(R"({{
  "board": {{"design_settings": {{"rules": {{
    "min_clearance": {0}, "min_track_width": {1}, "min_copper_edge_clearance": {2},
    "min_hole_clearance": 0.0, "min_hole_to_hole": 0.0}}}}}},
  "meta": {{"version": 1}},
  "net_settings": {{"classes": [{{"name": "Default", "clearance": {0}, "track_width": {1},
    "diff_pair_gap": {3}, "diff_pair_width": {1}, "via_diameter": 0.6, "via_drill": 0.3}}],
    "meta": {{"version": 2}}}}
}}
)",
                     least, width, mm_text(rules.edge), rules.pairs ? mm_text(rules.gap) : least);
}

std::string kicad_rules(const board::TrackRules& rules) {
  std::string out = "(version 1)\n";
  append(out, "(rule \"tracks\"\n  (condition \"A.Type == 'Track' && B.Type == 'Track'{}\")\n",
         rules.pairs ? " && !AB.isCoupledDiffPair()" : "");
  append(out, "  (constraint clearance (min {}mm)))\n", mm_text(rules.pairs ? rules.pair_space : rules.space));
  append(out,
         "(rule \"pads\"\n  (condition \"A.Type == 'Pad' || B.Type == 'Pad'\")\n  (constraint clearance (min {}mm)))\n",
         mm_text(rules.clearance));
  return out;
}

std::vector<ExportFile> write_kicad(const Export&, ExportLayout& from, const ExportChoice&) {
  const DrawnBoard drawn = drawn_board(from);
  return kicad_files(drawn.named());
}

}  // namespace

std::vector<ExportFile> kicad_files(const NamedBoard& board) {
  return {{"", KicadBoard(board).write()},
          {".kicad_pro", kicad_project(board.board.rules)},
          {".kicad_dru", kicad_rules(board.board.rules)}};
}

Export kicad_export() {
  return board_row("kicad", "a routed board for KiCad 6 and later: connectors, tracks, planes, rules",
                   "KiCad, board file format 20211014", ".kicad_pcb", write_kicad, true);
}

}  // namespace cutline::exporting
