// SPDX-License-Identifier: Apache-2.0
#include "flits/flit_simulator.hpp"

#include <algorithm>
#include <cmath>
#include <deque>
#include <stdexcept>

namespace cutline::test {

namespace {

constexpr std::uint64_t kStep = 0x9e3779b97f4a7c15;
/// Cycles between two checks whether a run has drained.
constexpr std::uint64_t kLook = 1000;

std::uint64_t mixed(std::uint64_t x) {
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
  x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
  return x ^ (x >> 31);
}

struct Packet {
  std::uint64_t wished = 0;
  std::uint32_t destination = 0, hop = 0, flits = 1;
  bool measured = false;
  FlitPath path;
};

/// A flit or a credit on its way to a port.
struct Arrival {
  std::uint32_t router = 0, port = 0, vc = 0;
  Flit flit;
};

/// The events of each of the next cycles.
template <class T>
class Calendar {
 public:
  explicit Calendar(std::uint64_t most_cycles) : days_(most_cycles + 1) {}
  void at(std::uint64_t cycle, const T& what) { days_[cycle % days_.size()].push_back(what); }
  std::vector<T>& of(std::uint64_t cycle) { return days_[cycle % days_.size()]; }

 private:
  std::vector<std::vector<T>> days_;
};

/// The destination of an input's credits or an output's flits: a port of a router, or a terminal.
struct Wire {
  bool terminal = false;
  std::uint32_t other = 0, port = 0, cycles = 1, channel = 0;
};

struct Terminal {
  std::deque<std::uint32_t> queue;  ///< packets that wait; the first may be partly sent
  std::uint32_t sent = 0, vc = 0, last_vc = ~std::uint32_t{0};
  std::uint32_t router = 0, port = 0;
  std::vector<std::uint32_t> credits;
};

class Simulation {
 public:
  Simulation(const FlitNetwork& network, const FlitRoutes& routes, const FlitDesign& design, const FlitRun& run);
  FlitResult result();

 private:
  void wire(const FlitNetwork& network);
  void cycle();
  void receive();
  void wish(std::uint32_t source);
  std::uint32_t drawn_flits(FlitRandom& random) const;
  void send(std::uint32_t source);
  bool pick_channel(Terminal& terminal, const Packet& packet) const;
  void arrive(const Arrival& at_terminal);
  void begin_route(std::uint32_t router, std::uint32_t input, std::uint32_t vc, std::uint64_t first_cycle);
  void route(const Arrival& head);
  void step(std::uint32_t router);
  std::uint32_t new_packet();
  double mean_so_far() const;
  bool in_window() const { return now_ >= run_.warm_up && now_ < run_.warm_up + run_.measured; }
  std::uint32_t first_of(std::uint32_t c) const {
    return c == kEveryClass ? 0 : c * design_.virtual_channels / design_.classes;
  }
  std::uint32_t last_of(std::uint32_t c) const { return c == kEveryClass ? design_.virtual_channels : first_of(c + 1); }

  const FlitNetwork& network_;
  const FlitRoutes& routes_;
  const FlitDesign& design_;
  const FlitRun& run_;
  std::uint64_t now_ = 0;
  std::vector<FlitRouter> routers_;
  std::vector<std::vector<Wire>> inputs_, outputs_;  ///< by router and port; the terminals' ports come first
  std::vector<std::uint32_t> output_of_channel_;
  std::vector<Terminal> terminals_;
  std::vector<double> rate_, reach_;  ///< packets of a source in a cycle; running sums of its traffic
  Calendar<Arrival> flits_, credits_, heads_, ejected_, returned_;
  std::vector<Packet> packets_;
  std::vector<std::uint32_t> unused_;
  std::vector<FlitDeparture> departures_;
  // Of the measured packets.
  std::uint64_t sent_ = 0, arrived_ = 0, flits_out_ = 0;
  double latencies_ = 0, wished_ = 0, wished_arrived_ = 0, alone_ = 0;
  std::vector<std::uint64_t> histogram_;
  std::vector<std::uint64_t> carried_;
};

std::uint64_t longest_way(const FlitNetwork& network, const FlitDesign& design) {
  std::uint64_t most = 1;
  for (const FlitChannel& each : network.channels) most = std::max<std::uint64_t>(most, each.cycles);
  return most + design.routing_cycles + design.traversal_cycles + design.credit_cycles + 2;
}

Simulation::Simulation(const FlitNetwork& network, const FlitRoutes& routes, const FlitDesign& design,
                       const FlitRun& run)
    : network_(network),
      routes_(routes),
      design_(design),
      run_(run),
      flits_(longest_way(network, design)),
      credits_(longest_way(network, design)),
      heads_(longest_way(network, design)),
      ejected_(longest_way(network, design)),
      returned_(longest_way(network, design)),
      carried_(network.channels.size()) {
  if (design.traversal_cycles == 0 || design.classes == 0 || run.packet_flits == 0 || run.measured == 0)
    throw std::invalid_argument("traversal, classes, flits and measured cycles are at least 1");
  wire(network);
  const std::size_t count = terminals_.size();
  double mean_flits = run.sizes.empty() ? run.packet_flits : 0;
  for (const FlitSize& size : run.sizes) mean_flits += size.share * size.flits;
  for (std::size_t source = 0; source < count; ++source) {
    double sum = 0;
    for (std::size_t to = 0; to < count; ++to)
      reach_.push_back(sum +=
                       run.traffic.empty() ? 1.0 / static_cast<double>(count) : run.traffic[source * count + to]);
    rate_.push_back(run.load / mean_flits * (run.traffic.empty() ? 1 : sum));
    if (rate_.back() > 1) throw std::invalid_argument("a terminal offers at most a packet a cycle");
  }
}

void Simulation::wire(const FlitNetwork& network) {
  inputs_.resize(network.routers);
  outputs_.resize(network.routers);
  for (std::uint32_t i = 0; i < network.terminals.size(); ++i) {
    const std::uint32_t router = network.terminals[i];
    const auto port = static_cast<std::uint32_t>(inputs_.at(router).size());
    Terminal terminal;
    terminal.router = router;
    terminal.port = port;
    terminal.credits.assign(design_.virtual_channels, design_.buffer_flits);
    terminals_.push_back(terminal);
    inputs_[router].push_back({true, i, 0, 1, 0});
    outputs_[router].push_back({true, i, 0, 1, 0});
  }
  for (std::uint32_t c = 0; c < network.channels.size(); ++c) {
    const FlitChannel& each = network.channels[c];
    if (each.cycles == 0) throw std::invalid_argument("a link takes at least a cycle");
    const auto output = static_cast<std::uint32_t>(outputs_.at(each.from).size());
    const auto input = static_cast<std::uint32_t>(inputs_.at(each.to).size());
    outputs_[each.from].push_back({false, each.to, input, each.cycles, c});
    inputs_[each.to].push_back({false, each.from, output, each.cycles, c});
    output_of_channel_.push_back(output);
  }
  for (std::uint32_t r = 0; r < network.routers; ++r)
    routers_.emplace_back(inputs_[r].size(), outputs_[r].size(), design_.virtual_channels, design_.buffer_flits,
                          design_.allocator);
}

std::uint32_t Simulation::new_packet() {
  if (unused_.empty()) {
    packets_.emplace_back();
    return static_cast<std::uint32_t>(packets_.size() - 1);
  }
  const std::uint32_t packet = unused_.back();
  unused_.pop_back();
  return packet;
}

std::uint32_t Simulation::drawn_flits(FlitRandom& random) const {
  if (run_.sizes.empty()) return run_.packet_flits;
  double drawn = random.uniform();
  std::size_t chosen = 0;
  while (chosen + 1 < run_.sizes.size() && drawn >= run_.sizes[chosen].share) drawn -= run_.sizes[chosen++].share;
  return run_.sizes[chosen].flits;
}

/// Draws whether the source wants to send a packet in this cycle, and where to.
void Simulation::wish(std::uint32_t source) {
  FlitRandom random(run_.seed, source, now_);
  if (random.uniform() >= rate_[source]) return;
  const auto row = reach_.begin() + static_cast<std::ptrdiff_t>(source * terminals_.size());
  const auto end = row + static_cast<std::ptrdiff_t>(terminals_.size());
  const auto found = std::upper_bound(row, end - 1, random.uniform() * *(end - 1));
  const std::uint32_t id = new_packet();
  Packet& packet = packets_[id];
  packet.destination = static_cast<std::uint32_t>(found - row);
  packet.flits = drawn_flits(random);
  packet.wished = now_;
  packet.hop = 0;
  packet.measured = in_window();
  packet.path = {std::move(packet.path.hops)};
  packet.path.hops.clear();
  routes_(source, packet.destination, random, packet.path);
  terminals_[source].queue.push_back(id);
  if (!packet.measured) return;
  ++sent_;
  wished_ += static_cast<double>(now_);
  const std::uint32_t router = design_.routing_cycles + 2 + design_.traversal_cycles;
  std::uint64_t alone = 3 + (packet.path.hops.size() + 1) * router + packet.flits - 1;
  for (const FlitHop& hop : packet.path.hops) alone += network_.channels[hop.channel].cycles;
  alone_ += static_cast<double>(alone);
}

/// Picks the next virtual channel in turn that has a credit. As in BookSim, if the last used virtual channel is not one
/// of the packet's class, only the first of its class is tried.
bool Simulation::pick_channel(Terminal& terminal, const Packet& packet) const {
  const std::uint32_t first = first_of(packet.path.injection_class), last = last_of(packet.path.injection_class);
  const bool strange = terminal.last_vc < first || terminal.last_vc >= last;
  for (std::uint32_t i = 1; i <= last - first; ++i) {
    terminal.vc = strange ? first : first + (terminal.last_vc - first + i) % (last - first);
    if (terminal.credits[terminal.vc] > 0) return true;
  }
  return false;
}

void Simulation::send(std::uint32_t source) {
  Terminal& terminal = terminals_[source];
  if (terminal.queue.empty()) return;
  const std::uint32_t id = terminal.queue.front();
  const bool head = terminal.sent == 0;
  if (head ? !pick_channel(terminal, packets_[id]) : terminal.credits[terminal.vc] == 0) return;
  terminal.last_vc = terminal.vc;
  --terminal.credits[terminal.vc];
  const bool tail = ++terminal.sent == packets_[id].flits;
  flits_.at(now_ + 2, {terminal.router, terminal.port, terminal.vc, {id, head, tail}});
  if (!tail) return;
  terminal.sent = 0;
  terminal.queue.pop_front();
}

/// A terminal takes every flit immediately and returns its credit.
void Simulation::arrive(const Arrival& at_terminal) {
  const Terminal& terminal = terminals_[at_terminal.router];
  credits_.at(now_ + 2 + design_.credit_cycles, {terminal.router, terminal.port, at_terminal.vc, {}});
  if (in_window()) ++flits_out_;
  if (!at_terminal.flit.tail) return;
  const Packet& packet = packets_[at_terminal.flit.packet];
  if (packet.destination != at_terminal.router) throw std::logic_error("a packet at the wrong terminal");
  unused_.push_back(at_terminal.flit.packet);
  if (!packet.measured) return;
  const std::uint64_t latency = now_ - packet.wished;
  ++arrived_;
  latencies_ += static_cast<double>(latency);
  wished_arrived_ += static_cast<double>(packet.wished);
  if (latency >= histogram_.size()) histogram_.resize(latency + 1);
  ++histogram_[latency];
}

void Simulation::begin_route(std::uint32_t router, std::uint32_t input, std::uint32_t vc, std::uint64_t first_cycle) {
  if (first_cycle + design_.routing_cycles == now_) return route({router, input, vc, {}});
  heads_.at(first_cycle + design_.routing_cycles, {router, input, vc, {}});
}

void Simulation::route(const Arrival& head) {
  Packet& packet = packets_[routers_[head.router].front(head.port, head.vc).packet];
  std::uint32_t output = terminals_[packet.destination].port, c = packet.path.ejection_class;
  if (packet.hop < packet.path.hops.size()) {
    const FlitHop& hop = packet.path.hops[packet.hop++];
    if (network_.channels[hop.channel].from != head.router) throw std::logic_error("a path that is torn");
    output = output_of_channel_[hop.channel];
    c = hop.vc_class;
  } else if (terminals_[packet.destination].router != head.router) {
    throw std::logic_error("a path that ends early");
  }
  routers_[head.router].route(head.port, head.vc, {output, first_of(c), last_of(c)});
}

void Simulation::receive() {
  for (const Arrival& each : ejected_.of(now_)) arrive(each);
  for (const Arrival& each : returned_.of(now_)) ++terminals_[each.router].credits[each.vc];
  for (const Arrival& each : credits_.of(now_)) routers_[each.router].credit(each.port, each.vc);
  for (const Arrival& each : heads_.of(now_)) route(each);
  for (const Arrival& each : flits_.of(now_))
    if (routers_[each.router].receive(each.port, each.vc, each.flit))
      begin_route(each.router, each.port, each.vc, now_);
  for (Calendar<Arrival>* calendar : {&ejected_, &returned_, &credits_, &heads_, &flits_}) calendar->of(now_).clear();
}

void Simulation::step(std::uint32_t router) {
  departures_.clear();
  routers_[router].step(departures_);
  for (const FlitDeparture& each : departures_) {
    const Wire& from = inputs_[router][each.input];
    const Wire& to = outputs_[router][each.output];
    if (from.terminal)
      returned_.at(now_ + 2, {from.other, 0, each.input_vc, {}});
    else
      credits_.at(now_ + 1 + from.cycles + design_.credit_cycles, {from.other, from.port, each.input_vc, {}});
    Calendar<Arrival>& ways = to.terminal ? ejected_ : flits_;
    ways.at(now_ + design_.traversal_cycles + 1 + to.cycles, {to.other, to.port, each.output_vc, each.flit});
    if (!to.terminal && in_window()) ++carried_[to.channel];
    if (each.next_is_head) begin_route(router, each.input, each.input_vc, now_ + 1);
  }
}

void Simulation::cycle() {
  receive();
  for (std::uint32_t source = 0; source < terminals_.size(); ++source) {
    wish(source);
    send(source);
  }
  for (std::uint32_t router = 0; router < routers_.size(); ++router) step(router);
  ++now_;
}

double Simulation::mean_so_far() const {
  const double ages = static_cast<double>((sent_ - arrived_) * now_) - (wished_ - wished_arrived_);
  return (latencies_ + ages) / static_cast<double>(sent_);
}

FlitResult Simulation::result() {
  while (now_ < std::uint64_t{run_.warm_up} + run_.measured) cycle();
  FlitResult result;
  result.packets = sent_;
  if (sent_ > 0) result.without_load = alone_ / static_cast<double>(sent_);
  const double limit = run_.most * result.without_load;
  while (arrived_ < sent_ && mean_so_far() <= limit)
    for (std::uint64_t i = 0; i < kLook && arrived_ < sent_; ++i) cycle();
  result.stable = sent_ > 0 && arrived_ == sent_ && mean_so_far() <= limit;
  if (arrived_ > 0) result.mean = latencies_ / static_cast<double>(arrived_);
  const std::uint64_t rest = arrived_ - (arrived_ * 99 + 99) / 100;  // packets that may exceed the quantile
  std::size_t quantile = histogram_.size();
  for (std::uint64_t over = 0; quantile > 0; --quantile)
    if ((over += histogram_[quantile - 1]) > rest) break;
  if (quantile > 0) result.quantile99 = static_cast<double>(quantile - 1);
  result.accepted = static_cast<double>(flits_out_) / run_.measured / static_cast<double>(terminals_.size());
  for (const std::uint64_t flits : carried_) result.utilisation.push_back(static_cast<double>(flits) / run_.measured);
  return result;
}

}  // namespace

FlitRandom::FlitRandom(std::uint64_t seed, std::uint64_t stream, std::uint64_t step)
    : state_(mixed(mixed(mixed(seed + kStep) + (stream + 1) * kStep) + (step + 1) * kStep)) {}

double FlitRandom::uniform() {
  state_ += kStep;
  return static_cast<double>(mixed(state_) >> 11) * 0x1p-53;
}

FlitRoutes table_routes(const FlitNetwork& network, std::vector<std::vector<FlitChoice>> choices,
                        std::vector<std::uint32_t> layers) {
  return [network, choices = std::move(choices), layers = std::move(layers)](
             std::uint32_t source, std::uint32_t destination, FlitRandom& random, FlitPath& path) {
    const std::size_t count = network.terminals.size();
    if (!layers.empty()) path.injection_class = path.ejection_class = layers[source * count + destination];
    for (std::uint32_t at = network.terminals[source]; at != network.terminals[destination];) {
      const std::vector<FlitChoice>& ways = choices[at * count + destination];
      if (ways.empty() || path.hops.size() > network.routers)
        throw std::invalid_argument("a route that does not arrive");
      double sum = 0;
      for (const FlitChoice& way : ways) sum += way.share;
      double drawn = ways.size() == 1 ? 0 : random.uniform() * sum;
      std::size_t chosen = 0;
      while (chosen + 1 < ways.size() && drawn >= ways[chosen].share) drawn -= ways[chosen++].share;
      path.hops.push_back({ways[chosen].channel, layers.empty() ? ways[chosen].vc_class : path.injection_class});
      at = network.channels[ways[chosen].channel].to;
    }
  };
}

FlitResult simulate(const FlitNetwork& network, const FlitRoutes& routes, const FlitDesign& design,
                    const FlitRun& run) {
  return Simulation(network, routes, design, run).result();
}

}  // namespace cutline::test
