// SPDX-License-Identifier: Apache-2.0
#include "output/export/file_text.hpp"

namespace cutline::exporting {

namespace {

// A GB/s of ASTRA-sim in bytes per ns.
constexpr double kBytesPerNs = 1024.0 * 1024 * 1024 / 1e9;

void expect_astra_sim_holds(const ExportNetwork& network) {
  const auto fits = [](const ExportDimension& each) {
    return !each.one_way && each.radix > 1 && (each.shape != DimensionShape::line || each.radix == 2);
  };
  if (!network.dimensions.empty() && std::ranges::all_of(network.dimensions, fits)) return;
  throw_input_error(fmt::format("astra_sim builds networks of rings and complete graphs, one for each dimension, and "
                                "'{}' is none",
                                network.name),
                    "export a torus, a hypercube, a ring or a complete graph, both ways");
}

/// The slowest wire of a dimension, with the router that it enters.
Time slowest_hop(ExportNetwork& network, std::size_t dimension) {
  Time least{1e300}, most;
  for (const ExportLink& link : network.links) {
    if (link.link_class != network.dimensions[dimension].link_class) continue;
    least = std::min(least, network.time_of(link));
    most = std::max(most, network.time_of(link));
  }
  if (least < most) {
    note(network, "astra_sim has one latency for dimension {}: wires take {} to {} ns there, the slowest is written",
         dimension, text::short_text(in_ns(least)), text::short_text(in_ns(most)));
  }
  Time router;
  for (const ExportNode& node : network.nodes) router = std::max(router, network.time_of(node));
  return most + router;
}

/// The system file: one algorithm of collective operations for each dimension.
std::string system_file(const ExportNetwork& network) {
  std::vector<std::string> ways;
  for (const ExportDimension& each : network.dimensions)
    ways.push_back(each.shape == DimensionShape::complete ? "\"direct\"" : "\"ring\"");
  const std::string list = fmt::format("[{}]", join(ways, ", "));
  std::string out = "{\n  \"scheduling-policy\": \"LIFO\",\n  \"endpoint-delay\": 1,\n";
  out += "  \"active-chunks-per-dimension\": 1,\n  \"preferred-dataset-splits\": 4,\n";
  for (const char* collective : {"all-reduce", "all-gather", "reduce-scatter", "all-to-all"})
    out += fmt::format("  \"{}-implementation\": {},\n", collective, list);
  return out + "  \"collective-optimization\": \"localBWAware\",\n  \"local-mem-bw\": 50\n}\n";
}

std::vector<ExportFile> write_astra_sim(const Export& target, ExportNetwork& network, const ExportChoice&) {
  expect_astra_sim_holds(network);
  expect_terminals_everywhere(target, network);
  note_shared_terminals(network, "one NPU");
  std::vector<std::string> shapes, latencies, bandwidths;
  std::vector<std::uint32_t> radices;
  const double period = in_ns(network.period());
  double fastest = 1e300;
  for (std::size_t i = 0; i < network.dimensions.size(); ++i) {
    const double latency = in_ns(slowest_hop(network, i));
    fastest = std::min(fastest, latency);
    shapes.push_back(network.dimensions[i].shape == DimensionShape::complete ? "FullyConnected" : "Ring");
    radices.push_back(network.dimensions[i].radix);
    latencies.push_back(text::figure_text(latency));
    const double width =
        std::ranges::find(network.links, network.dimensions[i].link_class, &ExportLink::link_class)->width_bits;
    bandwidths.push_back(text::figure_text(width / 8 / period / kBytesPerNs));
  }
  note(network, "astra_sim cuts what a message takes to whole ns, and the fastest hop takes {} ns",
       text::short_text(fastest));
  std::string out = commented_header(target, network, "#");
  out += "# a latency is that of a wire and of the router entered; 1 GB here is 2^30 bytes; an endpoint takes 1 ns\n";
  // The congestion-aware simulator takes only one dimension.
  out += fmt::format("# run: AstraSim_Analytical_Congestion_{} ", shapes.size() == 1 ? "Aware" : "Unaware");
  out += "--network-configuration=THIS_FILE, the .json beside it as\n";
  out += "# --system-configuration, and a workload and a remote memory of your own\n";
  out += fmt::format("topology: [ {} ]\nnpus_count: [ {} ]\n", join(shapes, ", "), join(radices, ", "));
  out +=
      fmt::format("bandwidth: [ {} ]  # GB/s\nlatency: [ {} ]  # ns\n", join(bandwidths, ", "), join(latencies, ", "));
  return {{"", out}, {".json", system_file(network)}};
}

}  // namespace

Export astra_sim_export() {
  return {.name = "astra_sim",
          .summary = "ASTRA-sim, analytical: a latency and a bandwidth for each dimension",
          .source = "astra-network-analytical of November 2024, NetworkParser.cpp and input/*.yml",
          .extension = ".yml",
          .ignores =
              "it has one latency and one bandwidth for each dimension, routes dimension after dimension by hops, "
              "and holds rings and complete graphs alone; places, lengths and single links are not taken",
          .sends = "the workload of a run chooses the messages",
          .route_cost = RouteCostUse::hops_alone,
          .times = LinkTimes::clocked,
          .why_unknown = "it shows how long workloads take, not messages",
          .several_files = true,
          .limits = {1 << 20, 1 << 22, 1},
          .write = write_astra_sim};
}

}  // namespace cutline::exporting
