// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "board/signals.hpp"
#include "output/export/boards/board_files.hpp"
#include "output/export/file_text.hpp"

namespace cutline::exporting {

namespace {

std::vector<ExportFile> pins_files(const NamedBoard& board) {
  return {{"", pins_csv(board)}, {".connectors.csv", connectors_csv(board)}};
}

/// Millimetres of a share of the thickness; empty where the thickness is not known.
std::string stub_text(const NamedBoard& board, double share) {
  const auto thickness = static_cast<double>(board.board.thickness);
  return thickness > 0 ? mm_text(std::llround(share * thickness)) : "";
}

/// The slots of each connector, by name: "0 1 2".
std::vector<std::string> slots_of_connectors(const board::Board& board) {
  std::vector<std::string> all(board.connectors.size());
  for (const board::Slot& slot : board.slots) {
    for (const board::PlacedConnector& placed : slot.connectors)
      append(all[placed.connector], "{}{}", all[placed.connector].empty() ? "" : " ", slot.name);
  }
  return all;
}

}  // namespace

std::string pins_csv(const NamedBoard& board) {
  const std::vector<board::Nanometres> lengths = lengths_of_nets(board.routed);
  std::vector<std::uint32_t> layers(lengths.size(), 0);
  for (const board::BoardTrack& segment : board.routed.segments) layers[segment.net] = segment.layer + 1;
  std::vector<std::uint32_t> vias(lengths.size(), 0);
  for (const board::BoardVia& via : board.routed.vias) ++vias[via.net];
  const std::vector<double> stubs = stubs_of_pins(board.board, board.routed);
  std::string out =
      "connector,part,slot,pin,x_mm,y_mm,use,net,link,wire,polarity,length_mm,signal_layer,vias,stub_mm\n";
  constexpr std::array<std::string_view, 4> kUses = {"signal", "ground", "power", "unused"};
  constexpr std::array<std::string_view, 3> kPolarities = {"", "positive", "negative"};
  for (std::size_t number_of_pin = 0; number_of_pin < stubs.size(); ++number_of_pin) {
    const board::Pin& pin = board.routed.pins[number_of_pin];
    append(out, "{},{},{},{},{},{},{},", board.reference(pin), footprint_name(connector_of(board.board, pin)),
           csv_field(board.board.slots[pin.slot].name), pin_name(pin.column, pin.row), mm_text(board.x(pin.x)),
           mm_text(board.y(pin.y)), kUses[static_cast<std::size_t>(pin.use)]);
    const std::size_t number = board.net_number(pin);
    out += number == 0 ? "" : board.nets[number - 1];
    if (pin.net == board::kNone) {
      out += ",,,,,,,\n";
      continue;
    }
    const board::Net& net = board.routed.nets[pin.net];
    append(out, ",{},{},{},{},{},{},{}\n", board.board.links[net.link].link, net.wire,
           kPolarities[static_cast<std::size_t>(net.polarity)], mm_text(lengths[pin.net]), layers[pin.net],
           vias[pin.net], stub_text(board, stubs[number_of_pin]));
  }
  return out;
}

std::string connectors_csv(const NamedBoard& board) {
  std::vector<std::uint64_t> counts(board.board.connectors.size());
  for (const board::Slot& slot : board.board.slots) {
    for (const board::PlacedConnector& placed : slot.connectors) ++counts[placed.connector];
  }
  std::string out = "connector,count,pins,columns,rows,column_pitch_mm,row_pitch_mm,pad_mm,drill_mm,slots,source\n";
  const std::vector<std::string> slots = slots_of_connectors(board.board);
  for (std::size_t c = 0; c < counts.size(); ++c) {
    const board::Connector& each = board.board.connectors[c];
    append(out, "{},{},{},{},{},{},{},{},{},{},{}\n", csv_field(each.name), counts[c], counts[c] * each.pins.size(),
           each.columns, each.rows, mm_text(each.column_pitch), mm_text(each.row_pitch), mm_text(each.pad),
           mm_text(each.drill), csv_field(slots[c]), csv_field(each.source));
  }
  return out;
}

Export pins_export() {
  return board_row("pins", "every pin of a routed board with net, link, length and layer; connectors", "CSV, RFC 4180",
                   ".csv", of_boards<pins_files>, true);
}

}  // namespace cutline::exporting
