// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <cmath>

#include "base/random.hpp"
#include "machine/racks.hpp"

namespace cutline::machine {

namespace {

constexpr std::uint64_t kSeed = 1;
/// Links looked at in a search: about two seconds.
constexpr double kVisits = 1.2e8;
/// Moves of each device in a search of few devices. Of 30 small halls, a search by kVisits alone, of about four times
/// as many, made seven shorter or cheaper by at most 1.7 %, and four longer or dearer by 2 to 50 %.
constexpr double kMovesOfDevice = 4e4;
/// Moves from one heat to the next.
constexpr std::uint64_t kMovesOfHeat = 64;
/// Racks whose distances are tabulated.
constexpr std::uint64_t kMostTabulated = 4096;

/// The costs between racks, from one unit of each to the same unit, each asked for once.
class CostTable {
 public:
  CostTable(std::uint32_t racks, std::uint32_t unit, CableCost cost) : racks_(racks), unit_(unit), cost_(cost) {
    if (racks > kMostTabulated) return;
    table_.resize(std::uint64_t{racks} * racks);
    for (std::uint32_t a = 0; a < racks; ++a) {
      for (std::uint32_t b = a; b < racks; ++b) table_[a * racks + b] = table_[b * racks + a] = asked(a, b);
    }
  }
  double operator()(std::uint32_t a, std::uint32_t b) const {
    return table_.empty() ? asked(a, b) : table_[std::uint64_t{a} * racks_ + b];
  }

 private:
  double asked(std::uint32_t a, std::uint32_t b) const { return cost_({a, unit_}, {b, unit_}); }

  std::uint64_t racks_;
  std::uint32_t unit_;
  CableCost cost_;
  std::vector<double> table_;
};

struct Neighbour {
  std::uint32_t device = 0;
  double cables = 0;
};

/// Devices in racks, and moves of them.
class Racks {
 public:
  Racks(const Hall& hall, const Equipment& equipment, const CostTable& cost, RackChoice choice,
        const std::vector<FixedDevice>& fixed)
      : hall_(hall),
        equipment_(equipment),
        cost_(cost),
        rack_(std::move(choice.devices)),
        neighbours_(equipment.devices.size()),
        stays_(equipment.devices.size()),
        members_(hall.racks()),
        switches_(hall.racks()),
        places_(hall.racks()) {
    for (const Link& link : equipment.links) {
      if (link.length) continue;
      neighbours_[link.a].push_back({link.b, double(link.cables)});
      neighbours_[link.b].push_back({link.a, double(link.cables)});
    }
    for (const FixedDevice& each : fixed) stays_[each.device] = 1;
    for (std::uint32_t i = 0; i < rack_.size(); ++i) {
      members_[rack_[i]].push_back(i);
      switches_[rack_[i]] += equipment.devices[i].switches();
      places_[rack_[i]] += equipment.devices[i].places();
    }
  }

  /// Moves a device to a rack with room, or in exchange for one of its devices; keeps the move if `accept` says so.
  template <class Accept>
  void try_device(Random& random, const Accept& accept) {
    const auto device = static_cast<std::uint32_t>(random.below(rack_.size()));
    if (stays_[device]) return;
    const std::uint32_t from = rack_[device], to = target(device, random);
    if (to == from || hall_.is_empty(to)) return;
    std::optional<std::uint32_t> other;
    const std::uint64_t pick = random.below(members_[to].size() + 1);
    if (pick < members_[to].size()) other = members_[to][pick];
    if (other && stays_[*other]) return;
    if (!fit(device, other, from, to)) return;
    double change = delta(device, to);
    relocate(device, to);
    if (other) {
      change += delta(*other, from);
      relocate(*other, from);
    }
    if (accept(change)) return;
    if (other) relocate(*other, to);
    relocate(device, from);
  }

  /// Exchanges two whole racks.
  template <class Accept>
  void try_rack(Random& random, const Accept& accept) {
    const auto a = static_cast<std::uint32_t>(random.below(members_.size()));
    const auto b = static_cast<std::uint32_t>(random.below(members_.size()));
    const auto fixed = [&](std::uint32_t device) { return stays_[device] != 0; };
    if (a == b || hall_.is_empty(a) || hall_.is_empty(b)) return;
    if (std::ranges::any_of(members_[a], fixed) || std::ranges::any_of(members_[b], fixed)) return;
    const double change = exchange(a, b);
    if (!accept(change)) exchange(a, b);
  }

  std::vector<std::uint32_t> taken() && { return std::move(rack_); }

 private:
  /// Half the time near a neighbour, else anywhere.
  std::uint32_t target(std::uint32_t device, Random& random) const {
    const std::vector<Neighbour>& all = neighbours_[device];
    if (all.empty() || random.below(2) == 0) return static_cast<std::uint32_t>(random.below(members_.size()));
    const std::uint32_t near = rack_[all[random.below(all.size())].device];
    const auto shifted = [&](std::uint32_t at, std::uint32_t count) {
      const std::int64_t moved = std::int64_t{at} + static_cast<std::int64_t>(random.below(3)) - 1;
      return static_cast<std::uint32_t>(std::clamp<std::int64_t>(moved, 0, count - 1));
    };
    const std::uint32_t row = shifted(hall_.row(near), hall_.rows);
    return row * hall_.columns + shifted(hall_.column(near), hall_.columns);
  }

  /// Whether both racks have room for what they get.
  bool fit(std::uint32_t device, std::optional<std::uint32_t> other, std::uint32_t from, std::uint32_t to) const {
    const Device in = equipment_.devices[device], out = other ? equipment_.devices[*other] : Device{.host = true};
    const std::uint64_t places_out = other ? out.places() : 0;
    return switches_[to] + in.switches() - out.switches() <= hall_.rack.switches &&
           switches_[from] + out.switches() - in.switches() <= hall_.rack.switches &&
           places_[to] + in.places() - places_out <= hall_.rack.terminals &&
           places_[from] + places_out - in.places() <= hall_.rack.terminals;
  }

  double delta(std::uint32_t device, std::uint32_t to) const {
    double change = 0;
    const std::uint32_t from = rack_[device];
    for (const Neighbour& each : neighbours_[device]) {
      const std::uint32_t there = rack_[each.device];
      change += each.cables * (cost_(to, there) - cost_(from, there));
    }
    return change;
  }

  void relocate(std::uint32_t device, std::uint32_t to) {
    std::vector<std::uint32_t>& old = members_[rack_[device]];
    *std::ranges::find(old, device) = old.back();
    old.pop_back();
    const Device& each = equipment_.devices[device];
    switches_[rack_[device]] -= each.switches();
    places_[rack_[device]] -= each.places();
    members_[to].push_back(device);
    switches_[to] += each.switches();
    places_[to] += each.places();
    rack_[device] = to;
  }

  double exchange(std::uint32_t a, std::uint32_t b) {
    double change = 0;
    const std::array<std::vector<std::uint32_t>, 2> moved = {members_[a], members_[b]};
    for (std::size_t side = 0; side < moved.size(); ++side) {
      for (const std::uint32_t device : moved[side]) {
        change += delta(device, side == 0 ? b : a);
        relocate(device, side == 0 ? b : a);
      }
    }
    return change;
  }

  const Hall& hall_;
  const Equipment& equipment_;
  const CostTable& cost_;
  std::vector<std::uint32_t> rack_;
  std::vector<std::vector<Neighbour>> neighbours_;
  std::vector<char> stays_;
  std::vector<std::vector<std::uint32_t>> members_;  ///< by rack
  std::vector<std::uint64_t> switches_, places_;     ///< by rack
};

/// Cools from the mean change of a move to a thousandth of it, then takes only what is no worse.
void anneal_racks(Racks& racks, std::uint64_t moves) {
  Random random(kSeed);
  double sum = 0, count = 0;
  const auto probe = [&](double change) {
    sum += std::abs(change);
    ++count;
    return false;
  };
  for (int i = 0; i < 400; ++i) racks.try_device(random, probe);
  const double start = count > 0 ? sum / count / 2 : 0;
  double heat = start;
  for (std::uint64_t move = 0; move < moves; ++move) {
    if (move % kMovesOfHeat == 0) {
      const double done = static_cast<double>(move) / static_cast<double>(moves);
      heat = done > 0.9 ? 0 : start * std::pow(1e-3, done / 0.9);
    }
    const auto accept = [&](double change) {
      return change <= 0 || (heat > 0 && random.unit() < std::exp(-change / heat));
    };
    if (random.below(16) == 0) {
      racks.try_rack(random, accept);
    } else {
      racks.try_device(random, accept);
    }
  }
}

/// Terminals stand beside their switches.
RackChoice beside_switches(const Equipment& equipment, std::vector<std::uint32_t> devices) {
  RackChoice choice{std::move(devices), {}};
  for (std::size_t i = 0; i < choice.devices.size(); ++i)
    choice.terminals.insert(choice.terminals.end(), equipment.devices[i].terminals, choice.devices[i]);
  return choice;
}

bool all_beside(const Equipment& equipment, const RackChoice& choice) {
  return beside_switches(equipment, choice.devices).terminals == choice.terminals;
}

/// The unit in the middle of all devices.
std::uint32_t mean_unit(const Hall& hall, const Equipment& equipment, const RackChoice& choice) {
  const std::vector<Port> ports = with_units(hall, equipment.devices, choice).devices;
  const auto sum = sum_over<std::uint64_t>(ports, &Port::unit);
  return ports.empty() ? 0 : static_cast<std::uint32_t>(sum / ports.size());
}

}  // namespace

double cost_of_links(const Hall& hall, const Equipment& equipment, const RackChoice& choice, CableCost cost) {
  const std::vector<Port> ports = with_units(hall, equipment.devices, choice).devices;
  double sum = 0;
  for (const Link& link : equipment.links) sum += link.length ? 0 : link.cables * cost(ports[link.a], ports[link.b]);
  return sum;
}

std::variant<RackChoice, std::string> search_racks(const Hall& hall, const Equipment& equipment, CableCost cost,
                                                   const std::vector<FixedDevice>& fixed) {
  std::optional<RackChoice> best;
  double least = 0;
  std::string why;
  for (const RackRule rule : {RackRule::in_order, RackRule::group, RackRule::one_of_each}) {
    auto filled = fill_racks(hall, equipment.devices, rule, fixed);
    if (const auto* full = std::get_if<std::string>(&filled)) {
      why = *full;
      continue;
    }
    const double sum = cost_of_links(hall, equipment, std::get<RackChoice>(filled), cost);
    if (!best || sum < least) best = std::get<RackChoice>(std::move(filled)), least = sum;
  }
  if (!best) return why;
  if (!all_beside(equipment, *best) || equipment.links.empty()) return *std::move(best);
  const auto devices = static_cast<double>(equipment.devices.size());
  const double degree = 2.0 * static_cast<double>(equipment.links.size()) / devices;
  const CostTable table(hall.racks(), mean_unit(hall, equipment, *best), cost);
  Racks racks(hall, equipment, table, *best, fixed);
  anneal_racks(racks, static_cast<std::uint64_t>(std::min(kVisits / (2 * degree + 4), kMovesOfDevice * devices)));
  RackChoice found = beside_switches(equipment, std::move(racks).taken());
  return cost_of_links(hall, equipment, found, cost) < least ? std::move(found) : *std::move(best);
}

}  // namespace cutline::machine
