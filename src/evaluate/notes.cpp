// SPDX-License-Identifier: Apache-2.0
#include "evaluate/notes.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "base/named.hpp"
#include "cutline/delay/wire_formulas.hpp"
#include "cutline/study/laid_out.hpp"
#include "cutline/study/placed_network.hpp"
#include "cutline/topology/given_links.hpp"
#include "evaluate/curve.hpp"
#include "evaluate/given_traffic.hpp"
#include "evaluate/budget.hpp"
#include "evaluate/site_costs.hpp"
#include "evaluate/traffic.hpp"
#include "placement/named_sites.hpp"
#include "placement/order.hpp"
#include "topology/ideal_network.hpp"

namespace cutline {

namespace {

/// "[Dally 1990, sec. 2]" as "Dally 1990, sec. 2".
std::string without_brackets(std::string_view source) {
  std::string text(source);
  if (text.size() > 1 && text.front() == '[' && text.back() == ']' && text.find(']') == text.size() - 1) {
    text = text.substr(1, text.size() - 2);
  }
  return text;
}

void note_width(const Study& study, const TimedCandidate& candidate, std::vector<Note>& notes) {
  const double given = candidate.design->channel.width_bits;
  const bool held = study.hold.resource != Resource::none;
  if (!held && given == 0) notes.push_back(make_note(NoteKind::default_width));
  if (held && study.hold.of.empty() && given > 0) notes.push_back(make_note(NoteKind::given_width_not_used, given));
  const double before = candidate.channel.width_before_rounding;
  const double width = candidate.channel.width_bits;
  if (width > 0 && std::abs(width - before) > 1e-9 * before)
    notes.push_back(make_note(width < before ? NoteKind::rounded_down : NoteKind::rounded_up, before, width));
}

void note_bisection(const Study& study, const TimedCandidate& candidate, std::vector<Note>& notes) {
  if (study.hold.resource != Resource::bisection || study.hold.count != BisectionCount::graph) return;
  if (candidate.ideal()) notes.push_back(make_note(NoteKind::bisection_by_formula));
  if (!candidate.graph()) return;
  const auto wires = bisection_wires(study, candidate);
  if (wires && wires->lower < wires->upper)
    notes.push_back(make_note(NoteKind::bisection_between, wires->lower, wires->upper));
}

/// Notes that a layout has more wires over its middle than the budget of its held bisection.
void note_middle(const Study& study, const TimedCandidate& candidate, std::vector<Note>& notes) {
  const Hold& hold = study.hold;
  if (hold.resource != Resource::bisection || hold.count == BisectionCount::middle_cut || !candidate.laid_out()) return;
  const auto wires = static_cast<double>(wires_over_middle(candidate));
  const double budget = candidate.channel.budget()->budget;
  if (wires > budget * (1 + 1e-9)) notes.push_back(make_note(NoteKind::over_middle, wires, budget));
}

/// Routers that stand nearly, but not quite, on one line leave little room between their lines.
void note_snap(const Layout& layout, std::vector<Note>& notes) {
  constexpr double kFewOfMean = 0.25;
  for (const Axis axis : {Axis::x, Axis::y}) {
    const std::vector<std::int64_t>& start = layout.positions[index(axis)].start;
    if (start.size() < 3) continue;
    std::int64_t least = start.back() - start.front();
    for (std::size_t slot = 1; slot < start.size(); ++slot) least = std::min(least, start[slot] - start[slot - 1]);
    const double mean = static_cast<double>(start.back() - start.front()) / static_cast<double>(start.size() - 1);
    const double cell_mm = (axis == Axis::x ? layout.rules.cell_width_nm : layout.rules.cell_height_nm) * 1e-6;
    if (static_cast<double>(least) < kFewOfMean * mean)
      notes.push_back(make_note(NoteKind::snap_would_help, static_cast<double>(least) * cell_mm,
                                std::string(1, letter(axis)), mean * cell_mm));
  }
}

/// Notes what a floorplan's file says beyond the network and its technology.
void note_floorplan(const Study& study, const TimedCandidate& candidate, std::vector<Note>& notes) {
  if (!candidate.network() || candidate.network()->placement.given == nullptr) return;
  const TilePlan& plan = candidate.network()->placement.given->plan;
  if (plan.unplaced > 0) notes.push_back(make_note(NoteKind::components_without_place, plan.unplaced));
  if (plan.boxed > 0) notes.push_back(make_note(NoteKind::tiles_as_boxes, plan.boxed));
  const Technology& technology = technology_of(study, *candidate.design);
  std::vector<std::string_view> others;
  for (const Blockage& blockage : plan.blockages) {
    for (const std::string& layer : blockage.layers) {
      const bool listed = find_named(technology.all_layers, layer) != nullptr;
      if (!listed && std::find(others.begin(), others.end(), layer) == others.end()) others.push_back(layer);
    }
  }
  if (!others.empty()) notes.push_back(make_note(NoteKind::layers_not_blocked, join(others, ", "), technology.name));
}

/// Notes the wires for which a floorplan of the user has no room, and the layers that would give them room.
void note_overflow(const TimedCandidate& candidate, std::vector<Note>& notes) {
  if (!candidate.laid_out() || !candidate.laid_out()->measures.overflow()) return;
  const Overflow& overflow = *candidate.laid_out()->measures.overflow();
  if (overflow.wires == 0) return;
  const auto cause = [&](NoRoom why) { return overflow.by_cause[static_cast<std::size_t>(why)]; };
  notes.push_back(make_note(NoteKind::wires_without_room, overflow.wires, overflow.links, cause(NoRoom::track),
                            cause(NoRoom::terminal), cause(NoRoom::blocked)));
  if (overflow.over_cut > 0) {
    const CutRoom& cut = *overflow.fullest;
    notes.push_back(make_note(NoteKind::cut_overflows, cut.wires, cut.axis == Axis::x ? "columns" : "rows", cut.cut - 1,
                              cut.cut, cut.tracks));
  }
  note_snap(candidate.laid_out()->layout, notes);
  if (overflow.share_with_room >= 1) return;
  const std::uint32_t pairs = candidate.laid_out()->layout.rules.layer_pairs;
  notes.push_back(make_note(NoteKind::room_for_share, 100 * overflow.share_with_room,
                            static_cast<std::uint64_t>(std::ceil(pairs / overflow.share_with_room)), pairs));
}

void note_boxes(const Study& study, const TimedCandidate& candidate, std::vector<Note>& notes) {
  if (!candidate.laid_out() || technology_of(study, *candidate.design).unit) return;
  const Layout& layout = candidate.laid_out()->layout;
  const LayoutRules& rules = layout.rules;
  if (rules.given != nullptr || !rules.least_side[0].empty()) return;
  const auto widest = [&](const AxisPositions& axis) {
    const std::vector<std::uint32_t>& boxes = rules.over_nodes ? axis.node_box : axis.box;
    return *std::max_element(boxes.begin(), boxes.end());
  };
  const std::uint32_t width = widest(layout.columns());
  const std::uint32_t height = widest(layout.rows());
  if (width == rules.node_width && height == rules.node_height) return;
  const bool posts = !layout.columns().field.empty();
  notes.push_back(make_note(posts ? NoteKind::boxes_hold_terminals_and_posts : NoteKind::boxes_hold_terminals,
                            rules.node_width, rules.node_height, width, height));
}

/// Notes, for each axis, the widest extra room that wiring over the nodes needs beyond a node box.
void note_pitch(const Study& study, const TimedCandidate& candidate, std::vector<Note>& notes) {
  if (!candidate.laid_out() || !candidate.laid_out()->layout.rules.over_nodes || study.technology.unit) return;
  const Layout& layout = candidate.laid_out()->layout;
  if (layout.rules.given != nullptr) return;
  std::vector<Note> grown;
  for (const Axis axis : {Axis::x, Axis::y}) {
    const AxisPositions& places = layout.positions[index(axis)];
    std::uint32_t widest = 0;
    for (std::uint32_t slot = 1; slot < places.box.size(); ++slot) {
      if (places.pitch(slot) - places.node_box[slot] > places.pitch(widest) - places.node_box[widest]) widest = slot;
    }
    if (places.pitch(widest) == places.node_box[widest]) continue;
    grown.push_back(make_note(NoteKind::pitch_grew, std::string(1, letter(axis)), places.node_box[widest],
                              places.pitch(widest), places.box[widest], places.channel[widest]));
  }
  if (grown.empty()) return;
  Note& note = notes.emplace_back(std::move(grown.front()));
  if (grown.size() == 1) return;
  note.kind = NoteKind::pitch_grew_both_ways;
  note.arguments.insert(note.arguments.end(), grown[1].arguments.begin(), grown[1].arguments.end());
}

/// Notes the layers that lose tracks because all layers of an axis have the pitch of the coarsest.
void note_track_pitch(const Study& study, const TimedCandidate& candidate, std::vector<Note>& notes) {
  if (!candidate.laid_out()) return;
  const Technology& technology = technology_of(study, *candidate.design);
  std::string lost;
  for (const Layer& layer : technology.layers) {
    if (technology.tracks_lost(layer) <= 0) continue;
    lost += fmt::format("{}{} {:.4g} % ({:.6g} nm in place of {:.6g})", lost.empty() ? "" : ", ", layer.name,
                        100 * technology.tracks_lost(layer), in_nm(technology.track_pitch(layer.direction)),
                        in_nm(layer.track_pitch()));
  }
  if (!lost.empty()) notes.push_back(make_note(NoteKind::tracks_of_coarsest, lost));
}

void note_packages(const TimedCandidate& candidate, std::vector<Note>& notes) {
  if (candidate.design->ideal && !candidate.design->packages.empty())
    notes.push_back(make_note(NoteKind::packages_not_measured));
  if (!candidate.packages()) return;
  for (const LevelMeasures& level : candidate.packages()->levels) {
    if (level.partial > 0)
      notes.push_back(make_note(NoteKind::modules_cut_off, level.partial, level.modules, level.name));
    if (level.over_reach > 0)
      notes.push_back(make_note(NoteKind::links_past_reach, level.over_reach, level.links_crossing, level.name));
  }
  if (!candidate.packages()->energy) notes.push_back(make_note(NoteKind::no_crossing_energy));
  if (candidate.packages()->delay_max.base > 0) notes.push_back(make_note(NoteKind::crossings_counted));
}

/// Notes that the longest wire of a layout differs from the papers' formula.
void note_longest(const TimedCandidate& candidate, std::vector<Note>& notes) {
  const Design& design = *candidate.design;
  const Family* family = find_family(design.family);
  const bool flat = candidate.network() && candidate.network()->placement.grid()[Axis::z] == 1;
  if (!candidate.laid_out() || !flat || family == nullptr || family->ideal == nullptr ||
      design.parameters.has("radices"))
    return;
  const IdealNetwork forms = ideal_of(design.family, design.parameters);
  if (forms.shape.radices.empty()) return;  // not a cube: its closed form is from another paper
  const double formula = forms.longest_span;
  const auto real = candidate.laid_out()->measures.length.longest_span.pitches();
  if (std::abs(formula - real) > 1e-9 * real) notes.push_back(make_note(NoteKind::longest_departs, real, formula));
}

/// The default has one driver for each wire. Notes that the slowest wire has at least twice the length at which
/// repeaters should stand.
void note_repeaters(const Study& study, const TimedCandidate& candidate, std::vector<Note>& notes) {
  const WireTiming* wires = candidate.latency.wires_under(0);
  if (wires == nullptr || !wires->slowest.known()) return;
  const SlowestWire& slowest = wires->slowest;
  const auto& driver = technology_of(study, *candidate.design).driver;
  const double mm = in_mm(slowest.length());
  const auto ohm = slowest.r_ohm(), ff = slowest.c_ff();
  if (!driver || !ohm || !ff || mm <= 0) return;
  const double spacing = best_repeater_spacing_mm(*driver, *ohm / mm, *ff / mm);
  if (mm < 2 * spacing) return;
  notes.push_back(make_note(NoteKind::one_driver, mm, mm / spacing));
  notes.back().delay = 0;
}

/// Names the layers of the slowest wire: with models that count resistance and capacitance, delays depend on them.
void note_wire_layers(const Study& study, const TimedCandidate& candidate, std::vector<Note>& notes) {
  const Technology& technology = technology_of(study, *candidate.design);
  if (technology.layers.size() <= 2) return;
  for (std::size_t d = 0; const WireTiming* wires = candidate.latency.wires_under(d); ++d) {
    const SlowestWire& slowest = wires->slowest;
    if (!slowest.known() || study.delays[d].model->needs < Needs::wire) continue;
    notes.push_back(make_note(NoteKind::slowest_layers, slowest.layers, technology.name));
    return;
  }
}

/// Notes on wires outside the lengths for which a delay model holds, and on wires that repeaters would help.
void note_ranges(const Study& study, const TimedCandidate& candidate, std::vector<Note>& notes) {
  for (std::size_t d = 0; const WireTiming* wires = candidate.latency.wires_under(d); ++d) {
    if (wires->outside_range.empty()) continue;
    notes.push_back(make_note(NoteKind::outside_range, wires->delay_label, wires->outside_range));
    notes.back().delay = d;
  }
  if (!study.default_delay || study.technology.unit) return;
  const DelayModel& model = *study.delays.front().model;
  if (model.needs == Needs::driver) return note_repeaters(study, candidate, notes);
  notes.push_back(make_note(NoteKind::default_delay, model.name, study.technology.name));
}

/// A note that numbers of the spec are no numbers of nodes, where some are given.
void note_named_sites(const Study& study, const TimedCandidate& candidate, std::vector<Note>& notes) {
  const PlacedNetwork* network = candidate.network();
  const auto lists_nodes = [](const TileKind& kind) { return !kind.at.nodes.empty(); };
  const auto& tiles = candidate.design->tiles;
  const bool named =
      (study.traffic && study.traffic->pattern->names_nodes) || std::any_of(tiles.begin(), tiles.end(), lists_nodes);
  if (network == nullptr || !named || NamedSites(network->topology, network->placement).same()) return;
  notes.push_back(make_note(NoteKind::numbers_are_places, order_text(network->placement, ", ")));
}

void note_radix(const TimedCandidate& candidate, std::vector<Note>& notes) {
  const Parameters& parameters = candidate.design->parameters;
  if (!candidate.ideal() || !parameters.has("nodes") || !parameters.has("dimensions")) return;
  const double radix = std::pow(parameters.number("nodes"), 1 / parameters.number("dimensions"));
  if (std::abs(radix - std::round(radix)) > 1e-9 * radix) notes.push_back(make_note(NoteKind::radix_not_whole, radix));
}

/// The notes that families and orders have on the network.
void note_network(const Study& study, const TimedCandidate& candidate, std::vector<Note>& notes) {
  const auto say = [&](const std::vector<std::string>& texts) {
    for (const std::string& text : texts) add_once(notes, make_note(NoteKind::sentence, text));
  };
  if (candidate.network()) {
    say(candidate.network()->topology.notes);
    if (const std::uint64_t pairs = candidate.network()->topology.linked_in_both_orders; pairs > 0)
      notes.push_back(make_note(NoteKind::linked_in_both_orders, pairs));
    for (const Arranged& arranged : candidate.network()->placement.arranged)
      notes.push_back(make_note(NoteKind::sentence, to_string(arranged)));
  }
  if (candidate.ideal()) {
    say(candidate.ideal()->notes);
  } else if (counts_by_formula(study.hold)) {
    say(closed_forms(*candidate.design, "topology.family").notes);
  }
}

}  // namespace

void add_once(std::vector<Note>& notes, Note note) {
  if (std::find(notes.begin(), notes.end(), note) == notes.end()) notes.push_back(std::move(note));
}

std::vector<std::string> sources_of(const Study& study, const TimedCandidate& candidate) {
  std::vector<std::string> sources;
  const auto add = [&](std::string_view source) {
    std::string text = without_brackets(source);
    if (std::find(sources.begin(), sources.end(), text) == sources.end()) sources.push_back(std::move(text));
  };
  const Design& design = *candidate.design;
  if (candidate.ideal()) {
    for (const std::string& source : candidate.ideal()->sources) add(source);
  } else if (const Family* family = find_family(design.family)) {
    add(family->source);
  }
  if (candidate.network()) {
    for (const AxisPlacement& axis : candidate.network()->placement.axes) {
      const Order* order = axis.slots() > 1 ? find_order(axis.order) : nullptr;
      if (order != nullptr) add(order->source);
    }
  }
  for (const ChosenDelay& delay : study.delays) add(delay.model->source);
  if (study.traffic && study.traffic->pattern->source != "none") add(study.traffic->pattern->source);
  if (candidate.latency.contention != nullptr) add(candidate.latency.contention->source);
  if (study.guest) add("Ranade 1987");
  return sources;
}

std::vector<Note> notes_of(const Study& study, const TimedCandidate& candidate, const Effort& effort,
                           std::vector<Note> noted) {
  std::vector<Note> notes = std::move(noted);
  if (!candidate.can_be_built()) notes.push_back(make_note(NoteKind::cannot_be_built, candidate.why_not()));
  if (const auto why = why_no_curve(study, candidate, effort))
    notes.push_back(make_note(NoteKind::no_curve, make_note(*why)));
  note_network(study, candidate, notes);
  note_parts(candidate, notes);
  note_named_sites(study, candidate, notes);
  note_width(study, candidate, notes);
  note_bisection(study, candidate, notes);
  note_middle(study, candidate, notes);
  note_floorplan(study, candidate, notes);
  note_overflow(candidate, notes);
  note_boxes(study, candidate, notes);
  note_pitch(study, candidate, notes);
  note_track_pitch(study, candidate, notes);
  note_packages(candidate, notes);
  note_longest(candidate, notes);
  note_wire_layers(study, candidate, notes);
  note_ranges(study, candidate, notes);
  note_given(study, candidate, notes);
  note_site_costs(study, candidate, notes);
  note_radix(candidate, notes);
  const std::vector<TileKind>& kinds = candidate.design->tiles;
  const bool by_kind = std::any_of(kinds.begin(), kinds.end(), [](const TileKind& k) { return k.router_delay; });
  if (!candidate.design->router.given && !by_kind && !study.technology.unit)
    notes.push_back(make_note(NoteKind::default_router_delay));
  note_traffic(study, candidate, notes);
  note_limits(study.limits, candidate, notes);
  return notes;
}

}  // namespace cutline
