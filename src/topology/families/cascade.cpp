// SPDX-License-Identifier: Apache-2.0
#include "topology/families.hpp"

namespace cutline {

namespace {

constexpr std::uint32_t kChassisLinks = 3;  // parallel links between two routers of one slot in different chassis
constexpr std::uint32_t kGlobalPorts = 10;  // ports of a router for global links

/// The global links. The links of a group lead to the other groups in turn; successive links begin at successive
/// routers.
LinkClass round_robin_links(std::uint32_t groups, std::uint32_t routers, std::uint32_t links_of_pair) {
  LinkClass links{.name = "blue", .digits = {0, 1, 2}};
  for (std::uint32_t one = 0; one < groups; ++one) {
    for (std::uint32_t other = one + 1; other < groups; ++other) {
      for (std::uint32_t link = 0; link < links_of_pair; ++link) {
        const std::uint32_t there = (other - 1) * links_of_pair + link;  // counted without group `one` itself
        const std::uint32_t back = one * links_of_pair + link;
        links.links.push_back({one * routers + there % routers, other * routers + back % routers});
      }
    }
  }
  return links;
}

/// The digits are the chassis, the slot in the chassis, and the group.
Topology build_cascade(const Parameters& parameters) {
  expect_bidirectional(parameters, "the links of a Cascade network lead both ways");
  const std::uint32_t groups = whole_of(parameters, "groups"), chassis = whole_of(parameters, "chassis"),
                      slots = whole_of(parameters, "slots");
  const std::uint32_t links_of_pair = whole_of(parameters, "global_links");
  if (groups * chassis * slots == 1) throw_input_error("a network has at least two routers", {}, "groups");
  const std::uint32_t ports = chassis * slots * kGlobalPorts;
  if ((groups - 1) * links_of_pair > ports) {
    throw_input_error(
        fmt::format("{} links to each of {} other groups are more than a group's {}", links_of_pair, groups - 1, ports),
        fmt::format("each of its {} routers has {}", chassis * slots, kGlobalPorts), "global_links");
  }
  if (groups > 1 && links_of_pair > chassis * slots) {
    throw_input_error(fmt::format("{} links between two groups of {} routers would join two routers twice",
                                  links_of_pair, chassis * slots),
                      fmt::format("at most {}", chassis * slots), "global_links");
  }
  Topology network{.digits = {chassis, slots}, .concentration = 4};
  network.classes = {complete_class(0, chassis), complete_class(1, slots)};
  network.classes[0].name = "black";
  network.classes[0].widths.assign(network.classes[0].links.size(), kChassisLinks);
  network.classes[1].name = "green";
  if (groups == 1) return network;
  network.digits.push_back(groups);
  network.classes.push_back(round_robin_links(groups, chassis * slots, links_of_pair));
  return network;
}

}  // namespace

Family cascade_family() {
  return {
      .name = "cascade",
      .summary = "Cray Cascade: a dragonfly whose groups are 6 chassis of 16 routers, all linked along both dimensions",
      .source = "[Faanes 2012]",
      .fields = {needed_number("groups", "groups of routers", 1, 1024),
                 whole_number("global_links", "links between any two groups; a router has ten at most", 1, 4096, 4),
                 whole_number("chassis", "chassis of a group; routers of one slot are linked across them, threefold", 1,
                              64, 6),
                 whole_number("slots", "routers of a chassis, all linked", 1, 64, 16),
                 terminals_field("terminals per router; 4 if not given")},
      .build = build_cascade,
      .sizes = {.networks = networks_by("groups", 1, [](double g) { return 384 * g; }),
                .of_terminals = true,
                .leaves_out = "other groups than 6 chassis of 16 routers, other concentrations than 4"},
      .examples = {{{"groups", 1}, {"chassis", 3}, {"slots", 4}},
                   {{"groups", 3}, {"chassis", 2}, {"slots", 3}, {"global_links", 2}}}};
}

}  // namespace cutline
