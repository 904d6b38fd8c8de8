// SPDX-License-Identifier: Apache-2.0

#include "output/export/channels.hpp"
#include "output/export/file_text.hpp"
#include "output/export/route_sums.hpp"

namespace cutline::exporting {

namespace {

std::string sums_text(const RouteSums& sums, const char* unit) {
  if (!sums.differ()) return fmt::format("{:.4f} {}", sums.least, unit);
  return fmt::format("{:.4f} to {:.4f} {} (equal routes differ)", sums.least, sums.most, unit);
}

/// The latency of gem5's garnet: mean cycles of routers and links. The cycles of gem5's interfaces are left out,
/// because no run has measured them.
ExpectedLatency garnet_latency(const ExportNetwork& network) {
  const SortedChannels channels(network, fastest_channels(network));
  const auto cycles = [&](std::uint64_t node) {
    return static_cast<double>(std::max<std::uint64_t>(1, network.nodes[node].cycles));
  };
  const Pairs pairs = terminals_of(network);
  const std::vector<double> steps = channels.each([&](const ExportChannel& each) {
    return static_cast<double>(network.links[each.link].cycles) + cycles(each.to);
  });
  auto sums = taken_sums(network, channels, steps, pairs);
  if (!sums) return not_searched(network, channels);
  double own = 0;
  for (std::uint64_t node = 0; node < network.nodes.size(); ++node) own += network.nodes[node].terminals * cycles(node);
  own /= static_cast<double>(network.terminals());
  constexpr double kEnds = 2;  // the links of the two terminals, one cycle each
  const auto tail = static_cast<double>(network.packet_flits() - 1);
  sums->least += own + kEnds + tail;
  sums->most += own + kEnds + tail;
  return {{"latency without load: routers, links, two ends of 1 cycle and the flits after the first take " +
           sums_text(*sums, "cycles") +
           " under uniform traffic with messages to oneself; what gem5's network interfaces add is not told, for it "
           "was not run"}};
}

/// The latency over pairs of hosts where each channel takes a time of its own, `step`, and `bits` besides flow once at
/// the rate of a channel. The line says that `what` takes it, in the mean over `pairs`. The number in cycles is told if
/// there is a clock and equally cheap routes have equal sums.
template <class Step>
ExpectedLatency timed_latency(const ExportNetwork& network, std::vector<ExportChannel> kept, const Step& step,
                              double bits, const std::string& what, const char* pairs) {
  const SortedChannels channels(network, std::move(kept));
  auto sums = taken_sums(network, channels, channels.each([&](const auto& each) { return in_ns(step(each)); }),
                         hosts_of(network));
  if (!sums) return not_searched(network, channels);
  const double flow = in_ns(network.period()) * (bits / network.width_bits);
  sums->least += flow;
  sums->most += flow;
  ExpectedLatency expected{{fmt::format("latency without load: {} takes {} in the mean over pairs of {}", what,
                                        sums_text(*sums, "ns"), pairs)}};
  if (network.clocked() && !sums->differ())
    (network.routed() != nullptr ? expected.on_these_routes : expected.on_own_routes) =
        sums->least / in_ns(network.cycle);
  return expected;
}

/// Store and forward: every hop takes the time of all bits of the packet, of its wire, and of a router as `routers`
/// gives it.
template <class Routers>
ExpectedLatency stored_latency(const ExportNetwork& network, double bytes, const std::string& what,
                               const Routers& routers) {
  const auto step = [&](const ExportChannel& each) {
    const ExportLink& link = network.links[each.link];
    return network.time_of(link) + routers(each) + network.period() * (8 * bytes / link.width_bits);
  };
  return timed_latency(network, channels(network), step, 0, what,
                       "nodes; every hop takes its bits, its wire and its router");
}

ExpectedLatency omnet_latency(const ExportNetwork& network) {
  const double bytes = message_bytes(network);
  return stored_latency(network, bytes, fmt::format("a packet of {} bytes", bytes),
                        [&](const ExportChannel& each) { return network.time_of(network.nodes[each.to]); });
}

ExpectedLatency ns3_latency(const ExportNetwork& network) {
  constexpr double kHeaders = 30;  // point to point, IP and UDP
  const double bytes = message_bytes(network);
  return stored_latency(
      network, bytes + kHeaders, fmt::format("a packet of {} bytes and {} of headers", bytes, kHeaders),
      [&](const ExportChannel& each) {
        return (network.time_of(network.nodes[each.from]) + network.time_of(network.nodes[each.to])) * 0.5;
      });
}

/// The latency of SimGrid: the latencies of hops add up, and the message's bits flow at the rate of a channel.
ExpectedLatency simgrid_latency(const ExportNetwork& network) {
  const double bytes = message_bytes(network);
  return timed_latency(
      network, fastest_channels(network), [&](const ExportChannel& each) { return step_over(network, each).delay; },
      8 * bytes, fmt::format("a message of {} bytes", bytes),
      "hosts: wires, the routers entered, and its bits over one channel");
}

}  // namespace

ExpectedLatency expected_latency(const Export& target, const ExportNetwork& network) {
  if (!target.why_unknown.empty()) return {{fmt::format("latency without load: not told, for {}", target.why_unknown)}};
  if (target.latency == LatencyLaw::nothing) return {};
  if (std::ranges::count_if(network.nodes, [](const ExportNode& node) { return node.terminals > 0; }) < 2)
    return {{"latency without load: none, for fewer than two nodes have terminals"}};
  if (target.latency == LatencyLaw::booksim) return booksim_latency(network);
  if (target.latency == LatencyLaw::garnet) return garnet_latency(network);
  if (target.latency == LatencyLaw::simgrid) return simgrid_latency(network);
  return target.latency == LatencyLaw::ns3 ? ns3_latency(network) : omnet_latency(network);
}

}  // namespace cutline::exporting
