// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include <algorithm>
#include <set>

#include "cutline/study/planes.hpp"
#include "cutline/topology/joint_network.hpp"
#include "spec/study_keys.hpp"

namespace cutline {
namespace {

constexpr std::size_t kMostPlanes = 64;
constexpr std::int64_t kWidestPlane = 1024;

/// A plane as it is being read. Its topology and routing are read as those of a candidate.
struct PlaneDraft {
  PlaneDesign plane;
  CandidateDraft network;
};

void read_plane_name(Reader& reader, YamlId id, PlaneDraft& draft) {
  draft.plane.name = read_text(reader, id, "name").value_or("");
  if (draft.plane.name.empty()) return reader.report(id, "the name of a plane must not be empty");
  if (draft.plane.name.find('/') != std::string::npos)
    reader.report(id, fmt::format("the name '{}' of a plane has a '/'", draft.plane.name),
                  "a candidate and its plane are named with a '/' between them: -c 'noc/request'");
}

void read_plane_traffic(Reader& reader, YamlId id, PlaneDraft& draft) {
  StudyDraft study;
  read_traffic(reader, id, study);
  draft.plane.traffic = PlaneTraffic{study.study.traffic_self, study.study.traffic};
}

void read_plane_message(Reader& reader, YamlId id, PlaneDraft& draft) {
  StudyDraft study;
  read_message(reader, id, study);
  draft.plane.messages = study.study.messages;
}

void read_plane_share(Reader& reader, YamlId id, PlaneDraft& draft) {
  const auto share = read_real(reader, id, "share", 0, 1e9);
  if (!share) return;
  if (*share <= 0) return reader.report(id, "'share' must be more than 0", "leave out a plane without messages");
  draft.plane.share = *share;
}

const std::vector<Key<PlaneDraft>>& plane_keys() {
  static const std::vector<Key<PlaneDraft>> keys = {
      {"name", text_shape(), "", "what tables call it; `-c CANDIDATE/PLANE` names it", read_plane_name, true},
      {"topology", topology_shape(), "", "its network: a family and its parameters",
       [](Reader& reader, YamlId id, PlaneDraft& d) { read_topology(reader, id, d.network); }, true},
      {"width", integer_shape("whole number", 1), "1",
       "of its channels, in channel widths of the candidate: the ratio in which planes share what is held",
       [](Reader& reader, YamlId id, PlaneDraft& d) {
         if (const auto width = read_whole(reader, id, "width", 1, kWidestPlane))
           d.plane.width = static_cast<std::uint32_t>(*width);
       }},
      {"share", number_shape("number above 0"), "1", "of all messages, in proportion to those of the other planes",
       read_plane_share},
      {"traffic", traffic_shape(), "the spec's", "who sends to whom on it", read_plane_traffic},
      {"message", message_shape(), "the spec's", "size of its messages, or sizes and their shares", read_plane_message},
      {"routing", routing_shape(), "the candidate's, else by family", "how its messages find their way",
       [](Reader& reader, YamlId id, PlaneDraft& d) { read_routing(reader, id, d.network); }}};
  return keys;
}

PlaneDesign read_plane(Reader& reader, YamlId id) {
  PlaneDraft draft;
  read_map(reader, id, "a plane", plane_keys(), draft);
  PlaneDesign& plane = draft.plane;
  Design& network = draft.network.design;
  plane.family = network.family;
  plane.parameters = std::move(network.parameters);
  plane.routing = network.routing;
  plane.route_table = network.route_table;
  plane.places = std::move(network.places);
  plane.places["plane"] = reader.place(id);
  return std::move(plane);
}

}  // namespace

void read_planes(Reader& reader, YamlId id, CandidateDraft& draft) {
  draft.design.places["planes"] = reader.place(id);
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
    if (topology != plane.places.end()) draft.design.places["planes." + plane.name] = topology->second;
    planes.all.push_back(std::move(plane));
  }
  draft.design.family = joint_family();
  draft.design.planes = SharedConst<PlaneDesigns>(std::move(planes));
}

ValueShape planes_shape() { return list_shape(map_shape(plane_keys())); }

}  // namespace cutline
