// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "board/measures.hpp"
#include "board/shapes.hpp"
#include "output/export/boards/board_files.hpp"
#include "output/export/file_text.hpp"

namespace cutline::exporting {

namespace {

constexpr std::size_t kMostCopper = 32;  // layers of KiCad

std::string net_name(const board::Board& board, const board::Net& net) {
  const char* line = net.polarity == board::Polarity::none       ? ""
                     : net.polarity == board::Polarity::positive ? "_P"
                                                                 : "_N";
  return fmt::format("L{}_{}{}", board.links[net.link].link, net.wire, line);
}

/// The name of the net of a power pin.
std::string rail_of(const NamedBoard& board, const board::Pin& pin) {
  const board::Connector& connector = board.connector(pin);
  const std::size_t rail = connector.pin(pin.column, pin.row).rail;
  return rail < connector.rails.size() ? connector.rails[rail] : "P";
}

}  // namespace

NamedBoard named_board(const board::Board& board, const board::RoutedBoard& routed) {
  NamedBoard out{board, routed, {}, {}, {0, 0}, false, 0};
  for (const board::Slot& slot : board.slots) {
    for (std::size_t c = 0; c < slot.connectors.size(); ++c)
      out.references.push_back(fmt::format("J{}", out.references.size() + 1));
  }
  for (const board::Net& net : routed.nets) out.nets.push_back(net_name(board, net));
  for (const board::Pin& pin : routed.pins) {
    if (pin.use != board::PinUse::power) continue;
    const auto rails = out.nets.end() - static_cast<std::ptrdiff_t>(out.rails);
    if (std::find(rails, out.nets.end(), rail_of(out, pin)) != out.nets.end()) continue;
    out.nets.push_back(rail_of(out, pin));
    ++out.rails;
  }
  out.nets.emplace_back("GND");
  out.has_ground = std::ranges::any_of(routed.pins, [](const board::Pin& p) { return p.use == board::PinUse::ground; });
  bool first = true;
  const auto reach = [&](board::Nanometres x, board::Nanometres y) {
    out.origin = first ? std::vector{x, y} : std::vector{std::min(out.origin[0], x), std::max(out.origin[1], y)};
    first = false;
  };
  for (const auto& corner : board.outline) reach(corner[0], corner[1]);
  for (const board::Pin& pin : routed.pins) reach(pin.x, pin.y);
  return out;
}

std::size_t NamedBoard::net_number(const board::Pin& pin) const {
  if (pin.use == board::PinUse::ground) return nets.size();
  if (pin.use == board::PinUse::power) {
    const auto last = nets.end() - 1;
    return static_cast<std::size_t>(std::find(last - static_cast<std::ptrdiff_t>(rails), last, rail_of(*this, pin)) -
                                    nets.begin()) +
           1;
  }
  return pin.net == board::kNone ? 0 : pin.net + std::size_t{1};
}

std::size_t NamedBoard::plane_net(std::uint32_t layer) const {
  const std::size_t from_last = board::kNone - layer;
  return from_last > rails || (from_last == 0 && !has_ground) ? 0 : nets.size() - from_last;
}

const std::string& NamedBoard::reference(const board::Pin& pin) const {
  std::size_t before = 0;
  for (std::uint32_t s = 0; s < pin.slot; ++s) before += board.slots[s].connectors.size();
  return references[before + pin.connector];
}

const board::Connector& NamedBoard::connector(const board::Pin& pin) const {
  return board.connectors[board.slots[pin.slot].connectors[pin.connector].connector];
}

std::string pin_name(std::uint32_t column, std::uint32_t row) {
  std::string letters;
  for (std::uint32_t r = row + 1; r > 0; r = (r - 1) / 26)
    letters.insert(letters.begin(), static_cast<char>('a' + (r - 1) % 26));
  return fmt::format("{}{}", letters, column + 1);
}

std::string mm_text(board::Nanometres length) {
  const board::Nanometres size = length < 0 ? -length : length;
  std::string text = fmt::format("{}{}.{:06}", length < 0 ? "-" : "", size / 1'000'000, size % 1'000'000);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.') text.pop_back();
  return text;
}

std::string footprint_name(const board::Connector& connector) {
  std::string name = connector.name;
  for (char& c : name) c = is_plain(c) || c == '-' || c == '.' ? c : '_';
  return name.empty() ? "connector" : name;
}

std::vector<std::uint32_t> copper_stack(const NamedBoard& board) {
  const std::size_t signals = std::max(1U, board.routed.signal_layers);
  std::size_t between = 1;  // signal layers between two planes
  const auto grounds = [&] { return board.has_ground ? (signals + between - 1) / between + 1 : 0; };
  const auto planes = [&] { return grounds() + board.rails; };
  while (between < signals && signals + planes() > kMostCopper) ++between;
  if (signals + planes() > kMostCopper) {
    throw_limit_error(
        fmt::format("the board takes {} layers of copper, and KiCad holds {}", signals + planes(), kMostCopper),
        "allow fewer signal layers, or fewer wires");
  }
  std::vector<std::uint32_t> layers;
  for (std::uint32_t s = 0; s < signals; ++s) {
    if (grounds() > 0 && s % between == 0) layers.push_back(board::kNone);
    layers.push_back(s);
  }
  if (grounds() > 0) layers.push_back(board::kNone);
  for (std::uint32_t rail = 0; rail < board.rails; ++rail) {
    const auto middle = layers.begin() + static_cast<std::ptrdiff_t>(layers.size() / 2);
    layers.insert(middle, board::kNone - 1 - rail);
  }
  if (layers.size() % 2 == 1) layers.push_back(board::kNone);
  return layers;
}

std::string why_other_copper(const NamedBoard& board, std::uint64_t signal_layers_needed) {
  if (board.routed.signal_layers + std::size_t{2} > kMostCopper) return {};
  const std::size_t drawn = copper_stack(board).size();
  const std::uint64_t counted = board::copper_layers(signal_layers_needed);
  if (drawn == counted) return {};
  const std::string both = fmt::format("the files have {} layers of copper, and {} are counted: ", drawn, counted);
  if (!board.has_ground) return both + "without pins of ground there are no planes";
  if (board.routed.signal_layers != signal_layers_needed)
    return both + fmt::format("tracks take {} signal layers, not {}", board.routed.signal_layers, signal_layers_needed);
  return both +
         (drawn > counted ? "boards have an even number, and a plane more" : "planes are left out, to fit KiCad");
}

board::BoardBox plane_box(const NamedBoard& board) {
  board::BoardBox all;
  bool first = true;
  const board::Nanometres around = 2 * board.board.rules.clearance;
  const auto take = [&](board::Nanometres x, board::Nanometres y, board::Nanometres pad) {
    const board::BoardBox hole = board::grown({x, y, x, y}, pad / 2 + around);
    all = first ? hole
                : board::BoardBox{std::min(all.x0, hole.x0), std::min(all.y0, hole.y0), std::max(all.x1, hole.x1),
                                  std::max(all.y1, hole.y1)};
    first = false;
  };
  for (const board::Pin& pin : board.routed.pins) take(pin.x, pin.y, board.connector(pin).pad);
  for (const board::BoardVia& via : board.routed.vias) take(via.x, via.y, board.board.rules.via_pad);
  return all;
}

std::string copper_name(std::size_t layer, std::size_t count) {
  return layer == 0 ? "F.Cu" : layer + 1 == count ? "B.Cu" : fmt::format("In{}.Cu", layer);
}

}  // namespace cutline::exporting
