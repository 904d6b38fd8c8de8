// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>

#include "search/link_state.hpp"
#include "search/measured_links.hpp"

namespace cutline {

/// The first and the last temperature of a run of simulated annealing.
struct Temperatures {
  double hottest = 1, coldest = 1;
};

/// The temperature of a run, which falls by a constant factor from move to move. How much moves change the cost depends
/// on routers, links, symmetry and limits, so a run with enough moves first tries out which temperatures matter: in the
/// first sixteenth of its moves it cools from the hottest to the coldest of a wide range. It then cools slowly between
/// two of these temperatures: the last at which it kept 7 % of the moves that raise the cost, and the last at which it
/// kept 0.1 %. Hotter than the first, all links are random; colder than the second, they are frozen. The two shares are
/// fitted: they came out well on grids of 5 x 5 to 10 x 10 with 4 to 8 links a router.
class Cooling {
 public:
  /// `usual` is for runs that are too short for a trial, or have no range to try.
  Cooling(const Temperatures& usual, const std::optional<Temperatures>& trial) : used_(usual), trial_(trial) {}

  /// Begins with move `done` of `moves`. The next begins with move `stop`, and has as many moves as the first.
  void begin(std::uint64_t done, std::uint64_t stop, std::uint64_t moves) {
    if (done == 0 && trial_ && moves / kTrial >= kLeastLooks * stop) trial_ends_ = moves / kTrial / stop * stop;
    if (done > 0 && done <= trial_ends_) look();
    if (done > 0 && done == trial_ends_ && melts_ > freezes_ && freezes_ > 0) used_ = {melts_, freezes_};
    rises_ = kept_rises_ = 0;
    const bool tries = done < trial_ends_;
    const Temperatures& range = tries ? *trial_ : used_;
    const std::uint64_t from = tries ? 0 : trial_ends_, to = tries ? trial_ends_ : moves;
    fall_ = std::pow(range.coldest / range.hottest, 1.0 / static_cast<double>(to - from));
    temperature_ = range.hottest * std::pow(fall_, static_cast<double>(done - from));
  }

  double temperature() const { return temperature_; }
  void next() { temperature_ *= fall_; }
  /// A move raises the cost, and is kept or not.
  void note_rise(bool kept) {
    ++rises_;
    kept_rises_ += kept ? 1 : 0;
  }
  /// Between which temperatures the run cools, as far as is known.
  const Temperatures& used() const { return used_; }

 private:
  static constexpr std::uint64_t kTrial = 16, kLeastLooks = 8;
  static constexpr double kMelted = 0.07, kFrozen = 0.001;

  void look() {
    const double share = rises_ == 0 ? 0 : static_cast<double>(kept_rises_) / static_cast<double>(rises_);
    if (share >= kMelted) melts_ = temperature_;
    if (share >= kFrozen) freezes_ = temperature_;
  }

  Temperatures used_;
  std::optional<Temperatures> trial_;
  std::uint64_t trial_ends_ = 0, rises_ = 0, kept_rises_ = 0;
  double melts_ = 0, freezes_ = 0;
  double temperature_ = 1, fall_ = 1;
};

/// The best links of a run, and what makes them the best: Costs::worth().
struct BestLinks {
  std::vector<GridLink> links;
  std::uint64_t cost = 0;
};

/// How a run begins, and between which temperatures it cools: see Cooling.
struct AnnealingStart {
  const std::vector<GridLink>& first;  ///< empty: the shortest links, and random ones
  Turns turns = Turns::none;
  std::uint64_t seed = 1;
  Temperatures usual = {};  ///< in costs of a link of span 1
  std::optional<Temperatures> trial = {};
};

/// One run of simulated annealing: random moves, of which those that raise the cost are accepted with a probability
/// that falls with the temperature (Cooling). Under turns a move changes the cost once for each image of a link, so
/// temperatures are as many times higher.
template <class Costs>
class LinkAnnealer {
 public:
  LinkAnnealer(const LinkGrid& grid, const AnnealingStart& start)
      : grid_(grid),
        limits_(grid.limits()),
        state_(grid, start.turns),
        costs_(grid, state_, start.turns),
        random_(start.seed),
        step_(static_cast<double>(grid.steps(1) * grid.mean_weight())),
        cooling_(start.usual, start.trial) {
    for (const GridLink& link : limits_.kept) state_.try_add(link.a, link.b);
    for (const GridLink& link : start.first) state_.try_add(link.a, link.b);
    if (start.first.empty() && !(limits_.places.empty() ? add_mesh() : add_tree())) add_at_random(limits_.nodes());
    add_at_random(~std::uint64_t{0});
    sum_ = costs_.sum(~std::uint64_t{0});
    keep();
  }

  /// Makes the moves from number `done` to before `stop`, out of `moves`. All calls but the last make as many.
  void run(std::uint64_t done, std::uint64_t stop, std::uint64_t moves) {
    if (done == 0) keep_if_best();
    cooling_.begin(done, stop, moves);
    for (; done < stop; ++done, cooling_.next()) move();
  }

  /// The links as they are now.
  std::vector<GridLink> links() const { return state_.links(); }
  const Cooling& cooling() const { return cooling_; }
  /// Absent if no state met all limits.
  const std::optional<BestLinks>& best() const { return best_; }

 private:
  bool add_mesh() {
    for (std::uint32_t a = 0; a < limits_.nodes(); ++a) {
      const bool right = a % limits_.columns + 1 < limits_.columns, up = a + limits_.columns < limits_.nodes();
      for (const std::uint32_t b : {right ? a + 1 : a, up ? a + limits_.columns : a}) {
        if (b == a) continue;
        if (!grid_.fits(a, b)) return false;
        state_.try_add(a, b);
        if (limits_.directed) state_.try_add(b, a);
      }
    }
    return true;
  }

  /// The shortest links that join all routers (Kruskal's algorithm), as far as the limits allow them.
  bool add_tree() {
    std::vector<std::uint32_t> part(limits_.nodes());
    for (std::uint32_t a = 0; a < limits_.nodes(); ++a) part[a] = a;
    for (const GridLink& link : grid_.shortest_first(false)) {
      const std::uint32_t from = part[link.a], to = part[link.b];
      if (from == to || !state_.try_add(link.a, link.b)) continue;
      if (limits_.directed) state_.try_add(link.b, link.a);
      std::ranges::replace(part, from, to);
    }
    return true;
  }

  void add_at_random(std::uint64_t most) {
    for (std::uint64_t misses = 0; most > 0 && misses < 2 * std::uint64_t{limits_.nodes()};) {
      const std::uint32_t a = state_.some_open(random_);
      if (a >= limits_.nodes()) return;
      if (state_.add_some(a, random_)) {
        --most;
      } else {
        ++misses;
      }
    }
  }

  void move() {
    // Among full routers a link that is removed finds no other place than its own.
    const bool full = state_.heads().arcs() * 20 >= limits_.nodes() * limits_.degree * 19;
    const bool tried = random_.below(full ? 16 : 2) == 0 ? replace() : swap_ends();
    if (tried && state_.changed() && accepted()) {
      keep();
      keep_if_best();
    } else {
      state_.take_back();
      costs_.take_back();
    }
  }

  void keep() {
    state_.keep();
    costs_.keep();
  }

  /// A link, in either direction if it is two-way.
  GridLink some_link(std::size_t orbit) {
    const Orbit& links = state_.orbits()[orbit];
    const GridLink link = links.links[links.size == 1 ? 0 : random_.below(links.size)];
    return limits_.directed || random_.below(2) == 0 ? link : GridLink{link.b, link.a};
  }

  /// Two links exchange their heads. The second is drawn among those whose head a link from the first one's tail may
  /// reach: of two links drawn anywhere, few could exchange heads within a short span.
  bool swap_ends() {
    const std::size_t count = state_.orbits().size() - state_.fixed();
    if (count < 2) return false;
    const std::size_t first = state_.fixed() + random_.below(count);
    const GridLink one = some_link(first);
    const std::vector<std::uint32_t>& allowed = grid_.allowed(one.a);
    const std::uint32_t head = allowed[random_.below(allowed.size())], tails = state_.tails().count(head);
    if (tails == 0) return false;
    const GridLink other{state_.tails().begin(head)[random_.below(tails)].head, head};
    if (head == one.b || other.a == one.a || other.a == one.b || !grid_.fits(other.a, one.b) ||
        state_.heads().has(one.a, head) || state_.heads().has(other.a, one.b))
      return false;
    const std::size_t second = state_.orbit_of_link(other.a, other.b);
    if (second == first || second < state_.fixed()) return false;
    const bool moves = second + 1 == state_.orbits().size();
    state_.remove(first);
    state_.remove(moves ? first : second);
    return state_.try_add(one.a, head) && state_.try_add(other.a, one.b);
  }

  /// Removes up to two links and adds up to three, mostly from an end of a removed one, so that links bend.
  bool replace() {
    const std::size_t out = 1 + random_.below(2), in = out - 1 + random_.below(3);
    GridLink removed[2];
    std::size_t taken = 0;
    for (; taken < out && state_.orbits().size() > state_.fixed(); ++taken) {
      const std::size_t index = state_.fixed() + random_.below(state_.orbits().size() - state_.fixed());
      removed[taken] = some_link(index);
      state_.remove(index);
    }
    for (std::size_t added = 0; added < in; ++added) {
      const bool bend = taken > 0 && random_.below(4) != 0;
      const std::uint32_t a = bend ? removed[random_.below(taken)].a : state_.some_open(random_);
      if (a >= limits_.nodes() || !state_.add_some(a, random_)) break;
    }
    return true;
  }

  /// Decides whether the state after a move is kept. The random number is drawn first, so that the count of the cost
  /// can stop at the highest cost with which the move would be kept.
  bool accepted() {
    const double may_cost = -cooling_.temperature() * step_ * std::log(1 - random_.unit());
    const double before = static_cast<double>(sum_) + price(lacking_);
    const std::uint64_t lacking = state_.lacking();
    const double enough = before + may_cost - price(lacking);
    const std::uint64_t sum = enough < 0 ? 0 : costs_.sum(static_cast<std::uint64_t>(enough));
    const bool kept = static_cast<double>(sum) <= enough;
    if (!kept || static_cast<double>(sum) + price(lacking) > before) cooling_.note_rise(kept);
    if (!kept) return false;
    sum_ = sum;
    lacking_ = lacking;
    return true;
  }

  double price(std::uint64_t lacking) const { return static_cast<double>(lacking) * 0.5 * limits_.nodes() * step_; }

  void keep_if_best() {
    if (lacking_ > 0) return;
    const std::uint64_t worth = costs_.worth(sum_);
    if (best_ && best_->cost <= worth) return;
    std::vector<GridLink> links = state_.links();
    if (!joins_all(limits_, links) || !is_within_diameter(limits_, links)) return;
    if (limits_.bisection > 0) {
      const Halving least = limits_.nodes() <= kMostHalvedNodes
                                ? least_halving_below(limits_.nodes(), limits_.directed, links, limits_.bisection)
                                : halving_with_few(limits_, links);
      if (least.links < limits_.bisection) {
        state_.watch(least);
        lacking_ = state_.lacking();
        return;
      }
    }
    best_ = BestLinks{std::move(links), worth};
  }

  const LinkGrid& grid_;
  const LinkLimits& limits_;
  LinkState state_;
  Costs costs_;
  Random random_;
  std::uint64_t sum_ = 0, lacking_ = 0;
  double step_ = 1;  ///< the cost of a link of span 1 to a mean pair
  Cooling cooling_;
  std::optional<BestLinks> best_;
};

}  // namespace cutline
