// SPDX-License-Identifier: Apache-2.0
#include "cutline/base/error.hpp"
#include "placement/order.hpp"

namespace cutline {

namespace {

constexpr std::uint64_t kMostRecursiveSlots = std::uint64_t{1} << 26;

/// A butterfly is built from two of one dimension less, each on half of the rows, whose outputs stand after both halves
/// of their own rows. In the largest one the outputs stand between the first half and the second half, which is
/// reversed. A node's number is its row times the number of levels, plus its level.
std::vector<std::uint32_t> nodes_in_order(std::uint32_t dimensions) {
  const std::uint32_t levels = dimensions + 1;
  std::vector<std::uint32_t> nodes = {0};
  for (std::uint32_t bit = 0; bit < dimensions; ++bit) {
    std::vector<std::uint32_t> other = nodes;
    for (std::uint32_t& node : other) node += levels << bit;
    std::vector<std::uint32_t> outputs(std::size_t{2} << bit);
    for (std::uint32_t row = 0; row < outputs.size(); ++row) outputs[row] = row * levels + bit + 1;
    const bool last = bit + 1 == dimensions;
    if (last) std::swap(other, outputs);
    nodes.insert(nodes.end(), other.begin(), other.end());
    if (last) std::ranges::reverse(outputs);
    nodes.insert(nodes.end(), outputs.begin(), outputs.end());
  }
  return nodes;
}

Placement recursive_on_network(const Topology& topology, const PlacementChoice& choice) {
  const std::vector<Axis>& axes = choice.axes;
  const std::size_t dimensions = topology.digits.size() - 1;
  const bool one_axis = axes.empty() || (axes.size() == dimensions &&
                                         std::ranges::count(axes, axes[0]) == static_cast<std::ptrdiff_t>(dimensions));
  if (!one_axis || choice.orders.size() > 1 || !choice.permutations.empty() || choice.says_columns() ||
      choice.says_box()) {
    throw_input_error("the order 'recursive' places a whole butterfly on one line",
                      "leave out `box`, `columns` and other orders; `axes` may name one axis for all dimensions",
                      one_axis ? "order" : "axes");
  }
  if (topology.node_count() > kMostRecursiveSlots)
    throw_limit_error("the line has more than 2^26 places, the limit", "spread the dimensions over two axes", "order");
  const std::vector<std::uint32_t> nodes = nodes_in_order(static_cast<std::uint32_t>(dimensions));
  Placement placement;
  AxisPlacement& line = placement.axes[index(axes.empty() ? Axis::x : axes[0])];
  line.order = "recursive";
  line.digits = numbers_below<std::uint8_t>(topology.digits.size());
  std::vector<std::uint32_t> taken(nodes.size());
  for (std::uint32_t slot = 0; slot < nodes.size(); ++slot) taken[nodes[slot]] = slot;
  line.place(std::move(taken), static_cast<std::uint32_t>(nodes.size()));
  return placement;
}

}  // namespace

/// Source: derived: from a butterfly of m dimensions inside the network, 2^m links lead on from each half and 2^(m+1)
/// from its outputs; each output ends two links and begins two. So never more than 2^n links are open over a cut, which
/// is the least of any order for n = 1 .. 4 (exhaustive search).
Order recursive_order() {
  return {.name = "recursive",
          .summary = "a butterfly in 2^n tracks on a line: one half of the rows, the outputs, the other half backwards",
          .source = "derived",
          .network = recursive_on_network,
          .kind = NetworkKind::butterfly};
}

}  // namespace cutline
