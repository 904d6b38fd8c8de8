// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "base/named.hpp"
#include "evaluate/stages.hpp"
#include "evaluate/traffic.hpp"
#include "layout/detours.hpp"
#include "placement/order.hpp"
#include "study/board_choice.hpp"

namespace cutline {

namespace {

/// Routers that stand nearly, but not quite, on one line leave little room between their lines.
void note_snap(const Layout& layout, std::vector<Note>& notes) {
  constexpr double kFewOfMean = 0.25;
  for (const Axis axis : {Axis::x, Axis::y}) {
    const std::vector<std::int64_t>& start = layout.positions[index(axis)].start;
    if (start.size() < 3) continue;
    std::int64_t least = start.back() - start.front();
    for (std::size_t slot = 1; slot < start.size(); ++slot) least = std::min(least, start[slot] - start[slot - 1]);
    const double mean = static_cast<double>(start.back() - start.front()) / static_cast<double>(start.size() - 1);
    const double cell_mm = (axis == Axis::x ? layout.rules.cell_width_nm : layout.rules.cell_height_nm) * 1e-6;
    if (static_cast<double>(least) < kFewOfMean * mean)
      notes.push_back(make_note(NoteKind::snap_would_help, static_cast<double>(least) * cell_mm,
                                std::string(1, letter(axis)), mean * cell_mm));
  }
}

/// Notes what a floorplan's file says beyond the network and its technology.
void note_floorplan(const TimedCandidate& candidate, std::vector<Note>& notes) {
  if (!candidate.network() || candidate.network()->placement.given == nullptr) return;
  const TilePlan& plan = candidate.network()->placement.given->plan;
  if (plan.unplaced > 0) notes.push_back(make_note(NoteKind::components_without_place, plan.unplaced));
  if (plan.boxed > 0) notes.push_back(make_note(NoteKind::tiles_as_boxes, plan.boxed));
  const Technology& technology = candidate.technology();
  std::vector<std::string_view> others;
  for (const Blockage& blockage : plan.blockages) {
    for (const std::string& layer : blockage.layers) {
      const bool listed = find_named(technology.all_layers, layer) != nullptr;
      if (!listed && std::find(others.begin(), others.end(), layer) == others.end()) others.push_back(layer);
    }
  }
  if (!others.empty()) notes.push_back(make_note(NoteKind::layers_not_blocked, join(others, ", "), technology.name));
}

/// Notes the wires for which a floorplan of the user has no room, and the layers that would give them room.
void note_overflow(const TimedCandidate& candidate, std::vector<Note>& notes) {
  if (!candidate.laid_out() || !candidate.laid_out()->measures.overflow()) return;
  const Overflow& overflow = *candidate.laid_out()->measures.overflow();
  if (overflow.wires == 0) return;
  const auto cause = [&](NoRoom why) { return overflow.by_cause[static_cast<std::size_t>(why)]; };
  notes.push_back(make_note(NoteKind::wires_without_room, overflow.wires, overflow.links, cause(NoRoom::track),
                            cause(NoRoom::terminal), cause(NoRoom::blocked)));
  if (overflow.over_cut > 0) {
    const CutRoom& cut = *overflow.fullest;
    notes.push_back(make_note(NoteKind::cut_overflows, cut.wires, cut.axis == Axis::x ? "columns" : "rows", cut.cut - 1,
                              cut.cut, cut.tracks));
  }
  note_snap(candidate.laid_out()->layout, notes);
  if (cause(NoRoom::terminal) > 0 && candidate.technology().medium == Medium::board && !candidate.design->board &&
      candidate.laid_out()->layout.rows().start.size() == 1)
    notes.push_back(make_note(NoteKind::terminals_of_slots, cause(NoRoom::terminal)));
  if (overflow.share_with_room >= 1) return;
  const std::uint32_t pairs = candidate.laid_out()->layout.rules.layer_pairs;
  notes.push_back(make_note(NoteKind::room_for_share, 100 * overflow.share_with_room,
                            static_cast<std::uint64_t>(std::ceil(pairs / overflow.share_with_room)), pairs));
}

void note_boxes(const TimedCandidate& candidate, std::vector<Note>& notes) {
  if (!candidate.laid_out() || candidate.technology().unit) return;
  const Layout& layout = candidate.laid_out()->layout;
  const LayoutRules& rules = layout.rules;
  if (rules.given != nullptr || !rules.least_side[0].empty()) return;
  const auto widest = [&](const AxisPositions& axis) {
    const std::vector<std::uint32_t>& boxes = rules.over_nodes ? axis.node_box : axis.box;
    return *std::max_element(boxes.begin(), boxes.end());
  };
  const std::uint32_t width = widest(layout.columns());
  const std::uint32_t height = widest(layout.rows());
  if (width == rules.node_width && height == rules.node_height) return;
  const bool posts = !layout.columns().field.empty();
  notes.push_back(make_note(posts ? NoteKind::boxes_hold_terminals_and_posts : NoteKind::boxes_hold_terminals,
                            rules.node_width, rules.node_height, width, height));
}

/// Notes, for each axis, the widest extra room that wiring over the nodes needs beyond a node box.
void note_pitch(const TimedCandidate& candidate, std::vector<Note>& notes) {
  if (!candidate.laid_out() || !candidate.laid_out()->layout.rules.over_nodes || candidate.of_study->unit) return;
  const Layout& layout = candidate.laid_out()->layout;
  if (layout.rules.given != nullptr) return;
  std::vector<Note> grown;
  for (const Axis axis : {Axis::x, Axis::y}) {
    const AxisPositions& places = layout.positions[index(axis)];
    std::uint32_t widest = 0;
    for (std::uint32_t slot = 1; slot < places.box.size(); ++slot) {
      if (places.pitch(slot) - places.node_box[slot] > places.pitch(widest) - places.node_box[widest]) widest = slot;
    }
    if (places.pitch(widest) == places.node_box[widest]) continue;
    grown.push_back(make_note(NoteKind::pitch_grew, std::string(1, letter(axis)), places.node_box[widest],
                              places.pitch(widest), places.box[widest], places.channel[widest]));
  }
  if (grown.empty()) return;
  Note& note = notes.emplace_back(std::move(grown.front()));
  if (grown.size() == 1) return;
  note.kind = NoteKind::pitch_grew_both_ways;
  note.arguments.insert(note.arguments.end(), grown[1].arguments.begin(), grown[1].arguments.end());
}

/// Notes the links that are longer than they would be at their other corner.
void note_detours(const TimedCandidate& candidate, std::vector<Note>& notes) {
  if (!candidate.laid_out()) return;
  const Layout& layout = candidate.laid_out()->layout;
  const Detours found = detours(layout);
  if (found.links == 0) return;
  const PlacedNetwork& placed = *candidate.network();
  const auto [a, b] = layout.wiring.ends(layout.wiring.joints[found.joint]);
  const auto name = [&](const Cell& cell) {
    return site_name(placed.topology, *node_at(placed.topology, placed.placement, cell));
  };
  const double unit = layout.rules.unit ? 1 : 1e-6;
  notes.push_back(make_note(NoteKind::links_go_round, found.links, name(a), name(b), found.length * unit,
                            found.distance * unit, layout.rules.unit ? "wire pitches" : "mm"));
}

/// Notes the layers that lose tracks because all layers of an axis have the pitch of the coarsest.
void note_track_pitch(const TimedCandidate& candidate, std::vector<Note>& notes) {
  if (!candidate.laid_out()) return;
  const Technology& technology = candidate.technology();
  std::string lost;
  for (const Layer& layer : technology.layers) {
    if (technology.tracks_lost(layer) <= 0) continue;
    lost += fmt::format("{}{} {:.4g} % ({:.6g} nm in place of {:.6g})", lost.empty() ? "" : ", ", layer.name,
                        100 * technology.tracks_lost(layer), in_nm(technology.track_pitch(layer.direction)),
                        in_nm(layer.track_pitch()));
  }
  if (!lost.empty()) notes.push_back(make_note(NoteKind::tracks_of_coarsest, lost));
}

void note_packages(const TimedCandidate& candidate, std::vector<Note>& notes) {
  if (candidate.design->ideal && !candidate.design->packages.empty())
    notes.push_back(make_note(NoteKind::packages_not_measured));
  if (!candidate.packages()) return;
  for (const LevelMeasures& level : candidate.packages()->levels) {
    if (level.partial > 0)
      notes.push_back(make_note(NoteKind::modules_cut_off, level.partial, level.modules, level.name));
    if (level.over_reach > 0)
      notes.push_back(make_note(NoteKind::links_past_reach, level.over_reach, level.links_crossing, level.name));
  }
  if (!candidate.packages()->energy) notes.push_back(make_note(NoteKind::no_crossing_energy));
  if (candidate.packages()->delay_max.base > 0) notes.push_back(make_note(NoteKind::crossings_counted));
}

/// The key that sets the least width of the columns of a layout; what it says goes before the slots of a board.
const char* key_of_width(const Design& design) {
  if (design.node_width.base > 0) return "node.width";
  if (!design.tiles.empty()) return "tiles";
  return design.line_length.base > 0 ? "placement.length" : "board.slot_pitch";
}

/// Notes slots of a row on a board that became wider than the spec says.
void note_slots(const TimedCandidate& candidate, std::vector<Note>& notes) {
  const double asked_nm = in_nm(least_node_width(*candidate.design, candidate.technology()));
  const bool on_board = candidate.technology().medium == Medium::board || candidate.design->board;
  if (!on_board || !candidate.laid_out() || asked_nm <= 0) return;
  const Layout& layout = candidate.laid_out()->layout;
  const AxisPositions& columns = layout.columns();
  if (layout.rules.given != nullptr || layout.rows().box.size() > 1) return;
  const std::int64_t widest = most_over<std::int64_t>(
      columns.box.size(), [&](std::uint32_t slot) { return std::int64_t{columns.pitch(slot)}; });
  const double widest_nm = static_cast<double>(widest) * layout.rules.cell_width_nm;
  if (widest_nm > asked_nm + layout.rules.cell_width_nm)
    notes.push_back(make_note(NoteKind::slots_stretched, asked_nm * 1e-6, widest_nm * 1e-6,
                              std::string(key_of_width(*candidate.design))));
}

/// "14 (needs 448, has 220), 15 (needs 448, has 220)"; of many slots the first.
std::string short_slots(const TimedCandidate& candidate, const board::BoardMeasures& board) {
  constexpr std::size_t kMostTold = 4;
  const PlacedNetwork& placed = *candidate.network();
  std::vector<std::uint64_t> sites = nodes_by_cell(placed.topology, placed.placement);
  std::erase(sites, kEmptyCell);
  std::string told;
  std::size_t count = 0;
  for (std::size_t slot = 0; slot < board.pins.size(); ++slot) {
    const board::PinBudget& pins = board.pins[slot];
    if (pins.missing() == 0) continue;
    if (count++ == kMostTold) return told + " ...";
    told += fmt::format("{}{} (needs {}, has {})", told.empty() ? "" : ", ", site_name(placed.topology, sites[slot]),
                        pins.needed, pins.there);
  }
  return told;
}

/// Notes the links whose lengths differ by more than their rules ask, and what would give their serpentines room.
void note_skew(const BoardChoice& choice, const board::DrawnMeasures& drawn, std::vector<Note>& notes) {
  const auto tell = [&](const std::optional<board::Nanometres>& window, const board::Skew& skew, const char* lines,
                        const std::string& cure) {
    if (!window || skew.missed == 0) return;
    notes.push_back(make_note(
        NoteKind::sentence,
        fmt::format(
            "{} of {} links differ by more than the {:.6g} mm that are asked, most those of {}, by {:.6g} mm: {}",
            lines, skew.missed, static_cast<double>(*window) * 1e-6, skew.link, static_cast<double>(skew.most) * 1e-6,
            cure)));
  };
  const bool in_pairs = choice.tracks.pairs && !choice.tracks.match_in_pairs;
  const bool at_limit = choice.signal_layers > 0 && drawn.layers >= choice.signal_layers;
  const std::string room = fmt::format("serpentines find no more room, and a larger `board.{}` would give some",
                                       at_limit                ? "signal_layers"
                                       : choice.places.empty() ? "slot_pitch"
                                                               : "places");
  const bool by_pairs = in_pairs && choice.tracks.match && drawn.pair_skew.most > *choice.tracks.match;
  tell(choice.tracks.match, drawn.skew, "wires",
       by_pairs ? "the two lines of a pair differ as much, which `match_in_pairs` matches" : room);
  tell(choice.tracks.match_in_pairs, drawn.pair_skew, "lines of pairs", room);
  if (drawn.layers_to_match > 0)
    notes.push_back(make_note(
        NoteKind::sentence,
        fmt::format("{} of the {} signal layers hold serpentines that match lengths, and wires that need them; "
                    "`board.signal_layers` says how many there may be",
                    drawn.layers_to_match, drawn.layers)));
}

/// Notes what a board lacks for its wires.
void note_board(const TimedCandidate& candidate, std::vector<Note>& notes) {
  if (!candidate.board) return;
  const board::BoardMeasures& board = *candidate.board;
  const auto lacks = [](const board::PinBudget& pins) { return pins.missing() > 0; };
  const auto slots = std::count_if(board.pins.begin(), board.pins.end(), lacks);
  if (slots > 0)
    notes.push_back(make_note(NoteKind::pins_short, slots, board.pins.size(), short_slots(candidate, board)));
  const std::uint32_t there = candidate.design->board->signal_layers;
  const auto layers = board.signal_layers();
  if (!layers) notes.push_back(make_note(NoteKind::no_track_passes));
  if (!board.drawn) notes.push_back(make_note(NoteKind::board_not_drawn, board::kMostDrawnWires));
  if (board.drawn) note_skew(*candidate.design->board, *board.drawn, notes);
  const PackageMeasures* packages = candidate.packages();
  if (board.cables > 0 && (packages == nullptr || packages->levels.empty())) {
    notes.push_back(make_note(NoteKind::sentence,
                              fmt::format("cables between its boards, {} in all, count as tracks of the layout: "
                                          "`packages` say what cables are, and give their lengths and delays",
                                          board.cables)));
  }
  if (layers && there > 0 && *layers > there) notes.push_back(make_note(NoteKind::layers_short, *layers, there));
}

/// Notes that the longest wire of a layout differs from the papers' formula.
void note_longest(const TimedCandidate& candidate, std::vector<Note>& notes) {
  const Design& design = *candidate.design;
  const Family* family = find_family(design.family);
  const bool flat = candidate.network() && candidate.network()->placement.grid()[Axis::z] == 1;
  if (!candidate.laid_out() || !flat || family == nullptr || family->ideal == nullptr ||
      design.parameters.has("radices"))
    return;
  const IdealNetwork forms = ideal_of(design.family, design.parameters);
  if (forms.shape.radices.empty()) return;  // not a cube: its closed form is from another paper
  const double formula = forms.longest_span;
  const auto real = candidate.laid_out()->measures.length.longest_span.pitches();
  if (std::abs(formula - real) > 1e-9 * real) notes.push_back(make_note(NoteKind::longest_departs, real, formula));
}

}  // namespace

void note_of_layout(const TimedCandidate& candidate, std::vector<Note>& notes) {
  note_floorplan(candidate, notes);
  note_overflow(candidate, notes);
  note_boxes(candidate, notes);
  note_pitch(candidate, notes);
  note_detours(candidate, notes);
  note_track_pitch(candidate, notes);
  note_packages(candidate, notes);
  note_slots(candidate, notes);
  note_board(candidate, notes);
  note_longest(candidate, notes);
}

}  // namespace cutline
