// SPDX-License-Identifier: Apache-2.0
// Keys of halls: racks, trays, and where switches stand.

#include "base/files.hpp"
#include "spec/library_files.hpp"
#include "spec/study_keys.hpp"
#include "study/machine_choice.hpp"
#include "topology/graph_text.hpp"

namespace cutline {
namespace {

using machine::Door;
using machine::Hall;
using machine::Nanometres;
using machine::Rack;

constexpr std::int64_t kMostRacksAside = 10'000, kMostInRack = 100'000, kMostUnits = 1000;
constexpr std::int64_t kMostHalls = 1000;
constexpr std::uint64_t kMostRacks = 1'000'000;
constexpr double kMostFactor = 1000, kMostYears = 100;
constexpr std::size_t kMostListed = 1000, kMostPlacesBytes = std::size_t{1} << 28;
constexpr std::string_view kNoMachine = "none";

Keys<Rack> rack_keys() {
  const auto count = whole_form(1, kMostInRack);
  const auto units = whole_form(1, kMostUnits);
  return {
      field("width", &Rack::width, hall_length_form(), "600 mm", "of a rack, and so from rack to rack"),
      field("depth", &Rack::depth, hall_length_form(), "1200 mm", "of a rack"),
      field("units", &Rack::units, units, "42", "units in its height"),
      field("unit", &Rack::unit, hall_length_form(), "44.45 mm", "height of a unit"),
      field("switches", &Rack::switches, count, "1", "that it holds at most"),
      field("terminals", &Rack::terminals, whole_form(0, kMostInRack), "32", "that it holds at most"),
      field("switch_units", &Rack::switch_units, units, "1", "height of a switch in units"),
      field("host_terminals", &Rack::host_terminals, count, "1, with a `board` as many as it has",
            "terminals of a host, such as the accelerators of one"),
      field("host_units", &Rack::host_units, units, "1", "height of a host in units"),
      field("empty_below", &Rack::empty_below, whole_form(0, kMostUnits), "0", "units at the bottom that stay empty"),
      field("empty_above", &Rack::empty_above, whole_form(0, kMostUnits), "0", "units at the top that stay empty"),
      field("switches_at", &Rack::at, choice_form({"top", "middle", "bottom"}), "top",
            "where switches stand; hosts fill the other units from the bottom")};
}

Keys<Door> door_keys() {
  return {required(field("after", &Door::after, whole_form(1, kMostRacksAside), "", "racks of a row before it")),
          required(field("width", &Door::width, hall_length_form(), "", "of the gap"))};
}

void read_doors(Reader& reader, YamlId id, Hall& hall) {
  static const Keys<Door> keys = door_keys();
  for (const YamlId item : items_of(reader, id, "doors"))
    read_map(reader, item, "a door", keys, hall.doors.emplace_back());
}

/// Places of racks that stay empty, counted from 1.
struct EmptyPlaces {
  std::vector<std::uint32_t> rows, racks;  ///< none: every row, every rack of the row
};

void read_numbers(Reader& reader, YamlId id, std::vector<std::uint32_t>& numbers) {
  for (const YamlId item : read_one_or_list(reader, id)) {
    if (const auto number = read_whole(reader, item, "a place", 1, kMostRacksAside))
      numbers.push_back(static_cast<std::uint32_t>(*number));
  }
}

Keys<EmptyPlaces> empty_keys() {
  const ValueShape numbers = one_or_more_shape(whole_form(1, kMostRacksAside).shape);
  return {{"row", numbers, "every row", "or several; they count on from hall to hall",
           [](Reader& reader, YamlId id, EmptyPlaces& places) { read_numbers(reader, id, places.rows); }},
          {"rack", numbers, "every rack of the row", "or several of the row",
           [](Reader& reader, YamlId id, EmptyPlaces& places) { read_numbers(reader, id, places.racks); }}};
}

/// Which of so many are named: all where none is. Reports those that are not there, in words with places for the number
/// and for how many there are.
std::vector<char> named_ones(Reader& reader, YamlId id, const std::vector<std::uint32_t>& numbers, std::uint32_t most,
                             std::string_view words) {
  std::vector<char> named(most, numbers.empty() ? 1 : 0);
  for (const std::uint32_t number : numbers) {
    if (number <= most) {
      named[number - 1] = 1;
    } else {
      reader.report(id, fmt::format(fmt::runtime(words), number, most), "rows, and the racks of a row, count from 1");
    }
  }
  return named;
}

/// `rows`, `columns` and `halls` have been read.
void read_empty_places(Reader& reader, YamlId id, Hall& hall) {
  static const Keys<EmptyPlaces> keys = empty_keys();
  const std::uint64_t racks = std::uint64_t{hall.rows} * hall.columns;
  if (racks > kMostRacks) return;
  const std::vector<YamlId> items = items_of(reader, id, "empty");
  if (items.size() > kMostListed)
    return reader.report(id, fmt::format("'empty' has more than {} entries", kMostListed));
  hall.empty.assign(racks, 0);
  for (const YamlId item : items) {
    EmptyPlaces places;
    if (!read_map(reader, item, "places that stay empty", keys, places)) continue;
    const std::vector<char> rows =
        named_ones(reader, item, places.rows, hall.rows, "there is no row {}: the hall has {}");
    const std::vector<char> columns =
        named_ones(reader, item, places.racks, hall.columns, "no row has a rack {}: rows have {} racks");
    for (std::uint32_t rack = 0; rack < racks; ++rack) {
      if (rows[hall.row(rack)] && columns[hall.column(rack)]) hall.empty[rack] = 1;
    }
  }
}

/// `rows`, which has been read, are those of a hall.
void read_halls(Reader& reader, YamlId id, Hall& hall) {
  const auto halls = read_whole(reader, id, "halls", 1, kMostHalls);
  if (!halls) return;
  hall.halls = static_cast<std::uint32_t>(*halls);
  hall.rows *= hall.halls;
}

void read_aisles(Reader& reader, YamlId id, Hall& hall) {
  const Form<Nanometres> length = hall_length_form(true);
  hall.aisles.clear();
  for (const YamlId item : read_one_or_list(reader, id, "aisles", "a width, or several in turn: [1.2 m, 0.9 m]"))
    hall.aisles.push_back(length.read(reader, item, "aisles").value_or(0));
  if (hall.aisles.empty()) hall.aisles = {0};
}

/// The rack's depth, which has been read, is a part of it.
void read_row_pitch(Reader& reader, YamlId id, Hall& hall) {
  const auto pitch = hall_length_form().read(reader, id, "row_pitch");
  if (!pitch) return;
  if (*pitch < hall.depth())
    return reader.report(id, "rows are closer than their racks are deep", "give a larger `row_pitch`, or `rack.depth`");
  hall.aisles = {*pitch - hall.depth()};
}

/// The keys of a rack of switches: what `rack` says of hosts is not for it.
Keys<Rack> switch_rack_keys() {
  Keys<Rack> keys = rack_keys();
  std::erase_if(keys, [](const Key<Rack>& key) { return key.name == "terminals" || key.name.starts_with("host_"); });
  for (Key<Rack>& key : keys) key.default_text = "as of `rack`";
  return keys;
}

/// `rack`, which has been read, says what it does not.
void read_switch_rack(Reader& reader, YamlId id, Hall& hall) {
  hall.switch_rack = hall.rack;
  hall.switch_rack->terminals = 0;
  read_map(reader, id, "switch_rack", switch_rack_keys(), *hall.switch_rack);
}

Keys<Hall> hall_keys() {
  const auto aside = whole_form(1, kMostRacksAside);
  const Form<Nanometres> length = hall_length_form(true);
  return {required(field("rows", &Hall::rows, aside, "", "of racks")),
          required(field("columns", &Hall::columns, aside, "", "racks of a row")),
          {"halls", whole_form(1, kMostHalls).shape, "1", "alike, one behind another; their rows count on", read_halls},
          field("between_halls", &Hall::between_halls, length, "0 m",
                "from the last row of a hall to the first one of the next, in place of an aisle"),
          field("rack", &Hall::rack, map_form("rack", rack_keys()), "", "a rack"),
          {"switch_rack", map_shape(switch_rack_keys()), "as `rack`",
           "a rack of switches, where `fill` gives them racks of their own", read_switch_rack},
          {"aisles", one_or_more_shape(length.shape), "1.2 m", "between rows; of several, each in turn", read_aisles},
          {"row_pitch", hall_length_form().shape, "by `aisles`", "from row to row, in place of them", read_row_pitch},
          {"doors", list_shape(map_shape(door_keys())), "none", "gaps in every row", read_doors},
          {"empty", list_shape(map_shape(empty_keys())), "none",
           "places where no rack stands or none is filled, so that rows and halls may differ", read_empty_places},
          field("tray", &Hall::tray, choice_form({"overhead", "floor", "straight"}), "overhead",
                "the way of cables between racks: over them, under them, or straight from port to port"),
          field("tray_gap", &Hall::tray_gap, length, "127 mm", "from the racks to the tray"),
          field("slack", &Hall::slack, length, "0 m", "on every cable"),
          field("service_loop", &Hall::service_loop, length, "0 m", "at each end of a cable between racks"),
          field("inside", &Hall::inside, length, "by the heights of its ports", "the length of a cable inside a rack"),
          field("to_tray", &Hall::to_tray, length, "by the height of the port", "from a port to the tray")};
}

/// Reads rows `node,row,rack`, which count from 1.
void read_places_file(Reader& reader, YamlId id, MachineChoice& choice) {
  const auto path = read_path(reader, id, "places");
  if (!path) return;
  reader.tries(id, [&] {
    const GraphText file{*path, read_text_file(*path, kMostPlacesBytes)};
    CsvLines lines(file, "a line is `node,row,rack`; rows and the racks of a row count from 1");
    std::vector<CsvField> fields;
    int line = 1;
    std::size_t counted = 0;
    for (bool is_first = true; lines.next(fields); is_first = false) {
      const auto text = file.text.begin();
      const std::size_t at = fields[0].at;
      line += static_cast<int>(
          std::count(text + static_cast<std::ptrdiff_t>(counted), text + static_cast<std::ptrdiff_t>(at), '\n'));
      counted = at;
      if (fields.size() != 3) lines.fail(fields[0].at, fmt::format("this line has {} fields, not 3", fields.size()));
      if (is_first && fields[0].text == "node") continue;
      const auto whole = [&](const CsvField& field, std::string_view what, std::uint32_t most) {
        const double value = lines.number(field, what, 1, most);
        if (value != static_cast<double>(static_cast<std::uint32_t>(value)))
          lines.fail(field.at, "racks are counted in whole numbers");
        return static_cast<std::uint32_t>(value) - 1;
      };
      const std::uint32_t row = whole(fields[1], "the row", choice.hall.rows);
      const std::uint32_t column = whole(fields[2], "the rack", choice.hall.columns);
      choice.places.push_back({fields[0].text, row * choice.hall.columns + column, {*path, line, 1, {}}});
    }
  });
}

void read_cable_media(Reader& reader, YamlId id, MachineChoice& choice) {
  choice.market.media.clear();
  const auto items = read_one_or_list(reader, id, "media", "names of `cutline list media`");
  if (items.size() > kMostListed) reader.report(id, fmt::format("'media' has more than {} entries", kMostListed));
  for (const YamlId item : items) {
    if (auto medium = medium_files().read(reader, item)) choice.market.media.push_back(*std::move(medium));
  }
}

/// Several price lists count as one, which must be in one currency.
void read_prices(Reader& reader, YamlId id, MachineChoice& choice) {
  std::optional<machine::PriceList> all;
  for (const YamlId item : read_one_or_list(reader, id, "prices", "names of `cutline list prices`")) {
    auto list = price_files().read(reader, item);
    if (!list) continue;
    if (!all) {
      all = std::move(list);
      continue;
    }
    if (list->currency != all->currency) {
      reader.report(item,
                    fmt::format("'{}' is in {}, and '{}' in {}", list->name, list->currency, all->name, all->currency),
                    "price lists of one machine are in one currency");
      continue;
    }
    all->name += ", " + list->name;
    all->cables.insert(all->cables.end(), list->cables.begin(), list->cables.end());
    all->switches.insert(all->switches.end(), list->switches.begin(), list->switches.end());
    for (const auto at :
         {&machine::PriceList::rack, &machine::PriceList::laying_inside, &machine::PriceList::laying_between}) {
      if (*list.*at) *all.*at = *list.*at;
    }
  }
  choice.market.prices = std::move(all);
}

/// Factors on prices, by the kind of what they buy.
struct PriceFactors {
  double copper = 1, optics = 1, switches = 1, hall = 1;
};

Keys<PriceFactors> price_factor_keys() {
  const Form<double> factor = real_form(0, kMostFactor);
  return {field("copper", &PriceFactors::copper, factor, "1", "of cables of copper, active ones too"),
          field("optics", &PriceFactors::optics, factor, "1", "of optical cables"),
          field("switches", &PriceFactors::switches, factor, "1", "of switches"),
          field("hall", &PriceFactors::hall, factor, "1", "of racks and labour")};
}

Key<MachineChoice> price_factor_key() {
  return {"price_factor", map_shape(price_factor_keys()), "1 each", "by which prices of the lists are multiplied",
          [](Reader& reader, YamlId id, MachineChoice& choice) {
            PriceFactors factors;
            read_map(reader, id, "price_factor", price_factor_keys(), factors);
            choice.market.factor = {factors.copper, factors.optics, factors.switches, factors.hall};
          }};
}

Keys<MachineChoice> machine_keys() {
  Keys<MachineChoice> keys;
  for (const Key<Hall>& key : hall_keys()) keys.push_back(within(&MachineChoice::hall, key));
  const Keys<MachineChoice> more = {
      field("fill", &MachineChoice::fill,
            choice_form({"in_order", "group", "one_of_each", "end_of_row", "middle_of_row", "shortest", "cheapest"}),
            "in_order", "how racks are filled: `shortest` and `cheapest` search"),
      field("group_digit", &MachineChoice::group_digit, whole_form(0, 63), "the highest; of a tree the pod",
            "the digit of a node's address that is its group"),
      field("nodes", &MachineChoice::nodes_are_terminals, choice_form({"switches", "terminals"}), "switches",
            "what the nodes of the network are: switches with terminals of their own, or the terminals"),
      hall_board_key(),
      {"places", path_shape(), "by `fill`", "a file with lines `node,row,rack`: where some nodes must stand",
       read_places_file},
      {"media", one_or_more_shape(medium_files().shape()), "[dac-100g, aoc-100g]",
       "what cables are made of: names, paths or maps; the cheapest that reaches is taken, without prices the first",
       read_cable_media},
      {"prices", one_or_more_shape(price_files().shape()), "none", "price lists: names, paths or maps", read_prices},
      field("rate", &MachineChoice::gbps, above_0(quantity_form(Measured::data_rate)),
            "the channel's width at a fixed clock", "of a cable"),
      price_factor_key(),
      field("spares", &MachineChoice::spares, quantity_form(Measured::share), "0 %",
            "spare cables and switches: of every line of the bill so many, rounded up"),
      field("years", &MachineChoice::years, above_0(real_form(0, kMostYears)), "not told", "that the machine runs"),
      field("kwh_price", &MachineChoice::kwh_price, amount_form(), "not told",
            "of a kWh, in the price lists' currency")};
  keys.insert(keys.end(), more.begin(), more.end());
  return keys;
}

const Keys<MachineChoice>& all_machine_keys() {
  static const Keys<MachineChoice> keys = machine_keys();
  return keys;
}

std::vector<machine::CableMedium> usual_media() {
  std::vector<machine::CableMedium> all = medium_files().all();
  std::erase_if(all,
                [](const machine::CableMedium& each) { return each.name != "dac-100g" && each.name != "aoc-100g"; });
  std::ranges::sort(all, std::greater<>(), &machine::CableMedium::name);
  return all;
}

void expect_rack_fits(Reader& reader, YamlId id, const Rack& rack) {
  if (std::uint64_t{rack.empty_below} + rack.empty_above >= rack.units) {
    reader.report(id, fmt::format("all {} units of a rack stay empty", rack.units), "give more `units`");
  } else if (rack.host_terminals > 0 && !machine::holds_all(rack)) {
    reader.report(id, machine::why_too_low(rack), "give `units`, or fewer `switches` or `terminals`");
  }
}

void expect_hall_fits(Reader& reader, YamlId id, const MachineChoice& choice) {
  const Hall& hall = choice.hall;
  if (std::uint64_t{hall.rows} * hall.columns > kMostRacks)
    reader.report(id, fmt::format("a hall has at most {} racks", kMostRacks));
  Rack rack = hall.rack;
  if (hall.switch_rack) rack.switches = 0;
  expect_rack_fits(reader, find_value(reader.document, id, "rack").value_or(id), rack);
  if (hall.switch_rack) {
    const YamlId own = *find_value(reader.document, id, "switch_rack");
    expect_rack_fits(reader, own, *hall.switch_rack);
    if (!machine::keeps_racks(choice.fill))
      reader.report(own, "`switch_rack` is for switches in racks of their own, which this `fill` does not give them",
                    "give `fill: end_of_row` or `fill: middle_of_row`");
  }
  if (find_value(reader.document, id, "aisles") && find_value(reader.document, id, "row_pitch"))
    reader.report(*find_value(reader.document, id, "row_pitch"), "`aisles` say already how far rows are apart",
                  "give either `aisles` or `row_pitch`");
  for (const Door& door : hall.doors) {
    if (door.after >= hall.columns)
      reader.report(*find_value(reader.document, id, "doors"),
                    fmt::format("a door after {} racks is not inside a row of {}", door.after, hall.columns));
  }
  for (const RackOfNode& each : choice.places) {
    if (!hall.is_empty(each.rack)) continue;
    reader.document.diagnostics.push_back(
        {fmt::format("node {} must stand in rack {}, which is left empty", each.node, rack_text(hall, each.rack)),
         "name another place, or leave it out of `empty`", each.said});
  }
  if (hall.racks_to_fill() == 0) reader.report(*find_value(reader.document, id, "empty"), "all racks are left empty");
  if (machine::keeps_racks(choice.fill) && !choice.places.empty())
    reader.report(*find_value(reader.document, id, "places"), "`places` does not go with racks of switches in each row",
                  "give another `fill`, or leave out `places`");
  const bool searched = choice.fill == machine::RackRule::cheapest;
  if (searched && !choice.market.prices)
    reader.report(*find_value(reader.document, id, "fill"), "the cheapest racks need `prices`",
                  "give `prices`, or `fill: shortest`");
}

/// Whether the spec says how many terminals a host has; else it has as many as a board.
bool says_host_terminals(const Reader& reader, YamlId id) {
  const auto rack = find_value(reader.document, id, "rack");
  return rack && find_value(reader.document, *rack, "host_terminals");
}

void read_machine(Reader& reader, YamlId id, Design& design) {
  if (reader[id].kind == YamlKind::scalar && reader[id].text == kNoMachine) return;
  const std::size_t mistakes = reader.mistakes();
  MachineChoice choice;
  if (!read_map(reader, id, "machine", all_machine_keys(), choice)) return;
  if (reader.mistakes() > mistakes) return;
  if (choice.market.media.empty()) choice.market.media = usual_media();
  if (choice.board) choice.market.media.push_back(choice.board->traces);
  if (choice.board && !says_host_terminals(reader, id)) choice.hall.rack.host_terminals = 0;
  expect_hall_fits(reader, id, choice);
  if (reader.mistakes() > mistakes) return;
  for (const YamlEntry& entry : reader[id].entries) design.places["machine." + entry.key] = reader.place(entry.value);
  design.machine = SharedConst<MachineChoice>(std::move(choice));
}

}  // namespace

Key<Design> machine_key() {
  return {"machine", any_shape({choice_shape({kNoMachine}), map_shape(all_machine_keys())}), "none",
          "a hall of racks: where switches and terminals stand, cables, prices", read_machine};
}

}  // namespace cutline
