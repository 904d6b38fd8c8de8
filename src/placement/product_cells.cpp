// SPDX-License-Identifier: Apache-2.0
#include "placement/product_cells.hpp"

#include <bit>

#include "cutline/base/format.hpp"
#include "topology/product_graph.hpp"

namespace cutline {

namespace {

enum class FactorKind : std::uint8_t { path, ring, complete, tree, other };

/// A factor, and the place of each of its nodes on a line.
struct Factor {
  FactorKind kind = FactorKind::other;
  std::uint64_t nodes = 1, links = 0;
  double mean_span = 0;  ///< of its links on the line, for each node
  Cells places;
};

FactorKind kind_of(const ChannelGraph& graph) {
  const std::uint64_t nodes = graph.node_count(), links = graph.head.size() / 2;
  const auto most = most_over<std::uint64_t>(nodes, [&](std::uint64_t node) { return graph.degree(node); });
  if (most <= 2) return links < nodes ? FactorKind::path : nodes == 3 ? FactorKind::complete : FactorKind::ring;
  if (links == nodes * (nodes - 1) / 2) return FactorKind::complete;
  return links + 1 == nodes ? FactorKind::tree : FactorKind::other;
}

/// The nodes of a path or a ring as its links follow one another, from an end if it has any.
std::vector<std::uint32_t> walk(const ChannelGraph& graph) {
  std::uint32_t node = 0, before = ~std::uint32_t{0};
  while (node + 1 < graph.node_count() && graph.degree(node) != 1) ++node;
  if (graph.degree(node) != 1) node = 0;
  std::vector<std::uint32_t> nodes;
  while (nodes.size() < graph.node_count()) {
    nodes.push_back(node);
    const std::uint64_t first = graph.first[node];
    const std::uint64_t next = graph.head[first] != before || graph.degree(node) == 1 ? first : first + 1;
    before = node;
    node = graph.head[next];
  }
  return nodes;
}

/// A ring goes up by even places and back by odd ones.
Cells places_of_walk(const std::vector<std::uint32_t>& nodes, bool folded) {
  const auto count = static_cast<std::uint32_t>(nodes.size());
  Cells places(count);
  for (std::uint32_t i = 0; i < count; ++i)
    places[nodes[i]] = !folded ? i : 2 * i < count ? 2 * i : 2 * (count - i) - 1;
  return places;
}

std::optional<Factor> on_line(const ChannelGraph& graph, Minimised minimised) {
  Factor factor{kind_of(graph), graph.node_count(), graph.head.size() / 2, 0, {}};
  GridGraph line{graph, static_cast<std::uint32_t>(factor.nodes), 1, minimised};
  if (factor.kind == FactorKind::path || factor.kind == FactorKind::ring) {
    factor.places = places_of_walk(walk(graph), factor.kind == FactorKind::ring);
  } else if (factor.kind == FactorKind::complete) {
    factor.places = natural_cells(line);
  } else if (factor.kind == FactorKind::tree && minimised != Minimised::longest) {
    if (auto places = tree_line(graph, minimised)) factor.places = std::move(*places);
  }
  if (factor.places.empty()) return std::nullopt;
  factor.mean_span = static_cast<double>(cost(line, factor.places).total) / static_cast<double>(factor.nodes);
  return factor;
}

/// The axis of every factor.
using Axes = std::vector<std::uint8_t>;

/// All ways to share out the factors so that they fit the grid's sides; of factors alike only how many go where counts.
class Shares {
 public:
  Shares(const GridGraph& grid, const std::vector<Factor>& factors)
      : factors_(factors), room_{grid.columns, grid.rows, grid.planes} {
    share(0, Axes(factors.size(), 0));
  }
  const std::vector<Axes>& all() const { return all_; }

 private:
  static constexpr std::size_t kMost = 64;

  void share(std::size_t factor, Axes axes) {
    if (all_.size() == kMost) return;
    if (factor == factors_.size()) return all_.push_back(axes);
    const bool as_before = factor > 0 && factors_[factor].kind == factors_[factor - 1].kind &&
                           factors_[factor].nodes == factors_[factor - 1].nodes;
    for (std::uint8_t axis = as_before ? axes[factor - 1] : 0; axis < 3; ++axis) {
      if (room_[axis] < factors_[factor].nodes) continue;
      const std::uint64_t room = room_[axis];
      room_[axis] /= factors_[factor].nodes;
      axes[factor] = axis;
      share(factor + 1, axes);
      room_[axis] = room;
    }
  }

  const std::vector<Factor>& factors_;
  std::array<std::uint64_t, 3> room_;
  std::vector<Axes> all_;
};

/// Products on a grid: along an axis the factors count as digits do.
class ProductCells {
 public:
  ProductCells(const GridGraph& grid, const ProductGraph& product, std::vector<Factor> factors)
      : grid_(grid), product_(product), factors_(std::move(factors)) {}

  /// The best of all ways to share out the factors, with the larger ones as the slower digits, as the faster ones, and
  /// by what keeps the total least.
  std::optional<Cells> best() const {
    Cells cells;
    const Shares shares(grid_, factors_);
    auto order = numbers_below<std::size_t>(factors_.size());
    const auto try_all = [&](const auto& before) {
      std::ranges::stable_sort(order, before);
      for (const Axes& axes : shares.all()) {
        Cells tried = with(axes, order);
        if (cells.empty() || cost(grid_, tried) < cost(grid_, cells)) cells = std::move(tried);
      }
    };
    const auto nodes = [&](std::size_t f) { return factors_[f].nodes; };
    const auto dear = [&](std::size_t f) { return factors_[f].mean_span / static_cast<double>(nodes(f) - 1); };
    try_all([&](std::size_t a, std::size_t b) { return dear(a) > dear(b); });
    try_all([&](std::size_t a, std::size_t b) { return nodes(a) < nodes(b); });
    try_all([&](std::size_t a, std::size_t b) { return nodes(a) > nodes(b); });
    if (cells.empty()) return std::nullopt;
    return cells;
  }

 private:
  Cells with(const Axes& axes, const std::vector<std::size_t>& order) const {
    Cells cells(grid_.node_count(), 0);
    std::uint32_t step = 1;
    const std::array<std::uint32_t, 3> sides = {grid_.columns, grid_.rows, grid_.planes};
    for (std::uint8_t axis = 0; axis < 3; ++axis) {
      std::vector<std::uint32_t> slots(cells.size(), 0);
      std::uint32_t places = 1;
      bool pairs = true;
      for (const std::size_t f : order) {
        if (axes[f] != axis) continue;
        for (std::size_t node = 0; node < slots.size(); ++node)
          slots[node] += places * factors_[f].places[product_.coordinates[f][node]];
        places *= static_cast<std::uint32_t>(factors_[f].nodes);
        pairs = pairs && factors_[f].nodes == 2;
      }
      if (pairs && grid_.minimised == Minimised::longest) take_by_ones(places, slots);
      for (std::size_t node = 0; node < slots.size(); ++node) cells[node] += step * slots[node];
      step *= sides[axis];
    }
    return cells;
  }

  /// Slots by the number of ones, then from the highest number down, have the least longest span of a hypercube.
  static void take_by_ones(std::uint32_t places, std::vector<std::uint32_t>& slots) {
    std::vector<std::uint32_t> order = numbers_below<std::uint32_t>(places), slot(places);
    std::ranges::sort(order, [](std::uint32_t a, std::uint32_t b) {
      return std::pair(std::popcount(a), ~a) < std::pair(std::popcount(b), ~b);
    });
    for (std::uint32_t i = 0; i < places; ++i) slot[order[i]] = i;
    for (std::uint32_t& each : slots) each = slot[each];
  }

  const GridGraph& grid_;
  const ProductGraph& product_;
  std::vector<Factor> factors_;
};

std::string shape_words(const std::vector<Factor>& factors) {
  const FactorKind kind = factors[0].kind;
  const auto all = [&](const auto& holds) { return std::ranges::all_of(factors, holds); };
  const std::string printed = join(each_of(factors, &Factor::nodes), " x ");
  if (factors.size() > 2 && all([](const Factor& factor) { return factor.nodes == 2; }))
    return fmt::format("hypercube of {} dimensions", factors.size());
  constexpr std::array<const char*, 5> kOne = {"path of", "ring of", "complete graph of", "tree of", "graph of"};
  constexpr std::array<const char*, 5> kMany = {"mesh", "torus", "product of complete graphs", "product of trees",
                                                "product"};
  const bool alike = all([&](const Factor& factor) { return factor.kind == kind; });
  return fmt::format("{} {}",
                     factors.size() == 1 ? kOne[static_cast<std::size_t>(kind)]
                     : alike             ? kMany[static_cast<std::size_t>(kind)]
                                         : "product of factors",
                     printed);
}

}  // namespace

std::optional<RecognisedCells> recognised_cells(const GridGraph& grid) {
  const bool whole = grid.seats.empty() || grid.seats.size() == cell_count(grid);
  if (grid.node_count() < 2 || !grid.groups.empty() || !whole) return std::nullopt;
  const auto product = product_of(grid.graph);
  if (!product) return std::nullopt;
  std::vector<Factor> factors;
  for (const ChannelGraph& graph : product->factors) {
    auto factor = on_line(graph, grid.minimised);
    if (!factor) return std::nullopt;
    factors.push_back(std::move(*factor));
  }
  const bool tree = factors.size() == 1 && (factors[0].kind == FactorKind::tree || factors[0].kind == FactorKind::path);
  const std::vector<std::uint32_t>& weights = grid.graph.weights;
  const bool alike = std::ranges::adjacent_find(weights, std::not_equal_to<>()) == weights.end();
  const bool line = grid.columns == grid.node_count();
  const auto larger = std::ranges::count_if(factors, [](const Factor& factor) { return factor.nodes > 2; });
  RecognisedCells found{shape_words(factors), {}};
  found.least = tree && alike && line && grid.minimised == Minimised::total;
  found.settled = !line || larger < 2 || grid.minimised != Minimised::total;
  auto cells = ProductCells(grid, *product, std::move(factors)).best();
  if (!cells) return std::nullopt;
  found.cells = std::move(*cells);
  return found;
}

}  // namespace cutline
