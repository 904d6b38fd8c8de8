// SPDX-License-Identifier: Apache-2.0
#include "evaluate/rankable.hpp"

#include <cmath>

#include "cutline/base/format.hpp"
#include "evaluate/budget.hpp"
#include "evaluate/stages.hpp"
#include "study/board_choice.hpp"
#include "study/machine_choice.hpp"

namespace cutline {

std::ptrdiff_t layers_with_wires(const Measures& measures) {
  return std::ranges::count_if(measures.wires_on_layers, [](std::uint64_t wires) { return wires > 0; });
}

namespace {

std::optional<double> pins_of_node(const RoutedCandidate& c) {
  if (c.laid_out()) return static_cast<double>(c.laid_out()->measures.pins_per_node_max);
  return c.ideal() ? std::optional<double>(c.ideal()->ports_per_node * c.channel.wires) : std::nullopt;
}

std::optional<double> ports(const RoutedCandidate& c) {
  if (c.laid_out()) return static_cast<double>(c.laid_out()->measures.ports_per_node_max);
  return c.ideal() ? std::optional<double>(c.ideal()->ports_per_node) : std::nullopt;
}

/// A number, if there is one.
template <class T>
std::optional<double> figure(const T& value) {
  if constexpr (requires { value.has_value(); }) {
    return value ? std::optional(static_cast<double>(*value)) : std::nullopt;
  } else {
    return static_cast<double>(value);
  }
}

const Measures* laid_out(const RoutedCandidate& c) { return c.laid_out() ? &c.laid_out()->measures : nullptr; }
const board::BoardMeasures* on_board(const RoutedCandidate& c) { return c.board ? &*c.board : nullptr; }
const machine::Totals* in_machine(const RoutedCandidate& c) { return c.machine ? &c.machine->totals : nullptr; }

/// A figure of a part of a candidate; absent where the candidate lacks the part.
template <auto part, auto find>
std::optional<double> figure_of(const RoutedCandidate& c) {
  const auto* found = part(c);
  return found != nullptr ? figure(std::invoke(find, *found)) : std::nullopt;
}

/// For layouts that grow with their wires 0.
std::uint64_t wires_without_room(const Measures& m) { return m.overflow() ? m.overflow()->wires : 0; }

/// On a board those that it needs, elsewhere those of the layout.
std::optional<double> layers(const RoutedCandidate& c) {
  return c.board ? figure(c.board->signal_layers()) : figure_of<laid_out, layers_with_wires>(c);
}

/// Wires over the densest cut of any axis, all lines together.
std::int64_t densest_wires(const Measures& m) {
  return std::ranges::max(m.density, {}, &Density::peak_wires).peak_wires;
}

std::optional<double> middle_wires(const RoutedCandidate& c) {
  return c.laid_out() ? std::optional(over_middle(c, &Density::middle_wires)) : std::nullopt;
}

std::optional<double> virtual_channels(const RoutedCandidate& c) {
  return c.traffic.routes ? std::optional<double>(c.traffic.routes->virtual_channels) : std::nullopt;
}

/// A figure of the board's signals.
template <auto member>
std::optional<double> board_signal(const RoutedCandidate& c) {
  return c.board ? board_signals(*c.design->board, *c.board).*member : std::nullopt;
}

struct Limit {
  const char* name;
  std::optional<double> (*needed)(const RoutedCandidate&);
};

/// In the order of Limited.
constexpr Limit kLimits[] = {
    {"pins_per_node", pins_of_node},
    {"ports_per_node", ports},
    {"layers", layers},
    {"area_mm2",
     figure_of<laid_out, [](const Measures&
                                m) { return m.size.in_metres() ? std::optional(m.size.mm.area_mm2) : std::nullopt; }>},
    {"area_pitches2", figure_of<laid_out, [](const Measures& m) { return m.size.area_pitches2; }>},
    {"longest_wire_mm",
     figure_of<laid_out,
               [](const Measures& m) { return m.length.mm ? std::optional(m.length.mm->longest) : std::nullopt; }>},
    {"longest_wire_pitches", figure_of<laid_out, [](const Measures& m) { return m.length.longest_pitches; }>},
    {"middle_wires", middle_wires},
    {"cut_wires", figure_of<laid_out, densest_wires>},
    {"virtual_channels", virtual_channels},
    {"overflow", figure_of<laid_out, wires_without_room>},
    {"board.signal_layers", figure_of<on_board, &board::BoardMeasures::signal_layers>},
    {"board.pins_of_slot_max", figure_of<on_board, &board::BoardMeasures::pins_of_slot_max>},
    {"board.pins_short", figure_of<on_board, &board::BoardMeasures::pins_short>},
    {"board.skew_ps", board_signal<&BoardSignals::skew_ps>},
    {"board.pair_skew_ps", board_signal<&BoardSignals::pair_skew_ps>},
    {"board.loss_db", board_signal<&BoardSignals::loss_db>},
    {"board.stub_mm", board_signal<&BoardSignals::stub_mm>},
    {"board.wires_left",
     [](const RoutedCandidate& c) {
       return c.board && c.board->drawn ? figure(c.board->drawn->wires_left) : std::nullopt;
     }},
    {"machine.cost", figure_of<in_machine, &machine::Totals::cost>},
    {"machine.power_w", figure_of<in_machine, &machine::Totals::watts>},
    {"machine.racks", figure_of<in_machine, &machine::Totals::racks>},
    {"machine.longest_m",
     figure_of<in_machine, [](const machine::Totals& t) { return static_cast<double>(t.longest) / 1e9; }>}};

const Limit& limit_on(Limited what) { return kLimits[static_cast<std::size_t>(what)]; }

/// Rounding may raise a sum of reals above its own bound in the last digits.
constexpr double kSlack = 1e-12;

std::vector<OverLimit> over_packages(const TimedCandidate& candidate) {
  std::vector<OverLimit> over;
  if (!candidate.packages()) return over;
  const auto expect = [&](const char* what, const LevelMeasures& level, double needed, double allowed) {
    if (needed > allowed * (1 + kSlack))
      over.push_back({fmt::format("{} of {}", what, level.name), needed, allowed, true});
  };
  for (const LevelMeasures& level : candidate.packages()->levels) {
    expect("pins", level, level.pins.needed, level.pins.offered);
    if (const auto& metres = level.metres) {
      double needed = 0;
      for (std::size_t d = 0; const WireTiming* wires = candidate.latency.wires_under(d); ++d)
        needed = std::max(needed, edge_gbyte_per_s_per_mm(candidate, *wires, level).value_or(0));
      expect("edge_gbyte_per_s_per_mm", level, needed, metres->bandwidth_gbyte_per_s_per_mm_offered);
      if (metres->phy) expect("phy_area_fraction", level, metres->phy->fraction_max, 1);
      if (metres->wires) expect("wires_per_mm", level, metres->wires->per_mm, metres->wires->offered_per_mm);
    }
    if (level.over_reach == 0) continue;
    if (level.metres) {
      expect("reach_mm", level, level.metres->longest_crossing_mm, in_mm(level.reach_max));
    } else {
      expect("reach_pitches", level, static_cast<double>(level.longest_crossing_pitches), in_nm(level.reach_max));
    }
  }
  return over;
}

}  // namespace

std::optional<double> edge_gbyte_per_s_per_mm(const BuiltCandidate& candidate, const WireTiming& wires,
                                              const LevelMeasures& level) {
  const double period_ns = in_ns(wires.clock.cycle) * wires.clock.period_cycles;
  if (!level.metres || !candidate.channel.has_width() || !(period_ns > 0) || candidate.channel.wires <= 0) return {};
  const double bits = level.metres->pins_per_mm * candidate.channel.width_bits / candidate.channel.wires;
  return bits / 8 / period_ns;
}

std::optional<Tightest> tightest(const BuiltCandidate& candidate) {
  std::optional<Tightest> most;
  if (!candidate.packages()) return most;
  const auto consider = [&](const char* what, const LevelMeasures& level, double needed, double offered) {
    if (offered == kUnlimited) return;
    Tightest here{fmt::format("{} of {}", what, level.name), needed, offered};
    if (!most || here.fraction() > most->fraction()) most = std::move(here);
  };
  for (const LevelMeasures& level : candidate.packages()->levels) {
    consider("pins", level, level.pins.needed, level.pins.offered);
    const auto* metres = level.metres ? &*level.metres : nullptr;
    if (metres != nullptr && metres->wires)
      consider("wires_per_mm", level, metres->wires->per_mm, metres->wires->offered_per_mm);
  }
  return most;
}

std::string_view limit_name(Limited what) { return limit_on(what).name; }

std::vector<OverLimit> over_limits(const Limits& limits, const TimedCandidate& candidate) {
  std::vector<OverLimit> over = over_packages(candidate);
  for (const auto& [what, allowed] : limits) {
    const std::optional<double> needed = limit_on(what).needed(candidate);
    if (!needed || *needed <= allowed * (1 + kSlack)) continue;
    over.push_back({limit_on(what).name, *needed, allowed});
    if (what == Limited::machine_cost) over.back().currency = currency_of(*candidate.design);
  }
  return over;
}

void note_limits(const Limits& limits, const RoutedCandidate& candidate, std::vector<Note>& notes) {
  if (!candidate.can_be_built()) return;
  for (const auto& [what, allowed] : limits) {
    if (!limit_on(what).needed(candidate)) notes.push_back(make_note(NoteKind::limit_not_checked, limit_on(what).name));
  }
}

namespace {

/// Populations within this relative distance count as equal, because real radices come from roots.
constexpr double kSame = 1e-9;

bool apart(double terminals, double wanted, double tolerance) {
  return std::abs(terminals - wanted) > (tolerance + kSame) * wanted;
}

double wanted_terminals(const Population& population, const std::vector<Machine>& machines) {
  if (population.terminals > 0) return static_cast<double>(population.terminals);
  return machines.empty() ? 0 : machines.front().terminals;
}

std::vector<Machine> ranked_machines(const std::vector<Candidate>& candidates) {
  return each_of(rankable(candidates), [&](const std::size_t i) {
    return Machine{&*candidates[i].design, candidates[i].facts.terminals};
  });
}

/// Terminals of the design with one parameter changed; absent if there is no such network.
std::optional<double> terminals_with(const Design& design, const std::string& parameter, std::int64_t value) {
  Parameters parameters = design.parameters;
  parameters.set(parameter, value);
  try {
    return static_cast<double>(build_topology(design.family, parameters).terminal_count());
  } catch (const Error&) {
    return std::nullopt;
  }
}

/// The largest value of a parameter that gives at most the wanted number of terminals; the number grows with the
/// parameter.
std::optional<std::int64_t> value_below(const Design& design, const std::string& parameter, double wanted) {
  const auto fits = [&](std::int64_t value) {
    const auto terminals = terminals_with(design, parameter, value);
    return terminals && *terminals <= wanted;
  };
  std::int64_t low = 1;
  while (low <= 2 && !fits(low)) ++low;
  if (low > 2) return std::nullopt;
  std::int64_t high = low + 1;
  while (high < (std::int64_t{1} << 40) && fits(high)) {
    low = high;
    high *= 2;
  }
  while (high - low > 1) {
    const std::int64_t middle = low + (high - low) / 2;
    (fits(middle) ? low : high) = middle;
  }
  return low;
}

/// The sizes next to the wanted one, such as "radix 15 has 225 terminals, radix 16 has 256".
std::string nearest_sizes(const Design& design, double wanted) {
  std::vector<std::string> sizes;
  for (const char* parameter : {"radix", "dimensions", "nodes"}) {
    if (!design.parameters.has(parameter) ||
        !std::holds_alternative<std::int64_t>(design.parameters.values().at(parameter))) {
      continue;
    }
    const auto below = value_below(design, parameter, wanted);
    if (!below) continue;
    for (const std::int64_t value : {*below, *below + 1}) {
      const auto terminals = terminals_with(design, parameter, value);
      if (terminals) sizes.push_back(fmt::format("{} {} has {:.12g}", parameter, value, *terminals));
      if (terminals && *terminals == wanted) break;
    }
  }
  if (sizes.empty()) return {};
  return fmt::format("the nearest sizes of this {}: {}", design.family.printed(), join(sizes, ", "));
}

}  // namespace

std::vector<std::size_t> rankable(const std::vector<Candidate>& candidates) {
  return those_with(candidates.size(),
                    [&](std::size_t i) { return candidates[i].can_be_built() && candidates[i].infeasible.empty(); });
}

bool mixed_population(const Population& population, const std::vector<Candidate>& candidates) {
  const std::vector<Machine> machines = ranked_machines(candidates);
  const double wanted = wanted_terminals(population, machines);
  return population.any && std::any_of(machines.begin(), machines.end(),
                                       [&](const Machine& machine) { return apart(machine.terminals, wanted, 0); });
}

void expect_same_population(const Population& population, const std::vector<Machine>& machines) {
  if (population.any) return;
  const double wanted = wanted_terminals(population, machines);
  const double tolerance = population.tolerance;
  std::vector<Diagnostic> diagnostics;
  for (const auto& [design, terminals] : machines) {
    if (!apart(terminals, wanted, tolerance)) continue;
    const std::string within = tolerance > 0 ? fmt::format(" within {:.4g} %", 100 * tolerance) : "";
    const std::string sizes = nearest_sizes(*design, wanted);
    diagnostics.push_back({fmt::format("'{}' has {:.12g} terminals and cannot be ranked with {:.12g}{}", design->name,
                                       terminals, wanted, within),
                           sizes + (sizes.empty() ? "" : "; ") + "`population: any` ranks different sizes together",
                           design->place_of({"candidate"}), "population", false});
  }
  if (!diagnostics.empty()) throw Error(ExitCode::bad_input, std::move(diagnostics));
}

void expect_same_population(const Population& population, const std::vector<Candidate>& candidates) {
  expect_same_population(population, ranked_machines(candidates));
}

}  // namespace cutline
