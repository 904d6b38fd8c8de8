// SPDX-License-Identifier: Apache-2.0
#include "topology/families.hpp"

namespace cutline {

namespace {

Topology build_dragonfly(const Parameters& parameters) {
  expect_bidirectional(parameters, "the links of a dragonfly lead both ways");
  const std::uint32_t global = whole_of(parameters, "global_links"),
                      routers = whole_of(parameters, "routers", 2 * global);
  const GroupShape shape = group_shape(parameters, "routers", routers);
  Topology network{.digits = {shape.routers, shape.groups}, .concentration = global};
  network.classes = {complete_class(0, shape.routers),
                     {.name = "global", .digits = {0, 1}, .links = arranged_links(shape, kArrangement.of(parameters))}};
  network.classes[0].name = "local";
  return network;
}

}  // namespace

Family dragonfly_family() {
  return {.name = "dragonfly",
          .summary = "dragonfly: groups of a routers, all linked, and h global links a router to the other groups",
          .source = "[Kim 2008]",
          .fields = {needed_number("global_links", "global links of a router, h", 1, 64),
                     whole_number("routers", "routers of a group, a; 2 h if not given", 2, 512),
                     whole_number(
                         "groups",
                         "groups, g; a h + 1, the most, if not given; of fewer some pairs get a link more than others",
                         2, 32769),
                     kArrangement.field("which global link of a group leads to which group, where every two share one",
                                        GlobalArrangement::absolute),
                     terminals_field("terminals per router, p; h if not given")},
          .build = build_dragonfly,
          .sizes = {.networks = networks_by({"global_links", "groups"}, {1, 2},
                                            [](double h, double g) { return 2 * h * h * g; }),
                    .of_terminals = true,
                    .leaves_out = "groups of other sizes than 2 h, other concentrations than h"},
          .examples = {{{"global_links", 1}},
                       {{"global_links", 2}, {"routers", 3}, {"groups", 4}},
                       {{"global_links", 1}, {"routers", 4}, {"arrangement", std::string("palm_tree")}}}};
}

}  // namespace cutline
