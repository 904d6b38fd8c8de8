// SPDX-License-Identifier: Apache-2.0
#include "evaluate/link_costs.hpp"
#include "rank/quantities/rows.hpp"

namespace cutline {

namespace {

const SlowestWire* slowest_of(const UnderDelay& a) {
  return a.wires != nullptr && a.wires->slowest.known() ? &a.wires->slowest : nullptr;
}

/// A length in mm; in_mm() takes areas too.
double mm_of(Length length) { return in_mm(length); }

const WireTiming* asked_wires(const UnderDelay& a) { return a.wires; }

/// Null if no link has a given delay beside that of a wire, as in the unit technology.
const GivenDifference* difference_of(const UnderDelay& a) {
  return a.wires != nullptr && a.wires->given.links > 0 ? &a.wires->given : nullptr;
}

bool fixed_cycle(const UnderDelay& a) { return a.study.clock.rule == ClockRule::fixed; }
bool router_sets_cycle(const UnderDelay& a) {
  return a.wires != nullptr && a.wires->clock.cycle_set_by == CycleLimit::router;
}
bool on_layers(const UnderDelay& a) { return slowest_of(a) != nullptr; }
bool is_given(const UnderDelay& a) { return a.wires != nullptr && a.wires->slowest.given; }
bool is_logarithmic(const UnderDelay& a) {
  const DelayModel* model = a.study.delays[a.delay].model;
  return model != nullptr && model->name == "logarithmic";
}

Data model_summary(const UnderDelay& a) {
  const DelayModel* model = a.study.delays[a.delay].model;
  return model != nullptr ? Data(model->summary) : Data("");
}

Data chosen_by(const UnderDelay& a) {
  if (!a.study.default_delay) return "by the spec";
  return a.study.technology.unit ? "by default in the unit technology"
                                 : "by default: the closest to SPICE that the technology's figures allow";
}

/// Distance between neighbouring nodes, as the delay models count it; null in the unit technology.
Data node_pitch_mm(const Layout& layout) { return layout.rules.unit ? Data() : Data(in_mm(node_pitch(layout).length)); }

constexpr Symbol kLongest = {"T_longest", "delay.longest_wire_ns", "delay of the longest wire"};
constexpr Symbol kModel = {"delay model", "delay.model", ""};
constexpr Symbol kModelSays = {"which says", model_summary, ""};
constexpr Symbol kChosen = {"chosen", chosen_by, ""};
constexpr Symbol kTechnology = {"technology", "technology", ""};
constexpr Symbol kSpan = {"l", "length.longest_span", "longest span in node pitches"};
constexpr Symbol kLongestMm = {"longest_mm", "length.longest_mm", "longest wire in mm, as routed"};
constexpr Symbol kRange = {"range", "words.range", "of lengths, for which the model keeps its error"};
constexpr Symbol kFloor = {"T_floor", [](const UnderDelay& a) { return Data(in_ns(a.study.clock.floor)); },
                           "the shortest cycle allowed"};
constexpr Symbol kFixed = {"T_fixed", [](const UnderDelay& a) { return Data(in_ns(a.study.clock.cycle)); },
                           "one over the frequency"};
constexpr Symbol kPeriod = {"T_period", of_wires<[](const WireTiming& w) { return in_ns(w.clock.site_period); }>,
                            "from one phit to the next through a router"};
constexpr Symbol kSetBy = {"set by", "delay.cycle_set_by", ""};

/// The delay that a file gives, or a cable.
Derivation given_delay(std::vector<Symbol> symbols) {
  return when(
      is_given,
      {"T_longest = the delay that the graph's file or, in a hall, the medium of its cable gives to a link, the "
       "largest of all links",
       "the file: `delay_from` or `cycles_from`; the hall: `media`", std::move(symbols)});
}

/// The delay model on the layers that the slowest wire runs on.
Derivation delay_on_layers() {
  return when(on_layers,
              {"T_longest = the delay model at (R, C, V, l), the largest over all links",
               kSourceOfModel,
               {kLongest,
                kModel,
                kModelSays,
                kChosen,
                kTechnology,
                {"layers", "delay.slowest_wire.layers", "the pair that this link was dealt to: horizontal, vertical"},
                {"x", "delay.slowest_wire.horizontal_mm", "mm on the horizontal layer"},
                {"y", "delay.slowest_wire.vertical_mm", "mm on the vertical layer"},
                {"z", "delay.slowest_wire.between_planes_mm", "mm between planes"},
                {"l", member_of<slowest_of, &SlowestWire::length, mm_of>, "their sum in mm, terminal to terminal"},
                {"R", "delay.slowest_wire.r_ohm", "ohm of the wire: r of each layer times its mm"},
                {"C", "delay.slowest_wire.c_ff", "fF of the wire: c of each layer times its mm"},
                {"V", "delay.slowest_wire.via_ohm", "ohm of all its vias"},
                {"fixed", "delay.slowest_wire.fixed_ns", "ns of the modules that it crosses, added"},
                {"node pitch", of_layout<node_pitch_mm>, "mm from node to node, the mean over the axes"},
                kRange}});
}

constexpr std::string_view kAtLongest = "T_longest = the delay model at the longest wire";

std::vector<Note> warning(const UnderDelay& a) {
  return a.wires != nullptr ? a.wires->outside_range : std::vector<Note>{};
}

/// If a wire sets the cycle: its length and its delay per length. Else the cycle, named by the limit that sets it.
MeasureParts cycle_parts(const UnderDelay& a) {
  const WireTiming& wires = *a.wires;
  const double ns = in_ns(wires.clock.cycle);
  const bool metres = wires.slowest.known();
  const bool by_wire =
      wires.clock.cycle_set_by == CycleLimit::longest_wire && a.candidate.laid_out() && !wires.slowest.given;
  const double length = !by_wire ? 0
                        : metres ? in_mm(wires.slowest.length())
                                 : static_cast<double>(measures_of(a)->length.longest_pitches);
  if (length <= 0) return {{{wires.clock.cycle_set_by, ns, time_unit_of(a)}}};
  if (metres) {
    return {{{PartKind::long_wires, length, "mm", false, "length.longest_mm"},
             {PartKind::slow_wires, ns / length, "ns/mm"}}};
  }
  return {{{PartKind::long_wires, length, "pitches", false, "length.longest_pitches"},
           {PartKind::slow_wires, ns / length, "tau a pitch"}}};
}

Quantities model_rows() {
  return {
      derived({"delay.model", Unit::none, "which delay model times the wires, and where they run",
               [](const UnderDelay& a) { return Data(a.study.delays[a.delay].label); }, called("delay", "wire delay")},
              {given_delay({kLongest, kModel}),
               delay_on_layers(),
               {kAtLongest,
                kSourceOfModel,
                {kLongest, kModel, kModelSays, kChosen, kTechnology, kSpan, kLongestMm, kRange}}}),
      derived({"delay.longest_wire_ns", Unit::time, "delay of the longest wire",
               member_of<asked_wires, &WireTiming::longest_wire>, called("longest_wire", "longest wire")},
              {given_delay({kLongest}),
               delay_on_layers(),
               {kAtLongest,
                kSourceOfModel,
                {kLongest,
                 kModel,
                 kModelSays,
                 kSpan,
                 {"r", "length.longest_pitches", "longest wire in wire pitches, as routed"},
                 {"longest_mm", "length.longest_mm", "the same in mm"}},
                {{"KN-eq14: the printed equation is lost; 1 + ln(l) is reconstructed from the best dimensions that the "
                  "paper states",
                  is_logarithmic}}}}),
      derived(with_parts({"delay.cycle_ns", Unit::time, "length of a clock cycle",
                          of_wires<[](const WireTiming& w) { return in_ns(w.clock.cycle); }>,
                          called("cycle", "cycle", "cycle_ns", "cycle")},
                         cycle_parts),
              {when(fixed_cycle,
                    {"T_c = max(T_floor, T_fixed)", "the spec: clock", {symbols::cycle, kFloor, kFixed, kSetBy}}),
               when(router_sets_cycle, {"T_c = max(T_floor, T_longest, T_period)",
                                        "the spec: router period",
                                        {symbols::cycle, kFloor, kLongest, kPeriod, kSetBy}}),
               {"T_c = max(T_floor, T_longest)",
                "[Dally 1990, sec. 2]: the longest wire sets the clock",
                {symbols::cycle, kFloor, kLongest, kSetBy}}}),
      {"delay.cycle_set_by", Unit::none, "what no cycle can be shorter than",
       of_wires<[](const WireTiming& w) { return cycle_limit_text(w.clock.cycle_set_by); }>, called("", "set by")},
  };
}

}  // namespace

Quantities delay_quantities() {
  return joined(
      {model_rows(),
       {
           {"delay.slowest_wire.layers", Unit::none, "the layers that the slowest wire runs on",
            member_of<slowest_of, &SlowestWire::layers>, called("", "slowest wire on")},
           {"delay.slowest_wire.horizontal_mm", Unit::mm, "its way on the horizontal layer",
            member_of<slowest_of, &SlowestWire::x, mm_of>},
           {"delay.slowest_wire.vertical_mm", Unit::mm, "its way on the vertical layer",
            member_of<slowest_of, &SlowestWire::y, mm_of>},
           {"delay.slowest_wire.between_planes_mm", Unit::mm, "its way between planes",
            member_of<slowest_of, &SlowestWire::z, mm_of>},
           {"delay.slowest_wire.r_ohm", Unit::none, "its resistance in ohm, without vias",
            member_of<slowest_of, &SlowestWire::r_ohm>},
           {"delay.slowest_wire.c_ff", Unit::none, "its capacitance in fF", member_of<slowest_of, &SlowestWire::c_ff>},
           {"delay.slowest_wire.via_ohm", Unit::none, "resistance of all its vias in ohm",
            member_of<slowest_of, &SlowestWire::via_ohm>},
           {"delay.slowest_wire.fixed_ns", Unit::time, "delay of the modules that it crosses",
            member_of<slowest_of, &SlowestWire::fixed>},
           derived({"delay.given_differ", Unit::none,
                    "links whose given delay is far from that of the layout and the delay model",
                    member_of<difference_of, &GivenDifference::differ>, called("delays_differ", "differ in delay")},
                   {{"links with |given - of the layout| > given_tolerance x of the layout", "definition"}}),
           in_words("delay.warning", "which wires lie outside the delay model's range", warning, NoteForm::one_text),
       }});
}

}  // namespace cutline
