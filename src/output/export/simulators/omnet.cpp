// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "output/export/file_text.hpp"

namespace cutline::exporting {

namespace {

constexpr double kPictureSide = 1000;

std::string ns_text(Time time) {
  expect_short(time, 9e12, "OMNeT++",
               "femtoseconds it counts up to 9e12 ns");  // times of OMNeT++ have 64 bits, and count femtoseconds here
  return text::figure_text(in_ns(time)) + "ns";
}

constexpr std::string_view kTypes = R"(
channel Wire extends ned.DatarateChannel
{
    double cost;  // of routes
}

simple Node
{
    parameters:
        int address;
        int terminals;
        double delay @unit(s);  // of its router
        string routes = default("");  // a file of routes; without it packets take the cheapest way
        int to = default(-1);  // sends a packet to this address
        int bytes = default(64);
    gates:
        inout port[];
}

network CutlineNetwork
{
    submodules:
)";

void put_nodes(std::string& out, const ExportNetwork& network) {
  double side = 1, top = 0;
  for (const ExportNode& node : network.nodes) {
    side = std::max({side, node.at_pitches[0], node.at_pitches[1]});
    top = std::max(top, node.at_pitches[1]);
  }
  const auto picture = [&](double pitches) { return std::llround(pitches / side * kPictureSide); };
  for (std::size_t i = 0; i < network.nodes.size(); ++i) {
    const ExportNode& node = network.nodes[i];
    append(out, "        n{0}: Node {{ address = {0}; terminals = {1}; delay = {2}; ", i, node.terminals,
           ns_text(network.time_of(node)));
    // In a picture, y grows downwards.
    append(out, "@display(\"p={},{}\"); }}{}\n", picture(node.at_pitches[0]), picture(top - node.at_pitches[1]),
           network.named ? "  // " + node.address : "");
  }
}

std::string ned(const Export& target, const ExportNetwork& network) {
  std::string out = commented_header(target, network, "//");
  append(out, "// n0 .. n{}: nodes; those without terminals are interchanges or switches\n{}", network.nodes.size() - 1,
         kTypes);
  put_nodes(out, network);
  append(out, "    connections:\n");
  const double period = in_ns(network.period());
  for (std::size_t i = 0; i < network.links.size(); ++i) {
    const ExportLink& link = network.links[i];
    const std::string wire =
        fmt::format("Wire {{ delay = {}; datarate = {}Gbps; cost = {}; }}", ns_text(network.time_of(link)),
                    text::figure_text(link.width_bits / period), text::figure_text(network.link_cost(i)));
    if (link.one_way) {
      append(out, "        n{}.port$o++ --> {} --> n{}.port$i++;\n", link.from, wire, link.to);
    } else {
      append(out, "        n{}.port++ <--> {} <--> n{}.port++;\n", link.from, wire, link.to);
    }
  }
  append(out, "}}\n");
  return out;
}

constexpr std::string_view kNodeModule =
    R"(// A node that sends packets on, as a file of routes says or along the cheapest way, and prints when one for itself
// arrives.
#include <omnetpp.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

using namespace omnetpp;

// Lines `layer SOURCE` and the layer of its packets for each destination; `to DESTINATION LAYER` and, for each node,
// where they go next: next/dateline*share, several with commas between, - where none pass.
struct ToldRoutes {
  std::map<long, std::vector<int>> layers;
  std::map<std::pair<long, int>, std::vector<std::string>> hops;

  explicit ToldRoutes(const std::string& name) {
    std::ifstream file(name);
    if (!file) throw cRuntimeError("there is no file of routes %s", name.c_str());
    std::string line, word;
    while (std::getline(file, line)) {
      std::istringstream words(line);
      long node = 0;
      int layer = 0;
      words >> word >> node;
      if (word == "layer") {
        while (words >> layer) layers[node].push_back(layer);
      } else if (word == "to") {
        words >> layer;
        while (words >> word) hops[{node, layer}].push_back(word);
      }
    }
  }
  const std::string& at(long node, long source, long to) const {
    const int layer = layers.empty() ? 0 : layers.at(source).at(to);
    return hops.at({to, layer}).at(node);
  }
};

class Node : public cSimpleModule {
 protected:
  void initialize() override {
    if (par("to").intValue() < 0) return;
    auto* packet = new cPacket("packet");
    packet->setByteLength(par("bytes").intValue());
    packet->addPar("from") = par("address").intValue();
    packet->addPar("to") = par("to").intValue();
    packet->addPar("hops") = 0L;
    sendOn(packet);
  }

  void handleMessage(cMessage* message) override {
    if (!message->isSelfMessage()) {
      message->par("hops") = message->par("hops").longValue() + 1;
      scheduleAt(simTime() + par("delay"), message);
    } else if (message->par("to").longValue() != par("address").intValue()) {
      sendOn(message);
    } else {
      EV << "arrived at " << par("address").intValue() << " after " << message->par("hops").longValue()
         << " hops at " << simTime() << " s\n";
      recordScalar("hops", static_cast<double>(message->par("hops").longValue()));
      recordScalar("arrival", simTime());
      delete message;
    }
  }

 private:
  void sendOn(cMessage* packet) {
    const int port = *par("routes").stringValue() == '\0' ? portTowards(packet->par("to").longValue())
                                                          : portTo(nextNode(packet));
    const simtime_t free = gate("port$o", port)->getTransmissionChannel()->getTransmissionFinishTime();
    sendDelayed(packet, std::max(free, simTime()) - simTime(), "port$o", port);
  }

  // One of the hops, by their shares.
  long nextNode(cMessage* packet) {
    static const ToldRoutes routes(par("routes").stdstringValue());
    std::istringstream hops(
        routes.at(par("address").intValue(), packet->par("from").longValue(), packet->par("to").longValue()));
    double left = uniform(0, 1);
    long next = -1;
    for (std::string hop; std::getline(hops, hop, ',') && left >= 0;) {
      next = std::stol(hop);
      const std::size_t share = hop.find('*');
      left -= share == std::string::npos ? 1 : std::stod(hop.substr(share + 1));
    }
    return next;
  }

  int portTo(long neighbour) {
    for (int i = 0; i < gateSize("port"); ++i) {
      if (gate("port$o", i)->getPathEndGate()->getOwnerModule()->par("address").intValue() == neighbour) return i;
    }
    throw cRuntimeError("no link leads to node %ld", neighbour);
  }

  int portTowards(long to) {
    const auto known = ports.find(to);
    if (known != ports.end()) return known->second;
    cTopology topology("network");
    topology.extractByNedTypeName(std::vector<std::string>{getNedTypeName()});
    cTopology::Node* target = nullptr;
    for (int i = 0; i < topology.getNumNodes(); ++i) {
      cTopology::Node* node = topology.getNode(i);
      if (node->getModule()->par("address").intValue() == to) target = node;
      for (int j = 0; j < node->getNumOutLinks(); ++j) {
        cTopology::LinkOut* link = node->getLinkOut(j);
        link->setWeight(link->getLocalGate()->getChannel()->par("cost").doubleValue());
      }
    }
    if (target == nullptr) throw cRuntimeError("there is no node %ld", to);
    topology.calculateWeightedSingleShortestPathsTo(target);
    cTopology::Node* self = topology.getNodeFor(this);
    if (self->getNumPaths() == 0) throw cRuntimeError("no way leads to node %ld", to);
    return ports[to] = self->getPath(0)->getLocalGate()->getIndex();
  }

  std::map<long, int> ports;
};

Define_Module(Node);
)";

constexpr std::string_view kSettings =
    R"(# build: opp_makemake -f -o network && make, in a folder that holds the .ned, the .cc and this file alone
# run:   ./network -u Cmdenv -f THIS_FILE
[General]
network = CutlineNetwork
# The default of 1 ps would round shorter delays.
simtime-resolution = fs
cmdenv-express-mode = false
)";

std::vector<ExportFile> write_omnet(const Export& target, ExportNetwork& network, const ExportChoice& choice) {
  expect_connected(network, "has nodes without a way to others, and its packets in OMNeT++ would end in an error");
  note_mean_costs(network);
  const std::string main = ned(target, network);
  const auto sends = [](const ExportNode& node) { return node.terminals > 0; };
  const auto first = std::ranges::find_if(network.nodes, sends);
  const auto last = std::find_if(network.nodes.rbegin(), network.nodes.rend(), sends);
  std::string settings = commented_header(target, network, "#") + std::string(kSettings) +
                         fmt::format("*.n{0}.to = {1}\n*.n{0}.bytes = {2}\n", first - network.nodes.begin(),
                                     network.nodes.rend() - last - 1, message_bytes(network));
  if (network.routed() != nullptr)
    settings += fmt::format("*.n*.routes = \"{}.routes\"\n", plain_file_stem("OMNeT++", choice.file));
  std::vector<ExportFile> files = {
      {"", main}, {".cc", commented_header(target, network, "//") + std::string(kNodeModule)}, {".ini", settings}};
  add_routes_file(target, network, files);
  return files;
}

}  // namespace

Export omnet_export() {
  return {.name = "omnet",
          .summary = "OMNeT++: a network in NED with delay, rate and cost for each link, and a node",
          .source = "OMNeT++ 6.1, Simulation Manual, chapters 3 and 9, and samples",
          .extension = ".ned",
          .ignores =
              "links carry what modules make of them: the node beside it stores every packet before it sends it on, "
              "takes one of equally cheap routes where it looks for them itself, and has buffers without end; lengths "
              "are not taken, and places for the picture alone",
          .sends = "a run sends the packets that its .ini file names",
          .times = LinkTimes::clocked,
          .latency = LatencyLaw::omnet,
          .routes = RouteSupport::any,
          .routes_where = "in the .routes file, which its node reads",
          .tells_names = true,
          .several_files = true,
          .limits = {1 << 14, 1 << 17, 150},
          .write = write_omnet};
}

}  // namespace cutline::exporting
