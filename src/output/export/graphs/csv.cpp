// SPDX-License-Identifier: Apache-2.0
#include "cutline/output/export/exports.hpp"
#include "cutline/output/text/table.hpp"
#include "output/export/parts.hpp"
#include "output/text/number.hpp"

namespace cutline::exporting {

namespace {

TableCell whole(std::uint64_t value) { return static_cast<std::int64_t>(value); }

std::vector<ExportFile> write_csv(const Export& target, ExportNetwork& network, const ExportChoice&) {
  Table table;
  for (const char* key :
       {"from", "to", "from_address", "to_address", "one_way", "class", "width", "width_bits", "wires", "span_pitches",
        "length_pitches", "length_mm", "delay_ns", "delay_cycles", "route_cost"}) {
    table.columns.push_back({key, key, ""});
  }
  if (network.has_given_lengths) table.columns.push_back({"given_mm", "given_mm", ""});
  for (std::size_t i = 0; i < network.links.size(); ++i) {
    const ExportLink& link = network.links[i];
    const auto end = [&](std::uint64_t number) {
      return network.named ? TableCell(node_id(network, number)) : whole(number);
    };
    table.rows.push_back({end(link.from), end(link.to), network.nodes[link.from].address,
                          network.nodes[link.to].address, whole(link.one_way ? 1 : 0), network.classes[link.link_class],
                          whole(link.width), text::twelve_digits(link.width_bits), whole(link.wires),
                          text::twelve_digits(link.span), link.length_pitches,
                          network.unit ? TableCell() : TableCell(text::twelve_digits(in_mm(link.length))),
                          text::twelve_digits(in_ns(link.delay)), network.clocked() ? whole(link.cycles) : TableCell(),
                          text::twelve_digits(network.link_cost(i))});
    if (!network.has_given_lengths) continue;
    table.rows.back().push_back(link.given_length ? TableCell(text::twelve_digits(in_mm(*link.given_length)))
                                                  : TableCell());
  }
  note_mean_costs(network);
  std::string text = commented_header(target, network, "#");
  return {{"", text + csv_table(table)}};
}

}  // namespace

Export csv_export() {
  return {.name = "csv",
          .summary = "one row a link: ends, class, wires, length, delay, cycles; comments begin with #",
          .source = "RFC 4180",
          .extension = ".csv",
          .ignores = "",
          .tells_names = true,
          .most_nodes = 1 << 22,
          .most_links = 1 << 22,
          .bytes_per_link = 800,
          .write = write_csv};
}

}  // namespace cutline::exporting
