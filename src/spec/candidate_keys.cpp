// SPDX-License-Identifier: Apache-2.0
#include "spec/candidate_keys.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "cutline/topology/family.hpp"
#include "spec/fields.hpp"
#include "spec/technology_spec.hpp"

namespace cutline {
namespace {

constexpr double kMostBits = 1e9;

std::optional<double> read_bits(Reader& reader, YamlId id, std::string_view what) {
  const auto bits = read_quantity(reader, id, what, {Measured::bits});
  if (!bits) return std::nullopt;
  if (bits->value > 0 && bits->value <= kMostBits) return bits->value;
  reader.report(id, fmt::format("'{}' must be more than 0 and at most {} bits", what, kMostBits));
  return std::nullopt;
}

std::optional<int> read_control(Reader& reader, YamlId id) {
  const auto wires = read_quantity(reader, id, "control", {Measured::wires});
  if (!wires) return std::nullopt;
  if (wires->value <= 1e6 && wires->value == static_cast<int>(wires->value)) return static_cast<int>(wires->value);
  reader.report(id, "'control' must be a whole number of wires, at most 1000000");
  return std::nullopt;
}

void read_multiple(Reader& reader, YamlId id, ChannelChoice& channel) {
  const auto bits = read_bits(reader, id, "multiple");
  if (!bits) return;
  channel.multiple = static_cast<int>(*bits);
  if (*bits != channel.multiple) reader.report(id, "'multiple' must be a whole number of bits");
}

const std::vector<Key<ChannelChoice>>& channel_keys() {
  static const std::vector<Key<ChannelChoice>> keys = {
      {"width", quantity_shape({Measured::bits}), "what `hold` gives, else one `multiple`",
       "bits side by side in one direction of a link",
       [](Reader& reader, YamlId id, ChannelChoice& c) { c.width_bits = read_bits(reader, id, "width").value_or(0); }},
      {"control", quantity_shape({Measured::wires}), "the technology's", "wires of a channel beside its bits",
       [](Reader& reader, YamlId id, ChannelChoice& c) { c.control_wires = read_control(reader, id); }},
      {"wires_per_bit", integer_shape("whole number", 1), "the technology's", "2 where signals are differential",
       [](Reader& reader, YamlId id, ChannelChoice& c) {
         if (const auto wires = read_whole(reader, id, "wires_per_bit", 1, 16))
           c.wires_per_bit = static_cast<int>(*wires);
       }},
      {"round", choice_shape({"exact", "down", "nearest"}), "exact for ideal candidates, down for layouts",
       "how a width, a given one too, becomes a multiple of `multiple`; where it does, messages take whole cycles too",
       [](Reader& reader, YamlId id, ChannelChoice& c) {
         const auto choice = read_choice(reader, id, "round", {"exact", "down", "nearest"});
         if (choice) c.round = static_cast<Rounding>(*choice);
       }},
      {"multiple", quantity_shape({Measured::bits}), "1 bit",
       "widths are rounded to multiples of this; one that comes to 0 cannot be built", read_multiple}};
  return keys;
}

const std::vector<std::string_view> kPassed = {"hops", "routers"};

const std::vector<Key<RouterChoice>>& router_keys() {
  static const ValueShape shape = quantity_shape({Measured::cycles, Measured::time});
  static const std::vector<Key<RouterChoice>> keys = {
      {"delay", shape, "0 cycles", "of a router, per hop",
       [](Reader& reader, YamlId id, RouterChoice& r) {
         read_duration(reader, id, "delay", r.delay);
         r.given = true;
       }},
      {"passed", choice_shape(kPassed), "hops",
       "how many delay a message of h hops: `hops`, h as the papers count, or `routers`, h + 1: the first one too",
       [](Reader& reader, YamlId id, RouterChoice& r) {
         r.passed = static_cast<RoutersPassed>(read_choice(reader, id, "passed", kPassed).value_or(0));
       }},
      {"period", shape, "1 cycle", "from one phit to the next through it",
       [](Reader& reader, YamlId id, RouterChoice& r) { read_duration(reader, id, "period", r.period); }},
      {"injection", shape, "0 cycles", "from a terminal into its router",
       [](Reader& reader, YamlId id, RouterChoice& r) { read_duration(reader, id, "injection", r.injection); }},
      {"ejection", shape, "0 cycles", "from a router to its terminal",
       [](Reader& reader, YamlId id, RouterChoice& r) { read_duration(reader, id, "ejection", r.ejection); }},
      {"area", quantity_shape({Measured::area}), "by law", "of one router",
       [](Reader& reader, YamlId id, RouterChoice& r) {
         if (const auto area = read_quantity(reader, id, "area", {Measured::area}))
           r.area = square_millimetres(area->value);
       }},
      {"energy", quantity_shape({Measured::energy_per_bit}), "by law", "of a bit, per hop",
       [](Reader& reader, YamlId id, RouterChoice& r) {
         if (const auto energy = read_quantity(reader, id, "energy", {Measured::energy_per_bit}))
           r.energy_pj_per_bit = energy->value;
       }},
      {"depth", number_shape("number", 1),
       fmt::format("{}, or the cycles until a credit is back from the slowest link", kDepthFlits),
       "flits that the buffer of each virtual channel holds, for latency under load, the law of area and energy, and "
       "exports",
       [](Reader& reader, YamlId id, RouterChoice& r) {
         r.depth_flits = read_real(reader, id, "depth", 1, 1e6).value_or(0);
       }}};
  return keys;
}

/// Keys of an interchange. Figures that are not given are those of the router, which is read first.
const std::vector<Key<RouterChoice>>& interchange_keys() {
  static const std::vector<Key<RouterChoice>> keys = [] {
    std::vector<Key<RouterChoice>> all;
    for (Key<RouterChoice> key : router_keys()) {
      if (key.name == "injection" || key.name == "ejection" || key.name == "passed") continue;
      key.default_text = "the router's";
      all.push_back(std::move(key));
    }
    return all;
  }();
  return keys;
}

const std::vector<Key<CandidateDraft>>& node_keys() {
  static const ValueShape shape = quantity_shape({Measured::length});
  static const std::vector<Key<CandidateDraft>> keys = {
      {"width", shape, "the technology's", "least width of the box of a node or switch; it grows to hold its terminals",
       [](Reader& reader, YamlId id, CandidateDraft& d) {
         if (const auto width = read_quantity(reader, id, "width", {Measured::length}))
           d.design.node_width = {width->value};
       }},
      {"height", shape, "the technology's", "least height of the box of a node or switch",
       [](Reader& reader, YamlId id, CandidateDraft& d) {
         if (const auto height = read_quantity(reader, id, "height", {Measured::length}))
           d.design.node_height = {height->value};
       }}};
  return keys;
}

/// Records the places of a map's keys, for errors that are found only when the design is built.
void add_places(const Reader& reader, YamlId map, const std::string& prefix, Design& design) {
  for (const YamlEntry& entry : reader[map].entries) design.places[prefix + entry.key] = reader.place(entry.value);
}

void read_node(Reader& reader, YamlId id, CandidateDraft& draft) {
  if (reader.unit_technology && reader.technology_known && !reader[id].entries.empty()) {
    reader.report(id, "the technology 'unit' has no metres", "its node boxes are as small as their terminals allow");
  } else {
    add_places(reader, id, "node.", draft.design);
    read_map(reader, id, "node", node_keys(), draft);
  }
}

void read_placement(Reader& reader, YamlId id, CandidateDraft& draft) {
  draft.design.places["placement"] = reader.place(id);
  add_places(reader, id, "placement.", draft.design);
  read_map(reader, id, "placement", placement_keys(), draft);
}

void read_channel(Reader& reader, YamlId id, CandidateDraft& draft) {
  add_places(reader, id, "channel.", draft.design);
  read_map(reader, id, "channel", channel_keys(), draft.design.channel);
}

void read_router(Reader& reader, YamlId id, CandidateDraft& draft) {
  add_places(reader, id, "router.", draft.design);
  read_map(reader, id, "router", router_keys(), draft.design.router);
}

void read_interchange(Reader& reader, YamlId id, CandidateDraft& draft) {
  add_places(reader, id, "interchange.", draft.design);
  RouterChoice choice = draft.design.router;  // already read, because its key comes first
  if (read_map(reader, id, "interchange", interchange_keys(), choice)) draft.design.interchange = choice;
}

void read_own_technology(Reader& reader, YamlId id, CandidateDraft& draft) {
  draft.design.places["technology"] = reader.place(id);
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
  draft.design.technology = *technology;
}

/// All names but the last, `table`, which needs a file.
const std::vector<std::string_view> kRouting(kRoutingNames.begin(), kRoutingNames.end() - 1);

const std::vector<Key<Design>>& route_table_keys() {
  static const std::vector<Key<Design>> keys = {
      {"table", path_shape(), "", "a file with a line `site,destination,next,layer` for every ordered pair of nodes",
       [](Reader& reader, YamlId id, Design& design) {
         design.routing = Routing::table;
         design.route_table = read_path(reader, id, "table").value_or("");
       },
       true}};
  return keys;
}

ValueShape sweep_shape() {
  return {"map of dotted names to lists, or to {from, to, step}",
          R"({"type": "object", "additionalProperties": {"anyOf": [{"type": "array"}, )"
          R"({"type": "object", "additionalProperties": false, "required": ["from", "to"], "properties": )"
          R"({"from": {"type": "number"}, "to": {"type": "number"}, "step": {"type": "number"}}}]}})"};
}

}  // namespace

void read_routing(Reader& reader, YamlId id, CandidateDraft& draft) {
  draft.design.places["routing"] = reader.place(id);
  if (reader[id].kind == YamlKind::map) {
    read_map(reader, id, "routing", route_table_keys(), draft.design);
    return;
  }
  if (const auto choice = read_choice(reader, id, "routing", kRouting))
    draft.design.routing = static_cast<Routing>(*choice);
}

void read_duration(Reader& reader, YamlId id, std::string_view what, Duration& duration) {
  const auto quantity = read_quantity(reader, id, what, {Measured::cycles, Measured::time});
  if (!quantity) return;
  duration = quantity->measured == Measured::cycles ? Duration{quantity->value, {}}
                                                    : Duration{0, nanoseconds(quantity->value)};
}

ValueShape channel_shape() { return map_shape(channel_keys()); }
ValueShape router_shape() { return map_shape(router_keys()); }
ValueShape interchange_shape() { return map_shape(interchange_keys()); }
ValueShape routing_shape() { return any_shape({choice_shape(kRouting), map_shape(route_table_keys())}); }
ValueShape node_shape() { return map_shape(node_keys()); }

const std::vector<Key<CandidateDraft>>& candidate_keys() {
  static const auto elsewhere = [](Reader&, YamlId, CandidateDraft&) {};
  static const std::vector<Key<CandidateDraft>> keys = {
      {"name", text_shape(), "family and parameters", "what tables and other keys call it", elsewhere},
      {"ideal", flag_shape(), "false", "closed forms only: any real radix, no layout",
       [](Reader& reader, YamlId id, CandidateDraft& d) {
         d.design.places["ideal"] = reader.place(id);
         d.design.ideal = read_flag(reader, id, "ideal").value_or(false);
       }},
      {"topology", topology_shape(), "", "the network: a family and its parameters", read_topology},
      {"planes", planes_shape(), "one network",
       "several networks over one floorplan, in place of `topology`: each message keeps to one", read_planes},
      {"placement", map_shape(placement_keys()), "", "which cell each node takes", read_placement},
      {"channel", channel_shape(), "", "what one direction of a link is made of", read_channel},
      {"router", router_shape(), "", "what a router costs", read_router},
      {"interchange", interchange_shape(), "as the router", "what an interchange of an express cube costs",
       read_interchange},
      {"technology", technology_shape(), "the spec's", "what its wires are made of", read_own_technology},
      {"node", node_shape(), "", "the box of a node", read_node},
      {"tiles", tiles_shape(), "all nodes alike",
       "kinds of tile with boxes of their own; a column is as wide as its widest tile, a row as high as its highest",
       read_tiles},
      {"packages", packages_shape(), "", "modules, innermost first: chiplets, chips, boards ...", read_packages},
      {"routing", routing_shape(), "by family",
       "along dimensions; all shortest paths evenly; the express rule of express cubes; one shortest path a pair, ties "
       "balanced; up and down a tree; balanced in layers of virtual channels, free of deadlock; or the fewest links "
       "between groups first",
       read_routing},
      {"sweep", sweep_shape(), "", "several candidates from one; all values of all names are combined", elsewhere}};
  return keys;
}

}  // namespace cutline
