// SPDX-License-Identifier: Apache-2.0
#include "output/export/file_text.hpp"
#include "output/text/xml.hpp"

namespace cutline::exporting {

namespace {

/// The id of a host or router in XML.
std::string id_of(const ExportNetwork& network, std::uint64_t number) {
  return network.named ? text::xml_escape(node_id(network, number)) : fmt::format("n{}", number);
}

std::string time_text(Time time) { return text::figure_text(in_ns(time)) + "ns"; }

/// The model CM02, because the default model multiplies latencies by 13.01, the factor of TCP over a wide area.
constexpr std::string_view kHead = R"(<platform version="4.1">
  <config>
    <prop id="network/model" value="CM02"/>
    <prop id="network/crosstraffic" value="0"/>
    <prop id="surf/precision" value="1e-15"/>
  </config>
  <zone id="{}" routing="{}">
)";

/// Ends a tag: with a property inside that tells watts, idle and fully loaded, or without.
std::string watts_text(std::string_view tag, std::string_view property, const std::optional<ExportWatts>& watts) {
  if (!watts) return "/>";
  return fmt::format("><prop id=\"{}\" value=\"{}:{}\"/></{}>", property, text::figure_text(watts->typical),
                     text::figure_text(watts->most), tag);
}

std::string watts_of_link(const std::optional<ExportWatts>& watts) {
  return watts_text("link", "wattage_range", watts);
}

/// A link both ways. SimGrid gives the halves of one that is SPLITDUPLEX its name with an ending, but none of its
/// properties; where it draws watts, the halves are written in its place, with the same names.
void put_link(std::string& out, std::size_t number, const ExportLink& link, const std::string& speed) {
  if (!link.watts || link.one_way) {
    append(out, "    <link id=\"l{}\" {} sharing_policy=\"{}\"{}\n", number, speed,
           link.one_way ? "SHARED" : "SPLITDUPLEX", watts_of_link(link.watts));
    return;
  }
  const ExportWatts half{link.watts->typical / 2, link.watts->most / 2};
  for (const char* way : {"UP", "DOWN"})
    append(out, "    <link id=\"l{}_{}\" {} sharing_policy=\"SHARED\"{}\n", number, way, speed, watts_of_link(half));
}

void put_links(std::string& out, const ExportNetwork& network, const std::vector<ExportChannel>& channels) {
  const double period = in_ns(network.period());
  // The delay of a router is a link whose bandwidth is never a limit.
  for (std::size_t i = 0; i < network.nodes.size(); ++i) {
    append(out, "    <link id=\"r{}\" bandwidth=\"1e18Bps\" latency=\"{}\" sharing_policy=\"FATPIPE\"{}\n", i,
           time_text(network.time_of(network.nodes[i])), watts_of_link(network.nodes[i].watts));
  }
  std::vector<bool> used(network.links.size());
  for (const ExportChannel& each : channels) used[each.link] = true;
  for (std::size_t i = 0; i < network.links.size(); ++i) {
    if (!used[i]) continue;
    const ExportLink& link = network.links[i];
    put_link(out, i, link,
             fmt::format("bandwidth=\"{}Bps\" latency=\"{}\"", text::figure_text(link.width_bits / 8 / period * 1e9),
                         time_text(network.time_of(link))));
  }
}

/// A link that a route enters, and in which direction. The halves of a link that draws watts are links of their own.
std::string entered_text(std::size_t number, const ExportLink& link, bool up) {
  if (link.one_way) return fmt::format(R"(id="l{}")", number);
  const char* way = up ? "UP" : "DOWN";
  return link.watts ? fmt::format(R"(id="l{}_{}")", number, way)
                    : fmt::format(R"(id="l{}" direction="{}")", number, way);
}

/// Writes a route: each link, and the delay of the router that it enters.
void put_route(std::string& out, const ExportNetwork& network, const std::vector<ExportChannel>& hops) {
  append(out, R"(    <route src="{}" dst="{}" symmetrical="NO">)", id_of(network, hops.front().from),
         id_of(network, hops.back().to));
  for (const ExportChannel& hop : hops) {
    const ExportLink& link = network.links[hop.link];
    append(out, R"(<link_ctn {}/><link_ctn id="r{}"/>)", entered_text(hop.link, link, hop.from == link.from), hop.to);
  }
  out += "</route>\n";
}

/// Writes the path of every pair of hosts. `channels` has the channels that were kept of parallel ones.
void put_paths(std::string& out, const ExportNetwork& network, const ExportRoutes& routes,
               const std::vector<ExportChannel>& channels) {
  std::map<std::pair<std::uint64_t, std::uint64_t>, ExportChannel> kept;
  for (const ExportChannel& each : channels) kept[{each.from, each.to}] = each;
  routes.for_each_way([&](std::uint64_t to, std::uint32_t layer, const ExportWays& ways) {
    for (std::uint64_t from = 0; from < routes.destinations(); ++from) {
      const bool hosts = network.nodes[from].terminals > 0 && network.nodes[to].terminals > 0;
      if (!hosts || from == to || routes.layer(from, to) != layer) continue;
      std::vector<ExportChannel> hops;
      for (std::uint64_t at = from; at != to; at = hops.back().to)
        hops.push_back(kept.at({at, ways.hops[at].front().to}));
      put_route(out, network, hops);
    }
  });
}

bool draws_watts(const ExportNetwork& network) {
  return std::ranges::any_of(network.links, [](const ExportLink& link) { return link.watts.has_value(); });
}

constexpr std::string_view kWatts =
    "  watts: of a switch those of the delay of its router, which is never loaded, so that it draws what is typical; "
    "of\n"
    "  a cable half of both its ends each way: typical when idle, the most when full; of a host those of the ends of\n"
    "  the cables to its terminals, and nothing else of it. The plugins link_energy and host_energy add them up\n";

/// A node: what has no terminals sends nothing. The speed of hosts is not ours to tell.
void put_node(std::string& out, const ExportNetwork& network, std::size_t i) {
  const ExportNode& node = network.nodes[i];
  if (node.terminals == 0) {
    append(out, "    <router id=\"{}\"/>\n", id_of(network, i));
    return;
  }
  const auto watts = node.watts ? std::optional(node.terminal_watts) : std::nullopt;
  append(out, "    <host id=\"{}\" speed=\"1Gf\"{}\n", id_of(network, i),
         watts_text("host", "wattage_per_state", watts));
}

std::string platform(const Export& target, const ExportNetwork& network, const std::vector<ExportChannel>& channels) {
  std::string out = "<?xml version=\"1.0\"?>\n<!DOCTYPE platform SYSTEM \"https://simgrid.org/simgrid.dtd\">\n<!--\n";
  for (const std::string& line : export_header(target, network)) append(out, "  {}\n", text::xml_comment(line));
  append(out, "  {}: nodes, those without a host are interchanges or switches; l: links; r: delays of routers, one\n",
         network.named ? "by name" : fmt::format("n0 .. n{}", network.nodes.size() - 1));
  const ExportRoutes* routes = network.routed();
  const char* routing = routes == nullptr ? "Dijkstra" : "Full";
  append(out, "  for each that a route enters\n");
  if (draws_watts(network)) out += kWatts;
  append(out, "-->\n");
  std::string zone = "network";
  const auto is_taken = [&](const ExportNode& node) { return network.named && node.address == zone; };
  while (std::ranges::any_of(network.nodes, is_taken)) zone += '_';
  vappend(out, kHead, fmt::make_format_args(zone, routing));
  for (std::size_t i = 0; i < network.nodes.size(); ++i) put_node(out, network, i);
  put_links(out, network, channels);
  if (routes == nullptr) {
    for (const ExportChannel& each : channels) put_route(out, network, {each});
  } else {
    put_paths(out, network, *routes, channels);
  }
  append(out, "  </zone>\n</platform>\n");
  return out;
}

constexpr std::string_view kSimgridProgram =
    R"(// Sends one message over the platform beside this file and prints what it takes.
// Build: g++ -std=c++17 THIS_FILE -lsimgrid -o send
// Run:   ./send PLATFORM FROM TO BYTES    as ./send network.xml n0 n5 64; read what it prints, not its exit code
//        ./send PLATFORM all all BYTES    every host to every other, one message after the other: the mean
//        ./send ... --cfg=plugin:link_energy --cfg=plugin:host_energy    the joules, if the platform tells watts
// The platform sets the network model CM02. Programs with a configuration of their own need --cfg=network/model:CM02,
// for the default model makes latencies 13.01 times as long.
#include <cstdio>
#include <simgrid/s4u.hpp>
#include <string>
#include <vector>

namespace s4u = simgrid::s4u;

// Sender and receiver go from host to host together.
void send_all(s4u::Engine& engine, unsigned long long bytes) {
  static int message = 0;
  static double sum_ns = 0;
  const std::vector<s4u::Host*> hosts = engine.get_all_hosts();
  s4u::Mailbox* box = s4u::Mailbox::by_name("box");
  s4u::BarrierPtr both = s4u::Barrier::create(2);
  s4u::Actor::create("sender", hosts[0], [=] {
    for (s4u::Host* from : hosts) {
      for (s4u::Host* to : hosts) {
        if (from == to) continue;
        s4u::this_actor::set_host(from);
        both->wait();
        const double begun = s4u::Engine::get_clock();
        box->put(&message, bytes);
        sum_ns += (s4u::Engine::get_clock() - begun) * 1e9;
      }
    }
    const double pairs = static_cast<double>(hosts.size()) * static_cast<double>(hosts.size() - 1);
    std::printf("mean of %.0f messages of %llu bytes: %.9g ns\n", pairs, bytes, sum_ns / pairs);
  });
  s4u::Actor::create("receiver", hosts[0], [=] {
    for (s4u::Host* from : hosts) {
      for (s4u::Host* to : hosts) {
        if (from == to) continue;
        s4u::this_actor::set_host(to);
        both->wait();
        box->get<int>();
      }
    }
  });
  engine.run();
}

int main(int argc, char** argv) {
  s4u::Engine engine(&argc, argv);
  if (argc != 5) {
    std::fprintf(stderr, "usage: send PLATFORM FROM TO BYTES\n");
    return 2;
  }
  engine.load_platform(argv[1]);
  if (std::string(argv[2]) == "all") {
    send_all(engine, std::stoull(argv[4]));
    return 0;
  }
  s4u::Host* from = engine.host_by_name(argv[2]);
  s4u::Host* to = engine.host_by_name(argv[3]);
  const auto bytes = std::stoull(argv[4]);
  s4u::Mailbox* box = s4u::Mailbox::by_name("box");
  static int message = 0;
  s4u::Actor::create("sender", from, [=] { box->put(&message, bytes); });
  s4u::Actor::create("receiver", to, [=] {
    box->get<int>();
    std::vector<s4u::Link*> links;
    double latency = 0;
    from->route_to(to, links, &latency);
    std::printf("%s to %s: %llu bytes in %.9g ns over", argv[2], argv[3], bytes, s4u::Engine::get_clock() * 1e9);
    for (const s4u::Link* link : links) std::printf(" %s", link->get_cname());
    std::printf("\n");
  });
  engine.run();
}
)";

std::vector<ExportFile> write_simgrid(const Export& target, ExportNetwork& network, const ExportChoice&) {
  const std::vector<ExportChannel> kept = channels_without_parallel(network, "a zone of SimGrid");
  expect_connected(network, "has nodes without a way to others, and SimGrid stops at the first message");
  note_shared_terminals(network, "one host");
  const std::string program = commented_header(target, network, "//") + std::string(kSimgridProgram);
  return {{"", platform(target, network, kept)}, {".cpp", program}};
}

}  // namespace

Export simgrid_export() {
  return {.name = "simgrid",
          .summary = "SimGrid: a platform with a latency and bandwidth for each link, and a program",
          .source = "SimGrid 3.32, documentation of the platform's XML; routing zone Dijkstra",
          .extension = ".xml",
          .ignores =
              "where it finds its routes itself they have the fewest links, whatever their delay; messages share "
              "bandwidth as fluids do, without packets, buffers or deadlock; places and lengths are not taken",
          .sends = "a run sends one message, or one for each pair in turn",
          .route_cost = RouteCostUse::hops_alone,
          .times = LinkTimes::clocked,
          .latency = LatencyLaw::simgrid,
          .routes = RouteSupport::by_pair,
          .routes_where = "pair by pair",
          .tells_names = true,
          .several_files = true,
          .limits = {1 << 14, 1 << 17, 450, 128},
          .write = write_simgrid};
}

}  // namespace cutline::exporting
