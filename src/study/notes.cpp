// SPDX-License-Identifier: Apache-2.0
#include "study/notes.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "cutline/delay/wire_formulas.hpp"
#include "cutline/placement/order.hpp"
#include "cutline/study/study.hpp"
#include "cutline/topology/family.hpp"
#include "study/held.hpp"
#include "study/site_costs.hpp"

namespace cutline {

namespace {

void add_once(std::vector<std::string>& list, std::string text) {
  if (!text.empty() && std::find(list.begin(), list.end(), text) == list.end()) list.push_back(std::move(text));
}

/// "[Dally 1990, sec. 2]" as "Dally 1990, sec. 2".
std::string without_brackets(std::string_view source) {
  std::string text(source);
  if (text.size() > 1 && text.front() == '[' && text.back() == ']' && text.find(']') == text.size() - 1) {
    text = text.substr(1, text.size() - 2);
  }
  return text;
}

void note_width(const Study& study, Candidate& candidate) {
  const Design& design = *candidate.design;
  const bool held = study.hold.resource != Resource::none;
  if (!held && !design.channel.width_bits)
    candidate.notes.emplace_back("channel width 1 bit, the default: none is given or held");
  if (held && study.hold.of.empty() && design.channel.width_bits) {
    candidate.notes.push_back(
        fmt::format("the given channel width of {:.6g} bits is not used: it follows from what is held",
                    *design.channel.width_bits));
  }
  const double before = candidate.channel.width_before_rounding;
  if (candidate.channel.width_bits && std::abs(*candidate.channel.width_bits - before) > 1e-9 * before) {
    candidate.notes.push_back(fmt::format("channel rounded {} from {:.6g} to {:.6g} bits",
                                          *candidate.channel.width_bits < before ? "down" : "up", before,
                                          *candidate.channel.width_bits));
  }
}

void note_bisection(const Study& study, Candidate& candidate) {
  if (study.hold.resource != Resource::bisection) return;
  if (candidate.ideal() && study.hold.count == BisectionCount::graph) {
    candidate.notes.emplace_back("an ideal candidate has no graph: its held bisection is the family's formula");
  }
  if (!candidate.facts.graph || study.hold.count != BisectionCount::graph) return;
  const BisectionWidth& width = candidate.facts.graph->bisection;
  if (!width.exact()) {
    candidate.notes.push_back(fmt::format("bisection width between {} and {} links: the cut with {} is held",
                                          width.lower, width.upper, width.upper));
    candidate.caveats.push_back({"The bisection held is the best cut known, perhaps not the least",
                                 fmt::format("{} to {} links", width.lower, width.upper),
                                 {}});
  }
  if (!has_equal_widths(candidate.network()->topology)) {
    candidate.notes.emplace_back(
        "links differ in width: the held bisection counts every channel of the cut as the widest");
    candidate.caveats.push_back({"Where links differ in width, the bisection held counts all as the widest", "", {}});
  }
}

/// A layout may have more wires over its middle than the least cut of its graph.
void note_middle(const Study& study, Candidate& candidate) {
  const Hold& hold = study.hold;
  if (hold.resource != Resource::bisection || hold.count == BisectionCount::middle_cut || !candidate.laid_out()) return;
  const auto wires = static_cast<double>(wires_over_middle(candidate));
  const double budget = *candidate.channel.held_budget;
  if (wires <= budget * (1 + 1e-9)) return;
  candidate.notes.push_back(
      fmt::format("{:.6g} wires lie over the middle of the layout, where {:.6g} are held over the bisection: "
                  "`count: middle_cut` holds those over the middle",
                  wires, budget));
  candidate.caveats.push_back(
      {fmt::format(
           "More wires lie over the middle of the layout than the {:.6g} held (`count: middle_cut` holds those)",
           budget),
       fmt::format("{:.6g}", wires),
       {}});
}

void note_boxes(const Study& study, Candidate& candidate) {
  if (!candidate.laid_out() || technology_of(study, *candidate.design).unit) return;
  const LayoutRules& rules = candidate.laid_out()->layout.rules;
  const auto widest = [&](const AxisPositions& axis) {
    const std::vector<std::uint32_t>& boxes = rules.over_nodes ? axis.node_box : axis.box;
    return *std::max_element(boxes.begin(), boxes.end());
  };
  const std::uint32_t width = widest(candidate.laid_out()->layout.columns());
  const std::uint32_t height = widest(candidate.laid_out()->layout.rows());
  if (width == rules.node_width && height == rules.node_height) return;
  const bool posts = !candidate.laid_out()->layout.columns().field.empty();
  candidate.notes.push_back(fmt::format("node boxes grew from {} x {} to {} x {} wire pitches to hold their {}",
                                        rules.node_width, rules.node_height, width, height,
                                        posts ? "terminals and posts" : "terminals"));
}

/// The axis along which wiring over the nodes needs most beyond the node boxes.
void note_pitch(const Study& study, Candidate& candidate) {
  if (!candidate.laid_out() || !candidate.laid_out()->layout.rules.over_nodes || study.technology.unit) return;
  const Layout& layout = candidate.laid_out()->layout;
  std::string grown;
  for (const Axis axis : {Axis::x, Axis::y}) {
    const AxisPositions& places = layout.positions[index(axis)];
    std::uint32_t widest = 0;
    for (std::uint32_t slot = 1; slot < places.box.size(); ++slot) {
      if (places.pitch(slot) - places.node_box[slot] > places.pitch(widest) - places.node_box[widest]) widest = slot;
    }
    if (places.pitch(widest) == places.node_box[widest]) continue;
    grown += fmt::format("{}along {} from {} to {} wire pitches ({} for terminals, {} for tracks)",
                         grown.empty() ? "" : ", ", letter(axis), places.node_box[widest], places.pitch(widest),
                         terminal_cells(layout, axis, widest), places.channel[widest]);
  }
  if (!grown.empty())
    candidate.notes.push_back(fmt::format("node pitch grew to hold the wiring over the nodes: {}", grown));
}

void note_packages(Candidate& candidate) {
  if (candidate.design->ideal && !candidate.design->packages.empty())
    candidate.notes.emplace_back("an ideal candidate has no cells: its packages are not measured");
  if (!candidate.packages()) return;
  for (const LevelMeasures& level : candidate.packages()->levels) {
    if (level.partial > 0) {
      candidate.notes.push_back(fmt::format("{} of {} modules of the level {} are cut off by the grid's end",
                                            level.partial, level.modules, level.name));
    }
    if (level.over_reach > 0) {
      candidate.notes.push_back(
          fmt::format("no medium reaches for {} of {} links from {} to {}: their delay counts none", level.over_reach,
                      level.links_crossing, level.name, level.name));
      candidate.caveats.push_back(
          {fmt::format("No medium reaches some links between modules of the level {}: their delay "
                       "counts none",
                       level.name),
           fmt::format("{} of {}", level.over_reach, level.links_crossing),
           {}});
    }
  }
  if (!candidate.packages()->energy_max_pj_per_bit) {
    candidate.notes.emplace_back(
        "the energy of crossings between modules is not known: a medium or an edge gives none for its ends");
  }
  if (candidate.packages()->delay_max.base > 0) {
    candidate.notes.emplace_back(
        "a link's wire delay counts every crossing between modules: PHYs, and what its media take");
  }
}

/// Where a real layout departs from the papers' formula for the longest wire.
void note_longest(Candidate& candidate) {
  const Design& design = *candidate.design;
  const Family* family = find_family(design.family);
  const bool flat = candidate.network() && candidate.network()->placement.grid()[Axis::z] == 1;
  if (!candidate.laid_out() || !flat || family == nullptr || family->ideal == nullptr ||
      design.parameters.has("radices"))
    return;
  const IdealNetwork forms = ideal_of(design.family, design.parameters);
  if (forms.shape.radices.empty()) return;  // no cube: its closed form is another paper's
  const double formula = forms.longest_span;
  const auto real = candidate.laid_out()->measures.length.longest_span.pitches();
  if (std::abs(formula - real) <= 1e-9 * real) return;
  candidate.notes.push_back(
      fmt::format("longest wire {} node pitches in this layout; k^(n/2-1) of Dally 1990 says {:.4g}", real, formula));
}

/// Under the default, one driver a wire: where the slowest wire is longer than the best distance of repeaters.
void note_repeaters(const Study& study, Candidate& candidate) {
  if (candidate.latency.timings.empty() || !candidate.latency.timings.front().slowest) return;
  const SlowestWire& slowest = *candidate.latency.timings.front().slowest;
  const auto& driver = technology_of(study, *candidate.design).driver;
  const double mm = in_mm(slowest.length());
  if (!driver || !slowest.r_ohm || !slowest.c_ff || mm <= 0) return;
  const double spacing = best_repeater_spacing_mm(*driver, *slowest.r_ohm / mm, *slowest.c_ff / mm);
  if (mm < 2 * spacing) return;
  add_once(candidate.notes,
           fmt::format("wire delay d2m, the default, has one driver a wire, and the slowest wire of "
                       "{:.3g} mm is {:.3g} times the best distance of repeaters: see `delay: repeated`",
                       mm, mm / spacing));
  candidate.caveats.push_back(
      {"Wire delay d2m, the default, has one driver a wire, and the slowest wire is past the best "
       "distance of repeaters (see `delay: repeated`)",
       fmt::format("{:.3g} times", mm / spacing), 0});
}

/// Under models that count resistance and capacitance other layers of the technology would give other delays.
void note_wire_layers(const Study& study, Candidate& candidate) {
  const Technology& technology = technology_of(study, *candidate.design);
  if (technology.layers.size() <= 2) return;
  for (std::size_t d = 0; d < candidate.latency.timings.size(); ++d) {
    const std::optional<SlowestWire>& slowest = candidate.latency.timings[d].slowest;
    if (!slowest || study.delays[d].model->needs < Needs::wire) continue;
    const std::string where = fmt::format("{} of {}", slowest->layers, technology.name);
    candidate.notes.push_back("layers of the slowest wire: " + where);
    candidate.caveats.push_back({"Layers of the slowest wire", where, {}});
    return;
  }
}

/// Where wires lie outside the lengths for which a delay model holds, and where repeaters would help.
void note_ranges(const Study& study, Candidate& candidate) {
  for (std::size_t d = 0; d < candidate.latency.timings.size(); ++d) {
    const Timing& timing = candidate.latency.timings[d];
    if (timing.warning.empty()) continue;
    add_once(candidate.notes, fmt::format("{}: {}", timing.delay_label, timing.warning));
    candidate.caveats.push_back(
        {fmt::format("Some links are longer or shorter than {} holds for (the notes of `cutline "
                     "measure` say which)",
                     timing.delay_label),
         "", d});
  }
  if (!study.default_delay || study.technology.unit) return;
  const std::string_view name = study.delays.front().model->name;
  if (name == "d2m") return note_repeaters(study, candidate);
  add_once(candidate.notes,
           fmt::format("wire delay {}, the default here: {} gives no driver, resistance or capacitance", name,
                       study.technology.name));
}

/// What the reader of hops, loads and latency must know of the traffic.
void note_traffic(const Study& study, Candidate& candidate) {
  std::vector<std::string>& notes = candidate.notes;
  if (!candidate.traffic.why_no_hops.empty())
    notes.push_back("no mean hops, no latency: " + candidate.traffic.why_no_hops);
  if (candidate.traffic.mean_hops && candidate.can_be_built() && candidate.latency.timings.empty()) {
    notes.emplace_back(study.clock.rule == ClockRule::fixed
                           ? "no latency: links differ in cycles, and the loads that tell their mean pass the effort"
                           : "no latency: the delays of all routes pass the effort; use the clock rule "
                             "longest_wire or fixed");
  }
  if (candidate.traffic.saturation && candidate.traffic.saturation->limited_by == SaturationLimit::terminal)
    notes.emplace_back("a terminal is taken to send and to receive over a channel as wide as the network's");
  if (candidate.traffic.saturation && !candidate.traffic.saturation->peak_channel_load)
    notes.emplace_back(
        "peak_channel_load is null: channel loads pass the effort, so the bisection alone bounds saturation");
  if (study.traffic && candidate.traffic.mean_hops && candidate.facts.routing == Routing::express)
    notes.push_back(fmt::format("loads and hops of {} traffic go by shortest paths, not by the express rule",
                                study.traffic->pattern->name));
  if (study.traffic && candidate.facts.terminals > candidate.facts.nodes)
    notes.push_back(
        fmt::format("{} traffic is between nodes: all terminals of a node send alike", study.traffic->pattern->name));
}

void note_radix(Candidate& candidate) {
  const Parameters& parameters = candidate.design->parameters;
  if (!candidate.ideal() || !parameters.has("nodes") || !parameters.has("dimensions")) return;
  const double radix = std::pow(parameters.number("nodes"), 1 / parameters.number("dimensions"));
  if (std::abs(radix - std::round(radix)) <= 1e-9 * radix) return;
  candidate.notes.push_back(fmt::format("its radix {:.4g} is not whole: no layout has it", radix));
}

}  // namespace

std::vector<std::string> sources_of(const Study& study, const Candidate& candidate) {
  std::vector<std::string> sources;
  const Design& design = *candidate.design;
  if (candidate.ideal()) {
    for (const std::string& source : candidate.ideal()->sources) add_once(sources, without_brackets(source));
  } else if (const Family* family = find_family(design.family)) {
    add_once(sources, without_brackets(family->source));
  }
  if (candidate.network()) {
    for (const AxisPlacement& axis : candidate.network()->placement.axes) {
      const Order* order = axis.cells > 1 ? find_order(axis.order) : nullptr;
      if (order != nullptr) add_once(sources, without_brackets(order->source));
    }
  }
  for (const ChosenDelay& delay : study.delays) add_once(sources, without_brackets(delay.model->source));
  if (study.traffic && study.traffic->pattern->source != "none")
    add_once(sources, without_brackets(study.traffic->pattern->source));
  if (candidate.latency.contention != nullptr)
    add_once(sources, without_brackets(candidate.latency.contention->source));
  if (study.guest) add_once(sources, "Ranade 1987");
  return sources;
}

void add_notes(const Study& study, Candidate& candidate) {
  std::vector<std::string>& notes = candidate.notes;
  if (candidate.network()) {
    for (const std::string& note : candidate.network()->topology.notes) add_once(notes, note);
    for (const Arranged& arranged : candidate.network()->placement.arranged) notes.push_back(to_string(arranged));
  }
  if (candidate.ideal()) {
    for (const std::string& note : candidate.ideal()->notes) add_once(notes, note);
  } else if (counts_by_formula(study.hold)) {
    for (const std::string& note : closed_forms(*candidate.design, "topology.family").notes) add_once(notes, note);
  }
  note_width(study, candidate);
  note_bisection(study, candidate);
  note_middle(study, candidate);
  note_boxes(study, candidate);
  note_pitch(study, candidate);
  note_packages(candidate);
  note_longest(candidate);
  note_wire_layers(study, candidate);
  note_ranges(study, candidate);
  note_site_costs(study, candidate);
  note_radix(candidate);
  if (!candidate.design->router.given && !study.technology.unit) {
    notes.emplace_back("router delay 0, the default: a hop costs its wire alone");
  }
  note_traffic(study, candidate);
}

}  // namespace cutline
