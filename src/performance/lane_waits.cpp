// SPDX-License-Identifier: Apache-2.0
#include "performance/lane_waits.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace cutline {

namespace {

constexpr double kMany = 1 << 14;  // servers, above which the limit is closer than one in a hundred

/// Its limit as servers and load grow while the free ones stay some roots of the load [Halfin 1981].
double all_of_many_held(double servers, double load) {
  if (load >= servers) return 1;
  const double free = (servers - load) / std::sqrt(load);
  const double below = std::erfc(-free / std::sqrt(2.0)) / 2;
  return 1 / (1 + free * below * std::sqrt(2 * std::acos(-1.0)) * std::exp(free * free / 2));
}

/// Erlang's B, the share of customers that find all servers held, where those are lost. One over it is the sum of the
/// products of servers / load, (servers - 1) / load and so on, of which some roots of the servers count: the products
/// vanish, or are so many that nobody is lost. derived: the terms of the definition, over the last of them.
double all_lost(int servers, double load) {
  constexpr double kVanishes = 1e-17, kNobody = 1e30;
  double product = 1, sum = 1;
  for (int n = servers; n >= 1 && product > kVanishes * sum && sum < kNobody; --n) sum += product *= n / load;
  return 1 / sum;
}

/// Erlang's C, from B: customers wait.
double all_held(int servers, double load, double lost) {
  return load >= servers ? 1 : lost / (1 - (1 - lost) * load / servers);
}

}  // namespace

double waits_for_server(double servers, double load) {
  if (servers > kMany) return all_of_many_held(servers, load);
  const int below = std::max(1, static_cast<int>(servers));
  const double part = servers - below;
  if (load >= below + (part > 0 ? 1 : 0)) return 1;
  const double lost = all_lost(below, load);
  const double held = all_held(below, load, lost);
  if (part <= 0) return held;
  return (1 - part) * held + part * all_held(below + 1, load, load * lost / (below + 1 + load * lost));
}

namespace {

constexpr double kNever = std::numeric_limits<double>::infinity();

/// How much longer than alone a message takes, in cycles: inside, where it shares the channel, and to be let in.
struct Longer {
  double inside = 0, outside = 0;
};

Longer longer_with(double rate, double message, double idle, int lanes) {
  double sharing = 0;  // messages at the channel if k - 1 are inside
  double ratio = 0;    // messages that come while one leaves, if k are inside
  double chance = 1, chances = 1, inside = 0;
  for (int k = 1; k <= lanes; ++k) {
    const double there = message * (1 + sharing);
    sharing = k * there / (there + idle);
    ratio = rate * (there + idle) / k;
    chance *= ratio;
    chances += chance;
    inside += k * chance;
  }
  if (ratio >= 1) return {0, kNever};
  const double more = chance * ratio / (1 - ratio), all = (chances + more) * rate;
  return {(inside + more * lanes) / all - message - idle, more / (1 - ratio) / all};
}

}  // namespace

double wait_to_enter(double rate, double message, double idle, double lanes, const Regularity& regular) {
  if (rate <= 0 || idle <= 0) return rate * message < 1 ? 0 : kNever;
  if (rate * message >= 1) return kNever;
  const double open = rate * message * message / (1 - rate * message);
  const int below = std::max(1, static_cast<int>(lanes));
  const double part = std::max(0.0, lanes - below);
  Longer longer = longer_with(rate, message, idle, below);
  if (part > 0) {
    const Longer more = longer_with(rate, message, idle, below + 1);
    longer.inside += part * (more.inside - longer.inside);
    longer.outside += part * (more.outside - longer.outside);
  }
  return std::max(0.0, regular.inside * (longer.inside - open) + regular.outside * longer.outside);
}

double few_sources(double sources, double lanes, double held) {
  constexpr double kManySources = 1e4, kManyLanes = 1e3;
  const double others = sources - 1, each = std::min(1.0, held / sources);
  if (held <= 0 || others > kManySources || lanes > kManyLanes) return 1;
  if (others <= 0) return 0;
  const int least = std::max(1, static_cast<int>(lanes));
  struct Chances {
    double now = 1, all = 1, held = 0;  // of n lanes, of up to n, and of up to n from `least` on
    void next(double ratio, bool counts) {
      now *= ratio;
      all += now;
      held += counts ? now : 0;
    }
  } few, many;
  constexpr double kNone = 1e-8;  // of what is summed up: later chances are not worth adding
  const double free = std::max(kNone, 1 - each);
  for (int n = 1; n <= least || many.now > kNone * many.held || few.now > kNone * few.held; ++n) {
    few.next(std::max(0.0, others - n + 1) * each / (n * free), n >= least);
    many.next(held / n, n >= least);
  }
  return std::min(1.0, few.held / few.all * many.all / many.held);
}

double lanes_taken(double lanes, double held, double full) {
  double overflow = 1, squares = 0, all = 0;
  for (int n = 1; n <= std::max(1, static_cast<int>(lanes)); ++n) {
    const double next = held * overflow / (n + held * overflow);
    squares += (overflow - next) * (overflow - next);
    all += overflow - next;
    overflow = next;
  }
  const double lowest = squares > 0 ? std::min(lanes, all * all / squares) : lanes;
  return lowest + (lanes - lowest) * std::min(1.0, full);
}

double wait_in_buffer(double rate, double service, double fixed, double late, double lanes) {
  const double idle = 1 - rate * service;
  if (idle <= 0) return kNever;
  const double all = fixed + late;
  return rate * (all * all / lanes + late * late) / (2 * idle);
}

double wait_right_behind(double rate, double service, double spaced, double longer) {
  const double load = rate * spaced;
  if (rate * service >= 1 || load >= 1) return kNever;
  return rate * spaced * std::max(0.0, longer) * (2 + load / (1 - load)) / (2 * (1 - rate * service));
}

double wait_for_tail(double rate, double held, double tail) {
  const double met = rate * tail / (1 + rate * tail);
  return tail * (held + (1 - held) * met);
}

double part_past_places(double waiting, double used, double places) {
  return waiting > 0 ? std::pow(waiting / (waiting + used), std::max(0.0, places)) : 0;
}

double wait_for_room(double rate, double fits, double hold, const Lateness& late, double lanes) {
  const double load = rate * hold;
  if (load >= fits) return kNever;
  const double square = late.cycles * late.cycles / lanes + late.random * late.random;
  return square / (2 * hold) * waits_for_server(fits, load) / (fits - load);
}

double wait_for_lane(double rate, double fits, double hold, const Lateness& late) {
  const double square = late.cycles * late.cycles + late.random * late.random;
  return square / (2 * hold) * waits_for_server(fits, std::min(fits, rate * hold)) / fits;
}

double other_inputs(double part, double same) {
  constexpr double kNone = 1e-9;  // of the messages: sums of parts have rounding errors
  const double left = same - part * part;
  return part < 1 && left > kNone ? std::max(1.0, (1 - part) * (1 - part) / left) : 0;
}

double wait_for_turn(double others, double again, double lanes, double hold, double cycle) {
  const double round = others * hold;
  return again * round * (1 + lanes) / 2 + (1 - again) * std::max(0.0, round - cycle) / 2;
}

double wait_for_routing(double heads, double routing) {
  if (heads <= 0 || routing <= 1) return 0;
  return routing * (routing - 1) / 2 / (routing - std::exp(-heads * routing) / std::expm1(-heads));
}

double variance_of_wait(double mean, double used, double turns) {
  if (used <= 0) return 0;
  const double r = std::min(1.0, used);
  const double in_order = (4 - r) / (3 * r);
  if (turns == 0) return mean * mean * in_order;
  // The first terms of the series, where the closed form has lost its digits.
  const double by_turns = r < 0.01 ? 2 / (3 * r) + 0.25 : (1 - 2 * (1 - r) * (std::expm1(r) - r) / (r * r)) / (r * r);
  return mean * mean * ((1 - turns) * in_order + turns * by_turns);
}

}  // namespace cutline
