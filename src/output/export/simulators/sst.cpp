// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "output/export/file_text.hpp"

namespace cutline::exporting {

namespace {

constexpr double kPsPerNs = 1e3;

/// The time in whole picoseconds, the unit of SST.
std::int64_t picoseconds(Time time) {
  expect_short(time, 1e15, "SST", "picoseconds it counts up to 1e18");  // times of SST have 64 bits
  return std::llround(in_ns(time) * kPsPerNs);
}

void add_sst_notes(ExportNetwork& network) {
  const auto raised = std::ranges::count_if(
      network.links, [&](const ExportLink& link) { return in_ns(network.time_of(link)) * kPsPerNs < 1; });
  if (raised > 0)
    note(network, "less than a picosecond, written as 1: {}",
         text::counted(static_cast<std::uint64_t>(raised), "link"));
  note_wide_links(network, "merlin has one bandwidth for all");
}

/// Flits of an input buffer. A credit is back after both ways over the slowest link, and the router.
std::uint64_t buffer_of_ports(ExportNetwork& network) {
  constexpr double kCreditCycles = 4;
  Time slowest, router;
  for (const ExportLink& link : network.links) slowest = std::max(slowest, network.time_of(link));
  for (const ExportNode& node : network.nodes) router = std::max(router, network.time_of(node));
  const double loop = std::ceil((slowest * 2 + router) / network.period());
  // SST passes whole packets on. A buffer that cannot hold one would never let one through.
  return std::max(network.packet_flits(), buffer_flits(network, static_cast<std::uint64_t>(loop + kCreditCycles)));
}

void put_sst_tables(std::string& out, const ExportNetwork& network, std::uint64_t buffer,
                    const std::vector<ExportChannel>& channels) {
  append(out, "# (terminals, picoseconds) of each router\nROUTERS = [\n");
  for (const ExportNode& node : network.nodes)
    append(out, "    ({}, {}),\n", node.terminals, picoseconds(network.time_of(node)));
  append(out, "]\n# (router, router, picoseconds, weight) of each link\nLINKS = [\n");
  for (const ExportChannel& each : channels) {
    if (each.from > each.to) continue;
    append(out, "    ({}, {}, {}, {}),\n", each.from, each.to,
           std::max<std::int64_t>(1, picoseconds(network.time_of(network.links[each.link]))),
           text::figure_text(network.link_cost(each.link)));
  }
  const double period = in_ns(network.period());
  const double width = std::ceil(network.width_bits);
  append(out, "]\nFLIT_BITS = {}\nGBITS_PER_S = {}\n", width, text::figure_text(network.width_bits / period));
  append(out, "BUFFER_BITS = FLIT_BITS * {}\nMESSAGE_BITS = {}\n", buffer,
         std::max(1.0, std::ceil(network.message_bits)));
}

constexpr std::string_view kScript = R"(

def port(number):
    return "port%d" % number


class OwnLatencies:
    """A router that puts its own latency to each port towards another router."""

    def __init__(self, router, latencies):
        self.router = router
        self.latencies = latencies

    def __getattr__(self, name):
        return getattr(self.router, name)

    def addLink(self, link, name, latency):
        self.router.addLink(link.link, name, self.latencies.get(name, latency))


class PlainEnds:
    """Stands in for sst.Link: unwraps the routers that it is given."""

    make = sst.Link

    def __init__(self, name):
        self.link = PlainEnds.make(name)

    def connect(self, *ends):
        self.link.connect(*((getattr(end[0], "router", end[0]),) + tuple(end[1:]) for end in ends))


class Network(topoAny):
    """topoAny with a latency for each link and router: by itself it has one link_latency for all."""

    def _instanceRouter(self, radix, rtr_id):
        router = topoAny._instanceRouter(self, radix, rtr_id)
        router.addParam("input_latency", "%dps" % ROUTERS[rtr_id][1])
        latencies = {}
        for neighbour, ports in self.connectivity_map[rtr_id].items():
            picoseconds = self.loaded_graph.edges[rtr_id, neighbour]["picoseconds"]
            latencies.update({port(number): "%dps" % picoseconds for number in ports})
        return OwnLatencies(router, latencies)

    def build(self, endpoint):
        sst.Link = PlainEnds
        try:
            topoAny.build(self, endpoint)
        finally:
            sst.Link = PlainEnds.make


graph = networkx.Graph()
for i, (terminals, picoseconds) in enumerate(ROUTERS):
    graph.add_node(i, endpoints=terminals)
for a, b, picoseconds, weight in LINKS:
    graph.add_edge(a, b, picoseconds=picoseconds, weight=weight)

bandwidth = "%rGb/s" % GBITS_PER_S
buffers = "%db" % BUFFER_BITS

router = hr_router()
router.link_bw = bandwidth
router.xbar_bw = bandwidth
router.flit_size = "%db" % FLIT_BITS
router.input_latency = "0ps"
router.output_latency = "0ps"
router.input_buf_size = buffers
router.output_buf_size = buffers
router.num_vns = 2
router.xbar_arb = "merlin.xbar_arb_rr"

network = Network()
network.routing_mode = "source_routing"
network.topo_name = "network"
network.router = router
network.link_latency = "1ps"
network.host_link_latency = "1ps"
network.import_graph(graph)

nic = EndpointNIC(use_reorderLinkControl=True, topo=network)
nic.addPlugin("sourceRoutingPlugin", routing_table=network.calculate_routing_table())
nic.link_bw = bandwidth
nic.input_buf_size = buffers
nic.output_buf_size = buffers
nic.vn_remap = [0]

job = OfferedLoadJob(0, network.getNumNodes())
job.setEndpointNIC(nic)
job.pattern = UniformTarget()
job.offered_load = 0.01
job.link_bw = bandwidth
job.message_size = "%db" % MESSAGE_BITS
job.warmup_time = "20us"
job.collect_time = "20us"
job.drain_time = "100us"

system = System()
system.setTopology(network)
system.allocateNodes(job, "linear")
system.build()
)";

std::vector<ExportFile> write_sst(const Export& target, ExportNetwork& network, const ExportChoice&) {
  expect_two_way(network, "merlin takes undirected graphs alone");
  expect_connected(network, "is not connected, and merlin finds no route", true);
  const std::vector<ExportChannel> kept = channels_without_parallel(network, "merlin's graph");
  add_sst_notes(network);
  note_mean_costs(network);
  const std::uint64_t buffer = buffer_of_ports(network);
  std::string out = commented_header(target, network, "#");
  append(out, "# delays are written in whole picoseconds, a link's at least 1\n# run: sst THIS_FILE\n");
  append(out, "import networkx\nimport sst\nfrom sst.merlin.base import *\nfrom sst.merlin.endpoint import *\n");
  append(out, "from sst.merlin.interface import *\nfrom sst.merlin.targetgen import *\n");
  append(out, "from sst.merlin.topology import *\n\n");
  put_sst_tables(out, network, buffer, kept);
  out.append(kScript);
  return {{"", out}};
}

}  // namespace

Export sst_export() {
  return {.name = "sst",
          .summary = "SST merlin: a configuration in Python, a latency and a weight for each link",
          .source = "sst-elements, merlin: topology/pymerlin-topo-any.py and pymerlin-router.py of July 2026",
          .extension = ".py",
          .ignores =
              "it routes by the sum of weights, along one path a pair that Python finds at the start, and leaves "
              "freedom from deadlock to the routes; terminals' wires take 1 ps; places, lengths and widths of "
              "single links are not taken",
          .sends = "its endpoints have uniform traffic",
          .times = LinkTimes::clocked,
          .why_unknown = "what merlin's endpoints and arbitration add has not been seen in a run",
          .limits = {2048, 1 << 17, 60},
          .write = write_sst};
}

}  // namespace cutline::exporting
