// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "output/export/channels.hpp"
#include "output/export/file_text.hpp"

namespace cutline::exporting {

namespace {

// For gem5, a path of this weight is no path.
constexpr double kNoPath = 10000;
constexpr std::uint64_t kGarnetCreditCycles = 4;
constexpr std::size_t kControllers = 64;
constexpr std::size_t kGarnetSlowRouters = 256;

/// The weight of a channel. If the file holds the candidate's routes, all links of a dimension have one weight, so that
/// all orders of the dimensions cost the same. Of ways of equal cost, a router takes the link of least weight, which is
/// the one of the highest dimension left.
std::uint64_t weight(const ExportNetwork& network, const ExportChannel& channel) {
  if (network.routed() == nullptr) return static_cast<std::uint64_t>(network.cost(channel));
  std::size_t lower = 0;
  while (network.dimensions.at(lower).link_class != network.links[channel.link].link_class) ++lower;
  return network.dimensions.size() - lower;
}

/// An upper bound on the weight of the heaviest cheapest path; it reaches kNoPath only if that weight does.
/// Cost: O(links log nodes); if paths are heavy or links are one-way, times the number of nodes.
double heaviest_path(const ExportNetwork& network, const SortedChannels& channels) {
  double heaviest = 0;
  if (network.routed() != nullptr) {
    for (std::size_t i = 0; i < network.dimensions.size(); ++i)
      heaviest += static_cast<double>(network.dimensions[i].radix * (network.dimensions.size() - i));
    return heaviest;
  }
  const std::vector<Way> steps = channels.each([&](const ExportChannel& each) { return step_over(network, each); });
  const auto heaviest_from = [&](std::uint64_t source) {
    return std::ranges::max(cheapest_ways(source, channels, steps).ways).cost;
  };
  if (!network.has_one_way()) {
    // Every pair has a path through node 0. The way to node 0 costs as much as the way back, but enters its router.
    const double by_way = 2 * heaviest_from(0) + static_cast<double>(network.nodes[0].cycles);
    if (by_way < kNoPath) return by_way;
  }
  for (std::uint64_t source = 0; source < network.nodes.size() && heaviest < kNoPath; ++source)
    heaviest = std::max(heaviest, heaviest_from(source));
  return heaviest;
}

/// Words of Python, and names that gem5, its topologies or the file itself use; each has a blank on both sides.
constexpr std::string_view kTaken =
    " False None True and as assert async await break class continue def del elif else except finally for from global "
    "if import in is lambda nonlocal not or pass raise return try while with yield __init__ m5 os sys math common "
    "topologies BaseTopology SimpleTopology Cluster Crossbar CrossbarGarnet CustomMesh MeshDirCorners_XY "
    "Mesh_XY Mesh_westfirst Pt2Pt ROUTERS LINKS enumerate len range ";

/// gem5 finds a topology by its file's name, which is the name of a Python class in it.
std::string class_name(const std::string& path) {
  if (path == "-") return "CutlineTopology";
  const std::string file = path.substr(path.find_last_of('/') + 1);
  std::string name = file.substr(0, file.find_last_of('.'));
  if (!is_plain_name(name) || file != name + ".py") {
    throw_input_error(fmt::format("gem5 cannot load a topology from a file of the name '{}'", file),
                      "begin with a letter, take letters, digits and _ alone, and end in .py, as Torus8.py");
  }
  if (kTaken.find(" " + name + " ") == kTaken.npos) return name;
  throw_input_error(fmt::format("gem5 cannot load a topology of the name '{}': Python or gem5 takes it itself", name),
                    "take another name, as Torus8.py");
}

void expect_garnet_holds(const ExportNetwork& network, const std::vector<ExportChannel>& channels) {
  expect_connected(network, "has nodes without a way to others, and gem5 finds no route for them");
  if (heaviest_path(network, {network, channels}) < kNoPath) return;
  throw_input_error(fmt::format("gem5 takes a path of weight {} for none, and '{}' has one", kNoPath, network.name),
                    "name a slower clock with --clock, or give --route-cost hop");
}

void put_garnet_tables(std::string& out, const ExportNetwork& network, const std::vector<ExportChannel>& channels) {
  append(out, "# (terminals, cycles) of each router\nROUTERS = [\n");
  for (const ExportNode& node : network.nodes)
    append(out, "    ({}, {}),\n", node.terminals, std::max<std::uint64_t>(1, node.cycles));
  append(out, "]\n# (from, to, cycles, weight) of each channel\nLINKS = [\n");
  for (const ExportChannel& each : channels)
    append(out, "    ({}, {}, {}, {}),\n", each.from, each.to, network.links[each.link].cycles, weight(network, each));
  append(out, "]\n");
}

constexpr std::string_view kClass = R"(

class {0}(SimpleTopology):
    description = "{0}"

    def __init__(self, controllers):
        self.nodes = controllers

    # Some versions pass one argument more before the network.
    def makeTopology(self, options, *rest):
        network, IntLink, ExtLink, Router = rest[-4:]
        routers = [
            Router(router_id=i, latency=cycles)
            for i, (terminals, cycles) in enumerate(ROUTERS)
        ]
        network.routers = routers
        # Controllers go round the routers' terminals, as often as they last.
        places = [i for i, (terminals, cycles) in enumerate(ROUTERS) for t in range(terminals)]
        network.ext_links = [
            ExtLink(link_id=i, ext_node=node, int_node=routers[places[i % len(places)]], latency=1)
            for i, node in enumerate(self.nodes)
        ]
        first = len(self.nodes)
        network.int_links = [
            IntLink(
                link_id=first + i,
                src_node=routers[a],
                dst_node=routers[b],
                src_outport="to%d" % b,
                dst_inport="from%d" % a,
                latency=cycles,
                weight=weight,
            )
            for i, (a, b, cycles, weight) in enumerate(LINKS)
        ]
        if options.network == "garnet":
            # Credits come back over the link: fewer flits would make long links look slow.
            network.buffers_per_data_vc = {1}
            network.buffers_per_ctrl_vc = {1}
)";

/// gem5 counts a link's width in whole bytes.
std::uint64_t flit_bits(const ExportNetwork& network) {
  return 8 * static_cast<std::uint64_t>(std::ceil(network.width_bits / 8));
}

void note_rings(ExportNetwork& network) {
  const auto waits = [](const ExportDimension& each) { return each.shape == DimensionShape::ring && each.radix > 3; };
  if (network.routed() != nullptr && std::ranges::any_of(network.dimensions, waits))
    note(network,
         "gem5 draws where both ways round a ring are as long, and has no datelines: messages in rings can wait for "
         "one another in a circle");
}

void add_garnet_notes(ExportNetwork& network, const std::vector<ExportChannel>& channels) {
  note_rings(network);
  note_wide_links(network, "gem5 has one width for all");
  if (std::ranges::any_of(network.nodes, [](const ExportNode& node) { return node.cycles == 0; }))
    note(network, "a gem5 router takes at least 1 cycle; this network's take none");
  if (static_cast<double>(flit_bits(network)) != network.width_bits) {
    note(network, "gem5's links are whole bytes wide: {} bits for a channel of {}", flit_bits(network),
         text::figure_text(network.width_bits));
  }
  CUTLINE_EXPECT(std::ranges::all_of(
      channels, [&](const auto& each) { return weight(network, each) > 0; }));  // a link of weight 0 would be no link
  if (network.nodes.size() > kGarnetSlowRouters)
    note(network, "gem5's start takes the cube of the routers, once or more");
  if (network.terminals() > kControllers) {
    note(network,
         "gem5 takes {} controllers of a kind unless it is built with a larger "
         "NUMBER_BITS_PER_SET; this network has {} terminals",
         kControllers, network.terminals());
  }
}

std::vector<ExportFile> write_garnet(const Export& target, ExportNetwork& network, const ExportChoice& choice) {
  const std::string name = class_name(choice.file);
  const std::vector<ExportChannel> kept = channels_without_parallel(network, "gem5");
  expect_garnet_holds(network, kept);
  add_garnet_notes(network, kept);
  const std::uint64_t slowest_router = most_over<std::uint64_t>(network.nodes, &ExportNode::cycles, 1);
  const std::uint64_t loop = 2 * network.slowest_cycles() + kGarnetCreditCycles + slowest_router;
  const std::uint64_t buffer = buffer_flits(network, loop);
  std::string out = commented_header(target, network, "#");
  append(out,
         "# buffers: {} virtual channels of {} flits each; a credit of the longest link takes {} cycles, a "
         "packet {} flits\n",
         network.virtual_channels, buffer, loop, network.packet_flits());
  append(out, "# put this file into configs/topologies as {}.py and run with\n", name);
  const int of_vnet = network.has_classes() ? std::max(1, network.virtual_channels / 2) : network.virtual_channels;
  append(out, "#   --network=garnet --topology={} --vcs-per-vnet={} --link-width-bits={}\n", name, of_vnet,
         flit_bits(network));
  if (network.clocked()) append(out, "#   --ruby-clock={:.6g}GHz\n", 1 / in_ns(network.cycle));
  append(out, "\nfrom m5.objects import *\nfrom topologies.BaseTopology import SimpleTopology\n\n");
  put_garnet_tables(out, network, kept);
  vappend(out, kClass, fmt::make_format_args(name, buffer));
  return {{"", out}};
}

}  // namespace

Export garnet_export() {
  return {.name = "garnet",
          .summary = "gem5 Garnet: a topology file in Python, a delay and a weight for each link",
          .source = "gem5 24.0, src/mem/ruby/network, configs/network/Network.py",
          .extension = ".py",
          .ignores =
              "it routes by the sum of weights alone and not by delays, takes one of equal paths by the least weight "
              "of the next link, then at random, and leaves freedom from deadlock to the weights; places, lengths and "
              "widths of single links are not taken",
          .sends = "gem5's command line chooses the traffic",
          .latency = LatencyLaw::garnet,
          .routes = RouteSupport::by_dimension,
          .routes_where = "by the weights",
          .counts_cycles = true,
          .limits = {4096, 1 << 18, 60},
          .expect_file = [](const std::string& path) { class_name(path); },
          .write = write_garnet};
}

}  // namespace cutline::exporting
