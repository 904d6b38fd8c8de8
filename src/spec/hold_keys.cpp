// SPDX-License-Identifier: Apache-2.0
#include "spec/study_keys.hpp"

namespace cutline {
namespace {

struct HeldResource {
  std::string_view name;
  Resource resource;
  std::vector<Measured> measured;
  std::string_view help;
};

const std::vector<HeldResource>& held_resources() {
  static const std::vector<HeldResource> all = {
      {"bisection", Resource::bisection, {Measured::wires}, "wires over the bisection"},
      {"area", Resource::area, {Measured::area, Measured::pitches2}, "area of the layout"},
      {"pins", Resource::pins, {Measured::pins, Measured::wires}, "wires that end at a node"},
      {"peak_density", Resource::peak_density, {Measured::wires}, "wires over the densest cut"},
      {"width", Resource::width, {Measured::bits}, "bits of a channel"}};
  return all;
}

const HeldResource& find_resource(Resource resource) {
  for (const HeldResource& held : held_resources())
    if (held.resource == resource) return held;
  broken_contract("a resource that is held", __FILE__, __LINE__);
}

void read_amount(Reader& reader, YamlId id, const HeldResource& held, Hold& hold) {
  std::vector<Measured> allowed = held.measured;
  if (held.resource == Resource::area && reader.technology_known)
    allowed = {reader.unit_technology ? Measured::pitches2 : Measured::area};
  const auto amount = read_quantity(reader, id, held.name, allowed);
  if (!amount) return;
  hold.amount = amount->value;
  if (amount->value <= 0) reader.report(id, fmt::format("'{}' must be more than 0", held.name));
}

/// Reads `of NAME` or `4 x of NAME`. Returns false if the text is something else, such as a quantity.
bool read_reference(Reader& reader, YamlId id, std::string_view what, Hold& hold) {
  const YamlNode& node = reader[id];
  if (node.kind != YamlKind::scalar) return false;
  const CutQuantity cut = cut_quantity(node.text);
  std::string_view rest = cut.unit;
  if (!cut.number.empty()) {
    if (rest.substr(0, 2) != "x ") return false;
    rest.remove_prefix(std::min(rest.find_first_not_of(' ', 1), rest.size()));
  }
  if (rest != "of" && rest.substr(0, 3) != "of ") return false;
  rest.remove_prefix(std::min(rest.find_first_not_of(' ', 2), rest.size()));
  const auto times = cut.number.empty() ? Number{1, 1} : parse_number(cut.number);
  if (rest.empty() || !times || times->real <= 0) {
    reader.report(id, fmt::format("'{}' refers to no candidate", what), "write `of NAME` or `4 x of NAME`");
    return true;
  }
  hold.of = std::string(rest);
  hold.times = times->real;
  return true;
}

Key<Hold> held_key(const HeldResource& held) {
  return {held.name, any_shape({quantity_shape(held.measured), text_shape("`of NAME`, or `4 x of NAME`")}), "",
          std::string(held.help), [&held](Reader& reader, YamlId id, Hold& hold) {
            if (hold.resource != Resource::none)
              return reader.report(id, "`hold` names two resources",
                                   "all else follows from the one that is held equal");
            hold.resource = held.resource;
            hold.place = reader.place(id);
            if (!read_reference(reader, id, held.name, hold)) read_amount(reader, id, held, hold);
          }};
}

/// The same key, which goes with one resource only.
Key<Hold> only_of(Resource resource, Key<Hold> key) {
  key.read = [resource, name = key.name, read = key.read](Reader& reader, YamlId id, Hold& hold) {
    read(reader, id, hold);
    if (hold.resource == resource) return;
    reader.report(id, fmt::format("'{}' goes with `{}` only", name, find_resource(resource).name));
  };
  return key;
}

const Keys<Hold>& hold_keys() {
  static const Keys<Hold> keys = [] {
    Keys<Hold> all;
    for (const HeldResource& held : held_resources()) all.push_back(held_key(held));
    all.push_back(only_of(
        Resource::bisection,
        field("count", &Hold::count, choice_form({"graph", "middle_cut", "formula"}), "graph",
              "of bisection: the graph's least cut in wires, the layout's middle cut, or the family's formula")));
    all.push_back(
        only_of(Resource::peak_density, field("per", &Hold::per_machine, choice_form({"line", "machine"}), "line",
                                              "of peak_density: of the densest line, or of all lines together")));
    return all;
  }();
  return keys;
}

void read_hold(Reader& reader, YamlId id, StudyDraft& draft) {
  if (reader[id].kind == YamlKind::scalar && reader[id].text == "none") return;
  Hold& hold = draft.study.hold;
  if (!read_map(reader, id, "hold", hold_keys(), hold) || hold.resource != Resource::none) return;
  const bool has_unknown_keys = std::any_of(reader[id].entries.begin(), reader[id].entries.end(),
                                            [](const YamlEntry& e) { return e.key != "count" && e.key != "per"; });
  if (!has_unknown_keys)
    reader.report(id, "`hold` names no resource", "one of: bisection, area, pins, peak_density, width");
}

constexpr std::int64_t kMostLimit = std::int64_t{1} << 48;
constexpr double kMostCost = 1e15;

/// `times`: from the unit of the form to that of the limit.
template <class V>
Key<Limits> limit_by(std::string_view name, Limited what, const Form<V>& form, std::string help, double times = 1) {
  return {name, form.shape, "", std::move(help),
          [name, what, times, read = form.read](Reader& reader, YamlId id, Limits& limits) {
            if (const auto amount = read(reader, id, name)) limits[what] = static_cast<double>(*amount) * times;
          }};
}

Key<Limits> count_limit(std::string_view name, Limited what, std::string help, std::int64_t least = 1) {
  return limit_by(name, what, whole_form(least, kMostLimit), std::move(help));
}

/// How a limit counts in metres, or in wire pitches if the technology has no metres.
struct SizeLimit {
  Measured metric, pitches;
  double to_mm;
  Limited in_mm, in_pitches;
};

constexpr SizeLimit kLongestWire = {Measured::length, Measured::pitches, 1e-6, Limited::longest_wire_mm,
                                    Limited::longest_wire_pitches};

Key<Limits> size_limit(std::string_view name, const SizeLimit& size, std::string help) {
  return {name, quantity_shape({size.metric, size.pitches}), "", std::move(help),
          [name, size](Reader& reader, YamlId id, Limits& limits) {
            std::vector<Measured> allowed = {reader.unit_technology ? size.pitches : size.metric};
            if (!reader.technology_known) allowed = {size.metric, size.pitches};
            const auto amount = read_quantity(reader, id, name, allowed);
            if (!amount) return;
            if (reader.unit_technology) {
              limits[size.in_pitches] = amount->value;
            } else {
              limits[size.in_mm] = amount->value * size.to_mm;
            }
          }};
}

Key<Limits> amount_limit(std::string_view name, Limited what, Measured measured, double to_unit, std::string help) {
  return limit_by(name, what, quantity_form(measured), std::move(help), to_unit);
}

/// Limits on boards, each under its full name and, in a map `board`, without the prefix: so that `limits.board.skew`
/// names one wherever names with dots are written.
Keys<Limits> board_limit_keys(bool prefix) {
  const auto name = [prefix](std::string_view full) { return prefix ? full : full.substr(full.find('.') + 1); };
  return {count_limit(name("board.signal_layers"), Limited::board_signal_layers, "signal layers that a board needs"),
          count_limit(name("board.pins_of_slot"), Limited::board_pins_of_slot,
                      "signal pins that any slot of a board needs"),
          count_limit(name("board.pins_short"), Limited::board_pins_short, "signal pins that slots of a board lack", 0),
          amount_limit(name("board.skew"), Limited::board_skew_ps, Measured::time, 1e3,
                       "how much later the last wire of a link arrives than the first, on its tracks as drawn"),
          amount_limit(name("board.pair_skew"), Limited::board_pair_skew_ps, Measured::time, 1e3,
                       "the same of the two lines of a pair"),
          amount_limit(name("board.loss"), Limited::board_loss_db, Measured::decibels, 1,
                       "loss of the longest track of a board with its connectors and vias"),
          amount_limit(name("board.stub"), Limited::board_stub_mm, Measured::length, 1e-6, "longest stub of a hole"),
          count_limit(name("board.wires_left"), Limited::board_wires_left, "wires of a board without tracks", 0)};
}

Keys<Population> population_keys() {
  return {
      field("terminals", &Population::terminals, whole_form(1, kMostLimit), "", "how many every candidate should have"),
      field("tolerance", &Population::tolerance, quantity_form(Measured::share), "0 %", "how far they may differ")};
}

void read_population(Reader& reader, YamlId id, StudyDraft& draft) {
  static const Keys<Population> keys = population_keys();
  if (reader[id].kind == YamlKind::scalar && reader[id].text == "any") {
    draft.study.population.any = true;
  } else {
    read_map(reader, id, "population", keys, draft.study.population);
  }
}

}  // namespace

const Keys<Limits>& limit_keys() {
  static const Keys<Limits> keys = joined<Limits>(
      {{count_limit("pins_per_node", Limited::pins_per_node, "wires that end at a node"),
        count_limit("ports_per_node", Limited::ports_per_node, "channels that begin or end at a node"),
        count_limit("layers", Limited::layers,
                    "wiring layers that carry wires; on a board the signal layers that it needs"),
        size_limit("area", {Measured::area, Measured::pitches2, 1, Limited::area_mm2, Limited::area_pitches2},
                   "area of the layout; in pitches2 in the technology unit"),
        size_limit("longest", kLongestWire, "routed length of a wire; in wire pitches in the technology unit"),
        size_limit("longest_wire", kLongestWire,
                   "another name of longest; the quantity longest_wire is the delay of that wire"),
        count_limit("middle_wires", Limited::middle_wires,
                    "wires over the middle of the layout's longest axis, all lines together"),
        count_limit("cut_wires", Limited::cut_wires,
                    "wires over any cut between two columns, rows or planes, all lines together"),
        count_limit("virtual_channels", Limited::virtual_channels,
                    "of a channel, that the routes need to be free of deadlock"),
        count_limit("overflow", Limited::overflow, "wires that find no room in given places", 0),
        count_limit("pins_of_slot", Limited::board_pins_of_slot, "another name of board.pins_of_slot"),
        amount_limit("skew", Limited::board_skew_ps, Measured::time, 1e3, "another name of board.skew"),
        amount_limit("loss", Limited::board_loss_db, Measured::decibels, 1, "another name of board.loss"),
        limit_by("cost", Limited::machine_cost, real_form(0, kMostCost),
                 "of a machine, in the currency of its price list"),
        amount_limit("power", Limited::machine_power_w, Measured::power, 1, "of a machine, typical"),
        count_limit("racks", Limited::machine_racks, "of a machine, in use"),
        amount_limit("longest_cable", Limited::machine_longest_m, Measured::length, 1e-9, "of a machine, as needed"),
        submap("board", board_limit_keys(false), "", "limits on boards, without the prefix `board.`")},
       board_limit_keys(true)});
  return keys;
}

Key<StudyDraft> hold_key() {
  return {"hold", any_shape({choice_shape({"none"}), map_shape(hold_keys())}), "none",
          "what every candidate gets the same of; the channel width follows", read_hold};
}

Key<StudyDraft> limits_key() {
  return within(&StudyDraft::study,
                within(static_cast<Limits Study::*>(&Study::limits),
                       submap("limits", limit_keys(), "", "a candidate over a limit is listed below the ranking")));
}

Key<StudyDraft> population_key() {
  return {"population", any_shape({choice_shape({"any"}), map_shape(population_keys())}), "equal terminals",
          "which candidates may be ranked together", read_population};
}

}  // namespace cutline
