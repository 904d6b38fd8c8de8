// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "spec/library_files.hpp"
#include "spec/study_keys.hpp"
#include "study/board_choice.hpp"

namespace cutline {
namespace {

using board::Connector;
using board::Nanometres;
using board::TrackRules;

constexpr Nanometres kUsualEdge = 500'000;
constexpr double kMostMatchNm = 1e10;
constexpr std::size_t kMostConnectors = 64, kMostSlotPlaces = 1024, kMostKeepOuts = 1000;
constexpr std::string_view kNoBoard = "none";

std::vector<Connector> read_connectors(Reader& reader, YamlId id) {
  std::vector<Connector> all;
  const auto items = read_one_or_list(reader, id, "connectors", "a name of `cutline list connectors`");
  if (items.size() > kMostConnectors)
    reader.report(id, fmt::format("a slot has at most {} connectors", kMostConnectors));
  for (const YamlId item : items) {
    if (auto connector = connector_files().read(reader, item)) all.push_back(*std::move(connector));
  }
  return all;
}

/// A key with the connectors of a slot.
template <class T>
Key<T> connectors_key(std::vector<Connector> T::*at, std::string help) {
  return {"connectors", one_or_more_shape(connector_files().shape()), "", std::move(help),
          [at](Reader& reader, YamlId id, T& target) { target.*at = read_connectors(reader, id); }};
}

void read_slot_nodes(Reader& reader, YamlId id, SlotConnectors& slots) {
  for (const YamlId item : read_one_or_list(reader, id, "nodes", "names or numbers of nodes: [14, 15]")) {
    if (const auto text = read_text(reader, item, "nodes")) slots.nodes.push_back(said_nodes(*text));
  }
}

Keys<SlotConnectors> slot_keys() {
  return {required(Key<SlotConnectors>{
              "nodes", any_shape({text_shape("node"), list_shape(text_shape("name, number or range"))}), "",
              "the nodes whose slots these are, by name, number or range: 12-15", read_slot_nodes}),
          connectors_key(&SlotConnectors::connectors, "of each of these slots, in place of those of all"),
          field("side", &SlotConnectors::back, choice_form({"front", "back"}), "front",
                "of a mid-plane: the side on which their cards stand; rows of pins of the back run the other way")};
}

void read_slots(Reader& reader, YamlId id, BoardChoice& choice) {
  static const Keys<SlotConnectors> keys = slot_keys();
  for (const YamlId item : items_of(reader, id, "slots")) {
    if (!read_map(reader, item, "a kind of slot", keys, choice.slots.emplace_back())) continue;
    const bool has_own = find_value(reader.document, item, "connectors") || find_value(reader.document, item, "side");
    if (!has_own)
      reader.report(item, "these slots have nothing of their own", "give them `connectors`, or `side: back`");
  }
}

/// One margin for both axes, or one along x and one along y.
void read_margin(Reader& reader, YamlId id, BoardChoice& choice) {
  const auto items = read_one_or_list(reader, id);
  if (items.empty() || items.size() > 2)
    return reader.report(id, fmt::format("'margin' has {} entries", items.size()), "give one length, or [x, y]");
  const Form<Nanometres> length = board_length_form(true);
  choice.margin[0] = length.read(reader, items.front(), "margin").value_or(0);
  choice.margin[1] = items.size() == 1 ? choice.margin[0] : length.read(reader, items.back(), "margin").value_or(0);
}

void read_board_material(Reader& reader, YamlId id, BoardChoice& choice) {
  choice.material = material_files().read(reader, id);
}

Keys<TrackRules> pair_keys() {
  const Form<Nanometres> length = board_length_form();
  return {field("gap", &TrackRules::gap, length, "", "between the two lines of a pair"),
          field("space", &TrackRules::pair_space, length, "", "between neighbouring pairs")};
}

Keys<TrackRules> via_keys() {
  const Form<Nanometres> length = board_length_form();
  return {field("pad", &TrackRules::via_pad, length, "", "diameter of a via's pads"),
          field("drill", &TrackRules::via_drill, length, "", "diameter of its hole, less than the pad")};
}

/// How much lengths may differ: a length, or a time by the material, which is known only when the whole board is.
Key<TrackRules> match_key(std::string_view name, std::optional<Nanometres> TrackRules::*at, std::string help) {
  return {name, quantity_shape({Measured::length, Measured::time}), "as they are drawn", std::move(help),
          [name, at](Reader& reader, YamlId id, TrackRules& rules) {
            const auto amount = read_quantity(reader, id, name, {Measured::length, Measured::time});
            if (!amount) return;
            if (amount->value * (amount->measured == Measured::time ? 1e6 : 1) > kMostMatchNm)
              return reader.report(id, fmt::format("'{}' must be at most 10 m", name));
            rules.*at = static_cast<Nanometres>(std::floor(amount->value));
          }};
}

/// Lengths of the matches that are given as times.
void settle_matches(Reader& reader, YamlId tracks, BoardChoice& choice) {
  const auto settle = [&](std::string_view name, std::optional<Nanometres>& match) {
    const std::optional<YamlId> id = find_value(reader.document, tracks, name);
    if (!id || !match) return;
    const auto amount = read_quantity(reader, *id, name, {Measured::length, Measured::time});
    if (!amount || amount->measured == Measured::length) return;
    if (!choice.material) {
      return reader.report(*id, fmt::format("'{}' is a time, and the board has no material", name),
                           "give `material`, or a length");
    }
    match = static_cast<Nanometres>(std::floor(amount->value * 1e3 / flight_ps_per_mm(choice.material->dk) * 1e6));
  };
  settle("match", choice.tracks.match);
  settle("match_in_pairs", choice.tracks.match_in_pairs);
}

Keys<TrackRules> track_keys() {
  const Form<Nanometres> length = board_length_form();
  return {
      field("width", &TrackRules::width, length, "", "of a track"),
      field("space", &TrackRules::space, length, "", "between neighbouring tracks; of pairs only the usual clearance"),
      field("clearance", &TrackRules::clearance, length, "the space, of tracks or else of pairs",
            "between a track and a pad of another net"),
      field("edge", &TrackRules::edge, board_length_form(true), "0.5 mm", "between copper and the edge of the board"),
      then(submap("pairs", pair_keys(), "single tracks", "differential pairs, side by side on one layer"),
           [](TrackRules& rules) { rules.pairs = true; }),
      submap("via", via_keys(), "no vias", "holes that join tracks of several layers"),
      match_key("match", &TrackRules::match, "the most that the wires of a link may differ: 1 mm, or 5 ps"),
      match_key("match_in_pairs", &TrackRules::match_in_pairs, "the most that the two lines of a pair may differ"),
      field("copper", &TrackRules::copper, length, "35 um", "thickness of a track, for impedance and loss"),
      field("plane_clearance", &TrackRules::plane_clearance, length, "the clearance",
            "between a pad and planes of other nets: an anti-pad is twice as much wider than the pad"),
      field("plane_distance", &TrackRules::plane_distance, length, "from thickness and copper layers, evenly spread",
            "of the dielectric between a track and the plane above or below it")};
}

void read_tracks(Reader& reader, YamlId id, BoardChoice& choice) {
  static const Keys<TrackRules> keys = track_keys();
  choice.tracks.edge = kUsualEdge;
  if (!read_map(reader, id, "tracks", keys, choice.tracks)) return;
  TrackRules& tracks = choice.tracks;
  expect_given_keys(reader, id, "tracks", keys, {"width"});
  if (!tracks.pairs) expect_given_keys(reader, id, "tracks", keys, {"space"});
  const auto space = find_value(reader.document, id, "space");
  if (space && tracks.pairs && tracks.clearance > 0) {
    reader.report(*space, "'space' has no effect where `pairs` have their `space` and pads their `clearance`",
                  "leave it out");
  }
  const auto pairs = find_value(reader.document, id, "pairs");
  if (pairs && reader[*pairs].kind == YamlKind::map)
    expect_given_keys(reader, *pairs, "pairs", pair_keys(), {"gap", "space"});
  const auto via = find_value(reader.document, id, "via");
  if (via && reader[*via].kind == YamlKind::map) {
    expect_given_keys(reader, *via, "via", via_keys(), {"pad", "drill"});
    if (choice.tracks.via_pad > 0 && choice.tracks.via_drill >= choice.tracks.via_pad)
      reader.report(*via, "the drill of a via must be less than its pad");
  }
  if (tracks.clearance == 0) tracks.clearance = space ? tracks.space : tracks.between();
  constexpr Nanometres kLeastTrack = 1000;
  if (std::min(tracks.width, tracks.between()) < kLeastTrack)
    reader.report(id, "tracks are at least 1 um wide and 1 um apart", "is a unit wrong? `5 mil`, `0.1 mm`");
}

void read_places(Reader& reader, YamlId id, BoardChoice& choice) {
  const Form<Nanometres> length = board_length_form(true);
  for (const YamlId item : items_of(reader, id, "places")) {
    const auto place = length.read(reader, item, "places");
    if (!place) return;
    if (!choice.places.empty() && *place <= choice.places.back())
      return reader.report(item, "slots follow each other from the left: this place is not farther than the one before",
                           "give the middle of each slot, in order");
    choice.places.push_back(*place);
  }
  if (choice.places.empty() || choice.places.size() > kMostSlotPlaces)
    reader.report(id,
                  fmt::format("'places' lists {} slots, and may list 1 to {}", choice.places.size(), kMostSlotPlaces));
}

/// Two lengths: [1 mm, 2 mm].
std::optional<std::array<Nanometres, 2>> read_board_place(Reader& reader, YamlId id, std::string_view what) {
  const auto items = read_list(reader, id, what, {2, 2, "'{0}' has 2 lengths, not {1}", "for example [0 mm, 320 mm]"});
  if (!items) return std::nullopt;
  const Form<Nanometres> length = board_length_form(true);
  const auto first = length.read(reader, (*items)[0], what), second = length.read(reader, (*items)[1], what);
  if (!first || !second) return std::nullopt;
  return std::array{*first, *second};
}

void read_board_outline(Reader& reader, YamlId id, BoardChoice& choice) {
  std::vector<Polygon::Corner> corners;
  for (const YamlId item : items_of(reader, id, "outline")) {
    const auto corner = read_board_place(reader, item, "outline");
    if (!corner) return;
    corners.push_back({nanometres(static_cast<double>((*corner)[0])), nanometres(static_cast<double>((*corner)[1]))});
    choice.outline.push_back(*corner);
  }
  if (const auto fault = polygon_fault(corners))
    reader.report(id, fmt::format("the outline of the board {}", fault_words(*fault)), std::string(fault_hint(*fault)));
}

/// A keep-out as the spec gives it: from where to where on both axes.
struct KeepOutDraft {
  std::array<Nanometres, 2> x{}, y{};
};

/// Reads one of its two axes.
template <auto member>
void read_kept_out(Reader& reader, YamlId id, KeepOutDraft& keep_out) {
  const auto two = read_board_place(reader, id, "keep_outs");
  if (!two) return;
  if ((*two)[0] >= (*two)[1]) return reader.report(id, "a keep-out ends where it begins, or before", "[from, to]");
  keep_out.*member = *two;
}

Keys<KeepOutDraft> keep_out_keys() {
  const ValueShape two = list_shape(board_length_form(true).shape);
  return {required(Key<KeepOutDraft>{"x", two, "", "from where to where along x: [40 mm, 50 mm]",
                                     read_kept_out<&KeepOutDraft::x>}),
          required(Key<KeepOutDraft>{"y", two, "", "the same along y", read_kept_out<&KeepOutDraft::y>})};
}

void read_keep_outs(Reader& reader, YamlId id, BoardChoice& choice) {
  static const Keys<KeepOutDraft> keys = keep_out_keys();
  for (const YamlId item : items_of(reader, id, "keep_outs")) {
    KeepOutDraft draft;
    if (!read_map(reader, item, "a keep-out", keys, draft)) continue;
    choice.keep_outs.push_back({draft.x[0], draft.y[0], draft.x[1], draft.y[1]});
  }
  if (choice.keep_outs.size() > kMostKeepOuts)
    reader.report(id, fmt::format("a board has at most {} keep-outs", kMostKeepOuts));
}

const Keys<BoardChoice>& board_keys() {
  const Form<double> decibels = quantity_form(Measured::decibels);
  static const Keys<BoardChoice> keys = {
      field("slot_pitch", &BoardChoice::slot_pitch, board_length_form(), "", "from slot to slot"),
      {"places", list_shape(board_length_form(true).shape), "at the pitch",
       "in place of `slot_pitch`: the middle of each slot, from the left edge of the board", read_places},
      connectors_key(&BoardChoice::connectors,
                     "of each slot, one after another along its card: names, paths or maps of connectors"),
      {"slots", list_shape(map_shape(slot_keys())), "all alike",
       "slots with other connectors, such as those of hubs, or on the back", read_slots},
      field("connector_gap", &BoardChoice::connector_gap, board_length_form(), "the column pitch",
            "between the outermost columns of neighbouring connectors of a slot"),
      {"margin", any_shape({board_length_form().shape, list_shape(board_length_form().shape)}), "[0 mm, 5 mm]",
       "from the outermost slots, and from the outermost pads, to the edge of the board; [x, y]", read_margin},
      {"outline", list_shape(list_shape(board_length_form(true).shape)), "a rectangle around slots and pads",
       "the corners of the board in turn: [[0 mm, 0 mm], [320 mm, 0 mm], [320 mm, 105 mm], [0 mm, 105 mm]]",
       read_board_outline},
      {"keep_outs", list_shape(map_shape(keep_out_keys())), "none", "boxes that no track passes", read_keep_outs},
      {"tracks", map_shape(track_keys()), "", "what its maker can do", read_tracks},
      field("signal_layers", &BoardChoice::signal_layers, whole_form(1, 1000), "as many as it takes",
            "signal layers that its stack-up has"),
      field("thickness", &BoardChoice::thickness, board_length_form(), "none",
            "of the board, for how deep its holes are"),
      {"material", material_files().shape(), "none", "its dielectric, for loss and delay: a name, a path or a map",
       read_board_material},
      field("nyquist", &BoardChoice::nyquist_ghz, above_0(quantity_form(Measured::frequency)), "none",
            "frequency at which loss is counted: half the rate of two-level signals"),
      field("loss_budget", &BoardChoice::loss_budget_db, above_0(decibels), "none",
            "what a link may lose from card to card, for its reach"),
      field("loss_of_connector", &BoardChoice::loss_of_connector_db, decibels, "0 dB", "of each of its two connectors"),
      field("loss_of_via", &BoardChoice::loss_of_via_db, decibels, "0 dB", "of each via")};
  return keys;
}

/// `id`: where the connectors stand.
void expect_slots_hold(Reader& reader, YamlId id, const BoardChoice& choice, const std::vector<Connector>& connectors) {
  for (const Connector& connector : connectors) {
    const Nanometres field = (connector.rows - 1) * connector.row_pitch + connector.pad + choice.tracks.clearance;
    if (choice.places.empty() && field > choice.slot_pitch) {
      reader.report(
          id,
          fmt::format("the pins of '{}' take {:.6g} mm with their clearance, more than a slot pitch of {:.6g}",
                      connector.name, static_cast<double>(field) * 1e-6, static_cast<double>(choice.slot_pitch) * 1e-6),
          "slots keep their pitch: give a larger `slot_pitch`, or a connector with fewer rows");
    }
    const Nanometres anti_pad = connector.pad + 2 * choice.tracks.plane_clearance.value_or(0);
    const Nanometres pitch = std::min(connector.columns > 1 ? connector.column_pitch : anti_pad + 1,
                                      connector.rows > 1 ? connector.row_pitch : anti_pad + 1);
    if (choice.tracks.plane_clearance && anti_pad >= pitch) {
      reader.report(
          id,
          fmt::format("anti-pads of {:.6g} mm leave no plane between the pins of '{}', {:.6g} mm apart",
                      static_cast<double>(anti_pad) * 1e-6, connector.name, static_cast<double>(pitch) * 1e-6),
          "an anti-pad is the pad and twice `plane_clearance` wide: give less");
    }
    const bool has_pairs = std::any_of(connector.pins.begin(), connector.pins.end(),
                                       [](const board::ConnectorPin& pin) { return pin.pair >= 0; });
    if (choice.tracks.pairs && !has_pairs) {
      reader.report(id, fmt::format("tracks are pairs, and '{}' has none", connector.name),
                    fmt::format("`connectors: {{name: {}, pairs: 2}}` puts two into each column", connector.name));
    }
  }
}

/// Reports keys that need another one, and pads too near to the edge.
void expect_effects(Reader& reader, YamlId id, const BoardChoice& choice) {
  const auto need = [&](const char* key, bool there, const char* other) {
    const auto value = find_value(reader.document, id, key);
    if (value && !there) reader.report(*value, fmt::format("'{}' has no effect without `{}`", key, other));
  };
  need("nyquist", choice.material.has_value(), "material");
  need("loss_budget", choice.material && choice.nyquist_ghz, "material` and `nyquist");
  need("loss_of_via", choice.tracks.via_drill > 0, "tracks.via");
  const YamlId tracks = *find_value(reader.document, id, "tracks");
  if (choice.tracks.match_in_pairs && !choice.tracks.pairs)
    reader.report(*find_value(reader.document, tracks, "match_in_pairs"),
                  "'match_in_pairs' has no effect without `pairs`");
  if (choice.outline.empty() && choice.margin[1] < choice.tracks.edge) {
    reader.report(
        find_value(reader.document, id, "margin").value_or(id),
        fmt::format("pads {:.6g} mm from the edge of the board are nearer to it than `edge` of its tracks, {:.6g} mm",
                    static_cast<double>(choice.margin[1]) * 1e-6, static_cast<double>(choice.tracks.edge) * 1e-6),
        "give a larger `margin`");
  }
}

/// Keeps the places of the board's keys and of the entries of its lists, for errors that are found only when the slots
/// are known.
void keep_places(const Reader& reader, YamlId id, Design& design) {
  const auto keep = [&](const std::string& key, YamlId at) { design.places[key] = reader.place(at); };
  for (const YamlEntry& entry : reader[id].entries) {
    const std::string key = "board." + std::string(entry.key);
    keep(key, entry.value);
    const auto& items = reader[entry.value].items;
    for (std::size_t i = 0; i < items.size(); ++i) {
      const std::string item = fmt::format("{}.{}", key, i);
      keep(item, items[i]);
      const auto nodes = find_value(reader.document, items[i], "nodes");
      if (!nodes) continue;
      keep(item + ".0", *nodes);
      for (std::size_t n = 0; n < reader[*nodes].items.size(); ++n)
        keep(fmt::format("{}.{}", item, n), reader[*nodes].items[n]);
    }
  }
  const auto tracks = find_value(reader.document, id, "tracks");
  if (const auto pairs = tracks ? find_value(reader.document, *tracks, "pairs") : std::nullopt)
    keep("board.tracks.pairs", *pairs);
}

void read_board(Reader& reader, YamlId id, Design& design) {
  if (reader[id].kind == YamlKind::scalar && reader[id].text == kNoBoard) return;
  const std::size_t mistakes = reader.mistakes();
  BoardChoice choice;
  if (!read_map(reader, id, "board", board_keys(), choice)) return;
  expect_given_keys(reader, id, "board", board_keys(), {"connectors", "tracks"});
  if (!find_value(reader.document, id, "places")) {
    expect_given_keys(reader, id, "board", board_keys(), {"slot_pitch"});
  } else if (choice.slot_pitch > 0) {
    reader.report(*find_value(reader.document, id, "slot_pitch"),
                  "`slot_pitch` and `places` both say where slots stand", "leave out one of them");
  } else if (choice.margin[0] > 0) {
    reader.report(*find_value(reader.document, id, "margin"),
                  "`places` count from the edge, so that a margin beside slots has no effect",
                  "give `margin: [0 mm, 5 mm]`: the second one is above and below the pads");
  }
  if (reader.mistakes() > mistakes) return;
  expect_effects(reader, id, choice);
  settle_matches(reader, *find_value(reader.document, id, "tracks"), choice);
  expect_slots_hold(reader, *find_value(reader.document, id, "connectors"), choice, choice.connectors);
  for (std::size_t i = 0; i < choice.slots.size(); ++i) {
    const YamlId item = reader[*find_value(reader.document, id, "slots")].items[i];
    expect_slots_hold(reader, find_value(reader.document, item, "connectors").value_or(item), choice,
                      choice.slots[i].connectors);
  }
  if (reader.mistakes() > mistakes) return;
  keep_places(reader, id, design);
  design.board = SharedConst<BoardChoice>(std::move(choice));
}

}  // namespace

Key<Design> board_key() {
  return {"board", any_shape({choice_shape({kNoBoard}), map_shape(board_keys())}), "none",
          "backplanes, one for each row of nodes: slots that keep their pitch, connectors, and what tracks need",
          read_board};
}

}  // namespace cutline
