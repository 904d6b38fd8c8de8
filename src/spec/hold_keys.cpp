// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include <algorithm>

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

const std::vector<std::string_view> kCounts = {"graph", "middle_cut", "formula"};
const std::vector<std::string_view> kPer = {"line", "machine"};

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

template <std::size_t Index>
void read_held(Reader& reader, YamlId id, Hold& hold) {
  const HeldResource& held = held_resources()[Index];
  if (hold.resource != Resource::none) {
    reader.report(id, "`hold` names two resources", "all else follows from the one that is held equal");
    return;
  }
  hold.resource = held.resource;
  hold.place = reader.place(id);
  if (!read_reference(reader, id, held.name, hold)) read_amount(reader, id, held, hold);
}

template <std::size_t Index>
Key<Hold> held_key() {
  const HeldResource& held = held_resources()[Index];
  return {held.name, any_shape({quantity_shape(held.measured), text_shape("`of NAME`, or `4 x of NAME`")}), "",
          std::string(held.help), read_held<Index>};
}

const std::vector<Key<Hold>>& hold_keys() {
  static const std::vector<Key<Hold>> keys = {
      held_key<0>(),
      held_key<1>(),
      held_key<2>(),
      held_key<3>(),
      held_key<4>(),
      {"count", choice_shape(kCounts), "graph",
       "of bisection: the graph's least cut in wires, the layout's middle cut, or the family's formula",
       [](Reader& reader, YamlId id, Hold& hold) {
         hold.count = static_cast<BisectionCount>(read_choice(reader, id, "count", kCounts).value_or(0));
         if (hold.resource != Resource::bisection) reader.report(id, "'count' goes with `bisection` only");
       }},
      {"per", choice_shape(kPer), "line", "of peak_density: of the densest line, or of all lines together",
       [](Reader& reader, YamlId id, Hold& hold) {
         hold.per_machine = read_choice(reader, id, "per", kPer) == 1U;
         if (hold.resource != Resource::peak_density) reader.report(id, "'per' goes with `peak_density` only");
       }}};
  return keys;
}

}  // namespace

void read_hold(Reader& reader, YamlId id, StudyDraft& draft) {
  if (reader[id].kind == YamlKind::scalar && reader[id].text == "none") return;
  Hold& hold = draft.study.hold;
  if (!read_map(reader, id, "hold", hold_keys(), hold) || hold.resource != Resource::none) return;
  const bool has_unknown_keys = std::any_of(reader[id].entries.begin(), reader[id].entries.end(),
                                            [](const YamlEntry& e) { return e.key != "count" && e.key != "per"; });
  if (!has_unknown_keys)
    reader.report(id, "`hold` names no resource", "one of: bisection, area, pins, peak_density, width");
}

ValueShape hold_shape() { return any_shape({choice_shape({"none"}), map_shape(hold_keys())}); }

}  // namespace cutline
