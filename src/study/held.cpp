// SPDX-License-Identifier: Apache-2.0
#include "study/held.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace cutline {

namespace {

constexpr double kMaxWidth = 1u << 30;
/// A width this close to a whole number, relatively, is that number: real radices come from roots.
constexpr double kWhole = 1e-9;

double floor_of(double width) { return std::floor(width * (1 + kWhole)); }

[[noreturn]] void throw_needs_layout(const Design& design, const char* what) {
  throw_design_error(design,
                     fmt::format("'{}' is ideal and has no layout, so its {} cannot be held", design.name, what),
                     "hold bisection, pins or width, or leave out `ideal`", "ideal");
}

/// Channels of the held resource by closed forms.
double ideal_channels(const Study& study, const Network& network) {
  const IdealNetwork& ideal = *network.formulas;
  switch (study.hold.resource) {
    case Resource::bisection:
      if (study.hold.count == BisectionCount::middle_cut) throw_needs_layout(*network.design, "middle cut");
      return ideal.bisection_channels;
    case Resource::pins:
      return ideal.ports_per_node;
    case Resource::peak_density:
      return ideal.line_peak_channels * (study.hold.per_machine ? std::sqrt(ideal.nodes) : 1);
    case Resource::area:
      throw_needs_layout(*network.design, "area");
    case Resource::none:
    case Resource::width:
      break;
  }
  broken_contract("a resource counted in channels", __FILE__, __LINE__);
}

std::uint32_t widest_link(const Topology& topology) {
  std::uint32_t widest = 1;
  for (const LinkClass& link_class : topology.classes) {
    for (const std::uint32_t width : link_class.widths) widest = std::max(widest, width);
  }
  return widest;
}

/// The wires over the held cut of a wired network, before it is routed.
double cut_wires(const Study& study, const PlacedNetwork& placed, const ChannelWires& channel) {
  Layout shell;
  shell.wiring = placed.wiring;
  for (LinkKind& kind : shell.wiring.kinds) {
    kind.wires = static_cast<std::uint32_t>(channel.of_link(kind.channels, kind.width));
  }
  const GridSize& grid = shell.wiring.grid;
  if (study.hold.resource == Resource::bisection) {
    const Axis longest =
        *std::max_element(kAxes.begin(), kAxes.end(), [&](Axis a, Axis b) { return grid[a] < grid[b]; });
    const Profile profile = machine_profile(shell, longest);
    return profile.wires.empty() ? 0 : static_cast<double>(profile.wires[grid[longest] / 2 - 1]);
  }
  std::int64_t peak = 0;
  const auto consider = [&](const Profile& profile) {
    for (const std::int64_t wires : profile.wires) peak = std::max(peak, wires);
  };
  for (const Axis axis : kAxes) {
    if (study.hold.per_machine) {
      consider(machine_profile(shell, axis));
    } else {
      for (const Pattern& pattern : shell.lines(axis).patterns) consider(pattern_profile(shell, axis, pattern));
    }
  }
  return static_cast<double>(peak);
}

double routed_use(const Study& study, const Network& network, const ChannelWires& channel) {
  const PlacedNetwork& placed = *network.placed;
  const Measures measures = measure(route(placed.wiring, network.rules, channel), placed.topology, placed.placement);
  if (study.hold.resource == Resource::pins) return static_cast<double>(measures.pins_per_node_max);
  return measures.size.area_mm2.value_or(static_cast<double>(measures.size.area_pitches2));
}

/// Whether the resource is a number of channels times the wires of one, and how many.
std::optional<double> channels_held(const Study& study, const Network& network) {
  if (!network.placed) return ideal_channels(study, network);
  const Hold& hold = study.hold;
  if (hold.resource == Resource::bisection && hold.count == BisectionCount::formula) {
    return network.formulas->bisection_channels;
  }
  if (!network.equal_widths || hold.resource == Resource::area) return std::nullopt;
  if (hold.resource == Resource::bisection && hold.count == BisectionCount::graph) {
    return static_cast<double>(network.graph->bisection.upper_channels);
  }
  if (hold.resource == Resource::pins) return static_cast<double>(network.graph->ports_max);
  return cut_wires(study, *network.placed, ChannelWires{1, 1, 0});
}

}  // namespace

ResourceUse resource_use(const Study& study, const Network& network) {
  const Hold& hold = study.hold;
  const Design& design = *network.design;
  if (hold.resource == Resource::width) return [](double width) { return width; };
  if (const auto channels = channels_held(study, network)) {
    return
        [&study, &design, count = *channels](double width) { return count * wires_of_channel(study, design, width); };
  }
  if (hold.resource == Resource::bisection && hold.count == BisectionCount::graph) {
    const auto count = static_cast<double>(network.graph->bisection.upper_channels);
    const std::uint32_t widest = widest_link(network.placed->topology);
    return [&study, &design, count, widest](double width) {
      return count * wires_of_channel(study, design, width * widest);
    };
  }
  const bool needs_route = hold.resource == Resource::area || hold.resource == Resource::pins;
  return [&study, &network, needs_route](double width) {
    const ChannelWires channel = channel_wires(study, *network.design, width);
    return needs_route ? routed_use(study, network, channel) : cut_wires(study, *network.placed, channel);
  };
}

std::optional<double> width_for(const ResourceUse& use, double budget) {
  double low = 1;
  if (use(low) <= budget) {
    double high = 2;
    while (use(high) <= budget) {
      low = high;
      high *= 2;
      if (high > kMaxWidth) return std::nullopt;
    }
    while (high - low > 1) {
      const double middle = std::floor((low + high) / 2);
      (use(middle) <= budget ? low : high) = middle;
    }
  }
  const double below = use(low);
  const double step = use(low + 1) - below;
  if (step <= 0) return 0.0;
  return std::max(0.0, low + (budget - below) / step);
}

std::optional<double> rounded_width(const Design& design, double width) {
  const Rounding round = design.channel.round.value_or(design.ideal ? Rounding::exact : Rounding::down);
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

std::optional<double> held_budget(const Study& study, const Network* reference) {
  const Hold& hold = study.hold;
  if (hold.resource == Resource::none) return std::nullopt;
  if (hold.of.empty()) return hold.amount;
  CUTLINE_EXPECT(reference != nullptr);
  const Design& design = *reference->design;
  const auto width = rounded_width(design, design.channel.width_bits.value_or(1));
  if (!width || !reference->why_not.empty()) {
    throw_design_error(design, fmt::format("'{}' cannot be built, so nothing can be held equal to it", design.name),
                       "hold an amount, or what another candidate has");
  }
  return hold.times * resource_use(study, *reference)(*width);
}

}  // namespace cutline
