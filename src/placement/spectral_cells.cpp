// SPDX-License-Identifier: Apache-2.0
#include "placement/spectral_cells.hpp"

#include <cmath>
#include <iterator>
#include <tuple>

#include "placement/arrangement.hpp"
#include "topology/graph_searches.hpp"
#include "topology/laplacian_spectrum.hpp"

namespace cutline {

namespace {

struct PlaneTurn {
  double cosine = 1, sine = 0;
};

PlaneTurn half_of(const PlaneTurn& turn) {
  const double sine = std::sqrt(std::max(0.0, (1 - turn.cosine) / 2));
  return {std::sqrt(std::max(0.0, (1 + turn.cosine) / 2)), turn.sine < 0 ? -sine : sine};
}

/// With z = u + iv, a turn by the angle t leaves sum(u^4 + v^4) = sum(3 |z|^4 + Re(z^4 exp(-4it))) / 4. It is least
/// where 4t is opposite to the angle of sum(z^4). No turn where that sum is lost in rounding.
PlaneTurn best_turn(const std::vector<double>& u, const std::vector<double>& v) {
  double real = 0, imaginary = 0, all = 0;
  for (std::size_t i = 0; i < u.size(); ++i) {
    const double a = u[i] * u[i] - v[i] * v[i], b = 2 * u[i] * v[i];
    real += a * a - b * b;
    imaginary += 2 * a * b;
    all += a * a + b * b;
  }
  const double size = std::sqrt(real * real + imaginary * imaginary);
  if (!(size > 1e-9 * all)) return {};
  return half_of(half_of({-real / size, -imaginary / size}));
}

void apply(const PlaneTurn& turn, std::vector<double>& u, std::vector<double>& v) {
  for (std::size_t i = 0; i < u.size(); ++i) {
    const double before = u[i];
    u[i] = turn.cosine * before + turn.sine * v[i];
    v[i] = turn.cosine * v[i] - turn.sine * before;
  }
}

/// The end of the run of cells with the slot of the cell at `begin`.
std::size_t end_of_slot(const std::vector<Cell>& cells, Axis axis, std::size_t begin) {
  std::size_t end = begin;
  while (end < cells.size() && cells[end][axis] == cells[begin][axis]) ++end;
  return end;
}

void sort_cells(std::vector<Cell>& cells, Axis axis) {
  std::ranges::sort(cells, [&](const Cell& a, const Cell& b) { return std::pair(a[axis], a) < std::pair(b[axis], b); });
}

/// Sorts the cells of each set along the axis, as take_slots() needs them.
void sort_along(std::vector<NodesInCells>& sets, Axis axis) {
  for (NodesInCells& set : sets) sort_cells(set.cells, axis);
}

/// Gives the nodes of each set slots along the axis by their rank in `keys`, see lines_by_rank().
void take_slots(const std::vector<NodesInCells>& sets, Axis axis, bool last, const std::vector<double>& keys,
                std::vector<std::uint32_t>& slots) {
  std::vector<std::uint32_t> nodes;
  for (const NodesInCells& set : sets) {
    nodes = set.nodes;
    std::ranges::sort(nodes,
                      [&](std::uint32_t a, std::uint32_t b) { return std::pair(keys[a], a) < std::pair(keys[b], b); });
    const std::size_t all = last ? nodes.size() : set.cells.size();
    for (std::size_t begin = 0, next = 0; next < nodes.size();) {
      const std::size_t end = std::min(end_of_slot(set.cells, axis, begin), all);
      for (; next < end * nodes.size() / all; ++next) slots[nodes[next]] = set.cells[begin][axis];
      begin = end;
    }
  }
}

/// The lines across the axis into which the slots cut the sets; those without nodes are left out.
std::vector<NodesInCells> cut_into_lines(const std::vector<NodesInCells>& sets, Axis axis,
                                         const std::vector<std::uint32_t>& slots) {
  std::vector<NodesInCells> lines;
  for (const NodesInCells& set : sets) {
    std::vector<std::pair<std::uint32_t, std::uint32_t>> nodes;
    for (const std::uint32_t node : set.nodes) nodes.emplace_back(slots[node], node);
    std::ranges::sort(nodes);
    std::size_t next = 0;
    for (std::size_t begin = 0; begin < set.cells.size();) {
      const std::size_t end = end_of_slot(set.cells, axis, begin);
      NodesInCells line;
      for (; next < nodes.size() && nodes[next].first == set.cells[begin][axis]; ++next)
        line.nodes.push_back(nodes[next].second);
      if (!line.nodes.empty()) {
        line.cells.assign(set.cells.begin() + static_cast<std::ptrdiff_t>(begin),
                          set.cells.begin() + static_cast<std::ptrdiff_t>(end));
        lines.push_back(std::move(line));
      }
      begin = end;
    }
  }
  return lines;
}

using SortKeys = std::vector<double>;

constexpr std::size_t kWanted = 4;  // a torus has two vectors an axis
/// Earlier candidates come first unless later ones are better by this: nodes in the corners of a mesh put first and
/// last make links a little shorter along one axis, and much longer along the next.
constexpr double kHeadStart = 1.02;
constexpr double kSameEigenvalue = 2;  // vectors with values up to so many times the least may be turned into it

/// Adds what sorts by each of the turned vectors in turn, nodes with equal entries by the others and by what follows.
void add_turned(const std::vector<SortKeys>& turned, const std::vector<Eigenpair>& pairs,
                std::vector<SortKeys>& candidates) {
  for (std::size_t first = 0; first < turned.size(); ++first) {
    std::vector<const SortKeys*> in_turn;
    for (std::size_t i = 0; i < turned.size(); ++i) in_turn.push_back(&turned[(first + i) % turned.size()]);
    for (std::size_t i = turned.size(); i < pairs.size(); ++i) in_turn.push_back(&pairs[i].vector);
    candidates.push_back(sorted_in_turn(in_turn));
  }
}

/// What the nodes may be sorted by: those near the least eigenvector turned, as many as can be alike, then the
/// eigenvectors as they were found.
std::vector<SortKeys> candidates_of(const std::vector<Eigenpair>& pairs) {
  std::vector<SortKeys> candidates, turned, others;
  for (std::size_t i = 0; i < pairs.size() && pairs[i].value <= kSameEigenvalue * pairs[0].value; ++i) {
    turned.push_back(pairs[i].vector);
    turn_apart(turned);
    add_turned(turned, pairs, candidates);
    if (i == 1) others = midway_turns(turned[0], turned[1]);
  }
  for (const Eigenpair& pair : pairs) others.push_back(pair.vector);
  std::move(others.begin(), others.end(), std::back_inserter(candidates));
  return candidates;
}

/// The sum of all links' spans along an axis on which the nodes have these slots.
std::uint64_t length_along(const ChannelGraph& graph, const std::vector<std::uint32_t>& slots) {
  std::uint64_t length = 0;
  graph.for_each_channel([&](std::uint32_t node, std::uint64_t c) {
    const auto [low, high] = std::minmax(slots[node], slots[graph.head[c]]);
    length += std::uint64_t{graph.weight(c)} * (high - low);
  });
  return length;
}

/// The number of the set in which each node is.
std::vector<std::uint32_t> set_numbers(const std::vector<NodesInCells>& sets, std::size_t nodes) {
  std::vector<std::uint32_t> numbers(nodes);
  for (std::uint32_t set = 0; set < sets.size(); ++set) {
    for (const std::uint32_t node : sets[set].nodes) numbers[node] = set;
  }
  return numbers;
}

/// Places the nodes of a connected graph. Along the longest axis they are sorted by the least eigenvector into lines,
/// then along each further axis by the smoothest vector that differs within the lines so far: so no axis gets a vector
/// that is a function of those before, as the harmonics are that long grids have. Of several vectors, the one that
/// makes the links shortest along the axis is taken; of the best few, the one that makes them shortest in all.
class Peeling {
 public:
  Peeling(const ChannelGraph& graph, const std::vector<Cell>& cells, std::uint64_t seed, WatchedWork& work)
      : graph_(graph), axes_(axes_by_length(cells)), seed_(seed), spectrum_(graph, work), cells_(graph.node_count()) {
    constexpr std::size_t kMostTried = 4, kNodesTried = std::size_t{1} << 18;
    tried_ = std::clamp<std::size_t>(kNodesTried / std::max<std::size_t>(graph.node_count(), 1), 1, kMostTried);
    std::vector<NodesInCells> all{{numbers_below<std::uint32_t>(graph.node_count()), cells}};
    first_pairs_ = spectrum_.least(kWanted, seed_);
    sort_by_first(all);
    peel(std::move(all), 0, 0);
  }
  std::vector<Cell> cells() && { return std::move(cells_); }

 private:
  struct Cut {
    std::uint64_t length = 0;
    std::vector<std::uint32_t> slots;
  };

  /// The best cuts of the sets along an axis, the one with the shortest links first.
  std::vector<Cut> best_cuts(std::vector<NodesInCells>& sets, std::size_t depth) {
    const std::size_t nodes = graph_.node_count();
    std::vector<SortKeys> candidates =
        candidates_of(depth == 0 ? first_pairs_ : spectrum_.least(kWanted / 2, seed_, set_numbers(sets, nodes)));
    if (candidates.empty()) candidates.emplace_back(nodes, 0);
    sort_along(sets, axes_[depth]);
    const bool last = depth + 1 == axes_.size();
    std::vector<Cut> best;
    for (const SortKeys& keys : candidates) {
      Cut cut{0, std::vector<std::uint32_t>(nodes)};
      take_slots(sets, axes_[depth], last, keys, cut.slots);
      cut.length = length_along(graph_, cut.slots);
      const double bar = (last ? 1 : kHeadStart) * static_cast<double>(cut.length);
      const auto place = std::ranges::find_if(best, [&](const Cut& b) { return static_cast<double>(b.length) > bar; });
      best.insert(place, std::move(cut));
      if (best.size() > (last ? 1 : tried_)) best.pop_back();
    }
    return best;
  }

  /// The plain way, for networks without shape: an eigenvector as it was found for each axis.
  void sort_by_first(std::vector<NodesInCells> sets) {
    std::uint64_t length = 0;
    std::vector<std::uint32_t> slots(graph_.node_count());
    for (std::size_t depth = 0; depth < axes_.size(); ++depth) {
      const SortKeys keys = depth < first_pairs_.size() ? first_pairs_[depth].vector : SortKeys(graph_.node_count(), 0);
      sets = lines_by_rank(std::move(sets), axes_[depth], depth + 1 == axes_.size(), keys, slots);
      length += length_along(graph_, slots);
    }
    keep(sets, length);
  }

  void keep(const std::vector<NodesInCells>& sets, std::uint64_t length) {
    if (length >= least_) return;
    least_ = length;
    for (const NodesInCells& set : sets) cells_[set.nodes[0]] = set.cells[0];
  }

  void peel(std::vector<NodesInCells> sets, std::size_t depth, std::uint64_t length) {
    if (depth < axes_.size()) {
      for (const Cut& cut : best_cuts(sets, depth))
        peel(cut_into_lines(sets, axes_[depth], cut.slots), depth + 1, length + cut.length);
      return;
    }
    keep(sets, length);
  }

  const ChannelGraph& graph_;
  std::vector<Axis> axes_;
  std::uint64_t seed_;
  LaplacianSpectrum spectrum_;
  std::vector<Eigenpair> first_pairs_;
  std::size_t tried_ = 1;  ///< how many cuts are tried along an axis
  std::uint64_t least_ = std::numeric_limits<std::uint64_t>::max();
  std::vector<Cell> cells_;
};

/// Gives each connected part of the graph cells of its own, close together: cuts parts and cells in two, again and
/// again.
class PartByPart {
 public:
  PartByPart(const ChannelGraph& graph, std::uint64_t seed, WatchedWork& work)
      : graph_(graph), seed_(seed), work_(work), local_(graph.node_count()), cells_(graph.node_count()) {}

  std::vector<Cell> placed(std::vector<Cell> cells) {
    const auto all = numbers_below<std::uint32_t>(graph_.node_count());
    const std::vector<std::uint32_t> part = part_of_sites(linked(all));
    for (std::uint32_t node = 0; node < part.size(); ++node) {
      if (part[node] == parts_.size()) parts_.emplace_back();
      parts_[part[node]].push_back(node);
    }
    join_single_nodes();
    std::ranges::stable_sort(parts_, [](const auto& a, const auto& b) { return a.size() > b.size(); });
    place(0, parts_.size(), std::move(cells));
    return std::move(cells_);
  }

 private:
  /// Nodes without links count as one part, so that many of them cost little.
  void join_single_nodes() {
    std::vector<std::uint32_t> single;
    std::erase_if(parts_, [&](const auto& part) {
      if (part.size() == 1) single.push_back(part[0]);
      return part.size() == 1;
    });
    if (!single.empty()) parts_.push_back(std::move(single));
  }

  /// Places the parts from `begin` to `end` - 1, the largest first.
  void place(std::size_t begin, std::size_t end, std::vector<Cell> cells) {
    if (begin == end) return;
    if (end - begin == 1) return place_one(parts_[begin], cells);
    std::size_t all = 0, first = 0, middle = begin;
    for (std::size_t i = begin; i < end; ++i) all += parts_[i].size();
    while (middle + 1 < end && (middle == begin || 2 * (first + parts_[middle].size()) <= all))
      first += parts_[middle++].size();
    const std::vector<Axis> axes = axes_by_length(cells);
    sort_cells(cells, axes.empty() ? Axis::x : axes[0]);
    const auto cut = cells.begin() + static_cast<std::ptrdiff_t>(first);
    std::vector<Cell> rest(cut, cells.end());
    cells.erase(cut, cells.end());
    place(begin, middle, std::move(cells));
    place(middle, end, std::move(rest));
  }

  /// The links between nodes of whole parts; those of weight 0 join none.
  ChannelGraph linked(const std::vector<std::uint32_t>& nodes) {
    for (std::uint32_t i = 0; i < nodes.size(); ++i) local_[nodes[i]] = i;
    return graph_among(graph_, nodes, local_, [&](std::uint64_t channel) { return graph_.weight(channel) > 0; });
  }

  void place_one(const std::vector<std::uint32_t>& nodes, const std::vector<Cell>& cells) {
    const ChannelGraph graph = linked(nodes);
    const std::vector<Cell> found = Peeling(graph, cells, seed_, work_).cells();
    for (std::size_t i = 0; i < nodes.size(); ++i) cells_[nodes[i]] = found[i];
  }

  const ChannelGraph& graph_;
  std::uint64_t seed_;
  WatchedWork& work_;
  std::vector<std::uint32_t> local_;
  std::vector<std::vector<std::uint32_t>> parts_;
  std::vector<Cell> cells_;
};

}  // namespace

void turn_apart(std::vector<std::vector<double>>& vectors) {
  constexpr int kMostRounds = 20;
  constexpr double kLeastTurn = 1e-12;
  bool turned = true;
  for (int round = 0; round < kMostRounds && turned; ++round) {
    turned = false;
    for (std::size_t i = 0; i < vectors.size(); ++i) {
      for (std::size_t j = i + 1; j < vectors.size(); ++j) {
        const PlaneTurn turn = best_turn(vectors[i], vectors[j]);
        apply(turn, vectors[i], vectors[j]);
        turned = turned || std::abs(turn.sine) > kLeastTurn;
      }
    }
  }
}

std::vector<double> sorted_in_turn(const std::vector<const std::vector<double>*>& vectors) {
  constexpr double kEqual = 1e-6;
  const std::size_t size = vectors.empty() ? 0 : vectors[0]->size();
  std::vector<double> numbers(size, 0), refined(size, 0);
  auto order = numbers_below<std::size_t>(size);
  double last = 0;
  for (const std::vector<double>* vector : vectors) {
    if (size == 0 || last + 1 == static_cast<double>(size)) break;
    const std::vector<double>& entries = *vector;
    const auto [low, high] = std::minmax_element(entries.begin(), entries.end());
    const double gap = kEqual * (*high - *low);
    std::ranges::sort(order, [&](std::size_t a, std::size_t b) {
      return std::tuple(numbers[a], entries[a], a) < std::tuple(numbers[b], entries[b], b);
    });
    last = 0;
    for (std::size_t i = 0; i < size; ++i) {
      const std::size_t at = order[i], before = i == 0 ? at : order[i - 1];
      if (numbers[at] != numbers[before] || entries[at] - entries[before] > gap) ++last;
      refined[at] = last;
    }
    numbers = refined;
  }
  return numbers;
}

std::vector<std::vector<double>> midway_turns(const std::vector<double>& a, const std::vector<double>& b) {
  std::vector<std::vector<double>> both{a, b};
  apply({std::sqrt(0.5), std::sqrt(0.5)}, both[0], both[1]);
  return both;
}

std::vector<Axis> axes_by_length(const std::vector<Cell>& cells) {
  std::array<std::size_t, 3> lengths{};
  for (const Axis axis : kAxes) {
    std::vector<std::uint32_t> slots = each_of(cells, [&](const Cell& cell) { return cell[axis]; });
    std::ranges::sort(slots);
    lengths[index(axis)] = static_cast<std::size_t>(std::unique(slots.begin(), slots.end()) - slots.begin());
  }
  std::vector<Axis> axes = those_with(kAxes, [&](const Axis axis) { return lengths[index(axis)] > 1; });
  std::ranges::stable_sort(axes, [&](Axis a, Axis b) { return lengths[index(a)] > lengths[index(b)]; });
  return axes;
}

std::vector<NodesInCells> lines_by_rank(std::vector<NodesInCells> sets, Axis axis, bool last,
                                        const std::vector<double>& keys, std::vector<std::uint32_t>& slots) {
  sort_along(sets, axis);
  take_slots(sets, axis, last, keys, slots);
  return cut_into_lines(sets, axis, slots);
}

std::vector<Cell> spectral_cells(const ChannelGraph& graph, const std::vector<Cell>& cells, std::uint64_t seed,
                                 WatchedWork& work) {
  return PartByPart(graph, seed, work).placed(cells);
}

}  // namespace cutline
