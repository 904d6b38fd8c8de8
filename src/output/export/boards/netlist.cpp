// SPDX-License-Identifier: Apache-2.0
#include "output/export/boards/board_files.hpp"
#include "output/export/file_text.hpp"

namespace cutline::exporting {

std::string kicad_netlist(const NamedBoard& board) {
  std::string out =
      "(export (version \"E\")\n  (design (source \"cutline\") (date \"\") (tool \"cutline\"))\n  (components";
  std::vector<std::string> nodes(board.nets.size());
  const board::Pin* before = nullptr;
  for (const board::Pin& pin : board.routed.pins) {
    const std::string name = footprint_name(connector_of(board.board, pin));
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

Export netlist_export() {
  return board_row("netlist", "connectors and nets of a board by pin, as KiCad's netlist", "KiCad, netlist version E",
                   ".net", of_boards<one_file<kicad_netlist>>);
}

}  // namespace cutline::exporting
