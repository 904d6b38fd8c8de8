// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include "app/exported_links.hpp"

/// Executes the configuration for SST with stand-ins for SST's Python modules, which record what it builds.

namespace {

using namespace cutline::test;

/// Components and links as in SST's core: a link ends at two components, and each end has a latency.
constexpr const char* kCore = R"(components, links = {}, []
class Component:
    def __init__(self, name, kind):
        self.name, self.kind, self.params = name, kind, {}
        components[name] = self
    def addParams(self, params): self.params.update(params)
    def addParam(self, key, value): self.params[key] = value
    def addLink(self, link, port, latency): link.end(self, port, latency)
class Link:
    def __init__(self, name):
        self.name, self.ends = name, []
        links.append(self)
    def end(self, component, port, latency):
        assert isinstance(component, Component) and len(self.ends) < 2
        self.ends.append((component, port, latency))
    def connect(self, a, b):
        self.end(*a)
        self.end(*b)
)";

/// The layer of merlin above the core: one latency for all links of a topology, as in merlin itself.
constexpr const char* kMerlin = R"(import networkx, sst
class hr_router:
    def instanceRouter(self, name, radix, number):
        router = sst.Component(name, "merlin.hr_router")
        router.addParams(dict(vars(self), num_ports=radix))
        return router
class topoAny:
    def _instanceRouter(self, radix, rtr_id):
        return self.router.instanceRouter("router%d" % rtr_id, radix, rtr_id)
    def import_graph(self, graph):
        assert not graph.is_directed() and not graph.is_multigraph() and list(graph) == list(range(len(graph)))
        self.loaded_graph, self.connectivity_map = graph, {}
        for node in graph:
            assert type(graph.nodes[node]["endpoints"]) is int
            self.connectivity_map[node] = {other: [i] for i, other in enumerate(graph[node])}
    def getNumNodes(self):
        return sum(self.loaded_graph.nodes[node]["endpoints"] for node in self.loaded_graph)
    def calculate_routing_table(self):
        return dict(networkx.all_pairs_dijkstra_path(self.loaded_graph))
    def build(self, endpoint):
        terminals = {node: self.loaded_graph.nodes[node]["endpoints"] for node in self.loaded_graph}
        routers = [self._instanceRouter(len(self.connectivity_map[n]) + terminals[n], n) for n in self.loaded_graph]
        for a, b in self.loaded_graph.edges():
            link = sst.Link("link_%d_%d" % (a, b))
            for end, other in ((a, b), (b, a)):
                routers[end].addLink(link, "port%d" % self.connectivity_map[end][other][0], self.link_latency)
        for node in terminals:
            for i in range(terminals[node]):
                link, nic = sst.Link("terminal"), sst.Component("nic%d.%d" % (node, i), "nic")
                port = "port%d" % (len(self.connectivity_map[node]) + i)
                link.connect((nic, "port", self.host_link_latency), (routers[node], port, self.host_link_latency))
class EndpointNIC:
    def __init__(self, use_reorderLinkControl, topo): self.plugins = {}
    def addPlugin(self, name, routing_table): self.plugins[name] = routing_table
class OfferedLoadJob:
    def __init__(self, number, size): self.size = size
    def setEndpointNIC(self, nic): self.nic = nic
class UniformTarget: pass
class System:
    def setTopology(self, topology): self.topology = topology
    def allocateNodes(self, job, how): assert job.size == self.topology.getNumNodes()
    def build(self): self.topology.build(None)
)";

constexpr const char* kRun = R"(import runpy, sst
net = runpy.run_path("net.py")
before = sst.Link
assert before.__module__ == "sst"
for link in sst.links:
    (a, port_a, there), (b, port_b, back) = link.ends
    assert there == back and there.endswith("ps") and int(there[:-2]) >= 1
    if a.kind == b.kind:
        print(a.name[6:], b.name[6:], there)
routers = [sst.components["router%d" % i] for i in range(len(net["ROUTERS"]))]
ports = [(end[0].name, end[1]) for link in sst.links for end in link.ends if end[0] in routers]
assert len(ports) == len(set(ports)) == sum(r.params["num_ports"] for r in routers)
print("routers", *(r.params["input_latency"] for r in routers))
print("route", *net["nic"].plugins["sourceRoutingPlugin"][0][min(3, len(routers) - 1)])
flit, buffers = routers[0].params["flit_size"], routers[0].params["input_buf_size"]
longest = max(int(l.ends[0][2][:-2]) for l in sst.links)
assert flit == "32b" and float(routers[0].params["link_bw"][:-4]) == 128
assert int(buffers[:-1]) >= 32 * 2 * longest / 250
)";

}  // namespace

TEST_CASE("the SST configuration makes every link once with its own latency, every router with its own too") {
  const Place place(kSimulated);
  if (!has_module(place, "networkx")) {
    MESSAGE("NetworkX is not installed: tests skipped");
    return;
  }
  fs::create_directories(place / "sst/merlin");
  place.write("sst/__init__.py", kCore);
  place.write("sst/merlin/__init__.py", "");
  place.write("sst/merlin/base.py", kMerlin);
  for (const char* module : {"endpoint", "interface", "targetgen", "topology"})
    place.write(std::string("sst/merlin/") + module + ".py", "from sst.merlin.base import *\n");
  place.write("run.py", kRun);
  for (const char* candidate : {"torus", "express", "parallel"}) {
    for (const char* cost : {"router+wire", "hop"}) {
      CAPTURE(std::string(candidate));
      const std::string arguments = std::string(" -c ") + candidate + " --route-cost " + cost;
      REQUIRE(place.run("export spec.yaml -o net.py --to sst" + arguments).code == 0);
      std::map<std::string, long long> fastest;  // of parallel links
      for (const Row& link : links_of(place, arguments)) {
        const long long ps = 250 * link.integer("delay_cycles");
        long long& least = fastest.emplace(link.text("from") + " " + link.text("to"), ps).first->second;
        least = std::min(least, ps);
      }
      std::set<std::string> expected;
      for (const auto& [ends, ps] : fastest) expected.insert(ends + " " + std::to_string(ps) + "ps");
      std::set<std::string> found;
      std::string routers, route;
      std::stringstream lines(place.output_of(python() + " run.py"));
      for (std::string line; std::getline(lines, line);) {
        if (line.rfind("routers ", 0) == 0) {
          routers = line;
        } else if (line.rfind("route ", 0) == 0) {
          route = line;
        } else {
          CHECK(found.insert(line).second);
        }
      }
      CHECK(found == expected);
      const bool express = std::string(candidate) == "express";
      CHECK(contains(routers, "500ps") == true);
      CHECK(contains(routers, "250ps 250ps") == express);
      if (express) CHECK(route == "route 0 1 2 3");
    }
  }
}
