// SPDX-License-Identifier: Apache-2.0
#include "routing/ways_to.hpp"

namespace cutline {

namespace {

std::int64_t floor_div(std::int64_t a, std::int64_t b) { return a / b - (a % b != 0 && (a < 0) != (b < 0) ? 1 : 0); }

/// The first multiple of b at or after a.
std::int64_t next_multiple(std::int64_t a, std::int64_t b) { return -floor_div(-a, b) * b; }

std::int64_t node_at_position(std::int64_t node) { return 2 * node; }
std::int64_t boundary_at(std::int64_t boundary) { return 2 * boundary - 1; }

ExpressLeg leg(std::size_t level, std::int64_t from, std::int64_t to, std::int64_t hops) {
  return {level, from, to, static_cast<std::uint64_t>(hops)};
}

/// Where interleaved interchanges stand: their boundaries modulo the spacing.
class Boundaries {
 public:
  Boundaries(const ExpressRule& rule, bool mirrored) : spacing_(rule.spacings[0]) {
    const auto m = static_cast<std::int64_t>(rule.interleaved);
    for (std::int64_t q = 0; q < m; ++q) {
      const std::int64_t place = q * spacing_ / m;
      places_.push_back(mirrored ? (spacing_ - place) % spacing_ : place);
    }
    std::ranges::sort(places_);
  }

  /// The first boundary with an interchange after a node.
  std::int64_t after(std::int64_t node) const {
    const std::int64_t group = floor_div(node, spacing_) * spacing_;
    for (const std::int64_t place : places_) {
      if (group + place > node) return group + place;
    }
    return group + spacing_ + places_[0];
  }

  /// The number of boundaries with an interchange after boundary `from`, up to and including `to`.
  std::int64_t between(std::int64_t from, std::int64_t to) const { return up_to(to) - up_to(from); }

 private:
  std::int64_t up_to(std::int64_t boundary) const {
    const std::int64_t group = floor_div(boundary, spacing_);
    const auto within = std::upper_bound(places_.begin(), places_.end(), boundary - group * spacing_) - places_.begin();
    return group * static_cast<std::int64_t>(places_.size()) + within;
  }

  std::int64_t spacing_;
  std::vector<std::int64_t> places_;
};

template <class Visit>
void visit_interleaved(const ExpressRule& rule, const Boundaries& boundaries, std::int64_t source,
                       std::int64_t destination, const Visit& visit) {
  const std::int64_t spacing = rule.spacings[0];
  const std::int64_t first = boundaries.after(source);
  const std::int64_t express = first <= destination ? (destination - first) / spacing : 0;
  if (express == 0) {
    const std::int64_t hops = destination - source + boundaries.between(source, destination);
    visit(leg(0, node_at_position(source), node_at_position(destination), hops));
    return;
  }
  const std::int64_t last = first + express * spacing;
  visit(leg(0, node_at_position(source), boundary_at(first), first - source));
  visit(leg(1, boundary_at(first), boundary_at(last), express));
  visit(leg(0, boundary_at(last), node_at_position(destination),
            destination - last + 1 + boundaries.between(last, destination)));
}

template <class Visit>
void visit_levels(const ExpressRule& rule, std::int64_t source, std::int64_t destination, const Visit& visit) {
  const auto step = [&](std::size_t level) { return static_cast<std::int64_t>(rule.spacings[level - 1]); };
  const std::int64_t first = (floor_div(source, step(1)) + 1) * step(1);
  if (first > destination) {
    visit(leg(0, node_at_position(source), node_at_position(destination), destination - source));
    return;
  }
  visit(leg(0, node_at_position(source), boundary_at(first), first - source));
  std::int64_t at = first;
  const auto ride = [&](std::size_t level, std::int64_t hops) {
    if (hops == 0) return;
    visit(leg(level, boundary_at(at), boundary_at(at + hops * step(level)), hops));
    at += hops * step(level);
  };
  std::size_t level = 1;
  for (; level < rule.spacings.size(); ++level) {
    const std::int64_t next = next_multiple(at, step(level + 1));
    if (next > destination) break;
    ride(level, (next - at) / step(level));
  }
  for (; level > 0; --level) ride(level, (destination - at) / step(level));
  visit(leg(0, boundary_at(at), node_at_position(destination), destination - at + 1));
}

/// Visits the legs of a route towards higher nodes.
template <class Visit>
void visit_upwards(const ExpressRule& rule, bool mirrored, std::int64_t source, std::int64_t destination,
                   const Visit& visit) {
  if (source == destination) return;
  if (rule.spacings.empty()) {
    visit(leg(0, node_at_position(source), node_at_position(destination), destination - source));
  } else if (rule.interleaved > 1) {
    visit_interleaved(rule, Boundaries(rule, mirrored), source, destination, visit);
  } else {
    visit_levels(rule, source, destination, visit);
  }
}

/// Going down is going up in the array seen from its other end: node n there is -1 - n, boundary b is -b.
template <class Visit>
void visit_legs(const ExpressRule& rule, std::int64_t source, std::int64_t destination, const Visit& visit) {
  if (source <= destination) return visit_upwards(rule, false, source, destination, visit);
  visit_upwards(rule, true, -1 - source, -1 - destination, [&](const ExpressLeg& up) {
    visit(ExpressLeg{up.level, -2 - up.from, -2 - up.to, up.hops});
  });
}

/// Hops of all pairs of a line of interleaved interchanges. Routes repeat from group to group.
Int128 total_interleaved(const ExpressRule& rule, std::uint64_t nodes) {
  const std::uint64_t group = rule.spacings[0];
  Int128 total = 0;
  for (std::uint64_t distance = 1; distance < nodes; ++distance) {
    const std::uint64_t pairs = nodes - distance;
    for (std::uint64_t low = 0; low < std::min(pairs, group); ++low) {
      const auto a = static_cast<std::int64_t>(low);
      const auto b = static_cast<std::int64_t>(low + distance);
      const std::uint64_t repeats = (pairs - low + group - 1) / group;
      total += static_cast<Int128>(express_hops(rule, a, b) + express_hops(rule, b, a)) * repeats;
    }
  }
  return total;
}

/// Messages that ride between the boundaries 0 ... of one level: how many set out from each and how many go to each. A
/// message from x rides to every y >= x, once for each pair.
struct Riders {
  std::vector<Int128> from, to;
};

/// The sum over x <= y of from(x) to(y) (y - x).
Int128 rides(const Riders& riders, std::size_t begin, std::size_t end) {
  Int128 total = 0, waiting = 0, ridden = 0;  // messages under way, and hops they have taken
  for (std::size_t x = begin; x < end; ++x) {
    ridden += waiting;
    waiting += riders.from[x];
    total += riders.to[x] * ridden;
  }
  return total;
}

/// All hops of riders who may change to the level above at every `factor`-th boundary. Those who change are handed to
/// the next call, for the level above with its own factor; their hops to and from the change are counted here.
Int128 ride_levels(const Riders& riders, const std::vector<std::uint32_t>& factors, std::size_t level) {
  const std::size_t count = riders.from.size();
  if (level == factors.size()) return rides(riders, 0, count);
  const std::size_t factor = factors[level];
  const std::size_t above = (count + factor - 1) / factor + 1;
  Riders up{std::vector<Int128>(above, 0), std::vector<Int128>(above, 0)};
  std::vector<Int128> climb(above, 0), descent(above, 0);
  for (std::size_t x = 0; x < count; ++x) {
    const std::size_t ceiling = (x + factor - 1) / factor, floor = x / factor;
    up.from[ceiling] += riders.from[x];
    climb[ceiling] += riders.from[x] * static_cast<Int128>(ceiling * factor - x);
    up.to[floor] += riders.to[x];
    descent[floor] += riders.to[x] * static_cast<Int128>(x - floor * factor);
  }
  Int128 total = 0, set_out = 0, climbed = 0;
  for (std::size_t x = 0; x < above; ++x) {
    set_out += up.from[x];
    climbed += climb[x];
    total += climbed * up.to[x] + set_out * descent[x];
  }
  // Riders between two changes who reach neither of them.
  for (std::size_t begin = 1; begin < count; begin += factor)
    total += rides(riders, begin, std::min(begin + factor - 1, count));
  return total + ride_levels(up, factors, level + 1);
}

/// Hops of all pairs going up; going down takes equally many.
Int128 total_upwards(const ExpressRule& rule, std::uint64_t nodes) {
  const std::uint64_t group = rule.spacings[0];
  std::vector<std::uint32_t> factors;
  for (std::size_t j = 1; j < rule.spacings.size(); ++j) factors.push_back(rule.spacings[j] / rule.spacings[j - 1]);
  const std::uint64_t groups = (nodes + group - 1) / group;
  Riders riders{std::vector<Int128>(groups + 1, 0), std::vector<Int128>(groups + 1, 0)};
  Int128 total = 0, nodes_before = 0, ascent = 0;
  for (std::uint64_t g = 0; g < groups; ++g) {
    const Int128 size = std::min(group, nodes - g * group);
    // From the boundary before its group a message takes 1 ... size hops, from a node to the boundary after it 1 ...
    total += size * (size * size - 1) / 6 + nodes_before * (size * (size + 1) / 2) + ascent * size;
    riders.from[g + 1] += size;
    riders.to[g] += size;
    nodes_before += size;
    ascent += static_cast<Int128>(group) * size - size * (size - 1) / 2;
  }
  return total + ride_levels(riders, factors, 0);
}

/// Local hops to the first interchange, express hops, and local hops from the last one. `shift` is added to twice the
/// distance past half a spacing, `more` to it before whole spacings are counted, and `last` to the local hops.
double half_way(std::uint32_t spacing, std::uint64_t distance, int shift, std::uint64_t more, double last) {
  const std::uint64_t i = spacing;
  if (2 * distance < i + 1) return static_cast<double>(distance);
  const std::uint64_t halves = 2 * distance - i + static_cast<std::uint64_t>(shift),
                      express = (halves + more) / (2 * i);
  return static_cast<double>(i + 1) / 2 + static_cast<double>(express) + last +
         static_cast<double>(halves % (2 * i)) / 2;
}

}  // namespace

bool has_one_factor(const ExpressRule& rule) {
  std::uint64_t power = 1;
  for (const std::uint32_t spacing : rule.spacings) {
    power *= rule.spacings.front();
    if (spacing != power) return false;
  }
  return !rule.spacings.empty() && rule.spacings.front() > 1;
}

void for_each_leg(const ExpressRule& rule, std::int64_t source, std::int64_t destination,
                  FunctionRef<void(const ExpressLeg&)> visit) {
  visit_legs(rule, source, destination, visit);
}

std::vector<std::uint64_t> hops_by_level(const ExpressRule& rule, std::int64_t source, std::int64_t destination) {
  std::vector<std::uint64_t> hops(rule.spacings.size() + 1, 0);
  visit_legs(rule, source, destination, [&](const ExpressLeg& leg) { hops[leg.level] += leg.hops; });
  return hops;
}

std::uint64_t express_hops(const ExpressRule& rule, std::int64_t source, std::int64_t destination) {
  std::uint64_t hops = 0;
  visit_legs(rule, source, destination, [&](const ExpressLeg& leg) { hops += leg.hops; });
  return hops;
}

double mean_express_hops(const ExpressRule& rule, std::uint64_t distance) {
  const auto d = static_cast<double>(distance);
  if (rule.spacings.empty()) return d;
  if (rule.interleaved > 1) {
    std::uint64_t hops = 0;
    const auto spacing = static_cast<std::int64_t>(rule.spacings[0]);
    for (std::int64_t place = 0; place < spacing; ++place)
      hops += express_hops(rule, place, place + static_cast<std::int64_t>(distance));
    return static_cast<double>(hops) / static_cast<double>(spacing);
  }
  double rise = 1;
  std::uint32_t below = 1;
  if (distance < rule.spacings[0]) return d * (1 + 1 / static_cast<double>(rule.spacings[0]));
  for (const std::uint32_t spacing : rule.spacings) {
    if (spacing > distance) break;
    const std::uint32_t radix = spacing / below;
    rise += radix - 1;
    below = spacing;
  }
  return d / below + rise;
}

std::optional<Int128> total_express_hops(const ExpressRule& rule, std::uint64_t nodes, std::uint64_t effort) {
  const auto n = static_cast<Int128>(nodes);
  if (rule.spacings.empty()) return n * (n * n - 1) / 3;
  if (rule.interleaved == 1) return 2 * total_upwards(rule, nodes);
  if (std::uint64_t{rule.spacings[0]} * rule.interleaved > effort / nodes) return std::nullopt;
  return total_interleaved(rule, nodes);
}

double half_way_hops(std::uint32_t spacing, std::uint64_t distance) { return half_way(spacing, distance, -1, 0, 1); }

double half_way_hops_as_printed(std::uint32_t spacing, std::uint64_t distance) {
  return half_way(spacing, distance, -1, 2, 1);
}

double half_way_hops_past_destination(std::uint32_t spacing, std::uint64_t distance) {
  return half_way(spacing, distance, 1, 0, 0);
}

bool has_express_rule(const Topology& topology) { return topology.express.has_value(); }

ExpressRule express_rule(const Topology& topology, std::size_t digit) {
  CUTLINE_EXPECT(has_express_rule(topology));
  if (topology.node_value_count(digit) == topology.digits[digit].radix) return {};
  return {topology.express->spacings, topology.express->interleaved};
}

std::optional<double> mean_express_hops(const Topology& topology, std::uint64_t effort) {
  double mean = 0;
  std::map<std::uint32_t, double> known;  // by radix, on which all else depends
  for (std::size_t digit = 0; digit < topology.digits.size(); ++digit) {
    const std::uint64_t nodes = topology.node_value_count(digit);
    const auto found = known.find(topology.digits[digit].radix);
    if (found != known.end()) {
      mean += found->second;
      continue;
    }
    const auto total = total_express_hops(express_rule(topology, digit), nodes, effort);
    if (!total) return std::nullopt;
    mean += known[topology.digits[digit].radix] =
        static_cast<double>(*total) / (static_cast<double>(nodes) * static_cast<double>(nodes));
  }
  return mean;
}

ExpressPlaces express_places(const Topology& topology, std::size_t digit) {
  ExpressPlaces places;
  std::uint32_t nodes = 0;
  for (std::uint32_t value = 0; value < topology.digits[digit].radix; ++value) {
    const bool is_node = topology.level(digit, value) == 0;
    places.of_value.push_back(is_node ? 2 * nodes : 2 * nodes - 1);
    nodes += is_node ? 1 : 0;
  }
  places.value_at.assign(2 * std::size_t{nodes}, 0);
  for (std::uint32_t value = 0; value < places.of_value.size(); ++value)
    places.value_at[places.of_value[value]] = value;
  return places;
}

void for_each_express_hop(const ExpressRule& rule, const ExpressPlaces& places, std::uint32_t from, std::uint32_t to,
                          FunctionRef<void(std::uint32_t, std::uint32_t)> visit) {
  const auto value_at = [&](std::int64_t place) { return places.value_at[static_cast<std::size_t>(place)]; };
  for_each_leg(rule, places.of_value[from] / 2, places.of_value[to] / 2, [&](const ExpressLeg& leg) {
    const bool up = leg.to > leg.from;
    std::uint32_t value = value_at(leg.from);
    for (std::int64_t place = leg.from; value != value_at(leg.to);) {
      std::uint32_t next = up ? value + 1 : value - 1;
      if (leg.level > 0) {
        const std::int64_t pass = 2 * static_cast<std::int64_t>(rule.spacings[leg.level - 1]);
        place += up ? pass : -pass;
        next = value_at(place);
      }
      visit(value, next);
      value = next;
    }
  });
}

}  // namespace cutline
