// SPDX-License-Identifier: Apache-2.0
#include <fmt/args.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cutline/output/words/words.hpp"
#include "output/words/phrases.hpp"

namespace cutline {

namespace {

/// The sentence of a kind of note. A note that could change a verdict also has a sentence for all candidates together
/// (`caveat`), and a text for each candidate's own figure (`figure`). A warning is a caveat on what the user may not
/// have meant.
struct NoteRow {
  NoteKind kind;
  std::string_view text;
  std::string_view caveat = "";  ///< empty: it cannot change a verdict
  std::string_view figure = "";
  bool is_warning = false;
};

constexpr NoteRow kRows[] = {
    {NoteKind::sentence, "{}"},
    {NoteKind::cannot_be_built, "cannot be built: {}"},
    {NoteKind::default_width, "channel width 1 bit, the default: none is given or held"},
    {NoteKind::given_width_not_used,
     "the given channel width of {:.6g} bits is not used: it follows from what is held"},
    {NoteKind::rounded_down, "channel rounded down from {:.6g} to {:.6g} bits"},
    {NoteKind::rounded_up, "channel rounded up from {:.6g} to {:.6g} bits"},
    {NoteKind::linked_in_both_orders,
     "{} pairs of nodes are linked in both orders, a b and b a: they count as two parallel links; `repeats: once` of "
     "the topology makes them one, `repeats: parallel` says that two are meant",
     "Pairs of nodes that are linked in both orders, a b and b a, count as two parallel links (`repeats: once` of the "
     "topology makes them one)",
     "{} pairs", true},
    {NoteKind::network_in_parts,
     "the network is in {0} parts that no link joins, the largest of {1} nodes: {2:.12g} of {3:.12g} ordered pairs of "
     "nodes have no way, and distances are of the others"},
    {NoteKind::pairs_without_way,
     "{0:.12g} of {1:.12g} ordered pairs of nodes have no way, because channels go one way only: distances are of the "
     "others"},
    {NoteKind::some_without_way,
     "the network has {0} parts that no link joins, the largest of {1} nodes, and channels that go one way only: to "
     "count the pairs of nodes without a way passes the effort"},
    {NoteKind::bisection_by_formula, "an ideal candidate has no graph: its held bisection is the family's formula"},
    {NoteKind::bisection_between, "bisection width between {0:.6g} and {1:.6g} wires: the cut with {1} is held",
     "The bisection held is the best cut known, perhaps not the least", "{0:.6g} to {1:.6g} wires"},
    {NoteKind::over_middle,
     "{0:.6g} wires lie over the middle of the layout, where {1:.6g} are held over the bisection: `count: middle_cut` "
     "holds those over the middle",
     "More wires lie over the middle of the layout than the {1:.6g} held (`count: middle_cut` holds those)", "{0:.6g}"},
    {NoteKind::boxes_hold_terminals, "node boxes grew from {} x {} to {} x {} wire pitches to hold their terminals"},
    {NoteKind::boxes_hold_terminals_and_posts,
     "node boxes grew from {} x {} to {} x {} wire pitches to hold their terminals and posts"},
    {NoteKind::pitch_grew,
     "node pitch grew to hold the wiring over the nodes: along {} from {} to {} wire pitches ({} for terminals, {} for "
     "tracks)"},
    {NoteKind::pitch_grew_both_ways,
     "node pitch grew to hold the wiring over the nodes: along {} from {} to {} wire pitches ({} for terminals, {} for "
     "tracks), along {} from {} to {} wire pitches ({} for terminals, {} for tracks)"},
    {NoteKind::tracks_of_coarsest,
     "all tracks of an axis have the pitch of its coarsest layer in use; finer layers lose tracks to it: {}"},
    {NoteKind::components_without_place,
     "the floorplan's file has components without a place, which have none here: {}"},
    {NoteKind::tiles_as_boxes,
     "the shapes of {} tiles on OVERLAP are no single polygon within their SIZE: these tiles are rectangles here"},
    {NoteKind::layers_not_blocked,
     "the floorplan's file blocks {}, which technology {} does not list: no wires keep away"},
    {NoteKind::wires_without_room,
     "{} wires of {} links find no room in the given places: {} lack a track, {} a terminal at their router, {} meet "
     "blocked cells; their lengths are told, and exports leave them out"},
    {NoteKind::cut_overflows,
     "no layout exists in these places: {} wires cross between {} {} and {}, and all layers have {} tracks there"},
    {NoteKind::room_for_share,
     "the fullest routing channel has room for {:.1f} % of its tracks: about {} layer pairs instead of {}, or channels "
     "of that part of their width, would cure it"},
    {NoteKind::snap_would_help,
     "lines of routers stand only {:.3g} mm apart along {}, {:.3g} mm in the mean: a larger `snap` lets such routers "
     "share a line and its room"},
    {NoteKind::links_go_round,
     "{0} bent links pass both their ends and come back, because channels at their shorter corner are fuller: most of "
     "all {1} - {2}, of {3:.4g} {5} where its ends are {4:.4g} apart, and all by more than two channel widths"},
    {NoteKind::longest_departs, "longest wire {} node pitches in this layout; k^(n/2-1) of Dally 1990 says {:.4g}"},
    {NoteKind::radix_not_whole, "its radix {:.4g} is not whole: no layout has it"},
    {NoteKind::limit_not_checked, "the limit {} is not checked: this candidate has no such number"},
    {NoteKind::slots_stretched,
     "slots of the layout grew from {0:.4g} to {1:.4g} mm to hold the ends and tracks of their wires, and lengths with "
     "them, because `{2}` sets their least width: `board` without it keeps their pitch, and tells pins, layers and "
     "straight tracks",
     "Slots of the layout grew to hold the ends and tracks of their wires, and lengths with them (`board` without "
     "`{2}` keeps their pitch)",
     "from {0:.4g} to {1:.4g} mm", true},
    {NoteKind::terminals_of_slots,
     "{0} wires lack a terminal, because a slot has them in one row along its edge: `board` with `slot_pitch` or "
     "`places`, without `positions`, counts the pins of its connectors, tracks between them, and layers",
     "Wires lack a terminal in one row along the edge of their slot (`board` counts pins of connectors instead)",
     "{0} wires", true},
    {NoteKind::pins_short, "{0} of {1} slots lack signal pins for their wires: {2}",
     "Slots of the board lack signal pins for their wires", "{0} of {1} slots", true},
    {NoteKind::layers_short, "the board needs {0} signal layers, and its stack-up has {1}",
     "The board needs more signal layers than its stack-up has", "{0} of {1}", true},
    {NoteKind::no_track_passes,
     "no track passes between the pads of a connector: the number of signal layers is not known",
     "No track passes between the pads of a connector: signal layers are not counted nor held to a limit, and links "
     "past a slot may have no way",
     "no layers", true},
    {NoteKind::board_not_drawn,
     "the board has more than {0} wires and is not drawn: lengths, skew, vias and stubs are not known; `export --to "
     "kicad` draws it",
     "Boards of more than {0} wires are not drawn (`export --to kicad` draws them)", "not drawn", true},
    {NoteKind::packages_not_measured, "an ideal candidate has no cells: its packages are not measured"},
    {NoteKind::modules_cut_off, "{} of {} modules of the level {} are cut off by the grid's end"},
    {NoteKind::links_past_reach, "no medium reaches for {0} of {1} links from {2} to {2}: their delay counts none",
     "No medium reaches some links between modules of the level {2}: their delay counts none", "{0} of {1}"},
    {NoteKind::no_crossing_energy,
     "the energy of crossings between modules is not known: a medium or an edge gives none for its ends"},
    {NoteKind::crossings_counted,
     "a link's wire delay counts every crossing between modules: PHYs, and what its media take"},
    {NoteKind::slowest_layers, "layers of the slowest wire: {} of {}", "Layers of the slowest wire", "{} of {}"},
    {NoteKind::one_driver,
     "wire delay d2m, the default, has one driver a wire, and the slowest wire of {:.3g} mm is {:.3g} times the best "
     "distance of repeaters: see `delay: repeated`",
     "Wire delay d2m, the default, has one driver a wire, and the slowest wire is past the best distance of repeaters "
     "(see `delay: repeated`)",
     "{1:.3g} times"},
    {NoteKind::default_delay, "wire delay {}, the default here: {} gives no driver, resistance or capacitance"},
    {NoteKind::outside_range, "{}: {}",
     "Some links are longer or shorter than {} holds for (the notes of `cutline measure` say which)"},
    {NoteKind::links_too_long, "{} of {} links are too long, the longest {:.3g} mm: {}"},
    {NoteKind::links_too_short, "{} of {} links are too short, the shortest {:.3g} mm: {}"},
    {NoteKind::given_lengths_differ,
     "given lengths of {} of {} links differ by more than {:.4g} % from the layout's, most that of {} - {}: {:.6g} mm "
     "given, {:.6g} mm routed"},
    {NoteKind::given_delays_differ,
     "given delays of {} of {} links differ by more than {:.4g} % from the layout's, most that of {} - {}: {:.6g} ns "
     "given, {:.6g} ns by the layout and the delay model"},
    {NoteKind::given_lengths_set_no_delay,
     "the technology unit has no metres: the given lengths of {} links are told, and set no delay"},
    {NoteKind::default_router_delay, "router delay 0, the default: a hop costs its wire alone"},
    {NoteKind::router_by_law,
     "router {} by law, an estimate: a crossbar of wires and {:.4g} virtual channels of {:.4g} flits on each of {:.4g} "
     "ports, without arbiters, clock and leakage; give `router: {{area: ..., energy: ...}}` where they are known"},
    {NoteKind::stored_bit_by_pitch,
     "{} gives no `stored_bit`: each bit of a router's buffer takes {:.4g} um2, 230 pitches squared of the lowest "
     "layers in use, too much where cells have finer wires"},
    {NoteKind::no_router_area, "router area is null: none is given, and {}"},
    {NoteKind::no_router_energy, "router energy is null: none is given, and {}"},
    {NoteKind::given_router_energy, "router energy is the given {:.4g} pJ/bit, whatever the {:.4g} ports"},
    {NoteKind::routers_too_large,
     "routers take {:.4g} times the area of the layout: give a node box that holds them (`node`)",
     "Routers take more than the area of the layout: give a node box that holds them (`node`)", "{:.3g} times"},
    {NoteKind::routers_of_tiles,
     "routers differ by kind of tile: delay and energy of a router are means over those that a mean message passes, "
     "its area the mean over all nodes"},
    {NoteKind::tile_too_small,
     "tiles '{}' hold {:.4g} mm2 of logic and router, and their boxes have {:.4g} mm2: give them a larger `node`",
     "Some tiles are larger than their boxes: give them a larger `node`", "'{0}': {1:.3g} of {2:.3g} mm2"},
    {NoteKind::energy_without_wires, "energy is partial, without wires: {}"},
    {NoteKind::energy_without_routers, "energy is partial, without routers"},
    {NoteKind::energy_without_edges, "energy is partial, without what crosses the edges of packages"},
    {NoteKind::energy_of_bare_wires, "wire energy of a delay law without drivers is that of the wires alone"},
    {NoteKind::wires_not_routed, "an ideal candidate has no routed wires"},
    {NoteKind::unit_has_no_capacitance, "the technology unit has no capacitance"},
    {NoteKind::no_supply, "{} gives no supply"},
    {NoteKind::no_capacitance, "{} gives no capacitance of {}"},
    {NoteKind::energy_of_uniform_traffic, "it is known under uniform traffic alone"},
    {NoteKind::routes_pass_effort, "the loads of all routes pass the effort"},
    {NoteKind::no_hops, "no mean hops, no latency: {}"},
    {NoteKind::no_form_of_hops, "no closed form is known for the mean hops of a {}"},
    {NoteKind::messages_without_way,
     "{:.4g} % of the messages of {} traffic have no way and are not sent: hops, loads, saturation, latency and energy "
     "are of the others",
     "Messages without a way are not sent, so networks in parts carry other traffic than connected ones",
     "{:.4g} % of the messages", true},
    {NoteKind::no_message_has_way, "no message of {} traffic has a way to another node"},
    {NoteKind::ideal_takes_uniform, "ideal candidates are known under uniform traffic alone"},
    {NoteKind::walk_passes_effort, "walking the messages of {} traffic passes the effort"},
    {NoteKind::no_latency_of_cycles,
     "no latency: links differ in cycles, and the loads that tell their mean pass the effort"},
    {NoteKind::no_latency_of_routes,
     "no latency: the delays of all routes pass the effort; use the clock rule longest_wire or fixed"},
    {NoteKind::terminal_channel, "a terminal is taken to send and to receive over a channel as wide as the network's"},
    {NoteKind::numbers_are_places,
     "what `tiles` and traffic name are tiles, which keep the places of natural order; the order {} lays the "
     "network out anew under them"},
    {NoteKind::no_channel_loads,
     "peak_channel_load is null: channel loads pass the effort, so the bisection alone bounds saturation"},
    {NoteKind::by_shortest_paths, "loads and hops of {} traffic go by shortest paths, not by the express rule"},
    {NoteKind::terminals_send_alike, "{} traffic is between nodes: all terminals of a node send alike"},
    {NoteKind::routes_can_lock_up,
     "messages on its routes can wait for one another in a circle; `routing: layered` deals them into layers of "
     "virtual channels that cannot",
     "Messages can wait for one another in a circle, which no model tells (`routing: layered` prevents it)", "", true},
    {NoteKind::few_virtual_channels,
     "{1} classes of routes share {0} virtual channels: with fewer than two a class, and messages longer than a "
     "buffer, it saturates up to a quarter earlier than the model tells; `cutline simulate` tells when",
     "With fewer than two virtual channels a class and messages longer than a buffer, candidates saturate up to a "
     "quarter earlier than the model tells (`cutline simulate` tells when)",
     "{0} for {1}", true},
    {NoteKind::whole_of_planes,
     "a message keeps to its plane: hops, latency and energy are means over the messages of all planes; a terminal's "
     "load is that on all planes together, and it saturates where the first plane is full: {}",
     "Where a candidate has planes, hops and latency are means over them, and it saturates where the first is full",
     "{}"},
    {NoteKind::whole_of_applications,
     "applications run one after another: hops, latency and energy are means over time, loads and saturation are those "
     "of the application that is full first: {}",
     "Figures are means over the time of the applications; saturation is that of the one that is full first", "{}"},
    {NoteKind::plane_without_figures, "no {1} of the whole: {0} has none"},
    {NoteKind::loads_by_plane, "no latency under load of the whole: {}"},
    {NoteKind::no_contention, "no contention: {}"},
    {NoteKind::steady_beyond_terminals,
     "{} alone is steady up to {:.4g} bits a cycle and node; its terminals send and take {:.4g}"},
    {NoteKind::load_without_model,
     "latency against load without a contention model: that without load, up to the saturation bound"},
    {NoteKind::load_by_model, "latency against load is the latency without load and what messages wait by {}"},
    {NoteKind::load_past_model,
     "a load asked is {:.2g} of saturation: beyond 0.82 the model's error is not known; `cutline simulate` tells",
     "Beyond 0.82 of saturation the model's error is not known (`cutline simulate` tells)", "{:.2g} of it", true},
    {NoteKind::messages_of_mean_size, "contention is that of messages of the mean size"},
    {NoteKind::counts_messages_to_oneself, "{} counts messages to oneself, the latency without load does not"},
    {NoteKind::cycle_a_hop, "{} takes a cycle for a hop; router delays are in the latency without load only"},
    {NoteKind::phits_take_cycles, "a channel takes several cycles for a phit: contention counts in phit times"},
    {NoteKind::no_emulation, "no emulation: {}"},
    {NoteKind::not_a_host,
     "hosts are meshes in the plane, hypercubes and cube-connected cycles of 4, 16, 64 ... nodes"},
    {NoteKind::host_lacks_processors, "a host has one processor at every node, and kinds of tile differ in terminals"},
    {NoteKind::mesh_not_square, "a mesh is a host where it is square"},
    {NoteKind::guest_too_small, "it has more processors than the guest has nodes"},
    {NoteKind::hosts_have_spans, "the delay {} takes routed lengths, and hosts of one area have spans"},
    {NoteKind::delay_not_in_tables, "the paper's tables have no delay {}: the exact layout alone is timed"},
    {NoteKind::broadcast_needs_cycles, "no exact time: a broadcast needs cycles that exist"},
    {NoteKind::no_curve, "no curve: {}"},
    {NoteKind::curve_needs_layout, "latency against distance needs a layout"},
    {NoteKind::curve_needs_rule,
     "latency against distance is known for meshes, and for express cubes by the express rule"},
    {NoteKind::curve_needs_equal_tiles,
     "latency against distance is known where all nodes are alike, and tiles differ"},
    {NoteKind::curve_needs_spans, "the delay model takes the routed length, which differs from place to place"},
    {NoteKind::curve_passes_effort, "its points take more than the effort"},
    {NoteKind::rates_are_shares,
     "rates of the traffic have a unit and are taken as shares: `load: as_given` evaluates at these rates"},
    {NoteKind::load_of_cycles,
     "the given rates are {:.4g} bits a cycle and terminal, in flits {:.4g}, in messages of the mean size {:.4g}"},
    {NoteKind::load_of_times,
     "the given rates are {:.4g} bits a cycle and terminal, in flits {:.4g}, in messages of the mean size {:.4g}, at a "
     "cycle of {:.4g} ns, set by: {}"},
    {NoteKind::channel_full,
     "at the given rates the channel {0} is exactly full: it carries {2:.4g} bits a cycle; of the other channels {4} "
     "are full"},
    {NoteKind::channel_overloaded,
     "at the given rates the channel {0} is overloaded: {1:.4g} bits a cycle, {3:.4g} times the {2:.4g} that it can "
     "carry; of the other channels {4} are full"},
    {NoteKind::rate_of_cables,
     "`rate` says {0:.6g} Gb/s a cable, and channels of {1:.6g} bits at the clock carry {2:.6g}: `rate` says what is "
     "bought and Gb/s over cuts, width and clock decide latency, load and saturation",
     "`rate` of the machine decides what is bought and Gb/s over cuts; width and clock, which say another one, decide "
     "latency, load and saturation",
     "{0:.6g} and {2:.6g} Gb/s", true}};

static_assert(words::tells_all(kRows, NoteKind::rate_of_cables));

std::string filled(std::string_view text, const Note& note) {
  fmt::dynamic_format_arg_store<fmt::format_context> values;
  for (const NoteArgument& argument : note.arguments) {
    if (const auto* notes = std::get_if<std::vector<Note>>(&argument)) {
      values.push_back(notes_text(*notes));
    } else if (const auto* name = std::get_if<std::string>(&argument)) {
      values.push_back(*name);
    } else if (const auto* count = std::get_if<std::uint64_t>(&argument)) {
      values.push_back(*count);
    } else {
      values.push_back(std::get<double>(argument));
    }
  }
  return fmt::vformat(text, values);
}

}  // namespace

std::string note_text(const Note& note) { return filled(words::row_of(kRows, note.kind).text, note); }

std::vector<std::string> note_texts(const std::vector<Note>& notes) {
  std::vector<std::string> texts;
  for (const Note& note : notes) {
    std::string text = note_text(note);
    if (std::find(texts.begin(), texts.end(), text) == texts.end()) texts.push_back(std::move(text));
  }
  return texts;
}

std::string notes_text(const std::vector<Note>& notes) { return fmt::format("{}", fmt::join(note_texts(notes), "; ")); }

std::optional<CaveatText> caveat_text(const Note& note) {
  const NoteRow& row = words::row_of(kRows, note.kind);
  if (row.caveat.empty()) return std::nullopt;
  return CaveatText{filled(row.caveat, note), filled(row.figure, note), row.is_warning};
}

Data value_in_words(const Quantity& quantity, const UnderDelay& asked) {
  if (quantity.notes == nullptr) return quantity_value(asked, quantity);
  const std::vector<Note> notes = quantity.notes(asked);
  if (quantity.note_form == NoteForm::list) return data_list(note_texts(notes));
  return notes.empty() ? Data() : Data(notes_text(notes));
}

}  // namespace cutline
