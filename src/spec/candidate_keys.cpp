// SPDX-License-Identifier: Apache-2.0
#include "spec/candidate_keys.hpp"

#include <fmt/core.h>

#include "spec/technology_spec.hpp"

namespace cutline {
namespace {

constexpr double kMostBits = 1e9;

Form<double> channel_bits_form() {
  return checked(
      quantity_form(Measured::bits), [](double bits) { return bits > 0 && bits <= kMostBits; },
      fmt::format("must be more than 0 and at most {} bits", kMostBits));
}

bool is_whole(double value) { return value == static_cast<int>(value); }

Keys<ChannelChoice> channel_keys() {
  const auto control = checked(
      quantity_form(Measured::wires), [](double wires) { return wires <= 1e6 && is_whole(wires); },
      "must be a whole number of wires, at most 1000000");
  return {field("width", &ChannelChoice::width_bits, channel_bits_form(), "what `hold` gives, else one `multiple`",
                "bits side by side in one direction of a link"),
          field("control", &ChannelChoice::control_wires, control, "the technology's",
                "wires of a channel beside its bits"),
          field("wires_per_bit", &ChannelChoice::wires_per_bit, whole_form(1, 16), "the technology's",
                "2 where signals are differential"),
          field("round", &ChannelChoice::round, choice_form({"exact", "down", "nearest"}),
                "exact for ideal candidates, down for layouts",
                "how a width, a given one too, becomes a multiple of `multiple`; where it does, messages take whole "
                "cycles too"),
          field("multiple", &ChannelChoice::multiple,
                checked(channel_bits_form(), is_whole, "must be a whole number of bits"), "1 bit",
                "widths are rounded to multiples of this; one that comes to 0 cannot be built")};
}

Keys<RouterChoice> router_keys() {
  const Form<Duration> time = duration_form();
  return {then(field("delay", &RouterChoice::delay, time, "0 cycles", "of a router, per hop"),
               [](RouterChoice& router) { router.given = true; }),
          field("passed", &RouterChoice::passed, choice_form({"hops", "routers"}), "hops",
                "how many delay a message of h hops: `hops`, h as the papers count, or `routers`, h + 1: the first one "
                "too"),
          field("period", &RouterChoice::period, time, "1 cycle", "from one phit to the next through it"),
          field("injection", &RouterChoice::injection, time, "0 cycles", "from a terminal into its router"),
          field("ejection", &RouterChoice::ejection, time, "0 cycles", "from a router to its terminal"),
          field("area", &RouterChoice::area, quantity_form(Measured::area), "by law", "of one router"),
          field("energy", &RouterChoice::energy_pj_per_bit, quantity_form(Measured::energy_per_bit), "by law",
                "of a bit, per hop"),
          field("depth", &RouterChoice::depth_flits, real_form(1, 1e6),
                fmt::format("{}, or the cycles until a credit is back from the slowest link", kDepthFlits),
                "flits that the buffer of each virtual channel holds, for latency under load, the law of area and "
                "energy, and exports")};
}

/// Keys of an interchange. Figures that are not given are those of the router, which is read first.
Keys<RouterChoice> interchange_keys() {
  Keys<RouterChoice> keys = router_keys();
  std::erase_if(keys, [](const Key<RouterChoice>& key) {
    return key.name == "injection" || key.name == "ejection" || key.name == "passed";
  });
  for (Key<RouterChoice>& key : keys) key.default_text = "the router's";
  return keys;
}

/// The same key, which keeps the places of its map's keys, for errors that are found only when the design is built.
Key<Design> placed(Key<Design> key) {
  key.read = [name = std::string(key.name), read = key.read](Reader& reader, YamlId id, Design& design) {
    for (const YamlEntry& entry : reader[id].entries) design.places[name + "." + entry.key] = reader.place(entry.value);
    read(reader, id, design);
  };
  return key;
}

/// The same key, which keeps its own place.
Key<Design> noted(Key<Design> key) {
  key.read = [name = std::string(key.name), read = key.read](Reader& reader, YamlId id, Design& design) {
    design.places[name] = reader.place(id);
    read(reader, id, design);
  };
  return key;
}

void read_own_technology(Reader& reader, YamlId id, Design& design) {
  const auto technology = read_network_technology(reader, id);
  if (!technology) return;
  if (reader.technology_known && technology->unit != reader.unit_technology) {
    return reader.report(
        id,
        technology->unit ? "the spec's technology counts in metres, and 'unit' has none"
                         : fmt::format("'{}' counts in metres, and the spec's technology is 'unit'", technology->name),
        technology->unit ? "give this candidate a technology with metres: one study counts in one of the two"
                         : "name a technology with metres at the top level too: one study counts in one of the two");
  }
  design.technology = *technology;
}

ValueShape sweep_shape() {
  return {"map of dotted names to lists, or to {from, to, step}",
          R"({"type": "object", "additionalProperties": {"anyOf": [{"type": "array"}, )"
          R"({"type": "object", "additionalProperties": false, "required": ["from", "to"], "properties": )"
          R"({"from": {"type": "number"}, "to": {"type": "number"}, "step": {"type": "number"}}}]}})"};
}

}  // namespace

Form<Duration> duration_form() {
  const std::vector<Measured> allowed = {Measured::cycles, Measured::time};
  return {quantity_shape(allowed), [allowed](Reader& reader, YamlId id, std::string_view what) {
            const auto quantity = read_quantity(reader, id, what, allowed);
            if (!quantity) return std::optional<Duration>();
            const bool cycles = quantity->measured == Measured::cycles;
            return std::optional(cycles ? Duration{quantity->value, {}} : Duration{0, nanoseconds(quantity->value)});
          }};
}

Key<Design> channel_key() {
  return placed(
      within(&Design::channel, submap("channel", channel_keys(), "", "what one direction of a link is made of")));
}

Key<Design> router_key() {
  return placed(within(&Design::router, submap("router", router_keys(), "", "what a router costs")));
}

Key<Design> interchange_key() {
  Key<RouterChoice> key =
      submap("interchange", interchange_keys(), "as the router", "what an interchange of an express cube costs");
  return placed(
      {key.name, key.shape, key.default_text, key.help, [read = key.read](Reader& reader, YamlId id, Design& design) {
         RouterChoice choice = design.router;  // already read, because its key comes first
         read(reader, id, choice);
         design.interchange = choice;
       }});
}

Key<Design> node_key() {
  const Form<double> length = quantity_form(Measured::length);
  Key<Design> key =
      placed(submap<Design>("node",
                            {field("width", &Design::node_width, length, "the technology's",
                                   "least width of the box of a node or switch; it grows to hold its terminals"),
                             field("height", &Design::node_height, length, "the technology's",
                                   "least height of the box of a node or switch")},
                            "", "the box of a node"));
  key.read = [read = key.read](Reader& reader, YamlId id, Design& design) {
    if (reader.unit_technology && reader.technology_known && !reader[id].entries.empty())
      return reader.report(id, "the technology 'unit' has no metres",
                           "its node boxes are as small as their terminals allow");
    read(reader, id, design);
  };
  return key;
}

const Keys<Design>& candidate_keys() {
  static const auto elsewhere = [](Reader&, YamlId, Design&) {};
  static const Keys<Design> keys = {
      {"name", text_shape(), "family and parameters", "what tables and other keys call it", elsewhere},
      noted(field("ideal", &Design::ideal, flag_form(), "false", "closed forms only: any real radix, no layout")),
      topology_key(),
      planes_key(),
      noted(placed(placement_key())),
      channel_key(),
      router_key(),
      interchange_key(),
      noted({"technology", technology_shape(), "the spec's", "what its wires are made of", read_own_technology}),
      node_key(),
      noted(tiles_key()),
      packages_key(),
      routing_key(),
      {"sweep", sweep_shape(), "", "several candidates from one; all values of all names are combined", elsewhere}};
  return keys;
}

}  // namespace cutline
