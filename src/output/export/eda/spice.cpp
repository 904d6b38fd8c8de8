// SPDX-License-Identifier: Apache-2.0
#include "delay/deck.hpp"
#include "output/export/file_text.hpp"

namespace cutline::exporting {

namespace {

/// The longest of the links that the user named, or of all links.
const ExportLink& chosen_link(ExportNetwork& network) {
  const auto joins = [&](const ExportLink& link) {
    const auto& [from, to] = *network.asked_link;
    return (link.from == from && link.to == to) || (!link.one_way && link.from == to && link.to == from);
  };
  std::vector<const ExportLink*> named;
  for (const ExportLink& link : network.links) {
    if (!network.asked_link || joins(link)) named.push_back(&link);
  }
  if (named.empty() && !network.asked_link)
    throw_input_error(fmt::format("'{}' has no links", network.name), "export a network that has some");
  if (named.empty()) {
    const auto [from, to] = *network.asked_link;
    throw_input_error(fmt::format("--link: no link goes from {} to {} in '{}'", network.nodes[from].address,
                                  network.nodes[to].address, network.name),
                      "a CSV export lists every link");
  }
  if (network.asked_link && named.size() > 1)
    note(network, "{} links join these nodes; the longest is written", named.size());
  return **std::ranges::max_element(named, {}, [](auto* each) { return std::pair(each->length, each->delay); });
}

std::string run_text(const LayeredWire& wire) {
  std::string text = fmt::format("{} mm along rows, {} mm along columns", text::figure_text(in_mm(wire.x)),
                                 text::figure_text(in_mm(wire.y)));
  if (wire.z.base > 0)
    text += fmt::format(", {} mm between planes, as more of the same", text::figure_text(in_mm(wire.z)));
  return text;
}

std::vector<std::string> about(const ExportNetwork& network, const ExportLink& link, const LayeredCircuit& wire) {
  const DrivenWire& stage = wire.circuit.stage;
  const auto number = [](double value) { return text::short_text(value, 9); };
  std::vector<std::string> lines = {
      fmt::format("link: node {} {} to node {} {}, {}; its longest wire", link.from, network.nodes[link.from].address,
                  link.to, network.nodes[link.to].address, network.classes[link.link_class]),
      fmt::format("way: {}; layers {}; vias of {} ohm together, counted along the wire", run_text(wire.wire),
                  wire.layers, number(wire.via_ohm)),
      fmt::format("circuit: {} stage{}; driver {} ohm and {} fF, wire {} ohm and {} fF{}, receiver {} fF",
                  wire.circuit.stages, wire.circuit.stages > 1 ? "s, one is simulated and multiplied" : "",
                  number(stage.driver_ohm), number(stage.parasitic_ff), number(stage.wire_ohm), number(stage.wire_ff),
                  wire.circuit.wire_nh > 0 ? fmt::format(" and {} nH", number(wire.circuit.wire_nh)) : "",
                  number(stage.load_ff)),
      fmt::format("expected: td = {} ps by {}", number(in_ns(link.delay) * 1e3), network.delay_label),
      "run: ngspice -n -b FILE; it prints td = ..., and its exit code says nothing"};
  return lines;
}

std::vector<ExportFile> write_spice(const Export& target, ExportNetwork& network, const ExportChoice&) {
  const ExportLink& link = chosen_link(network);
  const std::optional<LayeredCircuit>& wire = network.circuits.at(link.circuit);
  if (!wire) throw_input_error(why_no_circuit(network, link), "name a link with wires within a module by --link");
  note_posts(network, wire->wire.z.base > 0);
  std::string text = commented_header(target, network, "*");
  for (const std::string& line : about(network, link, *wire)) text += comment_line("*", line);
  return {{"", text + circuit_deck(wire->circuit)}};
}

}  // namespace

Export spice_export() {
  return {.name = "spice",
          .summary = "a deck of one link's slowest wire, with driver and receiver: its delay",
          .source = "ngspice 39 manual, chapters 2, 6 and 15",
          .extension = ".sp",
          .ignores =
              "it holds one wire: no coupling to others, a driver of constant resistance on a sharp step, and neither "
              "clock nor routers",
          .route_cost = RouteCostUse::none,
          .times = LinkTimes::delays,
          .takes_circuits = true,
          .takes_link = true,
          .tells_names = true,
          .limits = {1 << 22, 1 << 22, 300},
          .write = write_spice};
}

}  // namespace cutline::exporting
