// SPDX-License-Identifier: Apache-2.0
#include "rank/quantities/rows.hpp"
#include "study/corners.hpp"
#include "study/machine_choice.hpp"

namespace cutline {

namespace {

using machine::metres;
using machine::Spending;
using machine::Totals;

const Totals* totals_of(const UnderDelay& a) { return a.candidate.machine ? &a.candidate.machine->totals : nullptr; }

/// A sum of lengths in metres.
template <machine::Nanometres Totals::*... lengths>
Data metres_of(const UnderDelay& a) {
  return totals_of(a) != nullptr ? Data(metres(((totals_of(a)->*lengths) + ...))) : Data();
}

Data mean_m(const UnderDelay& a) {
  const Totals* all = totals_of(a);
  if (all == nullptr || all->cables == 0) return {};
  return metres(all->needed) / static_cast<double>(all->cables);
}

constexpr auto spent_of = part_within<totals_of, &Totals::spent>;

/// Where prices stand: as given, but in a corner of the uncertain figures.
machine::OfPriceKinds stands_of(const UnderDelay& a) {
  return a.corner != nullptr ? a.corner->prices() : machine::OfPriceKinds{};
}

template <Spending what>
Data spent_on(const UnderDelay& a) {
  return spent_of(a) != nullptr ? Data(spent_of(a)->on(what, stands_of(a))) : Data();
}

std::optional<double> money_in_all(const UnderDelay& a) {
  return spent_of(a) != nullptr ? std::optional(spent_of(a)->total(stands_of(a))) : std::nullopt;
}
Data currency(const UnderDelay& a) {
  const std::string_view own = currency_of(*a.candidate.design);
  return own.empty() ? Data() : Data(std::string(own));
}
Data whole_cost(const UnderDelay& a) { return to_data(money_in_all(a)); }

/// The cost with all prices at their least or at their most; null where no price is uncertain.
template <int stand>
Data cost_at(const UnderDelay& a) {
  if (spent_of(a) == nullptr) return {};
  const machine::Spent& spent = *spent_of(a);
  machine::OfPriceKinds least, most;
  least.fill(-1);
  most.fill(1);
  if (spent.total(least) == spent.total(most)) return {};
  return spent.total(stand < 0 ? least : most);
}

/// kWh of switches and cables over the years that the machine runs.
std::optional<double> energy_kwh(const UnderDelay& a) {
  constexpr double kHoursOfYear = 365.25 * 24;
  const Totals* all = totals_of(a);
  const double years = all != nullptr ? a.candidate.design->machine->years : 0;
  return years > 0 && all->watts ? std::optional(*all->watts / 1000 * years * kHoursOfYear) : std::nullopt;
}
Data whole_energy(const UnderDelay& a) { return to_data(energy_kwh(a)); }

std::optional<double> money_of_energy(const UnderDelay& a) {
  const auto kwh = energy_kwh(a);
  const auto price = kwh ? a.candidate.design->machine->kwh_price : std::nullopt;
  return price ? std::optional(*kwh * *price) : std::nullopt;
}
Data cost_of_energy(const UnderDelay& a) { return to_data(money_of_energy(a)); }

Data cost_with_energy(const UnderDelay& a) {
  const auto bought = money_in_all(a), energy = money_of_energy(a);
  return bought && energy ? Data(*bought + *energy) : Data();
}

/// For each medium with a reach: how many cables have a longer way, and their share of all.
Data over_reach(const UnderDelay& a) {
  if (totals_of(a) == nullptr) return {};
  const machine::Installed& machine = *a.candidate.machine;
  const std::vector<machine::CableMedium>& media = a.candidate.design->machine->market.media;
  const auto cables = static_cast<double>(machine.totals.cables + machine.totals.terminal_cables);
  Data::List list;
  for (std::size_t i = 0; i < media.size(); ++i) {
    const auto reach = machine::furthest(media[i]);
    if (!reach || cables == 0) continue;
    list.emplace_back(Data::Map{{"medium", media[i].name},
                                {"reach_m", metres(*reach)},
                                {"cables", machine.over_reach[i]},
                                {"share", static_cast<double>(machine.over_reach[i]) / cables}});
  }
  return list;
}

/// A value over the number of terminals.
template <Data (*of)(const UnderDelay&)>
Data per_terminal(const UnderDelay& a) {
  const Data value = of(a);
  return value.is_null() || a.candidate.facts.terminals <= 0 ? Data()
                                                             : Data(value.number() / a.candidate.facts.terminals);
}

/// Gb/s over the best balanced cut that is known, in each direction.
Data bisection_gbps(const UnderDelay& a) {
  const Data channels = totals_of(a) != nullptr ? facts::cut_channels(a) : Data();
  return channels.is_null() ? Data() : Data(channels.number() * *gbps_of_channel(a));
}

/// The least that is left of it without one of the parts that fail in turn: nothing without all terminals. Null if it
/// is not known of some parts.
Data least_bisection_left(const UnderDelay& a) {
  std::optional<double> least;
  for (const FaultMeasures& one : a.candidate.facts.faults) {
    if (one.lost.part.empty()) continue;
    const bool all_lost = one.connected_fraction && one.lost.terminals.worst >= a.candidate.facts.terminals;
    if (!all_lost && !one.lost.bisection_channels) return {};
    const double left = all_lost ? 0 : one.lost.bisection_channels->worst;
    least = std::min(least.value_or(left), left);
  }
  return totals_of(a) != nullptr && least ? Data(*least * *gbps_of_channel(a)) : Data();
}

/// Gb/s that a terminal of one half has over the cut.
Data bisection_per_terminal(const UnderDelay& a) {
  const Data all = bisection_gbps(a);
  return all.is_null() ? Data() : Data(all.number() / (a.candidate.facts.terminals / 2));
}

/// Gb/s of all terminals together at saturation.
Data saturation_gbps(const UnderDelay& a) {
  const Data each = quantity_value(a, std::string_view("performance.saturation_bits_per_cycle_per_terminal"));
  if (totals_of(a) == nullptr || each.is_null() || a.wires == nullptr || a.timing == nullptr) return {};
  return each.number() * a.candidate.facts.terminals / in_ns(a.timing->clock.cycle);
}

template <Data (*of)(const UnderDelay&)>
Data cost_per(const UnderDelay& a) {
  const Data value = of(a);
  return value.is_null() || value.number() <= 0 || !money_in_all(a) ? Data() : Data(*money_in_all(a) / value.number());
}

Data rate_gbps(const UnderDelay& a) { return totals_of(a) != nullptr ? Data(a.candidate.machine->gbps) : Data(); }
Data fullest_mm2(const UnderDelay& a) {
  if (totals_of(a) == nullptr) return {};
  const double most = std::max(totals_of(a)->along.mm2, totals_of(a)->across.mm2);
  return most > 0 ? Data(most) : Data();
}

Quantities cost_rows() {
  return {
      derived({"machine.cost", Unit::money, "price of cables, switches, racks and labour", whole_cost,
               called("cost", "cost", "cost", "cost")},
              {{"cables + terminals + switches + racks + laying + spares",
                "definition",
                {{"cables", "machine.cost_of_cables", "between switches"},
                 {"terminals", "machine.cost_of_terminal_cables", "cables to terminals"},
                 {"switches", "machine.cost_of_switches", ""},
                 {"racks", "machine.cost_of_racks", ""},
                 {"laying", "machine.cost_of_laying", "labour"},
                 {"spares", "machine.cost_of_spares", "of cables and switches"}}}}),
      {"machine.currency", Unit::none, "of all its prices, as the list says it", currency},
      {"machine.cost_least", Unit::money, "the same with every uncertain price at its least", cost_at<-1>,
       called("cost_least", "cost from")},
      {"machine.cost_most", Unit::money, "the same with every uncertain price at its most", cost_at<1>,
       called("cost_most", "cost to")},
      {"machine.cost_of_cables", Unit::money, "of cables between switches", spent_on<Spending::cables>},
      {"machine.cost_of_terminal_cables", Unit::money, "of cables to terminals", spent_on<Spending::terminal_cables>},
      {"machine.cost_of_switches", Unit::money, "of switches", spent_on<Spending::switches>},
      {"machine.cost_of_racks", Unit::money, "of racks in use", spent_on<Spending::racks>},
      {"machine.cost_of_laying", Unit::money, "of the labour of laying cables", spent_on<Spending::laying>},
      {"machine.cost_of_spares", Unit::money, "of spare cables and switches", spent_on<Spending::spares>},
      {"machine.cost_per_terminal", Unit::money, "cost over the number of terminals", per_terminal<whole_cost>,
       called("cost_per_terminal", "cost/terminal", {}, "cost_per_terminal")},
      of_bisection({"machine.cost_per_bisection_gbps", Unit::money, "cost of each Gb/s over the best balanced cut",
                    cost_per<bisection_gbps>,
                    called("cost_per_bisection", "cost/bisection", {}, "cost_per_bisection")}),
      of_bisection({"machine.cost_per_saturation_gbps", Unit::money,
                    "cost of each Gb/s that the terminals send at saturation", cost_per<saturation_gbps>,
                    called("cost_per_saturation", "cost/saturation", {}, "cost_per_saturation")}),
      derived({"machine.power_w", Unit::watts, "of switches and of both ends of all cables, typical",
               member_of<totals_of, &Totals::watts>, called("power", "power", "power", "power")},
              {{"switches + 2 x each cable's end", "definition"}}),
      {"machine.power_most_w", Unit::watts, "the same at most", member_of<totals_of, &Totals::watts_most>,
       called("power_most", "at most", {}, "power_most")},
      {"machine.power_w_per_terminal", Unit::watts, "typical, over the number of terminals",
       per_terminal<member_of<totals_of, &Totals::watts>>}};
}

Quantities energy_rows() {
  return {
      derived({"machine.energy_kwh", Unit::none, "kWh of switches and cables over the years that the machine runs",
               whole_energy, called("machine_energy")},
              {{"power x years x 8766 h / 1000", "definition", {{"power", "machine.power_w", "W, typical"}}}}),
      {"machine.cost_of_energy", Unit::money, "the same at the price of a kWh", cost_of_energy},
      derived(
          {"machine.cost_with_energy", Unit::money, "cost and energy over the years", cost_with_energy,
           called("cost_with_energy", "with energy", {}, "cost_with_energy")},
          {{"cost + energy", "definition", {{"cost", "machine.cost", ""}, {"energy", "machine.cost_of_energy", ""}}}})};
}

Quantities cable_rows() {
  return {
      {"machine.rate_gbps", Unit::gbps, "of a cable", rate_gbps},
      {"machine.racks", Unit::none, "racks in use", member_of<totals_of, &Totals::racks>,
       called("racks", "racks", "racks", "racks")},
      {"machine.switches", Unit::none, "switches, and nodes that are switches",
       member_of<totals_of, &Totals::switches>},
      {"machine.ports_most", Unit::none, "ports of the switch with the most, those to terminals included",
       member_of<totals_of, &Totals::ports_most>},
      {"machine.cables", Unit::none, "cables between switches", member_of<totals_of, &Totals::cables>,
       called("cables")},
      {"machine.terminal_cables", Unit::none, "cables to terminals", member_of<totals_of, &Totals::terminal_cables>},
      {"machine.cables_between_racks", Unit::none, "of both, those that leave a rack",
       member_of<totals_of, &Totals::between_racks>},
      {"machine.optical_cables", Unit::none, "of both, those of optical media", member_of<totals_of, &Totals::optical>},
      {"machine.traces", Unit::none, "links that are traces of a board, which are no cables",
       member_of<totals_of, &Totals::traces>, called("traces")},
      {"machine.terminal_traces", Unit::none, "terminals on the board of their node",
       member_of<totals_of, &Totals::terminal_traces>},
      {"machine.trace_m", Unit::metres, "length of all traces", metres_of<&Totals::trace_length>},
      {"machine.needed_m", Unit::metres, "length of all cables between switches, from port to port with slack",
       metres_of<&Totals::needed>, called("cable", "cable", {}, "cable")},
      {"machine.terminal_needed_m", Unit::metres, "the same of cables to terminals",
       metres_of<&Totals::terminal_needed>},
      {"machine.laid_m", Unit::metres, "length of all cables as they are made, to terminals too",
       metres_of<&Totals::laid, &Totals::terminal_laid>},
      {"machine.mean_m", Unit::metres, "mean length of a cable between switches, as needed", mean_m},
      {"machine.longest_m", Unit::metres, "longest cable, as needed", metres_of<&Totals::longest>,
       called("longest_cable", "longest cable", "longest_cable", "longest_cable")},
      {"machine.over_reach", Unit::none, "by medium with a reach: cables whose way is longer, and their share of all",
       over_reach, called("over_reach")},
      {"machine.spare_cables", Unit::none, "spare cables", member_of<totals_of, &Totals::spare_cables>},
      {"machine.spare_switches", Unit::none, "spare switches", member_of<totals_of, &Totals::spare_switches>},
      {"machine.tray_cables_along", Unit::none, "cables over the fullest place of a tray along a row",
       member_of<totals_of, &Totals::along, &machine::FullestTray::cables>},
      {"machine.tray_cables_across", Unit::none, "cables over the fullest place of a tray across the rows",
       member_of<totals_of, &Totals::across, &machine::FullestTray::cables>},
      {"machine.tray_fill_mm2", Unit::mm2, "cross sections of the cables at the fullest place of a tray", fullest_mm2},
      of_bisection(best_high({"machine.bisection_gbps", Unit::gbps,
                              "over the best balanced cut that is known, in each direction", bisection_gbps})),
      of_bisection(best_high({"machine.bisection_gbps_per_terminal", Unit::gbps,
                              "the same for each terminal of one half", bisection_per_terminal})),
      best_high(
          {"machine.bisection_gbps_left", Unit::gbps,
           "the least over the best balanced cut found, without one of the switches, racks or rows that `fail` takes "
           "out in turn",
           least_bisection_left, called("bisection_left", "bisection left", {}, "bisection_left")})};
}

bool some_machine(const Study& study) { return study.some_machine; }

}  // namespace

bool has_machine(const UnderDelay& a) { return totals_of(a) != nullptr; }

std::optional<double> gbps_of_channel(const UnderDelay& a) {
  return a.candidate.machine ? std::optional(a.candidate.machine->gbps / 2) : std::nullopt;
}

Quantities machine_quantities() {
  Quantities all = joined({cost_rows(), energy_rows(), cable_rows()});
  for (Quantity& row : all) row.wanted = some_machine;
  return all;
}

}  // namespace cutline
