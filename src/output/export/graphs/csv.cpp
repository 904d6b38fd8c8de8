// SPDX-License-Identifier: Apache-2.0
#include "cutline/output/text/table.hpp"
#include "output/export/file_text.hpp"
#include "output/export/graphs/told.hpp"

namespace cutline::exporting {

namespace {

TableCell whole(std::uint64_t value) { return static_cast<std::int64_t>(value); }

/// Words that a table of links has for other things, and by which it would be read as another.
const GrammarWords kCsvWords = {
    {}, {"from", "to", "source", "target", "src", "dst", "type", "one_way", "from_address", "to_address"}};

/// A line of a table is one line.
std::string as_line(std::string text) {
  std::ranges::replace_if(
      text, [](char c) { return c == '\n' || c == '\r'; }, ' ');
  return text;
}

/// The fields of a link for the columns of the user's file.
void add_file_fields(const ToldAttributes& told, std::size_t link, std::vector<TableCell>& row) {
  const std::vector<Told> values = told.of_link(link);
  for (const ToldKey& key : told.link_keys()) {
    const auto found = std::ranges::find_if(values, [&](const Told& each) { return each.key == key.key; });
    TableCell& cell = row.emplace_back();
    if (found != values.end()) cell.emplace<std::string>(as_line(found->text));
  }
}

std::vector<ExportFile> write_csv(const Export& target, ExportNetwork& network, const ExportChoice&) {
  const ToldAttributes told(network, kCsvWords);
  constexpr std::uint64_t kMostFields = std::uint64_t{1} << 27;
  expect_at_most(static_cast<double>(told.link_keys().size() * network.links.size()), kMostFields,
                 "GraphML, GML and JSON write only those that a link has",
                 "the attributes of the file would fill more than 2^27 fields of a table, the limit");
  if (!told.node_keys().empty())
    note(network, "attributes of nodes are not written: a table of links has no place for them");
  Table table;
  for (const char* key :
       {"from", "to", "from_address", "to_address", "one_way", "class", "width", "width_bits", "wires", "span_pitches",
        "length_pitches", "length_mm", "delay_ns", "delay_cycles", "route_cost"}) {
    const std::string name = told.link_key(key);
    table.columns.push_back({name, name, ""});
  }
  for (const ToldKey& each : told.link_keys()) table.columns.push_back({as_line(each.key), each.key, ""});
  if (network.has_given_lengths) table.columns.push_back({told.link_key("given_mm"), "given_mm", ""});
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
    add_file_fields(told, i, table.rows.back());
    if (!network.has_given_lengths) continue;
    table.rows.back().push_back(link.given_length ? TableCell(text::twelve_digits(in_mm(*link.given_length)))
                                                  : TableCell());
  }
  note_mean_costs(network);
  note_nodes_without_links(network);
  std::string text = commented_header(target, network, "#");
  return {{"", text + csv_table(table)}};
}

}  // namespace

Export csv_export() {
  return {.name = "csv",
          .summary = "one row a link: ends, class, wires, length, delay, cycles; comments begin with #",
          .source = "RFC 4180",
          .extension = ".csv",
          .tells_names = true,
          .limits = {1 << 22, 1 << 22, 800},
          .write = write_csv};
}

}  // namespace cutline::exporting
