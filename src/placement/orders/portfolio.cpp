// SPDX-License-Identifier: Apache-2.0
#include "cutline/base/error.hpp"
#include "placement/order.hpp"
#include "placement/product_cells.hpp"
#include "topology/graph_searches.hpp"

namespace cutline {

namespace {

constexpr std::uint32_t kMostExact = 20, kMostOfTabu = 128, kMostRestarted = 512;
constexpr std::uint32_t kMostSpectral = 1u << 16;

/// Keeps the best of all arrangements that the parts of the portfolio offer.
class Portfolio {
 public:
  Portfolio(const ArrangeTask& task, Arranged& report)
      : task_(task), grid_(task.grid), report_(report), cells_(natural_cells(task.grid)), least_(cost(grid_, cells_)) {
    report.found_by = "natural order";
    if (const std::uint64_t bound = span_bound(grid_); bound > 0) report.bound = bound;
  }

  Cells run() {
    const std::uint64_t moves = moves_asked(task_, "portfolio");
    recognise();
    if (!is_done()) solve_exactly();
    if (!is_done()) search_tabu(moves);
    if (!is_done() && !settled_) start();
    if (!is_done()) finish(moves);
    return std::move(cells_);
  }

 private:
  bool is_bound() const { return !grid_.groups.empty() || !grid_.seats.empty(); }
  bool is_line() const { return grid_.rows == 1 && grid_.planes == 1; }
  std::uint64_t seed() const { return task_.choice.seed.value_or(1); }
  bool is_done() const { return least_.value <= report_.bound.value_or(0); }

  void offer(Cells cells, const std::string& by) {
    const Cost now = cost(grid_, cells);
    if (now >= least_) return;
    if (now.value < least_.value) report_.found_by = by;
    least_ = now;
    cells_ = std::move(cells);
  }

  void recognise() {
    auto found = recognised_cells(grid_);
    if (!found) return;
    settled_ = found->settled;
    offer(std::move(found->cells), "recognised: " + found->shape);
    if (found->least) report_.bound = least_.value;
  }

  void solve_exactly() {
    if (!is_line() || is_bound() || grid_.columns != grid_.node_count() || grid_.columns > kMostExact) return;
    auto found = exact_line(grid_);
    if (!found) return;
    report_.bound = report_.optimum = found->value;
    offer(std::move(found->places), "exact search");
  }

  /// What another order of the catalogue finds. Its report is dropped.
  void offer_order(const char* name, std::optional<std::uint64_t> moves = {}) {
    const Order* order = find_order(name);
    ArrangeChoice choice = task_.choice;
    choice.moves = moves;
    choice.effort_s.reset();
    Arranged report;
    offer(order->arrange({grid_, choice, task_.watch}, report), name);
  }

  /// By default as many steps as the order takes by itself, fewer where it is to improve what was recognised.
  void search_tabu(std::uint64_t moves) {
    if (grid_.minimised != Minimised::total || cell_count(grid_) > kMostOfTabu) return;
    const bool few = task_.choice.moves || task_.choice.effort_s || settled_;
    offer_order("tabu", few ? std::optional(moves / (4 * cell_count(grid_)) + 1) : std::nullopt);
  }

  void start() {
    if (is_line() && !is_bound()) {
      Cells cells = band_order(grid_.graph);
      offer(std::move(cells), "reverse Cuthill-McKee");
    }
    if (grid_.node_count() <= kMostSpectral) offer_order("spectral");
    if (!is_bound() && grid_.planes == 1) offer_order("bisection");
  }

  /// One run from the best start; where there are few nodes, another one that forgets it and a third from the best of
  /// both. What was recognised is only polished. The longest span is wished shorter from run to run.
  void finish(std::uint64_t moves) {
    constexpr double kWarm = 0.5, kHot = 2, kWishing = 0.3;
    constexpr std::uint64_t kWishes = 8;
    report_.all_moves = settled_ ? moves / 8 : moves;
    const bool wishes = grid_.minimised == Minimised::longest;
    const std::uint64_t runs = wishes ? kWishes : grid_.node_count() <= kMostRestarted ? 3 : 1;
    WatchedWork work(task_.watch, "moves", report_.all_moves);
    for (std::uint64_t run = 0; run < runs && !is_done(); ++run) {
      const bool afresh = !wishes && run == 1;
      const std::uint64_t until = report_.all_moves * (run + 1) / runs;
      Annealing annealing{until - report_.moves, wishes ? kWishing : afresh ? kHot : kWarm, seed() + run, 0, afresh};
      if (wishes) annealing.wished = wish();
      Cells cells = cells_;
      report_.moves += anneal(grid_, annealing, work, cells);
      offer(std::move(cells), report_.found_by + (run == 0 ? ", annealed" : ""));
      if (report_.moves < until) break;
    }
  }

  /// Three quarters of the way from the longest span to the bound.
  std::uint64_t wish() const {
    const std::uint64_t bound = std::max<std::uint64_t>(1, report_.bound.value_or(0));
    return bound + (least_.value - bound) / 4;
  }

  const ArrangeTask& task_;
  const GridGraph& grid_;
  Arranged& report_;
  Cells cells_;
  Cost least_;
  bool settled_ = false;
};

Cells arrange_portfolio(const ArrangeTask& task, Arranged& report) { return Portfolio(task, report).run(); }

}  // namespace

Order portfolio_order() {
  return {
      .name = "portfolio",
      .summary = "closed forms of what is recognised, exact search, tabu, spectral, bisection and annealing: the best",
      .source = "[Kirkpatrick 1983]",
      .arrange = arrange_portfolio,
      .most_nodes = std::uint64_t{1} << 20,
      .arranges_grids = true,
      .moves_nodes = true,
      .anneals = true};
}

}  // namespace cutline
