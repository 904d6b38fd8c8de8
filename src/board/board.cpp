// SPDX-License-Identifier: Apache-2.0
#include "board/board.hpp"

namespace cutline::board {

namespace {

using OutlineCorner = std::array<Nanometres, 2>;

/// Whether the edge from a to b has a point inside the rectangle, its border left out: the part of the edge within the
/// rectangle's range along x is compared along y, and the other way round.
bool edge_enters(const OutlineCorner& a, const OutlineCorner& b, const BoardBox& box) {
  double from = 0, to = 1;
  const std::array<double, 2> low = {static_cast<double>(box.x0), static_cast<double>(box.y0)};
  const std::array<double, 2> high = {static_cast<double>(box.x1), static_cast<double>(box.y1)};
  for (const std::size_t axis : {0U, 1U}) {
    const auto start = static_cast<double>(a[axis]), step = static_cast<double>(b[axis] - a[axis]);
    if (step == 0) {
      if (start <= low[axis] || start >= high[axis]) return false;
      continue;
    }
    const auto [enter, leave] = std::minmax({(low[axis] - start) / step, (high[axis] - start) / step});
    from = std::max(from, enter);
    to = std::min(to, leave);
  }
  return from < to;
}

}  // namespace

bool overlap(const BoardBox& a, const BoardBox& b) {
  return a.x0 <= b.x1 && b.x0 <= a.x1 && a.y0 <= b.y1 && b.y0 <= a.y1;
}

BoardBox grown(const BoardBox& box, Nanometres by) { return {box.x0 - by, box.y0 - by, box.x1 + by, box.y1 + by}; }

bool is_inside(const std::vector<OutlineCorner>& polygon, const BoardBox& box, Nanometres distance) {
  if (polygon.empty()) return true;
  const BoardBox far = grown(box, distance);
  const double x = static_cast<double>(box.x0) / 2 + static_cast<double>(box.x1) / 2;
  const double y = static_cast<double>(box.y0) / 2 + static_cast<double>(box.y1) / 2;
  bool inside = false;
  for (std::size_t i = 0, j = polygon.size() - 1; i < polygon.size(); j = i++) {
    const OutlineCorner &a = polygon[j], &b = polygon[i];
    if (edge_enters(a, b, far)) return false;
    const auto ay = static_cast<double>(a[1]), by = static_cast<double>(b[1]);
    if ((ay > y) == (by > y)) continue;
    if (x < static_cast<double>(a[0]) + (y - ay) / (by - ay) * static_cast<double>(b[0] - a[0])) inside = !inside;
  }
  return inside;
}

bool is_clear(const Board& board, const BoardBox& tracks, Nanometres reach) {
  const BoardBox copper = grown(tracks, reach);
  return std::ranges::none_of(board.keep_outs, [&](const BoardBox& each) { return overlap(each, copper); }) &&
         is_inside(board.outline, tracks, board.rules.edge + reach);
}

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
