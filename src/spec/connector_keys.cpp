// SPDX-License-Identifier: Apache-2.0
#include <charconv>
#include <cmath>

#include "spec/library_files.hpp"

namespace cutline {
namespace {

using board::Connector;
using board::Nanometres;

constexpr std::int64_t kMostPinsAside = 1000;
constexpr double kMostBoardNm = 10e9;

NamedMaps connector_maps() { return {"connector", "connectors", builtin_connectors()}; }

/// A connector as it is being read: its pins are dealt out when its size is known.
struct ConnectorDraft {
  Connector connector;
  std::optional<YamlId> unused, ground, map, pairs, power;
};

const Keys<ConnectorDraft>& connector_keys() {
  constexpr auto whole = &ConnectorDraft::connector;
  const Form<Nanometres> length = board_length_form();
  const Form<std::int64_t> count = whole_form(1, kMostPinsAside);
  static const Keys<ConnectorDraft> keys = {
      required(within(whole, field("name", &Connector::name, text_form(), "",
                                   "its name; without `columns` that of a connector of the library to start from"))),
      within(whole, field("summary", &Connector::summary, prose_form(), "", "one line on what it is")),
      within(whole, field("source", &Connector::source, prose_form(), "", "where its numbers come from")),
      within(whole, field("columns", &Connector::columns, count, "",
                          "columns of pins, which follow each other along the edge of the card")),
      within(whole, field("rows", &Connector::rows, count, "", "pins of a column")),
      within(whole, field("column_pitch", &Connector::column_pitch, length, "", "from column to column")),
      within(whole, field("row_pitch", &Connector::row_pitch, length, "", "from pin to pin of a column")),
      within(whole, field("pad", &Connector::pad, length, "", "diameter of the pads in the board")),
      within(whole, field("drill", &Connector::drill, length, "", "diameter of the holes as drilled")),
      kept("unused_columns", &ConnectorDraft::unused, list_shape(integer_shape("whole number", 1)), "none",
           "columns whose pins carry nothing, counted from 1, such as those at a key"),
      kept("ground", &ConnectorDraft::ground, text_shape("G in N"), "none",
           "of how many pins in turn, column by column, how many are ground: 1 in 3"),
      kept("map", &ConnectorDraft::map, list_shape(text_shape("letters")), "all signals",
           "instead: for each column a text with a letter for each row, S signal, G ground, P power or a letter of "
           "`power`, - unused; a shorter list begins anew"),
      kept("power", &ConnectorDraft::power,
           {"map", R"({"type": "object", "additionalProperties": {"type": "string"}})"}, "{P: P}",
           "the net of each letter of power in `map`: {P: 12V, V: 3V3}"),
      kept("pairs", &ConnectorDraft::pairs, integer_shape("whole number", 1), "none",
           "instead: differential pairs in each column; the rows between and behind them are ground")};
  return keys;
}

/// "1 in 3": the two numbers.
std::optional<std::pair<std::uint32_t, std::uint32_t>> ratio_of(std::string_view text) {
  std::uint32_t few = 0, many = 0;
  const char* end = text.data() + text.size();
  const auto first = std::from_chars(text.data(), end, few);
  constexpr std::string_view kIn = " in ";
  const std::string_view rest(first.ptr, static_cast<std::size_t>(end - first.ptr));
  if (first.ec != std::errc() || !rest.starts_with(kIn)) return std::nullopt;
  const auto second = std::from_chars(first.ptr + kIn.size(), end, many);
  const bool good = second.ec == std::errc() && second.ptr == end && few >= 1 && few < many && many <= 1'000'000;
  return good ? std::optional(std::pair(few, many)) : std::nullopt;
}

void read_ground(Reader& reader, YamlId id, Connector& connector) {
  const auto text = read_text(reader, id, "ground");
  if (!text) return;
  const auto ratio = ratio_of(*text);
  if (!ratio)
    return reader.report(id, fmt::format("'ground' cannot be {}", in_words(reader[id])),
                         "for example `ground: 1 in 3`");
  set_grounds(connector, ratio->first, ratio->second);
}

/// Letters of power, and with each the name of its net.
std::string read_power(Reader& reader, const std::optional<YamlId>& id, std::vector<std::string>& rails) {
  rails = {"P"};
  if (!id) return "P";
  rails.clear();
  std::string letters;
  if (!expect_map(reader, *id, "'power'")) return letters;
  constexpr std::string_view kPlain = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+-_.";
  for (const auto& entry : reader[*id].entries) {
    const std::string letter = entry.key;
    const std::string name(reader[entry.value].text);
    if (letter.size() != 1 || letter < "A" || letter > "Z" || letter == "S" || letter == "G") {
      reader.report(entry.value, fmt::format("a letter of power cannot be '{}'", letter),
                    "a capital letter but S and G");
    }
    const bool plain = !name.empty() && name.size() <= 14 && name.find_first_not_of(kPlain) == std::string::npos;
    if (!plain || name == "GND" || name.front() == 'L') {
      reader.report(entry.value, fmt::format("a net of power cannot be {}", in_words(reader[entry.value])),
                    "up to 14 letters, digits, + - _ or ., not GND, and not with an L first: so signals are called");
    }
    letters += letter.substr(0, 1);
    rails.push_back(name);
  }
  return letters;
}

void read_letters(Reader& reader, YamlId id, const std::optional<YamlId>& power, Connector& connector) {
  std::vector<std::string> rails;
  const std::size_t mistakes = reader.mistakes();
  const std::string power_letters = read_power(reader, power, rails);
  if (reader.mistakes() > mistakes) return;
  const auto items = read_list(reader, id, "map");
  if (!items) return;
  if (items->empty() || items->size() > connector.columns) {
    return reader.report(
        id, fmt::format("'map' lists {} columns, and the connector has {}", items->size(), connector.columns),
        "a text for each column; a shorter list begins anew");
  }
  std::vector<std::string_view> columns;
  for (const YamlId item : *items) {
    const std::string_view letters = reader[item].text;
    const bool known = letters.find_first_not_of(std::string(board::kPinLetters) + power_letters) == letters.npos;
    if (reader[item].kind != YamlKind::scalar || !known || letters.size() != connector.rows) {
      return reader.report(
          item, fmt::format("a column of the map cannot be {}", in_words(reader[item])),
          fmt::format("{} letters of S signal, G ground, - unused, and {} power", connector.rows, power_letters));
    }
    columns.push_back(letters);
  }
  for (const auto& entry : power ? reader[*power].entries : decltype(reader[id].entries){}) {
    const bool found =
        std::ranges::any_of(columns, [&](std::string_view letters) { return letters.find(entry.key) != letters.npos; });
    if (!found) {
      reader.report(entry.value, fmt::format("no column of the map has the letter '{}' of power", entry.key),
                    "leave it out, or give it pins");
    }
  }
  set_letters(connector, columns, power_letters);
  connector.rails = std::move(rails);
}

void read_unused(Reader& reader, YamlId id, Connector& connector) {
  for (const YamlId item : items_of(reader, id, "unused_columns")) {
    const auto column = read_whole(reader, item, "unused_columns", 1, connector.columns);
    if (!column) return;
    const auto at = connector.pins.begin() + (*column - 1) * connector.rows;
    std::fill(at, at + connector.rows, board::ConnectorPin{board::PinUse::unused});
  }
}

/// Deals out the pins. `based`: they are those of a connector of the library, and stay where no key says more.
void read_pins(Reader& reader, ConnectorDraft& draft, bool based) {
  Connector& connector = draft.connector;
  if (!based) set_all_signals(connector);
  const int ways = (draft.ground ? 1 : 0) + (draft.map ? 1 : 0) + (draft.pairs ? 1 : 0);
  if (ways > 1) {
    return reader.report(draft.map ? *draft.map : *draft.pairs, "the pins of a connector are given twice",
                         "give one of `ground`, `map` and `pairs`");
  }
  if (draft.power && !draft.map) reader.report(*draft.power, "'power' has no effect without `map`", "leave it out");
  if (draft.map) read_letters(reader, *draft.map, draft.power, connector);
  if (draft.unused) read_unused(reader, *draft.unused, connector);
  if (draft.ground) read_ground(reader, *draft.ground, connector);
  if (!draft.pairs) return;
  if (const auto pairs = read_whole(reader, *draft.pairs, "pairs", 1, connector.rows / 2))
    set_pairs(connector, static_cast<std::uint32_t>(*pairs));
}

void expect_pads_fit(Reader& reader, YamlId id, const Connector& connector) {
  if (connector.drill >= connector.pad)
    return reader.report(id, "the holes of a connector are as wide as its pads", "`drill` is less than `pad`");
  if (connector.pad >= std::min(connector.column_pitch, connector.row_pitch))
    reader.report(id, "the pads of a connector touch", "`pad` is less than both pitches");
}

std::optional<Connector> connector_of(Reader& reader, YamlId id) {
  if (!expect_map(reader, id, "a connector")) return std::nullopt;
  const std::size_t mistakes = reader.mistakes();
  ConnectorDraft draft;
  const auto name = find_value(reader.document, id, "name");
  const bool based = name && !find_value(reader.document, id, "columns");
  if (based && names_a_file(reader[*name].text)) {
    reader.report(*name, "a connector starts from one of the library, not from a file",
                  "give its `columns`, or the file's path in place of this map");
    return std::nullopt;
  }
  if (based && reader[*name].kind == YamlKind::scalar) {
    if (auto base = connector_files().read(reader, *name)) draft.connector = *std::move(base);
    if (reader.mistakes() > mistakes) return std::nullopt;
  }
  read_map(reader, id, "a connector", connector_keys(), draft);
  if (!based) {
    expect_given_keys(reader, id, "a connector", connector_keys(),
                      {"columns", "rows", "column_pitch", "row_pitch", "pad", "drill"});
  } else if (find_value(reader.document, id, "rows")) {
    reader.report(id, "a connector with `rows` of its own needs `columns` too");
  }
  if (reader.mistakes() > mistakes) return std::nullopt;
  read_pins(reader, draft, based);
  expect_pads_fit(reader, id, draft.connector);
  return reader.mistakes() > mistakes ? std::nullopt : std::optional(std::move(draft.connector));
}

const Keys<board::Material>& material_keys() {
  using board::Material;
  static const Keys<Material> keys = {
      field("name", &Material::name, text_form(), "", "its name"),
      field("summary", &Material::summary, prose_form(), "", "one line on what it is"),
      field("source", &Material::source, prose_form(), "", "where its numbers come from"),
      required(field("dk", &Material::dk, real_form(1, 20), "", "relative permittivity")),
      required(field("df", &Material::df, real_form(0, 1), "", "loss tangent, at about the frequencies used"))};
  return keys;
}

}  // namespace

Form<Nanometres> board_length_form(bool or_none) {
  const auto length = checked(
      or_none ? quantity_form(Measured::length) : above_0(quantity_form(Measured::length)),
      [](double nm) { return nm <= kMostBoardNm; }, "must be at most 10 m");
  return made(length, [](double nm) { return static_cast<Nanometres>(std::llround(nm)); });
}

const LibraryFiles<Connector>& connector_files() {
  static const LibraryFiles<Connector> files = {connector_maps(), "A connector of Cutline", map_shape(connector_keys()),
                                                connector_of};
  return files;
}

const LibraryFiles<board::Material>& material_files() {
  static const auto files = files_by_keys({"material", "materials", builtin_materials()},
                                          "A material of boards of Cutline", "a material", material_keys());
  return files;
}

}  // namespace cutline
