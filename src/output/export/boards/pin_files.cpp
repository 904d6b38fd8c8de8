// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <map>

#include "cutline/output/text/table.hpp"
#include "output/export/boards/board_files.hpp"
#include "output/export/file_text.hpp"

namespace cutline::exporting {

namespace {

constexpr std::size_t kMostOfName = 14;  // characters of a net in IPC-D-356

/// Nanometres in the unit of IPC-D-356, 0.0001 inch, rounded.
std::int64_t tenth_mils(board::Nanometres length) {
  return length >= 0 ? (length + 1270) / 2540 : -((-length + 1270) / 2540);
}

std::string coordinate(char axis, board::Nanometres at) {
  const std::int64_t units = tenth_mils(at);
  return fmt::format("{}{}{:06}", axis, units < 0 ? '-' : '+', units < 0 ? -units : units);
}

}  // namespace

std::string ipc_356(const NamedBoard& board) {
  std::string out = "P  CODE 00\nP  UNITS CUST 0\n";
  std::map<std::string, std::string> aliases;
  for (const std::string& name : board.nets) {
    if (name.size() <= kMostOfName) continue;
    const std::string alias = fmt::format("NNAME{}", aliases.size() + 1);
    append(out, "P  {} {}\n", alias, name);
    aliases[name] = alias;
  }
  for (const board::Pin& pin : board.routed.pins) {
    const std::size_t number = board.net_number(pin);
    std::string net = number == 0 ? "N/C" : board.nets[number - 1];
    if (const auto alias = aliases.find(net); alias != aliases.end()) net = alias->second;
    const board::Connector& connector = board.connector(pin);
    append(out, "317{:<14}   {:<6}-{:<4} D{:04}PA00{}{}X{:04}Y0000R000S0\n", net, board.reference(pin),
           pin_name(pin.column, pin.row), tenth_mils(connector.drill), coordinate('X', board.x(pin.x)),
           coordinate('Y', -board.y(pin.y)), tenth_mils(connector.pad));
  }
  return out + "999\n";
}

std::string kicad_netlist(const NamedBoard& board) {
  std::string out =
      "(export (version \"E\")\n  (design (source \"cutline\") (date \"\") (tool \"cutline\"))\n  (components";
  std::vector<std::string> nodes(board.nets.size());
  const board::Pin* before = nullptr;
  for (const board::Pin& pin : board.routed.pins) {
    const std::string name = footprint_name(board.connector(pin));
    if (before == nullptr || board.reference(*before) != board.reference(pin))
      append(out, "\n    (comp (ref \"{}\") (value \"{}\") (footprint \"cutline:{}\"))", board.reference(pin), name,
             name);
    before = &pin;
    if (const std::size_t net = board.net_number(pin); net > 0)
      append(nodes[net - 1], " (node (ref \"{}\") (pin \"{}\"))", board.reference(pin), pin_name(pin.column, pin.row));
  }
  out += ")\n  (nets";
  for (std::size_t n = 0; n < nodes.size(); ++n) {
    if (!nodes[n].empty()) append(out, "\n    (net (code \"{}\") (name \"{}\"){})", n + 1, board.nets[n], nodes[n]);
  }
  return out + "))\n";
}

std::string pins_csv(const NamedBoard& board) {
  const std::vector<board::Nanometres> lengths = lengths_of_nets(board.routed);
  std::vector<std::uint32_t> layers(lengths.size(), 0);
  for (const board::Segment& segment : board.routed.segments) layers[segment.net] = segment.layer + 1;
  std::string out = "connector,part,slot,pin,x_mm,y_mm,use,net,link,wire,polarity,length_mm,signal_layer\n";
  constexpr std::array<std::string_view, 4> kUses = {"signal", "ground", "power", "unused"};
  constexpr std::array<std::string_view, 3> kPolarities = {"", "positive", "negative"};
  for (const board::Pin& pin : board.routed.pins) {
    append(out, "{},{},{},{},{},{},{},", board.reference(pin), footprint_name(board.connector(pin)),
           csv_field(board.board.slots[pin.slot].name), pin_name(pin.column, pin.row), mm_text(board.x(pin.x)),
           mm_text(board.y(pin.y)), kUses[static_cast<std::size_t>(pin.use)]);
    const std::size_t number = board.net_number(pin);
    out += number == 0 ? "" : board.nets[number - 1];
    if (pin.net == board::kNone) {
      out += ",,,,,\n";
      continue;
    }
    const board::Net& net = board.routed.nets[pin.net];
    append(out, ",{},{},{},{},{}\n", board.board.links[net.link].link, net.wire,
           kPolarities[static_cast<std::size_t>(net.polarity)], mm_text(lengths[pin.net]), layers[pin.net]);
  }
  return out;
}

std::string connectors_csv(const NamedBoard& board) {
  std::vector<std::uint64_t> counts(board.board.connectors.size());
  for (const board::Slot& slot : board.board.slots) {
    for (const board::PlacedConnector& placed : slot.connectors) ++counts[placed.connector];
  }
  std::string out = "connector,count,columns,rows,column_pitch_mm,row_pitch_mm,pad_mm,drill_mm,source\n";
  for (std::size_t c = 0; c < counts.size(); ++c) {
    const board::Connector& each = board.board.connectors[c];
    append(out, "{},{},{},{},{},{},{},{},{}\n", csv_field(each.name), counts[c], each.columns, each.rows,
           mm_text(each.column_pitch), mm_text(each.row_pitch), mm_text(each.pad), mm_text(each.drill),
           csv_field(each.source));
  }
  return out;
}

}  // namespace cutline::exporting
