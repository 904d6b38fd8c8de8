// SPDX-License-Identifier: Apache-2.0
#include "machine/installed.hpp"

#include <fmt/core.h>

#include <cmath>
#include <numbers>
#include <tuple>
#include <unordered_map>

#include "machine/boards.hpp"
#include "machine/trays.hpp"

namespace cutline::machine {

namespace {

constexpr std::size_t kMostLines = 65535;

double cross_section_mm2(const CableMedium& medium) {
  const double mm = static_cast<double>(medium.diameter) * 1e-6;
  return mm * mm * std::numbers::pi / 4;
}

/// The length that a link needs: its own, or that in the hall.
Nanometres needed_of(const Hall& hall, const Port& a, const Port& b, const Link& link) {
  return link.length ? *link.length : cable_length(hall, a, b);
}

/// Spares are whole: of every line of the bill so many.
std::uint64_t spares_of(const Blueprint& order, std::uint64_t count) {
  constexpr double kRounding = 1e-9;  // 7 % of 100 is a little more than 7
  return static_cast<std::uint64_t>(std::ceil(order.spares * static_cast<double>(count) - kRounding));
}

/// The cables that a machine has, each length bought once.
class Buyer {
 public:
  explicit Buyer(const Blueprint& order) : order_(order), trays_(order.hall) {
    const auto trace = std::ranges::find(order.market.media, MediumKind::trace, &CableMedium::kind);
    traces_ = static_cast<std::uint16_t>(trace - order.market.media.begin());
  }

  /// The line for a trace of a board; nullopt if there are too many lengths.
  std::optional<std::uint16_t> trace(Nanometres way, std::uint32_t traces, bool to_terminal) {
    const auto price = order_.market.prices ? std::optional(Price(0)) : std::nullopt;
    const auto line = line_for({traces_, way, price}, to_terminal);
    if (!line) return std::nullopt;
    result_.lines[*line].trace = true;
    result_.lines[*line].count += traces;
    (to_terminal ? result_.totals.terminal_traces : result_.totals.traces) += traces;
    result_.totals.trace_length += static_cast<Nanometres>(traces) * way;
    return line;
  }

  /// The line of the bill for a cable between two ports; nullopt if there is none to buy.
  std::optional<std::uint16_t> buy(const Port& a, const Port& b, const Link& link, bool to_terminal) {
    Totals& sum = result_.totals;
    const Nanometres way = needed_of(order_.hall, a, b, link);
    const auto line = line_of(way, to_terminal);
    if (!line) return std::nullopt;
    ways_[way] += link.cables;
    CableLine& bought = result_.lines[*line];
    const CableMedium& medium = order_.market.media[bought.cable.medium];
    bought.count += link.cables;
    const auto cables = static_cast<Nanometres>(link.cables);
    (to_terminal ? sum.terminal_cables : sum.cables) += link.cables;
    (to_terminal ? sum.terminal_needed : sum.needed) += cables * way;
    (to_terminal ? sum.terminal_laid : sum.laid) += cables * bought.cable.length;
    sum.longest = std::max(sum.longest, way);
    if (medium.kind == MediumKind::optical) sum.optical += link.cables;
    if (a.rack == b.rack) return line;
    sum.between_racks += link.cables;
    trays_.add(a.rack, b.rack, link.cables, cross_section_mm2(medium));
    return line;
  }

  const std::string& why() const { return why_; }

  Installed finished(const Equipment& equipment) && {
    Totals& sum = result_.totals;
    sum.racks = result_.plan.racks_used();
    sum.along = trays_.fullest_along();
    sum.across = trays_.fullest_across();
    for (CableLine& line : result_.lines) {
      line.spares = line.trace ? 0 : spares_of(order_, line.count);
      sum.spare_cables += line.spares;
    }
    for (const auto& [ports, count] : switches_by_ports(equipment)) {
      result_.switches.push_back({ports, count, spares_of(order_, count), {}, {}});
      sum.switches += count;
      sum.spare_switches += result_.switches.back().spares;
      sum.ports_most = std::max(sum.ports_most, ports);
    }
    for (const CableMedium& medium : order_.market.media) {
      std::uint64_t& over = result_.over_reach.emplace_back(0);
      const auto reach = furthest(medium);
      for (auto way = reach ? ways_.upper_bound(*reach) : ways_.end(); way != ways_.end(); ++way) over += way->second;
    }
    return std::move(result_);
  }

  Installed& result() { return result_; }

 private:
  std::optional<std::uint16_t> line_of(Nanometres way, bool to_terminal) {
    const auto known = by_way_.find({to_terminal, way});
    if (known != by_way_.end()) return known->second;
    const auto offer = cheapest_cable(order_.market, way, order_.gbps);
    if (const auto* none = std::get_if<std::string>(&offer)) {
      why_ = *none;
      return std::nullopt;
    }
    const auto line = line_for(std::get<CableOffer>(offer), to_terminal);
    if (line) by_way_.emplace(std::pair(to_terminal, way), *line);
    return line;
  }

  std::optional<std::uint16_t> line_for(const CableOffer& cable, bool to_terminal) {
    const auto [line, is_new] = by_cable_.emplace(std::tuple(to_terminal, cable.medium, cable.length),
                                                  static_cast<std::uint16_t>(result_.lines.size()));
    if (is_new) {
      if (result_.lines.size() == kMostLines) {
        why_ = fmt::format("its cables have more than {} lengths", kMostLines);
        return std::nullopt;
      }
      result_.lines.push_back({cable, to_terminal});
    }
    return line->second;
  }

  const Blueprint& order_;
  TrayCounter trays_;
  std::uint16_t traces_ = 0;  ///< the number of their medium
  Installed result_;
  std::map<std::pair<bool, Nanometres>, std::uint16_t> by_way_;
  std::map<Nanometres, std::uint64_t> ways_;  ///< cables of each length, as needed
  std::map<std::tuple<bool, std::uint16_t, Nanometres>, std::uint16_t> by_cable_;
  std::string why_;
};

/// Switches and their watts, from the price list; says which the list lacks.
std::optional<std::string> buy_switches(const Blueprint& order, Installed& machine, Spent& spent) {
  double watts = 0, most = 0;
  bool known = true;
  for (SwitchLine& line : machine.switches) {
    const SwitchPrice* each = cheapest_switch(*order.market.prices, line.ports, order.gbps);
    if (each == nullptr) {
      return fmt::format("'{}' has no switch with {} ports of {:.4g} Gb/s", order.market.prices->name, line.ports,
                         order.gbps);
    }
    const auto number = static_cast<double>(line.count);
    line.name = each->name;
    line.price = order.market.priced(PriceKind::switches, each->price.at(line.ports));
    spent.add(Spending::switches, PriceKind::switches, number * *line.price);
    spent.add(Spending::spares, PriceKind::switches, static_cast<double>(line.spares) * *line.price);
    known = known && each->watts.has_value();
    if (!known) continue;
    watts += number * each->watts->at(line.ports);
    most += number * each->watts_most.value_or(each->watts->at(line.ports));
  }
  if (!known) return std::nullopt;
  machine.totals.watts = watts;
  machine.totals.watts_most = most;
  return std::nullopt;
}

/// The watts of all ends of cables; absent if a medium's are not known.
std::optional<double> watts_of_ends(const Blueprint& order, const std::vector<CableLine>& lines, bool most) {
  double sum = 0;
  for (const CableLine& line : lines) {
    const CableMedium& medium = order.market.media[line.cable.medium];
    const auto watts = most && medium.watts_most ? medium.watts_most : medium.watts;
    if (!watts) return std::nullopt;
    sum += 2 * *watts * static_cast<double>(line.count);
  }
  return sum;
}

void buy_cables(const Blueprint& order, const Installed& machine, Spent& spent) {
  for (const CableLine& line : machine.lines) {
    const PriceKind kind = price_kind(order.market.media[line.cable.medium].kind);
    spent.add(line.to_terminal ? Spending::terminal_cables : Spending::cables, kind,
              static_cast<double>(line.count) * *line.cable.price);
    spent.add(Spending::spares, kind, static_cast<double>(line.spares) * *line.cable.price);
  }
}

/// What everything costs and draws. Says what the price list lacks.
std::optional<std::string> settle(const Blueprint& order, Installed& machine) {
  Totals& sum = machine.totals;
  if (!order.market.prices) return std::nullopt;
  const PriceList& prices = *order.market.prices;
  Spent spent;
  if (auto missing = buy_switches(order, machine, spent)) return missing;
  buy_cables(order, machine, spent);
  const auto of_hall = [&](Spending on, const std::optional<Price>& each, std::uint64_t count) {
    if (each) spent.add(on, PriceKind::hall, static_cast<double>(count) * order.market.priced(PriceKind::hall, *each));
  };
  of_hall(Spending::laying, prices.laying_inside, sum.cables + sum.terminal_cables - sum.between_racks);
  of_hall(Spending::laying, prices.laying_between, sum.between_racks);
  of_hall(Spending::racks, prices.rack, sum.racks);
  sum.spent = spent;
  const auto typical = watts_of_ends(order, machine.lines, false), most = watts_of_ends(order, machine.lines, true);
  const auto with = [](std::optional<double> switches, std::optional<double> ends) {
    return switches && ends ? std::optional(*switches + *ends) : std::nullopt;
  };
  sum.watts = with(sum.watts, typical);
  sum.watts_most = with(sum.watts_most, most);
  return std::nullopt;
}

/// The cost to a search of a cable of this length.
double searched_cost(const Blueprint& order, Nanometres way) {
  if (order.rule == RackRule::shortest) return metres(way);
  const auto offer = cheapest_cable(order.market, way, order.gbps);
  const auto* cable = std::get_if<CableOffer>(&offer);
  constexpr double kOutOfReach = 1e6;  // more than any cable
  return cable != nullptr && cable->price ? cable->price->value : kOutOfReach + metres(way);
}

std::variant<RackChoice, std::string> choose_racks(const Blueprint& order, const Equipment& equipment,
                                                   const std::vector<FixedDevice>& fixed) {
  if (order.rule != RackRule::shortest && order.rule != RackRule::cheapest)
    return fill_racks(order.hall, equipment.devices, order.rule, fixed);
  std::unordered_map<Nanometres, double> known;  // lengths are whole centimetres, so there are few
  const auto cost = [&](const Port& a, const Port& b) {
    const Nanometres way = cable_length(order.hall, a, b);
    const auto [found, is_new] = known.try_emplace(way, 0);
    if (is_new) found->second = searched_cost(order, way);
    return found->second;
  };
  return search_racks(order.hall, equipment, cost, fixed);
}

/// Where everything stands; sets how many terminals a host of the hall has, where that is a board's.
std::variant<RackPlan, std::string> plan_racks(Blueprint& order, const Equipment& equipment) {
  auto boxed = boxes_of(equipment);
  if (auto* why = std::get_if<std::string>(&boxed)) return std::move(*why);
  const Boxes& boxes = std::get<Boxes>(boxed);
  std::uint32_t& in_host = order.hall.rack.host_terminals;
  const bool boards = in_host == 0 || std::ranges::any_of(equipment.devices, &Device::on_board);
  if (in_host == 0) in_host = boxes.terminals_of_board;
  Rack rack = order.hall.rack;
  if (order.hall.switch_rack) rack.switches = 0;
  if (auto why = boards ? why_no_room(rack, boxes) : std::nullopt) return *std::move(why);
  const auto fixed = fixed_boxes(boxes, order.fixed);
  if (const auto* why = std::get_if<std::string>(&fixed)) return *why;
  auto racks = choose_racks(order, boxes.all, std::get<std::vector<FixedDevice>>(fixed));
  if (auto* why = std::get_if<std::string>(&racks)) return std::move(*why);
  RackChoice& choice = std::get<RackChoice>(racks);
  if (order.hall.switch_rack) set_racks_of_switches(order.hall, std::move(choice.of_switches));
  return plan_of_devices(equipment, boxes, with_units(order.hall, boxes.all.devices, choice));
}

/// A cable or a trace for each terminal and each link. Says why there is none.
std::optional<std::string> join_all(const Blueprint& order, const Equipment& equipment, Buyer& buyer) {
  Installed& result = buyer.result();
  const RackPlan& plan = result.plan;
  std::uint64_t terminal = 0;
  for (std::size_t i = 0; i < equipment.devices.size(); ++i) {
    const Device& device = equipment.devices[i];
    for (std::uint32_t own = 0; own < device.terminals; ++own, ++terminal) {
      const auto line = device.on_board() ? buyer.trace(0, 1, true)
                                          : buyer.buy(plan.devices[i], plan.terminals[terminal], Link{}, true);
      if (!line) return buyer.why();
      result.of_terminal.push_back(*line);
    }
  }
  for (const Link& link : equipment.links) {
    const bool trace = on_one_board(equipment, link);
    const Device &a = equipment.devices[link.a], &b = equipment.devices[link.b];
    const Port &from = plan.devices[link.a], &to = plan.devices[link.b];
    const Nanometres way =
        trace && !link.length ? trace_length(order.pitch, a, b) : needed_of(order.hall, from, to, link);
    const auto line = trace ? buyer.trace(way, link.cables, false) : buyer.buy(from, to, link, false);
    if (!line) return buyer.why();
    result.of_link.push_back(*line);
    result.needed_of_link.push_back(way);
  }
  return std::nullopt;
}

}  // namespace

std::optional<double> Totals::cost() const { return spent ? std::optional(spent->total()) : std::nullopt; }

void Spent::add(Spending on, PriceKind kind, const Price& price) {
  Price& sum = prices_[static_cast<std::size_t>(on)][static_cast<std::size_t>(kind)];
  sum = sum + price;
}

double Spent::on(Spending what, const OfPriceKinds& stands) const {
  return sum_over<double>(
      kPriceKinds, [&](std::size_t kind) { return prices_[static_cast<std::size_t>(what)][kind].at(stands[kind]); });
}

double Spent::total(const OfPriceKinds& stands) const {
  return sum_over<double>(kSpendings, [&](std::size_t what) { return on(static_cast<Spending>(what), stands); });
}

bool Spent::is_certain(PriceKind kind) const {
  return std::ranges::all_of(prices_,
                             [&](const auto& each) { return each[static_cast<std::size_t>(kind)].is_certain(); });
}

std::map<std::uint32_t, std::uint64_t> switches_by_ports(const Equipment& equipment) {
  std::vector<std::uint32_t> ports = each_of(equipment.devices, &Device::terminals);
  for (const Link& link : equipment.links) {
    ports[link.a] += link.cables;
    ports[link.b] += link.cables;
  }
  std::map<std::uint32_t, std::uint64_t> counts;
  for (std::size_t i = 0; i < ports.size(); ++i) {
    if (!equipment.devices[i].host) ++counts[ports[i]];
  }
  return counts;
}

std::variant<Installed, std::string> install(Blueprint order, const Equipment& equipment) {
  auto plan = plan_racks(order, equipment);
  if (auto* why = std::get_if<std::string>(&plan)) return std::move(*why);
  Buyer buyer(order);
  buyer.result().plan = std::get<RackPlan>(std::move(plan));
  if (auto why = join_all(order, equipment, buyer)) return *std::move(why);
  Installed machine = std::move(buyer).finished(equipment);
  machine.hall = order.hall;
  machine.gbps = order.gbps;
  if (auto missing = settle(order, machine)) return *std::move(missing);
  return machine;
}

}  // namespace cutline::machine
