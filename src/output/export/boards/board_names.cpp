// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "board/board.hpp"
#include "board/measures.hpp"
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

}  // namespace

NamedBoard named_board(const board::Board& board, const board::RoutedBoard& routed) {
  NamedBoard out{board, routed, {}, {}, {0, 0}, false, 0};
  for (const board::Slot& slot : board.slots) {
    for (std::size_t c = 0; c < slot.connectors.size(); ++c)
      out.references.push_back(fmt::format("J{}", out.references.size() + 1));
  }
  for (const board::Net& net : routed.nets) out.nets.push_back(net_name(board, net));
  const std::vector<std::string> rails = board::rails_of_board(board);
  out.nets.insert(out.nets.end(), rails.begin(), rails.end());
  out.rails = rails.size();
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
    const std::string rail = board::rail_of(connector(pin), connector(pin).pin(pin.column, pin.row));
    return static_cast<std::size_t>(std::find(last - static_cast<std::ptrdiff_t>(rails), last, rail) - nets.begin()) +
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
  return text::without_trailing_zeros(
      fmt::format("{}{}.{:06}", length < 0 ? "-" : "", size / 1'000'000, size % 1'000'000));
}

std::string footprint_name(const board::Connector& connector) {
  std::string name = connector.name;
  for (char& c : name) c = is_plain(c) || c == '-' || c == '.' ? c : '_';
  return name.empty() ? "connector" : name;
}

std::vector<std::uint32_t> copper_stack(const NamedBoard& board) {
  const std::uint32_t signals = std::max(1U, board.routed.signal_layers);
  std::size_t between = 1;  // signal layers between two planes
  const auto count = [&] { return signals + (signals + between - 1) / between + 1 + board.rails; };
  while (between < signals && count() > kMostCopper) ++between;
  if (count() > kMostCopper) {
    throw_limit_error(fmt::format("the board takes {} layers of copper, and KiCad holds {}", count(), kMostCopper),
                      "allow fewer signal layers, or fewer wires");
  }
  std::vector<std::uint32_t> layers = board::copper_stack(signals, static_cast<std::uint32_t>(board.rails));
  std::uint32_t above = 0;
  std::erase_if(layers, [&](std::uint32_t layer) {
    above += layer < signals ? 1 : 0;
    return layer == board::kNone && above % between != 0 && above != signals;
  });
  if (layers.size() % 2 == 1) layers.push_back(board::kNone);
  return layers;
}

std::string why_other_copper(const NamedBoard& board) {
  const std::uint32_t signals = board.routed.signal_layers, rails = static_cast<std::uint32_t>(board.rails);
  const std::size_t counted = board::copper_stack(signals, rails).size();
  if (counted <= kMostCopper) return {};
  return fmt::format("the board has {} layers of copper, and KiCad holds {}: its file leaves out planes", counted,
                     kMostCopper);
}

std::optional<board::BoardBox> plane_box(const NamedBoard& board) {
  constexpr board::Nanometres kLeastCopper = 100'000;  // KiCad's min_thickness in our files
  const board::TrackRules& rules = board.board.rules;
  std::optional<board::BoardBox> all;
  const auto take = [&](board::Nanometres x, board::Nanometres y, board::Nanometres pad) {
    const board::BoardBox hole = board::grown({x, y, x, y}, pad / 2 + rules.from_planes());
    all = !all ? hole
               : board::BoardBox{std::min(all->x0, hole.x0), std::min(all->y0, hole.y0), std::max(all->x1, hole.x1),
                                 std::max(all->y1, hole.y1)};
  };
  for (const board::Pin& pin : board.routed.pins) take(pin.x, pin.y, board.connector(pin).pad);
  for (const board::BoardVia& via : board.routed.vias) take(via.x, via.y, rules.via_pad);
  if (!all) return std::nullopt;
  for (const board::Nanometres beyond : {rules.clearance, std::min(rules.clearance, kLeastCopper)}) {
    const board::BoardBox box = board::grown(*all, beyond);
    if (board::is_inside(board.board.outline, box, rules.edge)) return box;
  }
  return std::nullopt;
}

std::string copper_name(std::size_t layer, std::size_t count) {
  return layer == 0 ? "F.Cu" : layer + 1 == count ? "B.Cu" : fmt::format("In{}.Cu", layer);
}

}  // namespace cutline::exporting
