// SPDX-License-Identifier: Apache-2.0
#include "cutline/topology/topology.hpp"
#include "output/export/file_text.hpp"

namespace cutline::exporting {

namespace {

constexpr std::uint64_t kCaminosCreditCycles = 4;

void expect_caminos_holds(const ExportNetwork& network) {
  expect_two_way(network, "caminos makes every link two-way");
  const auto different = std::ranges::find_if(
      network.nodes, [&](const ExportNode& node) { return node.terminals != network.nodes.front().terminals; });
  if (different != network.nodes.end()) {
    throw_input_error(
        fmt::format("{} of '{}' has {} servers and {} has {}; caminos wants as many servers on every router",
                    different->address, network.name, different->terminals, network.nodes.front().address,
                    network.nodes.front().terminals),
        "export a network whose nodes all have as many terminals and that has no interchanges, or to another "
        "simulator");
  }
  expect_connected(network, "is not connected, and caminos finds no route");
}

/// The name of CAMINOS's own topology for the network, which has one class of links for each dimension; empty if there
/// is none. A torus of radix 2 has none: it would have two links between two routers.
std::string built_in(const ExportNetwork& network) {
  const auto all = [&](DimensionShape shape, std::uint32_t least) {
    return !network.dimensions.empty() && std::ranges::all_of(network.dimensions, [&](const ExportDimension& each) {
      return each.radix >= least && (each.shape == shape || each.radix == 2);
    });
  };
  if (all(DimensionShape::line, 2)) return "Mesh";
  if (all(DimensionShape::ring, 3)) return "Torus";
  return all(DimensionShape::complete, 2) ? "Hamming" : "";
}

/// Cycles of a class of links: those of its slowest link. `belongs` says which links are of the class.
template <class Belongs>
std::uint64_t class_cycles(ExportNetwork& network, const std::string& of, Belongs belongs) {
  std::uint64_t least = ~std::uint64_t{0}, most = 1;
  for (const ExportLink& link : network.links) {
    if (!belongs(link)) continue;
    least = std::min(least, link.cycles);
    most = std::max(most, link.cycles);
  }
  if (least < most)
    note(network, "caminos has one delay for {}: {} to {} cycles, the slowest is written", of, least, most);
  return most;
}

/// Neighbours of each router, in the order of its ports.
std::string neighbours(const ExportNetwork& network, const std::vector<ExportChannel>& channels) {
  std::vector<std::vector<std::uint64_t>> next(network.nodes.size());
  for (const ExportChannel& each : channels) next[each.from].push_back(each.to);
  const auto degree = most_over<std::size_t>(next, [](const auto& each) { return each.size(); });
  std::string out = fmt::format("NODOS {}\nGRADO {}\n", next.size(), degree);
  for (std::size_t i = 0; i < next.size(); ++i) out += fmt::format("N {}\n{}\n", i, join(next[i], " "));
  return out;
}

/// The topology of the configuration, and the cycles of each class of links.
std::pair<std::string, std::vector<std::uint64_t>> caminos_topology(ExportNetwork& network, const std::string& stem) {
  const std::string servers = fmt::format("servers_per_router: {}", network.nodes.front().terminals);
  const std::string name = built_in(network);
  if (name.empty()) {
    return {fmt::format("File {{ filename: \"{}.topo\", format: 0, {} }}", stem, servers),
            {class_cycles(network, "all links", [](const ExportLink&) { return true; })}};
  }
  std::vector<std::uint32_t> sides;
  std::vector<std::uint64_t> cycles;
  for (std::size_t i = 0; i < network.dimensions.size(); ++i) {
    sides.push_back(network.dimensions[i].radix);
    cycles.push_back(class_cycles(network, fmt::format("dimension {}", i), [&](const ExportLink& link) {
      return link.link_class == network.dimensions[i].link_class;
    }));
  }
  return {fmt::format("{} {{ sides: [{}], {} }}", name, join(sides, ", "), servers), std::move(cycles)};
}

/// The last class of links is for those of the servers.
constexpr std::string_view kConfiguration =
    R"(// a phit is a channel's width; buffers of {0} phits cover {1} cycles of a credit
// run in this folder: the program that caminos-lib's documentation makes, with this file as its argument
Configuration
{{
	random_seed: 1,
	warmup: 10000,
	measured: 10000,
	topology: {2},
	traffic: HomogeneousTraffic
	{{
		pattern: Uniform,
		servers: {3},
		load: 0.01,
		message_size: {4},
	}},
	maximum_packet_size: {4},
	router: InputOutput
	{{
		virtual_channels: {5},
		virtual_channel_policies: [ EnforceFlowControl, Random ],
		allocator: Random {{ seed: 1 }},
		crossbar_delay: {6},
		buffer_size: {0},
		output_buffer_size: {0},
		bubble: false,
		flit_size: {4},
		intransit_priority: false,
		allow_request_busy_port: true,
	}},
	routing: Shortest,
	link_classes: [ {7}LinkClass {{ delay: 1 }} ],
}}
)";

std::vector<ExportFile> write_caminos(const Export& target, ExportNetwork& network, const ExportChoice& choice) {
  const std::string stem = plain_file_stem(target.name, choice.file);
  expect_caminos_holds(network);
  const std::vector<ExportChannel> kept = channels_without_parallel(network, target.name);
  note_wide_links(network, "CAMINOS passes one flit a cycle over each");
  const auto [topology, cycles] = caminos_topology(network, stem);
  const std::uint64_t router = network.nodes.front().cycles;
  const std::uint64_t flits = network.packet_flits();
  const std::uint64_t loop = 2 * std::ranges::max(cycles) + router + kCaminosCreditCycles;
  // CAMINOS passes whole packets on. A buffer that cannot hold one would never let one through.
  const std::uint64_t buffer = std::max(flits, buffer_flits(network, loop));
  std::string classes;
  for (const std::uint64_t each : cycles) append(classes, "LinkClass {{ delay: {} }}, ", each);
  return {{"", commented_header(target, network, "//") + fmt::format(kConfiguration, buffer, loop, topology,
                                                                     network.terminals(), flits,
                                                                     network.virtual_channels, router, classes)},
          {".topo", neighbours(network, kept)}};
}

}  // namespace

Export caminos_export() {
  return {.name = "caminos",
          .summary = "CAMINOS: a configuration with a delay for each class of links, and neighbours",
          .source = "caminos-lib 0.6, src/topology/neighbourslists.rs, cartesian.rs and src/router/input_output.rs",
          .extension = ".cfg",
          .ignores =
              "it has one delay for each class of links, in meshes, tori and products of complete graphs a class "
              "for each dimension, else one class for all; it routes by hops and leaves freedom from deadlock to "
              "its virtual channels; servers' links take 1 cycle; places and lengths are not taken",
          .sends = "its configuration has uniform traffic",
          .route_cost = RouteCostUse::hops_alone,
          .why_unknown = "what its router takes beside crossbar_delay has not been seen in a run",
          .counts_cycles = true,
          .several_files = true,
          .limits = {1 << 14, 1 << 18, 30},
          .expect_file = [](const std::string& path) { plain_file_name("caminos", path); },
          .write = write_caminos};
}

}  // namespace cutline::exporting
