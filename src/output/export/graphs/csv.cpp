// SPDX-License-Identifier: Apache-2.0
#include "cutline/study/candidate.hpp"
#include "cutline/study/study.hpp"
#include "output/export/channels.hpp"
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

/// Where a link's registers stand: its wires in equal parts, one a cycle, so that the places are the same from either
/// end: "0.6 1.2".
std::string register_places(const ExportNetwork& network, const ExportLink& link) {
  std::string places;
  const double mm = in_mm(link.length);
  for (std::uint64_t k = 1; k < link.cycles; ++k)
    places += (k > 1 ? " " : "") +
              text::figure_text(text::twelve_digits(mm * static_cast<double>(k) / static_cast<double>(link.cycles)));
  return network.unit ? "" : places;
}

/// What the pipeline and the traffic ask of a link.
void add_use(const ExportNetwork& network, std::size_t number, std::vector<TableCell>& row) {
  const ExportLink& link = network.links[number];
  const auto add = [&](bool known, double value) {
    TableCell& cell = row.emplace_back();
    if (known) cell.emplace<double>(text::twelve_digits(value));
  };
  const bool registers = network.clocked() && network.pipelined && network.racks.empty();  // cables have none
  if (TableCell& cell = row.emplace_back(); registers) cell.emplace<std::int64_t>(link.cycles - 1);
  if (TableCell& cell = row.emplace_back(); registers && link.cycles > 1)
    cell.emplace<std::string>(register_places(network, link));
  const bool loads = !network.loads.empty();
  add(loads, loads ? network.loads[number][0] : 0);
  add(loads && !link.one_way, loads ? network.loads[number][1] : 0);
  add(link.energy_pj_per_bit.has_value(), link.energy_pj_per_bit.value_or(0));
}

Table table_of_links(const ExportNetwork& network) {
  const ToldAttributes told(network, kCsvWords);
  constexpr std::uint64_t kMostFields = std::uint64_t{1} << 27;
  expect_at_most(static_cast<double>(told.link_keys().size() * network.links.size()), kMostFields,
                 "GraphML, GML and JSON write only those that a link has",
                 "the attributes of the file would fill more than 2^27 fields of a table, the limit");
  Table table;
  for (TableColumn column :
       std::vector<TableColumn>{{"from", "from", "", network.named},
                                {"to", "to", "", network.named},
                                {"from_address", "address", "", true},
                                {"to_address", "to", "", true},
                                {"one_way", "one-way", ""},
                                {"class", "class", "", true},
                                {"width", "width", ""},
                                {"width_bits", "width", "bits"},
                                {"wires", "wires", ""},
                                {"layers", "layers", "", true},
                                {"span_pitches", "span", "node pitches"},
                                {"length_pitches", "length", "wire pitches"},
                                {"length_mm", "length", "mm"},
                                {"delay_ns", "delay", network.unit && network.racks.empty() ? "tau" : "ns"},
                                {"delay_cycles", "delay", "cycles"},
                                {"route_cost", "route cost", ""},
                                {"registers", "registers", "a wire"},
                                {"registers_mm", "registers", "mm from ends", true},
                                {"load", "load", "messages"},
                                {"load_back", "load back", "messages"},
                                {"energy_pj_per_bit", "energy", "pJ/bit"}}) {
    column.key = told.link_key(column.key);
    table.columns.push_back(std::move(column));
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
                          network.layers[link.circuit], text::twelve_digits(link.span), link.length_pitches,
                          network.unit ? TableCell() : TableCell(text::twelve_digits(in_mm(link.length))),
                          text::twelve_digits(in_ns(link.delay)), network.clocked() ? whole(link.cycles) : TableCell(),
                          text::twelve_digits(network.link_cost(i))});
    add_use(network, i, table.rows.back());
    add_file_fields(told, i, table.rows.back());
    if (!network.has_given_lengths) continue;
    table.rows.back().push_back(link.given_length ? TableCell(text::twelve_digits(in_mm(*link.given_length)))
                                                  : TableCell());
  }
  return table;
}

std::vector<ExportFile> write_csv(const Export& target, ExportNetwork& network, const ExportChoice&) {
  const std::string table = csv_table(table_of_links(network));
  if (!ToldAttributes(network, kCsvWords).node_keys().empty())
    note(network, "attributes of nodes are not written: a table of links has no place for them");
  note_mean_costs(network);
  note_nodes_without_links(network);
  return {{"", commented_header(target, network, "#") + table}};
}

}  // namespace

Export csv_export() {
  return {.name = "csv",
          .summary = "one row a link: ends, layers, length, delay, registers, load, energy; # comments",
          .source = "RFC 4180",
          .extension = ".csv",
          .tells_names = true,
          .tells_loads = true,
          .limits = {1 << 22, 1 << 22, 800},
          .write = write_csv};
}

}  // namespace cutline::exporting

namespace cutline {

Table link_table(const Study& whole, const Candidate& candidate, const Effort& effort) {
  const Study& study = study_of(whole, *candidate.design);
  ExportNetwork network = export_network(study, candidate, {});
  exporting::add_loads(study, candidate, effort, network);
  return exporting::table_of_links(network);
}

}  // namespace cutline
