// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include <set>

#include "base/named.hpp"
#include "cutline/topology/family.hpp"
#include "spec/fields.hpp"
#include "spec/study_keys.hpp"
#include "study/planes.hpp"
#include "topology/joint_network.hpp"

namespace cutline {
namespace {

constexpr std::size_t kMostPlanes = 64;

/// All names but the last, `table`, which needs a file.
const std::vector<std::string_view> kRouting(kRoutingNames.begin(), kRoutingNames.end() - 1);

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
  read_parameters(reader, id, "family", family.name, family.fields, design.parameters, &design.places, "topology.");
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
  } else if (const auto choice = read_choice(reader, id, "routing", kRouting)) {
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
      then(like(within(&PlaneDraft::study, traffic_key()), "the spec's", "who sends to whom on it"),
           [](PlaneDraft& draft) {
             draft.plane.traffic = PlaneTraffic{draft.study.study.traffic_self, draft.study.study.traffic};
           }),
      then(like(within(&PlaneDraft::study, message_key()), "the spec's",
                "size of its messages, or sizes and their "
                "shares"),
           [](PlaneDraft& draft) { draft.plane.messages = draft.study.study.messages; }),
      like(within(&PlaneDraft::network, routing_key()), "the candidate's, else by family",
           "how its messages find their way")};
  return keys;
}

PlaneDesign read_plane(Reader& reader, YamlId id) {
  PlaneDraft draft;
  read_map(reader, id, "a plane", plane_keys(), draft);
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

Key<Design> topology_key() {
  std::vector<RowShape> rows;
  for (const Family& family : families()) rows.push_back({family.name, family.summary, &family.fields});
  return {"topology", rows_shape("family", "the family of the network", rows), "",
          "the network: a family and its parameters", read_topology};
}

Key<Design> routing_key() {
  return {"routing", any_shape({choice_shape(kRouting), map_shape(route_table_keys())}), "by family",
          "along dimensions; all shortest paths evenly; the express rule of express cubes; one shortest path a pair, "
          "ties balanced; up and down a tree; balanced in layers of virtual channels, free of deadlock; or the fewest "
          "links between groups first",
          read_routing};
}

Key<Design> planes_key() {
  return {"planes", list_shape(map_shape(plane_keys())), "one network",
          "several networks over one floorplan, in place of `topology`: each message keeps to one", read_planes};
}

}  // namespace cutline
