// SPDX-License-Identifier: Apache-2.0
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
  const auto told = [&](std::size_t net) {
    const auto alias = aliases.find(board.nets[net]);
    return alias == aliases.end() ? board.nets[net] : alias->second;
  };
  for (const board::Pin& pin : board.routed.pins) {
    const std::size_t number = board.net_number(pin);
    const board::Connector& connector = connector_of(board.board, pin);
    append(out, "317{:<14}   {:<6}-{:<4} D{:04}PA00{}{}X{:04}Y0000R000S0\n", number == 0 ? "N/C" : told(number - 1),
           board.reference(pin), pin_name(pin.column, pin.row), tenth_mils(connector.drill),
           coordinate('X', board.x(pin.x)), coordinate('Y', -board.y(pin.y)), tenth_mils(connector.pad));
  }
  for (const board::BoardVia& via : board.routed.vias) {
    append(out, "317{:<14}   {:<11}MD{:04}PA00{}{}X{:04}Y0000R000S3\n", told(via.net), "VIA",
           tenth_mils(board.board.rules.via_drill), coordinate('X', board.x(via.x)), coordinate('Y', -board.y(via.y)),
           tenth_mils(board.board.rules.via_pad));
  }
  return out + "999\n";
}

Export ipc356_export() {
  return board_row("ipc356", "every pin of a routed board with its net, for a tester of bare boards", "IPC-D-356",
                   ".d356", of_boards<one_file<ipc_356>>);
}

}  // namespace cutline::exporting
