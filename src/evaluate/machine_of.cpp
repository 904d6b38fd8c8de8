// SPDX-License-Identifier: Apache-2.0
#include "evaluate/machine_of.hpp"

#include <fmt/core.h>

#include <cmath>

#include "evaluate/network.hpp"
#include "study/machine_choice.hpp"
#include "topology/graph_searches.hpp"

namespace cutline {

namespace {

using machine::Installed;

/// Bits of a lane's channel over the cycle of a fixed clock, unless the machine says.
double rate_of_cables(const Study& study, const Design& design) {
  if (design.machine->gbps) return *design.machine->gbps;
  if (study.clock.rule != ClockRule::fixed || study.hold.resource != Resource::none || design.channel.width_bits <= 0) {
    throw_design_error(design, fmt::format("the rate of the cables of '{}' is not known", design.name),
                       "give `machine: {rate: 100 Gb/s}`, or the channel's `width` and a fixed clock", "machine");
  }
  return design.channel.width_bits / in_ns(study.clock.cycle);
}

/// The coordinate that tells groups apart; of an interchange of an express cube, that of the node which it follows.
std::uint32_t group_of_site(const MachineChoice& choice, const Topology& topology,
                            const std::vector<std::uint64_t>& weights, std::uint64_t site) {
  const std::size_t digit = std::min<std::size_t>(choice.group_digit.value_or(63), topology.digits.size() - 1);
  const auto value = static_cast<std::uint32_t>(site / weights[digit] % topology.digits[digit].radix);
  if (topology.digits[digit].levels.empty() || topology.has_switches()) return value;
  const std::vector<std::uint32_t> nodes = topology.node_values(digit);
  return static_cast<std::uint32_t>(std::ranges::upper_bound(nodes, value) - nodes.begin()) - 1;
}

/// The digit that tells levels of switches apart, and the highest of these; 0 where sites have no levels.
struct Levels {
  std::size_t digit = 0;
  std::uint8_t highest = 0;
};

Levels levels_of(const Topology& topology) {
  Levels levels;
  for (std::size_t digit = 0; digit < topology.digits.size(); ++digit) {
    for (const std::uint8_t level : topology.digits[digit].levels) {
      if (level != kNothing && level > levels.highest) levels = {digit, level};
    }
  }
  return levels;
}

/// In a tree a group is what hangs together without the highest level of switches, which is a group of its own.
void group_by_pods(const Topology& topology, const Levels& levels, machine::Equipment& all) {
  const NodeNumbers numbers(topology);
  const Digit& digit = topology.digits[levels.digit];
  const std::uint64_t weight = digit_weights(topology)[levels.digit];
  std::vector<char> on_top;
  for (std::uint32_t i = 0; i < all.devices.size(); ++i) {
    const auto value = static_cast<std::uint32_t>(numbers.site(i) / weight % digit.radix);
    on_top.push_back(digit.level(value) == levels.highest ? 1 : 0);
  }
  JoinedSets pods(all.devices.size());
  for (const machine::Link& link : all.links) {
    if (!on_top[link.a] && !on_top[link.b]) pods.join(link.a, link.b);
  }
  std::uint32_t groups = 0;
  for (std::uint32_t i = 0; i < all.devices.size(); ++i) {
    if (!on_top[i]) all.devices[i].group = pods.of(i) == i ? groups++ : all.devices[pods.of(i)].group;
  }
  for (std::uint32_t i = 0; i < all.devices.size(); ++i) {
    if (on_top[i]) all.devices[i].group = groups;
  }
}

std::vector<machine::FixedDevice> fixed_devices(const Design& design, const Topology& topology) {
  std::vector<machine::FixedDevice> fixed;
  const NodeNumbers numbers(topology);
  std::vector<char> seen(topology.node_count() + topology.interchange_count());
  for (const RackOfNode& place : design.machine->places) {
    const auto fail = [&](const char* why, std::string hint = {}) {
      const std::string message = fmt::format(fmt::runtime(why), place.node.substr(0, 60));
      throw Error(ExitCode::bad_input, {Diagnostic{message, std::move(hint), place.said, {}, false}});
    };
    const auto site = site_named(topology, place.node);
    if (!site) fail("the network has no node '{}', which `places` puts into a rack", "name nodes as the network does");
    const auto device = static_cast<std::uint32_t>(numbers.number(*site));
    if (std::exchange(seen[device], char{1})) fail("`places` puts node '{}' into two racks");
    fixed.push_back({device, place.rack});
  }
  return fixed;
}

std::optional<machine::Nanometres> own_length(const Topology& topology, std::size_t link_class, std::size_t local,
                                              std::size_t number) {
  if (!topology.given) return std::nullopt;
  const GivenLink* figures = topology.given->find(topology.given->of(link_class, local, number));
  if (figures == nullptr || !figures->length) return std::nullopt;
  return static_cast<machine::Nanometres>(in_nm(*figures->length));
}

using machine::Device;
using machine::Equipment;

/// The digits of every node among the values that nodes have: those of switches are not counted.
class NodeDigits {
 public:
  explicit NodeDigits(const Topology& topology) : numbers_(topology), weights_(digit_weights(topology)) {
    for (std::size_t digit = 0; digit < weights_.size(); ++digit) {
      radix_.push_back(topology.digits[digit].radix);
      std::vector<std::uint32_t>& rank = rank_.emplace_back(radix_.back());
      const std::vector<std::uint32_t> values = topology.node_values(digit);
      for (std::uint32_t i = 0; i < values.size(); ++i) rank[values[i]] = i;
    }
  }
  std::size_t count() const { return weights_.size(); }
  std::uint32_t of(std::uint32_t node, std::size_t digit) const {
    return rank_[digit][numbers_.site(node) / weights_[digit] % radix_[digit]];
  }

 private:
  NodeNumbers numbers_;
  std::vector<std::uint64_t> weights_;
  std::vector<std::uint32_t> radix_;
  std::vector<std::vector<std::uint32_t>> rank_;
};

/// Boards of so many values of each digit, numbered in the order of their first nodes.
void deal_by_digits(const HallBoards& choice, const NodeDigits& digits, std::uint32_t nodes, Equipment& equipment) {
  std::map<std::vector<std::uint32_t>, std::uint32_t> boards;
  for (std::uint32_t node = 0; node < nodes; ++node) {
    std::vector<std::uint32_t> block;
    for (std::size_t digit = 0; digit < digits.count(); ++digit)
      block.push_back(digits.of(node, digit) / (digit < choice.nodes.size() ? choice.nodes[digit] : 1));
    equipment.devices[node].board =
        boards.emplace(std::move(block), static_cast<std::uint32_t>(boards.size())).first->second;
  }
}

/// Boards of nodes that links join without a switch; a node alone is on none.
void deal_by_links(std::uint32_t nodes, Equipment& equipment) {
  JoinedSets joined(nodes);
  for (const machine::Link& link : equipment.links) {
    if (link.a < nodes && link.b < nodes) joined.join(link.a, link.b);
  }
  std::vector<std::uint32_t> size(nodes);
  for (std::uint32_t node = 0; node < nodes; ++node) ++size[joined.of(node)];
  for (std::uint32_t node = 0; node < nodes; ++node) {
    if (size[joined.of(node)] > 1) equipment.devices[node].board = joined.of(node);
  }
}

/// Places by the digits of addresses, from the least of each board on.
void place_by_digits(const NodeDigits& digits, const std::vector<std::uint32_t>& nodes, Equipment& equipment) {
  std::uint32_t rows = 1;
  for (std::size_t digit = 0; digit < digits.count(); ++digit) {
    const auto value = [&](std::uint32_t node) { return digits.of(node, digit); };
    const auto [least, most] = std::ranges::minmax(nodes, {}, value);
    for (const std::uint32_t node : nodes) {
      const std::uint32_t own = value(node) - value(least);
      (digit == 0 ? equipment.devices[node].x : equipment.devices[node].y) += digit == 0 ? own : rows * own;
    }
    if (digit > 0) rows *= value(most) - value(least) + 1;
  }
}

void place_row_by_row(const std::vector<std::uint32_t>& nodes, Equipment& equipment) {
  const auto side = static_cast<std::uint32_t>(std::ceil(std::sqrt(static_cast<double>(nodes.size()))));
  for (std::uint32_t i = 0; i < nodes.size(); ++i) {
    equipment.devices[nodes[i]].x = i % side;
    equipment.devices[nodes[i]].y = i / side;
  }
}

/// Why a network's nodes cannot be dealt over such boards: "boards of 2 do not divide the 9 nodes along digit 0";
/// absent if they can. Cost: O(digits).
std::optional<std::string> why_no_boards(const HallBoards& choice, const Topology& topology) {
  if (choice.nodes.size() > topology.digits.size())
    return fmt::format("boards have {} numbers of nodes, and addresses {} digits", choice.nodes.size(),
                       topology.digits.size());
  for (std::size_t digit = 0; digit < choice.nodes.size(); ++digit) {
    const std::uint32_t values = topology.node_value_count(digit);
    if (values % choice.nodes[digit] != 0)
      return fmt::format("boards of {} do not divide the {} nodes along digit {}", choice.nodes[digit], values, digit);
  }
  return std::nullopt;
}

/// Gives the nodes their boards and their places on these. Where addresses have dimensions, the lowest digit counts
/// along x and all others along y; else a board is filled row by row, about as high as wide. Cost: O(nodes x digits +
/// links).
void put_on_boards(const HallBoards& choice, const Topology& topology, Equipment& equipment) {
  const auto nodes = static_cast<std::uint32_t>(topology.node_count());
  const NodeDigits digits(topology);
  if (!choice.nodes.empty()) deal_by_digits(choice, digits, nodes, equipment);
  if (choice.nodes.empty() && topology.has_switches()) deal_by_links(nodes, equipment);
  std::map<std::uint32_t, std::vector<std::uint32_t>> boards;
  for (std::uint32_t node = 0; node < nodes; ++node) {
    const Device& device = equipment.devices[node];
    if (device.on_board()) boards[device.board].push_back(node);
  }
  for (const auto& [board, members] : boards)
    topology.has_dimensions ? place_by_digits(digits, members, equipment) : place_row_by_row(members, equipment);
}

}  // namespace

machine::Blueprint order_of_machine(const Study& study, const Design& design, const Topology& topology) {
  const MachineChoice& choice = *design.machine;
  machine::Blueprint order{choice.hall, choice.market, choice.fill, fixed_devices(design, topology)};
  order.gbps = rate_of_cables(study, design);
  order.spares = choice.spares;
  if (choice.board) order.pitch = choice.board->pitch;
  const Uncertainty& may_be_off = study.uncertainty;
  order.market.share = {may_be_off.copper_price, may_be_off.optics_price, may_be_off.switch_price,
                        may_be_off.hall_price};
  return order;
}

machine::Equipment equipment_of(const Design& design, const PlacedNetwork& placed) {
  const Topology& topology = placed.topology;
  const std::vector<std::uint32_t> own = tiles_of_sites(design, placed).terminals;
  const NodeNumbers numbers(topology);
  const std::vector<std::uint64_t> weights = digit_weights(topology);
  machine::Equipment all;
  all.devices.resize(topology.node_count() + topology.interchange_count());
  for (std::uint32_t number = 0; number < all.devices.size(); ++number) {
    const std::uint64_t site = numbers.site(number);
    machine::Device& device = all.devices[number];
    device.group = group_of_site(*design.machine, topology, weights, site);
    if (topology.kind(site) != SiteKind::node) continue;
    device.host = design.machine->nodes_are_terminals;
    if (!device.host) device.terminals = own.empty() ? topology.concentration : own[site];
  }
  for_each_link(topology, [&](std::size_t number, std::size_t local, std::uint64_t a, std::uint64_t b) {
    const LinkClass& link_class = topology.classes[number];
    all.links.push_back({static_cast<std::uint32_t>(numbers.number(a)), static_cast<std::uint32_t>(numbers.number(b)),
                         link_class.width(local), own_length(topology, number, local, all.links.size())});
  });
  const Levels levels = levels_of(topology);
  if (topology.has_switches() && levels.highest >= 2 && !design.machine->group_digit)
    group_by_pods(topology, levels, all);
  if (design.machine->board) put_on_boards(*design.machine->board, topology, all);
  return all;
}

std::vector<std::uint32_t> ports_in_use(const machine::Equipment& equipment) {
  std::vector<std::uint32_t> ports = each_of(equipment.devices, &machine::Device::terminals);
  for (const machine::Link& link : equipment.links) {
    ports[link.a] += link.cables;
    ports[link.b] += link.cables;
  }
  return ports;
}

std::vector<std::uint32_t> boards_of_sites(const Design& design, const PlacedNetwork& placed) {
  const machine::Equipment all = equipment_of(design, placed);
  return each_of<std::uint32_t>(all.devices.size(), [&](std::uint32_t i) {
    return all.devices[i].on_board() ? all.devices[i].board : static_cast<std::uint32_t>(all.devices.size()) + i;
  });
}

MachineOrWhy install_machine(const Study& study, const Design& design, const PlacedNetwork& placed) {
  if (!design.machine) return SharedConst<Installed>();
  const Topology& topology = placed.topology;
  if (has_shared_links(topology)) return "it has a bus, and cables of a machine join two ports";
  if (topology.node_count() + topology.interchange_count() > std::numeric_limits<std::uint32_t>::max())
    throw_limit_error("a machine has at most 2^32 switches");
  if (auto why = design.machine->board ? why_no_boards(*design.machine->board, topology) : std::nullopt)
    return *std::move(why);
  auto built = machine::install(order_of_machine(study, design, topology), equipment_of(design, placed));
  if (auto* why = std::get_if<std::string>(&built)) return std::move(*why);
  return SharedConst<Installed>(std::get<Installed>(std::move(built)));
}

GivenLinks figures_of_cables(const MachineChoice& choice, const Installed& machine, const Topology& topology) {
  GivenLinks figures;
  figures.tolerance = std::numeric_limits<double>::infinity();  // the grid is no place in a hall
  std::vector<GivenLink> of_link;
  for_each_link(topology, [&](std::size_t link_class, std::size_t local, std::uint64_t, std::uint64_t) {
    const machine::CableOffer& cable = machine.lines[machine.of_link[of_link.size()]].cable;
    const machine::CableMedium& medium = choice.market.media[cable.medium];
    GivenLink link;
    if (topology.given) {
      const GivenLink* own = topology.given->find(topology.given->of(link_class, local, of_link.size()));
      if (own != nullptr) link = *own;
    }
    link.length = nanometres(static_cast<double>(cable.length));
    if (!link.delay && !link.cycles) link.delay = cable_delay(medium, cable.length);
    of_link.push_back(link);
  });
  figures.figures = of_link;
  std::sort(figures.figures.begin(), figures.figures.end());
  figures.figures.erase(std::unique(figures.figures.begin(), figures.figures.end()), figures.figures.end());
  if (figures.figures.size() > std::numeric_limits<std::uint16_t>::max() - 1U)
    throw_limit_error("cables have more than 65,534 different lengths and delays, the limit");
  figures.of_link.reserve(of_link.size());
  for (const GivenLink& link : of_link) {
    const auto at = std::lower_bound(figures.figures.begin(), figures.figures.end(), link);
    figures.of_link.push_back(static_cast<std::uint16_t>(at - figures.figures.begin() + 1));
  }
  return figures;
}

}  // namespace cutline
