// SPDX-License-Identifier: Apache-2.0
#include "spec/technology_keys.hpp"

#include <algorithm>

namespace cutline {
namespace {

constexpr std::int64_t kMaxPairs = 64;
constexpr double kMostPermittivity = 20;
const std::vector<std::string_view> kMedia = {"abstract", "chip", "interposer", "package", "board", "cable"};
const std::vector<std::string_view> kGrades = {"printed", "read",      "computed",   "measured",
                                               "vendor",  "estimated", "second-hand"};

void read_technology_length(Reader& reader, YamlId id, std::string_view what, Length& length) {
  if (const auto quantity = read_quantity(reader, id, what, {Measured::length})) length = nanometres(quantity->value);
}

/// A quantity above 0.
std::optional<double> read_positive_figure(Reader& reader, YamlId id, std::string_view what, Measured measured) {
  const auto quantity = read_quantity(reader, id, what, {measured});
  if (!quantity) return std::nullopt;
  if (quantity->value > 0) return quantity->value;
  reader.report(id, "'" + std::string(what) + "' must be more than 0");
  return std::nullopt;
}

const std::vector<Key<Technology>>& box_keys() {
  static const std::vector<Key<Technology>> keys = {
      {"width", quantity_shape({Measured::length}), "as small as its terminals allow", "least width of a node's box",
       [](Reader& reader, YamlId id, Technology& t) { read_technology_length(reader, id, "width", t.node_width); }},
      {"height", quantity_shape({Measured::length}), "as small as its terminals allow", "least height of a node's box",
       [](Reader& reader, YamlId id, Technology& t) { read_technology_length(reader, id, "height", t.node_height); }}};
  return keys;
}

const std::vector<Key<Technology>>& wiring_keys() {
  static const std::vector<Key<Technology>> keys = {
      {"control", quantity_shape({Measured::wires}), "0 wires", "control wires of a channel",
       [](Reader& reader, YamlId id, Technology& t) {
         const auto wires = read_quantity(reader, id, "control", {Measured::wires});
         if (wires) t.control_wires = static_cast<int>(std::min(wires->value, 1e6));
       }},
      {"wires_per_bit", integer_shape("whole number", 1), "1", "2 where signals are differential",
       [](Reader& reader, YamlId id, Technology& t) {
         t.wires_per_bit = static_cast<int>(read_whole(reader, id, "wires_per_bit", 1, 16).value_or(1));
       }}};
  return keys;
}

const std::vector<Key<Driver>>& driver_keys() {
  static const std::vector<Key<Driver>> keys = {
      {"cell", text_shape(), "", "the library's name of the inverter",
       [](Reader& reader, YamlId id, Driver& d) { d.cell = read_text(reader, id, "cell").value_or(""); }, true},
      {"input", quantity_shape({Measured::capacitance}), "", "capacitance of its input",
       [](Reader& reader, YamlId id, Driver& d) {
         d.input_ff = read_positive_figure(reader, id, "input", Measured::capacitance).value_or(1);
       },
       true},
      {"r_chain", quantity_shape({Measured::resistance}), "",
       "its resistance, fitted on the edges that a chain of such cells passes on",
       [](Reader& reader, YamlId id, Driver& d) {
         d.r_chain_ohm = read_positive_figure(reader, id, "r_chain", Measured::resistance).value_or(1);
       },
       true},
      {"r_step", quantity_shape({Measured::resistance}), "", "its resistance, fitted on a sharp input edge",
       [](Reader& reader, YamlId id, Driver& d) {
         d.r_step_ohm = read_positive_figure(reader, id, "r_step", Measured::resistance).value_or(0);
       }},
      {"parasitic", quantity_shape({Measured::capacitance}), "0 fF",
       "capacitance at its output: its delay without a load is ln 2 x r_chain x parasitic",
       [](Reader& reader, YamlId id, Driver& d) {
         const auto parasitic = read_quantity(reader, id, "parasitic", {Measured::capacitance});
         if (parasitic) d.parasitic_ff = parasitic->value;
       }}};
  return keys;
}

const std::vector<Key<Driver>>& unit_driver_keys() {
  static const std::vector<Key<Driver>> keys = [] {
    std::vector<Key<Driver>> all = driver_keys();
    all.push_back(
        {"size", number_shape("number", 0), "1",
         "how many times as wide as the library's smallest inverter, of which the law makes routers",
         [](Reader& reader, YamlId id, Driver& d) { d.size = read_real(reader, id, "size", 1, 1e3).value_or(1); }});
    return all;
  }();
  return keys;
}

const std::vector<Key<Technology>>& drivers_keys() {
  static const std::vector<Key<Technology>> keys = {
      {"unit", map_shape(unit_driver_keys()), "", "the inverter that the sizes of repeaters count",
       [](Reader& reader, YamlId id, Technology& t) {
         Driver driver;
         if (read_map(reader, id, "a driver", unit_driver_keys(), driver)) t.driver = driver;
       },
       true},
      {"largest", map_shape(driver_keys()), "drivers of any size", "the largest inverter that there is",
       [](Reader& reader, YamlId id, Technology& t) {
         Driver driver;
         if (read_map(reader, id, "a driver", driver_keys(), driver)) t.largest_driver = driver;
       }}};
  return keys;
}

const std::vector<Key<DieEdge>>& die_edge_keys() {
  static const std::vector<Key<DieEdge>> keys = {
      {"bump_pitch", quantity_shape({Measured::length}), "", "distance of neighbouring bumps",
       [](Reader& reader, YamlId id, DieEdge& e) { read_technology_length(reader, id, "bump_pitch", e.bump_pitch); },
       true},
      {"bandwidth", quantity_shape({Measured::bandwidth_per_length}), "", "most that a mm of edge passes",
       [](Reader& reader, YamlId id, DieEdge& e) {
         e.figures.set(TechnologyFigure::bandwidth_gbyte_per_s_per_mm,
                       read_positive_figure(reader, id, "bandwidth", Measured::bandwidth_per_length));
       }},
      {"wires", number_shape("number", 0), "", "wires that one PHY module passes",
       [](Reader& reader, YamlId id, DieEdge& e) {
         e.figures.set(TechnologyFigure::module_wires, read_real(reader, id, "wires", 1, 1e6));
       }},
      {"width", quantity_shape({Measured::length}), "", "edge that one PHY module takes: pins stand `wires` to a width",
       [](Reader& reader, YamlId id, DieEdge& e) {
         e.figures.set(TechnologyFigure::module_width_nm, read_positive_figure(reader, id, "width", Measured::length));
       }},
      {"phy_area", quantity_shape({Measured::area}), "", "area of one PHY module on its die",
       [](Reader& reader, YamlId id, DieEdge& e) {
         e.figures.set(TechnologyFigure::module_mm2, read_positive_figure(reader, id, "phy_area", Measured::area));
       }},
      {"latency", quantity_shape({Measured::time}), "", "both ends together, without the flight",
       [](Reader& reader, YamlId id, DieEdge& e) {
         if (const auto time = read_quantity(reader, id, "latency", {Measured::time}))
           e.latency = nanoseconds(time->value);
       },
       true},
      {"energy", quantity_shape({Measured::energy_per_bit}), "", "of a bit that crosses",
       [](Reader& reader, YamlId id, DieEdge& e) {
         e.energy_pj_per_bit = read_positive_figure(reader, id, "energy", Measured::energy_per_bit).value_or(0);
       },
       true},
      {"reach", quantity_shape({Measured::length}), "", "longest wire from die to die",
       [](Reader& reader, YamlId id, DieEdge& e) { read_technology_length(reader, id, "reach", e.reach); }, true}};
  return keys;
}

const std::vector<Key<Cable>>& cable_keys() {
  static const std::vector<Key<Cable>> keys = {
      {"reach", quantity_shape({Measured::length}), "", "longest cable, slack included",
       [](Reader& reader, YamlId id, Cable& c) { read_technology_length(reader, id, "reach", c.reach); }, true},
      {"slack", quantity_shape({Measured::length}), "0 m", "added to the way between its ends",
       [](Reader& reader, YamlId id, Cable& c) { read_technology_length(reader, id, "slack", c.slack); }},
      {"latency", quantity_shape({Measured::time}), "0 ns", "of its ends, whatever its length",
       [](Reader& reader, YamlId id, Cable& c) {
         if (const auto time = read_quantity(reader, id, "latency", {Measured::time}))
           c.latency = nanoseconds(time->value);
       }},
      {"energy", quantity_shape({Measured::energy_per_bit}), "", "of its ends together, for a bit",
       [](Reader& reader, YamlId id, Cable& c) {
         c.energy_pj_per_bit = read_positive_figure(reader, id, "energy", Measured::energy_per_bit);
       }}};
  return keys;
}

/// Sets the time of flight. Three keys can give it, and a technology may have only one of them.
void set_flight(Reader& reader, YamlId id, TechnologyDraft& draft, std::optional<double> ps_per_mm) {
  if (draft.flight) {
    reader.report(id, "the time of flight is given twice", "give one of 'permittivity', 'flight' and 'speed'");
  }
  draft.flight = id;
  draft.technology.figures.set(TechnologyFigure::flight_ps_per_mm, ps_per_mm);
}

std::vector<Key<TechnologyDraft>> wave_keys() {
  return {{"permittivity", number_shape("number", 1), "", "relative permittivity around the wires, effective",
           [](Reader& reader, YamlId id, TechnologyDraft& d) {
             const auto value = read_real(reader, id, "permittivity", 1, kMostPermittivity);
             set_flight(reader, id, d, value ? std::optional(flight_ps_per_mm(*value)) : std::nullopt);
           }},
          {"flight", quantity_shape({Measured::time_per_length}), "from the permittivity", "time of a wave per length",
           [](Reader& reader, YamlId id, TechnologyDraft& d) {
             set_flight(reader, id, d, read_positive_figure(reader, id, "flight", Measured::time_per_length));
           }},
          {"speed", quantity_shape({Measured::speed}), "from the permittivity", "speed of a wave",
           [](Reader& reader, YamlId id, TechnologyDraft& d) {
             const auto speed = read_positive_figure(reader, id, "speed", Measured::speed);
             set_flight(reader, id, d, speed ? std::optional(1e3 / *speed) : std::nullopt);
           }}};
}

std::vector<Key<TechnologyDraft>> device_keys() {
  return {{"medium", choice_shape(kMedia), "abstract", "where its wires run",
           [](Reader& reader, YamlId id, TechnologyDraft& d) {
             d.technology.medium = static_cast<Medium>(read_choice(reader, id, "medium", kMedia).value_or(0));
           }},
          {"vdd", quantity_shape({Measured::voltage}), "", "supply, for energies",
           [](Reader& reader, YamlId id, TechnologyDraft& d) {
             d.technology.figures.set(TechnologyFigure::vdd_v,
                                      read_positive_figure(reader, id, "vdd", Measured::voltage));
           }},
          {"stored_bit", quantity_shape({Measured::area}), "230 wire pitches squared of the lowest layers in use",
           "area of a flip-flop and a two-way multiplexer of the cell library, for the law of routers",
           [](Reader& reader, YamlId id, TechnologyDraft& d) {
             d.technology.figures.set(TechnologyFigure::stored_bit_mm2,
                                      read_positive_figure(reader, id, "stored_bit", Measured::area));
           }},
          {"drivers", map_shape(drivers_keys()), "", "inverters that drive wires",
           [](Reader& reader, YamlId id, TechnologyDraft& d) {
             d.drivers = id;
             read_map(reader, id, "drivers", drivers_keys(), d.technology);
           }},
          {"edge", map_shape(die_edge_keys()), "", "how a die passes bits to the next",
           [](Reader& reader, YamlId id, TechnologyDraft& d) {
             DieEdge edge;
             if (read_map(reader, id, "an edge", die_edge_keys(), edge)) d.technology.edge = edge;
           }},
          {"cable", map_shape(cable_keys()), "", "a cable between boards or cabinets",
           [](Reader& reader, YamlId id, TechnologyDraft& d) {
             Cable cable;
             if (read_map(reader, id, "a cable", cable_keys(), cable)) d.technology.cable = cable;
           }}};
}

std::vector<Key<TechnologyDraft>> text_keys() {
  return {{"name", text_shape(), "", "its name; without `layers`, that of a technology of the library to start from",
           [](Reader& reader, YamlId id, TechnologyDraft& d) {
             d.technology.name = read_text(reader, id, "name").value_or("");
           },
           true},
          {"summary", text_shape(), "", "one line on what it is",
           [](Reader& reader, YamlId id, TechnologyDraft& d) {
             d.technology.summary = read_prose(reader, id, "summary").value_or("");
           }},
          {"source", text_shape(), "", "where its numbers come from",
           [](Reader& reader, YamlId id, TechnologyDraft& d) {
             d.technology.source = read_prose(reader, id, "source").value_or("");
           }},
          {"grade", choice_shape(kGrades), "", "how its numbers were come by",
           [](Reader& reader, YamlId id, TechnologyDraft& d) {
             if (const auto choice = read_choice(reader, id, "grade", kGrades)) d.technology.grade = kGrades[*choice];
           }}};
}

std::vector<Key<TechnologyDraft>> layout_keys() {
  return {
      {"layers", list_shape(map_shape(layer_keys())), "",
       "from the bottom, in pairs of one horizontal and one vertical layer",
       [](Reader&, YamlId id, TechnologyDraft& d) { d.layers = id; }},
      {"use", list_shape(text_shape("name of a layer")), "all layers",
       "the layers that carry the network, in pairs from the bottom",
       [](Reader&, YamlId id, TechnologyDraft& d) { d.use = id; }},
      {"pairs", integer_shape("whole number", 1), "1", "layer pairs of the technology `unit`",
       [](Reader& reader, YamlId id, TechnologyDraft& d) { d.pairs = read_whole(reader, id, "pairs", 1, kMaxPairs); }},
      {"plane_pitch", quantity_shape({Measured::length}), "unknown; in `unit` one wire pitch a layer",
       "distance of two planes of nodes: of stacked dies, or of boards",
       [](Reader& reader, YamlId id, TechnologyDraft& d) {
         const auto pitch = read_quantity(reader, id, "plane_pitch", {Measured::length});
         d.technology.plane_pitch = nanometres(pitch ? pitch->value : 1);
         if (d.technology.plane_pitch.base <= 0) reader.report(id, "'plane_pitch' must be more than 0");
       }},
      {"node", map_shape(box_keys()), "as small as its terminals allow", "the least box of a node",
       [](Reader& reader, YamlId id, TechnologyDraft& d) { read_map(reader, id, "node", box_keys(), d.technology); }},
      {"terminals", choice_shape(kTerminalSides), "facing; in `unit` top",
       "where wires leave their node, unless `placement.terminals` says it",
       [](Reader& reader, YamlId id, TechnologyDraft& d) {
         d.technology.neighbours_face =
             read_choice(reader, id, "terminals", kTerminalSides).value_or(kFacing) == kFacing;
       }},
      {"channel", map_shape(wiring_keys()), "", "the wires of a channel beside its bits",
       [](Reader& reader, YamlId id, TechnologyDraft& d) {
         read_map(reader, id, "channel", wiring_keys(), d.technology);
       }}};
}

std::vector<Key<TechnologyDraft>> all_keys() {
  std::vector<Key<TechnologyDraft>> keys = text_keys();
  for (const auto& part : {layout_keys(), device_keys(), wave_keys()})
    keys.insert(keys.end(), part.begin(), part.end());
  return keys;
}

std::vector<Key<Layer>> electric_keys() {
  return {
      {"width", quantity_shape({Measured::length}), "", "width of its thinnest wires",
       [](Reader& reader, YamlId id, Layer& layer) {
         layer.figures.set(TechnologyFigure::width_nm, read_positive_figure(reader, id, "width", Measured::length));
       }},
      {"r", quantity_shape({Measured::resistance_per_length}), "", "resistance of a wire of that width",
       [](Reader& reader, YamlId id, Layer& layer) {
         layer.figures.set(TechnologyFigure::r_ohm_per_mm,
                           read_positive_figure(reader, id, "r", Measured::resistance_per_length));
       }},
      {"c", quantity_shape({Measured::capacitance_per_length}), "", "capacitance of a wire between quiet neighbours",
       [](Reader& reader, YamlId id, Layer& layer) {
         layer.figures.set(TechnologyFigure::c_ff_per_mm,
                           read_positive_figure(reader, id, "c", Measured::capacitance_per_length));
       }},
      {"l", quantity_shape({Measured::inductance_per_length}), "that of a wave around the wire", "inductance of a wire",
       [](Reader& reader, YamlId id, Layer& layer) {
         layer.figures.set(TechnologyFigure::l_nh_per_mm,
                           read_positive_figure(reader, id, "l", Measured::inductance_per_length));
       }},
      {"via", quantity_shape({Measured::resistance}), "0 ohm", "resistance of one via down to the layer below",
       [](Reader& reader, YamlId id, Layer& layer) {
         layer.figures.set(TechnologyFigure::via_ohm, read_positive_figure(reader, id, "via", Measured::resistance));
       }},
      {"unlike", text_shape(), "", "why its resistance lies far from its neighbours'; without it that draws a warning",
       [](Reader& reader, YamlId id, Layer& layer) { layer.unlike = read_prose(reader, id, "unlike").value_or(""); }}};
}

}  // namespace

const std::vector<Key<Layer>>& layer_keys() {
  static const std::vector<Key<Layer>> keys = [] {
    std::vector<Key<Layer>> all = {
        {"name", text_shape(), "", "the foundry's name of the layer",
         [](Reader& reader, YamlId id, Layer& layer) { layer.name = read_text(reader, id, "name").value_or(""); },
         true},
        {"direction", choice_shape({"horizontal", "vertical"}), "", "where its wires run",
         [](Reader& reader, YamlId id, Layer& layer) {
           const auto choice = read_choice(reader, id, "direction", {"horizontal", "vertical"});
           layer.direction = choice == 1U ? LayerDirection::vertical : LayerDirection::horizontal;
         },
         true},
        {"pitch", quantity_shape({Measured::length}), "", "distance of neighbouring wires, centre to centre",
         [](Reader& reader, YamlId id, Layer& layer) {
           layer.pitch = nanometres(read_positive_figure(reader, id, "pitch", Measured::length).value_or(1));
         },
         true},
        {"free", quantity_shape({Measured::share}), "100 %",
         "the part of its tracks that networks may use; power and clock take the rest",
         [](Reader& reader, YamlId id, Layer& layer) {
           const auto share = read_quantity(reader, id, "free", {Measured::share});
           if (!share) return;
           layer.free = share->value;
           if (!(layer.free >= 0.01 && layer.free <= 1))
             reader.report(id, "'free' must be at least 1 % and at most 100 %");
         }}};
    for (const Key<Layer>& key : electric_keys()) all.push_back(key);
    return all;
  }();
  return keys;
}

const std::vector<Key<TechnologyDraft>>& technology_keys() {
  static const std::vector<Key<TechnologyDraft>> keys = all_keys();
  return keys;
}

}  // namespace cutline
