// SPDX-License-Identifier: Apache-2.0
#include "topology/joint_network.hpp"

#include <fmt/core.h>

#include "cutline/detail/topology/given_graph.hpp"
#include "cutline/topology/family.hpp"
#include "topology/graph_searches.hpp"
#include "topology/graph_text.hpp"

namespace cutline {

namespace {

constexpr std::uint64_t kMostListedSites = std::uint64_t{1} << 26;
constexpr std::uint32_t kWidestLink = std::uint32_t{1} << 20;
constexpr std::size_t kMostClasses = 65535;

void expect_same_nodes(const NetworkPlane& first, const NetworkPlane& plane) {
  const std::uint64_t wanted = first.network->node_count(), nodes = plane.network->node_count();
  if (nodes != wanted) {
    throw_input_error(
        fmt::format("the plane '{}' has {} nodes, and '{}' has {}", plane.name, nodes, first.name, wanted),
        "all planes of a candidate join the same nodes", plane.name);
  }
  if (plane.network->concentration == first.network->concentration) return;
  throw_input_error(fmt::format("the plane '{}' has {} terminals at a node, and '{}' has {}", plane.name,
                                plane.network->concentration, first.name, first.network->concentration),
                    "all planes of a candidate serve the same terminals", plane.name);
}

/// By number of a node in a plane: its number in the first plane, if both name their nodes and the orders differ.
/// Empty: the same.
std::vector<std::uint64_t> nodes_by_name(const NetworkPlane& first, const NetworkPlane& plane) {
  if (!first.network->names || !plane.network->names) return {};
  const NodeNumbers here(*first.network), there(*plane.network);
  std::vector<std::uint64_t> node(plane.network->node_count());
  bool same = true;
  for (std::uint64_t number = 0; number < node.size(); ++number) {
    const std::string name = site_name(*plane.network, there.site(number));
    const auto site = site_named(*first.network, name);
    if (!site || first.network->kind(*site) != SiteKind::node) {
      throw_input_error(fmt::format("the plane '{}' has a node {}, and '{}' has none of this name", plane.name,
                                    quoted_name(name), first.name),
                        "nodes that have names are the same in all planes where their names are", plane.name);
    }
    node[number] = here.number(*site);
    same = same && node[number] == number;
  }
  return same ? std::vector<std::uint64_t>() : node;
}

/// The first plane that names its nodes, or the first one.
const NetworkPlane& named_plane(const std::vector<NetworkPlane>& planes) {
  const auto found =
      std::ranges::find_if(planes, [](const NetworkPlane& plane) { return plane.network->names != nullptr; });
  return found != planes.end() ? *found : planes.front();
}

/// How the planes fit together: which keep their digits, and the nodes of those that name them in another order.
struct PlaneFit {
  std::vector<bool> same_digits;
  std::vector<std::vector<std::uint64_t>> node;  ///< as nodes_by_name
  bool one_digit = false;
};

PlaneFit fit_of(const std::vector<NetworkPlane>& planes) {
  PlaneFit fit;
  const Topology& first = *planes.front().network;
  for (const NetworkPlane& plane : planes) {
    expect_same_nodes(planes.front(), plane);
    const Topology& own = *plane.network;
    const NetworkPlane& named = named_plane(planes);  // numbers its nodes as the first plane does
    fit.node.push_back(&own == named.network ? std::vector<std::uint64_t>() : nodes_by_name(named, plane));
    const bool same =
        own.digits == first.digits && fit.node.back().empty() && (own.inner == first.inner || !own.has_interchanges());
    fit.same_digits.push_back(same);
    fit.one_digit = fit.one_digit || (!same && (own.has_interchanges() || has_shared_links(own)));
  }
  return fit;
}

/// A plane with shared wires must have them along all nodes, as its one dimension.
void expect_one_line(const NetworkPlane& plane, bool renumbered, const Topology& joint) {
  if (!has_shared_links(*plane.network)) return;
  if (!renumbered && plane.network->digits == joint.digits) return;
  throw_input_error(fmt::format("the plane '{}' has wires that many nodes share, and other planes have switches, "
                                "interchanges or another order of nodes",
                                plane.name),
                    "give this plane links of two nodes each", plane.name);
}

/// Figures that a file gives to links count in its own layout; that of all planes has the links of the others too.
void expect_no_figures(const NetworkPlane& plane) {
  if (!plane.network->given) return;
  throw_input_error(
      fmt::format("links of the plane '{}' have lengths, delays or cycles of their own, and wires of planes "
                  "have those of the layout",
                  plane.name),
      "leave out length_from, delay_from and cycles_from, or make the plane a candidate", plane.name);
}

void expect_listable(const NetworkPlane& plane, const Topology& joint) {
  if (plane.network->link_count() <= kMaxLinksOfAClass && plane.network->site_count() <= kMostListedSites &&
      joint.site_count() <= kMostListedSites)
    return;
  throw_limit_error(
      fmt::format("the links of the plane '{}' would be listed one by one, and only networks of up to 2^26 "
                  "sites and 2^27 links can be",
                  plane.name),
      "give all planes the same radices, in the same order");
}

std::uint8_t level_of(const Topology& network, std::uint64_t site) {
  std::uint8_t level = 0;
  for (std::size_t digit = 0; digit < network.digits.size(); ++digit) {
    level = std::max(level, network.level(digit, static_cast<std::uint32_t>(site % network.digits[digit].radix)));
    site /= network.digits[digit].radix;
  }
  return level;
}

/// By site of a plane that does not keep its digits: its site in the joint network. `first_inner`: the joint site of
/// its first interchange or switch.
std::vector<std::uint64_t> sites_in_joint(const Topology& own, const std::vector<std::uint64_t>& node,
                                          const std::vector<std::uint64_t>& site_of_node, std::uint64_t first_inner) {
  const NodeNumbers numbers(own);
  const std::uint64_t nodes = own.node_count();
  std::vector<std::uint64_t> site(own.site_count());
  for (std::uint64_t s = 0; s < site.size(); ++s) {
    if (own.kind(s) == SiteKind::nothing) continue;
    const std::uint64_t number = numbers.number(s);
    if (number >= nodes) {
      site[s] = first_inner + number - nodes;
    } else {
      site[s] = site_of_node[node.empty() ? number : node[number]];
    }
  }
  return site;
}

std::uint32_t joint_width(const NetworkPlane& plane, std::uint32_t width) {
  const std::uint64_t wide = std::uint64_t{width} * plane.width;
  if (wide <= kWidestLink) return static_cast<std::uint32_t>(wide);
  throw_limit_error(
      fmt::format("a link of the plane '{}' would be {} channel widths wide, past the limit of 2^20", plane.name, wide),
      "give the plane or its links less `width`");
}

void widen(const NetworkPlane& plane, LinkClass& links) {
  if (links.widths.empty() && plane.width == 1) return;
  if (links.widths.empty()) links.widths.assign(links.links.size(), 1);
  for (std::uint32_t& width : links.widths) width = joint_width(plane, width);
}

/// The classes of a plane with each link listed by itself, between sites of the joint network.
std::vector<LinkClass> listed_classes(const Topology& own, const std::vector<std::uint64_t>& site,
                                      const Topology& joint) {
  std::vector<LinkClass> classes;
  for (const LinkClass& each : own.classes) {
    LinkClass listed{.name = each.name};
    listed.digits = numbers_below<std::uint8_t>(joint.digits.size());
    listed.channels = each.channels;
    classes.push_back(std::move(listed));
  }
  for_each_link(own, [&](std::size_t c, std::size_t link, std::uint64_t a, std::uint64_t b) {
    classes[c].links.push_back({static_cast<std::uint32_t>(site[a]), static_cast<std::uint32_t>(site[b])});
    if (!own.classes[c].widths.empty()) classes[c].widths.push_back(own.classes[c].width(link));
  });
  return classes;
}

/// The joint network without links, numbered by the digits of the first plane.
Topology sites_of_first(const std::vector<NetworkPlane>& planes) {
  const Topology &first = *planes.front().network, &named = *named_plane(planes).network;
  Topology joint{.digits = first.digits, .inner = first.inner, .has_dimensions = first.has_dimensions};
  joint.positions = first.positions;
  joint.least_grid = first.least_grid;
  joint.tiles = first.tiles;
  joint.names = first.names;
  const bool nodes_alone = !first.has_interchanges() && !named.has_interchanges();
  if (!first.names && nodes_alone) joint.names = named.names;
  return joint;
}

/// Names of all sites where they are numbered by one digit: nodes have those of the first plane that names them,
/// switches and interchanges their own or their number, with the plane before it where it is taken. Null if no plane
/// has names.
SharedConst<SiteNames> names_of_all(const std::vector<NetworkPlane>& planes, std::uint64_t sites) {
  const Topology& named = *named_plane(planes).network;
  if (!named.names) return nullptr;
  SiteNames all;
  const auto add = [&](const std::string& plane, std::string name) {
    while (!all.names.insert(name).second) name = plane + ": " + name;
    all.has_numbers |= !name.empty() && name.find_first_not_of("0123456789") == std::string::npos;
  };
  const NodeNumbers nodes(named);
  for (std::uint64_t number = 0; number < named.node_count(); ++number) add({}, site_name(named, nodes.site(number)));
  for (const NetworkPlane& plane : planes) {
    const NodeNumbers numbers(*plane.network);
    const std::uint64_t first = plane.network->node_count();
    for (std::uint64_t inner = 0; inner < plane.network->interchange_count(); ++inner) {
      const std::string name = site_name(*plane.network, numbers.site(first + inner));
      add(plane.name, plane.network->names ? name : plane.name + ": " + name);
    }
  }
  all.site = numbers_below<std::uint32_t>(sites);
  all.name = all.site;
  return SharedConst<SiteNames>(std::move(all));
}

/// The joint network without links, numbered by one digit: the nodes, then the inner sites of each plane.
Topology sites_of_all(const std::vector<NetworkPlane>& planes) {
  const std::uint64_t nodes = planes.front().network->node_count();
  std::uint64_t sites = nodes;
  for (const NetworkPlane& plane : planes) sites += plane.network->interchange_count();
  if (sites > kMostListedSites)
    throw_limit_error(
        fmt::format("the planes have {} nodes, switches and interchanges together, past the limit of 2^26 "
                    "where their digits differ",
                    sites),
        "give all planes the same radices, in the same order");
  Topology joint{.digits = {static_cast<std::uint32_t>(sites)}, .inner = InnerSites::switches, .has_dimensions = false};
  joint.names = names_of_all(planes, sites);
  if (sites == nodes) {
    joint.inner = InnerSites::lone_interchanges;
    joint.has_dimensions = true;  // shared wires: all nodes are on one line
    return joint;
  }
  joint.digits[0].levels.assign(nodes, 0);
  for (const NetworkPlane& plane : planes) {
    const NodeNumbers numbers(*plane.network);
    const std::uint64_t all = nodes + plane.network->interchange_count();
    for (std::uint64_t number = nodes; number < all; ++number)
      joint.digits[0].levels.push_back(level_of(*plane.network, numbers.site(number)));
  }
  return joint;
}

/// By number of a node: its site in the joint network.
std::vector<std::uint64_t> sites_of_nodes(const Topology& first, bool one_digit) {
  std::vector<std::uint64_t> sites(first.node_count());
  const NodeNumbers numbers(first);
  for (std::uint64_t number = 0; number < sites.size(); ++number)
    sites[number] = one_digit ? number : numbers.site(number);
  return sites;
}

void add_notes(const std::vector<NetworkPlane>& planes, bool one_digit, Topology& joint) {
  for (const NetworkPlane& plane : planes) {
    for (const std::string& note : plane.network->notes) joint.notes.push_back(plane.name + ": " + note);
    joint.linked_in_both_orders += plane.network->linked_in_both_orders;
    const bool is_used = &plane == &planes.front() && !one_digit;
    if (plane.network->tiles && !is_used)
      joint.notes.push_back(fmt::format(
          "{}: the places that its file gives in millimetres are not used: `placement.positions` gives places, or "
          "the first plane, if no plane has switches or interchanges of its own",
          plane.name));
  }
  if (one_digit && !planes.front().network->positions.empty()) {
    joint.notes.push_back(
        fmt::format("{}: its cells are not used, since planes with switches or interchanges are numbered "
                    "anew: `placement.cells` gives places",
                    planes.front().name));
  }
}

}  // namespace

JointNetwork joint_network(const std::vector<NetworkPlane>& planes) {
  CUTLINE_EXPECT(!planes.empty());
  const Topology& first = *planes.front().network;
  const PlaneFit fit = fit_of(planes);
  JointNetwork result{fit.one_digit ? sites_of_all(planes) : sites_of_first(planes), {}};
  Topology& joint = result.topology;
  joint.family = joint_family();
  joint.concentration = first.concentration;
  std::vector<std::uint64_t> site_of_node;
  std::uint64_t next_inner = first.node_count();
  for (std::size_t p = 0; p < planes.size(); ++p) {
    const NetworkPlane& plane = planes[p];
    PlaneInJoint& in = result.planes.emplace_back();
    in.first_class = joint.classes.size();
    in.classes = plane.network->classes.size();
    in.width = plane.width;
    std::vector<LinkClass> classes = plane.network->classes;
    expect_no_figures(plane);
    expect_one_line(plane, !fit.node[p].empty(), joint);
    const bool as_it_is =
        fit.one_digit ? plane.network->digits == joint.digits && fit.node[p].empty() : fit.same_digits[p];
    if (!as_it_is) {
      expect_listable(plane, joint);
      if (site_of_node.empty()) site_of_node = sites_of_nodes(first, fit.one_digit);
      in.site = sites_in_joint(*plane.network, fit.node[p], site_of_node, next_inner);
      classes = listed_classes(*plane.network, in.site, joint);
      next_inner += plane.network->interchange_count();
    }
    for (LinkClass& each : classes) {
      widen(plane, each);
      each.name = plane.name + ": " + each.name;
      joint.classes.push_back(std::move(each));
    }
  }
  if (joint.classes.size() > kMostClasses)
    throw_limit_error("the planes have more than 65535 classes of links together");
  add_notes(planes, fit.one_digit, joint);
  expect_valid(joint);
  return result;
}

}  // namespace cutline
