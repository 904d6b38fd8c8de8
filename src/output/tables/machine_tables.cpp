// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include "evaluate/machine_of.hpp"
#include "machine/trays.hpp"
#include "output/tables/layout_lists.hpp"
#include "study/machine_choice.hpp"

namespace cutline {

namespace {

using machine::CableLine;
using machine::Installed;
using machine::ListedCable;
using machine::metres;
using machine::Price;

/// A machine with what it was built from.
struct Shown {
  const MachineChoice& choice;
  const Installed& machine;
  machine::Equipment equipment;
  const Topology& topology;

  const machine::CableMedium& medium(const CableLine& line) const { return choice.market.media[line.cable.medium]; }
};

Shown shown(const UnderDelay& asked) {
  const Candidate& candidate = asked.candidate;
  if (!candidate.machine) {
    throw_input_error(fmt::format("candidate '{}' has no machine", candidate.design->name),
                      "give the spec a `machine:` with its rows and columns of racks");
  }
  return {*candidate.design->machine, *candidate.machine, equipment_of(*candidate.design, *candidate.network()),
          candidate.network()->topology};
}

/// Whether any medium of the machine has a colour.
bool has_colours(const Shown& of) {
  return std::ranges::any_of(of.machine.lines, [&](const CableLine& line) { return !of.medium(line).colour.empty(); });
}
TableCell colour_cell(const std::string& colour) { return colour.empty() ? TableCell() : TableCell(colour); }

TableCell cell(const std::optional<double>& value) { return value ? TableCell(*value) : TableCell(); }
TableCell count_cell(std::uint64_t count) { return static_cast<std::int64_t>(count); }

/// The lines of the bill by use, medium and length.
std::vector<const CableLine*> sorted_lines(const Installed& machine) {
  auto lines = each_of(machine.lines, [](const CableLine& line) { return &line; });
  std::ranges::sort(lines, [](const CableLine* a, const CableLine* b) {
    return std::tuple(a->to_terminal, a->cable) < std::tuple(b->to_terminal, b->cable);
  });
  return lines;
}

/// The name of a device, or of a terminal of one.
std::string end_name(const Shown& of, const NodeNumbers& numbers, const machine::CableEnd& end) {
  const std::string name =
      of.topology.names ? site_name(of.topology, numbers.site(end.device)) : std::to_string(end.device);
  return end.terminal ? fmt::format("{}.{}", name, end.port) : name;
}

/// A line of the bill: what, how much of it, and its price.
struct BillLine {
  TableCell item, name, length;
  std::string colour = {};
  std::uint64_t count = 0, spares = 0;
  std::optional<Price> each, all;
};

/// The lines of a bill, with columns for colours, spares and the interval of prices where there are such.
class Bill {
 public:
  struct Has {
    bool colours = false, spares = false, uncertain = false;
  };
  Bill(const std::string& currency, const Has& has) : has_(has) {
    table_.columns = {{"item", "item", "", true}, {"name", "name", "", true}, {"length_m", "length", "m"}};
    if (has.colours) table_.columns.push_back({"colour", "colour", "", true});
    table_.columns.push_back({"count", "count", ""});
    if (has.spares) table_.columns.push_back({"spares", "spares", ""});
    table_.columns.push_back({"price_each", "each", currency});
    table_.columns.push_back({"price", "price", currency});
    if (!has.uncertain) return;
    table_.columns.push_back({"price_least", "from", currency});
    table_.columns.push_back({"price_most", "to", currency});
  }

  /// The price of a line is that of all its pieces, unless it is told.
  void add(BillLine line) {
    if (line.each) line.all = static_cast<double>(line.count + line.spares) * *line.each;
    const auto of = [](const std::optional<Price>& price, double Price::*which) {
      return price ? TableCell((*price).*which) : TableCell();
    };
    std::vector<TableCell> cells = {line.item, line.name, line.length};
    if (has_.colours) cells.push_back(colour_cell(line.colour));
    cells.push_back(line.count > 0 ? count_cell(line.count) : TableCell());
    if (has_.spares) cells.push_back(line.spares > 0 ? count_cell(line.spares) : TableCell());
    cells.push_back(of(line.each, &Price::value));
    cells.push_back(of(line.all, &Price::value));
    if (has_.uncertain) cells.push_back(of(line.all, &Price::least));
    if (has_.uncertain) cells.push_back(of(line.all, &Price::most));
    table_.rows.push_back(std::move(cells));
  }

  Table taken() && { return std::move(table_); }

 private:
  Table table_;
  Has has_;
};

constexpr machine::OfPriceKinds kLeast = {-1, -1, -1, -1}, kMost = {1, 1, 1, 1};

}  // namespace

Table bill_table(const UnderDelay& asked) {
  const Shown of = shown(asked);
  const machine::Totals& sum = of.machine.totals;
  const auto spent = [&](machine::Spending on) -> std::optional<Price> {
    if (!sum.spent) return std::nullopt;
    return Price(sum.spent->on(on), sum.spent->on(on, kLeast), sum.spent->on(on, kMost));
  };
  std::optional<Price> all;
  if (sum.spent) all = Price(sum.spent->total(), sum.spent->total(kLeast), sum.spent->total(kMost));
  Bill bill(std::string(currency_of(of.choice)), {.colours = has_colours(of),
                                                  .spares = sum.spare_cables + sum.spare_switches > 0,
                                                  .uncertain = all && !all->is_certain()});
  for (const CableLine* line : sorted_lines(of.machine)) {
    if (line->trace) continue;
    bill.add({line->to_terminal ? "cable to a terminal" : "cable",
              of.medium(*line).name,
              metres(line->cable.length),
              of.medium(*line).colour,
              line->count,
              line->spares,
              line->cable.price,
              {}});
  }
  for (const machine::SwitchLine& line : of.machine.switches) {
    const std::string name = line.name.empty() ? "switch" : line.name;
    bill.add(
        {fmt::format("switch, {} ports in use", line.ports), name, {}, {}, line.count, line.spares, line.price, {}});
  }
  const std::optional<machine::PriceList>& prices = of.choice.market.prices;
  const bool racks = prices && prices->rack, labour = prices && (prices->laying_inside || prices->laying_between);
  bill.add({"rack", {}, {}, {}, sum.racks, 0, {}, racks ? spent(machine::Spending::racks) : std::nullopt});
  const std::uint64_t laid = sum.cables + sum.terminal_cables;
  bill.add({"labour by the cable", {}, {}, {}, laid, 0, {}, labour ? spent(machine::Spending::laying) : std::nullopt});
  bill.add({"sum", {}, metres(sum.laid + sum.terminal_laid), {}, 0, 0, {}, all});
  for (const CableLine* line : sorted_lines(of.machine)) {  // behind the sum, to which they add nothing
    if (line->trace)
      bill.add({line->to_terminal ? "on a board, to a terminal" : "on a board",
                of.medium(*line).name,
                metres(line->cable.length),
                {},
                line->count,
                0,
                {},
                {}});
  }
  return std::move(bill).taken();
}

Table cable_table(const UnderDelay& asked) {
  const Shown of = shown(asked);
  Table table{{{"from", "from", "", true},
               {"from_port", "port", "", true},
               {"to", "to", "", true},
               {"to_port", "port", "", true},
               {"needed_m", "needed", "m"},
               {"length_m", "length", "m"},
               {"medium", "medium", "", true},
               {"price", "price", std::string(currency_of(of.choice))}},
              {}};
  const bool colours = has_colours(of);
  if (colours) table.columns.push_back({"colour", "colour", "", true});
  const machine::Hall& hall = of.machine.hall;
  const NodeNumbers numbers(of.topology);
  machine::for_each_cable(of.equipment, of.machine, [&](const ListedCable& cable) {
    const CableLine& line = of.machine.lines[cable.line];
    table.rows.push_back({end_name(of, numbers, cable.a), end_label(hall, cable.a), end_name(of, numbers, cable.b),
                          end_label(hall, cable.b),
                          metres(cable.b.terminal ? cable_length(hall, cable.a.place, cable.b.place)
                                                  : of.machine.needed_of_link[cable.link]),
                          metres(line.cable.length), of.medium(line).name,
                          cell(line.cable.price ? std::optional(line.cable.price->value) : std::nullopt)});
    if (colours) table.rows.back().push_back(colour_cell(of.medium(line).colour));
  });
  return table;
}

// What NetBox's model of a cable holds: labels of so many characters, lengths in whole hundredths. Source: [NetBox]
constexpr std::size_t kMostNetboxLabel = 100;
double netbox_metres(machine::Nanometres length) {
  return metres((length + machine::kCentimetre - 1) / machine::kCentimetre * machine::kCentimetre);
}

Table netbox_table(const UnderDelay& asked) {
  const Shown of = shown(asked);
  Table table;
  for (const char* key : {"side_a_device", "side_a_type", "side_a_name", "side_b_device", "side_b_type", "side_b_name",
                          "status", "label", "length", "length_unit"})
    table.columns.push_back({key, key, "", true});
  const NodeNumbers numbers(of.topology);
  const auto port = [](const machine::CableEnd& end) { return std::to_string(end.terminal ? 1 : end.port); };
  machine::for_each_cable(of.equipment, of.machine, [&](const ListedCable& cable) {
    const CableLine& line = of.machine.lines[cable.line];
    const std::string label = fmt::format("{} {} {}", end_label(of.machine.hall, cable.a),
                                          end_label(of.machine.hall, cable.b), of.medium(line).name);
    table.rows.push_back({end_name(of, numbers, cable.a), "dcim.interface", port(cable.a),
                          end_name(of, numbers, cable.b), "dcim.interface", port(cable.b), "planned",
                          label.substr(0, kMostNetboxLabel), netbox_metres(line.cable.length), "m"});
  });
  return table;
}

Table rack_table(const UnderDelay& asked) {
  const Shown of = shown(asked);
  struct Rack {
    std::uint64_t switches = 0, terminals = 0, inside = 0, leaving = 0;
  };
  std::map<std::uint32_t, Rack> racks;
  for (std::size_t i = 0; i < of.equipment.devices.size(); ++i) {
    Rack& rack = racks[of.machine.plan.devices[i].rack];
    ++(of.equipment.devices[i].host ? rack.terminals : rack.switches);
  }
  for (const machine::Port& port : of.machine.plan.terminals) ++racks[port.rack].terminals;
  machine::for_each_cable(of.equipment, of.machine, [&](const ListedCable& cable) {
    const std::uint32_t a = cable.a.place.rack, b = cable.b.place.rack;
    if (a == b) {
      ++racks[a].inside;
    } else {
      ++racks[a].leaving;
      ++racks[b].leaving;
    }
  });
  Table table{{{"rack", "rack", "", true},
               {"switches", "switches", ""},
               {"terminals", "terminals", ""},
               {"cables_inside", "cables inside", ""},
               {"cables_leaving", "cables leaving", ""}},
              {}};
  for (const auto& [number, rack] : racks) {
    table.rows.push_back({rack_text(of.machine.hall, number), count_cell(rack.switches), count_cell(rack.terminals),
                          count_cell(rack.inside), count_cell(rack.leaving)});
  }
  return table;
}

Table tray_table(const UnderDelay& asked) {
  const Shown of = shown(asked);
  const machine::Hall& hall = of.machine.hall;
  machine::TrayCounter trays(hall);
  machine::for_each_cable(of.equipment, of.machine, [&](const ListedCable& cable) {
    if (cable.a.place.rack != cable.b.place.rack) trays.add(cable.a.place.rack, cable.b.place.rack, 1, 0);
  });
  Table table{
      {{"direction", "direction", "", true}, {"row", "row", ""}, {"rack", "rack", ""}, {"cables", "cables", ""}}, {}};
  const auto add = [&](const char* direction, const std::vector<std::uint64_t>& counts) {
    for (std::uint32_t i = 0; i < counts.size(); ++i) {
      if (counts[i] > 0)
        table.rows.push_back(
            {direction, std::int64_t{hall.row(i) + 1}, std::int64_t{hall.column(i) + 1}, count_cell(counts[i])});
    }
  };
  add("along", trays.along());
  add("across", trays.across());
  return table;
}

}  // namespace cutline
