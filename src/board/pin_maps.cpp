// SPDX-License-Identifier: Apache-2.0
#include "board/pin_maps.hpp"

#include <algorithm>
#include <array>

namespace cutline::board {

void set_all_signals(Connector& connector) {
  connector.pins.assign(std::size_t{connector.columns} * connector.rows, ConnectorPin{});
}

void set_grounds(Connector& connector, std::uint32_t grounds, std::uint32_t of) {
  std::uint32_t turn = 0;
  for (ConnectorPin& pin : connector.pins) {
    if (pin.use == PinUse::unused) continue;
    pin = {turn < of - grounds ? PinUse::signal : PinUse::ground};
    turn = (turn + 1) % of;
  }
}

void set_pairs(Connector& connector, std::uint32_t pairs) {
  std::vector<ConnectorPin> column;
  std::uint32_t grounds = connector.rows - 2 * pairs;
  for (std::uint32_t pair = 0; pair < pairs; ++pair) {
    const auto number = static_cast<std::int32_t>(pair);
    column.push_back({PinUse::signal, number, true});
    column.push_back({PinUse::signal, number, false});
    if (grounds == 0) continue;
    column.push_back({PinUse::ground});
    --grounds;
  }
  column.resize(connector.rows, {PinUse::ground});
  std::int32_t first = 0;
  for (std::size_t at = 0; at < connector.pins.size(); at += connector.rows) {
    const auto begin = connector.pins.begin() + static_cast<std::ptrdiff_t>(at);
    const auto is_unused = [](const ConnectorPin& pin) { return pin.use == PinUse::unused; };
    if (std::any_of(begin, begin + connector.rows, is_unused)) continue;
    std::copy(column.begin(), column.end(), begin);
    for (auto pin = begin; pin != begin + connector.rows; ++pin) pin->pair += pin->pair >= 0 ? first : 0;
    first += static_cast<std::int32_t>(pairs);
  }
}

void set_letters(Connector& connector, const std::vector<std::string_view>& columns, std::string_view power) {
  constexpr std::array<PinUse, kPinLetters.size()> kUses = {PinUse::signal, PinUse::ground, PinUse::unused};
  for (std::size_t i = 0; i < connector.pins.size(); ++i) {
    const std::string_view letters = columns[(i / connector.rows) % columns.size()];
    const char letter = letters[i % connector.rows];
    const std::size_t use = kPinLetters.find(letter);
    connector.pins[i] = {use < kUses.size() ? kUses[use] : PinUse::power};
    if (use >= kUses.size()) connector.pins[i].rail = static_cast<std::uint8_t>(power.find(letter));
  }
}

}  // namespace cutline::board
