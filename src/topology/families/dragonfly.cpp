// SPDX-License-Identifier: Apache-2.0
#include "cutline/detail/topology/given_graph.hpp"
#include "topology/families.hpp"

namespace cutline {

namespace {

constexpr const char* kLinksFile = "arrangement_file";

/// The global links as the user's file of a graph has them, between routers numbered group by group.
std::vector<LocalLink> links_of_file(const Parameters& parameters, const GroupShape& shape) {
  if (kArrangement.of(parameters) != GlobalArrangement::absolute)
    throw_input_error("the arrangement is either a name or a file", {}, kLinksFile);
  const std::uint64_t routers = std::uint64_t{shape.routers} * shape.groups;
  const GraphFile graph = read_graph_file(parameters.text(kLinksFile), {.counted = true});
  if (graph.nodes > routers) {
    throw_input_error(fmt::format("the file names router {}, and the last is {}", graph.nodes - 1, routers - 1),
                      "routers are numbered from 0, group by group", kLinksFile);
  }
  std::vector<std::uint32_t> links_of(routers);
  for (const LocalLink& link : graph.links) {
    if (link.a / shape.routers == link.b / shape.routers)
      throw_input_error(fmt::format("routers {} and {} are of one group, which is joined already", link.a, link.b),
                        "the file has the links between groups alone", kLinksFile);
    for (const std::uint32_t router : {link.a, link.b}) {
      if (++links_of[router] > shape.global)
        throw_input_error(fmt::format("router {} has more global links than {}", router, shape.global),
                          "give more `global_links`, or fewer in the file", kLinksFile);
    }
  }
  return graph.links;
}

Topology build_dragonfly(const Parameters& parameters) {
  expect_bidirectional(parameters, "the links of a dragonfly lead both ways");
  const std::uint32_t global = whole_of(parameters, "global_links"),
                      routers = whole_of(parameters, "routers", 2 * global);
  const GroupShape shape = group_shape(parameters, "routers", routers);
  Topology network{.digits = {shape.routers, shape.groups}, .concentration = global};
  network.classes = {complete_class(0, shape.routers),
                     {.name = "global",
                      .digits = {0, 1},
                      .links = parameters.has(kLinksFile) ? links_of_file(parameters, shape)
                                                          : arranged_links(shape, kArrangement.of(parameters))}};
  network.classes[0].name = "local";
  return network;
}

}  // namespace

Family dragonfly_family() {
  return {
      .name = "dragonfly",
      .summary = "dragonfly: groups of a routers, all linked, and h global links a router to the other groups",
      .source = "[Kim 2008]",
      .fields = {needed_number("global_links", "global links of a router, h", 1, 64),
                 whole_number("routers", "routers of a group, a; 2 h if not given", 2, 512),
                 whole_number(
                     "groups",
                     "groups, g; a h + 1, the most, if not given; of fewer some pairs get a link more than others", 2,
                     32769),
                 kArrangement.field("which global link of a group leads to which group, where every two share one",
                                    GlobalArrangement::absolute),
                 plain_field(FieldKind::file, kLinksFile,
                             "file of a graph with the global links, in place of `arrangement`; routers are numbered "
                             "from 0, group by group"),
                 terminals_field("terminals per router, p; h if not given")},
      .build = build_dragonfly,
      .sizes = {.networks =
                    networks_by({"global_links", "groups"}, {1, 2}, [](double h, double g) { return 2 * h * h * g; }),
                .of_terminals = true,
                .leaves_out = "groups of other sizes than 2 h, other concentrations than h"},
      .examples = {{{"global_links", 1}},
                   {{"global_links", 2}, {"routers", 3}, {"groups", 4}},
                   {{"global_links", 1}, {"routers", 4}, {"arrangement", std::string("palm_tree")}}}};
}

}  // namespace cutline
