// SPDX-License-Identifier: Apache-2.0
#include "spec/study_keys.hpp"

namespace cutline {
namespace {

constexpr std::int64_t kMaxPairs = 64;
constexpr double kMostPermittivity = 20;
const std::vector<std::string_view> kGrades = {"printed", "read",      "computed",   "measured",
                                               "vendor",  "estimated", "second-hand"};

Form<double> positive(Measured measured) { return above_0(quantity_form(measured)); }

/// A key that sets a figure of a T.
template <class T>
Key<T> figure(std::string_view name, TechnologyFigure of, const Form<double>& form, std::string default_text,
              std::string help) {
  return {name, form.shape, std::move(default_text), std::move(help),
          [name, of, read = form.read](Reader& reader, YamlId id, T& target) {
            target.figures.set(of, read(reader, id, name));
          }};
}

Keys<Driver> driver_keys() {
  return {required(field("cell", &Driver::cell, text_form(), "", "the library's name of the inverter")),
          required(field("input", &Driver::input_ff, positive(Measured::capacitance), "", "capacitance of its input")),
          required(field("r_chain", &Driver::r_chain_ohm, positive(Measured::resistance), "",
                         "its resistance, fitted on the edges that a chain of such cells passes on")),
          field("r_step", &Driver::r_step_ohm, positive(Measured::resistance), "",
                "its resistance, fitted on a sharp input edge"),
          field("parasitic", &Driver::parasitic_ff, quantity_form(Measured::capacitance), "0 fF",
                "capacitance at its output: its delay without a load is ln 2 x r_chain x parasitic")};
}

Keys<Technology> drivers_keys() {
  Keys<Driver> unit = driver_keys();
  unit.push_back(field("size", &Driver::size, real_form(1, 1e3, 0), "1",
                       "how many times as wide as the library's smallest inverter, of which the law makes routers"));
  return {required(field<Technology>("unit", &Technology::driver, map_form("a driver", unit), "",
                                     "the inverter that the sizes of repeaters count")),
          field<Technology>("largest", &Technology::largest_driver, map_form("a driver", driver_keys()),
                            "drivers of any size", "the largest inverter that there is")};
}

Keys<DieEdge> die_edge_keys() {
  const Form<double> length = quantity_form(Measured::length);
  return {required(field("bump_pitch", &DieEdge::bump_pitch, length, "", "distance of neighbouring bumps")),
          figure<DieEdge>("bandwidth", TechnologyFigure::bandwidth_gbyte_per_s_per_mm,
                          positive(Measured::bandwidth_per_length), "", "most that a mm of edge passes"),
          figure<DieEdge>("wires", TechnologyFigure::module_wires, real_form(1, 1e6, 0), "",
                          "wires that one PHY module passes"),
          figure<DieEdge>("width", TechnologyFigure::module_width_nm, positive(Measured::length), "",
                          "edge that one PHY module takes: pins stand `wires` to a width"),
          figure<DieEdge>("phy_area", TechnologyFigure::module_mm2, positive(Measured::area), "",
                          "area of one PHY module on its die"),
          required(field("latency", &DieEdge::latency, quantity_form(Measured::time), "",
                         "both ends together, without the flight")),
          required(field("energy", &DieEdge::energy_pj_per_bit, positive(Measured::energy_per_bit), "",
                         "of a bit that crosses")),
          required(field("reach", &DieEdge::reach, length, "", "longest wire from die to die"))};
}

Keys<Cable> cable_keys() {
  const Form<double> length = quantity_form(Measured::length);
  return {required(field("reach", &Cable::reach, length, "", "longest cable, slack included")),
          field("slack", &Cable::slack, length, "0 m", "added to the way between its ends"),
          field("latency", &Cable::latency, quantity_form(Measured::time), "0 ns", "of its ends, whatever its length"),
          field("energy", &Cable::energy_pj_per_bit, positive(Measured::energy_per_bit), "",
                "of its ends together, for a bit")};
}

/// Sets the time of flight. Three keys can give it, and a technology may have only one of them.
void set_flight(Reader& reader, YamlId id, TechnologyDraft& draft, std::optional<double> ps_per_mm) {
  if (draft.flight)
    reader.report(id, "the time of flight is given twice", "give one of 'permittivity', 'flight' and 'speed'");
  draft.flight = id;
  draft.technology.figures.set(TechnologyFigure::flight_ps_per_mm, ps_per_mm);
}

/// A key that gives the time of flight; `ps_per_mm` makes it of the key's value.
Key<TechnologyDraft> flight_key(std::string_view name, const Form<double>& form, double (*ps_per_mm)(double),
                                std::string default_text, std::string help) {
  return {name, form.shape, std::move(default_text), std::move(help),
          [name, ps_per_mm, read = form.read](Reader& reader, YamlId id, TechnologyDraft& draft) {
            const auto value = read(reader, id, name);
            set_flight(reader, id, draft, value ? std::optional(ps_per_mm(*value)) : std::nullopt);
          }};
}

Keys<TechnologyDraft> wave_keys() {
  return {flight_key("permittivity", real_form(1, kMostPermittivity), flight_ps_per_mm, "",
                     "relative permittivity around the wires, effective"),
          flight_key(
              "flight", positive(Measured::time_per_length), [](double ps) { return ps; }, "from the permittivity",
              "time of a wave per length"),
          flight_key(
              "speed", positive(Measured::speed), [](double speed) { return 1e3 / speed; }, "from the permittivity",
              "speed of a wave")};
}

Keys<Technology> device_keys() {
  return {
      field("medium", &Technology::medium, choice_form({kMediumWords.begin(), kMediumWords.end()}), "abstract",
            "where its wires run"),
      figure<Technology>("vdd", TechnologyFigure::vdd_v, positive(Measured::voltage), "", "supply, for energies"),
      figure<Technology>("stored_bit", TechnologyFigure::stored_bit_mm2, positive(Measured::area),
                         "230 wire pitches squared of the lowest layers in use",
                         "area of a flip-flop and a two-way multiplexer of the cell library, for the law of routers"),
      submap("drivers", drivers_keys(), "", "inverters that drive wires"),
      field("edge", &Technology::edge, map_form("an edge", die_edge_keys()), "", "how a die passes bits to the next"),
      field("cable", &Technology::cable, map_form("a cable", cable_keys()), "", "a cable between boards or cabinets")};
}

Keys<Technology> text_keys() {
  return {required(field("name", &Technology::name, text_form(), "",
                         "its name; without `layers`, that of a technology of the library to start from")),
          field("summary", &Technology::summary, prose_form(), "", "one line on what it is"),
          field("source", &Technology::source, prose_form(), "", "where its numbers come from"),
          field("grade", &Technology::grade, word_form(kGrades), "", "how its numbers were come by")};
}

Keys<TechnologyDraft> layer_choice_keys() {
  return {
      kept("layers", &TechnologyDraft::layers, list_shape(map_shape(layer_keys())), "",
           "from the bottom, in pairs of one horizontal and one vertical layer"),
      kept("use", &TechnologyDraft::use, list_shape(text_shape("name of a layer")), "all layers",
           "the layers that carry the network, in pairs from the bottom"),
      field("pairs", &TechnologyDraft::pairs, whole_form(1, kMaxPairs), "1", "layer pairs of the technology `unit`")};
}

Keys<Technology> layout_keys() {
  const Form<double> length = quantity_form(Measured::length);
  const auto control = made(quantity_form(Measured::wires), [](double wires) { return std::min(wires, 1e6); });
  const auto facing = made(choice_form(kTerminalSides), [](std::size_t side) { return side == kFacing; });
  return {field("plane_pitch", &Technology::plane_pitch, above_0(length), "unknown; in `unit` one wire pitch a layer",
                "distance of two planes of nodes: of stacked dies, or of boards"),
          submap<Technology>("node",
                             {field("width", &Technology::node_width, length, "as small as its terminals allow",
                                    "least width of a node's box"),
                              field("height", &Technology::node_height, length, "as small as its terminals allow",
                                    "least height of a node's box")},
                             "as small as its terminals allow", "the least box of a node"),
          field("terminals", &Technology::neighbours_face, facing, "facing; in `unit` top",
                "where wires leave their node, unless `placement.terminals` says it"),
          submap<Technology>(
              "channel",
              {field("control", &Technology::control_wires, control, "0 wires", "control wires of a channel"),
               field("wires_per_bit", &Technology::wires_per_bit, whole_form(1, 16), "1",
                     "2 where signals are differential")},
              "", "the wires of a channel beside its bits")};
}

Keys<Layer> electric_keys() {
  return {
      figure<Layer>("width", TechnologyFigure::width_nm, positive(Measured::length), "", "width of its thinnest wires"),
      figure<Layer>("r", TechnologyFigure::r_ohm_per_mm, positive(Measured::resistance_per_length), "",
                    "resistance of a wire of that width"),
      figure<Layer>("c", TechnologyFigure::c_ff_per_mm, positive(Measured::capacitance_per_length), "",
                    "capacitance of a wire between quiet neighbours"),
      figure<Layer>("l", TechnologyFigure::l_nh_per_mm, positive(Measured::inductance_per_length),
                    "that of a wave around the wire", "inductance of a wire"),
      figure<Layer>("via", TechnologyFigure::via_ohm, positive(Measured::resistance), "0 ohm",
                    "resistance of one via down to the layer below"),
      field("unlike", &Layer::unlike, prose_form(), "",
            "why its resistance lies far from its neighbours'; without it that draws a warning")};
}

}  // namespace

const Keys<Layer>& layer_keys() {
  const auto free = checked(
      quantity_form(Measured::share), [](double share) { return share >= 0.01 && share <= 1; },
      "must be at least 1 % and at most 100 %");
  static const Keys<Layer> keys =
      joined<Layer>({{required(field("name", &Layer::name, text_form(), "", "the foundry's name of the layer")),
                      required(field("direction", &Layer::direction, choice_form({"horizontal", "vertical"}), "",
                                     "where its wires run")),
                      required(field("pitch", &Layer::pitch, positive(Measured::length), "",
                                     "distance of neighbouring wires, centre to centre")),
                      field("free", &Layer::free, free, "100 %",
                            "the part of its tracks that networks may use; power and clock take the rest")},
                     electric_keys()});
  return keys;
}

const Keys<TechnologyDraft>& technology_keys() {
  static const Keys<TechnologyDraft> keys = [] {
    Keys<TechnologyDraft> all;
    const auto add = [&](Keys<Technology> keys_of_part) {
      for (Key<Technology>& key : keys_of_part) all.push_back(within(&TechnologyDraft::technology, std::move(key)));
    };
    const auto add_own = [&](const Keys<TechnologyDraft>& own) { all.insert(all.end(), own.begin(), own.end()); };
    add(text_keys());
    add_own(layer_choice_keys());
    add(layout_keys());
    add(device_keys());
    add_own(wave_keys());
    return all;
  }();
  return keys;
}

}  // namespace cutline
