// SPDX-License-Identifier: Apache-2.0
#include "output/export/boards/board_files.hpp"
#include "output/export/file_text.hpp"

namespace cutline::exporting {

namespace {

/// Micrometres, as Specctra files of KiCad have them.
std::string um_text(board::Nanometres length) {
  const board::Nanometres size = length < 0 ? -length : length;
  return text::without_trailing_zeros(fmt::format("{}{}.{:03}", length < 0 ? "-" : "", size / 1000, size % 1000));
}

std::string padstack(const board::Connector& connector) {
  return fmt::format("Round[A]Pad_{}_um", um_text(connector.pad));
}

std::string via_stack(const board::TrackRules& rules) {
  return fmt::format("Via_{}:{}_um", um_text(rules.via_pad), um_text(rules.via_drill));
}

/// Writes a design for autorouters. Its y points up: the negative of KiCad's.
class SpecctraDesign {
 public:
  explicit SpecctraDesign(const NamedBoard& board) : board_(board), layers_(copper_stack(board)) {}

  std::string write() {
    out_ =
        "(pcb cutline.dsn\n  (parser (string_quote \") (space_in_quoted_tokens on) (host_cad \"cutline\")"
        " (host_version \"1\"))\n  (resolution um 10)\n  (unit um)\n";
    structure();
    placement();
    library();
    network();
    wiring();
    return out_ + ")\n";
  }

 private:
  std::string at(board::Nanometres x, board::Nanometres y) const {
    return fmt::format("{} {}", um_text(board_.x(x)), um_text(-board_.y(y)));
  }
  std::string layer_name(std::size_t i) const { return copper_name(i, layers_.size()); }
  std::string rule() const {
    const board::TrackRules& rules = board_.board.rules;
    return fmt::format("(rule (width {}) (clearance {}))", um_text(rules.width), um_text(rules.clearance));
  }

  bool has_vias() const { return board_.board.rules.via_pad > 0; }

  void structure() {
    out_ += "  (structure\n";
    for (std::size_t i = 0; i < layers_.size(); ++i)
      append(out_, "    (layer {} (type {}) (property (index {})))\n", layer_name(i),
             board_.is_plane(layers_[i]) ? "power" : "signal", i);
    const std::optional<board::BoardBox> box = plane_box(board_);
    for (std::size_t i = 0; i < layers_.size() && box; ++i) {
      if (const std::size_t net = board_.plane_net(layers_[i]); net > 0)
        append(out_, "    (plane {} (rect {} {} {}))\n", board_.nets[net - 1], layer_name(i), at(box->x0, box->y0),
               at(box->x1, box->y1));
    }
    out_ += "    (boundary (path pcb 0";
    const auto& outline = board_.board.outline;
    for (std::size_t i = 0; i <= outline.size() && !outline.empty(); ++i)
      append(out_, " {}", at(outline[i % outline.size()][0], outline[i % outline.size()][1]));
    out_ += "))\n";
    for (const board::BoardBox& k : board_.board.keep_outs)
      append(out_, "    (keepout \"\" (rect signal {} {}))\n", at(k.x0, k.y0), at(k.x1, k.y1));
    if (has_vias()) append(out_, "    (via \"{}\")\n", via_stack(board_.board.rules));
    append(out_, "    {})\n", rule());
  }

  /// The image of a connector, and of the same one on the back, whose rows run the other way.
  static std::string image_name(const board::Connector& connector, bool back) {
    return footprint_name(connector) + (back ? "-back" : "");
  }

  void placement() {
    out_ += "  (placement\n";
    std::size_t number = 0;
    for (const board::Slot& slot : board_.board.slots) {
      for (const board::PlacedConnector& placed : slot.connectors)
        append(places_[{placed.connector, slot.back}], " (place {} {} front 0)", board_.references[number++],
               at(placed.x, placed.y));
    }
    for (const auto& [image, text] : places_)
      append(out_, "    (component cutline:{}{})\n", image_name(board_.board.connectors[image.first], image.second),
             text);
    out_ += "  )\n";
  }

  void library() {
    out_ += "  (library\n";
    std::map<std::string, board::Nanometres> pads;
    for (const auto& [image, text] : places_) {
      const board::Connector& connector = board_.board.connectors[image.first];
      append(out_, "    (image cutline:{}\n", image_name(connector, image.second));
      for (std::uint32_t c = 0; c < connector.columns; ++c) {
        for (std::uint32_t r = 0; r < connector.rows; ++r)
          append(out_, "      (pin {} {} {} {})\n", padstack(connector), pin_name(c, r),
                 um_text((image.second ? connector.rows - 1 - r : r) * connector.row_pitch),
                 um_text(c * connector.column_pitch));
      }
      out_ += "    )\n";
      pads[padstack(connector)] = connector.pad;
    }
    if (has_vias()) pads[fmt::format("\"{}\"", via_stack(board_.board.rules))] = board_.board.rules.via_pad;
    for (const auto& [name, pad] : pads) {
      append(out_, "    (padstack {}", name);
      for (std::size_t i = 0; i < layers_.size(); ++i)
        append(out_, " (shape (circle {} {}))", layer_name(i), um_text(pad));
      out_ += " (attach off))\n";
    }
    out_ += "  )\n";
  }

  void network() {
    std::vector<std::string> pins(board_.nets.size());
    for (const board::Pin& pin : board_.routed.pins) {
      if (const std::size_t net = board_.net_number(pin); net > 0)
        append(pins[net - 1], " {}-{}", board_.reference(pin), pin_name(pin.column, pin.row));
    }
    out_ += "  (network\n";
    std::string names;
    for (std::size_t n = 0; n < pins.size(); ++n) {
      if (pins[n].empty()) continue;
      append(out_, "    (net {} (pins{}))\n", board_.nets[n], pins[n]);
      names += " " + board_.nets[n];
    }
    append(out_, "    (class cutline_default{} {}))\n", names, rule());
  }

  void wiring() {
    std::vector<std::size_t> place(layers_.size());  // of each signal layer
    for (std::size_t i = 0; i < layers_.size(); ++i) {
      if (layers_[i] < place.size()) place[layers_[i]] = i;
    }
    const std::string width = um_text(board_.board.rules.width);
    out_ += "  (wiring\n";
    for (const board::BoardTrack& s : board_.routed.segments) {
      append(out_, "    (wire (path {} {} {} {}) (net {}) (type route))\n", layer_name(place[s.layer]), width,
             at(s.x0, s.y0), at(s.x1, s.y1), board_.nets[s.net]);
    }
    for (const board::BoardVia& via : board_.routed.vias)
      append(out_, "    (via \"{}\" {} (net {}) (type route))\n", via_stack(board_.board.rules), at(via.x, via.y),
             board_.nets[via.net]);
    out_ += "  )\n";
  }

  const NamedBoard& board_;
  std::vector<std::uint32_t> layers_;
  std::map<std::pair<std::uint32_t, bool>, std::string> places_;  ///< of each connector on each side
  std::string out_;
};

}  // namespace

std::string specctra_dsn(const NamedBoard& board) { return SpecctraDesign(board).write(); }

Export dsn_export() {
  return board_row("dsn", "a board for an autorouter, with the tracks of Cutline",
                   "Specctra, Design Language Reference", ".dsn", of_boards<one_file<specctra_dsn>>);
}

}  // namespace cutline::exporting
