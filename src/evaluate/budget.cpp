// SPDX-License-Identifier: Apache-2.0
#include "evaluate/budget.hpp"

#include <fmt/core.h>

#include <cmath>
#include <iterator>

#include "cutline/study/laid_out.hpp"
#include "study/work_estimate.hpp"

namespace cutline {

namespace {

constexpr double kMaxBudgetWidth = 1u << 30;
/// A width this close to a whole number, relatively, is that number: real radices come from roots.
constexpr double kWhole = 1e-9;

double floor_of(double width) { return std::floor(width * (1 + kWhole)); }

[[noreturn]] void throw_needs_layout(const Design& design, const char* what) {
  throw_design_error(design,
                     fmt::format("'{}' is ideal and has no layout, so its {} cannot be held", design.name, what),
                     "hold bisection, pins or width, or leave out `ideal`", "ideal");
}

/// The number of channels in the held resource, by closed forms.
double ideal_channels(const Hold& hold, const Design& design, const IdealNetwork& ideal) {
  switch (hold.resource) {
    case Resource::bisection:
      if (hold.count == BisectionCount::middle_cut) throw_needs_layout(design, "middle cut");
      return ideal.bisection_channels;
    case Resource::pins:
      return ideal.ports_per_node;
    case Resource::peak_density:
      return ideal.line_peak_channels * (hold.per_machine ? std::sqrt(ideal.nodes) : 1);
    case Resource::area:
      throw_needs_layout(design, "area");
    case Resource::none:
    case Resource::width:
      break;
  }
  broken_contract("a resource counted in channels", __FILE__, __LINE__);
}

std::vector<Axis> longest_axes(const GridSize& grid) {
  const std::uint32_t most = std::max({grid[Axis::x], grid[Axis::y], grid[Axis::z]});
  std::vector<Axis> axes;
  std::copy_if(kAxes.begin(), kAxes.end(), std::back_inserter(axes), [&](Axis axis) { return grid[axis] == most; });
  return axes;
}

/// The wires over the held cut of a wired network, before it is routed.
double cut_wires(const Hold& hold, const Wiring& wiring, const ChannelWires& channel) {
  Layout shell;
  shell.wiring = wiring;
  for (LinkKind& kind : shell.wiring.kinds) {
    kind.wires = static_cast<std::uint32_t>(channel.of_link(kind.channels, kind.width));
  }
  const GridSize& grid = shell.wiring.grid;
  std::int64_t peak = 0;
  if (hold.resource == Resource::bisection) {
    for (const Axis axis : longest_axes(grid)) {
      const Profile profile = machine_profile(shell, axis);
      if (!profile.wires.empty()) peak = std::max(peak, profile.wires[grid[axis] / 2 - 1]);
    }
    return static_cast<double>(peak);
  }
  const auto consider = [&](const Profile& profile) {
    for (const std::int64_t wires : profile.wires) peak = std::max(peak, wires);
  };
  for (const Axis axis : kAxes) {
    if (hold.per_machine) {
      consider(machine_profile(shell, axis));
    } else {
      for (const Pattern& pattern : shell.lines(axis).patterns) consider(pattern_profile(shell, axis, pattern));
    }
  }
  return static_cast<double>(peak);
}

ResourceUse routed_use(const Hold& hold, const Design& design, WiredDesign network, const ChannelWires& channel,
                       const Effort& effort) {
  const SharedConst<PlacedNetwork> shared = network.network;
  const PlacedNetwork& placed = *shared;
  expect_memory(wiring_memory(placed) + routing_memory(placed, network.rules, channel), effort);
  const Layout layout = routed_with_slots(design, network, channel);
  const Measures measures = measure(layout, placed.topology, placed.placement);
  if (hold.resource == Resource::pins) return {static_cast<double>(measures.pins_per_node_max)};
  const LayoutSize& size = measures.size;
  if (size.in_metres()) return {size.mm.width, size.mm.height};
  return {static_cast<double>(size.width_pitches), static_cast<double>(size.height_pitches)};
}

/// Channels, and the sum of their relative widths.
struct CountedChannels {
  double channels = 0, widths = 0;
  CountedChannels(double of_width_one) : channels(of_width_one), widths(of_width_one) {}
  CountedChannels(double count, double sum) : channels(count), widths(sum) {}
  double wires(double bits_wires, double control) const { return widths * bits_wires + channels * control; }
};

/// The channels of the best known cut in wires.
CountedChannels channels_of(const BisectionWidth& wires) {
  return {static_cast<double>(wires.upper_channels), static_cast<double>(wires.upper)};
}

bool has_equal_widths(const Topology& topology) {
  return std::all_of(topology.classes.begin(), topology.classes.end(), [](const LinkClass& c) {
    return std::all_of(c.widths.begin(), c.widths.end(), [](std::uint32_t w) { return w == 1; });
  });
}

/// The channels whose wires are the held resource; absent if its use is not counted in channels.
std::optional<CountedChannels> channels_held(const Hold& hold, const WiredDesign& network) {
  if (counts_by_formula(hold)) return network.formulas->bisection_channels;
  if (holds_graph_cut(hold)) return channels_of(network.graph.bisection_wires);
  if (!has_equal_widths(network.network->topology) || hold.resource == Resource::area) return std::nullopt;
  if (hold.resource == Resource::pins) return static_cast<double>(network.graph.ports_max);
  return cut_wires(hold, network.wiring, ChannelWires{1, 1, 0});
}

/// The width at which the use meets the budget, as a fraction of the step from the width of `lower` to `next`. Each
/// factor is the straight line through its values at these widths, so the use is a quadratic; this is the larger
/// solution. Minus infinity if there is none.
double steps_to(double budget, const ResourceUse& lower, const ResourceUse& next) {
  const double first_step = next.first - lower.first;
  const double second_step = next.second - lower.second;
  const double linear = lower.first * second_step + lower.second * first_step;
  const double missing = budget - lower.amount();
  const double discriminant = linear * linear + 4 * first_step * second_step * missing;
  if (linear <= 0 || discriminant < 0) return -std::numeric_limits<double>::infinity();
  return 2 * missing / (linear + std::sqrt(discriminant));
}

UseOfWidth use_of_channels(const Technology& technology, const Design& design, const CountedChannels& held) {
  return [&technology, &design, held](double width) {
    const double control = wires_of_channel(technology, design, 0);
    return ResourceUse{held.wires(wires_of_channel(technology, design, width) - control, control)};
  };
}

}  // namespace

std::optional<BisectionWires> bisection_wires(const BuiltCandidate& candidate) {
  const double width = candidate.channel.width_bits;
  if (!candidate.channel.has_width()) return std::nullopt;
  const auto wires_of = [&](const CountedChannels& held) {
    return use_of_channels(candidate.technology(), *candidate.design, held)(width).amount();
  };
  if (candidate.ideal()) {
    const double wires = wires_of(candidate.ideal()->bisection_channels);
    return BisectionWires{wires, wires};
  }
  if (!candidate.graph()) return std::nullopt;
  int channels = 2;
  for (const LinkClass& link_class : candidate.network()->topology.classes)
    channels = std::min(channels, link_class.channels);
  const GraphMeasures& graph = *candidate.graph();
  const CountedChannels least{static_cast<double>(graph.bisection.lower) * channels,
                              static_cast<double>(graph.bisection_wires.lower)};
  return BisectionWires{wires_of(least), wires_of(channels_of(graph.bisection_wires))};
}

double over_middle(const BuiltCandidate& candidate, std::int64_t Density::*what) {
  const auto over = [&](Axis axis) { return candidate.laid_out()->measures.density[index(axis)].*what; };
  return static_cast<double>(most_over<std::int64_t>(longest_axes(candidate.network()->placement.grid()), over));
}

UseOfWidth resource_use(const Hold& hold, const Technology& technology, const Design& design,
                        const IdealNetwork& network) {
  if (hold.resource == Resource::width) return [](double width) { return ResourceUse{width}; };
  return use_of_channels(technology, design, ideal_channels(hold, design, network));
}

UseOfWidth resource_use(const Hold& hold, const Technology& technology, const Design& design,
                        const WiredDesign& network, const Effort& effort) {
  if (hold.resource == Resource::width) return [](double width) { return ResourceUse{width}; };
  if (const auto channels = channels_held(hold, network)) return use_of_channels(technology, design, *channels);
  const bool needs_route = hold.resource == Resource::area || hold.resource == Resource::pins;
  return [&hold, &technology, &design, &network, &effort, needs_route](double width) {
    const ChannelWires channel = channel_wires(technology, design, width);
    return needs_route ? routed_use(hold, design, network, channel, effort)
                       : ResourceUse{cut_wires(hold, network.wiring, channel)};
  };
}

void expect_held_use(const Hold& hold, const Design& design, const WiredDesign& network, double amount) {
  const std::uint64_t parts = network.graph.parts.count;
  if (amount > 0 || parts == 1) return;
  throw_design_error(
      design,
      fmt::format("'{}' has nothing of the {} that is held, at any width: it is in {} parts that no link joins",
                  design.name, resource_name(hold.resource), parts),
      "hold area, pins, peak_density or width, or make each part a candidate of its own", "topology");
}

std::optional<BudgetWidth> width_for(const UseOfWidth& use, double budget) {
  double low = 1;
  if (use(low).amount() <= budget) {
    double high = 2;
    while (use(high).amount() <= budget) {
      low = high;
      high *= 2;
      if (high > kMaxBudgetWidth) return std::nullopt;
    }
    while (high - low > 1) {
      const double middle = std::floor((low + high) / 2);
      (use(middle).amount() <= budget ? low : high) = middle;
    }
  }
  const UseBetween between{low, use(low), use(low + 1)};
  return BudgetWidth{std::max(0.0, low + steps_to(budget, between.lower, between.next)), between};
}

std::optional<double> rounded_width(const Design& design, double width) {
  const Rounding round = design.rounding();
  const double multiple = design.channel.multiple;
  const double least = design.ideal ? 0 : 1;
  if (width <= 0 || width * (1 + kWhole) < least) return std::nullopt;
  if (round == Rounding::exact) {
    const double whole = std::round(width);
    if (design.ideal) return width;
    if (std::abs(width - whole) > kWhole * width) {
      throw_design_error(design, fmt::format("'{}' would have channels of {:.6g} bits", design.name, width),
                         "a layout has whole bits: use `round: down` or `nearest`", "channel.round");
    }
    return whole;
  }
  const double steps = round == Rounding::down ? floor_of(width / multiple) : std::floor(width / multiple + 0.5);
  return steps >= 1 ? std::optional(steps * multiple) : std::nullopt;
}

double budget_of_reference(const Hold& hold, const Technology& technology, const Design& design,
                           const WiredOrIdeal& network, const Effort& effort) {
  const auto width = rounded_width(design, design.own_width_bits());
  if (!width) {
    throw_design_error(design, fmt::format("'{}' cannot be built, so nothing can be held equal to it", design.name),
                       "hold an amount, or what another candidate has");
  }
  const auto* wired = std::get_if<WiredDesign>(&network);
  const UseOfWidth use = wired != nullptr ? resource_use(hold, technology, design, *wired, effort)
                                          : resource_use(hold, technology, design, std::get<IdealNetwork>(network));
  const double amount = use(*width).amount();
  if (wired != nullptr) expect_held_use(hold, design, *wired, amount);
  return hold.times * amount;
}

std::string_view resource_name(Resource resource) {
  static constexpr std::string_view kNames[] = {"none", "bisection", "area", "pins", "peak_density", "width"};
  return kNames[static_cast<std::size_t>(resource)];
}

}  // namespace cutline
