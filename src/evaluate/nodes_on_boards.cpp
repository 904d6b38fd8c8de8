// SPDX-License-Identifier: Apache-2.0
#include "evaluate/nodes_on_boards.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <vector>

#include "study/machine_choice.hpp"

namespace cutline {

namespace {

using machine::Device;
using machine::Equipment;

/// The digits of every node among the values that nodes have: those of switches are not counted.
class NodeDigits {
 public:
  explicit NodeDigits(const Topology& topology) : numbers_(topology), weights_(digit_weights(topology)) {
    for (std::size_t digit = 0; digit < weights_.size(); ++digit) {
      radix_.push_back(topology.digits[digit].radix);
      std::vector<std::uint32_t>& rank = rank_.emplace_back(radix_.back());
      const std::vector<std::uint32_t> values = topology.node_values(digit);
      for (std::uint32_t i = 0; i < values.size(); ++i) rank[values[i]] = i;
    }
  }
  std::size_t count() const { return weights_.size(); }
  std::uint32_t of(std::uint32_t node, std::size_t digit) const {
    return rank_[digit][numbers_.site(node) / weights_[digit] % radix_[digit]];
  }

 private:
  NodeNumbers numbers_;
  std::vector<std::uint64_t> weights_;
  std::vector<std::uint32_t> radix_;
  std::vector<std::vector<std::uint32_t>> rank_;
};

/// Boards of so many values of each digit, numbered in the order of their first nodes.
void deal_by_digits(const HallBoards& choice, const NodeDigits& digits, std::uint32_t nodes, Equipment& equipment) {
  std::map<std::vector<std::uint32_t>, std::uint32_t> boards;
  for (std::uint32_t node = 0; node < nodes; ++node) {
    std::vector<std::uint32_t> block;
    for (std::size_t digit = 0; digit < digits.count(); ++digit)
      block.push_back(digits.of(node, digit) / (digit < choice.nodes.size() ? choice.nodes[digit] : 1));
    equipment.devices[node].board =
        boards.emplace(std::move(block), static_cast<std::uint32_t>(boards.size())).first->second;
  }
}

/// Boards of nodes that links join without a switch; a node alone is on none.
void deal_by_links(std::uint32_t nodes, Equipment& equipment) {
  std::vector<std::uint32_t> first(nodes), size(nodes, 1);  // of those that are joined: a lower one, or itself
  std::iota(first.begin(), first.end(), 0U);
  const auto first_of = [&](std::uint32_t node) {
    while (first[node] != node) node = first[node] = first[first[node]];
    return node;
  };
  for (const machine::Link& link : equipment.links) {
    if (link.a >= nodes || link.b >= nodes) continue;
    const auto [low, high] = std::minmax({first_of(link.a), first_of(link.b)});
    if (low == high) continue;
    first[high] = low;
    size[low] += size[high];
  }
  for (std::uint32_t node = 0; node < nodes; ++node) {
    if (size[first_of(node)] > 1) equipment.devices[node].board = first_of(node);
  }
}

/// Places by the digits of addresses, from the least of each board on.
void place_by_digits(const NodeDigits& digits, const std::vector<std::uint32_t>& nodes, Equipment& equipment) {
  std::uint32_t rows = 1;
  for (std::size_t digit = 0; digit < digits.count(); ++digit) {
    const auto value = [&](std::uint32_t node) { return digits.of(node, digit); };
    const auto [least, most] = std::ranges::minmax(nodes, {}, value);
    for (const std::uint32_t node : nodes) {
      const std::uint32_t own = value(node) - value(least);
      (digit == 0 ? equipment.devices[node].x : equipment.devices[node].y) += digit == 0 ? own : rows * own;
    }
    if (digit > 0) rows *= value(most) - value(least) + 1;
  }
}

void place_row_by_row(const std::vector<std::uint32_t>& nodes, Equipment& equipment) {
  const auto side = static_cast<std::uint32_t>(std::ceil(std::sqrt(static_cast<double>(nodes.size()))));
  for (std::uint32_t i = 0; i < nodes.size(); ++i) {
    equipment.devices[nodes[i]].x = i % side;
    equipment.devices[nodes[i]].y = i / side;
  }
}

}  // namespace

std::optional<std::string> why_no_boards(const HallBoards& choice, const Topology& topology) {
  if (choice.nodes.size() > topology.digits.size())
    return fmt::format("boards have {} numbers of nodes, and addresses {} digits", choice.nodes.size(),
                       topology.digits.size());
  for (std::size_t digit = 0; digit < choice.nodes.size(); ++digit) {
    const std::uint32_t values = topology.node_value_count(digit);
    if (values % choice.nodes[digit] != 0)
      return fmt::format("boards of {} do not divide the {} nodes along digit {}", choice.nodes[digit], values, digit);
  }
  return std::nullopt;
}

void put_on_boards(const HallBoards& choice, const Topology& topology, Equipment& equipment) {
  const auto nodes = static_cast<std::uint32_t>(topology.node_count());
  const NodeDigits digits(topology);
  if (!choice.nodes.empty()) deal_by_digits(choice, digits, nodes, equipment);
  if (choice.nodes.empty() && topology.has_switches()) deal_by_links(nodes, equipment);
  std::map<std::uint32_t, std::vector<std::uint32_t>> boards;
  for (std::uint32_t node = 0; node < nodes; ++node) {
    const Device& device = equipment.devices[node];
    if (device.on_board()) boards[device.board].push_back(node);
  }
  for (const auto& [board, members] : boards)
    topology.has_dimensions ? place_by_digits(digits, members, equipment) : place_row_by_row(members, equipment);
}

}  // namespace cutline
