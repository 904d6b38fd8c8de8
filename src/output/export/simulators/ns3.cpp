// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "output/export/file_text.hpp"

namespace cutline::exporting {

namespace {

constexpr double kFemtosecondsPerNs = 1e6;
constexpr double kMostBitsPerSecond = 1e18;
constexpr double kMostMetric = 65535;
constexpr std::size_t kSlowNodes = 256;

std::int64_t femtoseconds(Time time) {
  const double exact = in_ns(time) * kFemtosecondsPerNs;
  expect_short(time, 1e12, "ns-3", "femtoseconds it counts up to 1e18");  // times of ns-3 have 64 bits, with a sign
  return exact > 0 ? std::max<std::int64_t>(1, std::llround(exact)) : 0;
}

std::int64_t bits_per_second(const ExportLink& link, Time period) {
  const double exact = link.width_bits / in_ns(period) * 1e9;
  if (exact > kMostBitsPerSecond) {
    throw_limit_error(fmt::format("a channel of {} bits/s is too fast for ns-3: it counts up to {}",
                                  text::scientific_text(exact), text::scientific_text(kMostBitsPerSecond)),
                      "name a slower clock with --clock");
  }
  return std::max<std::int64_t>(1, std::llround(exact));
}

/// The cost that a metric of 1 stands for. Metrics are whole numbers of 16 bits.
double unit_of_metrics(ExportNetwork& network, const std::vector<ExportChannel>& channels) {
  const auto most = most_over<double>(channels, [&](const ExportChannel& each) { return network.cost(each); });
  const bool whole = network.clocked() || network.route_cost == RouteCost::hop;
  if (whole && most <= kMostMetric) return 1;
  const double unit = most / kMostMetric;
  note(network, "ns-3's metrics are whole numbers up to {}: costs of routes are rounded to {} {}", kMostMetric,
       text::short_text(unit), network.clocked() ? "cycles" : "ns");
  return unit;
}

std::string topology(ExportNetwork& network) {
  const std::vector<ExportChannel> both = channels(network);
  const double unit = unit_of_metrics(network, both);
  const Time period = network.period();
  const auto metric = [&](std::uint64_t from, std::uint64_t to, std::size_t link) {
    return std::max(1LL, std::llround(network.cost({from, to, link}) / unit));
  };
  std::string out = fmt::format("{} {}\n", network.nodes.size(), network.links.size());
  for (std::size_t i = 0; i < network.nodes.size(); ++i) {
    const ExportNode& node = network.nodes[i];
    append(out, "{} {} {}\n", i, text::figure_text(node.at_pitches[0]), text::figure_text(node.at_pitches[1]));
  }
  for (std::size_t i = 0; i < network.links.size(); ++i) {
    const ExportLink& link = network.links[i];
    const Time routers = (network.time_of(network.nodes[link.from]) + network.time_of(network.nodes[link.to])) * 0.5;
    append(out, "{} {} {}fs {} {} {} {}\n", link.from, link.to, femtoseconds(network.time_of(link)),
           femtoseconds(routers), metric(link.from, link.to, i), metric(link.to, link.from, i),
           bits_per_second(link, period));
  }
  return out;
}

constexpr std::string_view kNs3Program =
    R"(// Sends one UDP packet over the network beside this file and prints when its last bit arrives.
// Build: g++ -std=c++17 THIS_FILE -lns3-internet -lns3-point-to-point -lns3-network -lns3-core -o send
// Run:   ./send NETWORK FROM TO BYTES [ROUTES]    as ./send network.inet 0 5 64 network.routes, where that file was
// written too; without it packets go by the metrics. Read what it prints, not its exit code.
//        ./send NETWORK all NODES BYTES [ROUTES]    every one of the first NODES to every other, one packet after the
// other: the mean
#include <fstream>
#include <iostream>
#include <map>
#include <ns3/config.h>
#include <ns3/data-rate.h>
#include <ns3/inet-socket-address.h>
#include <ns3/internet-stack-helper.h>
#include <ns3/ipv4-global-routing-helper.h>
#include <ns3/ipv4-static-routing-helper.h>
#include <ns3/ipv4.h>
#include <ns3/point-to-point-helper.h>
#include <ns3/simulator.h>
#include <ns3/socket.h>
#include <ns3/uinteger.h>
#include <sstream>
#include <string>
#include <vector>

// A line of the file: ends, delay of the wire, of the routers in fs, metrics there and back, bits per second.
// InetTopologyReader reads it too: it takes the ends, and the wire's delay as the link's attribute "Weight".
using namespace ns3;

namespace {

constexpr int kPort = 9, kMostHops = 255;

void Receive(Ptr<Socket> socket) {
  const Ptr<Packet> packet = socket->Recv();
  SocketIpTtlTag ttl;
  packet->RemovePacketTag(ttl);
  std::cout << packet->GetSize() << " bytes in " << Simulator::Now().GetFemtoSeconds() << " fs over "
            << kMostHops - ttl.GetTtl() + 1 << " hops\n";
}

Ptr<Socket> Open(Ptr<Node> node) { return Socket::CreateSocket(node, TypeId::LookupByName("ns3::UdpSocketFactory")); }

// Each device is a subnet of its own: in one subnet with its neighbour a packet would take that link, whatever its
// metric.
std::uint32_t Attach(Ptr<NetDevice> device, std::uint16_t metric) {
  static std::uint32_t address = 0x0a000000;
  const Ptr<Ipv4> stack = device->GetNode()->GetObject<Ipv4>();
  const std::uint32_t interface = stack->AddInterface(device);
  stack->AddAddress(interface, Ipv4InterfaceAddress(Ipv4Address(++address), Ipv4Mask::GetOnes()));
  stack->SetMetric(interface, metric);
  stack->SetUp(interface);
  return interface;
}

// Interface 0 is the loopback.
Ipv4Address AddressOf(Ptr<Node> node) { return node->GetObject<Ipv4>()->GetAddress(1, 0).GetLocal(); }

// The interface of each node towards each neighbour.
using Interfaces = std::map<std::pair<std::size_t, std::size_t>, std::uint32_t>;

// Lines `to NODE LAYER` and then, for each node, the next one on the way there, - where no packet passes.
void Route(const std::string& routes, const NodeContainer& network, const Interfaces& interfaces) {
  std::ifstream file(routes);
  std::string line, word, next;
  while (std::getline(file, line)) {
    std::istringstream words(line);
    std::size_t to = 0, layer = 0;
    if (!(words >> word) || word != "to" || !(words >> to >> layer)) continue;
    for (std::size_t at = 0; words >> next; ++at) {
      if (next == "-") continue;
      const std::uint32_t interface = interfaces.at({at, std::stoul(next)});
      const Ptr<Ipv4> stack = network.Get(at)->GetObject<Ipv4>();
      Ipv4StaticRoutingHelper().GetStaticRouting(stack)->AddHostRouteTo(AddressOf(network.Get(to)), interface);
    }
  }
}

// Every node sends one packet to every other, one after the other.
struct All {
  NodeContainer nodes;
  std::size_t count = 0, from = 0, to = 0;
  std::uint32_t bytes = 0;
  std::vector<Ptr<Socket>> senders;
  std::vector<Ptr<Socket>> receivers;
  Time begun;
  double sum_fs = 0;

  void Next() {
    if (++to == count) {
      to = 0;
      ++from;
    }
    if (from == count) {
      const double pairs = static_cast<double>(count) * static_cast<double>(count - 1);
      std::cout << "mean of " << pairs << " packets of " << bytes << " bytes: " << sum_fs / pairs << " fs\n";
      return;
    }
    if (from == to) return Next();
    begun = Simulator::Now();
    senders[from]->Connect(InetSocketAddress(AddressOf(nodes.Get(to)), kPort));
    senders[from]->Send(Create<Packet>(bytes));
  }
  void Arrived(Ptr<Socket> socket) {
    socket->Recv();
    sum_fs += static_cast<double>((Simulator::Now() - begun).GetFemtoSeconds());
    Simulator::ScheduleNow(&All::Next, this);
  }
  void Run() {
    for (std::size_t i = 0; i < count; ++i) {
      senders.push_back(Open(nodes.Get(i)));
      receivers.push_back(Open(nodes.Get(i)));
      receivers[i]->Bind(InetSocketAddress(Ipv4Address::GetAny(), kPort));
      receivers[i]->SetRecvCallback(MakeCallback(&All::Arrived, this));
    }
    std::cout.precision(12);
    Simulator::ScheduleNow(&All::Next, this);
    Simulator::Run();
    Simulator::Destroy();
  }
};

}  // namespace

int main(int argc, char** argv) {
  if (argc != 5 && argc != 6) {
    std::cerr << "usage: send NETWORK FROM TO BYTES [ROUTES]\n";
    return 2;
  }
  // Before anything else: the default of 1 ns would round delays to it without a word.
  Time::SetResolution(Time::FS);
  Config::SetDefault("ns3::Ipv4L3Protocol::DefaultTtl", UintegerValue(kMostHops));

  std::ifstream file(argv[1]);
  std::size_t nodes = 0, links = 0, from = 0, to = 0;
  std::string skipped, delay;
  file >> nodes >> links;
  for (std::size_t i = 0; i < nodes; ++i) file >> skipped >> skipped >> skipped;
  NodeContainer network(nodes);
  InternetStackHelper().Install(network);
  Interfaces interfaces;
  std::uint64_t routers = 0, bits_per_s = 0;
  std::uint16_t there = 0, back = 0;
  while (file >> from >> to >> delay >> routers >> there >> back >> bits_per_s) {
    PointToPointHelper link;
    link.SetChannelAttribute("Delay", TimeValue(Time(delay) + FemtoSeconds(routers)));
    link.SetDeviceAttribute("DataRate", DataRateValue(DataRate(bits_per_s)));
    const NetDeviceContainer ends = link.Install(network.Get(from), network.Get(to));
    interfaces.insert({{from, to}, Attach(ends.Get(0), there)});
    interfaces.insert({{to, from}, Attach(ends.Get(1), back)});
    --links;
  }
  if (links != 0) {
    std::cerr << "the file ends early\n";
    return 2;
  }
  if (argc == 6) {
    Route(argv[5], network, interfaces);
  } else {
    Ipv4GlobalRoutingHelper::PopulateRoutingTables();
  }

  if (std::string(argv[2]) == "all") {
    All all;
    all.nodes = network;
    all.count = std::stoul(argv[3]);
    all.bytes = std::stoul(argv[4]);
    all.Run();
    return 0;
  }
  const Ptr<Node> source = network.Get(std::stoul(argv[2])), target = network.Get(std::stoul(argv[3]));
  const Ptr<Socket> receiver = Open(target), sender = Open(source);
  receiver->Bind(InetSocketAddress(Ipv4Address::GetAny(), kPort));
  receiver->SetIpRecvTtl(true);
  receiver->SetRecvCallback(MakeCallback(&Receive));
  sender->Connect(InetSocketAddress(AddressOf(target), kPort));
  const Ptr<Packet> packet = Create<Packet>(std::stoul(argv[4]));
  // Devices are ready after the simulator has started.
  Simulator::ScheduleNow([=] { sender->Send(packet); });
  Simulator::Run();
  Simulator::Destroy();
}
)";

std::vector<ExportFile> write_ns3(const Export& target, ExportNetwork& network, const ExportChoice&) {
  expect_two_way(network, "ns-3's point-to-point links go both ways");
  expect_connected(network, "has nodes without a way to others, and ns-3 drops their packets without a word");
  expect_terminals_everywhere(target, network);
  note(network, "an ns-3 node forwards at once: half of the delay of each end's router stands with the link");
  if (network.nodes.size() > kSlowNodes)
    note(network, "ns-3's start takes the cube of the nodes where it looks for routes: 4 s for 256, minutes for 1,024");
  note_shared_terminals(network, "one ns-3 node");
  const std::string file = topology(network);
  const std::string program = commented_header(target, network, "//") + std::string(kNs3Program);
  std::vector<ExportFile> files = {{"", file}, {".cpp", program}};
  add_routes_file(target, network, files);
  return files;
}

}  // namespace

Export ns3_export() {
  return {.name = "ns3",
          .summary = "ns-3: a topology in Inet's format, a program that builds it and sends a packet",
          .source = "ns-3.37, InetTopologyReader, PointToPointChannel and Ipv4GlobalRouting",
          .extension = ".inet",
          .ignores =
              "it stores every packet at every hop before it sends it on, adds headers of 30 bytes, takes one of "
              "equal routes and of parallel links, and drops a packet after 255 hops; lengths are not taken, "
              "and of places what its reader skips",
          .sends = "a run sends one packet, or one for each pair in turn",
          .times = LinkTimes::clocked,
          .latency = LatencyLaw::ns3,
          .routes = RouteSupport::by_destination,
          .routes_where = "in the .routes file, which its program takes",
          .several_files = true,
          .limits = {1024, 1 << 16, 90},
          .write = write_ns3};
}

}  // namespace cutline::exporting
