// SPDX-License-Identifier: Apache-2.0
#include <set>

#include "routing/routing_rules.hpp"
#include "spec/study_keys.hpp"
#include "study/planes.hpp"
#include "topology/joint_network.hpp"

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
                "flits that the buffer of each virtual channel holds, for latency, the law of area and "
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
  design.technology = technology;
}

ValueShape sweep_shape() {
  return {"map of dotted names to lists, or to {from, to, step} or {from, to, steps, scale}",
          R"({"type": "object", "additionalProperties": {"anyOf": [{"type": "array"}, )"
          R"({"type": "object", "additionalProperties": false, "required": ["from", "to"], "properties": )"
          R"({"from": {"type": ["number", "string"]}, "to": {"type": ["number", "string"]}, )"
          R"("step": {"type": ["number", "string"]}, "steps": {"type": "integer", "minimum": 2}, )"
          R"("scale": {"enum": ["linear", "log"]}}}]}})"};
}

/// The keys of the top level that a candidate gives for itself; read_asked() reads them.
Keys<Design> keys_of_asked() {
  Keys<Design> keys;
  for (const Key<StudyDraft>& key : asked_keys()) {
    keys.push_back({key.name,
                    {"as at the top", fmt::format(R"({{"$ref": "#/properties/{}"}})", key.name)},
                    "that of the top",
                    "as at the top level, for this candidate alone",
                    [](Reader&, YamlId, Design&) {}});
  }
  return keys;
}

constexpr std::size_t kMostPlanes = 64;

/// All names but the last, `table`, which needs a file.
std::vector<std::string_view> names_of_routings() {
  std::vector<std::string_view> names = names_of(routing_rules());
  names.pop_back();
  return names;
}

void read_topology(Reader& reader, YamlId id, Design& design) {
  design.places["topology"] = reader.place(id);
  if (!expect_map(reader, id, "topology")) return;
  const std::vector<std::string_view> names = names_of(families());
  const auto family_id = find_value(reader.document, id, "family");
  if (!family_id) return reader.report(id, "topology needs the key 'family'", "the families are: " + join(names, ", "));
  design.places["topology.family"] = reader.place(*family_id);
  const auto index = read_choice(reader, *family_id, "family", names);
  if (!index) return;
  const Family& family = families()[*index];
  design.family = family.name;
  for (const YamlEntry& entry : reader[id].entries) {
    if (find_named(family.fields, entry.key) != nullptr)
      design.places["topology." + entry.key] = reader.place(entry.value);
  }
  read_parameters(reader, id, "family", row_shape(family), design.parameters);
  if (design.ideal && family.ideal == nullptr)
    reader.report(*family_id, fmt::format("the family '{}' has no closed forms, so it cannot be `ideal`", family.name));
}

Keys<Design> route_table_keys() {
  return {required(then(field("table", &Design::route_table, path_form(), "",
                              "a file with a line `site,destination,next,layer` for every ordered pair of nodes"),
                        [](Design& design) { design.routing = Routing::table; }))};
}

void read_routing(Reader& reader, YamlId id, Design& design) {
  static const Keys<Design> keys = route_table_keys();
  design.places["routing"] = reader.place(id);
  if (reader[id].kind == YamlKind::map) {
    read_map(reader, id, "routing", keys, design);
  } else if (const auto choice = read_choice(reader, id, "routing", names_of_routings())) {
    design.routing = static_cast<Routing>(*choice);
  }
}

/// A plane as it is being read. Its topology and routing are read as those of a candidate, its traffic and messages as
/// those of a study.
struct PlaneDraft {
  PlaneDesign plane;
  Design network;
  StudyDraft study;
};

Key<PlaneDraft> like(Key<PlaneDraft> key, std::string default_text, std::string help) {
  key.default_text = std::move(default_text);
  key.help = std::move(help);
  return key;
}

void read_plane_name(Reader& reader, YamlId id, PlaneDraft& draft) {
  std::string& name = draft.plane.name;
  name = read_text(reader, id, "name").value_or("");
  if (name.empty()) return reader.report(id, "the name of a plane must not be empty");
  if (name.find('/') != std::string::npos)
    reader.report(id, fmt::format("the name '{}' of a plane has a '/'", name),
                  "a candidate and its plane are named with a '/' between them: -c 'noc/request'");
}

const Keys<PlaneDraft>& plane_keys() {
  const Form<double> share{number_shape("number above 0"),
                           checked(
                               real_form(0, 1e9), [](double each) { return each > 0; }, "must be more than 0",
                               "leave out a plane without messages")
                               .read};
  static const Keys<PlaneDraft> keys = {
      {"name", text_shape(), "", "what tables call it; `-c CANDIDATE/PLANE` names it", read_plane_name, true},
      required(like(within(&PlaneDraft::network, topology_key()), "", "its network: a family and its parameters")),
      within(&PlaneDraft::plane,
             field("width", &PlaneDesign::width, whole_form(1, 1024), "1",
                   "of its channels, in channel widths of the candidate: the ratio in which planes share what is "
                   "held")),
      within(&PlaneDraft::plane, field("share", &PlaneDesign::share, share, "1",
                                       "of all messages, in proportion to those of the other planes")),
      then(like(within(&PlaneDraft::study, pattern_key()), "the spec's", "who sends to whom on it"),
           [](PlaneDraft& draft) {
             draft.plane.traffic = PlaneTraffic{draft.study.study.traffic_self, draft.study.study.traffic};
           }),
      then(like(within(&PlaneDraft::study, message_key()), "the spec's",
                "size of its messages, or sizes and their shares"),
           [](PlaneDraft& draft) { draft.plane.messages = draft.study.study.messages; }),
      like(within(&PlaneDraft::network, routing_key()), "the candidate's, else by family",
           "how its messages find their way")};
  return keys;
}

PlaneDesign read_plane(Reader& reader, YamlId id) {
  PlaneDraft draft;
  read_map(reader, id, "a plane", plane_keys(), draft);
  if (const auto& own = draft.study.study.traffic; own && !own->applications.empty())
    reader.report(id, "a plane has one traffic, not several applications",
                  "give the plane one pattern; applications run on a candidate without planes");
  if (draft.study.study.message_classes > 1)
    reader.report(id, "a plane has one message class, not requests and replies",
                  "give each class a plane of its own, with its `message` and `share`");
  PlaneDesign& plane = draft.plane;
  Design& network = draft.network;
  plane.family = network.family;
  plane.parameters = std::move(network.parameters);
  plane.routing = network.routing;
  plane.route_table = network.route_table;
  plane.places = std::move(network.places);
  plane.places["plane"] = reader.place(id);
  return std::move(plane);
}

void read_planes(Reader& reader, YamlId id, Design& design) {
  design.places["planes"] = reader.place(id);
  const auto items = read_list(reader, id, "planes");
  if (!items) return;
  if (items->empty() || items->size() > kMostPlanes) {
    return reader.report(id, fmt::format("'planes' has {} planes, and takes 1 to {}", items->size(), kMostPlanes),
                         "`planes: [{name: request, topology: ...}, {name: response, topology: ...}]`");
  }
  PlaneDesigns planes;
  std::set<std::string> names;
  for (const YamlId item : *items) {
    PlaneDesign plane = read_plane(reader, item);
    if (!plane.name.empty() && !names.insert(plane.name).second)
      reader.report(item, fmt::format("two planes are called '{}'", plane.name), "each plane has a name of its own");
    const auto topology = plane.places.find("topology");
    if (topology != plane.places.end()) design.places["planes." + plane.name] = topology->second;
    planes.all.push_back(std::move(plane));
  }
  design.family = joint_family();
  design.planes = SharedConst<PlaneDesigns>(std::move(planes));
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
  static const Keys<Design> keys = joined(
      {Keys<Design>{
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
           noted(board_key()),
           noted(machine_key()),
           routing_key(),
           {"sweep", sweep_shape(), "", "several candidates from one; all values of all names are combined",
            elsewhere}},
       keys_of_asked()});
  return keys;
}

Key<Design> topology_key() {
  return {"topology", rows_shape("family", "the family of the network", families()), "",
          "the network: a family and its parameters", read_topology};
}

Key<Design> routing_key() {
  return {"routing", any_shape({choice_shape(names_of_routings()), map_shape(route_table_keys())}), "by family",
          "how messages find their way: `list routing` says what each name means", read_routing};
}

Key<Design> planes_key() {
  return {"planes", list_shape(map_shape(plane_keys())), "one network",
          "several networks over one floorplan, in place of `topology`: each message keeps to one", read_planes};
}

}  // namespace cutline
